"""Lines of sight between dots."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import chain

from builder.geometry.dotlattice import Dot, DotLattice, Edge
from builder.geometry.shapes import Point
from builder.geometry.sight import Segment, sees


class DotSight:
    """Answers what sees what on one lattice, for a map's worth of questions.

    ``walls`` stop lines at edges between plots. ``screens`` are dots whose ground cannot be seen through:
    they stop a line that passes nearer to them than to any other dot, but one sees into a screen and out of
    it. A line that only touches a corner, or runs along an edge, is judged on both its sides and stopped if
    both are.

    >>> lattice = DotLattice(9, 9)
    >>> sight = DotSight(lattice, [lattice.edge(Dot(4, 4), Dot(4, 5))], [Dot(6, 6)])
    >>> sight.sees(Dot(4, 2), Dot(4, 8))
    False
    >>> [sight.sees(Dot(6, 4), Dot(6, row)) for row in (6, 8)]
    [True, False]
    """

    def __init__(self, lattice: DotLattice, walls: Iterable[Edge], screens: Iterable[Dot]) -> None:
        self.lattice = lattice
        self._walls = [_segment(lattice.edge_ends(wall)) for wall in walls]
        self._screens = {dot: list(_outline(lattice, dot)) for dot in screens}

    def sees(self, eye: Dot, target: Dot) -> bool:
        """Whether the straight line between two dots is free; the same both ways."""
        west, east = sorted((eye.column, target.column))
        north, south = sorted((eye.row, target.row))
        screens = (
            segment
            for dot, outline in self._screens.items()
            if west - 1 <= dot.column <= east + 1
            and north - 1 <= dot.row <= south + 1
            and dot not in (eye, target)
            for segment in outline
        )
        here, there = (_point(self.lattice.whole(dot)) for dot in (eye, target))
        return sees(here, there, chain(self._walls, screens))


def dot_sees(
    lattice: DotLattice, eye: Dot, target: Dot, walls: Collection[Edge], screens: Collection[Dot]
) -> bool:
    """One question of :class:`DotSight`."""
    return DotSight(lattice, walls, screens).sees(eye, target)


def _outline(lattice: DotLattice, dot: Dot) -> Iterator[Segment]:
    corners = lattice.cell(dot)
    for index, corner in enumerate(corners):
        yield _segment((corner, corners[(index + 1) % len(corners)]))


def _segment(ends: tuple[tuple[int, int], tuple[int, int]]) -> Segment:
    return _point(ends[0]), _point(ends[1])


def _point(whole: tuple[int, int]) -> Point:
    return float(whole[0]), float(whole[1])
