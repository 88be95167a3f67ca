"""Straight lines of sight past walls, and between dots."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import chain

from builder.geometry.dotlattice import Dot, DotLattice, Edge
from builder.geometry.shapes import Point, crosses, ring_sides

Segment = tuple[Point, Point]
EPSILON = 1e-4


def sees(eye: Point, target: Point, walls: Iterable[Segment]) -> bool:
    """Whether the line from ``eye`` to ``target`` gets past all walls; it may graze the end of one.

    Two lines are tried, slightly to either side: if two walls meet in a corner, both lines are blocked; at
    the free end of a wall, one is not.

    >>> sees((0, 0), (4, 0), [((2, -1), (2, 1))]), sees((0, 0), (4, 0), [((2, 1), (2, 3))])
    (False, True)
    >>> corner = [((2, -1), (2, 0)), ((2, 0), (3, 1))]
    >>> sees((0, 0), (4, 0), corner), sees((0, 0), (4, 0), corner[:1])
    (False, True)
    """
    across = math.dist(eye, target)
    if across == 0:
        return True
    aside = (EPSILON * (eye[1] - target[1]) / across, EPSILON * (target[0] - eye[0]) / across)
    (west, east), (north, south) = sorted((eye[0], target[0])), sorted((eye[1], target[1]))
    west, east, north, south = west - EPSILON, east + EPSILON, north - EPSILON, south + EPSILON
    # Most walls are completely outside the line's box.
    near = [
        ((x1, y1), (x2, y2))
        for (x1, y1), (x2, y2) in walls
        if (x1 >= west or x2 >= west)
        and (x1 <= east or x2 <= east)
        and (y1 >= north or y2 >= north)
        and (y1 <= south or y2 <= south)
    ]
    return any(
        not any(crosses(_moved(eye, aside, sign), _moved(target, aside, sign), *wall) for wall in near)
        for sign in (1, -1)
    )


def _moved(point: Point, aside: Point, sign: int) -> Point:
    return point[0] + sign * aside[0], point[1] + sign * aside[1]


class DotSight:
    """Lines of sight between the dots of one lattice, prepared for many queries.

    ``walls`` block lines at edges between plots. ``screens`` are dots whose ground blocks a line that passes
    nearer to them than to any other dot, but figures can see into a screen and out of it. A line that only
    touches a corner, or runs along an edge, is blocked only if both sides are blocked.

    >>> lattice = DotLattice(9, 9)
    >>> sight = DotSight(lattice, [lattice.edge(Dot(4, 4), Dot(4, 5))], [Dot(6, 6)])
    >>> sight.sees(Dot(4, 2), Dot(4, 8))
    False
    >>> [sight.sees(Dot(6, 4), Dot(6, row)) for row in (6, 8)]
    [True, False]
    """

    def __init__(self, lattice: DotLattice, walls: Iterable[Edge], screens: Iterable[Dot]) -> None:
        self.lattice = lattice
        self._walls: list[Segment] = [lattice.edge_ends(wall) for wall in walls]
        self._screens = {dot: tuple(ring_sides(lattice.cell(dot))) for dot in screens}

    def sees(self, eye: Dot, target: Dot) -> bool:
        """Whether the straight line between two dots is free; the same in both directions."""
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
        return sees(self.lattice.whole(eye), self.lattice.whole(target), chain(self._walls, screens))
