"""Shapes on an open table: circles, rectangles, polygons and lines, in the table's own unit.

Every shape is a core of points and a radius around it: a circle is one point, a line has half its
thickness, an area none. So one function measures the distance between any of them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TypeVar

Corner = TypeVar("Corner")
Point = tuple[float, float]
# Larger than rounding errors, but smaller than anybody can measure.
_ROUNDING = 1e-9


@dataclass(frozen=True)
class Shape:
    """Points, whether they enclose an area, and the radius around them."""

    points: tuple[Point, ...]
    encloses: bool = False
    radius: float = 0.0

    @cached_property
    def bounds(self) -> tuple[float, float, float, float]:
        """West, north, east and south end."""
        xs, ys = [x for x, _ in self.points], [y for _, y in self.points]
        return (min(xs) - self.radius, min(ys) - self.radius, max(xs) + self.radius, max(ys) + self.radius)

    @property
    def center(self) -> Point:
        """The middle of the bounds."""
        west, north, east, south = self.bounds
        return (west + east) / 2, (north + south) / 2

    @cached_property
    def segments(self) -> tuple[tuple[Point, Point], ...]:
        """The edges of the core; one of no length for a point."""
        if len(self.points) == 1:
            return ((self.points[0], self.points[0]),)
        ring = (*self.points, self.points[0]) if self.encloses else self.points
        return tuple(pairwise(ring))

    def contains(self, point: Point) -> bool:
        """Whether a point lies in the shape or on its edge.

        >>> circle((3, 3), 2).contains((4, 4)), rectangle(0, 0, 2, 2).contains((3, 1))
        (True, False)
        """
        if _inside(point, self):
            return True
        return min(_point_distance(point, segment) for segment in self.segments) <= self.radius

    def depth(self, point: Point) -> float:
        """The distance of a point inside the shape from its edge; 0 outside.

        >>> circle((3, 3), 2).depth((3, 4)), rectangle(0, 0, 4, 4).depth((1, 2))
        (1.0, 1.0)
        """
        gap = min(_point_distance(point, segment) for segment in self.segments)
        if self.encloses and _inside(point, self):
            return gap + self.radius
        return max(0.0, self.radius - gap)

    def distance(self, other: Shape) -> float:
        """The shortest distance between two shapes; 0 if they touch or overlap.

        >>> circle((0, 0), 1).distance(circle((5, 0), 1))
        3.0
        >>> rectangle(0, 0, 4, 4).distance(circle((2, 2), 1))
        0.0
        """
        if _inside(self.points[0], other) or _inside(other.points[0], self):
            return 0.0
        gap = min(_segment_distance(one, two) for one in self.segments for two in other.segments)
        return max(0.0, gap - self.radius - other.radius)

    def overlaps(self, other: Shape) -> bool:
        """Whether two shapes touch or overlap; fast if their bounds are apart.

        >>> rectangle(0, 0, 4, 4).overlaps(circle((6, 2), 2)), circle((0, 0), 1).overlaps(circle((3, 3), 2))
        (True, False)
        """
        west, north, east, south = self.bounds
        other_west, other_north, other_east, other_south = other.bounds
        if west > other_east or other_west > east or north > other_south or other_north > south:
            return False
        return self.distance(other) == 0.0

    def covers(self, other: Shape) -> bool:
        """Whether a shape is completely inside this one; edges may touch.

        >>> rectangle(0, 0, 4, 4).covers(circle((2, 2), 2)), rectangle(0, 0, 4, 4).covers(circle((2, 3), 2))
        (True, False)
        >>> circle((2, 2), 3).covers(rectangle(0, 0, 4, 4)), circle((2, 2), 2).covers(rectangle(0, 0, 4, 4))
        (True, False)
        """
        west, north, east, south = self.bounds
        for x, y in other.points:
            if not (west <= x <= east and north <= y <= south):
                return False
        if not all(self.contains(point) for point in other.points):
            return False
        if not self.encloses:
            gaps = (min(_point_distance(point, part) for part in self.segments) for point in other.points)
            return max(gaps) + other.radius <= self.radius + _ROUNDING
        if other.radius == 0.0:
            return not any(crosses(*one, *two) for one in self.segments for two in other.segments)
        gap = min(_segment_distance(one, two) for one in self.segments for two in other.segments)
        return gap >= other.radius - self.radius - _ROUNDING

    def farthest(self, other: Shape) -> float:
        """The distance from the middle of ``other`` to the farthest part of this shape."""
        return max(math.dist(point, other.center) for point in self.points) + self.radius

    def within(self, west: float, north: float, east: float, south: float) -> bool:
        """Whether the whole shape lies inside these ends."""
        bounds = self.bounds
        return bounds[0] >= west and bounds[1] >= north and bounds[2] <= east and bounds[3] <= south


def circle(center: Point, radius: float) -> Shape:
    """A round shape."""
    return Shape((center,), radius=radius)


def rectangle(x: float, y: float, width: float, depth: float) -> Shape:
    """A shape with its sides along the table's, from its north-west corner."""
    corners = ((x, y), (x + width, y), (x + width, y + depth), (x, y + depth))
    return Shape(corners, encloses=True)


def polygon(points: Sequence[Point]) -> Shape:
    """A shape with straight sides."""
    return Shape(tuple(points), encloses=True)


def line(points: Sequence[Point], thickness: float) -> Shape:
    """A line or wall along points."""
    return Shape(tuple(points), radius=thickness / 2)


def length(points: Sequence[Point]) -> float:
    """The length of a line along points."""
    return sum(math.dist(start, end) for start, end in pairwise(points))


def _inside(point: Point, shape: Shape) -> bool:
    """Whether a point is in the area that the core of a shape encloses (even-odd rule)."""
    if not shape.encloses:
        return False
    x, y = point
    inside = False
    for (x1, y1), (x2, y2) in shape.segments:
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            inside = not inside
    return inside


def _segment_distance(one: tuple[Point, Point], two: tuple[Point, Point]) -> float:
    if crosses(*one, *two):
        return 0.0
    return min(
        *(_point_distance(point, two) for point in one), *(_point_distance(point, one) for point in two)
    )


def _point_distance(point: Point, segment: tuple[Point, Point]) -> float:
    (x1, y1), (x2, y2) = segment
    dx, dy = x2 - x1, y2 - y1
    squared = dx * dx + dy * dy
    along = 0.0 if squared == 0 else ((point[0] - x1) * dx + (point[1] - y1) * dy) / squared
    along = max(0.0, min(1.0, along))
    return math.dist(point, (x1 + along * dx, y1 + along * dy))


def ring_sides(corners: Sequence[Corner]) -> Iterator[tuple[Corner, Corner]]:
    """The sides of a ring, from each corner to the next and from the last to the first."""
    return zip(corners, (*corners[1:], corners[0]), strict=True)


def crosses(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether the segments a-b and c-d cross inside both; not if they only touch."""
    return turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0


def turn(a: Point, b: Point, c: Point) -> float:
    """Above 0 if c is to the right of the line from a to b, as y runs down; 0 if it is on the line."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
