"""Boxes with the scores of a unit, or the figures of a card: an icon and a figure above a word."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from builder.draw.surface.canvas import Canvas
from builder.draw.surface.flow import Block, Writer
from builder.draw.surface.type import CONDENSED, CONDENSED_BOLD, MIN_SIZE, Type

# The height of a box whose word is in one line, the boxes in a row, the space between them, and below them.
_CELL, _ACROSS, _BETWEEN, _BELOW = 10.8, 4, 1.2, 1.5
_ICON, _PAD, _ABOVE = 4.6, 0.9, 1.1
_FIGURE, _LEAST_FIGURE = Type(CONDENSED_BOLD, 5.2), 2.5
_WORD, _STEP = Type(CONDENSED, 2.5), 1.04


def score_boxes(scores: Sequence[tuple[str, str, str]], writer: Writer, width: float) -> Block:
    """Boxes in rows for scores, each an icon, a figure and a word, in a width in mm.

    All figures are in type of one size. The boxes of a row in which a word does not fit in one line
    have room for two.
    """
    metrics, large = writer.metrics, max(1.0, writer.scale)
    step = (width + _BETWEEN) / _ACROSS
    wide, icon = step - _BETWEEN, _ICON * large
    room = wide - icon - 2 * _PAD - 0.9
    fitted = [
        metrics.fit(figure, _FIGURE.at(_FIGURE.size * large), room, _LEAST_FIGURE) for _, figure, _ in scores
    ]
    figure_type = min(fitted, key=lambda type: type.size)
    words = [_label(word, wide - 1.0, large, writer) for *_, word in scores]
    rows = [words[at : at + _ACROSS] for at in range(0, len(words), _ACROSS)]
    more = [(max(len(lines) for lines, _ in row) - 1) * _WORD.size * _STEP for row in rows]
    heights = [_CELL * large + each for each in more]
    tops = list(accumulate((height + _BETWEEN for height in heights), initial=0.0))

    def draw(canvas: Canvas, x: float, y: float) -> None:
        for index, ((name, figure, _), (lines, type)) in enumerate(zip(scores, words, strict=True)):
            row, column = divmod(index, _ACROSS)
            left, top, tall = x + column * step, y + tops[row], heights[row]
            box = (left, top, wide, tall)
            canvas.rect(*box, radius=0.9, fill="paper", stroke="rule", stroke_width="box")
            if name:
                canvas.icon(name, left + _PAD, top + _ABOVE, icon, "heading")
            base = top + _ABOVE + icon / 2 + figure_type.cap / 2
            canvas.text(figure, left + wide - _PAD, base, figure_type, anchor="end", within=box)
            low = top + tall - 1.3 - (len(lines) - 1) * type.size * _STEP
            for number, line in enumerate(lines):
                at = left + wide / 2, low + number * type.size * _STEP
                canvas.text(line, *at, type, anchor="middle", fill="muted", within=box)

    return Block(tops[-1] + _BELOW, draw)


def _label(word: str, room: float, large: float, writer: Writer) -> tuple[list[str], Type]:
    """The lines of a word, and their type: one if it is large enough, or more in the smallest type."""
    type = writer.metrics.fit(word, _WORD.at(_WORD.size * large), room, MIN_SIZE)
    if writer.metrics.width(word, type) <= room + 0.01:
        return [word], type
    return writer.metrics.wrap(word, type, room), type
