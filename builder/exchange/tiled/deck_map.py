"""Decks as maps of Tiled: a group for each level, with rooms as tiles and doors as tiles on hexsides."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from builder.boards.deck import HexMap
from builder.boards.deck_parts import Door
from builder.exchange.losses import Loss
from builder.exchange.tiled.cells import hex_at, side_ends
from builder.exchange.tiled.reading import MapObject, TiledMap, TileMeaning, objects_of, slug_of
from builder.exchange.tiled.sides import painted_sides, side_names
from builder.exchange.tiled.tiles import Color, Tile, TileSheet, hue
from builder.exchange.tiled.tmx import TmxWriter
from builder.geometry.blocks import blocks_text
from builder.geometry.hexgrid import Direction, Hex, HexGrid
from builder.scenario.model import Scenario

_SPARE = 8
_BERTH = "berth"
_DOORS: Mapping[str, tuple[str, Color, bool]] = {
    "interior": ("interior door", (250, 250, 250), False),
    "interior, open": ("interior door, held open", (250, 250, 250), True),
    "interior, broken": ("interior door, broken", (150, 90, 60), True),
    "airtight": ("airtight door", (245, 170, 20), False),
    "airtight, open": ("airtight door, held open", (245, 170, 20), True),
    "airtight, broken": ("airtight door, broken", (180, 60, 20), True),
    "open": ("opening without a door", (40, 120, 220), False),
    "breach": ("breach", (200, 20, 40), False),
    _BERTH: ("berth", (40, 160, 120), False),
}


def write_deck(scenario: Scenario, writer: TmxWriter) -> None:
    """The levels of a ship or base, from the lowest one up, and what is between them."""
    decks = scenario.hex_map
    lifts = {lift.id for lift in decks.lifts}
    areas = [area for area in decks.areas.values() if area.id not in lifts]
    tiles = [
        Tile(area.id, area.name, hue(number), more={"room": area.kind} if area.kind else {})
        for number, area in enumerate(areas)
    ]
    names = (f"new-{number}" for number in range(1, 1000))
    spare = [name for name in names if name not in decks.areas][:_SPARE]
    tiles += [
        Tile(name, name.replace("new-", "New "), hue(len(tiles) + at, 0.5)) for at, name in enumerate(spare)
    ]
    rooms = TileSheet("rooms", "area", tiles)
    doors = TileSheet(
        "doors",
        "door",
        [
            Tile(key, title, color, side.value, dashed)
            for key, (title, color, dashed) in _DOORS.items()
            for side in Direction
        ],
    )
    writer.tileset(rooms)
    writer.tileset(doors)
    for level in reversed(range(len(decks.levels))):
        about = decks.levels[level]
        group = writer.group(about.title, key=about.id)
        if level:
            # Only one level can be painted at a time.
            group.set("visible", "0")
        keys = {
            place.hex: id for place, id in decks.area_at.items() if place.level == level and id not in lifts
        }
        writer.cells(group, "rooms", rooms, keys)
        on_sides = {
            (side.hex, side.direction): door_key(door)
            for (at, side), door in decks.doors.items()
            if at == level
        }
        on_sides |= {
            (berth.side.hex, berth.side.direction): _BERTH for berth in decks.berths if berth.level == level
        }
        writer.sides(group, doors, decks.grid, on_sides)
        walls = [
            side_ends(item.side) for item in decks.boundaries if item.level == level and item.door is None
        ]
        writer.walls(group, walls)
        features = writer.objects(group, "features")
        for feature in decks.features:
            if feature.place.level == level:
                title = feature.name or feature.kind
                writer.point(features, feature.kind, title, feature.place.hex, key=feature.name)
        goals = writer.objects(group, "objectives")
        for objective in scenario.objectives:
            for place in objective.region.spots[:1]:
                if place.level == level:
                    writer.point(
                        goals, "objective", objective.title, place.hex, key=objective.id, side=objective.side
                    )
    ways = writer.objects(writer.root, "ways")
    ids = [level.id for level in decks.levels]
    for hatch in decks.hatches:
        levels = " ".join(ids[level] for level in hatch.levels)
        writer.point(ways, hatch.kind, hatch.kind, hatch.hex, levels=levels)
    for lift in decks.lifts:
        for hex in lift.hexes:
            levels = " ".join(ids[level] for level in lift.levels)
            writer.point(ways, "lift", lift.name, hex, key=lift.id, levels=levels)


def door_key(door: Door) -> str:
    """The key of a door's tile: its kind, and how it starts if it is not closed."""
    return (
        door.kind
        if door.starts == "closed" or (door.is_gap and door.kind in ("open", "breach"))
        else (f"{door.kind}, {door.starts}")
    )


class DeckReader:
    """Changes the data of a ``map`` block to what a map of Tiled has; what is the same stays as it was."""

    def __init__(self, tiled: TiledMap, old: Mapping[str, Any], board: HexMap) -> None:
        self.tiled = tiled
        self.old = old
        self.board = board
        self.grid = HexGrid(tiled.columns, tiled.rows)
        self.losses: list[Loss] = []
        self.lifts = {lift.id for lift in board.lifts}
        self.old_areas = {id: area for level in old["levels"] for id, area in level["areas"].items()}

    def read(self) -> dict[str, Any]:
        """The new ``map`` block."""
        data = deepcopy(dict(self.old))
        data["columns"], data["rows"] = self.tiled.columns, self.tiled.rows
        older = {level["id"]: level for level in self.old["levels"]}
        ids = [id for id in older if id in self.tiled.groups]
        ids += [id for id in reversed(tuple(self.tiled.groups)) if id not in older]
        data["levels"] = [
            self.level(id, older.get(id, {"id": id, "title": self.tiled.groups[id], "areas": {}}))
            for id in ids
        ]
        self.ways(data, ids)
        return data

    def level(self, id: str, old: Mapping[str, Any]) -> dict[str, Any]:
        """A level: its rooms, doors, berths and features."""
        data = deepcopy(dict(old))
        data["areas"] = self.areas(id, old["areas"])
        self.on_sides(id, data)
        self.features(id, data)
        return data

    def areas(self, level: str, old: Mapping[str, Any]) -> dict[str, Any]:
        hexes: dict[str, set[Hex]] = {}
        for layer in self.tiled.layers:
            if layer.group != level:
                continue
            for hex, tile in layer.cells.items():
                if tile.kind == "area":
                    hexes.setdefault(tile.key, set()).add(hex)
        fresh = {
            tile.key: _new_area(tile)
            for layer in self.tiled.layers
            for tile in layer.cells.values()
            if tile.kind == "area"
        }
        areas: dict[str, Any] = {}
        for id in _ordered(old, hexes):
            about = dict(old.get(id) or self.old_areas.get(id) or fresh[id])
            about["hexes"] = self.same(about.get("hexes", ""), hexes[id])
            areas[id] = about
        self.losses += [
            Loss(f"area {id}", "no hex of it is painted", "it is taken away", where=level)
            for id in old
            if id not in hexes and id not in self.lifts
        ]
        return areas

    def same(self, text: Any, hexes: set[Hex]) -> str:
        """The text of some hexes: the old one if it has the same hexes."""
        blocks = [self.grid.read_block(block) for block in str(text).split()]
        old_hexes = {hex for block in blocks if block is not None for hex in block}
        return text if old_hexes == hexes and None not in blocks else blocks_text(self.grid, hexes)

    def on_sides(self, level: str, data: dict[str, Any]) -> None:
        painted = painted_sides(self.tiled, self.grid, level, "door", self.losses)
        doors = {side: key for side, key in painted.items() if key != _BERTH}
        berths = [side for side, key in painted.items() if key == _BERTH]
        values = {side: _door_value(key) for side, key in doors.items()}
        data["doors"] = side_names(self.grid, dict(data.get("doors", {})), values, _is_same_door)
        if not data["doors"]:
            del data["doors"]
        old = dict.fromkeys(data.get("berths", ()))
        names = side_names(self.grid, old, dict.fromkeys(berths), lambda one, other: True)
        data["berths"] = list(names)
        if not names:
            del data["berths"]

    def features(self, level: str, data: dict[str, Any]) -> None:
        places: dict[str, dict[str, set[Hex]]] = {}
        for item in (item for item in self.tiled.objects if item.group == level):
            hex = self.hex_of(item)
            if hex is not None and item.kind in ("machinery", "damaged-machinery", "console", "locker"):
                places.setdefault(item.kind, {}).setdefault(item.key or item.name, set()).add(hex)
        machinery = {**places.get("machinery", {})}
        if "damaged-machinery" in places:
            machinery["damaged"] = set().union(*places["damaged-machinery"].values())
        old = dict(data.get("machinery", {}))
        data["machinery"] = {
            kind: self.same(old.get(kind, ""), machinery[kind]) for kind in _ordered(old, machinery)
        }
        consoles, names = places.get("console", {}), dict(data.get("consoles", {}))
        data["consoles"] = {
            name: self.same(names.get(name, ""), consoles[name]) for name in _ordered(names, consoles)
        }
        lockers = set().union(*places.get("locker", {}).values())
        old_lockers = data.get("lockers", "")
        if isinstance(old_lockers, Mapping):
            labels = {self.grid.label(hex) for hex in lockers}
            data["lockers"] = {label: old_lockers.get(label, {}) for label in _ordered(old_lockers, labels)}
        else:
            data["lockers"] = self.same(old_lockers, lockers)
        for key in ("machinery", "consoles", "lockers"):
            if not data[key]:
                del data[key]

    def ways(self, data: dict[str, Any], ids: list[str]) -> None:
        """Hatches, stairs and lifts."""
        hatches = []
        old = list(data.get("hatches", ()))
        for kind in ("hatch", "stairs"):
            for item in objects_of(self.tiled, kind):
                hex, levels = self.hex_of(item), str(item.properties.get("levels", "")).split()
                if hex is None or len(levels) != 2 or not set(levels) <= set(ids):
                    self.losses.append(
                        Loss(
                            kind, "its property `levels` does not name two levels", where=f"line {item.line}"
                        )
                    )
                    continue
                about = {"hex": self.grid.label(hex), "levels": levels}
                hatches.append({**about, "kind": kind} if kind != "hatch" else about)
        data["hatches"] = _in_old_order(
            old, hatches, lambda item: (item["hex"], frozenset(item["levels"]), item.get("kind", "hatch"))
        )
        lifts = deepcopy(list(data.get("lifts", ())))
        places: dict[str, set[Hex]] = {}
        for item in objects_of(self.tiled, "lift"):
            hex = self.hex_of(item)
            if hex is not None:
                places.setdefault(item.key or slug_of(item.name), set()).add(hex)
                if item.key not in {lift["id"] for lift in lifts}:
                    levels = str(item.properties.get("levels", "")).split() or ids
                    id = item.key or slug_of(item.name)
                    lifts.append(
                        {"id": id, "name": item.name or id, "hex": "", "levels": levels, "starts": levels[0]}
                    )
        data["lifts"] = [
            {**lift, "hex": self.same(lift["hex"], places[lift["id"]])}
            for lift in lifts
            if lift["id"] in places
        ]
        for key in ("hatches", "lifts"):
            if not data[key]:
                del data[key]

    def hex_of(self, item: MapObject) -> Hex | None:
        """The hex in which an object is; one off the map is reported."""
        hex = hex_at(self.grid, item.x + item.width / 2, item.y + item.height / 2)
        if hex is None:
            self.losses.append(Loss(item.kind or "object", "it is off the map", where=f"line {item.line}"))
        return hex


def _new_area(tile: TileMeaning) -> dict[str, Any]:
    """The data of an area that is not in the file yet, from the properties of its tile."""
    kind = str(tile.properties.get("room", ""))
    return {"name": str(tile.properties.get("title", tile.key)), **({"kind": kind} if kind else {})}


def _door_value(key: str) -> Any:
    kind, _, starts = key.partition(", ")
    return {"kind": kind, "starts": starts} if starts else kind


def _is_same_door(one: Any, other: Any) -> bool:
    """Whether two values in a file are the same door: a kind alone starts closed."""
    about = [{"kind": door} if isinstance(door, str) else dict(door) for door in (one, other)]
    return {"starts": "closed", **about[0]} == {"starts": "closed", **about[1]}


def _ordered(old: Any, new: Any) -> list[Any]:
    """The items of ``new``: first in the order of ``old``, then the rest, sorted."""
    kept = [key for key in old if key in new]
    return [*kept, *sorted(key for key in new if key not in old)]


def _in_old_order(old: list[Any], new: list[Any], key: Any) -> list[Any]:
    """Items in the order of the old ones that are the same, which stay as they were."""
    left = {key(item): item for item in new}
    kept = [item for item in old if left.pop(key(item), None) is not None]
    return [*kept, *left.values()]
