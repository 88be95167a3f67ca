"""Blasts that cover hexes, with their strength in each ring if a scenario has few of them."""

from __future__ import annotations

from collections.abc import Sequence

from builder.draw.sheets.cutouts.template_parts import GUIDE, Template, draw_badge, draw_cross, outline
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.entry_text import spelled
from builder.draw.surface.hex_paths import HexPaths
from builder.draw.surface.type import CONDENSED, CONDENSED_BOLD, MIN_SIZE, Type
from builder.geometry.hexgrid import Hex, HexGrid
from builder.geometry.hexlayout import HexLayout


def hex_blast(
    radius: int,
    size: float,
    rings: Sequence[Sequence[tuple[str, str]]] = (),
    *,
    of: tuple[str, str] | None = None,
) -> Template:
    """A hex and all within ``radius`` hexes of it, on a map whose hexes are ``size`` mm across.

    ``rings`` have the strength of each blast by its label, from the middle outward; they are on templates
    that have no more rings than that. A template ``of`` one thing has its title, and its strength everywhere.
    """
    printed = rings if len(rings) == radius + 1 else ()
    across = 2 * radius + 1
    # Even columns are half a hex lower, so those next to an odd column extend into one more row.
    layout = HexLayout(HexGrid(across, across + 1), size)
    middle = Hex(radius + 1, radius + 1)
    hexes = [hex for hex in layout.grid if layout.grid.distance(hex, middle) <= radius]
    paths, (x, y) = HexPaths(layout), layout.center(middle)
    height = size * across

    def draw(canvas: Canvas) -> None:
        with canvas.shifted(0, height / 2 - y):
            canvas.path(paths.outline(hexes), **outline(canvas))
            canvas.path(paths.sides(hexes), **GUIDE)
            canvas.path(paths.outline(hexes), stroke="ink", stroke_width=0.35)
        draw_cross(canvas, (x, height / 2), 2.0)
        text = canvas.words("template.hexes", count=radius)
        type = Type(CONDENSED_BOLD, 2.6)
        lines = canvas.metrics.wrap(text, type, layout.radius * 1.05)
        # The caption makes room for what happens in the middle.
        level = height / 2 + (size if printed else 0.0)
        canvas.lines(lines, x, level + size * 0.26, type, 2.8, anchor="middle")
        draw_badge(canvas, (x, level - size * 0.26), 0.3 * size)
        for ring, blasts in enumerate(printed):
            _blasts(canvas, blasts, (x, height / 2 - ring * size), size)
        if of is not None:
            large, longest = Type(canvas.context.display, 7.0), max(of[0].split(), key=len)
            bold = canvas.metrics.fit(longest, Type(CONDENSED_BOLD, 3.4), size, MIN_SIZE)
            canvas.text(of[1], x, height / 2 - size + large.cap / 2, large, anchor="middle", fill="heading")
            room = (x - size / 2, height / 2 + size / 2, size, size)
            title = canvas.metrics.wrap(of[0], bold, size)
            base = height / 2 + size + bold.cap / 2 - (len(title) - 1) * 1.8
            canvas.lines(title, x, base, bold, 3.6, anchor="middle", within=room)

    name = f"hexes-{radius}" if of is None else f"hexes-{radius}-{of[0].lower().replace(' ', '-')}"
    return Template(name, layout.width, height, draw)


def _blasts(canvas: Canvas, blasts: Sequence[tuple[str, str]], middle: Point, size: float) -> None:
    """The strength of each blast in a hex and its name: a lone one above and below the middle."""
    x, y = middle
    plain = Type(CONDENSED, 2.6)
    if len(blasts) == 1:
        [(label, strength)] = blasts
        large = Type(canvas.context.display, 4.4)
        canvas.text(strength, x, y - 2.8, large, anchor="middle", fill="heading")
        lines = canvas.metrics.wrap(spelled(label, canvas.words), plain, size * 0.85)
        canvas.lines(lines, x, y + 4.6, plain, 2.7, anchor="middle")
        return
    for number, (label, strength) in enumerate(blasts):
        text = f"{spelled(label, canvas.words)} {strength}"
        lines = canvas.metrics.wrap(text, plain, size * 0.95)
        top = y - size * 0.42 + number * size * 0.84 / len(blasts)
        canvas.lines(lines, x, top + 2.6, plain, 2.7, anchor="middle")
