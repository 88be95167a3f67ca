"""How much of the scenarios that come with brainbug a machine understands."""

from __future__ import annotations

from builder.scenario.load import load_scenario
from builder.scenario.secrets import owner_of
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


def test_stories_examples_and_notes_name_nothing_that_only_one_side_may_know() -> None:
    texts = {s.id: (s.tagline, s.summary, s.notes, *s.first_turn) for s in SCENARIOS}
    leaks = {(s.id, text) for s in SCENARIOS for text in texts[s.id] if owner_of(s, text)}
    assert leaks == set()
