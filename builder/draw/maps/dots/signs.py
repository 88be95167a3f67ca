"""Signs beside or around dots: stairs, badges of buildings, mouths of tunnels, flags of objectives."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from math import cos, dist, pi, sin
from operator import itemgetter
from typing import TYPE_CHECKING

from builder.boards.dots import Building
from builder.draw.maps.dots.site import Site
from builder.draw.maps.dots.zones import INSIDE_WALL
from builder.draw.maps.nature.plot import mixed
from builder.draw.maps.set_up_signs import draw_goal
from builder.draw.surface.canvas import Canvas, Point, mm
from builder.draw.surface.clear_space import Box, ClearSpace
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.type import CONDENSED_BOLD, Type
from builder.geometry.dotlattice import Dot

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

STAIRS = (14.0, 9.4)
# The arrows on stairs from tail to tip, as shares of the flight.
_UP, _DOWN = (0.08, 0.82, 0.8, 0.96), (0.92, 0.18, 0.2, 0.04)
_TREADS = 9
# The same on a small plan, and the thickness of its lines on paper in mm.
_SMALL_TREADS, _SMALL_LINE = 4, 0.15
# The radius of a ring, and of smaller ones next to a wall.
_RINGS = 3.0, 2.7, 2.4
_RING_LINE, _CASING = 0.8, 1.5
# The ring around a dot with a thing beside it, and the line between them.
_OWN_RING, _STEM = 2.5, 0.5
_DISC = 3.1
DISC_ROOM = 3.4
"""Half the room of the disc of an objective in mm, for a spacing of 16 mm."""
_DISC_AWAY = 4.65
# The size of a star, in radii of its disc.
_STAR = 1.42
MOUTH = 2.7
_MOUTH_AWAY = 5.3
_BADGE_TALL, _SLAB = 4.1, (3.9, 0.62)
BADGE_FIGURE = 4.0
_MAX_SLABS = 4
_PEAK_GAP = 0.5
# From what a wall takes to a badge outside it.
_OFF_WALL = 0.05
_TINY = 1e-3
# The directions in which a disc can be outside of walls, and what it counts if it covers something there.
_TURNS, _COVERED = 24, 4.0
# The cost of each mm of its stem, and the air around the disc, so that it is clear of open doors.
_LONG, _DISC_AIR = 2.0, 2.4
_DIAGONALS = ((1, -1), (1, 1), (-1, 1), (-1, -1))
_SIDES = ((0, 1), (-1, 0), (1, 0), (0, -1))
# How much of a disc may cover other things where it has the side of a larger map, in squares of its radius.
_LITTLE = 0.6


@dataclass(frozen=True, slots=True)
class Stairs:
    """A flight of stairs: its box, and whether one goes up to the east rather than to the north."""

    dot: Dot
    box: Box
    is_lying: bool


@dataclass(frozen=True, slots=True)
class Badge:
    """The number of floors of a building, with the box of the badge."""

    levels: int
    box: Box


@dataclass(frozen=True, slots=True)
class Flag:
    """The ring around the dot of an objective, and the disc beside it."""

    dot: Point
    ring: float
    disc: Point


def place_stairs(site: Site, space: ClearSpace, dot: Dot) -> Stairs:
    """A flight around a dot, clear of walls and the leaves of doors."""
    x, y = site.lattice.at(dot)
    options = []
    for is_lying in (True, False):
        wide, tall = (side * site.unit / 2 for side in (STAIRS if is_lying else STAIRS[::-1]))
        steps = [step * site.unit for step in (0, 1, -1, 2, -2, 3, -3)]
        for across, down in product(steps, steps):
            if abs(across) < wide - site.clear and abs(down) < tall - site.clear:
                box = (x + across - wide, y + down - tall, x + across + wide, y + down + tall)
                options.append((space.overlap(box), not is_lying, abs(across) + abs(down), box, is_lying))
    *_, box, is_lying = min(options)
    return Stairs(dot, box, is_lying)


def draw_stairs(
    canvas: Canvas, box: Box, is_lying: bool, unit: float = 1.0, *, up: bool = True, down: bool = False
) -> None:
    """Treads seen from above, and an arrow to the floor above, to that below, or both.

    The arrow ``up`` points to the upper end of the flight, the dark one ``down`` to its foot, on its other
    side.
    """
    west, north, east, south = box
    wide, tall = east - west, south - north
    canvas.rect(west, north, wide, tall, fill="paper", stroke="hull", stroke_width=0.42 * unit)
    shares = [number / _TREADS for number in range(1, _TREADS)]
    lines = [((west + wide * share, north), (west + wide * share, south)) for share in shares]
    if not is_lying:
        lines = [((west, north + tall * share), (east, north + tall * share)) for share in shares]
    canvas.segments(lines, stroke="muted", stroke_width=0.26 * unit)
    # Along the side of the flight, so that the arrow is clear of the dot in the middle.
    arrows = ((up, 0.2, "accent", _UP), (down, 0.8, "ink", _DOWN))
    for _, aside, color, (tail, neck, back, tip) in filter(itemgetter(0), arrows):
        if is_lying:
            at = north + tall * aside
            shaft = ((west + wide * tail, at), (west + wide * neck, at))
            sides = [(west + wide * back, at + side * unit) for side in (-1.4, 1.4)]
            head = [(west + wide * tip, at), *sides]
        else:
            at = west + wide * aside
            shaft = ((at, south - tall * tail), (at, south - tall * neck))
            sides = [(at + side * unit, south - tall * back) for side in (-1.4, 1.4)]
            head = [(at, south - tall * tip), *sides]
        canvas.line(*shaft, stroke=color, stroke_width=0.62 * unit)
        canvas.polygon(head, fill=color)


def draw_small_stairs(canvas: Canvas, stairs: Stairs, scale: float) -> None:
    """A flight of few treads, for a drawing at a small scale."""
    west, north, east, south = stairs.box
    line = _SMALL_LINE / scale
    canvas.rect(west, north, east - west, south - north, fill="paper", stroke="muted", stroke_width=line)
    shares = [number / _SMALL_TREADS for number in range(1, _SMALL_TREADS)]
    lines = [
        ((west + (east - west) * share, north), (west + (east - west) * share, south)) for share in shares
    ]
    if not stairs.is_lying:
        lines = [
            ((west, north + (south - north) * share), (east, north + (south - north) * share))
            for share in shares
        ]
    canvas.segments(lines, stroke="muted", stroke_width=line)


def place_badge(
    site: Site, space: ClearSpace, building: Building, inset: float, unit: float, lines: BaseGeometry
) -> Badge:
    """A place for the badge inside the walls, far to the north-west, where it covers none of the ``lines``.

    ``inset`` is half the thickness of the walls in mm; ``unit`` is the size of the badge, usually 1. There is
    more room for it inside the line of a zone that runs along the walls.
    """
    from shapely import box as area_of
    from shapely import prepare

    area = site.area(building.dots)
    west, north, east, south = area.bounds
    wide, tall = badge_size(building.levels, unit)
    best: tuple[float, float, Box] | None = None
    off = inset + 0.3 * site.unit
    room = area.buffer(0.01 - off, join_style="mitre")
    prepare(room)
    within = max(off, INSIDE_WALL * site.unit)
    rooms = [(west + each, north + each, east - each, south - each) for each in (off, within)]
    for box in (box for each in rooms for box in _along_walls(each, wide, tall)):
        away = round((box[0] - west) + (box[1] - north), 3)
        # Nothing is better than a place that is clear and not as far away.
        if (best is not None and best[:2] < (0.0, away)) or not room.covers(area_of(*box)):
            continue
        if lines.intersects(area_of(*box)):
            continue
        option = (space.overlap(box), away, box)
        best = option if best is None else min(best, option)
    if best is not None and best[0] < _TINY:
        return Badge(building.levels, best[2])
    # There is no room in the building: above its wall, beside it or below it.
    off += _OFF_WALL
    above, level, below = north - off - tall, north, south + off
    outside = [(west, above), (east - wide, above), (west - off - wide, level), (east + off, level)]
    outside += [(x, below) for x in (west, east - wide)]
    outside += [
        (x, y) for y in (south - tall, (north + south - tall) / 2) for x in (west - off - wide, east + off)
    ]
    boxes = [(x, y, x + wide, y + tall) for x, y in outside]
    free = (box for box in boxes if min(box[:2]) > 0 and space.is_free(box))
    return Badge(building.levels, next(free, best[2] if best is not None else boxes[0]))


def badge_size(levels: int, unit: float) -> Point:
    """The width and height of a badge that lies along a wall, in mm."""
    digits = len(str(levels))
    return (8.2 + 2.1 * digits) * unit, _BADGE_TALL * unit


def _along_walls(room: Box, across: float, down: float) -> Iterator[Box]:
    """Boxes along the north, west, east and south walls of a room."""
    west, north, east, south = room
    for step in range(200):
        x, y = west + step, north + step
        if x + across <= east:
            yield x, north, x + across, north + down
            yield x, south - down, x + across, south
        if y + down <= south:
            yield west, y, west + across, y + down
            yield east - across, y, east, y + down


def draw_badge(canvas: Canvas, badge: Badge, unit: float = 1.0) -> None:
    """A dark badge with a slab for each floor and their number."""
    west, north, east, south = badge.box
    fill, text_color = ("paper", "ink") if canvas.theme.saves_ink else ("ink", "paper")
    canvas.rect(west, north, east - west, south - north, radius=0.6 * unit, fill=fill, stroke="hull",
                stroke_width=0.3 * unit)  # fmt: skip
    wide, thick = (side * unit for side in _SLAB)
    slabs = min(badge.levels, _MAX_SLABS)
    x, y = west + 1.0 * unit + wide / 2, (north + south) / 2
    lean = 0.6 * unit
    for number in range(slabs):
        top = y + (number - (slabs - 1) / 2) * thick * 1.45
        half = thick / 2
        canvas.polygon(
            [
                (x - wide / 2, top + half),
                (x - wide / 2 + lean, top - half),
                (x + wide / 2, top - half),
                (x + wide / 2 - lean, top + half),
            ],
            fill=text_color,
        )
    type = Type(canvas.context.display, BADGE_FIGURE * unit)
    text = str(badge.levels)
    type = canvas.metrics.fit(text, type, 4.2 * unit * len(text), 2.2 * unit)
    left = x + wide / 2 + 0.9 * unit
    at = ((left + east - 0.6 * unit) / 2, (north + south) / 2 + type.cap / 2)
    canvas.text(text, *at, type, anchor="middle", fill=text_color,
                within=(west, north, east - west, south - north))  # fmt: skip


def place_flag(
    site: Site,
    space: ClearSpace,
    dot: Dot,
    unit: float,
    walls: BaseGeometry | None = None,
    *,
    is_narrow: bool = False,
    doors: ClearSpace | None = None,
    home: Flag | None = None,
    room: float = 0.0,
) -> Flag:
    """The ring of an objective around its dot, and its disc on a free side; ``unit`` is its size.

    If there is no room for the disc inside the ``walls`` around the dot, or the building ``is_narrow``, it
    is outside them, clear of the ``doors`` there. It is on the same side as on a larger map, which is its
    ``home``, if it covers little there. A sign with a letter needs more ``room`` outside than a disc, half
    its width in mm.
    """
    x, y = site.lattice.at(dot)
    free = (radius for radius in _RINGS if _ring_is_free(space, (x, y), (radius + 0.5) * unit))
    ring = next(free, _RINGS[-1]) * unit
    # The disc is round, so it may be nearer to the dot than its box.
    reach = _DISC * 0.87 * unit
    away = _DISC_AWAY * unit
    discs = [(x + away * across, y + away * down) for across, down in _DIAGONALS]
    discs += [(x + 6.5 * unit * across, y + 6.5 * unit * down) for across, down in _SIDES]
    overlaps = [space.overlap(_around(at, reach)) for at in discs]
    least = min(overlaps)
    if walls is None and home is not None:
        (x0, y0), (x1, y1) = home.dot, home.disc
        same = dist((x1 - x0, y1 - y0), (0, 0)) or 1.0
        toward = (x + (x1 - x0) / same * away, y + (y1 - y0) / same * away)
        nearest = min(range(len(discs)), key=lambda index: dist(discs[index], toward))
        if overlaps[nearest] < least + _LITTLE * reach**2:
            return Flag((x, y), ring, discs[nearest])
    if walls is None or (least < _TINY and not is_narrow):
        return Flag((x, y), ring, discs[overlaps.index(least)])
    outside = list(_discs_outside(site, space, (x, y), unit, walls, doors, room))
    return Flag((x, y), ring, min(outside)[-1] if outside else discs[overlaps.index(least)])


def with_equal_rings(flags: Mapping[str, Flag]) -> dict[str, Flag]:
    """The flags of a map with the smallest of their rings: rings of several sizes would seem to differ."""
    ring = min((flag.ring for flag in flags.values()), default=0.0)
    return {id: replace(flag, ring=ring) for id, flag in flags.items()}


def _discs_outside(
    site: Site,
    space: ClearSpace,
    dot: Point,
    unit: float,
    walls: BaseGeometry,
    doors: ClearSpace | None,
    room: float,
) -> Iterator[tuple[float, Point]]:
    """Places for a disc just outside some walls, each with what it and its stem cost."""
    from shapely import Point as Spot

    (x, y), half = dot, max(room, DISC_ROOM * unit)
    for turn in range(_TURNS):
        angle = 2 * pi * turn / _TURNS
        across, down = cos(angle), sin(angle)
        away = half
        while walls.dwithin(Spot(x + away * across, y + away * down), half):
            away += 0.5 * unit
        disc = (round(x + away * across, 3), round(y + away * down, 3))
        if half < disc[0] < site.width - half and half < disc[1] < site.height - half:
            steps = [_RINGS[0] * unit + step * unit for step in range(int(away / unit))]
            stem = sum(
                space.overlap(_around((x + step * across, y + step * down), 0.4 * unit))
                for step in steps
                if step < away - half
            )
            covered = space.overlap(_around(disc, half))
            if doors is not None:
                covered += doors.overlap(_around(disc, half + _DISC_AIR * unit))
            cost = _COVERED * covered + stem + _LONG * away
            yield round(cost, 2), disc


def _ring_is_free(space: ClearSpace, at: Point, radius: float) -> bool:
    """Whether a ring touches nothing, measured at its four sides."""
    x, y = at
    sides = ((x + radius, y), (x - radius, y), (x, y + radius), (x, y - radius))
    return all(space.is_free(_around(side, 0.1)) for side in sides)


def draw_flag(
    canvas: Canvas, flag: Flag, unit: float = 1.0, letter: str = "", letter_scale: float = 1.0
) -> None:
    """A ring around the dot, a stem, and a disc with a star; with a letter the sign of a small map instead.

    ``letter_scale`` is how much larger that is than on paper.
    """
    (x, y), (disc_x, disc_y) = flag.dot, flag.disc
    long = ((disc_x - x) ** 2 + (disc_y - y) ** 2) ** 0.5
    stem = ((x + (disc_x - x) * flag.ring / long, y + (disc_y - y) * flag.ring / long), flag.disc)
    line = _RING_LINE * unit
    canvas.circle(x, y, flag.ring, stroke="paper", stroke_width=_CASING * unit)
    if letter:
        # A long stem crosses walls.
        canvas.line(*stem, stroke="paper", stroke_width=_CASING * unit)
    canvas.circle(x, y, flag.ring, stroke="flag", stroke_width=line)
    canvas.line(*stem, stroke="flag", stroke_width=line)
    if letter:
        draw_goal(canvas, letter, flag.disc, letter_scale)
    else:
        draw_star(canvas, flag.disc, _DISC * unit)


def draw_stems(canvas: Canvas, stems: Iterable[tuple[Point, Point]], unit: float = 1.0) -> None:
    """A line from each dot to the middle of what stands beside it, and a ring around the dot."""
    drawn = [(dot, at) for dot, at in stems if dist(dot, at) > _OWN_RING * unit]
    looks = (("paper", _CASING * 0.8 * unit), ("ink", _STEM * unit))
    for color, line in looks:
        for (x, y), (x2, y2) in drawn:
            share = _OWN_RING * unit / dist((x, y), (x2, y2))
            start = x + (x2 - x) * share, y + (y2 - y) * share
            canvas.line(start, (x2, y2), stroke=color, stroke_width=line)
            canvas.circle(x, y, _OWN_RING * unit, stroke=color, stroke_width=line)


def draw_star(canvas: Canvas, at: Point, radius: float) -> None:
    """A disc with the star of an objective."""
    fill, star = ("paper", "flag") if canvas.theme.saves_ink else ("flag", "paper")
    canvas.circle(*at, radius, fill=fill, stroke=star, stroke_width=radius * 0.2)
    size = _STAR * radius
    canvas.icon("round-star", at[0] - size / 2, at[1] - size / 2, size, star)


def corner_toward(box: Box, dot: Point, way: Iterable[Point]) -> Point:
    """The corner of the box of stairs around a dot that is nearest to the next dot of a tunnel."""
    following = min((other for other in way if other != dot), key=lambda other: dist(other, dot), default=dot)
    corners = product((box[0], box[2]), (box[1], box[3]))
    return min(corners, key=lambda corner: round(dist(corner, following), 3))


def place_mouth(site: Site, space: ClearSpace, dot: Dot, way: Iterable[Dot]) -> Point:
    """A free place for the mouth of a tunnel beside its dot, away from the tunnel if possible."""
    x, y = site.lattice.at(dot)
    near = [site.lattice.at(other) for other in way if other != dot]
    reach = (MOUTH + 0.3) * site.unit
    spots = []
    for away in (_MOUTH_AWAY * site.unit * step for step in (1.0, 1.25, 1.5, 1.75)):
        spots += [(x + away * across, y + away * down) for across, down in _SIDES]
        spots += [(x + away * 0.8 * across, y + away * 0.8 * down) for across, down in _DIAGONALS]

    def worth(at: Point) -> tuple[float, float, int]:
        along = min(((at[0] - one) ** 2 + (at[1] - two) ** 2 for one, two in near), default=0.0)
        away = (at[0] - x) ** 2 + (at[1] - y) ** 2
        return space.overlap(_around(at, reach)), round(away, 1) - along / 1e4, spots.index(at)

    return min(spots, key=worth)


def draw_mouth(canvas: Canvas, at: Point, unit: float = 1.0) -> None:
    """The dark mouth of a tunnel with an amber rim."""
    x, y = at
    fill = "paper" if canvas.theme.saves_ink else "ink"
    canvas.circle(x, y, MOUTH * unit, fill=fill, stroke="mouth_rim", stroke_width=0.6 * unit)
    half, drop = 1.4 * unit, 1.1 * unit
    arch = f"a{mm(half)} {mm(half)} 0 0 1 {mm(2 * half)} 0"
    canvas.path(f"M{mm(x - half)} {mm(y + drop)}v{mm(-drop)}{arch}v{mm(drop)}Z", fill="mouth_rim")


def _around(at: Point, half: float) -> Box:
    return at[0] - half, at[1] - half, at[0] + half, at[1] + half


def peak_offset(level: int, size: float, context: DrawingContext) -> float:
    """From the middle of the sign of a level to that of its peak, in mm."""
    run = context.metrics.width(str(abs(level)), Type(CONDENSED_BOLD, size))
    return -(run + _PEAK_GAP) / 2


def draw_level(canvas: Canvas, level: int, at: Point, size: float, color: str, halo: str) -> None:
    """The number of a level with a sign: a peak, or a hollow for one below the ground."""
    color = mixed(canvas.theme, "ink", color, 0.6)
    x, y = at
    half, tall = size * 0.34, size * 0.6 * (1 if level > 0 else -1)
    foot = y if level > 0 else y - size * 0.6
    canvas.polygon([(x - half, foot), (x, foot - tall), (x + half, foot)], fill=color)
    canvas.text(str(abs(level)), x + half + _PEAK_GAP, y, Type(CONDENSED_BOLD, size), fill=color, halo=halo,
                halo_width=0.5)  # fmt: skip
