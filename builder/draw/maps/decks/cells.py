"""The bars along the walls of areas that creatures cannot leave."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from math import dist

from builder.draw.surface.canvas import Point
from builder.geometry.hexgrid import Direction, Hex
from builder.geometry.hexlayout import HexLayout

# Far enough from the corners that the bars of two walls do not cross.
_SHARES = (0.23, 0.41, 0.59, 0.77)


def cell_bars(
    layout: HexLayout, hexes: Collection[Hex], gap: float, length: float, *, numbered: bool
) -> Iterator[tuple[Point, Point]]:
    """The bars just inside the walls around some hexes, as lines.

    Each is ``length`` mm long and begins ``gap`` mm from the middle of its wall. In ``numbered`` hexes there
    are none at the top, where the number stands.
    """
    inside = set(hexes)
    for hex in sorted(inside):
        middle = layout.center(hex)
        for direction, other in layout.grid.around(hex):
            if other in inside or (numbered and direction is Direction.N):
                continue
            (x1, y1), (x2, y2) = layout.side(layout.grid.hexside(hex, direction))
            x0, y0 = (x1 + x2) / 2, (y1 + y2) / 2
            away = dist((x0, y0), middle)
            right, down = (middle[0] - x0) / away, (middle[1] - y0) / away
            for share in _SHARES:
                x, y = x1 + (x2 - x1) * share, y1 + (y2 - y1) * share
                end = gap + length
                yield (x + right * gap, y + down * gap), (x + right * end, y + down * end)
