"""Open ground on a diagram of the set-up: the map with steps, objectives and the names of terrain."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import cos, dist, pi, sin
from typing import TYPE_CHECKING

from builder.draw.maps.open.lettering import HARD, Lettering, Name, draw_names
from builder.draw.maps.set_up_signs import draw_goal, goal_width
from builder.draw.maps.symbols import draw_starting_marker
from builder.draw.maps.zone_tabs import TALL, draw_steps, steps_width, zone_color
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.clear_space import Box, grown
from builder.draw.surface.color_vision import blend
from builder.draw.surface.outlines import area_path
from builder.draw.surface.type import CONDENSED_BOLD, NATURAL, Type

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    from builder.draw.maps.slabs.perspective import NamedPlace, Slab

# How far names and signs stay from the edges, and names from lines; what a square mm of these costs names,
# and one of terrain; the most that a name covers, and how far it is from its place at most.
_INSET, _OFF_SOLID, _ON_SOLID, _ON_PLACE, _MAX_COVERED, _MAX_AWAY = 0.8, 0.5, 20.0, 6.0, 4.0, 2.2
# How far the label of a point can be from it, in mm.
_LABEL_AWAY = 3.4
# What a square mm of the edge of a place costs names, and how wide that is at each side, in mm; and what one
# of the ground beside what people built costs the names of others, and how far that reaches.
_ON_EDGE, _EDGE, _ON_BESIDE, _BESIDE = 0.7, 0.2, 0.4, 2.5
# The owners of edges, and of what is beside a place, because of which no place goes without a name.
_EDGES, _BESIDE_OF = "#edges", "#beside:"
# How far a name stays from other places, which have shadows, and how far it is moved for that, in mm.
_OFF_PLACE, _NUDGES = 0.8, (0.4, 0.8, 1.2, 1.6, 2.0, 2.4)
# The same for what is named in any case, if something small is in the way.
_MAX_BUILDING = 60.0
_HALO = 0.8
# The line of a zone and its casing, and how far it is from the edges.
_ZONE, _CASING, _FROM_EDGE = 0.55, 1.0, 0.6
# The share of the edge of a zone that makes a wall its edge, and how far its casing is from that.
_ALONG, _OFF_WALL = 0.5, 0.1
# The side of a marker that is on the map when the game begins.
_MARKER = 4.4
# One size for all names.
_NATURAL, _BUILT = Type(NATURAL, 2.6, 0.05), Type(CONDENSED_BOLD, 2.5, 0.15)
# The places of a sign around its spot: how far away, in mm, and how many at each distance.
_AWAY, _AROUND = (0.0, 3.0, 4.5, 6.0, 7.5, 9.0, 10.5), 12
# The levels at which a place can have its name, as shares of its height.
_LEVELS = (0.5, 0.35, 0.65, 0.22, 0.78, 0.14, 0.86)
# How far from its middle it can have it, as shares of the room at each side.
_SIDES = (0.0, 0.5, -0.5, 1.0, -1.0)
# How far names can be to a side of the middle: on a small map, there are few free places.
_SHIFTS = (0.0, 0.25, -0.25, 0.5, -0.5, 0.6, -0.6, 0.7, -0.7)
# A sign further away than this has a line to its spot.
_LEADER, _LEADER_LINE, _SPOT = 3.6, 0.45, 0.75
# A place whose area in square mm of the page is between these is hidden by a sign on it.
_TINY, _SMALL = 3.0, 70.0
# What it costs a sign to lie on a small place or on an objective, and to be one mm away.
_ON_SMALL, _PER_MM = 8.0, 1.0
# What a square mm of another zone costs it, and one of a cross a name, which can be on one.
_ON_OTHER, _ON_TINY = 0.6, 0.25


def draw_ground(canvas: Canvas, slab: Slab, corner: Point, scale: float, letters: Sequence[str]) -> None:
    """A map at a scale with its corner at a point; ``letters`` are those of its objectives."""
    from shapely import box as rectangle
    from shapely import unary_union
    from shapely.affinity import affine_transform

    west, north, east, south = slab.outline.bounds
    left, top = corner
    area = (left, top, left + (east - west) * scale, top + (south - north) * scale)

    def at(point: Point) -> Point:
        return left + (point[0] - west) * scale, top + (point[1] - north) * scale

    move = [scale, 0.0, 0.0, scale, left - west * scale, top - north * scale]
    places = [(place, affine_transform(place.area, move)) for place in slab.places]
    own_texts = _draw_map(canvas, slab, corner, scale)
    inside = rectangle(*grown(area, -_FROM_EDGE))
    walls = unary_union([affine_transform(wall, move) for wall in slab.walls])
    lines = []
    for zone, side in slab.zones:
        own = _beside_walls(affine_transform(zone, move).intersection(inside), walls)
        _draw_zone(canvas, own, zone_color(side))
        lines.append(own.boundary)
    solids = [affine_transform(solid, move) for solid in slab.solids]
    small = [own for own in (*(own for _, own in places), *solids) if _TINY < own.area < _SMALL]
    zones = [affine_transform(zone, move) for zone, _ in slab.zones]
    taken: list[Box] = []
    for spot, marker in slab.markers:
        draw_starting_marker(canvas, at(spot), marker, _MARKER, _MARKER)
        taken.append(grown((*at(spot), *at(spot)), _MARKER / 2))
    for (spot, _), letter in zip(slab.flags, letters, strict=True):
        wide = goal_width(letter, canvas.context)
        stand = _place_sign(at(spot), wide, area, taken, small)
        _draw_leader(canvas, stand, at(spot), "objective")
        taken.append(draw_goal(canvas, letter, stand))
    for spot, steps, side in slab.marks:
        wide = steps_width(steps, canvas.context)
        stand = _place_sign(at(spot), wide, area, taken, small, _others(zones, at(spot)))
        _draw_leader(canvas, stand, at(spot), zone_color(side))
        taken.append(draw_steps(canvas, steps, side, stand))

    def named(
        order: Sequence[tuple[NamedPlace, BaseGeometry]],
    ) -> list[tuple[NamedPlace, BaseGeometry, Name]]:
        """The names of places, each where those before it leave room; those without any have none."""
        lettering = Lettering(grown(area, -_INSET), canvas.metrics)
        for box in own_texts:
            lettering.take(box)
        for line in lines:
            lettering.avoid(line.buffer(_CASING / 2 + _OFF_SOLID), _ON_SOLID)
        for place, own in places:
            lettering.avoid(own, _ON_PLACE, owner=place.name, is_rival=True)
            lettering.avoid(own.boundary.buffer(_EDGE), _ON_EDGE, owner=_EDGES)
            if not place.is_natural:
                # Right beside a building, a name would seem to be that of the building.
                beside = rectangle(*grown(own.bounds, _BESIDE))
                lettering.avoid(beside, _ON_BESIDE, owner=_BESIDE_OF + place.name)
        for solid in solids:
            price = _ON_TINY if 0.0 < solid.area < _TINY else _ON_SOLID
            # A name beside a small thing without one would seem to be that of the thing.
            lettering.avoid(solid.buffer(_OFF_SOLID), price, is_rival=_TINY < solid.area < _SMALL)
        for box in taken:
            lettering.avoid(rectangle(*box).buffer(0.3), HARD)
        found, soft = [], [_EDGES, *(_BESIDE_OF + place.name for place, _ in places)]
        for place, own in order:
            middle = at(place.at) if place.at is not None else None
            name = _name_of(place, own, lettering, middle, soft)
            if name is None:
                continue
            others = [other for each, other in places if each is not place]
            if place.at is None:
                name = _nudged(name, own, others, lettering, place.name)
            lettering.reserve(name)
            found.append((place, own, name))
        return found

    found = named(places)
    if len(found) < len(places):
        # Those that have found no room choose first.
        having = {place.name for place, *_ in found}
        found = max(found, named(sorted(places, key=lambda each: each[0].name in having)), key=len)
    names = []
    for place, own, name in found:
        color = blend(canvas.theme["ink"], canvas.theme[place.line], 0.55)
        is_in_it = place.at is not None or own.contains(rectangle(*name.box))
        names.append((name, color, place.fill if is_in_it else slab.ground))
    draw_names(canvas, names, halo_width=_HALO)


def _beside_walls(area: BaseGeometry, walls: BaseGeometry) -> BaseGeometry:
    """A zone, or what of it is clear of the walls along its edge, so that its line does not hide them."""
    along = area.boundary.intersection(walls).length
    if along <= area.boundary.length * _ALONG:
        return area
    clear = area.difference(walls.buffer(_CASING / 2 + _OFF_WALL, join_style="mitre"))
    # Without the nib in a gate.
    clear = clear.buffer(-_CASING, join_style="mitre").buffer(_CASING, join_style="mitre")
    parts: Sequence[BaseGeometry] = getattr(clear, "geoms", [clear])
    return max(parts, key=lambda part: round(part.area, 3))


def _draw_zone(canvas: Canvas, area: BaseGeometry, color: str) -> None:
    """The line of a set-up zone on a white casing."""
    for stroke, width in (("paper", _CASING), (color, _ZONE)):
        canvas.path(area_path(area), stroke=stroke, stroke_width=width, stroke_linejoin="round")


def _place_sign(
    spot: Point,
    wide: float,
    area: Box,
    taken: Sequence[Box],
    small: Sequence[BaseGeometry],
    others: Sequence[BaseGeometry] = (),
) -> Point:
    """The middle of a sign at a spot or beside it: inside the map, off signs, small places and zones."""
    from shapely import box as rectangle

    west, north, east, south = grown(area, -_INSET)
    half_wide, half = wide / 2, TALL / 2

    def inside(point: Point) -> Point:
        return (
            min(max(point[0], west + half_wide), east - half_wide),
            min(max(point[1], north + half), south - half),
        )

    def cost(point: Point) -> float:
        x, y = point
        own = rectangle(x - half_wide, y - half, x + half_wide, y + half)
        clear = own.buffer(_OFF_SOLID, join_style="mitre")
        hidden = sum(clear.intersection(each).area for each in small if each.intersects(clear))
        covered = sum(own.intersection(rectangle(*box)).area for box in taken)
        strange = sum(own.intersection(each).area for each in others if each.intersects(own))
        away = dist(point, spot) * _PER_MM
        return round(away + hidden * _ON_SMALL + strange * _ON_OTHER + covered * HARD, 3)

    return min(map(inside, _around(spot)), key=cost)


def _others(zones: Sequence[BaseGeometry], spot: Point) -> list[BaseGeometry]:
    """The zones without the smallest around a spot, whose sign can hide the rest of it."""
    from shapely import Point as Spot

    around = [zone for zone in zones if zone.contains(Spot(spot))]
    own = min(around, key=lambda zone: zone.area, default=None)
    return [zone if own is None else zone.difference(own) for zone in zones if zone is not own]


def _around(spot: Point) -> Iterator[Point]:
    """A spot, then places around it, the nearest first."""
    for away in _AWAY:
        for turn in range(_AROUND if away else 1):
            angle = 2 * pi * turn / _AROUND
            yield spot[0] + away * cos(angle), spot[1] + away * sin(angle)


def _draw_leader(canvas: Canvas, sign: Point, spot: Point, color: str) -> None:
    """The line from a sign that is not at its spot to that."""
    if dist(sign, spot) > _LEADER:
        canvas.line(sign, spot, stroke="#ffffff", stroke_width=_LEADER_LINE * 2.4)
        canvas.line(sign, spot, stroke=color, stroke_width=_LEADER_LINE)
        canvas.circle(*spot, _SPOT, fill=color, stroke="#ffffff", stroke_width=0.2)


def _draw_map(canvas: Canvas, slab: Slab, corner: Point, scale: float) -> list[Box]:
    """The map itself; returns the boxes of its own texts."""
    if slab.plan is None:
        return []
    own = Canvas(canvas.width, canvas.height, canvas.context)
    slab.plan(own, corner, scale)
    drawing = own.drawing("plan", slab.title)
    canvas.place(drawing, 0, 0)
    return [(text.x, text.y, text.x + text.width, text.y + text.height) for text in drawing.texts]


def _name_of(
    place: NamedPlace, own: BaseGeometry, lettering: Lettering, at: Point | None, soft: Sequence[str]
) -> Name | None:
    """The name of a place with the area ``own``, ``at`` its middle if there is one; None if it has no room.

    It avoids what the ``soft`` owners have, but has room there if nowhere else.
    Otherwise it is in the area if that holds it. What has several parts has its name at the largest.
    """
    from shapely import box

    text, type = place.name, _NATURAL if place.is_natural else _BUILT
    text = text.upper() if place.in_capitals and not place.is_natural else text
    part = max(getattr(own, "geoms", [own]), key=lambda each: (round(each.area, 3), round(each.length, 3)))
    west, north, east, south = part.bounds
    run = lettering.metrics.width(text, type) + 2 * _INSET
    is_wide = east - west > run and south - north > type.size * 1.5
    across, down = (west + east) / 2, (north + south) / 2
    middles = [(across, down)] if is_wide and place.line == "water_line" else []
    if is_wide and place.holds_name:
        spare = (east - west - run) / 2
        levels = [north + (south - north) * share for share in _LEVELS]
        middles = [(across + side * spare, level) for side in _SIDES for level in levels]
    middles = middles if at is None else [at]
    name = lettering.find(
        text,
        type,
        part,
        first=middles,
        inside=is_wide,
        owners=[place.name, _BESIDE_OF + place.name],
        shifts=_SHIFTS,
    )
    if is_wide and place.holds_name and not part.contains(box(*name.box)):
        # Beside it, the name could seem to be that of something else.
        boxes = [_moved_box(name.box, middle) for middle in middles]
        inner = [
            replace(name, at=(x, name.at[1] + own[1] - name.box[1]), box=own)
            for (x, _), own in zip(middles, boxes, strict=True)
        ]
        costs = lettering.cost_of([each.box for each in inner], [place.name])
        least, number = min((cost, number) for number, cost in enumerate(costs))
        name = inner[number] if least <= _MAX_BUILDING else name
    [cost] = lettering.cost_of([name.box], [place.name, *soft])
    is_near = box(*name.box).distance(part) <= (_LABEL_AWAY if place.is_label else _MAX_AWAY)
    most = _MAX_BUILDING if place.holds_name else _MAX_COVERED
    is_near = is_near or at is not None
    return name if cost <= most and is_near else None


def _moved_box(box: Box, middle: Point) -> Box:
    """A box of the same size around a point."""
    west, north, east, south = box
    across, down = (east - west) / 2, (south - north) / 2
    return middle[0] - across, middle[1] - down, middle[0] + across, middle[1] + down


def _nudged(
    name: Name, own: BaseGeometry, others: Sequence[BaseGeometry], lettering: Lettering, owner: str
) -> Name:
    """The name, moved a little where that helps if it touches another place than its ``own``.

    The same if its halo hides the edge of its own place, but for what is in that.
    """
    from shapely import box

    def moved(across: float, down: float) -> Name:
        (x, y), (west, north, east, south) = name.at, name.box
        return replace(
            name, at=(x + across, y + down), box=(west + across, north + down, east + across, south + down)
        )

    def gap(each: Name) -> float:
        return float(min((box(*each.box).distance(other) for other in others), default=_OFF_PLACE))

    is_in_it = own.contains(box(*name.box).centroid)

    def is_off_own(each: Name) -> bool:
        return is_in_it or float(box(*each.box).distance(own)) >= _HALO / 2

    if gap(name) >= _OFF_PLACE and is_off_own(name):
        return name
    steps = (0.0, *(side * step for step in _NUDGES for side in (1, -1)))
    moves = sorted(
        ((a, b) for a in steps for b in steps), key=lambda move: (abs(move[0]) + abs(move[1]), move)
    )
    [cost] = lettering.cost_of([name.box], [owner])
    good = []
    for each in (moved(*move) for move in moves):
        [own_cost] = lettering.cost_of([each.box], [owner])
        is_near = box(*each.box).distance(own) <= _MAX_AWAY
        if gap(each) >= _OFF_PLACE and own_cost <= cost and is_near:
            good.append(each)
    # That it is clear of other places is more important than its own.
    return next(filter(is_off_own, good), next(iter(good), name))
