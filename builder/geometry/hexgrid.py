"""Grids of cells numbered column then row from 1 (``0405`` is column 4, row 5), and a grid of hexes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import product, starmap
from math import atan2, degrees, sqrt
from types import MappingProxyType
from typing import Generic, NamedTuple, TypeVar

Numbers = tuple[int, int]
Cell = TypeVar("Cell", bound=Numbers)


class Direction(StrEnum):
    """A hexside of a flat-topped hex, named by its direction."""

    N = "N"
    NE = "NE"
    SE = "SE"
    S = "S"
    SW = "SW"
    NW = "NW"

    @property
    def opposite(self) -> Direction:
        """The same hexside seen from the other hex.

        >>> Direction.NE.opposite.value
        'SW'
        """
        return _ORDER[(_ORDER.index(self) + 3) % 6]


# In degrees; less than the difference between the bearings of any two hexes of a map.
_EPSILON = 1e-6
_ORDER = (Direction.N, Direction.NE, Direction.SE, Direction.S, Direction.SW, Direction.NW)
# The changes of column and row to each neighbor, clockwise from the north: for hexes of columns that are half
# a hex lower, and for the others.
LOWERED: Mapping[Direction, Numbers] = MappingProxyType(
    dict(zip(_ORDER, ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)), strict=True))
)
RAISED: Mapping[Direction, Numbers] = MappingProxyType(
    dict(zip(_ORDER, ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1)), strict=True))
)

# The same for code that walks whole maps: directions with changes, by column modulo 2.
OFFSETS: tuple[tuple[tuple[Direction, int, int], ...], ...] = tuple(
    tuple((direction, across, down) for direction, (across, down) in steps.items())
    for steps in (LOWERED, RAISED)
)


class Hex(NamedTuple):
    """A hex by column and row, both from 1."""

    column: int
    row: int


class Hexside(NamedTuple):
    """One of the six sides of a hex. Two hexes share it; :meth:`HexGrid.hexside` picks one name for it."""

    hex: Hex
    direction: Direction


@dataclass(frozen=True, slots=True)
class NumberedGrid(Generic[Cell]):
    """``columns`` × ``rows`` cells; derived classes create a cell from its column and row."""

    columns: int
    rows: int

    def cell_at(self, column: int, row: int) -> Cell:
        """The cell with these numbers."""
        raise NotImplementedError

    @property
    def digits(self) -> int:
        """Digits of a column or row number: two, or as many as the larger side needs."""
        larger = max(self.columns, self.rows)
        return 2 if larger < 100 else len(str(larger))

    def label(self, cell: Cell) -> str:
        """The number of a cell.

        >>> HexGrid(24, 9).label(Hex(4, 5))
        '0405'
        """
        column, row = cell
        digits = self.digits
        return f"{column:0{digits}d}{row:0{digits}d}"

    def read(self, label: str) -> Cell | None:
        """The cell of a number; None if the number is off the grid or malformed.

        >>> HexGrid(24, 9).read("0405")
        Hex(column=4, row=5)
        """
        digits = self.digits
        if len(label) != 2 * digits or not label.isascii() or not label.isdigit():
            return None
        column, row = int(label[:digits]), int(label[digits:])
        is_on_grid = 1 <= column <= self.columns and 1 <= row <= self.rows
        return self.cell_at(column, row) if is_on_grid else None

    def read_block(self, text: str) -> tuple[Cell, ...] | None:
        """The cells of ``0304`` or of the block ``0304-0506`` (columns 3 to 5, rows 4 to 6).

        >>> [HexGrid(24, 9).label(hex) for hex in HexGrid(24, 9).read_block("0304-0405")]
        ['0304', '0305', '0404', '0405']
        """
        one, is_block, other = text.partition("-")
        first = self.read(one)
        if first is None or not is_block:
            return None if first is None else (first,)
        last = self.read(other)
        if last is None:
            return None
        (west, east), (north, south) = (sorted(ends) for ends in zip(first, last, strict=True))
        return tuple(starmap(self.cell_at, product(range(west, east + 1), range(north, south + 1))))

    def __iter__(self) -> Iterator[Cell]:
        return starmap(self.cell_at, product(range(1, self.columns + 1), range(1, self.rows + 1)))


@dataclass(frozen=True, slots=True)
class HexGrid(NumberedGrid[Hex]):
    """Flat-topped hexes; every second column, starting with the second, is half a hex lower."""

    def cell_at(self, column: int, row: int) -> Hex:
        return Hex(column, row)

    def __contains__(self, hex: object) -> bool:
        return isinstance(hex, Hex) and 1 <= hex.column <= self.columns and 1 <= hex.row <= self.rows

    def step(self, hex: Hex, direction: Direction) -> Hex:
        """The hex next to ``hex``, which may be off the grid.

        >>> HexGrid(24, 9).step(Hex(4, 5), Direction.NE), HexGrid(24, 9).step(Hex(5, 5), Direction.NE)
        (Hex(column=5, row=5), Hex(column=6, row=4))
        """
        across, down = _steps(hex)[direction]
        return Hex(hex.column + across, hex.row + down)

    def around(self, hex: Hex) -> Iterator[tuple[Direction, Hex]]:
        """The six directions, each with the hex there, on the grid or off it."""
        column, row = hex
        steps = _steps(hex).items()
        return ((direction, Hex(column + across, row + down)) for direction, (across, down) in steps)

    def neighbors(self, hex: Hex) -> Iterator[Hex]:
        """The adjacent hexes that are on the grid."""
        return (other for _, other in self.around(hex) if other in self)

    def hexside(self, hex: Hex, direction: Direction) -> Hexside:
        """The canonical name of a hexside: that of the hex whose N, NE or SE side it is.

        >>> grid = HexGrid(24, 9)
        >>> grid.hexside(Hex(4, 5), Direction.S) == grid.hexside(Hex(4, 6), Direction.N)
        True
        """
        if direction in (Direction.N, Direction.NE, Direction.SE):
            return Hexside(hex, direction)
        return Hexside(self.step(hex, direction), direction.opposite)

    def across(self, side: Hexside) -> Hex:
        """The hex on the other side."""
        return self.step(side.hex, side.direction)

    @staticmethod
    def in_arc(origin: Hex, facing: Direction, target: Hex, hexsides: int = 1) -> bool:
        """Whether a hex lies in an arc in front of another, as wide as a number of hexsides, or on its edge.

        The arc is centered on the hexside that ``facing`` names; the origin itself is not in it.

        >>> [HexGrid.in_arc(Hex(4, 4), Direction.N, target) for target in (Hex(4, 1), Hex(5, 4))]
        [True, False]
        >>> HexGrid.in_arc(Hex(4, 4), Direction.N, Hex(5, 4), 3)
        True
        """
        (q1, r1), (q2, r2) = _axial(origin), _axial(target)
        q, r = q2 - q1, r2 - r1
        if q == r == 0:
            return False
        bearing = degrees(atan2(q * sqrt(3) / 2, -(r + q / 2)))
        aside = abs((bearing - 60 * _ORDER.index(facing) + 180) % 360 - 180)
        return aside <= 30 * hexsides + _EPSILON

    @staticmethod
    def distance(start: Numbers, end: Numbers) -> int:
        """Steps from ``start`` to ``end``.

        >>> HexGrid.distance(Hex(1, 1), Hex(4, 3))
        4
        """
        (column, row), (other_column, other_row) = start, end
        # The difference in axial coordinates; see :func:`_axial`, which would take half of the time.
        q = column - other_column
        r = row - other_row - (column - 1) // 2 + (other_column - 1) // 2
        return max(abs(q), abs(r), abs(q + r))


def _axial(numbers: Numbers) -> Numbers:
    column, row = numbers
    q = column - 1
    return q, row - 1 - q // 2


def _steps(hex: Hex) -> Mapping[Direction, Numbers]:
    return LOWERED if hex.column % 2 == 0 else RAISED
