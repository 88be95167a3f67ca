"""Which names of a map the pages of a scenario speak of: those that a small diagram of it needs."""

from __future__ import annotations

from collections.abc import Iterator

from builder.scenario.model import Scenario

_ARTICLES = ("the ", "der ", "die ", "das ")


def is_spoken_of(name: str, scenario: Scenario) -> bool:
    """Whether the briefing of a scenario names a place: in its set-up, schedule, goals, rules or example."""
    bare = name.casefold()
    for article in _ARTICLES:
        bare = bare.removeprefix(article)
    return any(bare in text.casefold() for text in _texts(scenario))


def _texts(scenario: Scenario) -> Iterator[str]:
    yield from (step.text for step in scenario.placements)
    yield from (f"{event.title} {event.text}" for event in scenario.events)
    yield from (objective.text for objective in scenario.objectives)
    yield from (outcome.when for outcome in scenario.victory)
    yield from (rule.text for rule in scenario.special_rules)
    yield from scenario.first_turn
    yield scenario.notes
