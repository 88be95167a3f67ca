"""Open country as maps of Tiled: terrain and elevation as tiles, walls and hedges on hexsides."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from builder.exchange.losses import Loss
from builder.exchange.tiled.cells import hex_at
from builder.exchange.tiled.reading import TiledMap, objects_of
from builder.exchange.tiled.sides import painted_sides, side_names
from builder.exchange.tiled.tiles import Tile, TileSheet, hue
from builder.exchange.tiled.tmx import TmxWriter
from builder.geometry.blocks import blocks_text
from builder.geometry.hexgrid import Direction, Hex, HexGrid
from builder.scenario.model import Scenario

_HIGHEST = 6
_OBSTACLES = {"wall": (90, 90, 100), "hedge": (40, 140, 50)}


def write_land(scenario: Scenario, writer: TmxWriter) -> None:
    """The layers of a map of open country."""
    land = scenario.land_map
    kinds = [entry for entry in scenario.ruleset.of_kind("terrain") if not entry.get("open")]
    ground = TileSheet(
        "terrain", "terrain", [Tile(entry.slug, entry.title, hue(at)) for at, entry in enumerate(kinds)]
    )
    highest = max([_HIGHEST, *land.elevation.values()])
    heights = TileSheet(
        "levels",
        "level",
        [
            Tile(str(level), f"level {level}", (200 - 22 * min(level, 8), 150, 90))
            for level in range(1, highest + 1)
        ],
    )
    obstacles = TileSheet(
        "obstacles",
        "obstacle",
        [Tile(key, key, color, side.value) for key, color in _OBSTACLES.items() for side in Direction],
    )
    for sheet in (ground, heights, obstacles):
        writer.tileset(sheet)
    writer.cells(writer.root, "terrain", ground, {hex: entry.slug for hex, entry in land.terrain.items()})
    raised = {hex: str(level) for hex, level in land.elevation.items() if level}
    writer.cells(writer.root, "elevation", heights, raised, opacity=0.5)
    sides = {(side.hex, side.direction): item.kind for side, item in land.obstacles.items()}
    writer.sides(writer.root, obstacles, land.grid, sides)
    labels = writer.objects(writer.root, "labels")
    for name, hex in land.labels.items():
        writer.point(labels, "label", name, hex)
    goals = writer.objects(writer.root, "objectives")
    for objective in scenario.objectives:
        for place in objective.region.spots[:1]:
            writer.point(
                goals, "objective", objective.title, place.hex, key=objective.id, side=objective.side
            )


def read_land(tiled: TiledMap, old: Mapping[str, Any], losses: list[Loss]) -> dict[str, Any]:
    """The new ``map`` block."""
    grid = HexGrid(tiled.columns, tiled.rows)
    data = deepcopy(dict(old))
    data["columns"], data["rows"] = tiled.columns, tiled.rows
    land: dict[str, Any] = data["land"]
    for key, kind in (("terrain", "terrain"), ("elevation", "level")):
        hexes: dict[str, set[Hex]] = {}
        for layer in tiled.layers:
            for hex, tile in layer.cells.items():
                if tile.kind == kind:
                    hexes.setdefault(tile.key, set()).add(hex)
        land[key] = _texts(grid, land.get(key, {}), hexes)
    painted = painted_sides(tiled, grid, "", "obstacle", losses)
    land["obstacles"] = side_names(grid, land.get("obstacles", {}), painted, lambda one, other: one == other)
    labels, older = {}, land.get("labels", {})
    for item in objects_of(tiled, "label"):
        spot = hex_at(grid, item.x + item.width / 2, item.y + item.height / 2)
        if spot is None:
            losses.append(Loss(f"label {item.name}", "it is off the map", where=f"line {item.line}"))
        else:
            labels[item.name] = grid.label(spot)
    land["labels"] = {name: labels[name] for name in [*older, *labels] if name in labels}
    for key in ("terrain", "elevation", "obstacles", "labels"):
        if not land[key]:
            del land[key]
    return data


def _texts(grid: HexGrid, old: Mapping[Any, Any], new: Mapping[str, set[Hex]]) -> dict[Any, str]:
    """The hexes of each key as text; the old text if it has the same hexes."""
    texts: dict[Any, str] = {}
    keys = {str(key): key for key in old}
    left = dict(new)
    for name, key in keys.items():
        if name in left:
            hexes = left.pop(name)
            blocks = [grid.read_block(block) for block in str(old[key]).split()]
            old_hexes = {hex for block in blocks if block is not None for hex in block}
            texts[key] = old[key] if old_hexes == hexes and None not in blocks else blocks_text(grid, hexes)
    for name in sorted(left):
        texts[name] = blocks_text(grid, left[name])
    return texts
