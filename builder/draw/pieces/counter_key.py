"""What is on the counters of a scenario: two of them enlarged with remarks, and a line for each marker."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from builder.draw.pieces.counter_names import SIZE
from builder.draw.pieces.piece import Piece
from builder.draw.surface.canvas import Canvas, Drawing, Point
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.type import CONDENSED, CONDENSED_BOLD, Metrics, Type

# The larger one if there is room.
_ENLARGED = (2.2, 1.6)
_HEAD = 7.0
_BETWEEN = 5.0
# Between the pictures of a marker and its words.
_BESIDE = 2.2
_TEXT_FROM = 6.0
# The height of the band of a counter, and how far below it lines run.
_BAND, _BELOW = 3.6, 0.8
_REMARK = Type(CONDENSED, 3.0)
# Seven points.
_LEAST = 2.47


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
    """A marker, the words on its sides, how many there are, and what its sides say in a few words."""

    piece: Piece
    title: str
    count: int
    does: str = ""


@dataclass(frozen=True, slots=True)
class _Size:
    """How large the lines for markers are: the scale of the pieces, rows and columns in mm, and the type."""

    scale: float
    row: float
    column: float
    type: Type

    @property
    def plain(self) -> Type:
        """The type of what a marker says."""
        return Type(CONDENSED, max(_LEAST, self.type.size * 0.88))

    @property
    def step(self) -> float:
        """From line to line."""
        return self.type.size * 1.04


# The largest that fits is used.
_SIZES = (
    _Size(0.6, 11.6, 58.0, Type(CONDENSED_BOLD, 3.3)),
    _Size(0.48, 8.8, 52.0, Type(CONDENSED_BOLD, 3.0)),
    _Size(0.36, 6.6, 58.0, Type(CONDENSED_BOLD, 2.6)),
    _Size(0.36, 6.6, 42.0, Type(CONDENSED_BOLD, 2.6)),
    _Size(0.28, 5.2, 33.5, Type(CONDENSED, 2.48)),
)


def draw_counter_key(
    anatomy: Anatomy | None,
    lines: Sequence[KeyLine],
    width: float,
    height: float,
    context: DrawingContext,
    *,
    is_full: bool = False,
    least: float = 0.0,
) -> Drawing | None:
    """The key in a width; without the enlarged counter if it would be too high, None if it still is.

    A key that ``is_full`` says what every marker does. The pictures have at least the scale ``least``.
    """
    chosen = _chosen(lines, width, height, context.metrics, is_full=is_full, least=least)
    if chosen is None:
        return None
    size, lines = chosen
    tall = _height(lines, width, size, context.metrics)
    room = height - tall - _HEAD - (_BETWEEN if lines else 2 * _BELOW)
    scale = next((each for each in _ENLARGED if SIZE * each <= room), 0.0) if anatomy is not None else 0.0
    if not (lines or scale):
        return None
    large = _HEAD + SIZE * scale + (_BETWEEN if lines else 2 * _BELOW) if scale else 0.0
    canvas = Canvas(width, tall + large, context)
    y = 0.0
    if anatomy is not None and scale:
        _heading(canvas, context.words("counter.anatomy"), y)
        half, bleed = width / 2, anatomy.piece.bleed
        _enlarged(canvas, anatomy.piece.front, bleed, anatomy.front, (0.0, y + _HEAD), half, scale)
        _enlarged(canvas, anatomy.piece.back, bleed, anatomy.back, (half, y + _HEAD), half, scale)
        y += large
    if lines:
        _heading(canvas, context.words("marker.key"), y)
        columns = _columns(width, size)
        rows, step = -(-len(lines) // columns), (width + _BETWEEN) / columns
        high = _row(lines, width, size, context.metrics)
        for index, line in enumerate(lines):
            column, row = divmod(index, rows)
            at = column * step, y + _head(size) + row * high
            _marker_line(canvas, line, at, (step - _BETWEEN, high), size)
    return canvas.drawing("counter-key", context.words("counter.anatomy"))


def _chosen(
    lines: Sequence[KeyLine],
    width: float,
    height: float,
    metrics: Metrics,
    *,
    is_full: bool = False,
    least: float = 0.0,
) -> tuple[_Size, Sequence[KeyLine]] | None:
    """The largest size in which lines fit; they say what markers do if there is room for all of that."""
    short = [] if is_full else [[replace(line, does="") for line in lines]]
    for chosen in (lines, *short):
        for size in (each for each in _SIZES if each.scale >= least):
            if _height(chosen, width, size, metrics) <= height:
                return size, chosen
    return None


def _columns(width: float, size: _Size) -> int:
    return max(1, int((width + _BETWEEN) // (size.column + _BETWEEN)))


def _head(size: _Size) -> float:
    """The height of the heading of the lines for markers."""
    return _HEAD if size.row > _SIZES[-1].row else _HEAD - 1.2


def _height(lines: Sequence[KeyLine], width: float, size: _Size, metrics: Metrics) -> float:
    """The height of the heading and the lines for markers; 0 without lines."""
    if not lines:
        return 0.0
    return _head(size) + -(-len(lines) // _columns(width, size)) * _row(lines, width, size, metrics)


def _row(lines: Sequence[KeyLine], width: float, size: _Size, metrics: Metrics) -> float:
    """The height of a row: that of pictures, or of the longest words beside them."""
    room = (width + _BETWEEN) / _columns(width, size) - _BETWEEN - 2 * SIZE * size.scale - _BESIDE
    most = max(sum(map(len, _wrapped(line, room, size, metrics))) for line in lines)
    return max(size.row, most * size.step + 1.2)


def _heading(canvas: Canvas, text: str, y: float) -> None:
    canvas.text(text, 0, y + 3.4, Type(canvas.context.display, 3.6), fill="heading")
    canvas.line((0, y + 4.8), (canvas.width, y + 4.8), stroke="heading", stroke_width="heading")


def _enlarged(
    canvas: Canvas,
    face: Drawing,
    bleed: float,
    remarks: Sequence[Remark],
    corner: Point,
    width: float,
    scale: float,
) -> None:
    """A face with its remarks in a column beside it, each joined to what it is about by a line."""
    x, y = corner
    side = SIZE * scale
    canvas.place(face, x, y, scale=scale, window=(bleed, bleed, SIZE, SIZE))
    canvas.rect(x, y, side, side, stroke="ink", stroke_width="crop")
    step = side / max(1, len(remarks))
    left = x + side + _TEXT_FROM
    for number, remark in enumerate(remarks):
        level = y + (number + 0.5) * step
        spot = x + remark.at[0] * scale, y + remark.at[1] * scale
        bend = (x + side + 1.5, level)
        ways = [spot, bend]
        if remark.at[1] > SIZE - _BAND and remark.at[0] < SIZE / 2:
            # Not through the word on the band, but below the counter.
            low = y + side + _BELOW
            ways = [spot, (spot[0], low), (bend[0], low), bend]
        lines = list(pairwise([*ways, (left - 1.0, level)]))
        canvas.segments(lines, stroke="ink", stroke_width=0.2)
        canvas.circle(*spot, 0.7, fill="accent", stroke="paper", stroke_width=0.25)
        room = width - side - _TEXT_FROM - 2.0
        wrapped = canvas.metrics.wrap(remark.text, _REMARK, room)
        base = level + _REMARK.cap / 2 - (len(wrapped) - 1) * 1.9
        canvas.lines(wrapped, left, base, _REMARK, 3.8, within=(left, level - step / 2, room + 0.1, step))


def _marker_line(
    canvas: Canvas, line: KeyLine, corner: Point, room: tuple[float, float], size: _Size
) -> None:
    """Both sides of a marker without their words, then how many there are and the words."""
    (x, y), (width, height) = corner, room
    bleed, side = line.piece.bleed, SIZE * size.scale
    top = y + (height - side) / 2
    for number, face in enumerate((line.piece.front, line.piece.back)):
        at = x + number * (side + 0.6)
        canvas.place(face.without_writing, at, top, scale=size.scale, window=(bleed, bleed, SIZE, SIZE))
        canvas.rect(at, top, side, side, stroke="ink", stroke_width="crop")
    left = x + 2 * side + _BESIDE
    words, below = _wrapped(line, width - (left - x), size, canvas.metrics)
    base = y + height / 2 + size.type.cap / 2 - (len(words) + len(below) - 1) * size.step / 2
    within = (left, y, width - (left - x) + 0.1, height)
    canvas.lines(words, left, base, size.type, size.step, within=within)
    plain = base + len(words) * size.step
    canvas.lines(below, left, plain, size.plain, size.step, fill="muted", within=within)


def _wrapped(line: KeyLine, room: float, size: _Size, metrics: Metrics) -> tuple[list[str], list[str]]:
    """The lines of the number and words of a marker, and of what it says."""
    words = metrics.wrap(f"{line.count} {line.title}", size.type, room)
    return words, metrics.wrap(line.does, size.plain, room) if line.does else []
