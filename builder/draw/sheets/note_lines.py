"""Lines to write on at the foot of a side's sheet, one for each turn if there is room."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from builder.draw.sheets.form_parts import turn_tint
from builder.draw.surface.canvas import Canvas, Drawing
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import draw_small_heading
from builder.draw.surface.type import CONDENSED_BOLD, MIN_SIZE, Type

# The least height of lines to write on, in mm.
_LEAST = 30.0
_HEAD, _LINE, _MOST = 7.0, 7.6, 12
# More lines than a few are for turns, in columns of at least this width, in mm.
_FEW, _NARROWEST, _GUTTER = 3, 52.0, 7.0
# The lowest and the highest line of a turn, where its number ends, and what is free below the last, in mm.
_TURN_LINE, _HIGHEST, _NUMBER, _FOOT = 6.6, 12.0, 5.4, 2.4
# The type of the events of a turn, and what is left free before them and at the end of the line, in mm.
_EVENT, _BEFORE = Type(CONDENSED_BOLD, 2.9), 2.6


def draw_note_lines(
    width: float,
    height: float,
    context: DrawingContext,
    *,
    turns: int = 0,
    events: Mapping[int, Sequence[str]] | None = None,
    is_plain: bool = True,
) -> Drawing | None:
    """Lines in at most ``height`` mm below a heading; None if there are fewer than a sheet needs to have any.

    If there is room, there is one for each of so many ``turns``, with its number and its ``events``, in
    columns; without it, lines are plain if they may be.
    """
    if height < _LEAST:
        return None
    room = height - _FOOT - _HEAD
    columns = _columns_of(turns, int(room / _TURN_LINE), width)
    if not columns and not is_plain:
        return None
    if not columns:
        return _plain_lines(width, min(_MOST, int((height - _HEAD) / _LINE)), context)
    a_column = -(-turns // columns)
    step = min(_HIGHEST, room / a_column)
    canvas = Canvas(width, _HEAD + a_column * step, context)
    title = context.words("side.lines-by-turn")
    draw_small_heading(canvas, title, width)
    wide = (width - (columns - 1) * _GUTTER) / columns
    number_type = Type(context.display, 3.2)
    places = [
        (column * (wide + _GUTTER), _HEAD + (row + 1) * step - 1.4)
        for column, row in (divmod(index, a_column) for index in range(turns))
    ]
    said = [" · ".join((events or {}).get(turn, ())) for turn in range(1, turns + 1)]
    # No ground covers the rule above it.
    for (left, base), text in zip(places, said, strict=True):
        if text:
            canvas.rect(left, base + 1.2 - step, wide, step, fill=turn_tint(canvas.theme))
    for turn, ((left, base), text) in enumerate(zip(places, said, strict=True), 1):
        if text:
            start = left + _NUMBER + _BEFORE
            type = canvas.metrics.fit(text, _EVENT, left + wide - _BEFORE - start, MIN_SIZE)
            canvas.text(text, start, base, type, fill="muted")
        canvas.rule(left, base + 1.2, wide)
        canvas.text(str(turn), left + _NUMBER, base, number_type, anchor="end", fill="heading")
    return canvas.drawing("notes", title)


def _columns_of(turns: int, rows: int, width: float) -> int:
    """In how many columns there is a line for each turn in so many rows; 0 if there is no room for them."""
    most = int((width + _GUTTER) // (_NARROWEST + _GUTTER)) if rows > _FEW else 0
    return next((columns for columns in range(1, most + 1) if 0 < turns <= columns * rows), 0)


def _plain_lines(width: float, count: int, context: DrawingContext) -> Drawing:
    canvas = Canvas(width, _HEAD + count * _LINE, context)
    title = context.words("side.lines")
    draw_small_heading(canvas, title, width)
    for number in range(count):
        canvas.rule(0, _HEAD + (number + 1) * _LINE - 0.2, width)
    return canvas.drawing("notes", title)
