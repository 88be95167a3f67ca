"""Templates that are round, or parts of what is round: circles, arcs, sectors, and directions of scatter."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from builder.draw.maps.map_frame import draw_north
from builder.draw.sheets.cutouts.template_parts import (
    GUIDE,
    RING,
    SCALES,
    SLANT,
    Template,
    Use,
    crosses,
    draw_badge,
    draw_cross,
    draw_lines,
    draw_outline,
    draw_ring_figures,
    draw_rings,
    draw_size,
    draw_uses,
    use_lines,
)
from builder.draw.surface.canvas import Canvas, Point, mm
from builder.draw.surface.charts import cell_text
from builder.draw.surface.type import BOLD, CONDENSED, CONDENSED_BOLD, MIN_SIZE, Type
from rulesdb import Ruleset

_SCATTER = 50.0
# The width of the captions of a piece for scatter.
_CAPTION = 13.0
# A lone word on the line to the middle has more room between two arrows.
_WORD = 16.0
# So many words of names have room there, in small type.
_MOST_WORDS, _SMALL, _SMALL_STEP = 3, Type(CONDENSED, MIN_SIZE), 2.7
_NUMBER = Type(BOLD, 5.2)
# How far the arrow to the north is from the middle of the number on top.
_NORTH = 8.4
# The steps of scatter on a map of hexes.
_HEX_STEPS = ("aim", "range", "way")
# The share of a side of a wedge that has no rings, from the middle.
_SIDE = 0.72
# Where names are in a circle, in rings from its middle.
_BETWEEN_RINGS = 2.45
# How far the numbers of rings are from the side of an arc, or which share of the way to its middle line.
_FROM_SIDE, _HALF_WAY = 4.2, 0.55
# The size of the picture of an arc without rings.
_PICTURE = 12.5
# The least distance of rings between which a badge and a title have room, and how much rings sag, in mm.
_BOTH, _SAG = 14.0, 0.8


def circle(diameter: float, uses: Sequence[Use]) -> Template:
    """A circle with a ring for each centimeter."""
    radius = diameter / 2

    def draw(canvas: Canvas) -> None:
        draw_outline(canvas, partial(canvas.circle, radius, radius, radius))
        rings = int((radius - 1) // RING)
        radii, middle = [ring * RING for ring in range(1, rings + 1)], (radius, radius)
        # Between two rings, or else with gaps in these.
        for level in (_BETWEEN_RINGS * RING, 0.32 * radius):
            lines = use_lines(canvas, uses, (radius, radius - level), 1.5 * radius)
            if not any(crosses(middle, each, line.box) for each in radii for line in lines):
                break
        draw_rings(canvas, middle, radii, lines)
        draw_ring_figures(canvas, lambda away: (radius + SLANT * away, radius + SLANT * away), rings)
        draw_cross(canvas, middle, 4.0)
        draw_badge(canvas, (radius, radius - 0.66 * radius), 7.0)
        draw_lines(canvas, lines)
        text = canvas.words("template.across", size=f"{diameter / 10:g}")
        # Between the last ring and the edge.
        draw_size(canvas, text, (radius, 2 * radius - (radius - rings * RING) / 2), radius)

    return Template(f"circle-{diameter:g}", diameter, diameter, draw)


def wedge(name: str, degrees: float, reach: float, uses: Sequence[Use]) -> Template:
    """A part of a circle that is too large for paper, with its middle at the left, to be turned around it."""
    half = math.radians(degrees / 2)
    middle, across = reach * math.sin(half), reach * math.cos(half)

    def draw(canvas: Canvas) -> None:
        size, end = mm(reach), f"{mm(across)} {mm(2 * middle)}"
        data = f"M0 {mm(middle)}L{mm(across)} 0A{size} {size} 0 0 1 {end}Z"
        draw_outline(canvas, partial(canvas.path, data))
        for ring in range(1, int((reach - 1) // RING) + 1):
            # Only at the sides, so that the words in the middle have no lines through them.
            away, size = ring * RING, mm(ring * RING)
            for turns in ((-half, -_SIDE * half), (_SIDE * half, half)):
                start, end = (
                    f"{mm(away * math.cos(turn))} {mm(middle + away * math.sin(turn))}" for turn in turns
                )
                canvas.path(f"M{start}A{size} {size} 0 0 1 {end}", **GUIDE)
        draw_badge(canvas, (0.9 * reach, middle), 7.0)
        draw_uses(canvas, uses, (0.64 * reach, middle - 4.0), 0.42 * reach)
        around = canvas.words("template.all-sides", size=f"{reach / 10:g}")
        text = f"{around}: {canvas.words('template.turn')}"
        draw_size(canvas, text, (0.64 * reach, middle + 5.0), 0.4 * reach)

    return Template(name, reach, 2 * middle, draw)


def arc(
    degrees: int,
    reach: float,
    uses: Sequence[Use],
    *,
    word: str,
    about: str = "",
    icon: str = "",
    step: float = RING,
    has_rings: bool = True,
) -> Template:
    """A sector with its point at the figure, facing up, and rings that are ``step`` mm apart, if any.

    It can have a text of the catalog ``about`` what it is for, and an ``icon`` in the room of its rings.
    """
    half = math.radians(degrees / 2)
    wide, low = reach * math.sin(half), reach * math.cos(half)

    def draw(canvas: Canvas) -> None:
        data = (
            f"M{mm(wide)} {mm(reach)}L0 {mm(reach - low)}"
            f"A{mm(reach)} {mm(reach)} 0 0 1 {mm(2 * wide)} {mm(reach - low)}Z"
        )
        draw_outline(canvas, partial(canvas.path, data))
        rings = int((reach - 1) // step) if has_rings else 0
        for ring in range(1, rings + 1):
            across, down = (ring * step * part for part in (math.sin(half), math.cos(half)))
            ends, size = f"M{mm(wide - across)} {mm(reach - down)}", mm(ring * step)
            canvas.path(f"{ends}A{size} {size} 0 0 1 {mm(wide + across)} {mm(reach - down)}", **GUIDE)
        # Words stand between the rings: the title with the badge if there is room for both, or else below it.
        band = 0 if step >= _BOTH else 1
        badge = 4.8 if band == 0 else step / 2
        draw_badge(canvas, (wide, badge), min(7.0, 2 * badge - 2.4))
        text, title = canvas.words(f"template.{word}", degrees=degrees), Type(canvas.context.display, 4.2)
        base = step - 2.2 if band == 0 else 1.5 * step + title.cap / 2 + _SAG
        canvas.text(text, wide, base, title, anchor="middle", fill="heading")
        middle = (band + 1.5) * step + _SAG
        for scale in SCALES:
            lines = use_lines(canvas, uses, (wide, middle), 1.2 * wide, scale)
            if not lines or lines[-1].box[3] - lines[0].box[1] < step - 2 * _SAG:
                break
        draw_lines(canvas, lines)
        below, room = (middle + step, 0.5 * wide) if uses else (middle - 2 * _SAG, 0.8 * wide)
        if icon and not rings:
            canvas.icon(icon, wide - _PICTURE / 2, middle + 1.25 * step - _PICTURE / 2, _PICTURE, "heading")
            below, room = middle + 0.5 * step, 0.9 * wide
        draw_size(canvas, canvas.words(about) if about else "", (wide, below), room)
        # The line in the middle ends below the words.
        end = reach - (1 if uses else 2) * step + 2 * _SAG if about else 0.55 * reach
        canvas.segments([((wide, reach - 6), (wide, end))], stroke="muted", stroke_width=0.2)

        def at(away: float) -> Point:
            side = half - min(math.asin(min(1.0, _FROM_SIDE / away)), _HALF_WAY * half)
            return wide + away * math.sin(side), reach - away * math.cos(side)

        draw_ring_figures(canvas, at, rings, step)

    return Template(f"arc-{degrees}", 2 * wide, reach, draw)


def sector(spec: Mapping[str, Any], game: Ruleset, uses: Sequence[Use]) -> Template:
    """A part of a large blast with its middle at the foot; each ring has its distance and its effect."""
    table, name = game.table(spec["hits"]), spec["name"]
    step, rings, half = spec["step"], spec["rings"], math.radians(spec["degrees"] / 2)
    reach = step * rings
    wide = reach * math.sin(half)

    def ring_path(ring: int) -> str:
        across, down = (ring * step * part for part in (math.sin(half), math.cos(half)))
        size = mm(ring * step)
        return (
            f"M{mm(wide)} {mm(reach)}L{mm(wide - across)} {mm(reach - down)}"
            f"A{size} {size} 0 0 1 {mm(wide + across)} {mm(reach - down)}Z"
        )

    def draw(canvas: Canvas) -> None:
        effects = [cell_text(table, cell, canvas.words) for _, cell in table.cells()]
        draw_outline(canvas, partial(canvas.path, ring_path(rings)))
        for ring in range(rings, 0, -1):
            if ring < rings:
                canvas.path(ring_path(ring), stroke="ink", stroke_width=0.35)
            for part in (1 / 3, 2 / 3):
                far = (ring - part) * step
                right, up = far * math.sin(half), far * math.cos(half)
                line = f"A{mm(far)} {mm(far)} 0 0 1 {mm(wide + right)} {mm(reach - up)}"
                canvas.path(f"M{mm(wide - right)} {mm(reach - up)}{line}", **GUIDE)
            text = canvas.words("template.inches", count=ring * spec["units"])
            top = reach - ring * step
            canvas.text(text, wide, top + 7.5, Type(CONDENSED_BOLD, 4.0), anchor="middle", fill="muted")
            effect = canvas.words("template.hits", hits=effects[ring - 1])
            large = Type(canvas.context.display, 9.0 if ring > 1 else 5.6)
            canvas.text(effect, wide, top + 0.3 * step, large, anchor="middle", fill="heading")
        draw_uses(canvas, uses, (wide, 0.6 * step), wide)
        text, half_way = canvas.words(f"template.{name}"), reach - (rings - 0.4) * step
        canvas.text(text, wide, half_way + 12.0, Type(CONDENSED, 3.2), anchor="middle", fill="muted")
        draw_badge(canvas, (wide, reach - 0.36 * step), 5.0)

    return Template(name, 2 * wide, reach, draw)


def _are_short(canvas: Canvas, uses: Sequence[Use]) -> bool:
    """Whether the names of several uses are few words, each as wide as a caption at most."""
    words = [word for use in uses for word in use.name.split()]
    widths = [canvas.metrics.width(word, _SMALL) for word in words]
    return 0 < len(words) <= _MOST_WORDS and max(widths) <= _CAPTION


def scatter(kind: str, ways: int, uses: Sequence[Use] = (), size: float = _SCATTER) -> Template:
    """Numbered directions around a point: a clock's twelve, or the six sides of a hex with 1 on top.

    It has the names of the few things that scatter.
    """
    middle = size / 2
    inner = middle if kind == "clock" else middle * math.cos(math.pi / ways)
    # A hexagon with a side at the top is not as high as wide.
    level = inner if kind == "hex" else middle

    def at(way: float, reach: float) -> Point:
        turn = 2 * math.pi * way / ways
        return middle + reach * math.sin(turn), level - reach * math.cos(turn)

    def draw(canvas: Canvas) -> None:
        if kind == "hex":
            draw_outline(canvas, partial(canvas.polygon, [at(way + 0.5, middle) for way in range(ways)]))
        else:
            draw_outline(canvas, partial(canvas.circle, middle, middle, middle))
        arrows = []
        for way in range(ways):
            tip = at(way, inner - 9.6)
            # Those of a clock are short, so that there is room for words inside.
            arrows += [(at(way, 5.0 if kind == "hex" else inner - 13.6), tip)]
            arrows += [(at(way + side * 0.09, inner - 12.2), tip) for side in (-1, 1)]
            number = way or ways if kind == "clock" else way + 1
            x, y = at(way, inner - 5.6)
            canvas.text(str(number), x, y + _NUMBER.cap / 2, _NUMBER, anchor="middle")
        if kind == "hex":
            # The sheets of a map have north on top.
            x, y = at(0, inner - 5.6)
            draw_north(canvas, x + _NORTH, y + 0.4, down=0.9, letter=3.4, fill="muted")
        canvas.segments(arrows, stroke="accent", stroke_width=0.5, stroke_linecap="round")
        draw_cross(canvas, (middle, level), 4.0)
        text, name = canvas.words(f"template.scatter-{kind}"), uses[0].name if len(uses) == 1 else ""
        if kind == "hex":
            # Between the arrows to the left and to the right.
            draw_size(canvas, text, (middle + 0.6 * inner, level), _CAPTION)
            place = middle - 0.6 * inner, level
            if name:
                draw_size(canvas, name, place, _CAPTION if " " in name else _WORD)
            elif _are_short(canvas, uses):
                names = [line for use in uses for line in canvas.metrics.wrap(use.name, _SMALL, _CAPTION)]
                base = level + _SMALL.cap / 2 - (len(names) - 1) * _SMALL_STEP / 2
                canvas.lines(names, place[0], base, _SMALL, _SMALL_STEP, anchor="middle")
            else:
                draw_badge(canvas, place, 5.6)
        else:
            draw_size(canvas, f"{name} {text}".strip(), (middle, middle + 7.0), 1.4 * _CAPTION)

    steps = [f"template.scatter-hex-{each}" for each in _HEX_STEPS] if kind == "hex" else []
    heading = "template.scatter-hex-heading" if steps else ""
    short = "template.scatter-hex-short" if steps and uses else ""
    names = [use.name for use in uses]
    return Template(f"scatter-{kind}", size, 2 * level, draw, steps, heading, short, names)
