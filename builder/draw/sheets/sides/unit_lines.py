"""A line for each figure of a unit: its id, its wounds, and the turns in which it has acted."""

from __future__ import annotations

from collections.abc import Sequence

from builder.draw.surface.canvas import Canvas
from builder.draw.surface.flow import Block, Writer
from builder.draw.surface.type import CONDENSED, CONDENSED_BOLD, MIN_SIZE, Type

# The height of a line and of the words above the first, in mm.
_LINE, _HEAD = 7.4, 4.0
# The sides of a box for a wound and for a turn, and what is between two of each.
_WOUND, _TURN, _GAP = 5.0, 4.4, 0.8
_ID, _APART, _AFTER = 8.0, 3.0, 2.6
_WORD, _NUMBER = Type(CONDENSED, MIN_SIZE), Type(CONDENSED, 2.6)
_ID_TYPE = Type(CONDENSED_BOLD, 3.8)


def unit_lines(ids: Sequence[str], wounds: int, writer: Writer, *, lost: int = 0, turns: int = 0) -> Block:
    """A line for each id with boxes for ``wounds``, of which the first ``lost`` are crossed out.

    At its right end are numbered boxes for so many ``turns``, as far apart as they can be.
    """
    words, tall = writer.words, writer.line(_LINE)
    left = _ID + wounds * (_WOUND + _GAP) + _APART
    step = min(_WOUND + _GAP, (writer.width - left + _GAP) / max(1, turns))
    side = min(_TURN, step - 0.4)
    first = writer.width - turns * step + (step - side)

    def draw(canvas: Canvas, x: float, y: float) -> None:
        canvas.text(words("unit.wounds"), x + _ID, y + 2.9, _WORD, fill="muted")
        if turns:
            canvas.text(words("unit.acted"), x + first, y + 2.9, _WORD, fill="muted")
        for number, id in enumerate(ids):
            top = y + _HEAD + number * tall
            middle = top + tall / 2
            canvas.text(id, x, middle + _ID_TYPE.cap / 2, _ID_TYPE)
            low = middle - _WOUND / 2
            canvas.boxes(x + _ID, low, wounds, _WOUND, _GAP)
            for at in range(lost):
                canvas.cross(x + _ID + at * (_WOUND + _GAP), low, _WOUND)
            for turn in range(1, turns + 1):
                edge, high = x + first + (turn - 1) * step, middle - side / 2
                canvas.rect(edge, high, side, side, fill="panel", stroke="rule", stroke_width="box")
                place = edge + side / 2, middle + _NUMBER.cap / 2
                canvas.text(str(turn), *place, _NUMBER, anchor="middle", fill="muted")
            if number < len(ids) - 1:
                canvas.rule(x, top + tall, writer.width)

    return Block(_HEAD + len(ids) * tall + _AFTER, draw)
