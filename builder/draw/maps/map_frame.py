"""What stands over a map: its title, a scale bar, and which way is north."""

from __future__ import annotations

from builder.draw.surface.canvas import Canvas
from builder.draw.surface.type import BOLD, CONDENSED, Type

MARGIN = 3.0
TITLE_BAND = 9.0
_TITLE = Type(BOLD, 5.2)
_SMALL = Type(CONDENSED, 2.6)
_BASELINE = 8.2


def draw_title_band(
    canvas: Canvas, title: str, *, unit: float, steps: int, scale_text: str, margin: float = MARGIN
) -> None:
    """The title at the left; at the right a bar of so many units, what it says, and an arrow to the north.

    The bar gives way where there is nothing to say, or the title leaves it no room.
    """
    metrics = canvas.metrics
    room = canvas.width - 2 * margin - 4
    heading = metrics.shorten(title, _TITLE, room - 10)
    canvas.text(heading, margin + 2, _BASELINE, _TITLE)
    right = canvas.width - margin - 3.5
    _arrow(canvas, right)
    right -= 7.5
    run = metrics.width(scale_text, _SMALL)
    bar = unit * steps
    if not scale_text or metrics.width(heading, _TITLE) + run + bar + 22 > room:
        return
    canvas.text(scale_text, right, _BASELINE - 0.4, _SMALL, anchor="end")
    left = right - run - 2 - bar
    for step in range(steps):
        canvas.rect(
            left + step * unit,
            _BASELINE - 1.8,
            unit,
            1.4,
            fill="paper" if step % 2 else "ink",
            stroke="ink",
            stroke_width=0.2,
        )


def _arrow(canvas: Canvas, x: float) -> None:
    y = _BASELINE - 1.6
    canvas.polygon([(x, y - 3.0), (x - 1.6, y + 1.8), (x, y + 0.7), (x + 1.6, y + 1.8)], fill="ink")
    canvas.text(canvas.words("map.north"), x - 2.4, y + 1.2, Type(BOLD, 3.0), anchor="end")
