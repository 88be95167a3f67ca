"""The events of a scenario below its record of turns, for those that a box has no room for."""

from __future__ import annotations

from builder.draw.sheets.form_parts import beside
from builder.draw.sheets.schedule import event_texts, open_text
from builder.draw.surface.flow import Block, Writer, stacked
from builder.draw.surface.type import REGULAR, Type
from builder.scenario.model import Scenario

_COLUMNS, _APART, _BELOW = 2, 6.0, 1.5
_TYPE = Type(REGULAR, 2.8)


def events_block(scenario: Scenario, writer: Writer) -> Block:
    """Each event with its turns and what everybody may know of it, in two columns of about one height.

    A lone one has the whole width.
    """
    words, events = writer.words, event_texts(scenario, writer.words)
    wide = (writer.width - _APART) / _COLUMNS if len(events) > 1 else writer.width
    narrow = Writer(wide, writer.context)
    items = [narrow.item(lead, open_text(scenario, text, words), _TYPE) for lead, text in events]
    ways = ((items[:at], items[at:]) for at in range(1, len(items) + 1))
    columns = min(ways, key=lambda way: max(sum(item.height for item in column) for column in way))
    parts = [stacked(column) for column in columns if column]
    return stacked([beside(parts, wide + _APART), Block(_BELOW, lambda canvas, x, y: None)])
