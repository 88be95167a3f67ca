"""A few words on the use of each template of a row, below it, where there is no room for the steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from builder.draw.sentences.entry_text import as_lead
from builder.draw.sheets.cutouts.check_line import CHECK, CHECK_TALL
from builder.draw.sheets.cutouts.template_parts import Placed, Template
from builder.draw.surface.canvas import Canvas
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import BODY, Block, Writer

# The scale of the type; half of the bold edge, what is below the row, and what is between words side by side.
_SCALE, _EDGE, _BELOW, _APART = 0.94, 1.0, 1.5, 4.0


@dataclass(frozen=True, slots=True)
class Captions:
    """Templates of a row with their words, in a height in mm that includes the line to check the print."""

    placed: Placed
    texts: Sequence[tuple[float, Block]]
    height: float

    def draw(self, canvas: Canvas, top: float) -> Placed:
        """The words, which begin at one level below a row at the ``top``; returns the templates of that."""
        level = top + _row_height(self.placed) + _BELOW
        for x, text in self.texts:
            text.draw(canvas, x, level)
        return self.placed


def captions_below(placed: Placed, width: float, context: DrawingContext) -> Captions | None:
    """What each template of a lone row is for, after the heading of its kind; None unless all have both.

    Columns are as wide as their words are long, so that these end near one level, beside the line to check
    the print or above it. Each template is in the middle of its own.
    """
    levels = {round(y + each.height / 2, 3) for _, y, each in placed}
    if len(levels) > 1 or not all(each.short and each.heading for *_, each in placed):
        return None
    words, wide = context.words, [each.width + 2 * _EDGE for *_, each in placed]
    said = [
        (as_lead(words(each.heading)), words(each.short, names=", ".join(each.names))) for *_, each in placed
    ]
    long = [context.metrics.width(" ".join(each), BODY) for each in said]
    free = width - _APART * (len(placed) - 1)
    more = [max(0.0, free * run / sum(long) - each) for each, run in zip(wide, long, strict=True)]
    share = (free - sum(wide)) / sum(more)
    left, lowest, moved, texts = 0.0, 0.0, list[tuple[float, float, Template]](), list[tuple[float, Block]]()
    for (_, y, each), extra, parts in zip(placed, more, said, strict=True):
        column = each.width + 2 * _EDGE + share * extra
        text = Writer(column, context, _SCALE).item(*parts)
        texts.append((left, text))
        moved.append((left - _EDGE + (column - each.width) / 2, y, each))
        left += column
        lowest = max(lowest, text.height + (CHECK_TALL if left > width - CHECK else 0.0))
        left += _APART
    return Captions(moved, texts, _row_height(placed) + _BELOW + lowest)


def _row_height(placed: Placed) -> float:
    """How far down the templates of a row reach, with their bold edges, in mm."""
    return max(each.height for *_, each in placed) + _EDGE
