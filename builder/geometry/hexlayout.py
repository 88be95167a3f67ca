"""The places of a grid's hexes on a plane, in mm, x to the right and y down, and lines across them."""

from __future__ import annotations

from dataclasses import dataclass
from math import dist, sqrt

from builder.geometry.hexgrid import Direction, Hex, HexGrid, Hexside
from builder.geometry.shapes import Point, crosses, ring_sides

_EPSILON = 1e-4
_ROOT = sqrt(3)


@dataclass(frozen=True, slots=True)
class HexLayout:
    """A grid laid out with hexes of ``size`` mm from flat side to flat side.

    The top left corner of the grid's box is at (0, 0).
    """

    grid: HexGrid
    size: float

    @property
    def radius(self) -> float:
        """Center to corner, in mm; also the length of a hexside."""
        return self.size / _ROOT

    @property
    def width(self) -> float:
        """Width of the grid's box in mm."""
        return self.radius * (1.5 * self.grid.columns + 0.5)

    @property
    def height(self) -> float:
        """Height of the grid's box in mm."""
        return self.size * (self.grid.rows + (0.5 if self.grid.columns > 1 else 0))

    def center(self, hex: Hex) -> Point:
        """The middle of a hex."""
        column, row = hex
        lower = 0.5 if column % 2 == 0 else 0.0
        return self.size / _ROOT * (1.5 * (column - 1) + 1), self.size * (row - 0.5 + lower)

    def corners(self, hex: Hex) -> tuple[Point, ...]:
        """The six corners, clockwise from the left end of the N side."""
        x, y = self.center(hex)
        half, reach = self.radius / 2, self.radius
        up = self.size / 2
        return (
            (x - half, y - up),
            (x + half, y - up),
            (x + reach, y),
            (x + half, y + up),
            (x - half, y + up),
            (x - reach, y),
        )

    def side(self, side: Hexside) -> tuple[Point, Point]:
        """The two ends of a hexside, clockwise as its hex sees it."""
        corners = self.corners(side.hex)
        index = tuple(Direction).index(side.direction)
        return corners[index], corners[(index + 1) % 6]


def hexes_between(layout: HexLayout, here: Hex, there: Hex) -> tuple[frozenset[Hex], ...]:
    """The hexes between two others whose interior the line from middle to middle passes through.

    If the line runs along hexsides, there are two answers: the hexes on either side of it; otherwise there is
    one.

    >>> layout = HexLayout(HexGrid(9, 9), 10.0)
    >>> [sorted(layout.grid.label(hex) for hex in way)
    ...  for way in hexes_between(layout, Hex(2, 2), Hex(5, 4))]
    [['0303', '0403']]
    >>> [sorted(layout.grid.label(hex) for hex in way)
    ...  for way in hexes_between(layout, Hex(2, 2), Hex(4, 2))]
    [['0303'], ['0302']]
    """
    (x1, y1), (x2, y2) = layout.center(here), layout.center(there)
    across = dist((x1, y1), (x2, y2))
    if across == 0:
        return (frozenset(),)
    aside = _EPSILON * layout.size / across
    ways = []
    for sign in (1, -1):
        right, down = sign * aside * (y1 - y2), sign * aside * (x2 - x1)
        start, end = (x1 + right, y1 + down), (x2 + right, y2 + down)
        ways.append(
            frozenset(
                hex
                for hex in _around(layout.grid, here, there)
                if any(crosses(start, end, *side) for side in ring_sides(layout.corners(hex)))
            )
        )
    return tuple(dict.fromkeys(ways))


def _around(grid: HexGrid, here: Hex, there: Hex) -> tuple[Hex, ...]:
    """The hexes of the box around two hexes, without the two."""
    columns = range(min(here.column, there.column), max(here.column, there.column) + 1)
    rows = range(min(here.row, there.row) - 1, max(here.row, there.row) + 2)
    hexes = (Hex(column, row) for column in columns for row in rows)
    return tuple(hex for hex in hexes if hex in grid and hex not in (here, there))
