"""Read the ``map`` block of decks into a :class:`~builder.boards.deck.HexMap`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache, partial
from types import MappingProxyType
from typing import Any, TypeVar

from builder.boards.deck import HexMap
from builder.boards.deck_parts import Area, Berth, Door, Feature, Hatch, Level, Lift
from builder.boards.spots import Place, Region
from builder.geometry.hex_fit import read_hex_size
from builder.geometry.hexgrid import Direction, HexGrid, Hexside
from builder.scenario.map_reader import MapReader, read_blocks, read_hexsides, read_spot
from builder.scenario.names import NameKind, Names
from rulesdb.yaml_source import DataPath

T = TypeVar("T")


class Reader(MapReader):
    """Reads hexes on one or more levels."""

    map: HexMap

    def read_map(self, data: Mapping[str, Any]) -> HexMap:
        self.map = _Block(data, self.names).read()
        return self.map

    def read_zone(self, data: Mapping[str, Any], path: DataPath) -> Region:
        if "areas" not in data:
            return self._read_hexes(data, path)
        areas = self.map.areas
        for index, area in enumerate(data["areas"]):
            self.names.check(NameKind.AREA, area, tuple(areas), (*path, "areas", index))
        return self.map.region_of(area for area in data["areas"] if area in areas)

    def _read_hexes(self, data: Mapping[str, Any], path: DataPath) -> Region:
        """A zone of hexes on one level or on all; the hexes can be outside."""
        ids = [level.id for level in self.map.levels]
        if "level" in data:
            self.names.check(NameKind.LEVEL, data["level"], ids, (*path, "level"))
        levels = [index for index, id in enumerate(ids) if data.get("level", id) == id]
        block = self.map.grid.read_block
        hexes = read_blocks(NameKind.HEX, block, data.get("hexes", ""), (*path, "hexes"), self.names)
        return Region(tuple(Place(level, hex) for level in levels for hex in hexes))

    def read_place(self, data: Mapping[str, Any], path: DataPath) -> Region | None:
        levels = [level.id for level in self.map.levels]
        self.names.check(NameKind.LEVEL, data["level"], levels, (*path, "level"))
        if "hexes" in data:
            block = self.map.grid.read_block
            hexes = read_blocks(NameKind.HEX, block, data["hexes"], (*path, "hexes"), self.names)
        else:
            hex = read_spot(NameKind.HEX, self.map.grid.read, data["hex"], (*path, "hex"), self.names)
            hexes = (hex,) if hex is not None else ()
        if not hexes or data["level"] not in levels:
            return None
        level = levels.index(data["level"])
        return Region(tuple(Place(level, hex) for hex in hexes))


class _Block:
    """The ``map`` block, read part by part."""

    def __init__(self, data: Mapping[str, Any], names: Names) -> None:
        self.data = data
        self.names = names
        self.grid = HexGrid(data["columns"], data["rows"])
        self.level_ids = [level["id"] for level in data["levels"]]
        self.areas: dict[str, Area] = {}
        self.doors: dict[tuple[int, Hexside], Door] = {}
        self.features: list[Feature] = []
        self.berths: dict[tuple[int, Hexside], Berth] = {}

    def read(self) -> HexMap:
        lifts = self._each("lifts", self._lift)
        for index, level in enumerate(self.data["levels"]):
            self._level(level, index, ("map", "levels", index))
        hatches = self._each("hatches", self._hatch)
        area_at: dict[Place, str] = {}
        overlaps: list[tuple[Place, str, str]] = []
        for area in self.areas.values():
            for place in area.places:
                first = area_at.setdefault(place, area.id)
                if first != area.id:
                    overlaps.append((place, first, area.id))
        for lift in lifts:
            if lift.controls:
                self._fill(lift, area_at)
        return HexMap(
            title=self.data.get("title", ""),
            grid=self.grid,
            hex_size=read_hex_size(self.data["hex_size"], self.grid),
            outside=self.data["atmosphere"]["outside"],
            inside=self.data["atmosphere"]["inside"],
            levels=tuple(
                Level(level["id"], level["title"], ("map", "levels", index))
                for index, level in enumerate(self.data["levels"])
            ),
            areas=MappingProxyType(self.areas),
            doors=MappingProxyType(self.doors),
            hatches=hatches,
            lifts=lifts,
            features=tuple(self.features),
            area_at=MappingProxyType(area_at),
            area_overlaps=tuple(overlaps),
            site=self.data.get("site", ""),
            berths=tuple(self.berths.values()),
            shut_down_at=self.names.ruleset.movement.shut_down_at if self.names.ruleset.movement else 0,
        )

    def _each(self, key: str, read: Callable[[Mapping[str, Any], DataPath], T | None]) -> tuple[T, ...]:
        """The items of a list that could be read."""
        items = (read(item, ("map", key, index)) for index, item in enumerate(self.data.get(key, ())))
        return tuple(item for item in items if item is not None)

    def _level(self, data: Mapping[str, Any], level: int, path: DataPath) -> None:
        for id, area in data["areas"].items():
            self._area(id, area, level, (*path, "areas", id))
        for side, text, door in read_hexsides(self.grid, data.get("doors", {}), (*path, "doors"), self.names):
            about = {"kind": door} if isinstance(door, str) else door
            self.doors[level, side] = Door(level, side, text=text, path=(*path, "doors", text), **about)
        for index, text in enumerate(data.get("berths", ())):
            number, _, direction = text.partition("/")
            hex = read_spot(NameKind.HEX, self.grid.read, number, (*path, "berths", index), self.names)
            if hex is not None:
                side = self.grid.hexside(hex, Direction(direction))
                self.berths[level, side] = Berth(level, side, text, (*path, "berths", index))
        machinery = dict(data.get("machinery", {}))
        damaged = machinery.pop("damaged", "")
        for kind, text in machinery.items():
            self._features("machinery", kind, text, level, (*path, "machinery", kind))
        self._features("damaged-machinery", "", damaged, level, (*path, "machinery", "damaged"))
        for name, text in data.get("consoles", {}).items():
            self._features("console", name, text, level, (*path, "consoles", name))
        self._lockers(data.get("lockers", ""), level, (*path, "lockers"))

    def _area(self, id: str, data: Mapping[str, Any], level: int, path: DataPath) -> None:
        places = self._places(data["hexes"], level, (*path, "hexes"))
        if id in self.areas:
            self.names.note(NameKind.NEW_AREA, id, path, is_key=True)
            return
        atmosphere = data.get("atmosphere", self.data["atmosphere"]["inside"])
        kind, terrain = data.get("kind", "room"), None
        if "terrain" in data:
            terrain = self.names.entry(NameKind.TERRAIN, data["terrain"], (*path, "terrain"))
        damage, gas = data.get("damage", 0), data.get("gas", False)
        self.areas[id] = Area(id, data["name"], kind, atmosphere, places, path, terrain, damage, gas)

    def _lift(self, data: Mapping[str, Any], path: DataPath) -> Lift | None:
        """A lift; its shaft becomes an area."""
        levels = self._levels(data["levels"], (*path, "levels"))
        starts = self._levels([data["starts"]], path)
        block = self.grid.read_block
        hexes = read_blocks(NameKind.HEX, block, data["hex"], (*path, "hex"), self.names)
        controls = data.get("controls", "")
        if controls:
            consoles = [name for level in self.data["levels"] for name in level.get("consoles", {})]
            self.names.check(NameKind.CONSOLE, controls, consoles, (*path, "controls"))
        if not hexes or len(levels) < 2 or not starts:
            return None
        id, name = data["id"], data["name"]
        places = tuple(Place(level, hex) for level in levels for hex in hexes)
        self.areas[id] = Area(id, name, "lift", self.data["atmosphere"]["inside"], places, path)
        return Lift(id, name, hexes, levels, starts[0], path, controls)

    def _fill(self, lift: Lift, area_at: Mapping[Place, str]) -> None:
        """Give a cargo lift the air of the deck to which it is lowered."""
        lowest = max(lift.levels)
        ends = (
            {Place(level, side.hex), Place(level, self.grid.across(side))}
            for level, side in self.doors
            if level == lowest
        )
        areas = {
            area_at.get(place)
            for pair in ends
            if not pair.isdisjoint(self.areas[lift.id].places)
            for place in pair
        }
        airs = {self.areas[id].atmosphere for id in areas if id not in (None, lift.id)}
        if len(airs) == 1:
            self.areas[lift.id] = replace(self.areas[lift.id], atmosphere=airs.pop())

    def _hatch(self, data: Mapping[str, Any], path: DataPath) -> Hatch | None:
        levels = self._levels(data["levels"], (*path, "levels"))
        hex = read_spot(NameKind.HEX, self.grid.read, data["hex"], (*path, "hex"), self.names)
        if hex is None or len(levels) != 2:
            return None
        return Hatch(hex, (min(levels), max(levels)), path, data.get("kind", "hatch"))

    def _features(self, kind: str, name: str, text: str | int, level: int, path: DataPath) -> None:
        self.features += [Feature(kind, name, place, path) for place in self._places(text, level, path)]

    def _lockers(self, data: str | int | Mapping[str, Any], level: int, path: DataPath) -> None:
        """Lockers: their hexes, or what is in each by hex."""
        if not isinstance(data, Mapping):
            self._features("locker", "", data, level, path)
            return
        for number, contents in data.items():
            hex, here = self.grid.read(number), (*path, number)
            if hex is None:
                self.names.note(NameKind.HEX, number, here, is_key=True)
                continue
            held = (
                self.names.entry(NameKind.WEAPON, name, (*here, "holds", index))
                for index, name in enumerate(contents.get("holds", ()))
            )
            holds = tuple(entry for entry in held if entry is not None)
            suits, text = contents.get("suits"), contents.get("text", "").strip()
            self.features.append(Feature("locker", "", Place(level, hex), here, suits, holds, text))

    def _places(self, text: str | int, level: int, path: DataPath) -> tuple[Place, ...]:
        return read_blocks(NameKind.HEX, partial(_block, self.grid, level), text, path, self.names)

    def _levels(self, names: list[str], path: DataPath) -> tuple[int, ...]:
        """The numbers of the levels with these ids."""
        for name in names:
            self.names.check(NameKind.LEVEL, name, self.level_ids, path)
        return tuple(self.level_ids.index(name) for name in names if name in self.level_ids)


@lru_cache(maxsize=1_000)
def _block(grid: HexGrid, level: int, word: str) -> tuple[Place, ...] | None:
    """The hexes of a block on a level; None if it is malformed.

    They are kept, because a file that is edited is read again and again.
    """
    hexes = grid.read_block(word)
    return None if hexes is None else tuple(Place(level, hex) for hex in hexes)
