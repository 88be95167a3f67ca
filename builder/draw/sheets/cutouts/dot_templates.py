"""Templates for what is measured in dots: the dots around one, and directions of scatter."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from itertools import product

from builder.draw.sheets.cutouts.template_parts import (
    GUIDE,
    SCALES,
    SLANT,
    Template,
    Use,
    UseLine,
    draw_badge,
    draw_cross,
    draw_lines,
    draw_outline,
    draw_ring_figures,
    draw_rings,
    draw_size,
    use_lines,
)
from builder.draw.surface.canvas import Canvas, Point, mm
from builder.draw.surface.clear_space import Box
from builder.draw.surface.type import BOLD, Type
from builder.geometry.dotlattice import Lattice

_BEYOND = 2.5
# What a caption adds to the height of a template.
_CAPTION = 3.2
# How rounded a square is.
_ROUNDED = 4.0
# The radius of a dot.
_DOT = 0.6
# Between names and the cross below them, between them and rings; the shares of a ring that are tried.
_ABOVE_CROSS, _OFF_RING, _ROOMS = 0.3, 0.5, (1.0, 0.8, 0.65)


def dots_around(radius: int, spacing: float, uses: Sequence[Use], lattice: Lattice) -> Template:
    """What covers everything within a number of dots, with a ring through the dots at each distance.

    It is a circle; but a square if a step to a corner counts as one, as corners would be outside of a circle.
    """
    is_square = lattice is Lattice.SQUARE
    reach = radius * spacing + _BEYOND

    def draw(canvas: Canvas) -> None:
        edge = partial(canvas.circle, reach, reach, reach)
        if is_square:
            edge = partial(canvas.rect, 0, 0, 2 * reach, 2 * reach, radius=_ROUNDED)
        draw_outline(canvas, edge)
        cross = 3.4 if radius > 1 else 2.2
        # Names are inside the last ring, and above the first one if there are two, so that each is whole.
        foot = reach - (spacing + _OFF_RING if radius > 1 else cross + _ABOVE_CROSS)
        lines = _inside(canvas, uses, reach, foot, radius * spacing - _OFF_RING, is_square=is_square)
        rings = [ring * spacing for ring in range(1, radius + 1)]
        if is_square:
            _draw_squares(canvas, (reach, reach), spacing, radius, lines)
        else:
            draw_rings(canvas, (reach, reach), rings, lines)

        def at(away: float) -> Point:
            # On the side of a square between two dots, or on the slant of a circle.
            across, down = (away, spacing / 2) if is_square else (SLANT * away, SLANT * away)
            return reach + across, reach + down

        draw_ring_figures(canvas, at, radius, spacing)
        draw_cross(canvas, (reach, reach), cross)
        draw_lines(canvas, lines)
        text = canvas.words("template.dots", count=radius)
        # Below the first ring, or in it if there is no other, clear of the dots of a square.
        if is_square:
            low, badge = (0.38, 0.64) if radius == 1 else (0.7, 0.25)
        else:
            low, badge = (0.45 if radius == 1 else 0.56), 0.72
        draw_size(canvas, text, (reach, reach + low * reach), 1.2 * reach)
        draw_badge(canvas, (reach, reach + badge * reach), 5.0)

    return Template(f"dots-{radius}", 2 * reach, 2 * reach, draw)


def _inside(
    canvas: Canvas, uses: Sequence[Use], reach: float, low: float, far: float, *, is_square: bool
) -> list[UseLine]:
    """The lines of uses above the level ``low``, inside a ring that is so ``far`` from the middle.

    In a circle, the shortest comes first. Type is as small as it must be, so far as it can be read.
    """
    lines: list[UseLine] = []
    for scale, room in product(SCALES, _ROOMS):
        wide = 2 * far * room
        lines = use_lines(canvas, uses, (reach, low), wide, scale)
        if not is_square:
            shortest = sorted(lines, key=lambda line: line.box[2] - line.box[0])
            lines = use_lines(canvas, [line.use for line in shortest], (reach, low), wide, scale)
        over = max((line.box[3] for line in lines), default=low) - low
        lines = use_lines(canvas, [line.use for line in lines], (reach, low - over), wide, scale)
        if all(_is_inside(line.box, reach, far, is_square=is_square) for line in lines):
            break
    return lines


def _is_inside(box: Box, middle: float, far: float, *, is_square: bool) -> bool:
    """Whether a box is in the square or in the circle that is so ``far`` from a middle."""
    west, north, east, _ = box
    half, tall = max(middle - west, east - middle), middle - north
    return (max(half, tall) if is_square else math.hypot(half, tall)) <= far


def _draw_squares(
    canvas: Canvas, middle: Point, spacing: float, count: int, lines: Sequence[UseLine]
) -> None:
    """Squares through the dots around a middle, and these dots, as far as no line above it is on them.

    A square that a line would cross is open above the level where the lines end.
    """
    x, y = middle
    for ring in range(1, count + 1):
        west, north, east, south = (
            at + ring * spacing * way for way, at in ((-1, x), (-1, y), (1, x), (1, y))
        )
        boxes = [line.box for line in lines if line.box[3] > north]
        if any(box[0] < west or box[1] < north or box[2] > east for box in boxes):
            start = mm(max(box[3] for box in boxes))
            canvas.path(f"M{mm(west)} {start}V{mm(south)}H{mm(east)}V{start}", **GUIDE)
        else:
            canvas.rect(west, north, east - west, south - north, **GUIDE)
    ways = range(-count, count + 1)
    dots = ((x + right * spacing, y + down * spacing) for down, right in product(ways, ways) if right or down)
    for dot in dots:
        if not any(_is_on(dot, line.box) for line in lines):
            canvas.circle(*dot, _DOT, fill="muted")


def _is_on(dot: Point, box: Box) -> bool:
    """Whether a dot touches a box."""
    (x, y), (west, north, east, south) = dot, box
    return west - _DOT < x < east + _DOT and north - _DOT < y < south + _DOT


def dot_scatter(spacing: float, lattice: Lattice) -> Template:
    """The dots around one, numbered clockwise from the north, at the distance that they have on the map.

    Below the dots is the die that shows where something lands.
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
        text = canvas.words("template.scatter-dots", faces=len(around))
        draw_size(canvas, text, (reach, 2 * reach - 0.4), 1.9 * reach)

    return Template("scatter-dots", 2 * reach, 2 * reach + _CAPTION, draw, faces=len(around))
