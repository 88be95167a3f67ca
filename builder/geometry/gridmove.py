"""Moving figures on a grid as they are: shifted, and mirrored if wanted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from builder.geometry.hexgrid import Direction, Numbers


class Mirror(StrEnum):
    """What a figure is mirrored to; ``BOTH`` turns it by 180 degrees."""

    NONE = "none"
    LEFT_RIGHT = "left-right"
    UP_DOWN = "up-down"
    BOTH = "both"

    @property
    def is_across(self) -> bool:
        """Whether left and right are exchanged."""
        return self in (Mirror.LEFT_RIGHT, Mirror.BOTH)

    @property
    def is_down(self) -> bool:
        """Whether up and down are exchanged."""
        return self in (Mirror.UP_DOWN, Mirror.BOTH)


_D = Direction
_ACROSS: Mapping[Direction, Direction] = MappingProxyType(
    {_D.N: _D.N, _D.NE: _D.NW, _D.SE: _D.SW, _D.S: _D.S, _D.SW: _D.SE, _D.NW: _D.NE}
)
_DOWN: Mapping[Direction, Direction] = MappingProxyType(
    {_D.N: _D.S, _D.NE: _D.SE, _D.SE: _D.NE, _D.S: _D.N, _D.SW: _D.NW, _D.NW: _D.SW}
)


@dataclass(frozen=True, slots=True)
class GridMove:
    """Mirrors a figure around the cell ``start``, and then puts this cell on ``end``.

    Hexes keep their distances: in a move by an odd number of columns, every second column goes half a hex
    down. Cells of other grids keep their differences of columns and rows. A cell may leave the grid.

    >>> move = GridMove((2, 4), (5, 4))
    >>> [move.cell(cell) for cell in ((2, 4), (3, 4), (3, 5), (4, 4))]
    [(5, 4), (6, 3), (6, 4), (7, 4)]
    >>> GridMove((2, 4), (2, 4), Mirror.LEFT_RIGHT).cell((3, 5))
    (1, 5)
    """

    start: Numbers
    end: Numbers
    mirror: Mirror = Mirror.NONE
    is_hexes: bool = True

    def cell(self, cell: Numbers) -> Numbers:
        """Where a cell goes."""
        if not self.is_hexes:
            across, down = cell[0] - self.start[0], cell[1] - self.start[1]
            across, down = (
                -across if self.mirror.is_across else across,
                -down if self.mirror.is_down else down,
            )
            return self.end[0] + across, self.end[1] + down
        (column, row), (first_column, first_row) = cell, self.start
        q = column - first_column
        r = row - first_row - (column - 1) // 2 + (first_column - 1) // 2
        if self.mirror.is_across:
            q, r = -q, r + q
        if self.mirror.is_down:
            r = -q - r
        to = self.end[0] + q
        return to, self.end[1] + r + (to - 1) // 2 - (self.end[0] - 1) // 2

    def direction(self, direction: Direction) -> Direction:
        """What a direction of the figure becomes.

        >>> GridMove((1, 1), (1, 1), Mirror.BOTH).direction(Direction.NE).value
        'SW'
        """
        if self.mirror.is_across:
            direction = _ACROSS[direction]
        return _DOWN[direction] if self.mirror.is_down else direction
