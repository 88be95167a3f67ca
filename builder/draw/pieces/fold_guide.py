"""How counters are made of a sheet to fold: four small pictures with a caption each, in a block or a line."""

from __future__ import annotations

from collections.abc import Sequence

from builder.draw.pieces.counter_look import CounterLook
from builder.draw.surface.canvas import Canvas, Drawing, Point
from builder.draw.surface.color_vision import blend
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import draw_small_heading
from builder.draw.surface.type import BOLD, CONDENSED, REGULAR, Type

FOLD_GUIDE = "fold-guide"
"""The name of the drawing of the steps in a block."""
_HEAD, _FOOT = 8.4, 1.0
# The heights of the pictures, of which the highest that fits is used, and the breadth of one as a share.
_HEIGHTS, _BREADTH = (34.0, 28.0, 23.0, 18.0), 1.5
_CAPTION, _STEP = Type(REGULAR, 3.2), 4.1
_NUMBER, _DISC = Type(BOLD, 3.0), 2.5
# Between pictures at least, and between a picture and its caption.
_APART, _ABOVE_CAPTION = 5.0, 2.6
_STEPS = ("cut", "fold", "glue", "apart")
# The columns and rows of the counters in the pictures.
_COLUMNS, _ROWS = 3, 2
_LINE, _DASHES = 0.3, "1.6 1.1"
_SHADE = 0.16
# A line of pictures: the breadth of one, their type, from line to line of that, the most lines, and what is
# beside pictures.
_LOW_BREADTH, _LOW_CAPTION, _LOW_STEP, _MOST_LINES, _LOW_BESIDE = 1.36, Type(CONDENSED, 2.5), 3.0, 3, 1.4
# How high one of them is, in units of what is drawn there.
_LOW_UNITS = 11.2


def draw_fold_guide(family: str, width: float, height: float, context: DrawingContext) -> Drawing | None:
    """The steps from a sheet to counters in the colors of a family, beside each other; None without room."""
    step = (width + _APART) / len(_STEPS)
    captions = [context.words(f"fold.{name}") for name in _STEPS]
    lines = [context.metrics.wrap(text, _CAPTION, step - _APART - 2 * _DISC - 1.6) for text in captions]
    below = _ABOVE_CAPTION + max(map(len, lines)) * _STEP + _FOOT
    fitting = (tall for tall in _HEIGHTS if tall * _BREADTH <= step - 1 and _HEAD + tall + below <= height)
    tall = next(fitting, None)
    if tall is None:
        return None
    canvas = Canvas(width, _HEAD + tall + below, context)
    title = context.words("fold.title")
    draw_small_heading(canvas, title, width)
    look, wide = CounterLook(context.theme, family), step - _APART
    for number, (draw, text) in enumerate(zip((_cut, _fold, _glue, _apart), lines, strict=True)):
        left = number * step
        canvas.rect(left, _HEAD, wide, tall, radius=1.2, fill="panel", stroke="rule", stroke_width="rule")
        with canvas.shifted(left + wide / 2, _HEAD + tall / 2):
            draw(_Pen(canvas, look, tall / 10.0))
        level = _HEAD + tall + _ABOVE_CAPTION
        canvas.circle(left + _DISC, level + _DISC - 0.6, _DISC, fill="heading")
        base = level + _DISC - 0.6 + _NUMBER.cap / 2
        canvas.text(str(number + 1), left + _DISC, base, _NUMBER, anchor="middle", fill="paper")
        canvas.lines(text, left + 2 * _DISC + 1.6, level + 2.9, _CAPTION, _STEP)
    return canvas.drawing(FOLD_GUIDE, title)


def draw_fold_line(family: str, width: float, height: float, context: DrawingContext) -> Drawing | None:
    """The steps in one line, to stand beside a title, each caption beside its picture; None without room."""
    step, wide, metrics = width / len(_STEPS), height * _LOW_BREADTH, context.metrics
    room = step - wide - 2 * _LOW_BESIDE
    captions = [f"{number}. {context.words(f'fold.{name}-short')}" for number, name in enumerate(_STEPS, 1)]
    lines = [metrics.wrap(text, _LOW_CAPTION, room) for text in captions]
    longest = max(metrics.width(word, _LOW_CAPTION) for text in captions for word in text.split())
    if longest > room or max(map(len, lines)) > _MOST_LINES:
        return None
    canvas, look = Canvas(width, height, context), CounterLook(context.theme, family)
    for number, (draw, text) in enumerate(zip((_cut, _fold, _glue, _apart), lines, strict=True)):
        x = number * step
        canvas.rect(x, 0.0, wide, height, radius=0.8, fill="panel", stroke="rule", stroke_width="rule")
        with canvas.shifted(x + wide / 2, height / 2):
            draw(_Pen(canvas, look, height / _LOW_UNITS))
        base = height / 2 - (len(text) - 1) * _LOW_STEP / 2 + _LOW_CAPTION.cap / 2
        canvas.lines(text, x + wide + _LOW_BESIDE, base, _LOW_CAPTION, _LOW_STEP)
    return canvas.drawing("fold-line", context.words("fold.title"))


class _Pen:
    """Draws parts of the pictures around their middle, in tenths of their height."""

    def __init__(self, canvas: Canvas, look: CounterLook, unit: float) -> None:
        self.canvas, self.look, self.unit = canvas, look, unit
        self.front = look.field if look.saves_ink else look.band
        self.shade = blend(canvas.theme["ink"], canvas.theme["panel"], _SHADE)

    def polygon(self, points: Sequence[Point], fill: str, **style: object) -> None:
        """A filled shape with an outline."""
        scaled = [(x * self.unit, y * self.unit) for x, y in points]
        self.canvas.polygon(scaled, fill=fill, **{"stroke": "ink", "stroke_width": _LINE, **style})

    def line(self, start: Point, end: Point, **style: object) -> None:
        """A line, in ink unless stated."""
        ends = [(x * self.unit, y * self.unit) for x, y in (start, end)]
        self.canvas.line(ends[0], ends[1], **{"stroke": "ink", "stroke_width": _LINE, **style})

    def arrow(self, start: Point, bend: Point, end: Point) -> None:
        """A curved arrow in the accent color, with its head at the end."""
        points = [(x * self.unit, y * self.unit) for x, y in (start, bend, end)]
        (x, y), (u, v), (a, b) = points
        data = f"M{x:.3f} {y:.3f}Q{u:.3f} {v:.3f} {a:.3f} {b:.3f}"
        self.canvas.path(data, fill="none", stroke="accent", stroke_width=0.6)
        away = ((a - u) ** 2 + (b - v) ** 2) ** 0.5 or 1.0
        along, size = ((a - u) / away, (b - v) / away), 0.75 * self.unit
        head = [
            (a + along[0] * size, b + along[1] * size),
            (a - along[1] * size * 0.7, b + along[0] * size * 0.7),
            (a + along[1] * size * 0.7, b - along[0] * size * 0.7),
        ]
        self.canvas.polygon(head, fill="accent")

    def block(self, corners: Sequence[Point], fill: str) -> None:
        """Counters that touch, in a quadrilateral from its upper left corner clockwise."""
        self.polygon(corners, fill)
        for number in range(1, _COLUMNS):
            self.line(_between(corners, number / _COLUMNS, 0), _between(corners, number / _COLUMNS, 1))
        for number in range(1, _ROWS):
            self.line(_between(corners, 0, number / _ROWS), _between(corners, 1, number / _ROWS))


def _between(corners: Sequence[Point], across: float, down: float) -> Point:
    """A point in a quadrilateral, by its shares of the way across and down."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners
    top = ax + (bx - ax) * across, ay + (by - ay) * across
    low = dx + (cx - dx) * across, dy + (cy - dy) * across
    return top[0] + (low[0] - top[0]) * down, top[1] + (low[1] - top[1]) * down


def _cut(pen: _Pen) -> None:
    """The block with both halves, and the line around it that is cut."""
    sheet = [(-6.6, -4.0), (6.6, -4.0), (6.6, 4.0), (-6.6, 4.0)]
    pen.polygon([(x + 0.25, y + 0.35) for x, y in sheet], pen.shade, stroke="none")
    pen.polygon(sheet, "paper")
    pen.block([(-5.2, -1.8), (-1.0, -1.8), (-1.0, 1.0), (-5.2, 1.0)], pen.front)
    pen.block([(1.0, -1.8), (5.2, -1.8), (5.2, 1.0), (1.0, 1.0)], pen.look.field)
    pen.line((0, -2.5), (0, 1.7), stroke_dasharray=_DASHES)
    around = [(-5.9, -2.5), (5.9, -2.5), (5.9, 1.7), (-5.9, 1.7)]
    pen.polygon(around, "none", stroke="accent", stroke_width=0.55, stroke_dasharray="2.2 1.2")


def _fold(pen: _Pen) -> None:
    """The half with the backs goes behind that with the fronts."""
    pen.polygon([(-5.6, 2.9), (0.2, 2.9), (4.9, 2.2), (0.4, 1.9)], pen.shade, stroke="none")
    pen.block([(-5.6, -1.4), (0.0, -1.4), (0.0, 2.8), (-5.6, 2.8)], pen.front)
    pen.block([(0.0, -1.4), (3.7, -2.9), (3.7, 1.5), (0.0, 2.8)], pen.look.field)
    pen.line((0, -2.2), (0, 3.6), stroke_dasharray=_DASHES)
    pen.arrow((4.5, -3.0), (2.2, -4.9), (-1.4, -3.2))


def _glue(pen: _Pen) -> None:
    """Both halves on each other, pressed together."""
    pen.polygon([(-4.9, 3.3), (4.0, 3.3), (5.4, 1.1), (-3.0, 1.1)], pen.shade, stroke="none")
    pen.polygon([(-5.0, 2.9), (3.6, 2.9), (5.0, 0.4), (5.0, -0.2), (3.6, 2.2), (-5.0, 2.2)], "paper")
    pen.line((-5.0, 2.55), (3.6, 2.55))
    pen.line((3.6, 2.55), (5.0, 0.1))
    pen.block([(-3.4, -0.2), (5.0, -0.2), (3.6, 2.2), (-5.0, 2.2)], pen.front)
    for x in (-2.2, 0.5, 3.2):
        pen.arrow((x, -4.0), (x, -3.0), (x, -1.7))


def _apart(pen: _Pen) -> None:
    """Single counters, some with their other side up."""
    side, gap = 3.1, 0.75
    for row in range(_ROWS):
        for column in range(_COLUMNS):
            left = (column - _COLUMNS / 2) * (side + gap) + gap / 2
            top = (row - _ROWS / 2) * (side + gap) + gap / 2
            corners = [(left, top), (left + side, top), (left + side, top + side), (left, top + side)]
            pen.polygon([(x + 0.25, y + 0.3) for x, y in corners], pen.shade, stroke="none")
            pen.polygon(corners, pen.look.field if (row, column) == (1, 2) else pen.front)
    for x in (-(side + gap) / 2, (side + gap) / 2):
        pen.line((x, -4.4), (x, 4.4), stroke="accent", stroke_width=0.55, stroke_dasharray="2.2 1.2")
