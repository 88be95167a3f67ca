"""Properties of maps of every kind."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from builder.boards.deck import HexMap
from builder.boards.land import LandMap
from builder.scenario.load import load_scenario
from builder.scenario.model import Scenario
from rulesdb import InputError

SCENARIOS = Path(__file__).resolve().parents[3] / "scenarios"
FILES = ("bug_hunter/dead-air", "bugged/static", "mobile_infantry/eagle-six", "advanced_infantry/cold-ford")


@pytest.fixture(params=FILES)
def scenario(request: pytest.FixtureRequest) -> Scenario:
    return load_scenario(SCENARIOS / f"{request.param}.yaml")


def test_every_objective_has_ground_and_is_in_its_own_region(scenario: Scenario) -> None:
    board = scenario.map
    for objective in scenario.objectives:
        spot = objective.region.spot
        assert board.has_ground(spot)
        assert board.contains(objective.region, spot)
        assert board.overhang(objective.region) == 0
        assert board.gap(objective.region, objective.region) == 0


def test_line_of_sight_is_mutual(scenario: Scenario) -> None:
    board, rng = scenario.map, random.Random(7)
    sees = board.sight(scenario.ruleset)
    targets = list(board.view(scenario.zones[0].region).targets)
    for _ in range(60):
        one, other = rng.choice(targets), rng.choice(targets)
        assert sees(one, other) is sees(other, one)


def test_a_zone_shares_ground_with_itself_but_not_with_other_sides(scenario: Scenario) -> None:
    board = scenario.map
    sides = {item.zone: force.side for item in scenario.placements if (force := scenario.force(item.force))}
    for zone in scenario.zones:
        assert board.shared(zone.region, zone.region)
        for other in scenario.zones:
            if zone.id in sides and other.id in sides and sides[zone.id] != sides[other.id]:
                assert board.shared(zone.region, other.region) == ""


def test_a_board_of_the_wrong_kind_is_rejected() -> None:
    static = load_scenario(SCENARIOS / "bugged/static.yaml")
    assert LandMap.of(static.map) is static.map
    with pytest.raises(InputError, match="a map of kind land, not hex"):
        HexMap.of(static.map)
