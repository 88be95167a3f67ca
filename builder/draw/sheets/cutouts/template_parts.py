"""The parts of templates to cut out: a bold edge, a cross, who uses them, and figures on rings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.color_vision import blend
from builder.draw.surface.type import CONDENSED, CONDENSED_BOLD, MIN_SIZE, Type

_PALE = 0.1
_BADGE = 6.0
# The bold edge, half of which is cut off, and the line in it along which to cut.
_EDGE, _CUT = 1.8, 0.16
FIGURE = Type(CONDENSED_BOLD, 2.6)
_NAME = Type(CONDENSED_BOLD, 3.4)
_USE_STEP = 5.4
# What a line of a use leaves free beside it.
_AROUND = 0.8
# More than these are in smaller type, and so are those in less room than this.
_FEW_USES, _MIN_ROOM = 2, 27.0
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
    """A template to cut out: its size in mm, and a function that draws it from its top left corner."""

    name: str
    width: float
    height: float
    draw: Callable[[Canvas], None]


def pale(canvas: Canvas) -> str:
    """The color of a template: so pale that the map can be seen through clear film."""
    return blend(canvas.theme["band"], canvas.theme["paper"], _PALE)


def draw_outline(canvas: Canvas, shape: Callable[..., None]) -> None:
    """A shape with a bold edge in the color of the game, and in it the line along which to cut."""
    is_plain = canvas.theme["band"] == canvas.theme["paper"]
    edge = {"stroke": "ink" if is_plain else "band", "stroke_width": _EDGE, "stroke_linejoin": "round"}
    shape(fill=pale(canvas), **edge)
    shape(stroke="paper", stroke_width=_CUT)


def draw_uses(canvas: Canvas, uses: Sequence[Use], middle: Point, room: float) -> None:
    """A line for each use around a middle, its name before its figures, in a width in mm.

    No ring of the template runs through a line.
    """
    x, y = middle
    is_long = len(uses) > _FEW_USES or room < _MIN_ROOM
    large, step = Type(canvas.context.display, 3.6 if is_long else 4.6), 4.4 if is_long else _USE_STEP
    top, ground = y - (len(uses) - 1) * step / 2, pale(canvas)
    for number, use in enumerate(uses):
        figures = " / ".join(use.figures)
        wide = canvas.metrics.width(figures, large) + 1.8 if figures else 0.0
        name = canvas.metrics.fit(use.name, _NAME.at(3.0) if is_long else _NAME, room - wide, MIN_SIZE)
        run = canvas.metrics.width(use.name, name)
        left, base = x - (run + wide) / 2, top + number * step + large.cap / 2
        canvas.rect(
            left - _AROUND, base - large.cap - 0.7, run + wide + 2 * _AROUND, large.cap + 1.6, fill=ground
        )
        canvas.text(use.name, left, base, name)
        canvas.text(figures, left + run + 1.8, base, large, fill="accent")


def draw_size(canvas: Canvas, text: str, middle: Point, room: float) -> None:
    """The size of what a template covers, in small type, around a middle."""
    longest = max(text.split(), key=len, default="")
    type = canvas.metrics.fit(longest, Type(CONDENSED, 2.8), room, MIN_SIZE)
    lines = canvas.metrics.wrap(text, type, room)
    base = middle[1] + type.cap / 2 - (len(lines) - 1) * 1.5
    wide = max((canvas.metrics.width(line, type) for line in lines), default=0.0) + 2 * _AROUND
    if text:
        tall = 3.0 * len(lines) + 0.6
        canvas.rect(middle[0] - wide / 2, middle[1] - tall / 2, wide, tall, fill=pale(canvas))
    canvas.lines(lines, middle[0], base, type, 3.0, anchor="middle")


def draw_badge(canvas: Canvas, middle: Point, size: float = _BADGE) -> None:
    """The badge of the game, so that a piece that has been cut out shows where it belongs."""
    if canvas.context.badge:
        canvas.icon(canvas.context.badge, middle[0] - size / 2, middle[1] - size / 2, size, "heading")


def draw_ring_figures(canvas: Canvas, at: Callable[[float], Point], rings: int, step: float = RING) -> None:
    """The number of each ring from the middle on, on a patch that the ring does not cross."""
    for ring in range(1, rings + 1):
        x, y = at(ring * step)
        canvas.circle(x, y, 1.9, fill="paper")
        canvas.text(str(ring), x, y + 0.9, FIGURE, anchor="middle", fill="muted")


def draw_cross(canvas: Canvas, at: Point, reach: float) -> None:
    """A bold cross at a middle, with arms of ``reach`` mm around an open ring."""
    x, y = at
    hole = reach * 0.3
    lines = [((x + side * hole, y), (x + side * reach, y)) for side in (-1, 1)]
    lines += [((x, y + side * hole), (x, y + side * reach)) for side in (-1, 1)]
    canvas.segments(lines, stroke="ink", stroke_width=0.55)
    canvas.circle(x, y, hole, stroke="ink", stroke_width=0.35)
