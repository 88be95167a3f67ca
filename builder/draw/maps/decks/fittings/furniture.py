"""The furniture of rooms by their kind: along the walls, then in the middle, wherever nothing else is.

It is scenery without any effect, pale, and never where it would take the last place of a hex's number.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle, islice, pairwise
from math import cos, dist, sin, tau
from pathlib import Path
from typing import Any

from builder.draw.maps.decks.number_spots import NumberSpots
from builder.draw.maps.decks.plan import DeckPlan
from builder.draw.maps.decks.rooms import room_kind
from builder.draw.surface.canvas import Canvas, Point, mm
from builder.draw.surface.clear_space import Box, ClearSpace
from builder.draw.surface.outlines import seeded, segment_path
from builder.geometry.hexgrid import Hex
from rulesdb.yaml_source import load_yaml

_LINE = 0.2
_FROM_WALL, _FROM_CORNER, _APART = 0.25, 0.8, 1.4
# How far it stays from a door, in mm for hexes of 18 mm.
_DOORWAY = 6.5
_STEP = 1.2
_MAX_IN_ROOM, _MAX_ON_LEVEL = 30, 300
_MAX_TRIES = 400
_LEVEL = 0.01


@dataclass(frozen=True, slots=True)
class Furnishing:
    """A piece at a place: its corner at the wall, and the directions along the wall and into the room."""

    name: str
    corner: Point
    along: Point
    scale: float

    @property
    def inward(self) -> Point:
        return -self.along[1], self.along[0]

    def at(self, x: float, y: float) -> Point:
        """A point of the piece on the map."""
        (right, down), (inner_right, inner_down) = self.along, self.inward
        x, y = x * self.scale, y * self.scale
        return (self.corner[0] + x * right + y * inner_right, self.corner[1] + x * down + y * inner_down)

    @property
    def box(self) -> Box:
        wide, deep = size_of(self.name)
        (x1, y1), (x2, y2) = self.at(0, 0), self.at(wide, deep)
        return min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)


def furnish(
    plan: DeckPlan, space: ClearSpace, spots: NumberSpots, taken: Iterable[Box], name: str
) -> Iterator[Furnishing]:
    """The furniture of one level; ``taken`` are the boxes that only furniture must avoid."""
    own = ClearSpace()
    for box in taken:
        own.take(box)
    left = _MAX_ON_LEVEL
    for area in plan.map.areas_on(plan.level):
        recipe = equipment("furniture")["rooms"].get(room_kind(area))
        if recipe is not None and left > 0:
            room = _Room(plan, area.id, own, space, spots, recipe)
            placed = list(islice(room.furnish(seeded(name, area.id).randrange(8)), left))
            left -= len(placed)
            yield from placed


class _Room:
    """Places the furniture of one room."""

    def __init__(
        self,
        plan: DeckPlan,
        area_id: str,
        own: ClearSpace,
        space: ClearSpace,
        spots: NumberSpots,
        recipe: Mapping[str, Any],
    ) -> None:
        self.plan = plan
        self.centers = [(hex, plan.layout.center(hex)) for hex in plan.hexes[area_id]]
        self.rings = plan.rings[area_id]
        self.own = own
        self.space = space
        self.spots = spots
        self.recipe = recipe
        self.most = min(_MAX_IN_ROOM, 1 + int(len(self.centers) / recipe["hexes"]))

    def furnish(self, first: int) -> Iterator[Furnishing]:
        """First the middle, which needs most room, then along the walls; ``first`` varies the order."""
        count = 0
        for piece in self._in_the_middle():
            count += 1
            yield piece
        names = self.recipe["walls"]
        order = cycle([*names[first % len(names) :], *names[: first % len(names)]])
        for start, end in self._walls():
            for piece in self._along(start, end, order):
                count += 1
                yield piece
                if count >= self.most:
                    return

    def _walls(self) -> list[tuple[Point, Point]]:
        """The level and upright walls, outer ones first, then the longest; the room is on their right."""
        from shapely import contains_xy

        walls = []
        for ring in self.rings:
            for (x1, y1), (x2, y2) in pairwise([*ring, ring[0]]):
                long = dist((x1, y1), (x2, y2))
                if min(abs(x1 - x2), abs(y1 - y2)) > _LEVEL or long < 6 * self.plan.scale:
                    continue
                right, down = (x2 - x1) / long, (y2 - y1) / long
                x, y = (x1 + x2) / 2 + down * 2, (y1 + y2) / 2 - right * 2
                is_inner = bool(contains_xy(self.plan.inside, x, y))
                walls.append((is_inner, -round(long, 3), (x1, y1), (x2, y2)))
        return [(start, end) for _, _, start, end in sorted(walls)]

    def _along(self, start: Point, end: Point, order: Iterator[str]) -> Iterator[Furnishing]:
        """Pieces along a wall in turns, as closely as doors and symbols allow."""
        plan, long = self.plan, dist(start, end)
        along = (end[0] - start[0]) / long, (end[1] - start[1]) / long
        inset = plan.wall / 2 + _FROM_WALL * plan.scale
        at = inset + _FROM_CORNER * plan.scale
        name = next(order)
        while True:
            wide, _ = size_of(name)
            if at + wide * plan.scale > long - inset - _FROM_CORNER * plan.scale:
                return
            corner = (
                start[0] + along[0] * at - along[1] * inset,
                start[1] + along[1] * at + along[0] * inset,
            )
            piece = Furnishing(name, corner, along, plan.scale)
            if self._fits(piece, 0.0):
                yield piece
                at += (wide + self.recipe["gap"]) * plan.scale
                name = next(order)
            else:
                at += _STEP * plan.scale

    def _in_the_middle(self) -> Iterator[Furnishing]:
        """Pieces that stand free, as near the middle as possible."""
        wanted = self.recipe["middle"][: max(1, int(len(self.centers) / 3))]
        for names in wanted:
            piece = next(filter(None, map(self._free, names)), None)
            if piece is not None:
                yield piece

    def _free(self, name: str) -> Furnishing | None:
        """A piece that stands free, as near the middle as possible; None if there is no room."""
        west, east = (pick(x for ring in self.rings for x, _ in ring) for pick in (min, max))
        north, south = (pick(y for ring in self.rings for _, y in ring) for pick in (min, max))
        wide, deep = (length * self.plan.scale for length in size_of(name))
        step = max(2.0, ((east - west) * (south - north) / _MAX_TRIES) ** 0.5)
        places = [
            (west + column * step, north + row * step)
            for row in range(int((south - north - deep) / step) + 1)
            for column in range(int((east - west - wide) / step) + 1)
        ]
        middle = (west + east - wide) / 2, (north + south - deep) / 2
        for x, y in sorted(places, key=lambda place: (round(dist(place, middle), 2), place)):
            piece = Furnishing(name, (x, y), (1.0, 0.0), self.plan.scale)
            if self._is_inside((x, y)) and self._fits(piece, _APART * self.plan.scale):
                return piece
        return None

    def _fits(self, piece: Furnishing, clear: float) -> bool:
        """Whether nothing else is there, and each hex keeps a place for its number; then it is taken."""
        west, north, east, south = box = piece.box
        if not self.own.is_free((west - clear, north - clear, east + clear, south + clear)):
            return False
        self.space.take(box)
        if all(self.spots.has_room(hex) for hex in self._near(box)):
            self.own.take(box)
            return True
        self.space.release(box)
        return False

    def _near(self, box: Box) -> Iterator[Hex]:
        """The hexes of the room that a box may touch."""
        size, radius = self.plan.size, self.plan.layout.radius
        west, north, east, south = box
        for hex, (x, y) in self.centers:
            if west - radius < x < east + radius and north - size / 2 < y < south + size / 2:
                yield hex

    def _is_inside(self, point: Point) -> bool:
        x, y = point
        crossings = sum(
            (y1 <= y) != (y2 <= y) and x < x1 + (x2 - x1) * (y - y1) / (y2 - y1)
            for ring in self.rings
            for (x1, y1), (x2, y2) in pairwise([*ring, ring[0]])
        )
        return crossings % 2 == 1


def size_of(name: str) -> tuple[float, float]:
    """The size of a piece along the wall and into the room, in mm for hexes of 18 mm."""
    wide, deep = _pieces()[name]["size"]
    return wide, deep


def draw_furniture(canvas: Canvas, pieces: Sequence[Furnishing], scale: float | None = None) -> None:
    """All furniture of a level, in few paths; its lines are as wide as at ``scale``, if not at its own."""
    data: dict[tuple[int, str, str], list[str]] = {}
    for piece in pieces:
        for number, part in enumerate(_pieces()[piece.name]["parts"]):
            (shape, numbers), *_ = part.items()
            fill, stroke = part.get("fill", "none"), part.get("stroke", "none")
            if shape == "icon":
                name, x, y, size = numbers
                left, top = piece.at(x, y)
                half = size * piece.scale / 2
                canvas.icon(name, left - half, top - half, 2 * half, fill=fill)
            else:
                data.setdefault((number, fill, stroke), []).append(_path(piece, shape, numbers))
    for (_, fill, stroke), paths in sorted(data.items()):
        line = (
            {} if stroke == "none" else {"stroke": stroke, "stroke_width": _LINE * (scale or pieces[0].scale)}
        )
        canvas.path("".join(paths), fill=fill, **line)


def draw_furniture_sample(canvas: Canvas, at: Point) -> None:
    """A piece of furniture for the key."""
    x, y = at
    draw_furniture(canvas, [Furnishing("desk", (x - 4.3, y - 3.4), (1.0, 0.0), 1.0)])


def _path(piece: Furnishing, shape: str, numbers: Any) -> str:
    """A part of a piece as an SVG path."""
    if shape == "circle":
        (x, y), radius = piece.at(numbers[0], numbers[1]), numbers[2] * piece.scale
        r, d = mm(radius), mm(2 * radius)
        return f"M{mm(x - radius)} {mm(y)}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0 {mm(-2 * radius)} 0Z"
    if shape in ("line", "outline"):
        points = [piece.at(x, y) for x, y in numbers]
        return f"M{'L'.join(f'{mm(x)} {mm(y)}' for x, y in points)}{'Z' if shape == 'outline' else ''}"
    if shape == "spokes":
        x, y, *radii, count = numbers
        ways = [(sin(turn * tau / count), cos(turn * tau / count)) for turn in range(count)]
        ends = [[piece.at(x + right * at, y + down * at) for at in radii] for right, down in ways]
        return segment_path([(inner, outer) for inner, outer in ends])
    left, top, wide, tall, corner = numbers
    right, bottom = left + wide, top + tall
    cut = min(corner, wide / 2, tall / 2)
    # Each corner with the points before and after it.
    turns = (
        ((left, top + cut), (left, top), (left + cut, top)),
        ((right - cut, top), (right, top), (right, top + cut)),
        ((right, bottom - cut), (right, bottom), (right - cut, bottom)),
        ((left + cut, bottom), (left, bottom), (left, bottom - cut)),
    )
    parts = []
    for before, at, after in turns:
        (x1, y1), (x2, y2), (x3, y3) = (piece.at(*point) for point in (before, at, after))
        parts.append(f"{mm(x1)} {mm(y1)}Q{mm(x2)} {mm(y2)} {mm(x3)} {mm(y3)}")
    return f"M{'L'.join(parts)}Z"


def doorway(plan: DeckPlan, box: Box) -> Box:
    """The box of a door and what must be free in front of it, on both sides."""
    west, north, east, south = box
    deep = _DOORWAY * plan.scale
    if east - west > south - north:
        return west - 0.5, north - deep, east + 0.5, south + deep
    return west - deep, north - 0.5, east + deep, south + 0.5


@functools.cache
def _pieces() -> Mapping[str, Any]:
    """Every piece of furniture, and every machine."""
    return {**equipment("furniture")["pieces"], **equipment("machines")["pieces"]}


@functools.cache
def equipment(name: str) -> Mapping[str, Any]:
    """The pieces and the kinds of rooms of ``furniture.yaml`` or ``machines.yaml``."""
    data: Mapping[str, Any] = load_yaml(Path(__file__).with_name(f"{name}.yaml")).data
    return data
