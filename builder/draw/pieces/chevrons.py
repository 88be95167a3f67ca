"""The chevrons that show the experience of a figure on its counter."""

from __future__ import annotations

from builder.draw.pieces.counter_look import CounterLook
from builder.draw.pieces.team_stripes import BOTTOM
from builder.draw.surface.canvas import Canvas

WIDTH, STEP, CLOSE = 2.2, 1.5, 1.2
"""The width of a chevron, and from one to the next, also where they are close in a list, in mm."""
LEFT = 12.9
"""Their left edge on a face, in mm: all figures have them in one place, whatever else is in the corner."""
_RISE, _WEIGHT = 0.75, 0.62


def draw_chevrons(
    canvas: Canvas,
    look: CounterLook,
    count: int,
    *,
    left: float = LEFT,
    bottom: float = BOTTOM,
    step: float = STEP,
) -> None:
    """Draw some chevrons on top of each other, the lowest of which ends at ``bottom`` mm."""
    color = "ink" if look.saves_ink else look.band
    for number in range(count):
        foot = bottom - _WEIGHT / 2 - number * step
        points = ((left, foot), (left + WIDTH / 2, foot - _RISE), (left + WIDTH, foot))
        path = "M" + "L".join(f"{x:g} {y:g}" for x, y in points)
        canvas.path(path, fill="none", stroke=color, stroke_width=_WEIGHT, stroke_linejoin="miter")


def height_of(count: int, step: float = STEP) -> float:
    """The height of some chevrons in mm."""
    return (count - 1) * step + _RISE + _WEIGHT


def edge_of(count: int) -> tuple[float, float]:
    """The right end of some chevrons on a face, half as high as all of them."""
    return LEFT + WIDTH, BOTTOM - height_of(count) / 2
