"""Rules that one side should remember, on its own sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from builder.draw.sentences.entry_text import as_lead, in_brackets
from builder.draw.sheets.aid.scope import in_scope
from builder.draw.sheets.sides.binding import binding_texts
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import Block, Flow, Writer
from builder.scenario.model import Scenario
from builder.scenario.things import Census
from rulesdb.constraints import Selector
from rulesdb.language import in_language

# In place of a side: each side that has one of the things itself.
_EACH = "each"


def reminder_flow(
    scenario: Scenario,
    side: str,
    context: DrawingContext,
    *,
    only_own: bool = False,
    only_of_things: bool = False,
    only_changes: bool = False,
) -> Flow | None:
    """What binds a side, and the reminders of the game's aid that it needs; None if there are neither.

    It can be ``only_own``, without what binds all sides, and reminders ``only_of_things`` that the side has;
    or ``only_changes`` of the scenario, without any reminders.
    """
    words = context.words
    game = in_scope(in_language(scenario.ruleset, words.language), scenario.census, is_open=False)
    own = [each for each in game.aid.get("reminders", ()) if _is_for(each, side, scenario.census)]
    own = [each for each in own if not only_changes and (not only_of_things or "needs" in each)]
    binding = binding_texts(scenario, side, words, only_own=only_own)
    if not own and not binding:
        return None

    texts: dict[str, list[str]] = {}
    for each in own:
        texts.setdefault(each["of"], []).append(words.term(each["text"]))

    def blocks(writer: Writer) -> Sequence[Block]:
        rules = ((game.all_entries[key], " ".join(parts)) for key, parts in texts.items())
        return [
            *(writer.item(lead, text) for lead, text in binding),
            *(writer.item(as_lead(rule.title), f"{text} {in_brackets(rule, words)}") for rule, text in rules),
        ]

    return Flow(f"reminders-{side}", words("side.reminders"), game.title, blocks)


def _is_for(reminder: Mapping[str, Any], side: str, census: Census) -> bool:
    """Whether a side is to remember something."""
    if reminder.get("side") != _EACH:
        return bool(reminder.get("side") == side)
    needs = [census.selected(Selector.parse(each)) for each in reminder.get("needs", ())]
    return not needs or any(thing.trait("side") == (side,) for things in needs for thing in things)
