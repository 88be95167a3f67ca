"""What is below the pieces of a sheet, and the room that they and their crop marks leave for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from builder.draw.surface.canvas import Drawing
from builder.press.pages.grid import Grid
from builder.press.pages.page import Box
from builder.press.pages.paper import Paper

MARK_GAP = 0.6
MARK_LENGTH = 8.0
# Between drawings at least, what is added if there is room, and the least height of one, in mm; and the share
# of the room that is added at most, if that is more.
_APART, _MORE_APART, _LOOSE = 5.0, 7.0, 0.3
# What is added at most above a lone drawing that stands in the middle of its room.
_ABOVE_LONE = 20.0
_MIN_BELOW = 12.0

DrawBelow = Callable[[float, float], Drawing | None]
"""Returns a drawing for below pieces, with at most the given size in mm; None if it does not fit."""

Placed = Sequence[tuple[Drawing, float]]
"""Drawings with their levels on a page in mm."""


def grown(box: Box, by: float) -> Box:
    """A box that is larger by a length in mm at each side."""
    return box[0] - by, box[1] - by, box[2] + 2 * by, box[3] + 2 * by


def inked_box(grid: Grid) -> Box:
    """The box that the ink of the pieces and the name of the first group cover."""
    x, y, width, height = grown(grid.trim, grid.bleed)
    above = grid.strips[0].gap
    return x, y - above, width, height + above


def _below(grid: Grid) -> float:
    """The level below the marks of the pieces of a sheet, from which on there is room."""
    _, top, _, height = inked_box(grid)
    return top + height + MARK_GAP + MARK_LENGTH + 1.0


def fitting(wanted: Sequence[DrawBelow], grid: Grid, width: float) -> list[Drawing]:
    """Whatever has room below the pieces of a sheet."""
    drawings, room = list[Drawing](), grid.paper.height - grid.paper.margin - _below(grid)
    for draw in wanted:
        drawing = draw(width, room) if room >= _MIN_BELOW else None
        if drawing is not None:
            drawings.append(drawing)
            room -= drawing.height + _APART
    return drawings


def taken(drawings: Sequence[Drawing], paper: Paper) -> float:
    """The height that drawings below pieces take with the marks above them and the margin below."""
    tall = sum(drawing.height + _APART for drawing in drawings)
    return tall + MARK_LENGTH + paper.margin - paper.edge if drawings else 0.0


def placed_below(drawings: Sequence[Drawing], grid: Grid) -> Placed:
    """Drawings below the pieces of a sheet, which share the room that is left."""
    paper, top, placed = grid.paper, _below(grid), list[tuple[Drawing, float]]()
    left = paper.height - paper.margin - top - sum(drawing.height for drawing in drawings)
    is_centered = len(drawings) == 1 and left <= 2 * _ABOVE_LONE
    most = _ABOVE_LONE if is_centered else max(_MORE_APART, _LOOSE * left)
    air = min(most, (left - _APART * (len(drawings) - 1)) / (len(drawings) + 1))
    for drawing in drawings:
        placed.append((drawing, top + air))
        top += air + drawing.height + _APART
    return placed
