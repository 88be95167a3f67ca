"""Trays: a board for the counters of each force before they are on the map, and for the decks of cards."""

from __future__ import annotations

from dataclasses import dataclass

from builder.draw.surface.canvas import Canvas, Drawing
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.type import REGULAR, Type

_COLUMNS = 10
_GAP = 3.0
_BAND = 11.0
_NOTE = Type(REGULAR, 3.2)
_TITLE = 5.2


@dataclass(frozen=True, slots=True)
class Tray:
    """A board with places for pieces of one size; ``places`` are their centers in mm."""

    title: str
    drawing: Drawing
    places: tuple[tuple[float, float], ...]


def tray_width(piece: float) -> float:
    """The width in mm of a tray with a full row of pieces."""
    return _COLUMNS * (piece + _GAP) + _GAP


def draw_tray(
    title: str,
    note: str,
    labels: list[str],
    piece: tuple[float, float],
    least: float,
    context: DrawingContext,
) -> Tray:
    """A tray at least ``least`` mm wide with a place ``piece`` mm large for each label, under its title."""
    wide, tall = piece[0] + _GAP, piece[1] + _GAP + (_NOTE.size if any(labels) else 0.0)
    columns = max(1, min(int((least - _GAP) // wide), len(labels)))
    rows = -(-len(labels) // columns) or 1
    metrics, type = context.metrics, Type(context.display, _TITLE, 0.3)
    room = max(least, metrics.width(title, type) + metrics.width(note, _NOTE) + 5 * _GAP)
    canvas = Canvas(room, _BAND + rows * tall + _GAP, context)
    canvas.rect(0, 0, canvas.width, canvas.height, fill="panel")
    canvas.rect(0, 0, canvas.width, _BAND - _GAP, fill="band")
    canvas.text(title, _GAP, 5.9, type, fill="band_text")
    canvas.text(note, canvas.width - _GAP, 5.4, _NOTE, anchor="end", fill="band_text")
    places = []
    for number, label in enumerate(labels):
        row, column = divmod(number, columns)
        x, y = _GAP + column * wide, _BAND + row * tall
        canvas.rect(x, y, *piece, radius=1.2, stroke="muted", stroke_width="box")
        if label:
            short = metrics.shorten(label, _NOTE, piece[0])
            canvas.text(short, x + piece[0] / 2, y + piece[1] + _NOTE.size, _NOTE, anchor="middle")
        places.append((x + piece[0] / 2, y + piece[1] / 2))
    return Tray(title, canvas.drawing("tray", title), tuple(places))
