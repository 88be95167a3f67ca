"""A plan has the steps of the set-up."""

from __future__ import annotations

from builder.draw.maps.map_look import MapLook
from builder.draw.maps.slabs.picture_view import zone_marks
from builder.scenario.load import load_scenario
from rulesdb.shipped import shipped

SCENARIO = load_scenario(shipped("scenarios") / "handspan" / "pump-hut.yaml")
YARD = [(30.0, 34.0), (45.0, 45.0), (60.0, 56.0)]


def test_the_mark_of_a_zone_is_in_its_middle_with_its_steps_and_side() -> None:
    assert list(zone_marks(SCENARIO, MapLook(), lambda region: [YARD])) == [(YARD[1], "1", 0)]
    assert list(zone_marks(SCENARIO, MapLook(zones=False), lambda region: [YARD])) == []
