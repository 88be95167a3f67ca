"""Notes above and below the pieces on a sheet, clear of the crop marks next to them."""

from __future__ import annotations

from builder.draw.surface.canvas import Canvas
from builder.draw.surface.type import CONDENSED, Type
from builder.press.pages.page import Box
from builder.press.pages.paper import Paper

MARK_GAP = 0.6
MARK_LENGTH = 8.0
_TYPE = Type(CONDENSED, 2.6)
_STEP = 3.3
_CLEAR = 1.5
_CAPTION = 2.4
_MARGIN = 5.0


def draw_notes(canvas: Canvas, paper: Paper, block: Box, text: str) -> None:
    """A paragraph below the ``block`` that the ink covers; if it is too long, above it; or in both places.

    Nothing is drawn if there is no room for all of it.
    """
    left, width = paper.edge + _MARGIN, paper.width - 2 * (paper.edge + _MARGIN)
    lines = canvas.metrics.wrap(text, _TYPE, width) if text else []
    near = MARK_GAP + MARK_LENGTH + _CLEAR
    top, bottom = paper.edge, block[1] + block[3] + near
    above = max(0, int((block[1] - near - top) // _STEP))
    below = max(0, int((paper.height - paper.edge - _CAPTION - bottom) // _STEP))
    if len(lines) > above + below:
        return
    split = 0
    if len(lines) > below:
        split = len(lines) if len(lines) <= above else above
    for part, y in ((lines[:split], top), (lines[split:], bottom)):
        if part:
            # The crop marks at the edge of the paper end where the notes begin.
            canvas.rect(left - 1, y, width + 2, len(part) * _STEP, fill="paper")
            room = (left, y, width + 0.05, len(part) * _STEP)
            canvas.lines(part, left, y + _TYPE.size * 0.95, _TYPE, _STEP, fill="muted", within=room)
