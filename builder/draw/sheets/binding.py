"""The events and special rules that bind one side, to be repeated on its own sheet."""

from __future__ import annotations

from builder.draw.sentences.effects import event_text
from builder.draw.sheets.schedule import event_texts
from builder.draw.surface.wording import Words
from builder.scenario.logic.conditions import Who
from builder.scenario.logic.effects import Effect, Opening
from builder.scenario.model import Scenario
from builder.scenario.secrets import owner_of


def binding_texts(scenario: Scenario, side: str, words: Words) -> list[tuple[str, str]]:
    """The lead and the text of each event and special rule with an effect on units or objectives of a side.

    What binds all units alike, and what only the side may read, is not among them.
    """
    bound = {
        event_text(scenario, event, words)
        for event in scenario.events
        if any(_binds(scenario, side, effect) for effect in event.effects or ())
    }
    texts = [(lead, text) for lead, text in event_texts(scenario, words) if text in bound]
    texts += [
        (f"{rule.title}.", rule.text)
        for rule in scenario.special_rules
        if any(_binds(scenario, side, effect) for effect in rule.effects or ())
    ]
    return [(lead, text) for lead, text in texts if not owner_of(scenario, text)]


def _binds(scenario: Scenario, side: str, effect: Effect) -> bool:
    """Whether an effect is on units of one side, or opens or closes one of its objectives."""
    if isinstance(effect, Opening):
        return any(each.side == side for each in scenario.objectives if each.id in effect.objectives)
    who = getattr(effect, "who", None)
    if not isinstance(who, Who):
        return False
    force = scenario.force(who.force) if who.force else None
    return who.side == side or (force is not None and force.side == side)
