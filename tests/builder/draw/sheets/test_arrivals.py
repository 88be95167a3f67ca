"""The table of arrivals of a side: how many of each force come in each turn."""

from __future__ import annotations

from builder.draw.sheets.sides.arrivals import arrival_flow, arrivals
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme
from builder.scenario.load import load_scenario
from rulesdb.shipped import shipped

LIFT = load_scenario(shipped("scenarios") / "handspan" / "last-lift.yaml")
HUT = load_scenario(shipped("scenarios") / "handspan" / "pump-hut.yaml")


def test_those_who_come_every_turn_come_until_all_are_there() -> None:
    assert arrivals(HUT, HUT.force("warriors")) == {1: 4, 2: 4, 3: 4, 4: 4, 5: 2}


def test_all_of_a_force_come_at_once_if_no_number_is_given() -> None:
    assert arrivals(HUT, HUT.force("flyers")) == {4: 3}
    assert arrivals(LIFT, LIFT.force("tank")) == {3: 1}


def test_a_side_of_which_nobody_comes_later_has_no_table() -> None:
    context = DrawingContext(load_theme())
    assert arrival_flow(LIFT, "human", context) is None
    assert arrival_flow(LIFT, "bug", context) is not None
