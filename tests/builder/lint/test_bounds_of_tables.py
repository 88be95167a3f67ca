"""Tables whose parts no file can hold: terrain that is drawn as nothing known, zones without a shape."""

from __future__ import annotations

import functools
from dataclasses import replace
from pathlib import Path

import pytest

from builder.lint.check import Check
from builder.lint.checks.tables import OffTableCheck, SharedGroundCheck, SolidOverlapCheck, TableReachCheck
from builder.scenario.load import load_scenario
from builder.scenario.model import Scenario
from rulesdb import open_game
from rulesdb.schemas import SchemaSet

HERE = Path(__file__).parent
SCHEMAS, OPENER = SchemaSet(), functools.cache(open_game)


def scenario_of(name: str) -> Scenario:
    return load_scenario(HERE / "broken" / name, schemas=SCHEMAS, opener=OPENER)


def found(check: Check, scenario: Scenario) -> int:
    return len(list(check.check(scenario)))


def test_terrain_without_a_symbol_is_drawn_as_a_building_and_as_solid() -> None:
    scenario = scenario_of("BB232-solid-overlap.yaml")
    table = scenario.table_map
    plain = tuple(replace(piece, terrain=replace(piece.terrain, facts={})) for piece in table.pieces)
    assert found(SolidOverlapCheck(), scenario) == 1
    assert found(SolidOverlapCheck(), replace(scenario, map=replace(table, pieces=plain))) == 1


@pytest.mark.parametrize("changed", [{"force": "nobody"}, {"zone": "nowhere"}])
def test_a_placement_of_an_unknown_force_or_zone_is_passed_over(changed: dict[str, str]) -> None:
    scenario = scenario_of("BB409-shared-ground.yaml")
    unknown = replace(scenario.placements[0], **changed)
    assert found(SharedGroundCheck(), replace(scenario, placements=(unknown, *scenario.placements))) == 1
    assert found(SharedGroundCheck(), replace(scenario, placements=(*scenario.placements, unknown))) == 1


def test_ground_without_a_shape_is_shared_with_nobody() -> None:
    scenario = scenario_of("BB409-shared-ground.yaml")
    flat = tuple(replace(zone, shape=None) for zone in scenario.zones)
    assert found(SharedGroundCheck(), replace(scenario, zones=flat)) == 0
    assert found(OffTableCheck(), replace(scenario, zones=flat)) == 0


def test_an_objective_without_a_place_is_neither_far_nor_off_the_table() -> None:
    scenario = scenario_of("BB427-table-out-of-reach.yaml")
    nowhere = replace(scenario.objectives[0], at=None)
    changed = replace(scenario, objectives=(nowhere, *scenario.objectives[1:]))
    assert found(TableReachCheck(), scenario) == 2
    assert found(TableReachCheck(), changed) == 1
    assert found(OffTableCheck(), changed) == 0
