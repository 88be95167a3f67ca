"""Tabs of set-up zones are at their own zone and in no other, and hide no number."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from kits import SCENARIOS, scenario_of
from shapely import LineString, Point, box
from shapely.geometry.base import BaseGeometry
from soak import WHOLE

from builder.draw.maps.decks.arrangement import Arrangement
from builder.draw.maps.decks.plan import DeckPlan
from builder.draw.maps.dots.areas import Areas
from builder.draw.maps.dots.plan import Plan
from builder.draw.maps.map_look import MapLook
from builder.draw.maps.open.land_plan import LandPlan
from builder.draw.maps.open.table_plan import TablePlan
from builder.draw.maps.zone_tabs import Tab
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.elements import meet
from builder.draw.surface.theme import load_theme
from builder.scenario.model import Scenario

# Some with tabs that have leaders, on maps of each kind.
TRIED = ("fort-hadley", "relief", "fort-hadley", "brood-debt", "kite-season")
LOOK = MapLook(secrets=True)


@pytest.mark.parametrize(("name", "zones"), [("static", 2), ("brood-debt", 3)])
@pytest.mark.parametrize("is_overview", [False, True])
def test_tabs_are_at_the_north_side_and_hide_no_number(name: str, zones: int, is_overview: bool) -> None:
    scenario = scenario_of(name)
    context = DrawingContext.of(scenario.ruleset, load_theme())
    plan = LandPlan(scenario, context, MapLook(), is_overview=is_overview)
    numbers = [_rectangle(*plan.box_of(figure)) for figure in plan.figures]
    size = plan.layout.size
    assert len(plan.zones) == zones
    for sign in plan.zones:
        north = min(y for hex in sign.zone.region.hexes() for _, y in plan.layout.corners(hex))
        for tab in sign.tabs:
            assert north - size / 2 < tab.box[1] < north + size * 1.5
            assert not any(meet(_rectangle(*tab.box), number) for number in numbers)


@pytest.mark.parametrize("name", SCENARIOS if WHOLE else TRIED)
def test_no_tab_with_a_leader_is_in_another_zone(name: str) -> None:
    scenario = scenario_of(name)
    context = DrawingContext.of(scenario.ruleset, load_theme())
    maps = [*maps_of(scenario, context, 0.45)]
    maps += maps_of(scenario, context, None) if WHOLE else ()
    for areas, tabs in maps:
        for tab in tabs:
            if tab.leader is not None:
                end = Point(tab.leader[1])
                own = min(areas, key=lambda area: area.boundary.distance(end))
                others = [area for area in areas if area is not own]
                assert not any(box(*tab.box).intersects(area) for area in others), tab.title
                line = LineString(tab.leader)
                crossed = [area for area in others if line.intersects(area)]
                assert all(area.contains(own) for area in crossed), tab.title
                tabs_beside = [box(*other.box) for other in tabs if other is not tab]
                assert not any(line.intersects(other) for other in tabs_beside), tab.title


def maps_of(
    scenario: Scenario, context: DrawingContext, scale: float | None
) -> Iterator[tuple[list[BaseGeometry], list[Tab]]]:
    """The areas of zones and the tabs of each map of a scenario; at its true size without a scale."""
    match scenario.map.kind:
        case "hex" if scenario.map.decks is not None:
            for level in range(len(scenario.hex_map.levels)):
                plan = DeckPlan(scenario.hex_map, level, context.theme, context.memo)
                zones = Arrangement(scenario, plan, context, LOOK, scale).zones
                yield [area for _, area in zones.lines], zones.tabs
        case "dots":
            ground = Areas.of_map(scenario, context)
            parts = Plan(scenario, ground, LOOK, context, 2.47 / scale if scale else 0.0).zones.signs
            yield [part.area for part in parts], [part.tab for part in parts]
        case kind:
            if kind == "table":
                signs = TablePlan(scenario, context, LOOK, 236.0 / scenario.table_map.width).zones
            else:
                grow = 1.0 / scale if scale else 1.0
                signs = LandPlan(scenario, context, LOOK, grow=grow, is_overview=bool(scale)).zones
            areas = [part for sign in signs for part in getattr(sign.area, "geoms", [sign.area])]
            yield areas, [tab for sign in signs for tab in sign.tabs]


def _rectangle(west: float, north: float, east: float, south: float) -> tuple[float, float, float, float]:
    return west, north, east - west, south - north
