"""Natural edges of ground pass between the dots inside and those outside, and neighbors share them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.draw.maps.dots.areas import LINES, Areas, symbol_of
from builder.draw.maps.dots.natural_edges import NaturalEdges
from builder.draw.maps.dots.site import Site
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme
from builder.geometry.dotlattice import Dot, DotLattice, Lattice
from builder.scenario.load import load_scenario
from rulesdb.shipped import shipped

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

MAPS = sorted((shipped("scenarios") / "advanced_infantry").glob("*.yaml"))
LATTICES = [DotLattice(9, 8, kind, spacing) for kind in Lattice for spacing in (9.0, 16.0, 18.4)]
DOTS_MAP = load_scenario(shipped("scenarios") / "advanced_infantry" / "cold-ford.yaml").dots_map
DOTS = st.builds(Dot, st.integers(1, 9), st.integers(1, 8))


def edges_on(lattice: DotLattice) -> NaturalEdges:
    return NaturalEdges(Site(replace(DOTS_MAP, lattice=lattice)), "a scenario")


def ground(edges: NaturalEdges, dots: Iterable[Dot]) -> BaseGeometry:
    return edges.around(sorted(dots))


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


@pytest.mark.parametrize("lattice", LATTICES, ids=lambda lattice: f"{lattice.kind} {lattice.spacing:g}")
def test_two_grounds_side_by_side_share_their_edge(lattice: DotLattice) -> None:
    edges = edges_on(lattice)
    west = ground(edges, {dot for dot in lattice if dot.column <= 4})
    east = ground(edges, {dot for dot in lattice if dot.column > 4})
    assert west.intersection(east).intersection(edges.site.frame).area < 0.5
    assert edges.site.frame.difference(west.union(east)).area < 0.5


@given(st.sampled_from(LATTICES), st.sets(DOTS, min_size=1, max_size=30), st.sets(DOTS, max_size=8))
def test_ground_with_more_dots_covers_all_that_it_covers_without(
    lattice: DotLattice, dots: set[Dot], more: set[Dot]
) -> None:
    edges = edges_on(lattice)
    assert ground(edges, dots).difference(ground(edges, dots | more)).area < 0.5


@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.stem)
def test_each_natural_ground_of_the_library_has_its_own_dots_and_no_other(path: Path) -> None:
    from shapely import contains_xy

    areas = Areas.of_map(load_scenario(path), DrawingContext(load_theme()))
    lattice = areas.site.lattice
    grounds = [(piece.dots, areas.pieces[piece.id]) for piece in areas.site.dots.pieces
               if piece.dots and symbol_of(piece) not in LINES | {"tree"}]  # fmt: skip
    grounds += [(dots, area) for (_, dots), (_, area) in zip(areas.levels(), areas.contours, strict=True)]
    for dots, area in grounds:
        inside = {dot for dot in lattice if contains_xy(area, *lattice.at(dot))}
        assert inside == set(dots)


def test_the_edge_along_a_row_of_a_triangular_lattice_is_no_straight_line() -> None:
    edges = edges_on(DotLattice(24, 8, Lattice.TRIANGULAR, 18.4))
    area = ground(edges, {dot for dot in edges.site.lattice if dot.row > 4})
    shore = area.boundary.intersection(edges.site.frame.buffer(-1.0))
    assert shore.bounds[3] - shore.bounds[1] > edges.site.lattice.spacing / 3


def test_the_edge_of_a_square_of_dots_is_no_straight_line() -> None:
    edges = edges_on(DotLattice(9, 8, Lattice.SQUARE, 16.0))
    dots = {Dot(column, row) for column in range(3, 8) for row in range(2, 7)}
    area, plots = ground(edges, dots), edges.site.area(sorted(dots))
    assert area.symmetric_difference(plots).area > 0.05 * plots.area
    assert area.boundary.hausdorff_distance(plots.boundary) > 2.0
