"""Open country: the ``map.land`` block to a :class:`~builder.boards.land.LandMap`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from builder.boards.land import LandMap, Obstacle
from builder.boards.spots import Place, Region
from builder.geometry.hexgrid import Direction, Hex, HexGrid, Hexside
from builder.scenario.map_reader import MapReader, read_blocks
from builder.scenario.names import NameKind, Names, Unread
from builder.scenario.read_deck import read_hex
from rulesdb import Entry
from rulesdb.yaml_source import DataPath

_BASE: DataPath = ("map", "land")


class LandReader(MapReader):
    """Reads open country on hexes."""

    title = "open country"
    place_keys = ("hex",)
    zone_keys = ("hexes",)
    map: LandMap

    def read_map(self, data: Mapping[str, Any]) -> LandMap:
        self.map = _read_map(data, self.names)
        return self.map

    def read_zone(self, data: Mapping[str, Any], path: DataPath) -> Region:
        hexes = read_blocks(
            NameKind.HEX, self.map.grid.read_block, data["hexes"], (*path, "hexes"), self.names
        )
        return Region(tuple(Place(0, hex) for hex in hexes))

    def read_place(self, data: Mapping[str, Any], path: DataPath) -> Region | None:
        hex = read_hex(self.map.grid, data["hex"], (*path, "hex"), self.names)
        return Region((Place(0, hex),)) if hex is not None else None


def _read_map(data: Mapping[str, Any], names: Names) -> LandMap:
    grid = HexGrid(data["columns"], data["rows"])
    land = data["land"]
    overlaps: list[tuple[Hex, str, str, DataPath]] = []
    terrain: dict[Hex, Entry] = {}
    for name, text in land.get("terrain", {}).items():
        path = (*_BASE, "terrain", name)
        entry = names.entry(NameKind.TERRAIN, name, path)
        for hex in read_blocks(NameKind.HEX, grid.read_block, text, path, names):
            if entry is not None:
                if hex in terrain:
                    overlaps.append((hex, terrain[hex].slug, entry.slug, path))
                terrain.setdefault(hex, entry)
    elevation: dict[Hex, int] = {}
    for level, text in land.get("elevation", {}).items():
        path = (*_BASE, "elevation", level)
        for hex in read_blocks(NameKind.HEX, grid.read_block, text, path, names):
            if hex in elevation:
                overlaps.append((hex, f"level {elevation[hex]}", f"level {level}", path))
            elevation.setdefault(hex, int(level))
    grounds = [entry for entry in names.ruleset.of_kind("terrain") if entry.get("open")]
    return LandMap(
        title=data.get("title", ""),
        grid=grid,
        hex_size=float(data["hex_size"]),
        open_ground=grounds[0] if grounds else None,
        terrain=MappingProxyType(terrain),
        elevation=MappingProxyType(elevation),
        obstacles=MappingProxyType(dict(_obstacles(land, grid, names))),
        labels=MappingProxyType(dict(_labels(land, grid, names))),
        listed_twice=tuple(overlaps),
    )


def _obstacles(land: Mapping[str, Any], grid: HexGrid, names: Names) -> Iterator[tuple[Hexside, Obstacle]]:
    seen: dict[Hexside, str] = {}
    for text, kind in land.get("obstacles", {}).items():
        path = (*_BASE, "obstacles", text)
        number, _, direction = text.partition("/")
        hex = grid.read(number)
        if hex is None:
            names.note(Unread(NameKind.HEX, text, path, is_key=True))
            continue
        side = grid.hexside(hex, Direction(direction))
        if side in seen:
            names.note(Unread(NameKind.NEW_HEXSIDE, text, path, (seen[side],), is_key=True))
            continue
        seen[side] = text
        yield side, Obstacle(side, kind, path)


def _labels(land: Mapping[str, Any], grid: HexGrid, names: Names) -> Iterator[tuple[str, Hex]]:
    for name, number in land.get("labels", {}).items():
        hex = grid.read(str(number))
        if hex is None:
            names.note(Unread(NameKind.HEX, str(number), (*_BASE, "labels", name)))
        else:
            yield name, hex
