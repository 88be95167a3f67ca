"""What is on the counters of a scenario: two of them enlarged with remarks, and a line for each marker."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from builder.draw.pieces.counter_names import SIZE
from builder.draw.pieces.piece import Piece
from builder.draw.surface.canvas import Canvas, Drawing, Point
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.type import BOLD, CONDENSED, Type

_ENLARGED = 2.2
_REDUCED = 0.6
_HEAD = 7.0
_ROW = 11.6
_COLUMN = 60.0
_BETWEEN = 5.0
_TEXT_FROM = 6.0
_REMARK = Type(CONDENSED, 3.0)
_TITLE, _ABOUT = Type(BOLD, 2.9), Type(CONDENSED, 2.6)


@dataclass(frozen=True, slots=True)
class Remark:
    """What is at a point of a face, in mm from the corner of its cut."""

    at: Point
    text: str


@dataclass(frozen=True, slots=True)
class Anatomy:
    """A counter to enlarge, with remarks on its front and back from top to bottom."""

    piece: Piece
    front: Sequence[Remark]
    back: Sequence[Remark]


@dataclass(frozen=True, slots=True)
class KeyLine:
    """A marker, its title, and how many there are for what."""

    piece: Piece
    title: str
    about: str


def draw_counter_key(
    anatomy: Anatomy | None, lines: Sequence[KeyLine], width: float, height: float, context: DrawingContext
) -> Drawing | None:
    """The key in a width; without the enlarged counter if it would be too high, None if it still is."""
    columns = max(1, int((width + _BETWEEN) // (_COLUMN + _BETWEEN)))
    rows = -(-len(lines) // columns)
    tall = _HEAD + rows * _ROW if lines else 0.0
    large = _HEAD + SIZE * _ENLARGED + _BETWEEN
    has_anatomy = anatomy is not None and tall + large <= height
    if tall > height or not (lines or has_anatomy):
        return None
    canvas = Canvas(width, tall + (large if has_anatomy else 0.0), context)
    y = 0.0
    if anatomy is not None and has_anatomy:
        _heading(canvas, context.words("counter.anatomy"), y)
        half = width / 2
        _enlarged(canvas, anatomy.piece.front, anatomy.piece.bleed, anatomy.front, (0.0, y + _HEAD), half)
        _enlarged(canvas, anatomy.piece.back, anatomy.piece.bleed, anatomy.back, (half, y + _HEAD), half)
        y += large
    if lines:
        _heading(canvas, context.words("marker.why"), y)
        step = (width + _BETWEEN) / columns
        for index, line in enumerate(lines):
            column, row = divmod(index, rows)
            _marker_line(canvas, line, column * step, y + _HEAD + row * _ROW, step - _BETWEEN)
    return canvas.drawing("counter-key", context.words("counter.anatomy"))


def _heading(canvas: Canvas, text: str, y: float) -> None:
    canvas.text(text, 0, y + 3.4, Type(canvas.context.display, 3.6), fill="heading")
    canvas.line((0, y + 4.8), (canvas.width, y + 4.8), stroke="heading", stroke_width="heading")


def _enlarged(
    canvas: Canvas, face: Drawing, bleed: float, remarks: Sequence[Remark], corner: Point, width: float
) -> None:
    """A face with its remarks in a column beside it, each joined to what it is about by a line."""
    x, y = corner
    side = SIZE * _ENLARGED
    canvas.place(face, x, y, scale=_ENLARGED, window=(bleed, bleed, SIZE, SIZE))
    canvas.rect(x, y, side, side, stroke="ink", stroke_width="crop")
    step = side / max(1, len(remarks))
    left = x + side + _TEXT_FROM
    for number, remark in enumerate(remarks):
        level = y + (number + 0.5) * step
        spot = x + remark.at[0] * _ENLARGED, y + remark.at[1] * _ENLARGED
        bend = (x + side + 1.5, level)
        canvas.segments([(spot, bend), (bend, (left - 1.0, level))], stroke="ink", stroke_width=0.2)
        canvas.circle(*spot, 0.7, fill="accent", stroke="paper", stroke_width=0.25)
        room = width - side - _TEXT_FROM - 2.0
        wrapped = canvas.metrics.wrap(remark.text, _REMARK, room)
        base = level + _REMARK.cap / 2 - (len(wrapped) - 1) * 1.9
        canvas.lines(wrapped, left, base, _REMARK, 3.8, within=(left, level - step / 2, room + 0.1, step))


def _marker_line(canvas: Canvas, line: KeyLine, x: float, y: float, width: float) -> None:
    """Both sides of a marker without their words, its title, and how many there are for what."""
    bleed, side = line.piece.bleed, SIZE * _REDUCED
    for number, face in enumerate((line.piece.front, line.piece.back)):
        at = x + number * (side + 0.8)
        canvas.place(face.without_writing, at, y, scale=_REDUCED, window=(bleed, bleed, SIZE, SIZE))
        canvas.rect(at, y, side, side, stroke="ink", stroke_width="crop")
    left = x + 2 * side + 2.8
    room = width - (left - x)
    titles = canvas.metrics.wrap(line.title, _TITLE, room)[:2]
    about = canvas.metrics.wrap(line.about, _ABOUT, room)[: 3 - len(titles)]
    base = y + side / 2 - (len(titles) * 3.4 + len(about) * 3.1) / 2 + 2.5
    within = (left, y, room + 0.1, _ROW)
    canvas.lines(titles, left, base, _TITLE, 3.4, within=within)
    below = base + len(titles) * 3.4 - 0.2
    canvas.lines(about, left, below, _ABOUT, 3.1, fill="muted", within=within)
