"""Marks around pieces: where to cut, where to fold, and whether both sides are in register."""

from __future__ import annotations

from collections.abc import Sequence

from builder.draw.surface.canvas import Canvas
from builder.draw.surface.type import CONDENSED, Type
from builder.press.pages.page import Box
from builder.press.pages.paper import Paper

_GAP = 0.6
_LENGTH = 8.0
_TARGET = 1.5
_CROSS = 2.5


def draw_crop_marks(
    canvas: Canvas, paper: Paper, block: Box, xs: Sequence[float], ys: Sequence[float]
) -> None:
    """Marks for every cut on all four sides: one at the block, and one at the paper's edge.

    ``block`` is what the ink covers, ``xs`` and ``ys`` where the knife goes. The mark at the edge is still
    there when the sheet has been cut into strips.
    """
    x, y, width, height = block
    lines = []
    for at in xs:
        for start, end in _stretches(y - _GAP, y + height + _GAP, paper.height):
            lines.append(((at, start), (at, end)))
    for at in ys:
        for start, end in _stretches(x - _GAP, x + width + _GAP, paper.width):
            lines.append(((start, at), (end, at)))
    canvas.segments(lines, stroke="ink", stroke_width="crop")


def draw_registration_marks(canvas: Canvas, paper: Paper, block: Box) -> None:
    """A target off each corner of the block; against the light, those of both sides cover each other."""
    x, y, width, height = block
    off = _GAP + _CROSS + 0.5
    across = (max(_CROSS + 0.5, x - off), min(paper.width - _CROSS - 0.5, x + width + off))
    down = (max(_CROSS + 0.5, y - off), min(paper.height - _CROSS - 0.5, y + height + off))
    for at_x in across:
        for at_y in down:
            canvas.circle(at_x, at_y, _TARGET, stroke="ink", stroke_width="crop")
            level = ((at_x - _CROSS, at_y), (at_x + _CROSS, at_y))
            upright = ((at_x, at_y - _CROSS), (at_x, at_y + _CROSS))
            canvas.segments([level, upright], stroke="ink", stroke_width="crop")


def draw_fold_line(canvas: Canvas, paper: Paper, block: Box) -> None:
    """Dashes along the upright middle line, above and below the block."""
    middle = paper.width / 2
    for start, end in ((0.0, block[1] - _GAP), (block[1] + block[3] + _GAP, paper.height)):
        canvas.line((middle, start), (middle, end), stroke="ink", stroke_width=0.2, stroke_dasharray="2 1.2")
    canvas.text("fold", middle + 1.2, max(4.0, block[1] - 2.0), Type(CONDENSED, 2.2), fill="muted")


def _stretches(before: float, after: float, paper: float) -> list[tuple[float, float]]:
    """The stretches of a cut's line outside the block, from ``before`` outward and from ``after``."""
    if before <= 2 * _LENGTH:
        near = [(0.0, before)]
        far = [(after, paper)]
    else:
        near = [(0.0, _LENGTH), (before - _LENGTH, before)]
        far = [(after, after + _LENGTH), (paper - _LENGTH, paper)]
    return near + far
