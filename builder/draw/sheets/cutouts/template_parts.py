"""What templates to cut out are made of: outline, badge, cross, and figures on rings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.color_vision import blend
from builder.draw.surface.type import CONDENSED_BOLD, Type

_PALE = 0.14
_BADGE = 6.0
FIGURE = Type(CONDENSED_BOLD, 2.6)
GUIDE: Mapping[str, Any] = {"stroke": "muted", "stroke_width": 0.2}
# Between the rings of a template, in mm.
RING = 10.0


@dataclass(frozen=True, slots=True)
class Template:
    """A template to cut out: its size in mm, and a function that draws it from its top left corner."""

    name: str
    width: float
    height: float
    draw: Callable[[Canvas], None]


def outline(canvas: Canvas) -> dict[str, Any]:
    """The look of a template: a line around a tint so pale that the map can be seen through clear film."""
    fill = blend(canvas.theme["band"], canvas.theme["paper"], _PALE)
    return {"fill": fill, "stroke": "ink", "stroke_width": 0.35}


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
    """A cross at a middle, with arms of ``reach`` mm."""
    x, y = at
    lines = [((x - reach, y), (x + reach, y)), ((x, y - reach), (x, y + reach))]
    canvas.segments(lines, stroke="ink", stroke_width=0.2)
