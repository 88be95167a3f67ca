"""Rules that one side should remember, on its own sheet."""

from __future__ import annotations

from collections.abc import Sequence

from builder.draw.sheets.aid.scope import in_scope
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.entry_text import as_lead, citation_line
from builder.draw.surface.flow import Block, Flow, Writer
from builder.scenario.model import Scenario
from rulesdb.language import in_language


def reminder_flow(scenario: Scenario, side: str, context: DrawingContext) -> Flow | None:
    """The reminders of the game's aid for a side, as far as a scenario needs them; None if it has none."""
    words = context.words
    game = in_scope(in_language(scenario.ruleset, words.language), scenario.census, is_open=False)
    own = [each for each in game.aid.get("reminders", ()) if each.get("side") == side]
    if not own:
        return None

    texts: dict[str, list[str]] = {}
    for each in own:
        texts.setdefault(each["of"], []).append(words.term(each["text"]))

    def blocks(writer: Writer) -> Sequence[Block]:
        rules = ((game.all_entries[key], " ".join(parts)) for key, parts in texts.items())
        return [
            writer.item(as_lead(rule.title), f"{text} [{citation_line(rule, words)}]") for rule, text in rules
        ]

    return Flow(f"reminders-{side}", words("side.reminders"), game.title, blocks)
