"""What lint asks of missions that no shipped game has: Craft that are away for another number of rounds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from builder.games.mobile_infantry.checks.missions import MissionRetrievalCheck
from builder.scenario.load import load_scenario
from builder.scenario.model import Scenario

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def crowded() -> Scenario:
    """32 figures; three Craft of ten land on turn 2 at the soonest."""
    return load_scenario(HERE / "broken" / "BB414-mission-retrieval.yaml")


def said(scenario: Scenario, turns: int, **retrieval: int) -> list[str]:
    mission = scenario.mission
    assert mission is not None
    facts = {**mission.facts, "retrieval": {**mission["retrieval"], **retrieval}}
    changed = replace(scenario, turns=turns, mission=replace(mission, facts=facts))
    return [finding.message for finding in MissionRetrievalCheck().check(changed)]


@pytest.mark.parametrize("away", [0, 1])
def test_craft_that_are_back_at_once_take_their_next_load_a_turn_later(crowded: Scenario, away: int) -> None:
    assert said(crowded, 2, away=away) == ["32 figures, and room for 30 on all flights up to turn 2"]
    assert said(crowded, 3, away=away) == []


def test_craft_that_are_away_longer_come_back_later(crowded: Scenario) -> None:
    assert said(crowded, 6, away=5) == ["32 figures, and room for 30 on all flights up to turn 6"]
    assert said(crowded, 7, away=5) == []


@pytest.mark.parametrize("away", [0, 1, 5])
def test_no_craft_lands_on_the_turn_that_it_is_called(crowded: Scenario, away: int) -> None:
    assert said(crowded, 1, away=away) == ["32 figures, and room for 0 on all flights up to turn 1"]


def test_a_fleet_takes_off_as_many_as_it_has_room_for(crowded: Scenario) -> None:
    assert said(crowded, 2, craft=4, capacity=8) == []
    assert said(crowded, 5, craft=1, capacity=16) == []
    assert said(crowded, 5, craft=1, capacity=15) != []
