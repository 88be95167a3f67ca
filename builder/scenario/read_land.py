"""Read the ``map.land`` block of open country into a :class:`~builder.boards.land.LandMap`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from builder.boards.land import LandMap, Obstacle
from builder.boards.spots import Place, Region
from builder.geometry.hex_fit import KEY_FOOT, read_hex_size
from builder.geometry.hexgrid import Hex, HexGrid
from builder.scenario.map_reader import MapReader, read_blocks, read_hexsides, read_spot
from builder.scenario.names import NameKind, Names
from rulesdb import Entry
from rulesdb.yaml_source import DataPath

_BASE: DataPath = ("map", "land")


class Reader(MapReader):
    """Reads open country on hexes."""

    map: LandMap

    def read_map(self, data: Mapping[str, Any]) -> LandMap:
        self.map = _read_map(data, self.names)
        return self.map

    def read_zone(self, data: Mapping[str, Any], path: DataPath) -> Region:
        read = self.map.grid.read_block
        hexes = read_blocks(NameKind.HEX, read, data["hexes"], (*path, "hexes"), self.names)
        return Region(tuple(Place(0, hex) for hex in hexes))

    def read_place(self, data: Mapping[str, Any], path: DataPath) -> Region | None:
        hex = read_spot(NameKind.HEX, self.map.grid.read, data["hex"], (*path, "hex"), self.names)
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
    sides = read_hexsides(grid, land.get("obstacles", {}), (*_BASE, "obstacles"), names)
    obstacles = {side: Obstacle(side, kind, (*_BASE, "obstacles", text)) for side, text, kind in sides}
    labels = {
        name: spot
        for name, number in land.get("labels", {}).items()
        if (spot := read_spot(NameKind.HEX, grid.read, number, (*_BASE, "labels", name), names)) is not None
    }
    return LandMap(
        title=data.get("title", ""),
        grid=grid,
        hex_size=read_hex_size(data["hex_size"], grid, KEY_FOOT),
        open_ground=next((entry for entry in names.ruleset.of_kind("terrain") if entry.get("open")), None),
        terrain=MappingProxyType(terrain),
        elevation=MappingProxyType(elevation),
        obstacles=MappingProxyType(obstacles),
        labels=MappingProxyType(labels),
        listed_twice=tuple(overlaps),
    )
