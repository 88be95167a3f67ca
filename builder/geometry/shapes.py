"""Shapes on an open table: circles, rectangles, polygons and lines, in the table's own unit.

Every shape is a core of points and a radius around it: a circle is one point, a line has half its
thickness, an area none. One distance then serves them all.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Shape:
    """Points, whether they enclose an area, and the radius around them."""

    points: tuple[Point, ...]
    encloses: bool = False
    radius: float = 0.0

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """West, north, east and south end."""
        xs, ys = [x for x, _ in self.points], [y for _, y in self.points]
        return (min(xs) - self.radius, min(ys) - self.radius, max(xs) + self.radius, max(ys) + self.radius)

    @property
    def center(self) -> Point:
        """The middle of the bounds."""
        west, north, east, south = self.bounds
        return (west + east) / 2, (north + south) / 2

    @property
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

    def distance(self, other: Shape) -> float:
        """The shortest way between two shapes; 0 where they touch or overlap.

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
        """Whether two shapes touch or overlap; found without a distance where their bounds lie apart.

        >>> rectangle(0, 0, 4, 4).overlaps(circle((6, 2), 2)), circle((0, 0), 1).overlaps(circle((3, 3), 2))
        (True, False)
        """
        west, north, east, south = self.bounds
        other_west, other_north, other_east, other_south = other.bounds
        if west > other_east or other_west > east or north > other_south or other_north > south:
            return False
        return self.distance(other) == 0.0

    def farthest(self, other: Shape) -> float:
        """The way from the middle of ``other`` to the farthest part of this shape."""
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
    """A way or wall along points."""
    return Shape(tuple(points), radius=thickness / 2)


def length(points: Sequence[Point]) -> float:
    """The length of a way along points."""
    return sum(math.dist(start, end) for start, end in pairwise(points))


def _inside(point: Point, shape: Shape) -> bool:
    """Whether a point lies in the area that the core of a shape encloses (even-odd rule)."""
    if not shape.encloses:
        return False
    x, y = point
    inside = False
    for (x1, y1), (x2, y2) in shape.segments:
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            inside = not inside
    return inside


def _segment_distance(one: tuple[Point, Point], two: tuple[Point, Point]) -> float:
    if _cross(one, two):
        return 0.0
    return min(_gaps(one, two))


def _gaps(one: tuple[Point, Point], two: tuple[Point, Point]) -> Iterator[float]:
    for point in one:
        yield _point_distance(point, two)
    for point in two:
        yield _point_distance(point, one)


def _point_distance(point: Point, segment: tuple[Point, Point]) -> float:
    (x1, y1), (x2, y2) = segment
    dx, dy = x2 - x1, y2 - y1
    squared = dx * dx + dy * dy
    along = 0.0 if squared == 0 else ((point[0] - x1) * dx + (point[1] - y1) * dy) / squared
    along = max(0.0, min(1.0, along))
    return math.dist(point, (x1 + along * dx, y1 + along * dy))


def _cross(one: tuple[Point, Point], two: tuple[Point, Point]) -> bool:
    """Whether two segments cross properly; those that only touch are found by their ends."""
    sides = (_side(one, two[0]), _side(one, two[1]), _side(two, one[0]), _side(two, one[1]))
    return sides[0] * sides[1] < 0 and sides[2] * sides[3] < 0


def _side(segment: tuple[Point, Point], point: Point) -> float:
    (x1, y1), (x2, y2) = segment
    return (x2 - x1) * (point[1] - y1) - (y2 - y1) * (point[0] - x1)
