"""A face of a counter on a sheet that explains or records it: in any scale, on a shadow, with its cut."""

from __future__ import annotations

from builder.draw.pieces.counter_names import SIZE
from builder.draw.surface.canvas import Canvas, Drawing, Point
from builder.draw.surface.color_vision import blend

SHADOW: Point = (0.7, 0.9)
"""How far the shadow is moved, in mm."""
_SHADE = 0.16


def draw_shown_face(canvas: Canvas, face: Drawing, bleed: float, corner: Point, scale: float) -> None:
    """A face with a ``bleed`` in mm, ``scale`` times its usual size; without a shadow if ink is saved."""
    (x, y), side, theme = corner, SIZE * scale, canvas.theme
    if theme["band"] != theme["paper"]:
        shade = blend(theme["ink"], theme["paper"], _SHADE)
        canvas.rect(x + SHADOW[0], y + SHADOW[1], side, side, fill=shade)
    canvas.place(face, x, y, scale=scale, window=(bleed, bleed, SIZE, SIZE))
    canvas.rect(x, y, side, side, stroke="ink", stroke_width="crop")
