"""Templates and rulers to cut out, exact in millimeters: circles, arcs, scatter, sticks and spans."""

from __future__ import annotations

import functools
import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from builder.draw.sheets.cutouts.blast_rings import blast_rings
from builder.draw.sheets.cutouts.hex_blasts import hex_blast
from builder.draw.sheets.cutouts.template_parts import (
    FIGURE,
    GUIDE,
    RING,
    Template,
    draw_badge,
    draw_cross,
    draw_ring_figures,
    outline,
)
from builder.draw.surface.canvas import Canvas, Drawing, Point, mm
from builder.draw.surface.charts import cell_text
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import draw_band
from builder.draw.surface.type import BOLD, CONDENSED, CONDENSED_BOLD, Type
from builder.geometry.dotlattice import Lattice
from builder.geometry.gathering import gather
from builder.scenario.things import Census
from rulesdb import Ruleset
from rulesdb.constraints import Selector
from rulesdb.yaml_source import load_yaml

# Between templates, the most first, and the most above them, in mm.
_GAPS = (24.0, 20.0, 16.0, 13.0, 10.0, 8.0, 6.0, 5.0)
_MAX_ABOVE = 24.0
# What is higher than this share of a sheet stands beside what is not.
_TALL = 0.55
_BAND = 19.4
_FOOT = 8.0
_END = 3.0
_BEYOND = 2.5
_HEADING = 8.0
# The radius of the ring around the caption of a piece for scatter.
_CAPTION_RING = 12.5
HEX = 18.0
CHECK = 100.0


@functools.cache
def _sizes() -> Mapping[str, Any]:
    data: Mapping[str, Any] = load_yaml(Path(__file__).with_suffix(".yaml")).data
    return data


def templates_for(
    game: Ruleset, hex_size: float = HEX, census: Census | None = None, lattice: Lattice = Lattice.TRIANGULAR
) -> tuple[Template, ...]:
    """The templates for the game's unit of distance, all or those that a scenario needs.

    ``hex_size`` is that of the map, in mm from flat side to flat side, for blasts that cover hexes; or the
    distance between two dots of a ``lattice``, for what is measured in dots.
    """
    sizes = _sizes()
    own = sizes["games"].get(game.units["distance"], sizes["other"])
    return (
        *(_circle(diameter) for diameter in own.get("circles", ())),
        *(hex_blast(radius, hex_size, blast_rings(game, census)) for radius in own.get("blasts", ())),
        *(
            _sector(name, sizes["sectors"][name], game)
            for name in own.get("sectors", ())
            if census is None or census.selected(Selector.parse(sizes["sectors"][name]["needs"]))
        ),
        *(
            _scatter(kind, sizes["scatter"]["ways"][kind], sizes["scatter"]["size"])
            for kind in own.get("scatter", ())
        ),
        *(_arc(degrees, sizes["arcs"]["reach"]) for degrees in own.get("arcs", ())),
        *(_arc(each, sizes["arcs"]["dots"] * hex_size, hex_size) for each in own.get("dot_arcs", ())),
        *(_dots_around(radius, hex_size) for radius in own.get("dot_circles", ())),
        *(_dot_scatter(hex_size, lattice) for _ in range(own.get("dot_scatter", 0))),
        *(_scale(name, sizes["scales"][name], sizes["strips"]) for name in own.get("scales", ())),
    )


def card_templates(game: Ruleset, cards: Collection[str], hex_size: float) -> tuple[Template, ...]:
    """The templates for cards, by slug, that explode; none if the game has no such cards.

    Each has the hexes that the explosion hits and its dice, and there is one for their scatter.
    """
    tables = game.printing.get("explosions")
    if tables is None:
        return ()
    table, sizes = game.table(tables["table"]), _sizes()["scatter"]
    down, across = table.axes
    reach, dice = across.labels
    die = game.scores["die"] if game.scores else ""
    results = []
    for card in (label for label in down.labels if label in cards):
        radius, strength = (
            table.lookup(**{down.name: card, across.name: about}).result for about in (reach, dice)
        )
        title = game.find("card", card).title
        results.append(hex_blast(int(radius), hex_size, of=(title, f"{strength}{die}")))
    figures = game.printing.get("card_figures", ())
    scattered = next((each["for"] for each in figures if each["table"] == tables["scatter"]), ())
    if not set(scattered).isdisjoint(cards):
        results.append(_scatter("hex", sizes["ways"]["hex"], sizes["size"]))
    return tuple(results)


def template_row(templates: Sequence[Template], width: float, context: DrawingContext) -> Drawing | None:
    """Templates beside each other in so many mm, below a heading; None without any, or without room."""
    spare = width - sum(template.width for template in templates)
    if not templates or spare < 0:
        return None
    tall = max(template.height for template in templates)
    canvas = Canvas(width, _HEADING + tall, context)
    heading = Type(context.display, 3.6)
    canvas.text(context.words("part.Templates"), 0, 3.4, heading, fill="heading")
    note, small = context.words("template.cut"), Type(CONDENSED, 2.6)
    canvas.text(note, width, 3.4, small, anchor="end", fill="muted")
    canvas.line((0, 4.8), (width, 4.8), stroke="heading", stroke_width="heading")
    left = step = spare / (len(templates) + 1)
    for template in templates:
        with canvas.shifted(left, _HEADING + (tall - template.height) / 2):
            template.draw(canvas)
        left += template.width + step
    return canvas.drawing("card-templates", context.words("part.Templates"))


def template_sheets(
    templates: Sequence[Template],
    game: Ruleset,
    size: tuple[float, float],
    context: DrawingContext,
    foot: Drawing | None = None,
) -> list[Drawing]:
    """Templates on sheets of ``size`` mm, each with a line to check the print; ``foot`` is below the first.

    There must be :func:`has_room` for it.
    """
    width, height = size
    words = context.words
    drawings = []
    low = foot.height + _GAPS[-1] if foot is not None else 0.0
    sheets = _on_sheets(templates, _room(size, low))
    for number, sheet in enumerate(sheets, 1):
        canvas = Canvas(width, height, context)
        draw_band(canvas, words("part.Templates"), words("template.about", game=game.title), width)
        for left, top, template in sheet:
            with canvas.shifted(left, _BAND + top), canvas.layer(f"template-{template.name}"):
                template.draw(canvas)
        if foot is not None and number == 1:
            canvas.place(foot, 0, height - _FOOT - foot.height)
        _check_line(canvas, width, height)
        suffix = "" if len(sheets) == 1 else f"-{number}"
        drawings.append(canvas.drawing(f"templates{suffix}", words("template.title", game=game.title)))
    return drawings


def has_room(templates: Sequence[Template], size: tuple[float, float], foot: float) -> bool:
    """Whether something ``foot`` mm high fits below templates on one sheet."""
    return _in_rows(templates, _room(size, foot + _GAPS[-1])) is not None


def _room(size: tuple[float, float], foot: float) -> tuple[float, float]:
    return size[0], size[1] - _BAND - _FOOT - foot


def _on_sheets(
    templates: Sequence[Template], room: tuple[float, float]
) -> list[list[tuple[float, float, Template]]]:
    """Templates with their corners on as few sheets as possible: in rows if they all fit on one."""
    rows = _in_rows(templates, room) or _beside_strips(templates, room)
    if rows:
        return [rows]
    width, height = room
    boxes = [(template.width, template.height) for template in templates]
    turned = [(tall, wide) for wide, tall in boxes]
    laid = [
        [[(spot.x, spot.y, templates[spot.index]) for spot in sheet] for sheet in gather(boxes, room, gap)]
        for gap in _GAPS
    ]
    laid += [
        [
            [(spot.y, spot.x, templates[spot.index]) for spot in sheet]
            for sheet in gather(turned, (height, width), gap)
        ]
        for gap in _GAPS
    ]
    sheets = next(each for each in laid if len(each) == min(map(len, laid)))
    return [list(_in_the_middle(sheet, room)) for sheet in sheets]


def _in_rows(
    templates: Sequence[Template], room: tuple[float, float]
) -> list[tuple[float, float, Template]] | None:
    """Templates in rows, the highest first, over the whole of one sheet; None if they do not fit on it."""
    width, height = room
    rows: list[list[Template]] = []
    for template in sorted(templates, key=lambda each: -each.height):
        taken = sum(each.width + _GAPS[-1] for each in rows[-1]) if rows else width
        if taken + template.width > width:
            rows.append([])
        rows[-1].append(template)
    spare = height - sum(row[0].height for row in rows)
    if spare < len(rows) * _GAPS[-1]:
        return None
    between = min(_GAPS[0], spare / (len(rows) + 1))
    placed, top = [], between
    for row in rows:
        step = (width - sum(template.width for template in row)) / (len(row) + 1)
        left = step
        for template in row:
            placed.append((left, top + (row[0].height - template.height) / 2, template))
            left += template.width + step
        top += row[0].height + between
    return placed


def _beside_strips(
    templates: Sequence[Template], room: tuple[float, float]
) -> list[tuple[float, float, Template]]:
    """Tall templates beside each other, and the others in rows to the right; none if they do not fit."""
    width, height = room
    tall = [template for template in templates if template.height > _TALL * height]
    left, placed = 0.0, []
    for template in tall:
        placed.append((left, (height - template.height) / 2, template))
        left += template.width + _GAPS[-1]
    others = [template for template in templates if template not in tall]
    if not others or max(template.width for template in others) > width - left:
        return []
    rows = _in_rows(others, (width - left, height))
    return [*placed, *((left + x, y, template) for x, y, template in rows)] if rows else []


def _in_the_middle(
    sheet: Sequence[tuple[float, float, Template]], room: tuple[float, float]
) -> Iterator[tuple[float, float, Template]]:
    """The templates of a sheet, moved so that what is around them is as wide on all sides."""
    right = room[0] - max(x + template.width for x, _, template in sheet)
    below = room[1] - max(y + template.height for _, y, template in sheet)
    for x, y, template in sheet:
        yield x + right / 2, y + min(below / 2, _MAX_ABOVE), template


def _circle(diameter: float) -> Template:
    radius = diameter / 2

    def draw(canvas: Canvas) -> None:
        canvas.circle(radius, radius, radius, **outline(canvas))
        rings = int((radius - 1) // RING)
        for ring in range(1, rings + 1):
            canvas.circle(radius, radius, ring * RING, **GUIDE)
        draw_ring_figures(canvas, lambda away: (radius + away * 0.7071, radius - away * 0.7071), rings)
        draw_cross(canvas, (radius, radius), 3.0)
        text = canvas.words("template.across", size=diameter / 10)
        type = Type(CONDENSED_BOLD, 3.4)
        canvas.text(text, radius, radius + 16.4, type, anchor="middle")
        draw_badge(canvas, (radius, radius - 15.0))

    return Template(f"circle-{diameter:g}", diameter, diameter, draw)


def _dots_around(radius: int, spacing: float) -> Template:
    """A circle that covers all within so many dots."""
    reach = radius * spacing + _BEYOND

    def draw(canvas: Canvas) -> None:
        canvas.circle(reach, reach, reach, **outline(canvas))
        for ring in range(1, radius + 1):
            canvas.circle(reach, reach, ring * spacing, **GUIDE)
        slant = spacing * 0.7071
        for ring in range(1, radius + 1):
            place = (reach + ring * slant, reach - ring * slant)
            canvas.circle(*place, 1.9, fill="paper")
            canvas.text(str(ring), place[0], place[1] + 0.9, FIGURE, anchor="middle", fill="muted")
        draw_cross(canvas, (reach, reach), 3.0)
        text, type = canvas.words("template.dots", count=radius), Type(CONDENSED_BOLD, 3.2)
        canvas.text(text, reach, reach + 0.62 * spacing, type, anchor="middle")
        draw_badge(canvas, (reach, reach - 0.55 * spacing), 5.0)

    return Template(f"dots-{radius}", 2 * reach, 2 * reach, draw)


def _dot_scatter(spacing: float, lattice: Lattice) -> Template:
    """The dots around one, numbered clockwise from the north, at the distance that they have on the map."""
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
        canvas.rect(0, 0, 2 * reach, 2 * reach, radius=3.0, **outline(canvas))
        shafts: list[tuple[Point, Point]] = []
        for number, (right, down) in enumerate(around, 1):
            x, y = reach + right * spacing, reach + down * spacing
            far = 1 - 4.2 / (spacing * math.hypot(right, down))
            near = 1 - far
            start, end = ((reach + right * spacing * at, reach + down * spacing * at) for at in (near, far))
            shafts.append((start, end))
            canvas.circle(x, y, 3.4, fill="paper", stroke="ink", stroke_width=0.25)
            type = Type(BOLD, 4.4)
            canvas.text(str(number), x, y + type.cap / 2, type, anchor="middle")
        canvas.segments(shafts, stroke="muted", stroke_width=0.3)
        draw_cross(canvas, (reach, reach), 3.0)
        text, type = canvas.words("template.scatter-dots"), Type(CONDENSED_BOLD, 2.8)
        canvas.text(text, reach, 2 * reach - 1.8, type, anchor="middle")

    return Template("scatter-dots", 2 * reach, 2 * reach, draw)


def _arc(degrees: int, reach: float, step: float = RING) -> Template:
    """A sector with its point at the figure, facing up, and rings that are ``step`` mm apart."""
    half = math.radians(degrees / 2)
    wide, low = reach * math.sin(half), reach * math.cos(half)

    def draw(canvas: Canvas) -> None:
        canvas.path(
            f"M{mm(wide)} {mm(reach)}L0 {mm(reach - low)}"
            f"A{mm(reach)} {mm(reach)} 0 0 1 {mm(2 * wide)} {mm(reach - low)}Z",
            **outline(canvas),
        )
        rings = int((reach - 1) // step)
        for ring in range(1, rings + 1):
            across, down = (ring * step * part for part in (math.sin(half), math.cos(half)))
            ends, size = f"M{mm(wide - across)} {mm(reach - down)}", mm(ring * step)
            arc = f"A{size} {size} 0 0 1 {mm(wide + across)} {mm(reach - down)}"
            canvas.path(ends + arc, **GUIDE)
        # Not through the badge and the caption between two rings.
        canvas.segments(
            [((wide, reach - 8), (wide, 18.0)), ((wide, 2.0), (wide, 0))], stroke="muted", stroke_width=0.2
        )
        draw_badge(canvas, (wide, 5.6))
        text = canvas.words("template.arc", degrees=degrees)
        canvas.text(text, wide, 16.6, Type(CONDENSED_BOLD, 3.4), anchor="middle")
        side = 0.72 * half
        draw_ring_figures(
            canvas, lambda away: (wide + away * math.sin(side), reach - away * math.cos(side)), rings, step
        )

    return Template(f"arc-{degrees}", 2 * wide, reach, draw)


def _sector(name: str, sector: Mapping[str, Any], game: Ruleset) -> Template:
    """A part of a large blast with its middle at the foot; each ring has its distance and its effect."""
    table = game.table(sector["table"])
    step, rings, half = sector["step"], sector["rings"], math.radians(sector["degrees"] / 2)
    reach = step * rings
    wide = reach * math.sin(half)

    def draw(canvas: Canvas) -> None:
        effects = [cell_text(table, cell, canvas.words) for _, cell in table.cells()]
        for ring in range(rings, 0, -1):
            across, down = (ring * step * part for part in (math.sin(half), math.cos(half)))
            size = mm(ring * step)
            canvas.path(
                f"M{mm(wide)} {mm(reach)}L{mm(wide - across)} {mm(reach - down)}"
                f"A{size} {size} 0 0 1 {mm(wide + across)} {mm(reach - down)}Z",
                **(outline(canvas) if ring == rings else {**GUIDE, "stroke": "ink"}),
            )
            for part in (1 / 3, 2 / 3):
                far = (ring - part) * step
                right, up = far * math.sin(half), far * math.cos(half)
                arc = f"A{mm(far)} {mm(far)} 0 0 1 {mm(wide + right)} {mm(reach - up)}"
                canvas.path(f"M{mm(wide - right)} {mm(reach - up)}{arc}", **GUIDE)
            text = canvas.words("template.inches", count=ring * sector["units"])
            top = reach - ring * step
            canvas.text(text, wide, top + 7.5, Type(CONDENSED_BOLD, 4.0), anchor="middle", fill="muted")
            effect = canvas.words("template.hits", hits=effects[ring - 1])
            large = Type(canvas.context.display, 9.0 if ring > 1 else 5.6)
            canvas.text(effect, wide, top + 0.3 * step, large, anchor="middle", fill="heading")
        text, half_way = canvas.words(f"template.{name}"), reach - (rings - 0.4) * step
        canvas.text(text, wide, half_way, Type(CONDENSED, 3.2), anchor="middle", fill="muted")
        draw_badge(canvas, (wide, reach - 0.36 * step), 5.0)

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
            canvas.polygon(corners, **outline(canvas))
        else:
            canvas.circle(middle, middle, middle, **outline(canvas))
        canvas.circle(middle, middle, _CAPTION_RING, **GUIDE)
        shafts = [(at(way, _CAPTION_RING), at(way, inner - 10.0)) for way in range(ways)]
        canvas.segments(shafts, stroke="muted", stroke_width=0.3)
        for way in range(ways):
            number = way or ways if kind == "clock" else way + 1
            x, y = at(way, inner - 6.0)
            type = Type(BOLD, 4.4)
            canvas.text(str(number), x, y + 1.55, type, anchor="middle")
        draw_cross(canvas, (middle, middle), 3.0)
        text = canvas.words(f"template.scatter-{kind}")
        type = Type(CONDENSED_BOLD, 2.6)
        lines = canvas.metrics.wrap(text, type, 1.5 * _CAPTION_RING)
        canvas.lines(lines, middle, middle + 6.0, type, 2.9, anchor="middle")
        draw_badge(canvas, (middle, middle - 7.4), 5.0)

    return Template(f"scatter-{kind}", size, size, draw)


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
    """A strip with marks along an edge and numbers at the longest; upright ones count downwards."""
    strip = strips[scale["strip"]]
    step, every, wide, steps = strip["step"], strip["numbered"], strip["wide"], scale["steps"]
    length, tab = steps * step, scale.get("tab", 0)
    lengths = strip["marks"]
    is_gauge, is_upright = scale["strip"] == "gauge", bool(strip.get("upright"))

    def at(along: float, across: float) -> Point:
        return (across, along) if is_upright else (along, across)

    def draw(canvas: Canvas) -> None:
        # A ruler has room for the figure at its end.
        more = 0.0 if is_gauge or tab else _END
        canvas.rect(0, 0, *at(length + more, wide), **outline(canvas))
        marks = [
            (at(index * step, 0), at(index * step, next(long for each, long in lengths if index % each == 0)))
            for index in range(1, steps + bool(more))
        ]
        canvas.segments(marks, stroke="ink", stroke_width=strip["weight"])
        along, across = strip["number"]
        type = Type(CONDENSED if is_gauge else BOLD, strip["type"])
        drop = type.cap / 2 if is_upright else 0.0
        # Below the last mark of a gauge there is no room for its number; before a tab, it is on the tab.
        first, last = scale.get("first", 0), (steps - is_gauge) // every
        for count in range(1, last + 1):
            beyond = type.cap / 2 + 1.4 if tab and count == last else 0.0
            place = at(count * every * step + along + beyond + drop * (not is_gauge), across)
            anchor = "end" if is_gauge else "middle"
            canvas.text(str(first + count), *place, type, anchor=anchor)
        start = at(0.9 + (type.cap if is_upright else 0.0), across)
        anchor = "end" if is_gauge else "middle" if is_upright else "start"
        canvas.text(str(first), *start, type, anchor=anchor)
        label, small = canvas.words(f"template.{scale.get('label', name)}"), Type(CONDENSED, 3)
        if is_gauge:
            _span_label(canvas, canvas.words("template.stretch", span=label), wide - 4.0, length)
        else:
            draw_badge(canvas, at(length - 8.0, wide - 3.4), 4.4)
            if is_upright:
                x = wide - 3.4
                canvas.text(label, x, 4.0, small, fill="muted", transform=f"rotate(90 {mm(x)} 4)")
            else:
                canvas.text(label, 2.0, 13.6, small, fill="muted")
        if tab:
            canvas.rect(*at(length, 0), *at(tab, wide), stroke="rule", stroke_width="cut")
            glue = canvas.words("template.glue")
            middle = at(length + 0.82 * tab, 9)
            canvas.text(glue, *middle, small, anchor="middle", fill="muted")

    return Template(name, *at(length + (tab or (0.0 if is_gauge else _END)), wide), draw)


def _span_label(canvas: Canvas, text: str, x: float, length: float) -> None:
    """What to do with a gauge, up its side, and above it a line for the name of the player."""
    type, low = Type(CONDENSED, 3), length - 4.0
    canvas.text(text, x, low, type, fill="muted", transform=f"rotate(-90 {mm(x)} {mm(low)})")
    start = low - canvas.metrics.width(text, type) - 2.0
    canvas.line((x, start), (x, min(start - 20.0, 12.0)), stroke="muted", stroke_width="rule")
