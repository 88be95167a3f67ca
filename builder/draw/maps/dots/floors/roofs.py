"""Flat roofs: seams inside a parapet, and vents, tanks and skylights, which have no effect on play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType
from typing import Any

from builder.boards.dots import Building
from builder.draw.maps.dots.site import Site
from builder.draw.maps.dots.walls import Look, thickness
from builder.draw.maps.looks import look_of
from builder.draw.maps.nature.plot import tint
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.clear_space import Box, ClearSpace
from builder.draw.surface.outlines import area_path, seeded
from builder.geometry.dotlattice import Dot, Lattice

# How wide a parapet is, with the joints of its coping, and the shadow that it throws.
_PARAPET, _JOINT, _SHADE, _SHADE_TONE = 3.0, 6.4, 1.9, 0.1
_OUTLINE = 1.6
# The gray core of the outline of a light building.
_LIGHT_CORE = 0.9
# A roof of more columns of dots than this has a seam at every second one.
_MANY = 6
_SEAM, _LINE = 0.5, 0.28
# One piece for so many dots, and the air around it; how much lower than midway it is, since numbers are below
# dots.
_DOTS_FOR_ONE, _AIR, _LOWER = 4, 0.5, 0.9


@dataclass(frozen=True, slots=True)
class RoofPiece:
    """Something on a roof: what it is, and its box."""

    kind: str
    box: Box


def roof_tone(canvas: Canvas) -> str:
    """The color of all roofs."""
    return tint(canvas.theme, "paper", "light_wall", 0.42)


def draw_roof(canvas: Canvas, site: Site, building: Building, *, is_light: bool) -> None:
    """A flat roof with seams inside a parapet that is edged like the walls of the building, as far out."""
    from shapely import affinity

    unit, plots = site.unit, site.area(building.dots)
    out = (thickness(Look.LIGHT if is_light else Look.THICK) - _OUTLINE) / 2
    area = plots.buffer(out * unit, join_style="mitre")
    inner = plots.buffer(-_PARAPET * unit, join_style="mitre")
    rim = tint(canvas.theme, "paper", "light_wall", 0.62)
    canvas.path(area_path(area), fill=rim, stroke="hull", stroke_width=_OUTLINE * unit, fill_rule="evenodd")
    if is_light:
        canvas.path(area_path(area), stroke="light_wall", stroke_width=_LIGHT_CORE * unit)
    canvas.segments(
        list(_joints(area.bounds, (out + _PARAPET) * unit, unit)), stroke="muted", stroke_width=0.2 * unit
    )
    line = {"stroke": "muted", "stroke_width": 0.6 * unit}
    canvas.path(area_path(inner), fill=roof_tone(canvas), fill_rule="evenodd", **line)
    if not canvas.theme.saves_ink:
        lit = affinity.translate(inner, _SHADE * unit, _SHADE * unit)
        shade = area_path(inner.difference(lit))
        canvas.path(shade, fill="ink", fill_opacity=_SHADE_TONE, fill_rule="evenodd")
    canvas.segments(list(_seams(site, building, inner)), stroke="furniture_line", stroke_width=_SEAM * unit)


def _joints(bounds: Box, deep: float, unit: float) -> Iterator[tuple[Point, Point]]:
    """The joints of the coping across the four sides of a ``deep`` parapet, clear of its corners."""
    west, north, east, south = bounds
    step, out = _JOINT * unit, _OUTLINE / 2 * unit
    for number in range(1, int((east - west) / step)):
        x = west + (east - west) * number / int((east - west) / step)
        if west + deep < x < east - deep:
            yield (x, north + out), (x, north + deep)
            yield (x, south - deep), (x, south - out)
    for number in range(1, int((south - north) / step)):
        y = north + (south - north) * number / int((south - north) / step)
        if north + deep < y < south - deep:
            yield (west + out, y), (west + deep, y)
            yield (east - deep, y), (east - out, y)


def _seams(site: Site, building: Building, inner: Any) -> Iterator[tuple[Point, Point]]:
    """Seams midway between columns of dots, where no number is, and laps of the sheets between them."""
    from shapely import MultiLineString

    west, north, east, south = inner.bounds
    columns = sorted({site.plot(dot)[0] for dot in building.dots})
    places = [x for x in columns[1 :: 2 if len(columns) > _MANY else 1] if west < x < east]
    lines = [[(x, north), (x, south)] for x in places]
    rng = seeded(building.id, "roof-laps")
    for left, right in pairwise([west, *places, east]):
        y = north + (south - north) * rng.uniform(0.25, 0.75)
        lines.append([(left, y), (right, y)])
    for dot in building.dots:
        # No lap goes through a dot or its number.
        _, y = site.lattice.at(dot)
        lines = [line for line in lines if line[0][0] == line[1][0] or not y - 2.6 < line[0][1] < y + 4.6]
    seams = MultiLineString(lines).intersection(inner) if lines else MultiLineString()
    for part in getattr(seams, "geoms", [seams]):
        if part.length > 0:
            yield part.coords[0], part.coords[-1]


def roof_pieces(site: Site, space: ClearSpace, building: Building) -> list[RoofPiece]:
    """What is on a roof, clear of everything that is taken: first what is large, by the building's name."""
    rng, unit = seeded(building.id, "roof"), site.unit
    spots = list(_spots(site, building))
    rng.shuffle(spots)
    most, pieces = max(2, len(building.dots) // _DOTS_FOR_ONE), list[RoofPiece]()
    kinds = list(_SIZES)
    first = rng.randrange(len(kinds))
    for x, y in spots:
        if len(pieces) >= most:
            break
        kind = kinds[(first + len(pieces)) % len(kinds)]
        wide, tall = (side * unit / 2 for side in _SIZES[kind])
        air = _AIR * unit
        if space.is_free((x - wide - air, y - tall - air, x + wide + air, y + tall + air)):
            box = (x - wide, y - tall, x + wide, y + tall)
            space.take(box)
            pieces.append(RoofPiece(kind, box))
    return pieces


def _spots(site: Site, building: Building) -> Iterator[Point]:
    """The middles of places for pieces: between four dots, or between two of a column."""
    inside, lattice, lower = set(building.dots), site.lattice, _LOWER * site.unit
    for dot in building.dots:
        x, y = lattice.at(dot)
        if lattice.kind is Lattice.TRIANGULAR:
            if Dot(dot.column, dot.row + 1) in inside:
                yield x, y + lattice.spacing / 2 + lower
        elif {Dot(dot.column + across, dot.row + down) for across in (0, 1) for down in (0, 1)} <= inside:
            _, _, east, south = site.plot(dot)
            yield east, south + lower


def draw_roof_pieces(canvas: Canvas, pieces: Sequence[RoofPiece], unit: float) -> None:
    """Pieces with their shadows, all pale."""
    for piece in pieces:
        _DRAWN[piece.kind](canvas, piece.box, unit)


def _plain(canvas: Canvas, box: Box, unit: float, lift: float = 0.0) -> None:
    """A pale rectangle that throws a shadow as long as its ``lift`` in mm."""
    west, north, east, south = box
    if lift and not canvas.theme.saves_ink:
        away = lift * unit
        corners = [(west, south), (west + away, south + away), (east + away, south + away),
                   (east + away, north + away), (east, north), (east, south)]  # fmt: skip
        canvas.polygon(corners, fill="ink", fill_opacity=0.16)
    canvas.rect(west, north, east - west, south - north, fill="furniture", stroke="muted",
                stroke_width=_LINE * unit)  # fmt: skip


def _disc(canvas: Canvas, at: Point, radius: float, unit: float, lift: float = 0.0) -> None:
    if lift and not canvas.theme.saves_ink:
        canvas.circle(at[0] + lift * unit, at[1] + lift * unit, radius, fill="ink", fill_opacity=0.16)
    canvas.circle(*at, radius, fill="furniture", stroke="muted", stroke_width=_LINE * unit)


def _middle(box: Box) -> Point:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def _draw_tank(canvas: Canvas, box: Box, unit: float) -> None:
    """A tank of water with its lid, and its pipe."""
    (x, y), radius = _middle(box), (box[3] - box[1]) / 2
    _disc(canvas, (x, y), radius, unit, 1.2)
    line = {"stroke": "muted", "stroke_width": 0.2 * unit}
    canvas.circle(x, y, radius * 0.78, **line)
    turns = [(0.707, 0.707), (-0.707, 0.707)]
    ends = [((x - a * radius * 0.78, y - b * radius * 0.78), (x + a * radius * 0.78, y + b * radius * 0.78))
            for a, b in turns]  # fmt: skip
    canvas.segments(ends, **line)
    _disc(canvas, (x, y), radius * 0.24, unit)


def _draw_skylight(canvas: Canvas, box: Box, unit: float) -> None:
    """Panes on both sides of a ridge."""
    _plain(canvas, box, unit, 0.7)
    west, north, east, south = box
    y, count = (north + south) / 2, 4
    lines = [((west, y), (east, y))]
    for number in range(1, count):
        x = west + (east - west) * number / count
        lines.append(((x, north), (x, south)))
    canvas.segments(lines, stroke="muted", stroke_width=0.2 * unit)


def _draw_vent(canvas: Canvas, box: Box, unit: float) -> None:
    """A box with a fan."""
    _plain(canvas, box, unit, 0.7)
    (x, y), radius = _middle(box), (box[3] - box[1]) * 0.36
    line = {"stroke": "muted", "stroke_width": 0.2 * unit}
    canvas.circle(x, y, radius, **line)
    canvas.segments([((x - radius, y), (x + radius, y)), ((x, y - radius), (x, y + radius))], **line)


def _draw_chimney(canvas: Canvas, box: Box, unit: float) -> None:
    """A stack with two flues."""
    _plain(canvas, box, unit, 1.4)
    west, _, east, _ = box
    _, y = _middle(box)
    for share in (0.28, 0.72):
        canvas.circle(west + (east - west) * share, y, 0.8 * unit, fill="muted")


def _draw_hatch(canvas: Canvas, box: Box, unit: float) -> None:
    """A lid with its hinges and a handle."""
    _plain(canvas, box, unit, 0.5)
    west, north, east, south = box
    inset = 0.5 * unit
    line: dict[str, Any] = {"stroke": "muted", "stroke_width": 0.2 * unit}
    canvas.rect(west + inset, north + inset, east - west - 2 * inset, south - north - 2 * inset, **line)
    x, _ = _middle(box)
    canvas.line((x - 0.7 * unit, south - 1.3 * unit), (x + 0.7 * unit, south - 1.3 * unit), stroke="muted",
                stroke_width=0.5 * unit)  # fmt: skip


def _draw_duct(canvas: Canvas, box: Box, unit: float) -> None:
    """A duct from one box to another."""
    west, north, east, south = box
    _, y = _middle(box)
    side = south - north
    _plain(canvas, (west, y - 0.9 * unit, east, y + 0.9 * unit), unit, 0.7)
    xs = [west + (east - west) * share for share in (0.4, 0.5, 0.6)]
    lines = [((x, y - 0.9 * unit), (x, y + 0.9 * unit)) for x in xs]
    canvas.segments(lines, stroke="muted", stroke_width=0.2 * unit)
    for left in (west, east - side):
        _plain(canvas, (left, north, left + side, south), unit, 0.7)


# The width and depth of each kind, in mm, and how it is drawn.
_SIZES: Mapping[str, tuple[float, float]] = MappingProxyType(
    {
        "tank": (7.4, 7.4),
        "vent": (4.2, 4.2),
        "skylight": (9.4, 5.2),
        "chimney": (5.0, 3.0),
        "duct": (9.2, 2.8),
        "hatch": (4.4, 4.0),
    }
)
_DRAWN: Mapping[str, Callable[[Canvas, Box, float], None]] = MappingProxyType(
    {
        "tank": _draw_tank,
        "vent": _draw_vent,
        "skylight": _draw_skylight,
        "chimney": _draw_chimney,
        "duct": _draw_duct,
        "hatch": _draw_hatch,
    }
)


def is_mast(title: str) -> bool:
    """Whether an objective is a mast, by its name."""
    return bool(look_of((title,), ("mast",)))


def draw_mast(canvas: Canvas, foot: Point, tall: float) -> None:
    """A mast from the side, ``tall`` mm high on a point of the roof."""
    (x, y), half, rungs = foot, tall * 0.17, 4
    sides = [((x + side * half, y), (x, y - tall)) for side in (-1, 1)]
    level = [(half * (1 - number / rungs), y - tall * number / rungs) for number in range(rungs)]
    braces = [((x - one, low), (x + two, high)) for (one, low), (two, high) in pairwise(level)]
    canvas.segments([*sides, *braces], stroke="ink", stroke_width=0.35)
    canvas.circle(x, y - tall, 0.5, fill="ink")
