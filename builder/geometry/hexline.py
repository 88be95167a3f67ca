"""The hexes that a straight line passes."""

from __future__ import annotations

import math

from builder.geometry.hexgrid import Hex, HexGrid
from builder.geometry.hexlayout import HexLayout
from builder.geometry.sight import crosses

_HAIR = 1e-4


def hexes_between(layout: HexLayout, here: Hex, there: Hex) -> tuple[frozenset[Hex], ...]:
    """The hexes between two others whose inside the line from middle to middle passes.

    Where the line runs along hexsides there are two answers: the hexes on its one side and on its other.
    Otherwise there is one.

    >>> layout = HexLayout(HexGrid(9, 9), 10.0)
    >>> [sorted(layout.grid.label(hex) for hex in way)
    ...  for way in hexes_between(layout, Hex(2, 2), Hex(5, 4))]
    [['0303', '0403']]
    >>> [sorted(layout.grid.label(hex) for hex in way)
    ...  for way in hexes_between(layout, Hex(2, 2), Hex(4, 2))]
    [['0303'], ['0302']]
    """
    (x1, y1), (x2, y2) = layout.center(here), layout.center(there)
    across = math.dist((x1, y1), (x2, y2))
    if across == 0:
        return (frozenset(),)
    aside = _HAIR * layout.size / across
    ways = []
    for sign in (1, -1):
        right, down = sign * aside * (y1 - y2), sign * aside * (x2 - x1)
        start, end = (x1 + right, y1 + down), (x2 + right, y2 + down)
        ways.append(
            frozenset(
                hex
                for hex in _around(layout.grid, here, there)
                if any(crosses(start, end, *side) for side in _sides(layout, hex))
            )
        )
    return tuple(dict.fromkeys(ways))


def _around(grid: HexGrid, here: Hex, there: Hex) -> tuple[Hex, ...]:
    """The hexes of the box around two hexes, without the two."""
    columns = range(min(here.column, there.column), max(here.column, there.column) + 1)
    rows = range(min(here.row, there.row) - 1, max(here.row, there.row) + 2)
    found = (Hex(column, row) for column in columns for row in rows)
    return tuple(hex for hex in found if hex in grid and hex not in (here, there))


def _sides(layout: HexLayout, hex: Hex) -> tuple[tuple[tuple[float, float], tuple[float, float]], ...]:
    corners = layout.corners(hex)
    return tuple(zip(corners, (*corners[1:], corners[0]), strict=True))
