"""Captive creatures on a map: an icon in a frame."""

from __future__ import annotations

from builder.draw.surface.canvas import Canvas, Point

_FILLED = 0.8


def draw_captive(icon: str, half: float, canvas: Canvas, at: Point) -> None:
    """A captive; ``half`` is half the side of its frame in mm."""
    x, y = at[0] - half, at[1] - half
    canvas.rect(x, y, 2 * half, 2 * half, fill="paper", stroke="ink", stroke_width="box")
    inner = half * _FILLED
    canvas.icon(icon, at[0] - inner, at[1] - inner, 2 * inner)
