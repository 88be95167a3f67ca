"""How much of the scenarios that come with brainbug a machine understands."""

from __future__ import annotations

from builder.scenario.load import load_scenario
from rulesdb import Library
from rulesdb.shipped import shipped

LIBRARY = Library()
SCENARIOS = [load_scenario(path, library=LIBRARY) for path in sorted(shipped("scenarios").glob("*/*.yaml"))]


def test_all_victory_conditions_objectives_and_events_are_data() -> None:
    prose = {
        *((s.id, v.grade) for s in SCENARIOS for v in s.victory if v.condition is None),
        *((s.id, each.title) for s in SCENARIOS for each in s.objectives if each.done_by is None),
        *((s.id, event.title) for s in SCENARIOS for event in s.events if event.effects is None),
    }
    assert prose == set()
