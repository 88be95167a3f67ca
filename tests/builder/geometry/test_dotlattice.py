"""Lattices of dots, compared with breadth-first search and plane geometry, and properties of any dots."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable
from math import atan2, degrees, dist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.geometry.dotlattice import Dot, DotLattice, Edge, Lattice
from builder.geometry.outlines import rings
from builder.geometry.paths import cheapest_costs, first_turns
from builder.geometry.sight import DotSight

COLUMNS, ROWS = 11, 9
LATTICES = {kind: DotLattice(COLUMNS, ROWS, kind, 18.4) for kind in Lattice}
lattices = st.sampled_from(list(LATTICES.values()))
dots = st.builds(Dot, st.integers(1, COLUMNS), st.integers(1, ROWS))


@st.composite
def edges(draw: st.DrawFn) -> Edge:
    dot = draw(st.builds(Dot, st.integers(1, COLUMNS - 1), st.integers(1, ROWS - 1)))
    across = draw(st.booleans())
    return Edge(dot, Dot(dot.column + across, dot.row + (not across)))


def dot_sees(
    lattice: DotLattice, eye: Dot, target: Dot, walls: Collection[Edge], screens: Collection[Dot]
) -> bool:
    return DotSight(lattice, walls, screens).sees(eye, target)


def walked(lattice: DotLattice, start: Dot) -> dict[Dot, int]:
    steps = {start: 0}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for other in lattice.neighbors(here):
            if other not in steps:
                steps[other] = steps[here] + 1
                queue.append(other)
    return steps


@given(lattices, dots)
def test_distance_is_the_number_of_steps(lattice: DotLattice, start: Dot) -> None:
    assert {dot: lattice.distance(start, dot) for dot in lattice} == walked(lattice, start)


@given(lattices, dots, dots, dots)
def test_distance_is_a_metric(lattice: DotLattice, a: Dot, b: Dot, c: Dot) -> None:
    assert lattice.distance(a, b) == lattice.distance(b, a)
    assert lattice.distance(a, c) <= lattice.distance(a, b) + lattice.distance(b, c)


@given(lattices, dots)
def test_neighbors_are_neighbors_of_each_other(lattice: DotLattice, dot: Dot) -> None:
    assert all(dot in lattice.neighbors(other) for other in lattice.neighbors(dot))


@given(dots)
def test_on_a_triangular_lattice_every_neighbor_lies_one_spacing_away(dot: Dot) -> None:
    lattice = LATTICES[Lattice.TRIANGULAR]
    around = [other for _, other in lattice.around(dot)]
    assert len(around) == 6
    assert [dist(lattice.at(dot), lattice.at(other)) for other in around] == pytest.approx([18.4] * 6)


@given(dots)
def test_on_a_square_lattice_four_neighbors_lie_one_spacing_away_and_four_at_the_corners(dot: Dot) -> None:
    lattice = LATTICES[Lattice.SQUARE]
    far = sorted(dist(lattice.at(dot), lattice.at(other)) for _, other in lattice.around(dot))
    assert far == pytest.approx([18.4] * 4 + [18.4 * 2**0.5] * 4)


@given(lattices, dots)
def test_directions_match_their_names(lattice: DotLattice, dot: Dot) -> None:
    bearings = {"N": 0, "NE": 45, "E": 90, "SE": 135, "S": 180, "SW": 225, "W": 270, "NW": 315}
    x, y = lattice.at(dot)
    for name, other in lattice.around(dot):
        there = lattice.at(other)
        bearing = degrees(atan2(there[0] - x, y - there[1])) % 360
        assert abs((bearing - bearings[name] + 180) % 360 - 180) <= 15 + 1e-9


@given(lattices, dots)
def test_reading_a_label_gives_its_dot(lattice: DotLattice, dot: Dot) -> None:
    assert lattice.read(lattice.label(dot)) == dot


@pytest.mark.parametrize("kind", Lattice)
def test_the_bounding_box_has_half_a_step_around_every_dot(kind: Lattice) -> None:
    lattice = LATTICES[kind]
    places = [lattice.at(dot) for dot in lattice]
    assert min(x for x, _ in places) == pytest.approx(9.2)
    assert min(y for _, y in places) == pytest.approx(9.2)
    assert max(x for x, _ in places) == pytest.approx(lattice.width - 9.2)
    assert max(y for _, y in places) == pytest.approx(lattice.height - 9.2)


@given(lattices, dots)
def test_the_ground_of_a_dot_is_nearer_to_it_than_to_any_other(lattice: DotLattice, dot: Dot) -> None:
    for corner in lattice.cell(dot):
        own_distance = dist(lattice.on_paper(corner), lattice.at(dot))
        others = [dist(lattice.on_paper(corner), lattice.at(other)) for other in lattice]
        assert own_distance <= min(others) + 1e-9


@given(lattices, edges())
def test_an_edge_is_between_its_two_dots_and_touches_no_dot(lattice: DotLattice, edge: Edge) -> None:
    (x1, y1), (x2, y2) = (lattice.on_paper(end) for end in lattice.edge_ends(edge))
    assert x1 == pytest.approx(x2) or y1 == pytest.approx(y2)
    for dot in lattice:
        x, y = lattice.at(dot)
        across = abs(x - x1) if x1 == pytest.approx(x2) else abs(y - y1)
        neighbors = (
            min(y1, y2) <= y <= max(y1, y2) if x1 == pytest.approx(x2) else min(x1, x2) <= x <= max(x1, x2)
        )
        assert across > 18.4 / 5 or not neighbors
    assert lattice.edge(*edge) == lattice.edge(edge.there, edge.here) == edge


@given(lattices, dots, dots)
def test_only_dots_whose_column_or_row_differs_by_one_have_an_edge(
    lattice: DotLattice, one: Dot, other: Dot
) -> None:
    apart = abs(one.column - other.column) + abs(one.row - other.row)
    assert (lattice.edge(one, other) is not None) == (apart == 1)


@given(dots, dots)
def test_the_six_arcs_of_a_triangular_lattice_cover_all_dots_and_share_only_the_lines_between(
    origin: Dot, target: Dot
) -> None:
    lattice = LATTICES[Lattice.TRIANGULAR]
    seen = [facing for facing in lattice.arcs if lattice.in_arc(origin, facing, target)]
    (x1, y1), (x2, y2) = lattice.at(origin), lattice.at(target)
    bearing = degrees(atan2(x2 - x1, y1 - y2)) % 360
    on_line = origin != target and min(bearing % 60, 60 - bearing % 60) < 1e-6
    assert len(seen) == (0 if origin == target else 2 if on_line else 1)


@given(lattices, dots, dots)
def test_an_arc_extends_thirty_degrees_to_either_side(lattice: DotLattice, origin: Dot, target: Dot) -> None:
    names = ("N", "NNE", "NE", "E", "SE", "SSE", "S", "SSW", "SW", "W", "NW", "NNW")
    bearings = dict(zip(names, (0, 30, 45, 90, 135, 150, 180, 210, 225, 270, 315, 330), strict=True))
    (x1, y1), (x2, y2) = lattice.at(origin), lattice.at(target)
    bearing = degrees(atan2(x2 - x1, y1 - y2)) % 360
    for facing in lattice.arcs:
        off = abs((bearing - bearings[facing] + 180) % 360 - 180)
        if abs(off - 30) > 1e-6:
            assert lattice.in_arc(origin, facing, target) == (off < 30 and origin != target)


@given(lattices, dots, dots, st.lists(edges(), max_size=12), st.lists(dots, max_size=6))
def test_line_of_sight_is_symmetric(
    lattice: DotLattice, eye: Dot, target: Dot, walls: list[Edge], screens: list[Dot]
) -> None:
    assert dot_sees(lattice, eye, target, walls, screens) == dot_sees(lattice, target, eye, walls, screens)


@given(lattices, dots, dots, st.lists(edges(), max_size=8), edges())
def test_one_wall_more_never_opens_a_line_of_sight(
    lattice: DotLattice, eye: Dot, target: Dot, walls: list[Edge], more: Edge
) -> None:
    if dot_sees(lattice, eye, target, [*walls, more], []):
        assert dot_sees(lattice, eye, target, walls, [])


@given(lattices, dots, st.lists(dots, max_size=8))
def test_adjacent_ground_is_always_visible(lattice: DotLattice, eye: Dot, screens: list[Dot]) -> None:
    """At a corner of a square lattice, the ground of two dots meets in a point, and can be hidden."""
    for other in lattice.neighbors(eye):
        if lattice.kind is Lattice.TRIANGULAR or lattice.edge(eye, other) is not None:
            assert dot_sees(lattice, eye, other, [], screens)


def test_two_screens_block_the_diagonal_of_a_square_lattice() -> None:
    lattice = LATTICES[Lattice.SQUARE]
    assert not dot_sees(lattice, Dot(4, 4), Dot(5, 5), [], [Dot(4, 5), Dot(5, 4)])
    assert dot_sees(lattice, Dot(4, 4), Dot(5, 5), [], [Dot(4, 5)])


@pytest.mark.parametrize("kind", Lattice)
def test_four_walls_around_a_dot_hide_it_from_all_others(kind: Lattice) -> None:
    lattice, middle = LATTICES[kind], Dot(6, 5)
    walls = [edge for edge, _ in lattice.edges_around(middle)]
    assert [dot for dot in lattice if dot_sees(lattice, dot, middle, walls, [])] == [middle]


@pytest.mark.parametrize("kind", Lattice)
def test_a_line_past_the_end_of_a_wall_is_open_but_not_between_two_walls(kind: Lattice) -> None:
    """From 0504 to its diagonal neighbor, through the point where four plots meet."""
    lattice = LATTICES[kind]
    here, there = Dot(5, 4), Dot(6, 3)
    one, two = Edge(Dot(5, 3), here), Edge(here, Dot(6, 4))
    assert there in lattice.neighbors(here)
    assert dot_sees(lattice, here, there, [one], [])
    assert dot_sees(lattice, here, there, [two], [])
    assert not dot_sees(lattice, here, there, [one, two], [])


@given(lattices, st.sets(dots, min_size=1, max_size=30))
def test_rings_enclose_the_area_of_their_dots(lattice: DotLattice, some: set[Dot]) -> None:
    def area(ring: tuple[tuple[int, int], ...]) -> float:
        ends = zip(ring, [*ring[1:], ring[0]], strict=True)
        return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in ends) / 2

    loops = rings(lattice.cell(dot) for dot in sorted(some))
    assert sum(map(area, loops)) == len(some) * area(lattice.cell(Dot(1, 1)))


def test_a_ring_of_dots_has_an_outer_and_an_inner_outline() -> None:
    lattice = LATTICES[Lattice.SQUARE]
    around = [Dot(column, row) for column in (3, 4, 5) for row in (3, 4, 5) if (column, row) != (4, 4)]
    assert sorted(map(len, rings(lattice.cell(dot) for dot in around))) == [4, 12]


@given(lattices, dots, st.integers(1, 5))
def test_on_open_ground_turns_are_steps_by_the_allowance_rounded_up(
    lattice: DotLattice, start: Dot, allowance: int
) -> None:
    def a_turn(places: Iterable[Dot]) -> dict[Dot, int]:
        return cheapest_costs(places, lambda dot: [(other, 1) for other in lattice.neighbors(dot)], allowance)

    turns = first_turns([start], a_turn)
    assert turns == {dot: -(-lattice.distance(start, dot) // allowance) for dot in lattice}


@given(lattices, dots, st.lists(st.integers(1, 6), min_size=COLUMNS, max_size=COLUMNS))
def test_no_turn_exceeds_the_allowance(lattice: DotLattice, start: Dot, costs: list[int]) -> None:
    def steps(dot: Dot) -> list[tuple[Dot, int]]:
        return [(other, costs[other.column - 1]) for other in lattice.neighbors(dot)]

    cheapest = cheapest_costs([start], steps)
    turns = first_turns([start], lambda places: cheapest_costs(places, steps, 8))
    assert turns.keys() == cheapest.keys()
    assert all(turns[dot] * 8 >= cost for dot, cost in cheapest.items())


def test_a_step_above_the_allowance_is_never_taken() -> None:
    roads = {"a": [("b", 9), ("c", 2)], "b": [], "c": []}
    turns = first_turns(["a"], lambda places: cheapest_costs(places, roads.__getitem__, 8))
    assert turns == {"a": 0, "c": 1}
