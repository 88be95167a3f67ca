"""The events and special rules that bind a side, to be repeated on its own sheet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from builder.draw.sentences.effects import event_text
from builder.draw.sheets.schedule import event_texts
from builder.draw.sheets.sides.arrivals import arrivals
from builder.draw.surface.wording import Words
from builder.scenario.logic.conditions import Compare, Done, Who
from builder.scenario.logic.effects import Arrival, Effect, Opening
from builder.scenario.model import Event, Scenario
from builder.scenario.secrets import owner_of


def binding_texts(
    scenario: Scenario, side: str, words: Words, *, only_own: bool = False
) -> list[tuple[str, str]]:
    """The lead and the text of each event and special rule that binds a side: alone, or like everybody else.

    An effect on units or objectives of one side binds that side, and so does one that lasts until the side
    does something; what has no such effect binds all, and is left out with ``only_own``. What only one side
    may read is not among them.
    """

    def binds(effects: Iterable[Effect] | None, ending: Iterable[str] = ()) -> bool:
        bound = [*(_side_of(scenario, effect) for effect in effects or ()), *ending]
        return side in bound or not (only_own or any(bound))

    bound = {
        event_text(scenario, event, words)
        for event in scenario.events
        if binds(event.effects, _ending(scenario, event))
    }
    due = {
        event_text(scenario, event, words) for event in scenario.events if _is_due(scenario, event.effects)
    }
    texts = [(lead, text) for lead, text in event_texts(scenario, words) if text in bound - due]
    texts += [(f"{rule.title}.", rule.text) for rule in scenario.special_rules if binds(rule.effects)]
    return [(lead, text) for lead, text in texts if not owner_of(scenario, text)]


def _ending(scenario: Scenario, event: Event) -> Iterator[str]:
    """The sides that can end an event by what they do at an objective."""
    match event.span.until:
        case Compare(Done(objectives)):
            yield from (each.side for each in scenario.objectives if each.id in objectives)


def _is_due(scenario: Scenario, effects: Iterable[Effect] | None) -> bool:
    """Whether an event only has creatures arrive, as the table of arrivals of their side shows anyway."""
    arriving = [effect for effect in effects or () if isinstance(effect, Arrival)]
    forces = [scenario.force(effect.force) for effect in arriving]
    return bool(arriving) and all(force is not None and arrivals(scenario, force) for force in forces)


def _side_of(scenario: Scenario, effect: Effect) -> str:
    """The side whose units, arrivals or objectives an effect is about; empty if it is about those of all."""
    if isinstance(effect, Opening):
        sides = {each.side for each in scenario.objectives if each.id in effect.objectives}
        return sides.pop() if len(sides) == 1 else ""
    who = getattr(effect, "who", None)
    name = effect.force if isinstance(effect, Arrival) else who.force if isinstance(who, Who) else ""
    force = scenario.force(name) if name else None
    if force is not None:
        return force.side
    return who.side if isinstance(who, Who) else ""
