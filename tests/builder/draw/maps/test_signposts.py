"""Signposts show where units come on the map later, or leave it, on maps of every kind."""

from __future__ import annotations

from dataclasses import replace

import pytest
from shapely import LineString, box

from builder.draw.maps.hexmap import draw_level
from builder.draw.maps.landmap import draw_land
from builder.draw.maps.map_look import MapLook
from builder.draw.maps.open.table_plan import TablePlan
from builder.draw.maps.signposts import Passage, passages_of
from builder.draw.surface.canvas import Drawing
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme
from builder.scenario.load import load_scenario
from builder.scenario.logic.conditions import Where
from builder.scenario.logic.effects import Arrival
from builder.scenario.model import Event, Scenario
from rulesdb.shipped import shipped


def scenario_of(game: str, name: str) -> Scenario:
    return load_scenario(shipped("scenarios") / game / f"{name}.yaml")


def context_of(scenario: Scenario) -> DrawingContext:
    return DrawingContext.of(scenario.ruleset, load_theme())


def passages(scenario: Scenario, look: MapLook | None = None) -> tuple[Passage, ...]:
    return passages_of(scenario, look or MapLook(), context_of(scenario).words)


def arriving(scenario: Scenario, arrival: Arrival) -> Scenario:
    return replace(scenario, events=(Event(3, "Late", "They come.", (), (arrival,)),))


def texts(drawing: Drawing) -> list[str]:
    return [text.text for text in drawing.texts]


def test_units_come_by_their_edge_or_by_any_or_in_a_place() -> None:
    actual = [
        (one.texts[0], one.edge, bool(one.region), one.unnamed)
        for name in ("pump-hut", "last-lift")
        for one in passages(scenario_of("handspan", name))
    ]
    assert actual == [
        ("WARRIORS · TURNS 1–5", "north", False, False),
        ("WARRIORS · TURNS 1–5", "south", False, False),
        ("WARRIORS · TURNS 1–4", "east", False, False),
        ("WARRIORS · TURNS 1–4", "west", False, False),
        ("FLYERS · TURN 4", "", True, False),
        ("MINITANK · TURN 6", "south", False, False),
        ("WARRIORS · TURNS 2–4 · ANY EDGE", "north", False, True),
        ("WARRIORS · TURNS 2–4 · ANY EDGE", "east", False, True),
        ("WARRIORS · TURNS 2–4 · ANY EDGE", "south", False, False),
        ("WARRIORS · TURNS 2–4 · ANY EDGE", "west", False, True),
        ("TANK · TURN 3", "north", False, False),
    ]


def test_units_that_may_leave_have_a_signpost_to_their_edge() -> None:
    [passage] = passages(scenario_of("advanced_infantry", "cold-ford"))
    assert (passage.texts, passage.edge, passage.leaves) == (
        ("REARGUARD · FROM TURN 11", "FROM TURN 11", "11+"),
        "east",
        True,
    )


def test_a_secret_place_has_a_signpost_only_for_a_referee() -> None:
    scenario = scenario_of("handspan", "pump-hut")
    zone = replace(scenario.zones[0], secret=True)
    secret = arriving(
        replace(scenario, zones=(zone,)), Arrival("flyers", where=Where("zone", zone.id, region=zone.region))
    )
    assert passages(secret) == ()
    assert len(passages(secret, MapLook(secrets=True))) == 1


def test_signposts_begin_at_the_edge_and_cover_neither_each_other_nor_tabs() -> None:
    scenario = scenario_of("handspan", "pump-hut")
    plan = TablePlan(scenario, context_of(scenario), MapLook(), 2.0)
    boxes = [one.box for one in plan.signposts] + [tab.box for sign in plan.zones for tab in sign.tabs]
    for number, (west, north, east, south) in enumerate(boxes):
        for left, top, right, bottom in boxes[:number]:
            assert right <= west or east <= left or bottom <= north or south <= top
    first, *others = [one for one in plan.signposts if one.text.startswith("WARRIORS")]
    assert (first.points, first.box[1]) == ("south", 0.0)
    assert [one.points for one in others] == ["north", "west", "east"]


def test_those_who_may_use_any_edge_have_their_name_at_one_and_arrows_at_all() -> None:
    scenario = scenario_of("handspan", "last-lift")
    plan = TablePlan(scenario, context_of(scenario), MapLook(), 2.0)
    named = [(one.text, one.points) for one in plan.signposts if not one.only_arrows]
    # The tank has the northern edge for itself alone.
    assert named == [("WARRIORS · TURNS 2–4 · ANY EDGE", "north"), ("TANK · TURN 3", "south")]
    arrows = [one.points for one in plan.signposts if one.arrows]
    assert sorted(arrows) == ["east", "north", "south", "west"]


@pytest.mark.parametrize("edge", ["north", "east", "south", "west"])
def test_open_country_has_signposts_at_its_edges(edge: str) -> None:
    scenario = arriving(scenario_of("bugged", "static"), Arrival("shade", edge=edge))
    assert "SHADE · TURN 3" in texts(draw_land(scenario, context_of(scenario)))


def test_a_room_has_a_signpost_inside_it() -> None:
    scenario = scenario_of("bug_hunter", "relief")
    drawing = draw_level(scenario, 0, context_of(scenario))
    [post] = [text for text in drawing.texts if text.text.startswith("FROM TURN")]
    [room] = [text for text in drawing.texts if text.text == "CANTEEN"]
    assert abs(post.x - room.x) < scenario.hex_map.hex_size * 2


def test_the_tab_of_a_small_zone_in_another_one_is_outside_both_with_a_leader() -> None:
    scenario = scenario_of("mobile_infantry", "fort-hadley")
    plan = TablePlan(scenario, context_of(scenario), MapLook(), 3.05)
    fortress, bunker = plan.zones
    [tab] = bunker.tabs
    fort = box(*(x * 3.05 for x in scenario.zones[0].region.shape.bounds))
    assert tab.leader is not None
    assert not fort.intersects(box(*tab.box))
    assert all(tab.leader is not None for tab in fortress.tabs)
    gates = [box(*gate.box) for gate in plan.gates]
    assert gates
    leaders = [LineString(tab.leader) for sign in plan.zones for tab in sign.tabs if tab.leader]
    assert not any(leader.intersects(gate) for leader in leaders for gate in gates)


@pytest.mark.parametrize("name", ["pump-hut", "last-lift"])
def test_arrows_keep_off_corners_and_each_signpost_of_an_edge_stands_on_it(name: str) -> None:
    scenario = scenario_of("handspan", name)
    plan = TablePlan(scenario, context_of(scenario), MapLook(), 2.0)
    posts = list(zip(plan.signposts, passages(scenario), strict=True))
    sides = {"south": 1, "west": 2, "north": 3, "east": 0}
    ends = (0.0, 0.0, plan.wide, plan.deep)
    for post, passage in posts:
        if passage.edge:
            side = sides[post.points]
            assert post.box[side] == pytest.approx(ends[side])
        for x, y in post.arrows:
            assert min(x, plan.wide - x) >= 5.0 or min(y, plan.deep - y) >= 5.0
