"""Tiles on hexsides: what is painted on which, and the names of hexsides in a file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from builder.exchange.losses import Loss
from builder.exchange.tiled.reading import TiledMap
from builder.geometry.hexgrid import Direction, HexGrid, Hexside


def painted_sides(
    tiled: TiledMap, grid: HexGrid, group: str, kind: str, losses: list[Loss]
) -> dict[Hexside, str]:
    """The key of the tile on each hexside of a level.

    A hexside is in the layers of both of its hexes. If they have different tiles there, the layer above
    counts, which is reported.
    """
    painted: dict[Hexside, str] = {}
    for layer in tiled.layers:
        if layer.group != group:
            continue
        for hex, tile in layer.cells.items():
            side = str(tile.properties.get("side", ""))
            if tile.kind == kind and side in Direction.__members__:
                at = grid.hexside(hex, Direction(side))
                if painted.get(at, tile.key) != tile.key:
                    why = f"{tile.key} is painted on the same side of a hex, in a layer above it"
                    losses.append(Loss(f"{kind} {painted[at]} at {_name(grid, at)}", why, where=group))
                painted[at] = tile.key
    return painted


def side_names(
    grid: HexGrid, old: Mapping[str, Any], new: Mapping[Hexside, Any], is_same: Callable[[Any, Any], bool]
) -> dict[str, Any]:
    """The entries of a file for hexsides, such as ``0405/N``; the same old ones stay as they were."""
    left = dict(new)
    names: dict[str, Any] = {}
    for text, value in old.items():
        number, _, direction = text.partition("/")
        hex = grid.read(number)
        if hex is None or direction not in Direction.__members__:
            continue
        side = grid.hexside(hex, Direction(direction))
        if side in left:
            wanted = left.pop(side)
            names[text] = value if is_same(value, wanted) else wanted
    for side, value in sorted(left.items()):
        names[_name(grid, side)] = value
    return names


def _name(grid: HexGrid, side: Hexside) -> str:
    """The name of a hexside by a hex that is on the map."""
    if side.hex in grid:
        return f"{grid.label(side.hex)}/{side.direction.value}"
    return f"{grid.label(grid.across(side))}/{side.direction.opposite.value}"
