"""Lines to write on at the foot of a side's sheet, first for what it decides in secret."""

from __future__ import annotations

from collections.abc import Sequence

from builder.draw.surface.canvas import Canvas, Drawing
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import draw_small_heading
from builder.draw.surface.type import CONDENSED_BOLD, Type
from builder.draw.surface.wording import Words
from builder.scenario.logic.effects import Item
from builder.scenario.model import Scenario

# The least height of lines to write on, in mm.
_LEAST = 30.0
_HEAD, _LINE, _MOST = 7.0, 7.6, 12
# More lines than a few are for turns, in columns of at least this width, in mm.
_FEW, _NARROWEST, _GUTTER = 3, 52.0, 7.0
# The lowest and the highest line of a turn, where its number ends, and what is free below the last, in mm.
_TURN_LINE, _HIGHEST, _NUMBER, _FOOT = 6.6, 12.0, 5.4, 2.4
_LABEL = Type(CONDENSED_BOLD, 3.0)


def secret_choices(scenario: Scenario, side: str, words: Words) -> list[str]:
    """What a side writes down before the game: which of several units carries a thing."""
    several = {
        force.id: force
        for force in scenario.forces
        if force.side == side and (len(force.members) or force.amount("count")) != 1
    }
    effects = (effect for rule in scenario.special_rules for effect in rule.effects or ())
    return [
        words(
            "side.carrier",
            title=effect.title[:1].upper() + effect.title[1:],
            force=several[effect.carried_by].title,
        )
        for effect in effects
        if isinstance(effect, Item) and effect.carried_by in several
    ]


def draw_note_lines(
    choices: Sequence[str], width: float, height: float, context: DrawingContext, *, turns: int = 0
) -> Drawing | None:
    """Lines in at most ``height`` mm below a heading; the first ones begin with the ``choices``.

    If there is room, one follows for each of so many ``turns``, with its number, in columns. None if there
    are fewer lines than a sheet needs to have any, or than there are choices.
    """
    if height < max(_LEAST, _HEAD + len(choices) * _LINE):
        return None
    top = _HEAD + len(choices) * _LINE
    rows, for_turns = int((height - top) / _LINE), int((height - _FOOT - top) / _TURN_LINE)
    columns = _columns_of(turns, for_turns, width) if for_turns > _FEW else 0
    if not columns:
        return _plain_lines(choices, width, min(_MOST, rows) + len(choices), context)
    a_column = -(-turns // columns)
    step = min(_HIGHEST, (height - _FOOT - top) / a_column)
    canvas = Canvas(width, top + a_column * step, context)
    title = context.words("side.lines-by-turn")
    draw_small_heading(canvas, title, width)
    _draw_choices(canvas, choices, width)
    wide = (width - (columns - 1) * _GUTTER) / columns
    number_type = Type(context.display, 3.2)
    for index in range(turns):
        column, row = divmod(index, a_column)
        left, base = column * (wide + _GUTTER), top + (row + 1) * step - 1.4
        canvas.rule(left, base + 1.2, wide)
        canvas.text(str(index + 1), left + _NUMBER, base, number_type, anchor="end", fill="heading")
    return canvas.drawing("notes", title)


def _columns_of(turns: int, rows: int, width: float) -> int:
    """In how many columns there is a line for each turn in so many rows; 0 if there is no room for them."""
    most = int((width + _GUTTER) // (_NARROWEST + _GUTTER))
    return next((columns for columns in range(1, most + 1) if 0 < turns <= columns * rows), 0)


def _plain_lines(choices: Sequence[str], width: float, count: int, context: DrawingContext) -> Drawing:
    canvas = Canvas(width, _HEAD + count * _LINE, context)
    title = context.words("side.lines")
    draw_small_heading(canvas, title, width)
    _draw_choices(canvas, choices, width)
    for number in range(len(choices), count):
        canvas.rule(0, _HEAD + (number + 1) * _LINE - 0.2, width)
    return canvas.drawing("notes", title)


def _draw_choices(canvas: Canvas, choices: Sequence[str], width: float) -> None:
    """A line for each choice, which is written after its words."""
    for number, choice in enumerate(choices):
        base = _HEAD + (number + 1) * _LINE - 1.4
        canvas.rule(0, base + 1.2, width)
        canvas.text(choice, 0, base, _LABEL, within=(0, base - 4.0, width, 5.0))
