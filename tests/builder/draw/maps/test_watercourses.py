"""Water that meets a swamp on hexes: one river with a ford, without banks between its parts."""

from __future__ import annotations

from shapely import Point, get_parts, union_all

from builder.draw.maps.map_look import MapLook
from builder.draw.maps.open.land_plan import LandPlan, Patch
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme
from builder.scenario.load import load_scenario
from rulesdb.shipped import shipped

WET = {"marsh", "water"}


def wet_patches(kit: str) -> list[Patch]:
    scenario = load_scenario(shipped("scenarios") / "bugged" / f"{kit}.yaml")
    plan = LandPlan(scenario, DrawingContext(load_theme()), MapLook())
    return [patch for patch in plan.patches if patch.symbol in WET]


def test_a_river_and_its_ford_are_parts_of_one_area_without_gaps() -> None:
    patches = wet_patches("kessel-wash")
    assert [patch.symbol for patch in patches] == ["marsh", "water", "water"]
    wholes = [patch.course.whole for patch in patches if patch.course is not None]
    assert len(wholes) == len(patches)
    parts = union_all([patch.area for patch in patches])
    for whole in wholes:
        assert whole.equals_exact(wholes[0])
        assert whole.symmetric_difference(parts).area < 0.01


def test_each_part_covers_the_middles_of_its_own_hexes_and_no_other_part_does() -> None:
    scenario = load_scenario(shipped("scenarios") / "bugged" / "kessel-wash.yaml")
    plan = LandPlan(scenario, DrawingContext(load_theme()), MapLook())
    patches = [patch for patch in plan.patches if patch.symbol in WET]
    for patch in patches:
        for hex in patch.hexes:
            middle = Point(plan.layout.center(hex))
            assert [other.symbol for other in patches if other.area.contains(middle)] == [patch.symbol]


def test_a_swamp_without_water_beside_it_has_its_own_edge() -> None:
    patches = wet_patches("static")
    assert patches
    assert all(patch.course is None for patch in patches)


def test_the_shores_of_a_river_run_on_into_its_channel_through_a_ford() -> None:
    marsh, *waters = wet_patches("kessel-wash")
    assert marsh.course is not None
    channel = marsh.area.intersection(marsh.course.open)
    for water in waters:
        assert channel.dwithin(water.area, 0.01)
        assert water.area.difference(marsh.course.open).area < 0.01
    # Beside the channel, there is ground of the swamp on both banks.
    assert sum(part.area > 1.0 for part in get_parts(marsh.area.difference(channel))) == 2
