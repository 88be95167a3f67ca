"""A lattice of dots, numbered column then row from 1 (``0405`` is column 4, row 5).

On a triangular lattice every second column, starting with the second, is half a step lower, like the hexes
of a hex map; a dot has six neighbors, all one step away. On a square lattice it has eight, and a step to
a corner counts as one.

Each dot has a rectangular plot of ground around it, so that walls along the edges of plots are straight on
both lattices. A wall can be between two dots that are side by side: either their columns or their rows
differ by one, but not both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from math import sqrt
from typing import NamedTuple

from builder.geometry.hexgrid import LOWERED, RAISED, HexGrid, NumberedGrid
from builder.geometry.paths import connected_groups
from builder.geometry.shapes import Point, turn
from rulesdb.errors import InputError, brief_repr

Whole = tuple[int, int]


class Lattice(StrEnum):
    """The arrangement of dots."""

    TRIANGULAR = "triangular"
    SQUARE = "square"


class Dot(NamedTuple):
    """A dot by column and row, both from 1."""

    column: int
    row: int


class Edge(NamedTuple):
    """Where the plots of two dots meet; the dot with the lower number comes first."""

    here: Dot
    there: Dot


# The changes of column and row to each neighbor, clockwise from the north.
_SQUARE: Mapping[str, Whole] = dict(
    zip(
        ("N", "NE", "E", "SE", "S", "SW", "W", "NW"),
        ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)),
        strict=True,
    )
)
_RAISED: Mapping[str, Whole] = {str(side): step for side, step in RAISED.items()}
_LOWERED: Mapping[str, Whole] = {str(side): step for side, step in LOWERED.items()}
# The arcs of a triangular lattice, with the directions on their edges.
_BETWEEN = dict(zip(("NNE", "E", "SSE", "SSW", "W", "NNW"), pairwise((*_RAISED, "N")), strict=True))


@dataclass(frozen=True, slots=True)
class DotLattice(NumberedGrid[Dot]):
    """``columns`` × ``rows`` dots, ``spacing`` mm from each to the next on paper."""

    kind: Lattice = Lattice.TRIANGULAR
    spacing: float = 10.0

    def cell_at(self, column: int, row: int) -> Dot:
        return Dot(column, row)

    def __contains__(self, dot: object) -> bool:
        return isinstance(dot, Dot) and 1 <= dot.column <= self.columns and 1 <= dot.row <= self.rows

    @property
    def directions(self) -> tuple[str, ...]:
        """The directions in which a dot has neighbors, clockwise from the north."""
        return tuple(_SQUARE if self.kind is Lattice.SQUARE else _RAISED)

    def step(self, dot: Dot, direction: str) -> Dot:
        """The dot next to ``dot``, which may be off the lattice.

        >>> DotLattice(24, 9).step(Dot(4, 5), "NE"), DotLattice(24, 9).step(Dot(5, 5), "NE")
        (Dot(column=5, row=5), Dot(column=6, row=4))
        """
        across, down = self._steps(dot)[direction]
        return Dot(dot.column + across, dot.row + down)

    def around(self, dot: Dot) -> Iterator[tuple[str, Dot]]:
        """Each direction with the dot there, on the lattice or off it."""
        column, row = dot
        return ((name, Dot(column + across, row + down)) for name, (across, down) in self._steps(dot).items())

    def neighbors(self, dot: Dot) -> list[Dot]:
        """The dots one step away that are on the lattice."""
        column, row = dot
        columns, rows = self.columns, self.rows
        return [
            Dot(x, y)
            for across, down in self._steps(dot).values()
            if 1 <= (x := column + across) <= columns and 1 <= (y := row + down) <= rows
        ]

    def distance(self, start: Dot, end: Dot) -> int:
        """Steps from ``start`` to ``end``.

        On a square lattice, that is the larger of the differences in columns and rows. Both are readings: the
        rules count in dots, but do not state how dots are arranged.

        >>> DotLattice(24, 9).distance(Dot(1, 1), Dot(4, 3))
        4
        >>> DotLattice(24, 9, Lattice.SQUARE).distance(Dot(1, 1), Dot(4, 3))
        3
        """
        if self.kind is Lattice.SQUARE:
            return max(abs(start.column - end.column), abs(start.row - end.row))
        return HexGrid.distance(start, end)

    def parts(self, dots: Iterable[Dot]) -> tuple[tuple[Dot, ...], ...]:
        """Connected groups of dots, in the order of their first dots.

        >>> [len(part) for part in DotLattice(9, 9).parts([Dot(1, 1), Dot(2, 1), Dot(5, 5)])]
        [2, 1]
        """
        groups = connected_groups(sorted(set(dots)), self.neighbors)
        return tuple(tuple(sorted(group)) for group in groups)

    def edge(self, one: Dot, other: Dot) -> Edge | None:
        """The edge between two dots, where a wall can be; None if they are not side by side.

        >>> DotLattice(24, 9).edge(Dot(4, 5), Dot(4, 4))
        Edge(here=Dot(column=4, row=4), there=Dot(column=4, row=5))
        """
        if abs(one.column - other.column) + abs(one.row - other.row) != 1:
            return None
        return Edge(min(one, other), max(one, other))

    def edges_around(self, dot: Dot) -> Iterator[tuple[Edge, Dot]]:
        """The four edges of a dot's plot, each with the dot beyond it, on the lattice or off it."""
        for other in self.beside(dot):
            yield Edge(dot, other) if dot < other else Edge(other, dot), other

    def beside(self, dot: Dot) -> tuple[Dot, Dot, Dot, Dot]:
        """The four dots whose plots share an edge with a dot's plot, clockwise from the north."""
        column, row = dot
        return Dot(column, row - 1), Dot(column + 1, row), Dot(column, row + 1), Dot(column - 1, row)

    @property
    def arcs(self) -> tuple[str, ...]:
        """The directions that an arc of 60 degrees can face, clockwise from the north.

        On a triangular lattice, it is between two lines of dots; on a square one, it is around a line.
        """
        return tuple(_SQUARE if self.kind is Lattice.SQUARE else _BETWEEN)

    @staticmethod
    def bearing(facing: str) -> float:
        """The direction of an arc's middle in degrees, clockwise from the north.

        >>> DotLattice.bearing("E"), DotLattice.bearing("NNW")
        (90.0, 330.0)

        Raises:
            InputError: there is no such direction.
        """
        if facing not in (*_SQUARE, *_BETWEEN):
            raise InputError(f"facing={brief_repr(facing)}: use {', '.join((*_SQUARE, *_BETWEEN))}")
        names = tuple(_SQUARE) if facing in _SQUARE else tuple(_BETWEEN)
        first = 0.0 if facing in _SQUARE else 30.0
        return first + names.index(facing) * 360.0 / len(names)

    def in_arc(self, origin: Dot, facing: str, target: Dot) -> bool:
        """Whether a dot lies in the arc of 60 degrees, or on its edge; the origin itself does not.

        >>> lattice = DotLattice(24, 9)
        >>> lattice.in_arc(Dot(3, 3), "E", Dot(6, 3)), lattice.in_arc(Dot(3, 3), "E", Dot(3, 9))
        (True, False)
        """
        here, there = self.whole(origin), self.whole(target)
        if here == there:
            return False
        if self.kind is Lattice.SQUARE:
            right, down = there[0] - here[0], there[1] - here[1]
            across, ahead = _SQUARE[facing]
            along = right * across + down * ahead
            return along > 0 and 4 * along**2 >= 3 * (right**2 + down**2) * (across**2 + ahead**2)
        first, second = (self.whole(self.step(origin, name)) for name in _BETWEEN[facing])
        return turn(here, first, there) >= 0 and turn(here, there, second) >= 0

    def whole(self, dot: Dot) -> Whole:
        """The place of a dot in whole numbers, for exact geometry; :meth:`on_paper` converts it to mm."""
        if self.kind is Lattice.SQUARE:
            return 2 * dot.column, 2 * dot.row
        return 6 * dot.column, 4 * dot.row + (2 if dot.column % 2 == 0 else 0)

    def edge_ends(self, edge: Edge) -> tuple[Whole, Whole]:
        """The two ends of an edge in whole numbers."""
        column, row = edge.here
        wide, tall, above = (2, 2, 1) if self.kind is Lattice.SQUARE else (6, 4, 1)
        right, top, bottom = wide * column + wide // 2, tall * row - above, tall * (row + 1) - above
        if edge.there.row == row:
            return (right, top), (right, bottom)
        return (right - wide, bottom), (right, bottom)

    def cell(self, dot: Dot) -> tuple[Whole, ...]:
        """The corners of the ground nearer to a dot than to any other, clockwise, in whole numbers."""
        x, y = self.whole(dot)
        if self.kind is Lattice.SQUARE:
            return (x - 1, y - 1), (x + 1, y - 1), (x + 1, y + 1), (x - 1, y + 1)
        return (x - 2, y - 2), (x + 2, y - 2), (x + 4, y), (x + 2, y + 2), (x - 2, y + 2), (x - 4, y)

    def on_paper(self, point: tuple[float, float]) -> Point:
        """Whole numbers to mm from the north-west corner of :attr:`width` × :attr:`height`."""
        wide, tall = self._unit
        x0, y0 = self.whole(Dot(1, 1))
        return self.spacing / 2 + (point[0] - x0) * wide, self.spacing / 2 + (point[1] - y0) * tall

    def at(self, dot: Dot) -> Point:
        """The position of a dot, in mm."""
        return self.on_paper(self.whole(dot))

    @property
    def width(self) -> float:
        """From half a step west of the first column to half a step east of the last, in mm."""
        return self.on_paper(self.whole(Dot(self.columns, 1)))[0] + self.spacing / 2

    @property
    def height(self) -> float:
        """From half a step north of the first row to half a step south of the last, in mm."""
        lowest = max(self.at(Dot(column, self.rows))[1] for column in range(1, min(2, self.columns) + 1))
        return lowest + self.spacing / 2

    @property
    def _unit(self) -> Point:
        """Width and height of a whole number, in mm."""
        if self.kind is Lattice.SQUARE:
            return self.spacing / 2, self.spacing / 2
        return self.spacing * sqrt(3) / 12, self.spacing / 4

    def _steps(self, dot: Dot) -> Mapping[str, Whole]:
        if self.kind is Lattice.SQUARE:
            return _SQUARE
        return _LOWERED if dot.column % 2 == 0 else _RAISED
