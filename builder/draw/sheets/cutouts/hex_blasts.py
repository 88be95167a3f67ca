"""Blasts that cover hexes, with their strength in each ring."""

from __future__ import annotations

from collections.abc import Sequence

from builder.draw.sheets.cutouts.template_parts import (
    Template,
    Use,
    draw_badge,
    draw_cross,
    draw_outline,
    draw_size,
    draw_uses,
    pale,
)
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.hex_paths import HexPaths
from builder.draw.surface.type import CONDENSED_BOLD, MIN_SIZE, Type
from builder.geometry.hexgrid import Hex, HexGrid
from builder.geometry.hexlayout import HexLayout

_NAME = Type(CONDENSED_BOLD, 3.0)


def hex_blast(radius: int, size: float, uses: Sequence[Use] = (), name: str = "") -> Template:
    """A hex and all within ``radius`` hexes of it, on a map whose hexes are ``size`` mm across.

    If one thing alone uses it, every hex has its strength there; of several, each has a line.
    """
    across = 2 * radius + 1
    # Even columns are half a hex lower, so those next to an odd column extend into one more row.
    layout = HexLayout(HexGrid(across, across + 1), size)
    middle = Hex(radius + 1, radius + 1)
    hexes = [hex for hex in layout.grid if layout.grid.distance(hex, middle) <= radius]
    paths, (x, y) = HexPaths(layout), layout.center(middle)
    height = size * across
    level = height / 2

    def draw(canvas: Canvas) -> None:
        with canvas.shifted(0, level - y):
            draw_outline(canvas, lambda **style: canvas.path(paths.outline(hexes), **style))
            canvas.path(paths.sides(hexes), stroke="ink", stroke_width=0.25)
            if len(uses) == 1 and uses[0].figures:
                for hex in hexes:
                    ring = layout.grid.distance(hex, middle)
                    _strength(canvas, uses[0], ring, layout.center(hex), size)
        draw_cross(canvas, (x, level), 3.2)
        if len(uses) == 1:
            _name(canvas, uses[0].name, (x, level - 0.32 * size), 0.95 * size)
        elif uses:
            draw_uses(canvas, uses, (x, level - size), 3.0 * layout.radius)
        text = canvas.words("template.hexes", count=radius)
        draw_size(canvas, text, (x, level + 0.32 * size), layout.radius)
        draw_badge(canvas, (x, level + size * (1.0 if len(uses) != 1 else 1.32)), 0.26 * size)

    return Template(name or f"hexes-{radius}", layout.width, height, draw)


def _strength(canvas: Canvas, use: Use, ring: int, middle: Point, size: float) -> None:
    """The strength in a hex around the middle; in the middle itself, it is at the left of the cross."""
    strength = use.figures[min(ring, len(use.figures) - 1)]
    room = 0.8 * size if ring else 0.3 * size
    type = canvas.metrics.fit(strength, Type(canvas.context.display, 6.4), room, MIN_SIZE)
    x = middle[0] if ring else middle[0] - 0.39 * size
    canvas.text(strength, x, middle[1] + type.cap / 2, type, anchor="middle", fill="accent")


def _name(canvas: Canvas, name: str, middle: Point, room: float) -> None:
    """The name of the only use, above the cross."""
    type = canvas.metrics.fit(max(name.split(), key=len), _NAME, room, MIN_SIZE)
    lines = canvas.metrics.wrap(name, type, room)
    base = middle[1] + type.cap / 2 - (len(lines) - 1) * 1.5
    canvas.lines(lines, middle[0], base, type, 3.0, anchor="middle", halo=pale(canvas), halo_width=0.5)
