"""Boards compiled to cells."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from builder.playtest.board import PlayBoard, board_of, compile_board
from builder.scenario.load import load_scenario
from builder.scenario.model import Scenario
from rulesdb.shipped import shipped

SCENARIOS = shipped("scenarios")
PLAYED = [
    *("bug_hunter/dead-air.yaml", "handspan/pump-hut.yaml", "bugged/kessel-wash.yaml"),
    "advanced_infantry/customs-house.yaml",
]


@pytest.fixture(scope="module", params=PLAYED)
def compiled(request: pytest.FixtureRequest) -> tuple[Scenario, PlayBoard]:
    scenario = load_scenario(SCENARIOS / request.param)
    return scenario, board_of(scenario.map, scenario.ruleset)


def test_cells_see_each_other_as_the_spots_of_the_board_do(compiled: tuple[Scenario, PlayBoard]) -> None:
    scenario, board = compiled
    sees, rng = scenario.map.sight(scenario.ruleset), random.Random(7)
    is_open = [barrier.is_open for barrier in board.barriers]
    for _ in range(1500):
        one, other = rng.randrange(len(board)), rng.randrange(len(board))
        assert board.sees(one, other, is_open) == sees(board.spots[one], board.spots[other])


def test_sight_is_the_same_both_ways_and_opening_doors_never_hides_a_cell(
    compiled: tuple[Scenario, PlayBoard],
) -> None:
    _, board = compiled
    shut, open_ = [barrier.is_gap for barrier in board.barriers], [True] * len(board.barriers)
    rng = random.Random(3)
    for _ in range(3000):
        one, other = rng.randrange(len(board)), rng.randrange(len(board))
        assert board.sees(one, other, shut) == board.sees(other, one, shut)
        assert board.sees(one, other, open_) >= board.sees(one, other, shut)


def test_steps_lead_to_neighbors_and_back(compiled: tuple[Scenario, PlayBoard]) -> None:
    _, board = compiled
    for cell, steps in enumerate(board.steps):
        for step in steps:
            assert cell in board.near[step.there]
            if step.barrier >= 0:
                assert set(board.barriers[step.barrier].cells) == {cell, step.there}


def test_a_cached_board_is_the_same(tmp_path: Path) -> None:
    scenario = load_scenario(SCENARIOS / "bug_hunter/long-walk.yaml")
    fresh, cached = compile_board(scenario, tmp_path), compile_board(scenario, tmp_path)
    assert len(list(tmp_path.iterdir())) >= 1
    is_open = [False] * len(fresh.barriers)
    cells = range(len(fresh))
    assert [[fresh.sees(a, b, is_open) for b in cells] for a in cells] == [
        [cached.sees(a, b, is_open) for b in cells] for a in cells
    ]


def test_a_field_and_a_reach_agree() -> None:
    scenario = load_scenario(SCENARIOS / "bug_hunter/long-walk.yaml")
    board = board_of(scenario.map, scenario.ruleset)
    reach = board.reach(0, lambda cell, step: 1.0, 1000.0)
    goal = max(reach)
    assert reach[goal] == board.field([goal], lambda cell, step: 1.0)[0] > 0
