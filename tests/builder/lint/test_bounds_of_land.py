"""Open country of which something is not known, and a race that a unit need not have."""

from __future__ import annotations

import functools
from dataclasses import replace
from pathlib import Path

from builder.lint.checks.land import CardRaceCheck, LandReachCheck
from builder.scenario.load import load_scenario
from builder.scenario.model import Scenario
from rulesdb import open_game
from rulesdb.schemas import SchemaSet

HERE = Path(__file__).parent
SCHEMAS, OPENER = SchemaSet(), functools.cache(open_game)


def scenario_of(name: str) -> Scenario:
    return load_scenario(HERE / name, schemas=SCHEMAS, opener=OPENER)


def test_an_objective_without_a_place_is_in_nobodys_reach_and_hides_no_other() -> None:
    scenario = replace(scenario_of("sound-land.yaml"), turns=1)
    mill = scenario.objectives[0]
    with_two = replace(scenario, objectives=(replace(mill, place=None), mill))
    assert len(list(LandReachCheck().check(with_two))) == 1


def test_a_unit_without_a_race_gives_its_side_none() -> None:
    scenario = scenario_of("broken/BB308-card-race.yaml")
    forces = tuple(replace(force, unit=replace(force.unit, facts={})) for force in scenario.forces)
    findings = list(CardRaceCheck().check(replace(scenario, forces=forces)))
    assert [finding.message for finding in findings] == [
        "Tunnel Trap is a card of race bug; the side is of no race"
    ]
