"""Names of open country: the same places on all copies of a map, off the slopes, and nothing rubbed out."""

from __future__ import annotations

import re
from itertools import pairwise
from math import dist

import pytest

from builder.draw.maps.map_look import MapLook
from builder.draw.maps.nature.scenery import draw_track
from builder.draw.maps.nature.track import track_of
from builder.draw.maps.open.land_plan import LandPlan
from builder.draw.surface.canvas import Canvas, svg_text
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme
from builder.geometry.hexgrid import Direction
from builder.scenario.load import load_scenario
from builder.scenario.model import Scenario
from rulesdb.shipped import shipped

KITS = ("brood-debt", "kessel-wash", "static")


def scenario(kit: str) -> Scenario:
    return load_scenario(shipped("scenarios") / "bugged" / f"{kit}.yaml")


def plan_of(kit: str, *, grow: float = 1.0) -> LandPlan:
    context = DrawingContext(load_theme())
    return LandPlan(scenario(kit), context, MapLook(), grow=grow, is_overview=grow > 1.0)


@pytest.mark.parametrize("kit", KITS)
def test_a_name_stands_at_one_place_on_the_map_and_on_its_overview(kit: str) -> None:
    from shapely import box

    usual = {name.name.text: box(*name.name.box) for name in plan_of(kit).names}
    large = {name.name.text: box(*name.name.box) for name in plan_of(kit, grow=1.25).names}
    assert [text for text, place in usual.items() if place.distance(large[text]) > 2.0] == []


@pytest.mark.parametrize("kit", KITS)
def test_no_name_of_the_land_stands_on_the_strokes_of_a_slope(kit: str) -> None:
    from shapely import box

    plan = plan_of(kit)
    for name in (each.name for each in plan.names if each.kind == "land"):
        for step in plan.steps:
            assert not box(*name.box).intersects(step.area.boundary), name.text


@pytest.mark.parametrize("kit", KITS)
def test_the_name_of_an_objective_is_in_its_hex_or_near_it_and_off_the_strokes_of_a_slope(kit: str) -> None:
    from shapely import box

    plan = plan_of(kit)
    names = {each.name.text: box(*each.name.box) for each in plan.names if each.kind == "objective"}
    assert all(names[goal.objective.title].distance(box(*goal.box)) < 9.0 for goal in plan.goals)
    # In the hex of the objective itself, strokes give way to it.
    own = {goal.objective.title: plan.union([goal.objective.region.spot.hex]) for goal in plan.goals}
    beside = {text: place for text, place in names.items() if not own[text].contains(place.centroid)}
    assert not [
        text for text, place in beside.items() for step in plan.steps if place.intersects(step.area.boundary)
    ]


def test_the_name_of_relay_nine_is_below_its_mast_in_its_own_hex() -> None:
    plan = plan_of("static")
    [goal], [name] = plan.goals, [each.name for each in plan.names if each.kind == "objective"]
    x, y = plan.layout.center(goal.objective.region.spot.hex)
    assert abs(name.at[0] - x) < 2.0
    assert goal.box[3] < name.box[1] + 0.5
    assert name.at[1] < y + plan.layout.size / 2


@pytest.mark.parametrize("grow", [1.0, 1.25, 1.45])
@pytest.mark.parametrize("kit", KITS)
def test_no_name_goes_on_from_a_number_or_stands_on_it(kit: str, grow: float) -> None:
    plan = plan_of(kit, grow=grow)
    close = []
    for text, (west, north, east, south) in ((each.name.text, each.name.box) for each in plan.names):
        for figure in plan.figures:
            left, top, right, bottom = plan.box_of(figure)
            across, down = max(left - east, west - right), max(top - south, north - bottom)
            if across < 1.5 * grow and down < 0.3 * grow:
                close.append((text, plan.land.grid.label(figure.hex)))
    assert close == []


def test_a_mountain_does_not_cover_the_step_between_two_levels() -> None:
    plan = plan_of("kessel-wash")
    mountains = [patch for patch in plan.patches if patch.symbol == "mountain"]
    assert all(len({plan.land.level(hex) for hex in patch.hexes}) == 1 for patch in mountains)
    assert {plan.land.level(patch.hexes[0]) for patch in mountains} == {1, 2}


@pytest.mark.parametrize("kit", KITS)
def test_no_number_touches_a_tab_or_an_obstacle(kit: str) -> None:
    from shapely import LineString, box

    plan = plan_of(kit)
    above = [box(*tab.box) for zone in plan.zones for tab in zone.tabs]
    above += [
        LineString(plan.layout.side(side)).buffer(1.2)
        for side in plan.land.obstacles
        if side.direction in (Direction.N, Direction.S)
    ]
    touching = [
        plan.land.grid.label(figure.hex)
        for figure in plan.figures
        if any(box(*plan.box_of(figure)).intersects(each) for each in above)
    ]
    assert touching == []


@pytest.mark.parametrize("kit", KITS)
def test_a_track_goes_all_the_way_across_and_is_the_same_each_time(kit: str) -> None:
    plan = plan_of(kit)
    line = track_of(plan.land, plan.layout, plan.scenario.id)
    assert line[0][0] < 0
    assert line[-1][0] > plan.layout.width
    assert max(dist(a, b) for a, b in pairwise(line)) < 4 * plan.layout.size
    assert line == track_of(plan.land, plan.layout, plan.scenario.id)


def test_to_save_ink_there_is_no_track() -> None:
    from shapely import box

    canvas = Canvas(50, 50, DrawingContext(load_theme("low-ink")))
    board = box(0, 0, 50, 50)
    draw_track(canvas, [(0.0, 25.0), (50.0, 25.0)], board, board)
    assert not canvas.drawing("map", "Map").content.elements


def test_a_track_fades_where_it_ends_on_the_map_and_not_at_its_edge() -> None:
    from shapely import box

    canvas = Canvas(100, 50, DrawingContext(load_theme("default")))
    draw_track(canvas, [(0.0, 25.0), (100.0, 25.0)], box(0, 0, 70, 50), box(0, 0, 100, 50))
    svg = svg_text(canvas.drawing("map", "Map"))
    strengths = {float(share) for share in re.findall(r'stroke-opacity="([\d.]+)"', svg)}
    assert {0.1, 0.3, 0.5, 0.7, 0.9} <= strengths
    # The piece from the edge of the map on has full strength.
    assert re.search(r'd="M0 25[HL]', svg)


def test_a_short_piece_of_a_track_that_ends_on_the_map_is_left_out() -> None:
    from shapely import box

    canvas = Canvas(100, 50, DrawingContext(load_theme("default")))
    draw_track(canvas, [(0.0, 25.0), (100.0, 25.0)], box(40, 0, 60, 50), box(0, 0, 100, 50))
    assert not canvas.drawing("map", "Map").content.elements
