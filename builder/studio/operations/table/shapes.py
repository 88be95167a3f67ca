"""Shapes on a table: circles, rectangles, polygons and lines, and how they are moved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Any

from builder.scenario.map_kinds import SHAPES
from builder.studio.document import State
from builder.studio.operations.operation import OperationError, Point, Points


def shape_values(
    state: State, circle: Sequence[float], rectangle: Sequence[float], polygon: Points, line: Points
) -> dict[str, Any]:
    """The keys of a piece or zone that has one of these shapes, rounded; the other keys are None.

    Raises:
        OperationError: it has no shape or several, or one with the wrong number of values.
    """
    given: dict[str, Any] = {"circle": circle, "rectangle": rectangle, "polygon": polygon, "line": line}
    named = [name for name, values in given.items() if values]
    if len(named) > 1:
        raise OperationError(f"give one shape, not {' and '.join(named)}")
    for name, length in (("circle", 3), ("rectangle", 4)):
        if given[name] and len(given[name]) != length:
            raise OperationError(f"{name}: use {length} numbers, as in {'10,10,6,4'[: 2 * length + 1]}")
    for name, least in (("polygon", 3), ("line", 2)):
        if given[name] and len(given[name]) < least:
            raise OperationError(f"{name}: use at least {least} points")
    return {name: rounded(values) if values else None for name, values in given.items()}


def shape_of(thing: Mapping[str, Any]) -> tuple[str, list[Any]] | None:
    """The key and values of a thing's shape; None if it has none, or one that lint refuses.

    >>> shape_of({"circle": [4, 5, 2]}), shape_of({"line": [[4]]}), shape_of({"circle": [4, 5, "two"]})
    (('circle', [4, 5, 2]), None, None)
    """
    for name in SHAPES:
        values = thing.get(name)
        if isinstance(values, list):
            return (name, values) if _is_shape(name, values) else None
    return None


def _is_shape(name: str, values: Sequence[Any]) -> bool:
    sizes = {"circle": 3, "rectangle": 4}
    if name in sizes:
        return len(values) == sizes[name] and all(map(_is_number, values))
    return all(
        isinstance(point, list) and len(point) == 2 and all(map(_is_number, point)) for point in values
    )


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def moved(name: str, values: Sequence[Any], by: Point) -> list[Any]:
    """A shape that is moved.

    >>> moved("circle", [4, 5, 2], (1, -1)), moved("line", [[0, 0], [3, 4]], (1, 1))
    ([5, 4, 2], [[1, 1], [4, 5]])
    """
    x, y = by
    if name in ("circle", "rectangle"):
        return rounded([values[0] + x, values[1] + y, *values[2:]])
    return rounded([[one + x, other + y] for one, other in values])


@dataclass(frozen=True, slots=True)
class Vertices:
    """The vertices of a shape, by number from 0.

    Those of a circle are its center and a point on its rim; those of a rectangle its corners, clockwise from
    the north-west.
    """

    name: str
    values: Sequence[Any]

    @property
    def points(self) -> list[Point]:
        """The places of the vertices."""
        if self.name == "circle":
            x, y, radius = self.values
            return [(x, y), (x + radius, y)]
        if self.name == "rectangle":
            x, y, width, depth = self.values
            return [(x, y), (x + width, y), (x + width, y + depth), (x, y + depth)]
        return [(x, y) for x, y in self.values]

    def set(self, number: int, to: Point) -> list[Any]:
        """The shape with one vertex at another place.

        Raises:
            OperationError: it has no such vertex, or nothing would be left of it.
        """
        points = self.points
        self._require(number, len(points))
        if self.name == "circle":
            if number == 0:
                return moved("circle", self.values, (to[0] - points[0][0], to[1] - points[0][1]))
            radius = hypot(to[0] - points[0][0], to[1] - points[0][1])
            return self._if_left([*self.values[:2], radius], radius)
        if self.name == "rectangle":
            other = points[(number + 2) % 4]
            x, y = min(to[0], other[0]), min(to[1], other[1])
            width, depth = abs(to[0] - other[0]), abs(to[1] - other[1])
            return self._if_left([x, y, width, depth], min(width, depth))
        points[number] = to
        return rounded(points)

    def insert(self, number: int, at: Point) -> list[Any]:
        """The shape with a new vertex before another one."""
        points = self.points
        self._require_points()
        self._require(number, len(points) + 1)
        return rounded([*points[:number], at, *points[number:]])

    def remove(self, number: int) -> list[Any]:
        """The shape without a vertex.

        Raises:
            OperationError: it has no such vertex, or needs all that it has.
        """
        points = self.points
        self._require_points()
        self._require(number, len(points))
        least = 3 if self.name == "polygon" else 2
        if len(points) <= least:
            raise OperationError(f"a {self.name} needs at least {least} points")
        return rounded([*points[:number], *points[number + 1 :]])

    def _require(self, number: int, count: int) -> None:
        if not 0 <= number < count:
            raise OperationError(f"vertex={number}: this {self.name} has the numbers 0 to {count - 1} here")

    def _require_points(self) -> None:
        if self.name not in ("polygon", "line"):
            raise OperationError(f"only polygons and lines have vertices to add or remove, not a {self.name}")

    def _if_left(self, values: list[Any], size: float) -> list[Any]:
        if round(size, 2) <= 0:
            raise OperationError(f"nothing would be left of the {self.name}")
        return rounded(values)


def rounded(values: Sequence[Any]) -> list[Any]:
    """Numbers, or points, with two decimals at most, and whole ones without."""
    return [rounded_number(value) if isinstance(value, (int, float)) else rounded(value) for value in values]


def rounded_number(value: float) -> float:
    """A number with two decimals at most.

    >>> rounded_number(2.0), rounded_number(2.256)
    (2, 2.26)
    """
    number = round(float(value), 2)
    return int(number) if number.is_integer() else number


def is_near(name: str, values: Sequence[Any], thickness: float, point: Point) -> bool:
    """Whether a point is in a shape, on its edge, or on a line of some thickness.

    >>> [is_near("line", [[0, 0], [4, 0]], 1, point) for point in ((2, 0.5), (2, 2))]
    [True, False]
    """
    from shapely import LineString, Polygon
    from shapely import Point as Place

    if name == "circle":
        return bool(hypot(values[0] - point[0], values[1] - point[1]) <= values[2])
    if name == "line":
        return bool(LineString(values).distance(Place(point)) <= max(thickness, 1) / 2)
    return bool(Polygon(Vertices(name, values).points).distance(Place(point)) <= 1e-9)
