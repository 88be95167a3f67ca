"""The title of a map of open ground, its compass, and the ruler and scale bar of a table."""

from __future__ import annotations

from builder.draw.maps.map_frame import draw_north
from builder.draw.surface.canvas import Canvas
from builder.draw.surface.type import BOLD, CONDENSED, REGULAR, Type

TITLE_BAND = 13.0
_TITLE = 7.6
_SMALLEST_TITLE, _SMALLEST_PART = 4.2, 4.0
_ABOUT = Type(REGULAR, 3.6)
_BASELINE = 8.6
TITLE_RULE = 11.2
"""From the top of the band to the rule below the title, in mm."""
_LEADING = 1.2
_TINY = 1e-6
_NOTE = Type(CONDENSED, 2.9)
_ARROW = 9.0
_TICKS = (1.0, 1.9, 3.2)
_FIGURE = Type(CONDENSED, 2.7)


def draw_title(
    canvas: Canvas,
    title: str,
    about: str,
    width: float,
    *,
    left: float = 0.0,
    note: str | None = None,
    is_fixed: bool = False,
) -> None:
    """The title in the game's display face, a line about the map beside it, and a rule ``width`` mm long.

    If both have no room beside each other even in small type, the line is the title, on two lines if need
    be: it has the name of the part, if there are several sheets of a map. A title that ``is_fixed`` stays,
    without the line. With a ``note``, a sheet of a map has an arrow to the north at its end, and the note
    beside the arrow if there is room.
    """
    metrics = canvas.metrics
    largest = Type(canvas.context.display, _TITLE, 0.2)
    about = "" if about.casefold() == title.casefold() else about
    beside = width - (4 + metrics.width(about, _ABOUT) if about else 0.0)
    text = title.upper()
    type = metrics.fit(text, largest, max(beside, 1.0), _SMALLEST_TITLE)
    if metrics.width(text, type) > beside:
        text, about = (title if is_fixed else about or title).upper(), ""
        type = metrics.fit(text, largest, width, _SMALLEST_PART)
    lines = [text] if metrics.width(text, type) <= width + _TINY else metrics.wrap(text, type, width)[:2]
    for line, base in zip(reversed(lines), (_BASELINE, _BASELINE - type.size * _LEADING), strict=False):
        canvas.text(line, left, base, type)
    end = left + max(metrics.width(line, type) for line in lines)
    canvas.keep_whole(left, _BASELINE - type.size * len(lines), end, _BASELINE + 1)
    if about:
        run = metrics.width(about, _ABOUT)
        canvas.text(about, end + 4, _BASELINE, _ABOUT, fill="muted")
        canvas.keep_whole(end + 4, _BASELINE - 3, end + 4 + run, _BASELINE + 1)
    canvas.line((left, TITLE_RULE), (left + width, TITLE_RULE), stroke="ink", stroke_width=0.25)
    if note is not None:
        _draw_note(canvas, note, (end + 4 + metrics.width(about, _ABOUT)) if about else end, left + width)


def _draw_note(canvas: Canvas, note: str, start: float, end: float) -> None:
    """A note about a map, and an arrow to the north at the end of its line."""
    if end - start < _ARROW:
        return
    draw_north(canvas, end - 1.8, _BASELINE - 1.8)
    run = canvas.metrics.width(note, _NOTE)
    if end - start >= run + _ARROW + 4.0:
        canvas.text(note, end - _ARROW, _BASELINE, _NOTE, anchor="end", fill="muted")


def draw_compass(canvas: Canvas, x: float, y: float, *, radius: float = 5.2, face: str = "ground") -> None:
    """A compass around a point, with its letter above."""
    canvas.circle(x, y, radius, fill=face, stroke="muted", stroke_width=0.3)
    tip, side, waist = radius * 0.85, radius * 0.29, radius * 0.17
    canvas.polygon([(x, y - tip), (x + side, y), (x, y + waist), (x - side, y)], fill="ink")
    tail = [(x, y + tip), (x + side, y), (x, y + waist), (x - side, y)]
    canvas.polygon(tail, fill="paper", stroke="ink", stroke_width=0.2)
    canvas.text(canvas.words("map.north"), x, y - radius - 1.0, Type(BOLD, 3.0), anchor="middle")


def draw_ruler(canvas: Canvas, wide: float, deep: float, unit: float, step: int, border: float) -> None:
    """A border around a table with a tick for each unit, longer at half a ``step`` and at each step."""
    canvas.rect(0, 0, wide, deep, stroke="ink", stroke_width=0.5)
    canvas.rect(-border, -border, wide + 2 * border, deep + 2 * border, stroke="ink", stroke_width=0.35)
    fine = max(1, step // 30)
    strokes = []
    for number in range(0, int(wide / unit + 1e-6) + 1, fine):
        x, long = number * unit, _tick(number, step)
        strokes += [((x, 0.0), (x, -long)), ((x, deep), (x, deep + long))]
    for number in range(0, int(deep / unit + 1e-6) + 1, fine):
        y, long = number * unit, _tick(number, step)
        strokes += [((0.0, y), (-long, y)), ((wide, y), (wide + long, y))]
    canvas.segments(strokes, stroke="ink", stroke_width=0.18)
    for number in range(0, int(wide / unit + 1e-6) + 1, step):
        canvas.text(str(number), number * unit, -border - 1.2, _FIGURE, anchor="middle", fill="muted")
    for number in range(0, int(deep / unit + 1e-6) + 1, step):
        down = number * unit + _FIGURE.cap / 2
        canvas.text(str(number), -border - 1.2, down, _FIGURE, anchor="end", fill="muted")


def draw_scale_bar(canvas: Canvas, x: float, y: float, length: float, text: str) -> None:
    """A bar in two halves with its length in words."""
    for half, fill in enumerate(("ink", "paper")):
        canvas.rect(x + half * length / 2, y, length / 2, 1.4, fill=fill, stroke="ink", stroke_width=0.25)
    canvas.text(text, x + length + 2.5, y + 1.6, _FIGURE, fill="muted")
    canvas.keep_whole(x, y - 1, x + length + 3 + canvas.metrics.width(text, _FIGURE), y + 3)


def _tick(number: int, step: int) -> float:
    """The length of the tick of a number of units."""
    if number % step == 0:
        return _TICKS[2]
    return _TICKS[1] if number % (step // 2) == 0 else _TICKS[0]
