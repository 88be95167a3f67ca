"""Dead ground: a hatch over what cannot be seen from a set-up zone."""

from __future__ import annotations

from collections.abc import Sequence

from builder.draw.surface.canvas import Canvas, Point

Cell = Sequence[Point]
_STEP = 0.19


def draw_dead_ground(canvas: Canvas, outline: str, cells: Sequence[Cell], size: float) -> None:
    """A shade inside an outline, and slanted lines over its cells, which run on from one to the next.

    The cells are convex; ``size`` is how large one is, in mm.
    """
    color = "dead_ground"
    canvas.path(outline, fill=color, fill_opacity=0.1, fill_rule="evenodd")
    strokes = [stroke for cell in cells for stroke in _hatch(cell, size * _STEP)]
    canvas.segments(strokes, stroke=color, stroke_width=size * 0.012, stroke_opacity=0.4)


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
