"""Names and stars on tables: beside what they are about, and on nothing else."""

from __future__ import annotations

import pytest
from kits import SCENARIOS, scenario_of
from shapely import LineString, Polygon, box
from shapely.affinity import translate

from builder.draw.maps.map_look import MapLook
from builder.draw.maps.nature.hills import step_color
from builder.draw.maps.nature.kinds import ORGANIC
from builder.draw.maps.nature.open_buildings import OPEN, leaves_of
from builder.draw.maps.open.table_plan import SHADED, TablePlan
from builder.draw.surface.clear_space import overlaps
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme

TABLES = [name for name in SCENARIOS if scenario_of(name).map.kind == "table"]


def plan_of(name: str) -> TablePlan:
    scenario = scenario_of(name)
    return TablePlan(scenario, DrawingContext.of(scenario.ruleset, load_theme()), MapLook(), 3.0)


@pytest.mark.parametrize("name", TABLES)
def test_no_name_is_on_the_shadow_of_a_building(name: str) -> None:
    plan = plan_of(name)
    shadows = [translate(place.area, 1.5, 2.0) for place in plan.places if place.symbol in SHADED]
    for written in plan.names:
        assert not any(box(*written.name.box).intersection(shadow).area > 0.3 for shadow in shadows), (
            written.name.text
        )


@pytest.mark.parametrize("name", TABLES)
def test_no_leader_of_a_zone_runs_through_a_label(name: str) -> None:
    plan = plan_of(name)
    labels = {text.upper() for text in plan.table.labels}
    boxes = [box(*each.name.box) for each in plan.names if each.name.text in labels]
    leaders = [LineString(tab.leader) for zone in plan.zones for tab in zone.tabs if tab.leader is not None]
    assert not any(leader.intersects(label) for leader in leaders for label in boxes)


def test_star_of_an_objective_does_not_hide_the_wreck_that_it_is_in() -> None:
    plan = plan_of("eagle-six")
    [wreck] = [place for place in plan.places if place.symbol == "wreck"]
    stars = [plan.star_of(objective) for objective in plan.scenario.objectives]
    assert stars
    assert all(y >= wreck.area.bounds[3] for _, y in stars)


def test_the_upper_steps_of_a_hill_with_a_fort_on_it_are_inside_its_wall_and_off_its_buildings() -> None:
    plan = plan_of("fort-hadley")
    [wall] = [place for place in plan.places if place.line]
    inside = Polygon(wall.line).buffer(-wall.thick / 2)
    built = [place.area for place in plan.places if place.symbol in {"bunker", "tower", "pad"}]
    _, *upper = plan.hill_steps["head"]
    assert upper
    for step in upper:
        assert inside.contains(step)
        assert not any(step.intersects(area) for area in built)


@pytest.mark.parametrize("name", TABLES)
def test_a_name_on_a_hill_has_the_color_of_the_step_that_it_stands_on(name: str) -> None:
    plan = plan_of(name)
    for written in plan.names:
        spot = box(*written.name.box).centroid
        for steps in plan.hill_steps.values():
            at = sum(step.contains(spot) for step in steps)
            if at and not any(place.area.contains(spot) for place in plan.places if place.symbol == "pad"):
                assert written.halo == step_color(plan.theme, at - 1, len(steps))


@pytest.mark.parametrize("name", TABLES)
def test_no_label_crosses_the_edge_of_a_natural_piece(name: str) -> None:
    plan = plan_of(name)
    labels = {text.upper() for text in plan.table.labels}
    edges = [place.area.boundary for place in plan.places if place.symbol in ORGANIC]
    boxes = [box(*each.name.box) for each in plan.names if each.name.text in labels]
    assert not any(edge.intersects(label) for edge in edges for label in boxes)


def test_a_building_with_an_objective_inside_is_cut_away_and_has_doors_clear_of_names() -> None:
    plan = plan_of("pump-hut")
    [hut] = [place for place in plan.places if place.piece.id == "hut"]
    assert hut.symbol == OPEN
    assert all(map(plan.has_landmark, plan.scenario.objectives))
    leaves = list(leaves_of(hut.area))
    assert len(leaves) == 4
    assert not any(overlaps(leaf, written.name.box) for leaf in leaves for written in plan.names)


def test_a_building_without_an_objective_keeps_its_roof() -> None:
    assert OPEN not in {place.symbol for place in plan_of("last-lift").places}
