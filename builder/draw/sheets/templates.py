"""Templates and rulers to cut out, exact in millimeters: circles, arcs, scatter, sticks and spans."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from builder.draw.surface.canvas import Canvas, Drawing, Point, mm
from builder.draw.surface.color_vision import blend
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import draw_band
from builder.draw.surface.hex_paths import HexPaths
from builder.draw.surface.type import BOLD, CONDENSED, CONDENSED_BOLD, Type
from builder.geometry.hexgrid import Hex, HexGrid
from builder.geometry.hexlayout import HexLayout
from rulesdb import Ruleset
from rulesdb.yaml_source import load_yaml

_GAP = 5.0
_BAND = 19.4
_FOOT = 8.0
# How far rows are moved apart at most, in mm.
_MAX_SPREAD = 34.0
_PALE = 0.14
_BADGE = 6.0
_END = 3.0
_BEYOND = 2.5
_FIGURE = Type(CONDENSED_BOLD, 2.6)
_GUIDE: Mapping[str, Any] = {"stroke": "muted", "stroke_width": 0.2}
# Between the rings of a template, in mm.
_RING = 10.0
# The radius of the ring around the caption of a piece for scatter.
_CAPTION_RING = 12.5
HEX = 18.0
CHECK = 100.0


@dataclass(frozen=True, slots=True)
class Template:
    """A template to cut out: its size in mm, and a function that draws it from its top left corner."""

    name: str
    width: float
    height: float
    draw: Callable[[Canvas], None]


@functools.cache
def _sizes() -> Mapping[str, Any]:
    data: Mapping[str, Any] = load_yaml(Path(__file__).with_suffix(".yaml")).data
    return data


def templates_for(game: Ruleset, hex_size: float = HEX) -> tuple[Template, ...]:
    """The templates for the game's unit of distance.

    ``hex_size`` is that of the map, in mm from flat side to flat side, for blasts that cover hexes; or the
    distance between two dots, for arcs and circles that are measured in dots.
    """
    sizes = _sizes()
    own = sizes["games"].get(game.units["distance"], sizes["other"])
    return (
        *(_circle(diameter) for diameter in own.get("circles", ())),
        *(hex_blast(radius, hex_size) for radius in own.get("blasts", ())),
        *(_sector(name, sizes["sectors"][name]) for name in own.get("sectors", ())),
        *(
            _scatter(kind, sizes["scatter"]["ways"][kind], sizes["scatter"]["size"])
            for kind in own.get("scatter", ())
        ),
        *(_arc(degrees, sizes["arcs"]["reach"]) for degrees in own.get("arcs", ())),
        *(_arc(each, sizes["arcs"]["dots"] * hex_size, hex_size) for each in own.get("dot_arcs", ())),
        *(_dots_around(radius, hex_size) for radius in own.get("dot_circles", ())),
        *(_scale(name, sizes["scales"][name], sizes["strips"]) for name in own.get("scales", ())),
    )


def draw_templates(
    game: Ruleset,
    size: tuple[float, float],
    context: DrawingContext,
    *,
    hex_size: float = HEX,
    more: Iterable[Template] = (),
) -> list[Drawing]:
    """Templates of the game and ``more`` on sheets of ``size`` mm, each with a line to check the print."""
    width, height = size
    words = context.words
    templates = sorted((*templates_for(game, hex_size), *more), key=lambda each: -each.height)
    fewest = _on_sheets(templates, size, math.inf)
    # Sheets about equally full, if that takes no more of them.
    share = sum(template.width * template.height for template in templates) / len(fewest)
    balanced = (_on_sheets(templates, size, share * slack) for slack in (1.0, 1.1, 1.2, 1.3))
    sheets = next((each for each in balanced if len(each) == len(fewest)), fewest)
    drawings = []
    for number, sheet in enumerate(sheets, 1):
        canvas = Canvas(width, height, context)
        draw_band(canvas, words("part.Templates"), words("template.about", game=game.title), width)
        for left, top, template in _spread(sheet, size):
            with canvas.shifted(left, top), canvas.layer(f"template-{template.name}"):
                template.draw(canvas)
        _check_line(canvas, width, height)
        suffix = "" if len(sheets) == 1 else f"-{number}"
        drawings.append(canvas.drawing(f"templates{suffix}", words("template.title", game=game.title)))
    return drawings


def _on_sheets(
    templates: Iterable[Template], size: tuple[float, float], area: float
) -> list[list[tuple[float, float, Template]]]:
    """Templates with their corners, in rows on sheets with no more than ``area`` mm² of them each."""
    width, height = size
    sheets: list[list[tuple[float, float, Template]]] = [[]]
    x, y, tallest = 0.0, _BAND, 0.0
    for template in templates:
        if x > 0 and x + template.width > width:
            x, y, tallest = 0.0, y + tallest + _GAP, 0.0
        # A template to the left of the line at the foot may extend down next to it.
        lowest = height if x + template.width < width - CHECK - _GAP else height - _FOOT
        filled = sum(each.width * each.height for _, _, each in sheets[-1])
        if sheets[-1] and (y + template.height > lowest or filled >= area):
            sheets.append([])
            x, y, tallest = 0.0, _BAND, 0.0
        sheets[-1].append((x, y, template))
        x += template.width + _GAP
        tallest = max(tallest, template.height)
    return sheets


def _spread(
    sheet: Iterable[tuple[float, float, Template]], size: tuple[float, float]
) -> list[tuple[float, float, Template]]:
    """The rows of a sheet over its whole width and height, each template in the middle of its row."""
    width, height = size
    rows = [list(row) for _, row in groupby(sheet, key=lambda placed: placed[1])]
    talls = [max(template.height for _, _, template in row) for row in rows]
    reach = rows[-1][-1][0] + rows[-1][-1][2].width
    # A last row that extends beside the line at the foot stays where it is.
    is_beside = rows[-1][0][1] + talls[-1] > height - _FOOT or reach > width
    spare = 0.0 if is_beside else max(0.0, height - _FOOT - _GAP - rows[-1][0][1] - talls[-1])
    between = min(_MAX_SPREAD, spare / len(rows))
    placed = []
    for number, (row, tall) in enumerate(zip(rows, talls, strict=True)):
        free = width - sum(template.width for _, _, template in row)
        step = free / (len(row) + 1) if number or not is_beside else _GAP
        left = step if number or not is_beside else 0.0
        for _, top, template in row:
            low = top + between * (number + 0.5) + (tall - template.height) / 2
            placed.append((left, low, template))
            left += template.width + step
    return placed


def _outline(canvas: Canvas) -> dict[str, Any]:
    """The look of a template: a line around a tint so pale that the map can be seen through clear film."""
    fill = blend(canvas.theme["band"], canvas.theme["paper"], _PALE)
    return {"fill": fill, "stroke": "ink", "stroke_width": 0.35}


def _badge(canvas: Canvas, middle: Point, size: float = _BADGE) -> None:
    """The badge of the game, so that a piece that has been cut out shows where it belongs."""
    if canvas.context.badge:
        canvas.icon(canvas.context.badge, middle[0] - size / 2, middle[1] - size / 2, size, "heading")


def _ring_figures(canvas: Canvas, at: Callable[[float], Point], rings: int, step: float = _RING) -> None:
    """The number of each ring from the middle on, on a patch that the ring does not cross."""
    for ring in range(1, rings + 1):
        x, y = at(ring * step)
        canvas.circle(x, y, 1.9, fill="paper")
        canvas.text(str(ring), x, y + 0.9, _FIGURE, anchor="middle", fill="muted")


def _circle(diameter: float) -> Template:
    radius = diameter / 2

    def draw(canvas: Canvas) -> None:
        canvas.circle(radius, radius, radius, **_outline(canvas))
        rings = int((radius - 1) // _RING)
        for ring in range(1, rings + 1):
            canvas.circle(radius, radius, ring * _RING, **_GUIDE)
        _ring_figures(canvas, lambda away: (radius + away * 0.7071, radius - away * 0.7071), rings)
        _cross(canvas, (radius, radius), 3.0)
        text = canvas.words("template.across", size=diameter / 10)
        type = Type(CONDENSED_BOLD, 3.4)
        canvas.text(text, radius, radius + 16.4, type, anchor="middle")
        _badge(canvas, (radius, radius - 15.0))

    return Template(f"circle-{diameter:g}", diameter, diameter, draw)


def _dots_around(radius: int, spacing: float) -> Template:
    """A circle that covers all within so many dots."""
    reach = radius * spacing + _BEYOND

    def draw(canvas: Canvas) -> None:
        canvas.circle(reach, reach, reach, **_outline(canvas))
        for ring in range(1, radius + 1):
            canvas.circle(reach, reach, ring * spacing, **_GUIDE)
        _cross(canvas, (reach, reach), 3.0)
        text, type = canvas.words("template.dots", count=radius), Type(CONDENSED_BOLD, 3.2)
        canvas.text(text, reach, reach + 0.62 * spacing, type, anchor="middle")
        _badge(canvas, (reach, reach - 0.55 * spacing), 5.0)

    return Template(f"dots-{radius}", 2 * reach, 2 * reach, draw)


def _arc(degrees: int, reach: float, step: float = _RING) -> Template:
    """A sector with its point at the figure, facing up, and rings that are ``step`` mm apart."""
    half = math.radians(degrees / 2)
    wide, low = reach * math.sin(half), reach * math.cos(half)

    def draw(canvas: Canvas) -> None:
        canvas.path(
            f"M{mm(wide)} {mm(reach)}L0 {mm(reach - low)}"
            f"A{mm(reach)} {mm(reach)} 0 0 1 {mm(2 * wide)} {mm(reach - low)}Z",
            **_outline(canvas),
        )
        rings = int((reach - 1) // step)
        for ring in range(1, rings + 1):
            across, down = (ring * step * part for part in (math.sin(half), math.cos(half)))
            ends, size = f"M{mm(wide - across)} {mm(reach - down)}", mm(ring * step)
            arc = f"A{size} {size} 0 0 1 {mm(wide + across)} {mm(reach - down)}"
            canvas.path(ends + arc, **_GUIDE)
        # Not through the badge and the caption between two rings.
        canvas.segments(
            [((wide, reach - 8), (wide, 18.0)), ((wide, 2.0), (wide, 0))], stroke="muted", stroke_width=0.2
        )
        _badge(canvas, (wide, 5.6))
        text = canvas.words("template.arc", degrees=degrees)
        canvas.text(text, wide, 16.6, Type(CONDENSED_BOLD, 3.4), anchor="middle")
        side = 0.72 * half
        _ring_figures(
            canvas, lambda away: (wide + away * math.sin(side), reach - away * math.cos(side)), rings, step
        )

    return Template(f"arc-{degrees}", 2 * wide, reach, draw)


def _sector(name: str, sector: Mapping[str, Any]) -> Template:
    """A part of a large blast with its middle at the foot; each ring has its distance."""
    step, rings, half = sector["step"], sector["rings"], math.radians(sector["degrees"] / 2)
    reach = step * rings
    wide = reach * math.sin(half)

    def draw(canvas: Canvas) -> None:
        for ring in range(rings, 0, -1):
            across, down = (ring * step * part for part in (math.sin(half), math.cos(half)))
            size = mm(ring * step)
            canvas.path(
                f"M{mm(wide)} {mm(reach)}L{mm(wide - across)} {mm(reach - down)}"
                f"A{size} {size} 0 0 1 {mm(wide + across)} {mm(reach - down)}Z",
                **(_outline(canvas) if ring == rings else {**_GUIDE, "stroke": "ink"}),
            )
            for part in (1 / 3, 2 / 3):
                far = (ring - part) * step
                right, up = far * math.sin(half), far * math.cos(half)
                arc = f"A{mm(far)} {mm(far)} 0 0 1 {mm(wide + right)} {mm(reach - up)}"
                canvas.path(f"M{mm(wide - right)} {mm(reach - up)}{arc}", **_GUIDE)
            text = canvas.words("template.inches", count=ring * sector["units"])
            canvas.text(text, wide, reach - ring * step + 7.5, Type(BOLD, 5.0), anchor="middle")
        text = canvas.words(f"template.{name}")
        canvas.text(text, wide, 14.0, Type(CONDENSED_BOLD, 3.6), anchor="middle", fill="muted")

    return Template(name, 2 * wide, reach, draw)


def _scatter(kind: str, ways: int, size: float) -> Template:
    """Numbered directions around a point: a clock's twelve, or the six sides of a hex with 1 on top."""
    middle = size / 2
    inner = middle if kind == "clock" else middle * math.cos(math.pi / ways)

    def at(way: float, reach: float) -> Point:
        turn = 2 * math.pi * way / ways
        return middle + reach * math.sin(turn), middle - reach * math.cos(turn)

    def draw(canvas: Canvas) -> None:
        if kind == "hex":
            corners = [at(way + 0.5, middle) for way in range(ways)]
            canvas.polygon(corners, **_outline(canvas))
        else:
            canvas.circle(middle, middle, middle, **_outline(canvas))
        canvas.circle(middle, middle, _CAPTION_RING, **_GUIDE)
        shafts = [(at(way, _CAPTION_RING), at(way, inner - 10.0)) for way in range(ways)]
        canvas.segments(shafts, stroke="muted", stroke_width=0.3)
        for way in range(ways):
            number = way or ways if kind == "clock" else way + 1
            x, y = at(way, inner - 6.0)
            type = Type(BOLD, 4.4)
            canvas.text(str(number), x, y + 1.55, type, anchor="middle")
        _cross(canvas, (middle, middle), 3.0)
        text = canvas.words(f"template.scatter-{kind}")
        type = Type(CONDENSED_BOLD, 2.6)
        lines = canvas.metrics.wrap(text, type, 1.5 * _CAPTION_RING)
        canvas.lines(lines, middle, middle + 6.0, type, 2.9, anchor="middle")
        _badge(canvas, (middle, middle - 7.4), 5.0)

    return Template(f"scatter-{kind}", size, size, draw)


def hex_blast(radius: int, size: float) -> Template:
    """A hex and all within ``radius`` hexes of it, on a map whose hexes are ``size`` mm across."""
    across = 2 * radius + 1
    # Even columns are half a hex lower, so those next to an odd column extend into one more row.
    layout = HexLayout(HexGrid(across, across + 1), size)
    middle = Hex(radius + 1, radius + 1)
    hexes = [hex for hex in layout.grid if layout.grid.distance(hex, middle) <= radius]
    paths, (x, y) = HexPaths(layout), layout.center(middle)
    height = size * across

    def draw(canvas: Canvas) -> None:
        with canvas.shifted(0, height / 2 - y):
            canvas.path(paths.outline(hexes), **_outline(canvas))
            canvas.path(paths.sides(hexes), **_GUIDE)
            canvas.path(paths.outline(hexes), stroke="ink", stroke_width=0.35)
        _cross(canvas, (x, height / 2), 2.0)
        text = canvas.words("template.hexes", count=radius)
        type = Type(CONDENSED_BOLD, 2.6)
        lines = canvas.metrics.wrap(text, type, layout.radius * 1.05)
        canvas.lines(lines, x, height / 2 + size * 0.26, type, 2.8, anchor="middle")
        _badge(canvas, (x, height / 2 - size * 0.26), 0.3 * size)

    return Template(f"hexes-{radius}", layout.width, height, draw)


def _check_line(canvas: Canvas, width: float, height: float) -> None:
    """A line of 100 mm at the foot, which shows whether the printer keeps the size."""
    right, y = width, height - 1.0
    left = right - CHECK
    ends = f"M{mm(left)} {mm(y - 3)}V{mm(y)}H{mm(right)}V{mm(y - 3)}"
    canvas.path(ends, stroke="ink", stroke_width="cut")
    text = canvas.words("template.check", size=int(CHECK))
    type = Type(CONDENSED, 2.6)
    canvas.text(text, left + CHECK / 2, y - 1.2, type, anchor="middle", fill="muted")


def _scale(name: str, scale: Mapping[str, Any], strips: Mapping[str, Mapping[str, Any]]) -> Template:
    """A strip with marks along an edge and numbers at the longest; gauges are upright and count downwards."""
    strip = strips[scale["strip"]]
    step, every, wide, steps = strip["step"], strip["numbered"], strip["wide"], scale["steps"]
    length, tab = steps * step, scale.get("tab", 0)
    lengths = strip["marks"]
    is_gauge = scale["strip"] == "gauge"

    def at(along: float, across: float) -> Point:
        return (across, along) if is_gauge else (along, across)

    def draw(canvas: Canvas) -> None:
        # A ruler has room for the figure at its end.
        more = 0.0 if is_gauge or tab else _END
        canvas.rect(0, 0, *at(length + more, wide), **_outline(canvas))
        marks = [
            (at(index * step, 0), at(index * step, next(long for each, long in lengths if index % each == 0)))
            for index in range(1, steps + bool(more))
        ]
        canvas.segments(marks, stroke="ink", stroke_width=strip["weight"])
        along, across = strip["number"]
        type = Type(CONDENSED if is_gauge else BOLD, strip["type"])
        # Below the last mark of a gauge there is no room for its number.
        for count in range(1, (steps - is_gauge) // every + 1):
            place = at(count * every * step + along, across)
            canvas.text(
                str(scale.get("first", 0) + count), *place, type, anchor="end" if is_gauge else "middle"
            )
        if not is_gauge:
            canvas.text(str(scale.get("first", 0)), 0.9, across, type)
            _badge(canvas, (length - 6.0, wide - 3.8), 4.4)
        label, small = canvas.words(f"template.{scale.get('label', name)}"), Type(CONDENSED, 3)
        if is_gauge:
            x, y = wide - 4.0, length - 4.0
            turn = f"rotate(-90 {mm(x)} {mm(y)})"
            label = canvas.words("template.stretch", span=label)
            canvas.text(label, x, y, small, fill="muted", transform=turn)
        else:
            canvas.text(label, 2.0, 13.6, small, fill="muted")
        if tab:
            canvas.rect(length, 0, tab, wide, stroke="rule", stroke_width="cut")
            glue = canvas.words("template.glue")
            canvas.text(glue, length + tab / 2, 9, small, anchor="middle", fill="muted")

    return Template(name, *at(length + (tab or (0.0 if is_gauge else _END)), wide), draw)


def _cross(canvas: Canvas, at: Point, reach: float) -> None:
    x, y = at
    lines = [((x - reach, y), (x + reach, y)), ((x, y - reach), (x, y + reach))]
    canvas.segments(lines, stroke="ink", stroke_width=0.2)
