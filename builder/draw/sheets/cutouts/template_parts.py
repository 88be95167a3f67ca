"""The parts of templates to cut out: a bold edge, a cross, who uses them, and figures on rings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import atan2, cos, hypot, pi, sin
from typing import Any

from builder.draw.surface.canvas import Canvas, Point, mm
from builder.draw.surface.clear_space import Box
from builder.draw.surface.color_vision import blend
from builder.draw.surface.type import CONDENSED, CONDENSED_BOLD, MIN_SIZE, Type

_PALE = 0.1
_BADGE = 6.0
# The bold edge, half of which is cut off, and the line in it along which to cut.
_EDGE, _CUT = 1.8, 0.16
FIGURE = Type(CONDENSED_BOLD, 3.0)
INSIDE = 1.9
"""How far inside of its ring the middle of a number is, in mm."""
SLANT = 0.7071
"""How far along each axis a point at 45 degrees on a circle of 1 is."""
SCALES = (1.0, 0.9, 0.8)
"""The sizes of names that are tried where room is short, as shares of the usual one."""
_NAME = Type(CONDENSED_BOLD, 3.4)
_USE_STEP = 5.4
# What a line of a use leaves free beside it.
_AROUND = 0.8
# Between a name and its figures; a name is on a line of its own rather than smaller than this share.
_BEFORE_FIGURES, _LEAST_NAME = 1.8, 0.88
# More than these are in smaller type, and so are those in less room than this.
_FEW_USES, _MIN_ROOM = 2, 27.0
# How far rings are open beside a line above their middle, and at most, in radians.
_MORE_OPEN, _MAX_OPENING = 0.1, 1.9
# How many widths are tried for lines of equal length.
_NARROWER = 20
EXPLOSIONS = "template.explosion-heading"
"""The heading, in the catalog, of the steps of templates that are each for the explosion of one card."""
GUIDE: Mapping[str, Any] = {"stroke": "muted", "stroke_width": 0.2}
# Between the rings of a template, in mm.
RING = 10.0


@dataclass(frozen=True, slots=True)
class Use:
    """A use of a template: a weapon or a card, and its dice or its strength in each ring, if it has any."""

    name: str
    figures: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Template:
    """A template to cut out: its size in mm, and a function that draws it from its top left corner.

    The ``steps`` of its use are texts of the catalog, for a template with room beside it or below it; their
    ``heading`` there is one, too. Without room for them, a ``short`` text of the catalog is below it, which
    may give the ``names`` of what uses it. One that ``lies_over`` figures is best cut from clear film. Who
    uses it rolls a die of so many ``faces``, unless there are none.
    """

    name: str
    width: float
    height: float
    draw: Callable[[Canvas], None]
    steps: Sequence[str] = ()
    heading: str = ""
    short: str = ""
    names: Sequence[str] = ()
    lies_over: bool = True
    faces: int = 0


Placed = list[tuple[float, float, Template]]
"""Templates, each after the place of its top left corner in mm."""


def pale(canvas: Canvas) -> str:
    """The color of a template: so pale that the map can be seen through clear film."""
    return blend(canvas.theme["band"], canvas.theme["paper"], _PALE)


def draw_outline(canvas: Canvas, shape: Callable[..., None]) -> None:
    """A shape with a bold edge in the color of the game, and in it the line along which to cut."""
    is_plain = canvas.theme.saves_ink
    edge = {"stroke": "ink" if is_plain else "band", "stroke_width": _EDGE, "stroke_linejoin": "round"}
    shape(fill=pale(canvas), **edge)
    shape(stroke="paper", stroke_width=_CUT)


@dataclass(frozen=True, slots=True)
class UseLine:
    """The line of a use: the left end of its baseline, and the types of its name and of its figures."""

    use: Use
    at: Point
    name: Type
    figures: Type
    run: float
    box: Box


def use_lines(
    canvas: Canvas, uses: Sequence[Use], middle: Point, room: float, scale: float = 1.0
) -> list[UseLine]:
    """A line for each use around a middle, its name before its figures, in a width in mm.

    The type has a ``scale`` of its usual size, but no name is too small to read.
    """
    x, y = middle
    is_long = len(uses) > _FEW_USES or room < _MIN_ROOM
    large = Type(canvas.context.display, scale * (3.6 if is_long else 4.6))
    step = scale * (4.4 if is_long else _USE_STEP)
    usual = _NAME.at(max(MIN_SIZE, scale * (3.0 if is_long else _NAME.size)))
    parts = [part for use in uses for part in _parted(canvas, use, usual, large, room)]
    top, lines = y - (len(parts) - 1) * step / 2, []
    for number, use in enumerate(parts):
        figures = " / ".join(use.figures)
        wide = canvas.metrics.width(figures, large) + _gap(use) if figures else 0.0
        name = canvas.metrics.fit(use.name, usual, room - wide, MIN_SIZE)
        run = canvas.metrics.width(use.name, name)
        left, base = x - (run + wide) / 2, top + number * step + large.cap / 2
        box = (left - _AROUND, base - large.cap - 0.7, left + run + wide + _AROUND, base + 0.9)
        lines.append(UseLine(use, (left, base), name, large, run, box))
    return lines


def _gap(use: Use) -> float:
    """Between a name and its figures, in mm."""
    return _BEFORE_FIGURES if use.name else 0.0


def _parted(canvas: Canvas, use: Use, usual: Type, large: Type, room: float) -> list[Use]:
    """A use, or its name and below it its figures if the name had to be much smaller beside these."""
    if not use.figures:
        return [use]
    wide = canvas.metrics.width(" / ".join(use.figures), large) + _gap(use)
    fitted = canvas.metrics.fit(use.name, usual, room - wide, MIN_SIZE)
    if fitted.size >= _LEAST_NAME * usual.size:
        return [use]
    return [replace(use, figures=()), replace(use, name="")]


def draw_lines(canvas: Canvas, lines: Iterable[UseLine]) -> None:
    """The lines of uses on the bare template."""
    for line in lines:
        left, base = line.at
        canvas.text(line.use.name, left, base, line.name)
        figures = " / ".join(line.use.figures)
        canvas.text(figures, left + line.run + _gap(line.use), base, line.figures, fill="accent")


def draw_uses(canvas: Canvas, uses: Sequence[Use], middle: Point, room: float) -> None:
    """A line for each use around a middle, on patches of the ground of the template."""
    lines = use_lines(canvas, uses, middle, room)
    for line in lines:
        west, north, east, south = line.box
        canvas.rect(west, north, east - west, south - north, fill=pale(canvas))
    draw_lines(canvas, lines)


def draw_rings(canvas: Canvas, middle: Point, radii: Sequence[float], lines: Sequence[UseLine]) -> None:
    """Circles around a middle; those that would cross a line above it are open at the top, all as wide."""
    x, y = middle
    opening = max((_opening(middle, line.box) for line in lines), default=0.0)
    for radius in radii:
        if not any(crosses(middle, radius, line.box) for line in lines):
            canvas.circle(x, y, radius, **GUIDE)
            continue
        right, up, size = radius * sin(opening), radius * cos(opening), mm(radius)
        start, end = f"M{mm(x + right)} {mm(y - up)}", f"{mm(x - right)} {mm(y - up)}"
        canvas.path(f"{start}A{size} {size} 0 {int(opening < pi / 2)} 1 {end}", **GUIDE)


def _opening(middle: Point, box: Box) -> float:
    """The angle from straight up to the side of a box above a middle, or to a little below the level."""
    west, _, east, south = box
    x, y = middle
    return min(_MAX_OPENING, atan2(max(east - x, x - west), y - south) + _MORE_OPEN)


def crosses(middle: Point, radius: float, box: Box) -> bool:
    """Whether a circle crosses a box."""
    (x, y), (west, north, east, south) = middle, box
    near = hypot(max(west - x, 0.0, x - east), max(north - y, 0.0, y - south))
    far = hypot(max(east - x, x - west), max(south - y, y - north))
    return near < radius < far


def draw_size(canvas: Canvas, text: str, middle: Point, room: float) -> None:
    """The size of what a template covers, in small type, around a middle."""
    longest = max(text.split(), key=len, default="")
    type = canvas.metrics.fit(longest, Type(CONDENSED, 2.8), room, MIN_SIZE)
    lines = _balanced(canvas, text, type, room)
    base = middle[1] + type.cap / 2 - (len(lines) - 1) * 1.5
    wide = max((canvas.metrics.width(line, type) for line in lines), default=0.0) + 2 * _AROUND
    if text:
        tall = 3.0 * len(lines) + 0.6
        canvas.rect(middle[0] - wide / 2, middle[1] - tall / 2, wide, tall, fill=pale(canvas))
    canvas.lines(lines, middle[0], base, type, 3.0, anchor="middle")


def _balanced(canvas: Canvas, text: str, type: Type, room: float) -> list[str]:
    """A text on as few lines as a width allows, which are about equally long."""
    lines = canvas.metrics.wrap(text, type, room)
    for step in range(1, _NARROWER):
        narrower = canvas.metrics.wrap(text, type, room * (1 - step / _NARROWER))
        if len(narrower) > len(lines):
            break
        lines = narrower
    return lines


def draw_badge(canvas: Canvas, middle: Point, size: float = _BADGE) -> None:
    """The badge of the game, so that a piece that has been cut out shows where it belongs."""
    if canvas.context.badge:
        canvas.icon(canvas.context.badge, middle[0] - size / 2, middle[1] - size / 2, size, "heading")


def draw_ring_figures(canvas: Canvas, at: Callable[[float], Point], rings: int, step: float = RING) -> None:
    """The number of each ring from the middle on, inside of its ring, which stays whole."""
    for ring in range(1, rings + 1):
        x, y = at(ring * step - INSIDE)
        canvas.text(str(ring), x, y + FIGURE.cap / 2, FIGURE, anchor="middle", fill="muted")


def draw_cross(canvas: Canvas, at: Point, reach: float) -> None:
    """A bold cross at a middle, with arms of ``reach`` mm around an open ring."""
    x, y = at
    hole = reach * 0.3
    lines = [((x + side * hole, y), (x + side * reach, y)) for side in (-1, 1)]
    lines += [((x, y + side * hole), (x, y + side * reach)) for side in (-1, 1)]
    canvas.segments(lines, stroke="ink", stroke_width=0.55)
    canvas.circle(x, y, hole, stroke="ink", stroke_width=0.35)
