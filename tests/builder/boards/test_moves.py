"""Moves with an allowance for each move, compared with a search move by move."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise, product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.boards.moves import StepMoves, StraightMoves
from builder.boards.spots import Region
from builder.geometry.paths import cheapest_costs, first_turns
from builder.geometry.shapes import circle, rectangle
from builder.scenario.load import load_scenario
from rulesdb.shipped import shipped

SHIPPED = sorted(shipped("scenarios").rglob("*.yaml"))

Graph = dict[int, list[tuple[int, int]]]


class GraphMoves(StepMoves[int]):
    def __init__(self, graph: Graph, allowance: int) -> None:
        super().__init__(allowance)
        self.graph = graph

    def steps(self, spot: int) -> Iterable[tuple[int, int]]:
        return self.graph[spot]

    def distance_to(self, goal: int) -> Callable[[int], float]:
        return lambda spot: abs(spot - goal)


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    """Up to nine spots; steps lead both ways, possibly at different costs."""
    size = draw(st.integers(2, 9))
    graph: Graph = {spot: [] for spot in range(size)}
    pairs = st.tuples(
        st.integers(0, size - 1), st.integers(0, size - 1), st.integers(1, 7), st.integers(1, 7)
    )
    for one, other, there, back in draw(st.lists(pairs, max_size=16)):
        if one != other:
            graph[one].append((other, there))
            graph[other].append((one, back))
    return graph


@given(graphs(), st.integers(1, 8))
def test_reach_matches_a_search_move_by_move(graph: Graph, allowance: int) -> None:
    moves = GraphMoves(graph, allowance)
    by_turn = first_turns([0], lambda spots: cheapest_costs(spots, graph.__getitem__, allowance))
    assert dict(moves.reach((Region((0,)),))) == by_turn


@given(graphs(), st.integers(1, 8), st.integers(0, 8), st.integers(0, 6))
def test_the_quick_search_agrees_with_the_whole_one(
    graph: Graph, allowance: int, goal: int, turns: int
) -> None:
    moves, starts = GraphMoves(graph, allowance), (Region((0,)),)
    first = moves.reach(starts).get(goal)
    if goal in graph:
        assert GraphMoves(graph, allowance).may_reach(starts, Region((goal,)), turns) == (
            first is not None and first <= turns
        )


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_the_quick_search_agrees_with_the_whole_one_on_the_maps_of_the_library(path: Path) -> None:
    scenario, again = load_scenario(path), load_scenario(path)
    for force, objective in product(scenario.forces, scenario.objectives):
        first = scenario.reach.first_move([force], objective.region)
        if not scenario.reach.goes_anywhere([force]):
            for turns in range(1, scenario.reach.moves_in_game + 2):
                may_reach = again.reach.may_reach([force], objective.region, turns)
                assert may_reach == (first is not None and first <= turns)


@given(graphs(), st.integers(1, 8))
def test_a_path_starts_in_a_zone_has_affordable_steps_and_arrives_in_time(
    graph: Graph, allowance: int
) -> None:
    moves, starts = GraphMoves(graph, allowance), (Region((0,)),)
    for goal, turn in moves.reach(starts).items():
        way = moves.way(starts, goal)
        assert (way[0], way[-1]) == (0, goal)
        spent = 0
        for here, there in pairwise(way):
            left = allowance - spent % allowance
            costs = [cost for spot, cost in graph[here] if spot == there and cost <= allowance]
            assert costs
            spent = min(spent + cost + (0 if cost <= left else left) for cost in costs)
        assert -(-spent // allowance) == turn


def test_a_step_that_costs_more_than_the_allowance_is_never_taken() -> None:
    graph: Graph = {0: [(1, 6)], 1: [(0, 2)]}
    assert dict(GraphMoves(graph, 4).reach((Region((0,)),))) == {0: 0}
    assert dict(GraphMoves(graph, 6).reach((Region((0,)),))) == {0: 0, 1: 1}


def test_straight_moves_start_at_the_nearest_zone_and_round_up() -> None:
    moves = StraightMoves(6.0)
    starts = tuple(Region(shape=rectangle(x, 0, 4, 4)) for x in (0, 20))
    goals = [Region(((x, 2.0),), circle((x, 2.0), 0.0)) for x in (2.0, 10.0, 30.0, 30.5)]
    assert list(moves.first_moves(starts, goals).values()) == [0, 1, 1, 2]
