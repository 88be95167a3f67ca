"""The geometry of a map of dots on paper: plots, areas of dots, walls as straight runs.

All lengths are mm from the north-west corner of the map. Measures of the drawings are those of a lattice on
which counters fit side by side; on a tighter lattice all shrink by :attr:`Site.unit`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from math import floor
from typing import TYPE_CHECKING

from builder.boards.dots import Building, DotsMap
from builder.draw.surface.canvas import Point
from builder.draw.surface.clear_space import Box
from builder.draw.surface.memo import Memo
from builder.geometry.dotlattice import Dot, DotLattice, Edge, Lattice

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

# The spacing at which counters fit side by side.
_ROOMY = {Lattice.SQUARE: 16.0, Lattice.TRIANGULAR: 18.4}
# Nothing dark is nearer to the middle of a dot.
CLEAR = 1.9
# Decimal places of mm to which edges of plots are equal.
_PLACES = 6


@dataclass(frozen=True, slots=True)
class Run:
    """A straight line along edges of plots, from west to east or from north to south."""

    start: Point
    end: Point

    @property
    def is_upright(self) -> bool:
        return self.start[0] == self.end[0]

    @property
    def middle(self) -> Point:
        return (self.start[0] + self.end[0]) / 2, (self.start[1] + self.end[1]) / 2

    @property
    def long(self) -> float:
        return self.end[0] - self.start[0] + self.end[1] - self.start[1]

    def at(self, along: float, aside: float = 0.0) -> Point:
        """A point ``along`` mm from the start and ``aside`` mm to the south, or east of an upright run."""
        x, y = self.start
        return (x + aside, y + along) if self.is_upright else (x + along, y + aside)

    def box(self, start: float, end: float, near: float, far: float) -> Box:
        """The box from ``start`` to ``end`` along the run, and from ``near`` to ``far`` aside."""
        (x1, y1), (x2, y2) = self.at(start, near), self.at(end, far)
        return min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)


@dataclass(frozen=True)
class Site:
    """A map with its geometry on paper, of which ``memo`` keeps what takes long."""

    dots: DotsMap
    memo: Memo = field(default_factory=Memo, compare=False, repr=False)

    @property
    def lattice(self) -> DotLattice:
        return self.dots.lattice

    @cached_property
    def unit(self) -> float:
        """1, or less on a lattice that is tighter than counters need."""
        return min(1.0, self.lattice.spacing / _ROOMY[self.lattice.kind])

    @cached_property
    def width(self) -> float:
        return self.lattice.width

    @cached_property
    def height(self) -> float:
        return self.lattice.height

    @cached_property
    def pitch(self) -> Point:
        """From a column of dots to the next and from a row to the next; half rows on a triangular lattice."""
        (x1, y1), (x2, _) = self.lattice.at(Dot(1, 1)), self.lattice.at(Dot(2, 1))
        _, y3 = self.lattice.at(Dot(1, 2))
        is_square = self.lattice.kind is Lattice.SQUARE
        return x2 - x1, (y3 - y1) if is_square else (y3 - y1) / 2

    @cached_property
    def plot_corner(self) -> Point:
        """The north-west corner of the first plot."""
        west, north, _, _ = self.plot(Dot(1, 1))
        return west, north

    @cached_property
    def clear(self) -> float:
        """How far anything dark stays away from the middle of a dot."""
        return CLEAR * self.unit

    def plot(self, dot: Dot) -> Box:
        """The rectangle of ground around a dot, between the walls that it can have."""
        east = self.lattice.edge_ends(Edge(dot, Dot(dot.column + 1, dot.row)))
        west = self.lattice.edge_ends(Edge(Dot(dot.column - 1, dot.row), dot))
        (x1, y1), (x2, y2) = self.lattice.on_paper(west[0]), self.lattice.on_paper(east[1])
        return x1, y1, x2, y2

    def run(self, edge: Edge) -> Run:
        """The line of one edge."""
        start, end = self.lattice.edge_ends(edge)
        return Run(self.lattice.on_paper(start), self.lattice.on_paper(end))

    def runs(self, edges: Iterable[Edge]) -> list[Run]:
        """The straight lines that some edges form."""
        lines: dict[tuple[bool, float], list[tuple[float, float]]] = {}
        for edge in edges:
            run = self.run(edge)
            across, along = (0, 1) if run.is_upright else (1, 0)
            place = (run.is_upright, round(run.start[across], 3))
            lines.setdefault(place, []).append((run.start[along], run.end[along]))
        runs = []
        for (is_upright, at), spans in sorted(lines.items()):
            for start, end in _joined(sorted(spans)):
                runs.append(Run((at, start), (at, end)) if is_upright else Run((start, at), (end, at)))
        return runs

    def parts(self, dots: Iterable[Dot]) -> tuple[tuple[Dot, ...], ...]:
        """The connected groups of some dots."""
        members = tuple(dots)
        return self.memo.get(("parts", self.lattice, members), lambda: self.lattice.parts(members))

    def area(self, dots: Iterable[Dot], margin: float = 0.0) -> BaseGeometry:
        """The plots of some dots in one; at the edges of the map, they reach ``margin`` mm further."""
        members = tuple(dots)
        key = ("area", self.lattice, members, margin)
        return self.memo.get(key, lambda: self._area(members, margin))

    def _area(self, dots: Iterable[Dot], margin: float) -> BaseGeometry:
        from shapely import box, union_all

        lattice, boxes = self.lattice, []
        for dot in dots:
            west, north, east, south = self.plot(dot)
            sides = (
                -margin if dot.column == 1 else west,
                -margin if dot.row == 1 else north,
                self.width + margin if dot.column == lattice.columns else east,
                self.height + margin if dot.row == lattice.rows else south,
            )
            # Edges of plots that are equal on paper can differ by rounding.
            west, north, east, south = (round(side, _PLACES) for side in sides)
            boxes.append(box(west, north, east, south))
        area: BaseGeometry = union_all(boxes)
        return area

    @cached_property
    def frame(self) -> BaseGeometry:
        """The whole map."""
        from shapely import box

        return box(0, 0, self.width, self.height)

    def dots_in(self, box: Box) -> Iterator[Dot]:
        """The dots whose middles are in a box."""
        west, north, east, south = box
        across, _ = self.pitch
        first = max(1, floor((west - self.lattice.spacing / 2) / across) + 1)
        last = min(self.lattice.columns, floor((east - self.lattice.spacing / 2) / across) + 2)
        for column in range(first, last + 1):
            x, top = self.lattice.at(Dot(column, 1))
            if west <= x <= east:
                upper = max(1, floor((north - top) / self.lattice.spacing) + 1)
                lower = min(self.lattice.rows, floor((south - top) / self.lattice.spacing) + 2)
                for row in range(upper, lower + 1):
                    if north <= top + (row - 1) * self.lattice.spacing <= south:
                        yield Dot(column, row)

    def points_near(self, box: Box, reach: float) -> list[Point]:
        """The middles of the dots in a box, or up to ``reach`` mm beside it."""
        west, north, east, south = box
        grown = (west - reach, north - reach, east + reach, south + reach)
        return [self.lattice.at(dot) for dot in self.dots_in(grown)]

    def without_dots(self, area: BaseGeometry, clear: float) -> BaseGeometry:
        """An area without ``clear`` mm around each dot."""
        from shapely import MultiPoint

        if area.is_empty:
            return area
        points = self.points_near(area.bounds, clear)
        return area.difference(MultiPoint(points).buffer(clear, quad_segs=4)) if points else area

    def walls_of(self, building: Building) -> list[Edge]:
        """The edges around a building."""
        inside = set(building.dots)
        return [
            edge
            for dot in building.dots
            for edge, other in self.lattice.edges_around(dot)
            if other not in inside
        ]


def _joined(spans: list[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    """Spans in order, with those that meet joined."""
    start, end = spans[0]
    for first, last in spans[1:]:
        if first > end + 1e-3:
            yield start, end
            start, end = first, last
        else:
            end = max(end, last)
    yield start, end
