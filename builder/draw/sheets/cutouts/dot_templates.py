"""Templates for what is measured in dots: the dots around one, and directions of scatter."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

from builder.draw.sheets.cutouts.template_parts import (
    FIGURE,
    Template,
    Use,
    draw_badge,
    draw_cross,
    draw_lines,
    draw_outline,
    draw_rings,
    draw_size,
    use_lines,
)
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.type import BOLD, Type
from builder.geometry.dotlattice import Lattice

_BEYOND = 2.5
# What a caption adds to the height of a template.
_CAPTION = 3.2
# Between names and the cross below them.
_ABOVE_CROSS = 0.3


def dots_around(radius: int, spacing: float, uses: Sequence[Use]) -> Template:
    """A circle that covers everything within a number of dots."""
    reach = radius * spacing + _BEYOND

    def draw(canvas: Canvas) -> None:
        draw_outline(canvas, partial(canvas.circle, reach, reach, reach))
        cross = 3.4 if radius > 1 else 2.2
        usual, room = 0.61 * reach, 1.35 * reach
        lines = use_lines(canvas, uses, (reach, usual), room)
        # A high stack of names ends above the cross.
        over = max((line.box[3] for line in lines), default=0.0) - (reach - cross - _ABOVE_CROSS)
        if over > 0:
            lines = use_lines(canvas, uses, (reach, usual - over), room)
        draw_rings(canvas, (reach, reach), [ring * spacing for ring in range(1, radius + 1)], lines)
        slant = spacing * 0.7071
        for ring in range(1, radius + 1):
            place = (reach + ring * slant, reach + ring * slant)
            canvas.circle(*place, 1.9, fill="paper")
            canvas.text(str(ring), place[0], place[1] + 0.9, FIGURE, anchor="middle", fill="muted")
        draw_cross(canvas, (reach, reach), cross)
        draw_lines(canvas, lines)
        text = canvas.words("template.dots", count=radius)
        # Below the first ring, or in it if there is no other.
        low = 0.45 if radius == 1 else 0.56
        draw_size(canvas, text, (reach, reach + low * reach), 1.2 * reach)
        draw_badge(canvas, (reach, reach + 0.72 * reach), 5.0)

    return Template(f"dots-{radius}", 2 * reach, 2 * reach, draw)


def dot_scatter(spacing: float, lattice: Lattice) -> Template:
    """The dots around one, numbered clockwise from the north, at the distance that they have on the map.

    The caption is below the dots.
    """
    reach = spacing * 1.5
    if lattice is Lattice.SQUARE:
        around = [
            (0.0, -1.0),
            (1.0, -1.0),
            (1.0, 0.0),
            (1.0, 1.0),
            (0.0, 1.0),
            (-1.0, 1.0),
            (-1.0, 0.0),
            (-1.0, -1.0),
        ]
    else:
        around = [(math.sin(turn * math.pi / 3), -math.cos(turn * math.pi / 3)) for turn in range(6)]

    def draw(canvas: Canvas) -> None:
        draw_outline(canvas, partial(canvas.rect, 0, 0, 2 * reach, 2 * reach + _CAPTION, radius=3.0))
        shafts: list[tuple[Point, Point]] = []
        for number, (right, down) in enumerate(around, 1):
            x, y = reach + right * spacing, reach + down * spacing
            far = 1 - 4.6 / (spacing * math.hypot(right, down))
            start, end = (
                (reach + right * spacing * part, reach + down * spacing * part) for part in (1 - far, far)
            )
            shafts.append((start, end))
            canvas.circle(x, y, 3.7, fill="paper", stroke="ink", stroke_width=0.3)
            type = Type(BOLD, 4.8)
            canvas.text(str(number), x, y + type.cap / 2, type, anchor="middle")
        canvas.segments(shafts, stroke="accent", stroke_width=0.5)
        draw_cross(canvas, (reach, reach), 4.0)
        draw_size(canvas, canvas.words("template.scatter-dots"), (reach, 2 * reach - 0.4), 1.9 * reach)

    return Template("scatter-dots", 2 * reach, 2 * reach + _CAPTION, draw)
