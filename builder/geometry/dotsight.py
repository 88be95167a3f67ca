"""Lines of sight between dots."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from builder.geometry.dotlattice import Dot, DotLattice, Edge
from builder.geometry.shapes import Point
from builder.geometry.sight import Segment, sees


def dot_sees(
    lattice: DotLattice, eye: Dot, target: Dot, walls: Collection[Edge], screens: Collection[Dot]
) -> bool:
    """Whether the straight line between two dots is free; the same both ways.

    ``walls`` stop it at edges between plots. ``screens`` are dots whose ground cannot be seen through: they
    stop a line that passes nearer to them than to any other dot, but one sees into a screen and out of it.
    A line that only touches a corner, or runs along an edge, is judged on both its sides and stopped if
    both are.

    >>> lattice = DotLattice(9, 9)
    >>> wall = lattice.edge(Dot(4, 4), Dot(4, 5))
    >>> dot_sees(lattice, Dot(4, 2), Dot(4, 8), [wall], [])
    False
    >>> [dot_sees(lattice, Dot(4, 2), Dot(4, row), [], [Dot(4, 6)]) for row in (6, 8)]
    [True, False]
    """
    stops = [_segment(lattice.edge_ends(wall)) for wall in walls]
    for dot in screens:
        if dot not in (eye, target):
            stops += _outline(lattice, dot)
    return sees(_point(lattice.whole(eye)), _point(lattice.whole(target)), stops)


def _outline(lattice: DotLattice, dot: Dot) -> Iterator[Segment]:
    corners = lattice.cell(dot)
    for index, corner in enumerate(corners):
        yield _segment((corner, corners[(index + 1) % len(corners)]))


def _segment(ends: tuple[tuple[int, int], tuple[int, int]]) -> Segment:
    return _point(ends[0]), _point(ends[1])


def _point(whole: tuple[int, int]) -> Point:
    return float(whole[0]), float(whole[1])
