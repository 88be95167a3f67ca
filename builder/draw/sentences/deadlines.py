"""Until when an objective can be carried out, or when it counts, in words."""

from __future__ import annotations

from builder.draw.maps.whereabouts import where
from builder.draw.surface.wording import Words
from builder.scenario.logic.conditions import Moment
from builder.scenario.logic.effects import Opening
from builder.scenario.model import Objective, Scenario
from builder.scenario.secrets import owner_of


def closing_turn(scenario: Scenario, objective: Objective) -> int | None:
    """The first turn in which an objective is closed, as far as all may know; None if no event closes it."""
    turns = [
        event.turn
        for event in scenario.events
        if not owner_of(scenario, event.text)
        for effect in event.effects or ()
        if isinstance(effect, Opening) and effect.closes and objective.id in effect.objectives
    ]
    return min(turns, default=None)


def place_text(scenario: Scenario, objective: Objective, words: Words) -> str:
    """The place of an objective, and its deadline if it has one.

    >>> from builder.draw.surface.wording import load_words
    >>> from builder.scenario.load import load_scenario
    >>> from rulesdb.shipped import shipped
    >>> scenario = load_scenario(shipped("scenarios") / "bugged" / "kessel-wash.yaml")
    >>> [place_text(scenario, objective, load_words()) for objective in scenario.objectives]
    ['hex 1305, when turn 10 ends', 'hex 1205, by the end of turn 6']
    """
    place, closes = where(scenario, objective, words), closing_turn(scenario, objective)
    if closes is not None and closes > 1:
        return words("briefing.due-by", place=place, turn=closes - 1)
    # The sentence that follows from the data names the last turn itself.
    if objective.done_at is Moment.LAST_TURN and objective.text and scenario.turns:
        return words("briefing.due-at-end", place=place, turn=scenario.turns)
    return place
