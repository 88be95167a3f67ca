"""The title of a map of open ground, its compass, and the ruler and scale bar of a table."""

from __future__ import annotations

from builder.draw.maps.map_frame import draw_north
from builder.draw.surface.canvas import Canvas
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.type import BOLD, CONDENSED, REGULAR, Metrics, Type

TITLE_BAND = 13.0
_TITLE, _SPACED = 7.6, 0.2
# The smallest size of titles that are alike on all sheets of a map.
_SMALLEST_ALIKE = 6.2
_SMALLEST_TITLE, _SMALLEST_PART = 4.2, 4.0
_ABOUT = Type(REGULAR, 3.6)
# A line about the map in two lines beside a title of full size, and its share of the length of one line.
_LOW_ABOUT, _LOW_LINE, _LOW_SHARE = Type(CONDENSED, 3.1), 3.6, 0.62
_BASELINE, _LOW_BASELINE = 6.6, 8.1
TITLE_RULE = 9.0
"""From the top of the band to the rule below the title, in mm; what follows is 4 mm below the rule."""
_LEADING = 1.05
_TINY = 1e-6
_NOTE = Type(CONDENSED, 2.9)
# The room for an arrow to the north, and between a title and the line beside it.
_ARROW, _APART = 9.0, 4.0
_TICKS = (1.0, 1.9, 3.2)
_FIGURE = Type(CONDENSED, 2.7)


def title_size(context: DrawingContext, title: str, about: str, width: float) -> float:
    """The size in mm at which a title has room beside the line about the map and an arrow to the north.

    It is the usual size at most, and 0.0 if the title had to be so small that the line is the title.
    """
    lines = (_ABOUT, [about]), (_LOW_ABOUT, _low_lines(context.metrics, about))
    run = min(max(context.metrics.width(line, type) for line in low) for type, low in lines if low)
    usual = Type(context.display, _TITLE, _SPACED)
    if about:
        unbroken = width - context.metrics.width(about, _LOW_ABOUT) - _APART - _ARROW
        type = context.metrics.fit(title.upper(), usual, max(unbroken, 1.0), _SMALLEST_ALIKE)
        if context.metrics.width(title.upper(), type) <= unbroken:
            return type.size
    room = width - run - (_APART if about else 0.0) - _ARROW
    type = context.metrics.fit(title.upper(), usual, max(room, 1.0), _SMALLEST_ALIKE)
    return type.size if context.metrics.width(title.upper(), type) <= room else 0.0


def has_low_lines(context: DrawingContext, title: str, about: str, width: float, size: float) -> bool:
    """Whether the line about a map beside its title of a size is two low ones in a width in mm."""
    type = Type(context.display, size or _TITLE, _SPACED)
    room = width - context.metrics.width(title.upper(), type) - _APART - _ARROW
    return bool(about) and context.metrics.width(about, _LOW_ABOUT) > room + _TINY


def draw_title(
    canvas: Canvas,
    title: str,
    about: str,
    width: float,
    *,
    left: float = 0.0,
    note: str | None = None,
    is_fixed: bool = False,
    size: float = 0.0,
    is_low: bool = False,
) -> None:
    """The title in the game's display face, a line about the map beside it, and a rule ``width`` mm long.

    If both have no room beside each other even in small type, the line is the title, on two lines if need
    be: it has the name of the part, if there are several sheets of a map. A title that ``is_fixed`` stays,
    without the line. With a ``note``, a sheet of a map has an arrow to the north at its end, and the note
    beside the arrow if there is room. ``size`` is that of :func:`title_size`, the usual one if it is 0.0. A
    line about the map that ``is_low`` is two low ones, as that of a map beside it.
    """
    metrics = canvas.metrics
    largest = Type(canvas.context.display, size or _TITLE, _SPACED)
    about = "" if about.casefold() == title.casefold() else about
    lines, type, beside = _title_lines(metrics, (title, about), largest, width, is_fixed=is_fixed)
    room = width - metrics.width(title.upper(), largest) - _APART - (_ARROW if note is not None else 0.0)
    low = [about] if beside else []
    of_about = _ABOUT
    if about and (is_low or room < metrics.width(about, _ABOUT)):
        is_unbroken = not is_low and metrics.width(about, _LOW_ABOUT) <= room + _TINY
        small = [about] if is_unbroken else _low_lines(metrics, about)
        if small and max(metrics.width(line, _LOW_ABOUT) for line in small) <= room + _TINY:
            lines, type, low, of_about = [title.upper()], largest, small, _LOW_ABOUT
    # Two lines need more height, and so stand close to the rule.
    last = _BASELINE if len(lines) == 1 else _LOW_BASELINE
    for line, base in zip(reversed(lines), (last, last - type.size * _LEADING), strict=False):
        canvas.text(line, left, base, type)
    end = left + max(metrics.width(line, type) for line in lines)
    canvas.keep_whole(left, last - type.size * len(lines), end, last + 1)
    if low:
        run, top = max(metrics.width(line, of_about) for line in low), _BASELINE - _LOW_LINE * (len(low) - 1)
        canvas.lines(low, end + _APART, top, of_about, _LOW_LINE, fill="muted")
        canvas.keep_whole(end + _APART, top - 3, end + _APART + run, _BASELINE + 1)
        end += _APART + run
    canvas.line((left, TITLE_RULE), (left + width, TITLE_RULE), stroke="ink", stroke_width=0.25)
    if note is not None:
        _draw_note(canvas, note, end, left + width)


def _title_lines(
    metrics: Metrics, words: tuple[str, str], largest: Type, width: float, *, is_fixed: bool
) -> tuple[list[str], Type, bool]:
    """The title in one or two lines with its type, and whether the line about the map is beside it."""
    title, about = words
    beside = width - (_APART + metrics.width(about, _ABOUT) if about else 0.0)
    text = title.upper()
    type = metrics.fit(text, largest, max(beside, 1.0), _SMALLEST_TITLE)
    if metrics.width(text, type) > beside:
        text, about = (title if is_fixed else about or title).upper(), ""
        type = metrics.fit(text, largest, width, _SMALLEST_PART)
    lines = [text] if metrics.width(text, type) <= width + _TINY else metrics.wrap(text, type, width)[:2]
    return lines, type, bool(about)


def _low_lines(metrics: Metrics, about: str) -> list[str]:
    """The line about a map as two low lines, a level over the part of it; none if it is not to be broken."""
    if ", " in about:
        return about.rsplit(", ", 1)
    lines = metrics.wrap(about, _LOW_ABOUT, _LOW_SHARE * metrics.width(about, _LOW_ABOUT)) if about else []
    return lines if len(lines) == 2 else []


def _draw_note(canvas: Canvas, note: str, start: float, end: float) -> None:
    """A note about a map, and an arrow to the north at the end of its line."""
    if end - start < _ARROW - _TINY:
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
