"""Lines from dot to dot, as of wire, and the lines around the arc of a weapon."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, dist, radians, sin

from builder.draw.maps.dots.site import Site
from builder.draw.surface.canvas import Point
from builder.geometry.dotlattice import Dot

_HALF_ARC = 30.0
_REACH, _NEAR = 2.2, 2.6
_STEPS = 12


def arc_lines(site: Site, at: Point, bearing: float) -> list[list[Point]]:
    """The two sides of an arc around a dot, and the line that joins their ends."""
    x, y = at
    near, far = _NEAR * site.unit, _REACH * site.lattice.spacing
    turns = [radians(bearing - _HALF_ARC + 2 * _HALF_ARC * step / _STEPS) for step in range(_STEPS + 1)]
    rim = [(x + far * sin(turn), y - far * cos(turn)) for turn in turns]
    ends = [[(x + near * sin(turn), y - near * cos(turn)), tip] for turn, tip in
            ((turns[0], rim[0]), (turns[-1], rim[-1]))]  # fmt: skip
    return [*ends, rim]


def lines_through(site: Site, dots: Sequence[Dot], extension: float) -> Iterator[list[Point]]:
    """Lines from dot to neighboring dot through all of them; free ends are ``extension`` mm longer."""
    lattice = site.lattice
    members = dict.fromkeys(dots)
    left = {dot: [other for other in lattice.neighbors(dot) if other in members] for dot in members}
    degree = {dot: len(others) for dot, others in left.items()}
    drawn: set[frozenset[Dot]] = set()
    for first in sorted(left, key=lambda dot: (degree[dot] != 1, dot)):
        if degree[first] == 0:
            x, y = lattice.at(first)
            yield [(x - extension, y), (x, y), (x + extension, y)]
        for second in left[first]:
            if frozenset((first, second)) in drawn:
                continue
            chain = [first, second]
            drawn.add(frozenset(chain))
            while degree[chain[-1]] == 2:
                following = [dot for dot in left[chain[-1]] if frozenset((chain[-1], dot)) not in drawn]
                if not following:
                    break
                drawn.add(frozenset((chain[-1], following[0])))
                chain.append(following[0])
            points = [lattice.at(dot) for dot in chain]
            start = further(points[1], points[0], extension) if degree[first] == 1 else points[0]
            end = further(points[-2], points[-1], extension) if degree[chain[-1]] == 1 else points[-1]
            yield [start, *points, end]


def further(one: Point, other: Point, extension: float) -> Point:
    """A point on the line through two points, ``extension`` mm past the second."""
    share = extension / dist(one, other)
    return other[0] + (other[0] - one[0]) * share, other[1] + (other[1] - one[1]) * share
