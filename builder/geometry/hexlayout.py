"""Where the hexes of a grid lie on a plane, in millimetres; x to the right, y down."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from builder.geometry.hexgrid import Direction, Hex, HexGrid, Hexside

Point = tuple[float, float]


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
        return self.size / sqrt(3)

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
        lower = 0.5 if hex.column % 2 == 0 else 0.0
        return (self.radius * (1.5 * (hex.column - 1) + 1), self.size * (hex.row - 0.5 + lower))

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
