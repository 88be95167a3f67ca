"""Outlines by rule and seed: areas kept, distances kept, and the same drawing every time."""

from __future__ import annotations

from itertools import combinations
from math import dist, pi

import pytest
from shapely import contains_xy

from builder.draw.surface.outlines import area_path, hull_of, organic, rings, scattered, seeded


@pytest.mark.parametrize("seed", range(20))
def test_organic_shape_has_the_area_of_its_circle(seed: int) -> None:
    shape = hull_of(organic((50, 40), 12, seeded("toy", str(seed))))
    assert shape.area == pytest.approx(pi * 12**2, rel=0.01)
    assert shape.centroid.distance(hull_of([(50, 40), (50.1, 40), (50, 40.1)])) < 2.5


def test_scattered_points_are_inside_and_apart() -> None:
    area = hull_of(organic((20, 20), 15, seeded("toy")))
    points = scattered(area, 2.5, seeded("toy", "trees"))
    assert len(points) > 60
    assert all(contains_xy(area, *point) for point in points)
    assert min(dist(*pair) for pair in combinations(points, 2)) >= 2.5
    assert points == scattered(area, 2.5, seeded("toy", "trees"))
    assert len(scattered(area, 0.1, seeded("toy"), most=100)) == 100


def test_path_of_an_area_has_its_holes() -> None:
    ring = hull_of([(0, 0), (9, 0), (9, 9), (0, 9)]).difference(hull_of([(3, 3), (6, 3), (6, 6), (3, 6)]))
    assert area_path(ring).count("M") == area_path(ring).count("Z") == len(list(rings(ring))) == 2
