"""Objectives in open country have a landmark that their names ask for."""

from __future__ import annotations

from dataclasses import replace

import pytest
from shapely import box

from builder.boards.spots import Region
from builder.draw.maps.map_artists import map_artist
from builder.draw.maps.map_look import MapLook
from builder.draw.maps.nature.landmarks import landmark_of
from builder.draw.maps.open.land_plan import LandPlan
from builder.draw.maps.open.table_plan import TablePlan
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme
from builder.scenario.load import load_scenario
from builder.scenario.model import Scenario
from rulesdb.shipped import shipped


def scenario_of(name: str) -> Scenario:
    [path] = shipped("scenarios").rglob(f"{name}.yaml")
    return load_scenario(path)


@pytest.mark.parametrize(
    ("name", "landmarks"),
    [
        ("kessel-wash", {"Pump House": "house", "Valve": "valve"}),
        ("static", {"Relay Nine": "mast"}),
        ("brood-debt", {"Pick-up": "landing"}),
        ("long-way-round", {"The Cairn": "cairn"}),
        ("three-lamps", {"West Beacon": "beacon", "Middle Beacon": "beacon", "East Beacon": "beacon"}),
        ("cold-ford", {"The laser": "", "Far bank": ""}),
    ],
)
def test_the_name_of_an_objective_chooses_its_landmark(name: str, landmarks: dict[str, str]) -> None:
    objectives = scenario_of(name).objectives
    assert {objective.title: landmark_of(objective) for objective in objectives} == landmarks


def test_no_landmark_is_drawn_over_terrain_but_on_the_floor_of_a_building() -> None:
    scenario = scenario_of("pump-hut")
    [valve] = scenario.objectives
    assert landmark_of(valve) == "valve"
    context = DrawingContext.of(scenario.ruleset, load_theme())
    assert TablePlan(scenario, context, MapLook(), 2.0).has_landmark(valve)
    [among_rocks] = [
        replace(valve, region=Region((piece.shape.center,)))
        for piece in scenario.table_map.pieces
        if piece.id == "heap"
    ]
    moved = replace(scenario, objectives=(among_rocks,))
    assert not TablePlan(moved, context, MapLook(), 2.0).has_landmark(among_rocks)


@pytest.mark.parametrize("name", ["three-lamps", "long-way-round", "candle", "kessel-wash", "static"])
def test_on_the_picture_of_a_map_flags_stand_on_top_of_landmarks(name: str) -> None:
    scenario = scenario_of(name)
    for theme, are_raised in (("default", True), ("low-ink", False)):
        [slab] = map_artist(scenario, DrawingContext.of(scenario.ruleset, load_theme(theme))).slabs(194.0)
        assert [slab.foot(at).above > 5.0 for at, _ in slab.flags] == [are_raised] * len(slab.flags)


def test_on_the_picture_of_a_table_the_flag_of_a_wreck_stands_on_its_middle() -> None:
    scenario = scenario_of("eagle-six")
    [slab] = map_artist(scenario, DrawingContext.of(scenario.ruleset, load_theme())).slabs(194.0)
    [(star, _)] = slab.flags
    foot = slab.foot(star)
    assert foot.above > 1.0
    [flat] = map_artist(scenario, DrawingContext.of(scenario.ruleset, load_theme("low-ink"))).slabs(194.0)
    assert flat.foot(star).at == foot.at
    assert flat.foot(star).above == 0.0
    assert foot.at[1] < star[1]


def test_the_name_of_an_objective_is_beside_its_landmark() -> None:
    scenario = scenario_of("kessel-wash")
    plan = LandPlan(scenario, DrawingContext.of(scenario.ruleset, load_theme()), MapLook())
    names = {name.name.text: name.name.box for name in plan.names}
    for goal in plan.goals:
        west, north, east, south = names[goal.objective.title]
        left, top, right, bottom = goal.box
        assert goal.has_landmark
        assert east <= left or right <= west or south <= top or bottom <= north


@pytest.mark.parametrize(("name", "hexes"), [("brood-debt", ["0306"]), ("static", [])])
def test_a_label_of_wreckage_on_bare_ground_has_a_wreck_that_no_name_lies_on(
    name: str, hexes: list[str]
) -> None:
    scenario = scenario_of(name)
    plan = LandPlan(scenario, DrawingContext.of(scenario.ruleset, load_theme()), MapLook())
    assert [plan.land.grid.label(hex) for hex, _ in plan.hulks] == hexes
    names = [box(*each.name.box) for each in plan.names]
    assert not any(box(*bounds).intersects(each) for _, bounds in plan.hulks for each in names)
