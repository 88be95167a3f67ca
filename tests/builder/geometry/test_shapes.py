"""Shapes on a table: distances computed by hand, and properties of any two shapes."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.geometry.shapes import Point, Shape, circle, length, line, polygon, rectangle

NUMBERS = st.floats(-50, 50, allow_nan=False).map(lambda number: round(number, 2))
POINTS = st.tuples(NUMBERS, NUMBERS)
SIZES = st.floats(0.5, 20).map(lambda number: round(number, 2))
SHAPES = st.one_of(
    st.builds(circle, POINTS, SIZES),
    st.builds(rectangle, NUMBERS, NUMBERS, SIZES, SIZES),
    st.builds(line, st.lists(POINTS, min_size=2, max_size=5), SIZES),
)


@pytest.mark.parametrize(
    ("one", "two", "distance"),
    [
        (circle((0, 0), 2), circle((10, 0), 3), 5),
        (circle((0, 0), 2), circle((3, 0), 2), 0),
        (rectangle(0, 0, 4, 4), rectangle(7, 8, 2, 2), 5),
        (rectangle(0, 0, 10, 10), rectangle(3, 3, 2, 2), 0),
        (polygon([(0, 0), (10, 0), (0, 10)]), circle((8, 8), 1), math.sqrt(18) - 1),
        (line([(0, 0), (10, 0)], 2), circle((5, 6), 2), 3),
        (line([(0, 0), (10, 10)], 1), line([(0, 10), (10, 0)], 1), 0),
    ],
)
def test_distance(one: Shape, two: Shape, distance: float) -> None:
    assert one.distance(two) == pytest.approx(distance)


@given(SHAPES, SHAPES)
def test_distance_is_symmetric_and_zero_to_itself(one: Shape, two: Shape) -> None:
    assert one.distance(two) == pytest.approx(two.distance(one))
    assert one.distance(one) == 0


@given(SHAPES, SHAPES)
def test_the_maximum_distance_is_at_least_the_minimum(one: Shape, two: Shape) -> None:
    assert one.farthest(two) >= one.distance(circle(two.center, 0)) - 1e-9


@given(SHAPES, POINTS)
def test_points_of_a_shape_are_inside_its_bounds(shape: Shape, point: Point) -> None:
    if shape.contains(point):
        west, north, east, south = shape.bounds
        assert west - 1e-9 <= point[0] <= east + 1e-9
        assert north - 1e-9 <= point[1] <= south + 1e-9


def test_a_shape_with_a_dent_does_not_contain_the_dent() -> None:
    dented = polygon([(0, 0), (10, 0), (10, 10), (5, 2), (0, 10)])
    assert not dented.contains((5, 6))
    assert dented.contains((1, 5))


def test_a_path_is_as_long_as_its_parts() -> None:
    assert length([(0, 0), (3, 4), (3, 10)]) == 11


def test_a_shape_is_within_limits_that_its_bounds_respect() -> None:
    assert circle((5, 5), 5).within(0, 0, 10, 10)
    assert not circle((5, 5), 5.1).within(0, 0, 10, 10)
