"""The parts that maps of every kind share: title, scale bar, north arrow, edges, zones and dead ground."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from builder.draw.surface.canvas import Canvas, Point, mm
from builder.draw.surface.color_vision import blend
from builder.draw.surface.type import BOLD, CONDENSED, REGULAR, Type

MARGIN = 3.0
TITLE_BAND = 10.0
_TITLE_SIZE, _TITLE_SPACING = 6.4, 0.3
_SUBTITLE = Type(REGULAR, 4.4)
_SMALL = Type(CONDENSED, 2.6)
_BASELINE = 7.2
_LETTER = 3.0
# The distance between the lines of a hatch, as a share of a cell.
_HATCH_STEP = 0.19

Cell = Sequence[Point]


def draw_title_band(
    canvas: Canvas,
    title: str,
    *,
    unit: float,
    steps: int,
    scale_text: str,
    subtitle: str = "",
    margin: float = MARGIN,
    smallest: float = 0.0,
) -> None:
    """Draw the title at the left; at the right a scale bar, its text, and an arrow to the north.

    The bar is left out if there is no text for it, or no room next to the title. No text is smaller than
    ``smallest`` mm.
    """
    metrics = canvas.metrics
    canvas.area = (0.0, TITLE_BAND, canvas.width, canvas.height - TITLE_BAND)
    room = canvas.width - 2 * margin
    type = Type(canvas.context.display, _TITLE_SIZE, _TITLE_SPACING)
    heading = metrics.shorten(title.upper(), type, room - 10)
    canvas.text(heading, margin, _BASELINE, type)
    wide = metrics.width(heading, type)
    if subtitle:
        more = metrics.shorten(subtitle, _SUBTITLE, room - 13 - wide)
        canvas.text(more, margin + wide + 3, _BASELINE, _SUBTITLE, fill="muted")
        wide += 3 + metrics.width(more, _SUBTITLE)
    right = canvas.width - margin - 1.6
    draw_north(canvas, right, _BASELINE - 1.6, letter=max(_LETTER, smallest))
    right -= 7.5
    run = metrics.width(scale_text, _SMALL)
    bar = unit * steps
    if not scale_text or wide + run + bar + 20 > room:
        return
    canvas.text(scale_text, right, _BASELINE - 0.4, _SMALL, anchor="end")
    left = right - run - 2 - bar
    for step in range(steps):
        fill = "paper" if step % 2 else "ink"
        place = (left + step * unit, _BASELINE - 1.8)
        canvas.rect(*place, unit, 1.4, fill=fill, stroke="ink", stroke_width=0.2)


def draw_north(
    canvas: Canvas,
    x: float,
    y: float,
    *,
    tip: float = 3.0,
    down: float = 1.2,
    letter: float = _LETTER,
    fill: str = "ink",
) -> None:
    """An arrow to the north with its tip ``tip`` mm above ``y``, and the letter ``down`` mm below it."""
    canvas.polygon([(x, y - tip), (x - 1.6, y + 1.8), (x, y + 0.7), (x + 1.6, y + 1.8)], fill=fill)
    canvas.text(canvas.words("map.north"), x - 2.4, y + down, Type(BOLD, letter), anchor="end", fill=fill)


def zone_style(tint: float, weight: float, dash: float, gap: float) -> dict[str, Any]:
    """The look of a set-up zone: a tint, and a dashed line around it."""
    return {
        "fill": "zone",
        "fill_opacity": tint,
        "stroke": "zone",
        "stroke_width": weight,
        "stroke_dasharray": f"{mm(dash)} {mm(gap)}",
    }


def draw_dead_ground(canvas: Canvas, outline: str, cells: Sequence[Cell], size: float) -> None:
    """Slanted lines over cells inside an outline, which continue from one cell to the next.

    The cells are convex; ``size`` is how large one is, in mm.
    """
    color = blend(canvas.theme["dead_ground"], canvas.theme["paper"], 0.55)
    strokes = [stroke for cell in cells for stroke in _hatch(cell, size * _HATCH_STEP)]
    canvas.segments(strokes, stroke=color, stroke_width=size * 0.014)
    canvas.path(outline, stroke=color, stroke_width=size * 0.02)


def _hatch(corners: Cell, step: float) -> list[tuple[Point, Point]]:
    """Slanted lines inside a convex shape, where ``x + y`` is a multiple of the step."""
    sums = [x + y for x, y in corners]
    strokes = []
    for number in range(int(min(sums) // step) + 1, int(max(sums) // step) + 1):
        at = number * step
        ends: list[Point] = []
        for index, (one, two) in enumerate(zip(sums, [*sums[1:], sums[0]], strict=True)):
            if (one - at) * (two - at) < 0:
                share = (at - one) / (two - one)
                (x1, y1), (x2, y2) = corners[index], corners[(index + 1) % len(corners)]
                ends.append((x1 + (x2 - x1) * share, y1 + (y2 - y1) * share))
        if len(ends) == 2:
            strokes.append((ends[0], ends[1]))
    return strokes
