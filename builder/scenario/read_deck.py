"""Decks: the ``map`` block to a :class:`~builder.boards.deck.HexMap`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from builder.boards.deck import HexMap
from builder.boards.deck_parts import Area, Door, Feature, Hatch, Level, Lift
from builder.boards.spots import Place, Region
from builder.geometry.hexgrid import Direction, Hex, HexGrid, Hexside
from builder.scenario.map_reader import MapReader, words_of
from builder.scenario.names import NameKind, Names, Unread
from rulesdb.yaml_source import DataPath


class DeckReader(MapReader):
    """Reads hexes on one or more levels."""

    title = "a map of kind hex"
    place_keys = ("level", "hex")
    zone_keys = ("areas",)
    map: HexMap

    def read_map(self, data: Mapping[str, Any]) -> HexMap:
        block = _Block(data, self.names)
        block.read()
        self.map = block.result()
        return self.map

    def read_zone(self, data: Mapping[str, Any], path: DataPath) -> Region:
        areas = self.map.areas
        for index, area in enumerate(data["areas"]):
            self.names.check(NameKind.AREA, area, tuple(areas), (*path, "areas", index))
        return self.map.region_of(area for area in data["areas"] if area in areas)

    def read_place(self, data: Mapping[str, Any], path: DataPath) -> Region | None:
        levels = [level.id for level in self.map.levels]
        self.names.check(NameKind.LEVEL, data["level"], levels, (*path, "level"))
        hex = read_hex(self.map.grid, data["hex"], (*path, "hex"), self.names)
        if hex is None or data["level"] not in levels:
            return None
        return Region((Place(levels.index(data["level"]), hex),))


def read_hex(grid: HexGrid, number: str | int, path: DataPath, names: Names) -> Hex | None:
    """One hex; a number that is off the map is noted."""
    hex = grid.read(str(number))
    if hex is None:
        names.note(Unread(NameKind.HEX, str(number), path))
    return hex


class _Block:
    def __init__(self, data: Mapping[str, Any], names: Names) -> None:
        self.data = data
        self.grid = HexGrid(data["columns"], data["rows"])
        self.levels = tuple(
            Level(level["id"], level["title"], ("map", "levels", index))
            for index, level in enumerate(data["levels"])
        )
        self.level_index = {level.id: index for index, level in enumerate(self.levels)}
        self.areas: dict[str, Area] = {}
        self.doors: dict[tuple[int, Hexside], Door] = {}
        self.hatches: list[Hatch] = []
        self.lifts: list[Lift] = []
        self.features: list[Feature] = []
        self.names = names

    def read(self) -> None:
        for index, lift in enumerate(self.data.get("lifts", ())):
            self._lift(lift, ("map", "lifts", index))
        for index, level in enumerate(self.data["levels"]):
            path: DataPath = ("map", "levels", index)
            for id, area in level["areas"].items():
                self._area(id, area, index, (*path, "areas", id))
            for text, kind in level.get("doors", {}).items():
                self._door(text, kind, index, (*path, "doors", text))
            for kind, text in level.get("machinery", {}).items():
                self._features("machinery", kind, text, index, (*path, "machinery", kind))
            for name, text in level.get("consoles", {}).items():
                self._features("console", name, text, index, (*path, "consoles", name))
            self._features("locker", "", level.get("lockers", ""), index, (*path, "lockers"))
        for index, hatch in enumerate(self.data.get("hatches", ())):
            self._hatch(hatch, ("map", "hatches", index))

    def result(self) -> HexMap:
        area_at: dict[Place, str] = {}
        overlaps: list[tuple[Place, str, str]] = []
        for area in self.areas.values():
            for place in area.places:
                if place in area_at:
                    overlaps.append((place, area_at[place], area.id))
                else:
                    area_at[place] = area.id
        return HexMap(
            title=self.data.get("title", ""),
            grid=self.grid,
            hex_size=float(self.data["hex_size"]),
            outside=self.data["atmosphere"]["outside"],
            inside=self.data["atmosphere"]["inside"],
            levels=self.levels,
            areas=MappingProxyType(self.areas),
            doors=MappingProxyType(self.doors),
            hatches=tuple(self.hatches),
            lifts=tuple(self.lifts),
            features=tuple(self.features),
            area_at=MappingProxyType(area_at),
            area_overlaps=tuple(overlaps),
            site=self.data.get("site", ""),
        )

    def _area(self, id: str, data: Mapping[str, Any], level: int, path: DataPath) -> None:
        places: dict[Place, None] = {}
        for text in words_of(data["hexes"]):
            places.update((Place(level, hex), None) for hex in self._block(text, (*path, "hexes")))
        if id in self.areas:
            self.names.note(Unread(NameKind.NEW_AREA, id, path, is_key=True))
            return
        atmosphere = data.get("atmosphere", self.data["atmosphere"]["inside"])
        self.areas[id] = Area(id, data["name"], data.get("kind", "room"), atmosphere, tuple(places), path)

    def _lift(self, data: Mapping[str, Any], path: DataPath) -> None:
        levels = self._levels(data["levels"], (*path, "levels"))
        starts = self._levels([data["starts"]], path)
        hex = self._hex(data["hex"], (*path, "hex"))
        if hex is None or len(levels) < 2 or not starts:
            return
        self.lifts.append(Lift(data["id"], data["name"], hex, levels, starts[0], path))
        places = tuple(Place(level, hex) for level in levels)
        self.areas[data["id"]] = Area(
            data["id"], data["name"], "lift", self.data["atmosphere"]["inside"], places, path
        )

    def _hatch(self, data: Mapping[str, Any], path: DataPath) -> None:
        levels = self._levels(data["levels"], (*path, "levels"))
        hex = self._hex(data["hex"], (*path, "hex"))
        if hex is not None and len(levels) == 2:
            self.hatches.append(Hatch(hex, (min(levels), max(levels)), path))

    def _door(self, text: str, kind: str, level: int, path: DataPath) -> None:
        number, _, direction = text.partition("/")
        hex = self._hex(number, path, text=text, is_key=True)
        if hex is None:
            return
        side = self.grid.hexside(hex, Direction(direction))
        if (level, side) in self.doors:
            taken = self.doors[level, side].text
            self.names.note(Unread(NameKind.NEW_HEXSIDE, text, path, (taken,), is_key=True))
            return
        self.doors[level, side] = Door(level, side, kind, text, path)

    def _features(self, kind: str, name: str, text: str | int, level: int, path: DataPath) -> None:
        for word in words_of(text):
            for hex in self._block(word, path):
                self.features.append(Feature(kind, name, Place(level, hex), path))

    def _hex(
        self, number: str | int, path: DataPath, *, text: str | None = None, is_key: bool = False
    ) -> Hex | None:
        hex = self.grid.read(str(number))
        if hex is None:
            self.names.note(Unread(NameKind.HEX, text or str(number), path, is_key=is_key))
        return hex

    def _block(self, text: str, path: DataPath) -> tuple[Hex, ...]:
        hexes = self.grid.read_block(text)
        if hexes is None:
            self.names.note(Unread(NameKind.HEX, text, path))
            return ()
        self.names.count(len(hexes), path)
        return hexes

    def _levels(self, names: list[str], path: DataPath) -> tuple[int, ...]:
        levels: list[int] = []
        for name in names:
            if name in self.level_index:
                levels.append(self.level_index[name])
            else:
                self.names.note(Unread(NameKind.LEVEL, name, path, tuple(self.level_index)))
        return tuple(levels)
