"""Natural edges of ground pass between the dots inside and those outside, and neighbors share them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.draw.maps.dots.natural_edges import NaturalEdges
from builder.draw.maps.dots.site import Site
from builder.geometry.dotlattice import Dot, DotLattice, Lattice
from builder.scenario.load import load_scenario
from rulesdb.shipped import shipped

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

LATTICES = [DotLattice(9, 8, kind, spacing) for kind in Lattice for spacing in (9.0, 16.0, 18.4)]
DOTS_MAP = load_scenario(shipped("scenarios") / "advanced_infantry" / "cold-ford.yaml").dots_map
DOTS = st.builds(Dot, st.integers(1, 9), st.integers(1, 8))


def edges_on(lattice: DotLattice) -> NaturalEdges:
    return NaturalEdges(Site(replace(DOTS_MAP, lattice=lattice)), "a scenario")


def ground(edges: NaturalEdges, dots: Iterable[Dot]) -> BaseGeometry:
    return edges.around(edges.site.area(sorted(dots), 70.0))


@given(st.sampled_from(LATTICES), st.sets(DOTS, min_size=1, max_size=30))
def test_the_ground_has_its_own_dots_and_no_other_and_its_edge_is_clear_of_all(
    lattice: DotLattice, dots: set[Dot]
) -> None:
    from shapely import Point

    edges = edges_on(lattice)
    area = ground(edges, dots)
    for dot in lattice:
        spot = Point(lattice.at(dot))
        assert area.contains(spot) == (dot in dots)
        assert area.boundary.distance(spot) >= edges.site.clear


@given(st.sampled_from(LATTICES), st.sets(DOTS, min_size=1, max_size=30))
def test_flowing_water_has_its_own_dots_and_no_other_and_its_edge_is_clear_of_all(
    lattice: DotLattice, dots: set[Dot]
) -> None:
    from shapely import Point

    edges = edges_on(lattice)
    area = edges.flowing(ground(edges, dots))
    for dot in lattice:
        spot = Point(lattice.at(dot))
        assert area.contains(spot) == (dot in dots)
        assert area.boundary.distance(spot) >= edges.site.clear


@pytest.mark.parametrize("lattice", LATTICES, ids=lambda lattice: f"{lattice.kind} {lattice.spacing:g}")
def test_two_grounds_side_by_side_share_their_edge(lattice: DotLattice) -> None:
    edges = edges_on(lattice)
    west = ground(edges, {dot for dot in lattice if dot.column <= 4})
    east = ground(edges, {dot for dot in lattice if dot.column > 4})
    assert west.intersection(east).intersection(edges.site.frame).area < 0.1
    assert edges.site.frame.difference(west.union(east)).area < 0.1


def test_the_edge_of_a_square_of_dots_is_no_straight_line() -> None:
    edges = edges_on(DotLattice(9, 8, Lattice.SQUARE, 16.0))
    dots = {Dot(column, row) for column in range(3, 8) for row in range(2, 7)}
    area, plots = ground(edges, dots), edges.site.area(sorted(dots))
    assert area.symmetric_difference(plots).area > 0.05 * plots.area
    assert area.boundary.hausdorff_distance(plots.boundary) > 2.0
