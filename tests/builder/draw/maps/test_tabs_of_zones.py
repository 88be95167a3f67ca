"""Tabs of set-up zones in open country are at the north side of their zone, and hide no number."""

from __future__ import annotations

import pytest
from kits import scenario_of

from builder.draw.maps.map_look import MapLook
from builder.draw.maps.open.land_plan import LandPlan
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.elements import meet
from builder.draw.surface.theme import load_theme


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


def _rectangle(west: float, north: float, east: float, south: float) -> tuple[float, float, float, float]:
    return west, north, east - west, south - north
