"""A few words on the use of each template of a row, below it, where there is no room for the steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from builder.draw.sentences.entry_text import as_lead
from builder.draw.sheets.cutouts.check_line import CHECK, CHECK_TALL
from builder.draw.sheets.cutouts.template_parts import Placed
from builder.draw.surface.canvas import Canvas
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import Block, Writer

# The scale of the type; half of the bold edge, what is below it, and what words are wider than a template.
_SCALE, _EDGE, _BELOW, _WIDER = 0.94, 1.0, 1.5, 10.0


@dataclass(frozen=True, slots=True)
class Captions:
    """Templates of a row with their words, in a height in mm that includes the line to check the print."""

    placed: Placed
    texts: Sequence[Block]
    height: float

    def draw(self, canvas: Canvas, top: float) -> Placed:
        """The words below the ``top`` of the row; returns the templates, each in the middle with its own."""
        moved: Placed = []
        for (x, _, template), text in zip(self.placed, self.texts, strict=True):
            room = canvas.height - top - _beside_check(x + template.width, canvas.width)
            y = max(0.0, (room - template.height - _BELOW - text.height) / 2)
            text.draw(canvas, _EDGE + x - _WIDER / 2, top + y + template.height + _BELOW)
            moved.append((x, y, template))
        return moved


def captions_below(placed: Placed, width: float, context: DrawingContext) -> Captions | None:
    """What each template of a lone row is for, after the heading of its kind; None unless all have both.

    Words stand beside the line to check the print, or end above it.
    """
    levels = {round(y + each.height / 2, 3) for _, y, each in placed}
    if len(levels) > 1 or not all(each.short and each.heading for *_, each in placed):
        return None
    words, texts, ends = context.words, list[Block](), list[float]()
    for x, _, each in placed:
        writer = Writer(each.width + _WIDER, context, _SCALE)
        text = writer.item(as_lead(words(each.heading)), words(each.short, names=", ".join(each.names)))
        texts.append(text)
        ends.append(each.height + _BELOW + text.height + _beside_check(x + each.width, width))
    return Captions(placed, texts, max(ends))


def _beside_check(right: float, width: float) -> float:
    """The height of the line to check the print below words that end at the ``right``, or 0 beside it."""
    return 0.0 if right + _EDGE + _WIDER < width - CHECK else CHECK_TALL
