"""Blasts that cover hexes, with their strength in each ring."""

from __future__ import annotations

from collections.abc import Sequence

from builder.draw.pieces.counter_words import fitted
from builder.draw.sheets.cutouts.template_parts import (
    Template,
    Use,
    draw_badge,
    draw_cross,
    draw_outline,
    draw_size,
)
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.hex_paths import HexPaths
from builder.draw.surface.type import CONDENSED_BOLD, MIN_SIZE, Type
from builder.geometry.hexgrid import Hex, HexGrid
from builder.geometry.hexlayout import HexLayout

_NAME, _FOOT_NAME = Type(CONDENSED_BOLD, 3.0), Type(CONDENSED_BOLD, MIN_SIZE)
# The size of dice in the hexes around the middle, where figures of so few letters are larger.
_LONG_FIGURE, _FIGURE, _SHORT = 4.6, 5.6, 2
# How far the figures above the name and below the badge are moved away from these, in mm.
_AWAY = 1.5
# How far the badge and a lone name are from the middle, and how wide a name may be between the slants of the
# bold edge, on several lines and on one, in sizes of a hex.
_HEAD, _FOOT, _LINE, _WIDE_FOOT, _WIDE_LINE, _TINY = 1.27, 1.262, 1.195, 0.68, 0.8, 0.01


def hex_blast(radius: int, size: float, uses: Sequence[Use] = (), name: str = "") -> Template:
    """A hex and all within ``radius`` hexes of it, on a map whose hexes are ``size`` mm across.

    If one thing alone uses it, every hex has its strength there; of several, each has a hex next to the
    middle.
    """
    across = 2 * radius + 1
    # Even columns are half a hex lower, so those next to an odd column extend into one more row.
    layout = HexLayout(HexGrid(across, across + 1), size)
    middle = Hex(radius + 1, radius + 1)
    hexes = [hex for hex in layout.grid if layout.grid.distance(hex, middle) <= radius]
    paths, (x, y) = HexPaths(layout), layout.center(middle)
    height = size * across
    level = height / 2
    is_lone = len(uses) == 1 and bool(uses[0].figures)

    def draw(canvas: Canvas) -> None:
        with canvas.shifted(0, level - y):
            draw_outline(canvas, lambda **style: canvas.path(paths.outline(hexes), **style))
            canvas.path(paths.sides(hexes), stroke="ink", stroke_width=0.25)
            if is_lone:
                for hex in hexes:
                    ring = layout.grid.distance(hex, middle)
                    across, down = layout.center(hex)
                    if ring == 1 and hex.column == middle.column:
                        down += _AWAY if down < y else -_AWAY
                    _strength(canvas, uses[0], ring, (across, down), size)
        if is_lone:
            # The name is at the foot, and the badge at the head.
            low, share = (_FOOT, _WIDE_FOOT) if " " in uses[0].name else (_LINE, _WIDE_LINE)
            _name(canvas, uses[0].name, (x, level + low * size), share * size, _FOOT_NAME)
            draw_badge(canvas, (x, level - _HEAD * size), 0.2 * size)
            return
        draw_cross(canvas, (x, level), 3.2)
        if len(uses) == 1:
            _name(canvas, uses[0].name, (x, level - 0.32 * size), _WIDE_LINE * size, _NAME)
        around = sorted(
            (hex for hex in hexes if layout.grid.distance(hex, middle) == 1),
            key=lambda hex: (round(layout.center(hex)[1], 3), hex),
        )
        for use, hex in zip(uses if len(uses) > 1 else (), around, strict=False):
            across, down = layout.center(hex)
            _use(canvas, use, (across, down + level - y), size)
        draw_size(
            canvas, canvas.words("template.hexes", count=radius), (x, level + 0.32 * size), layout.radius
        )
        if len(uses) < len(around):
            draw_badge(canvas, (x, level + size), 0.26 * size)

    return Template(name or f"hexes-{radius}", layout.width, height, draw)


def _use(canvas: Canvas, use: Use, middle: Point, size: float) -> None:
    """One of several uses in a hex of its own: its name above its strength in each ring."""
    x, y = middle
    room, figures = 0.86 * size, " / ".join(use.figures)
    longest = max(use.name.split(), key=len)
    type = canvas.metrics.fit(longest, _NAME, room, MIN_SIZE)
    lines = canvas.metrics.wrap(use.name, type, room)
    large = canvas.metrics.fit(figures, Type(canvas.context.display, 0.26 * size), 0.8 * size, MIN_SIZE)
    step = type.size * 1.05
    tall = (len(lines) - 1) * step + type.cap + (large.cap + 1.5 if figures else 0.0)
    base = y - tall / 2 + type.cap
    canvas.lines(lines, x, base, type, step, anchor="middle")
    canvas.text(figures, x, y + tall / 2, large, anchor="middle", fill="accent")


def _strength(canvas: Canvas, use: Use, ring: int, middle: Point, size: float) -> None:
    """The strength in a hex, largest in the middle."""
    strength = use.figures[min(ring, len(use.figures) - 1)]
    large = (_LONG_FIGURE if len(strength) > _SHORT else _FIGURE) if ring else 0.44 * size
    type = canvas.metrics.fit(strength, Type(canvas.context.display, large), 0.8 * size, MIN_SIZE)
    x, y = middle
    canvas.text(strength, x, y + type.cap / 2, type, anchor="middle", fill="accent")


def _name(canvas: Canvas, name: str, middle: Point, room: float, largest: Type) -> None:
    """The name of the only use, around a middle, in lines of the ``largest`` type that fits."""
    type = fitted(max(name.split(), key=len), largest, room, canvas.metrics, floor=MIN_SIZE)
    lines = canvas.metrics.wrap(name, type, room + _TINY)
    step = 1.05 * type.size
    base = middle[1] + type.cap / 2 - (len(lines) - 1) * step / 2
    canvas.lines(lines, middle[0], base, type, step, anchor="middle")
