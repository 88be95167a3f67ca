"""Vehicles of a game of one's own: of no act that only some may do, or of a rule that there is not."""

from __future__ import annotations

import functools
from dataclasses import replace
from pathlib import Path

import pytest

from builder.games.bug_hunter.checks.acts import VehicleCrewCheck
from builder.lint.finding import Finding
from builder.scenario.load import load_scenario
from builder.scenario.model import Scenario
from rulesdb import open_game
from rulesdb.schemas import SchemaSet

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def scenario() -> Scenario:
    """A crew of whom nobody may drive the crawler that they have."""
    path = HERE / "broken" / "BB312-nobody.yaml"
    return load_scenario(path, schemas=SchemaSet(), opener=functools.cache(open_game))


def found(scenario: Scenario) -> list[Finding]:
    return list(VehicleCrewCheck().check(scenario))


def test_anybody_may_run_a_vehicle_that_asks_for_no_act(scenario: Scenario) -> None:
    vehicle = scenario.vehicles[0]
    facts = {name: fact for name, fact in vehicle.kind.facts.items() if name != "act"}
    free = replace(vehicle, kind=replace(vehicle.kind, facts=facts))
    assert len(found(scenario)) == 1
    assert found(replace(scenario, vehicles=(free,))) == []


def test_a_vehicle_of_a_force_that_is_not_known_is_passed_over(scenario: Scenario) -> None:
    assert found(replace(scenario, vehicles=(replace(scenario.vehicles[0], force="nobody"),))) == []


def test_a_vehicle_of_no_rule_is_judged_by_the_rule_of_who_may_do_what(scenario: Scenario) -> None:
    vehicle = scenario.vehicles[0]
    provenance = vehicle.kind.provenance
    printed = replace(provenance, source=replace(provenance.source, section="Vehicles"))
    own = replace(vehicle, kind=replace(vehicle.kind, provenance=printed))
    assert [finding.rule for finding in found(scenario)] == ["bug-hunter:rule/315.1"]
    assert [finding.rule for finding in found(replace(scenario, vehicles=(own,)))] == [
        "bug-hunter:rule/308.2"
    ]
