"""The floors of decks: a color and a pattern for each kind of room, shaded along the walls, and the hexes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from math import ceil, dist
from typing import TYPE_CHECKING

from builder.boards.deck_parts import Area
from builder.draw.maps.decks.plan import DeckPlan
from builder.draw.maps.decks.rooms import floor_of, floor_pattern, room_kind
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.color_vision import blend
from builder.draw.surface.hex_paths import HexPaths
from builder.draw.surface.outlines import area_path, line_path, lines_shape, rings, segment_path

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

Segment = tuple[Point, Point]
_SHADE = (0.9, 1.0)
_LINE = 0.16
# A floor with more marks than this has none.
_MAX_MARKS = 3000
_FULL = 0.9999


def draw_floor(canvas: Canvas, plan: DeckPlan, area: Area, *, patterned: bool) -> None:
    """The floor of an area: its color, a shade under the walls in the north and west, and its pattern."""
    from shapely import affinity

    floor, kind = plan.floors[area.id], room_kind(area)
    color, scale = canvas.theme[floor_name(kind)], plan.scale
    canvas.path(area_path(floor), fill=color, fill_rule="evenodd")
    if kind == "lift":
        return
    if color != canvas.theme["paper"]:
        right, down = (plan.wall / 2 + move * scale for move in _SHADE)
        shade = floor.difference(affinity.translate(floor, right, down))
        canvas.path(area_path(shade), fill=blend(canvas.theme["wall"], color, 0.16), fill_rule="evenodd")
    if patterned:
        _draw_pattern(canvas, plan, kind, floor)


def floor_name(kind: str) -> str:
    """The name of a floor's color in a theme."""
    return kind if kind in ("room", "corridor", "airlock", "lift") else f"floor_{floor_of(kind)}"


def draw_hexes(canvas: Canvas, plan: DeckPlan) -> None:
    """The sides of hexes on floors, also of the parts of hexes that walls have cut off."""
    paths = HexPaths(plan.layout)
    inside = [hex for hexes in plan.hexes.values() for hex in hexes]
    outer = [plan.layout.side(boundary.side) for boundary in plan.boundaries if boundary.is_exterior]
    data = paths.inner_sides(inside)
    if outer:
        data += line_path(lines_shape(outer).intersection(plan.inside))
    canvas.path(data, stroke="grid", stroke_width="grid")


def _draw_pattern(canvas: Canvas, plan: DeckPlan, kind: str, floor: BaseGeometry) -> None:
    """Tiles, boards and planks by lines, plates of corridors by marks, and the border of an airlock."""
    color, scale = f"{floor_name(kind)}_line", plan.scale
    name, _, step = floor_pattern(kind).partition("-")
    if kind == "corridor":
        _draw_guides(canvas, plan, floor)
    elif kind == "airlock":
        _draw_border(canvas, plan, floor)
    elif name:
        lines = _PATTERNS[name](floor.bounds, float(step) * scale)
        _draw_lines(canvas, floor, lines, stroke=color, stroke_width=_LINE * scale)


def _draw_lines(canvas: Canvas, floor: BaseGeometry, lines: list[Segment], **style: object) -> None:
    """Lines inside a floor; those of a rectangle need no clipping."""
    if not lines or len(lines) > _MAX_MARKS:
        return
    west, north, east, south = floor.bounds
    if floor.area > (east - west) * (south - north) * _FULL:
        fitting = [
            (start, end)
            for start, end in lines
            if west <= min(start[0], end[0]) and max(start[0], end[0]) <= east
            if north <= min(start[1], end[1]) and max(start[1], end[1]) <= south
        ]
        canvas.path(segment_path(fitting), **style)
    else:
        canvas.path(line_path(lines_shape(lines).intersection(floor)), **style)


def _tiles(bounds: tuple[float, float, float, float], step: float) -> list[Segment]:
    west, north, east, south = bounds
    upright = [((x, north), (x, south)) for x in _steps(west, east, step)]
    return upright + [((west, y), (east, y)) for y in _steps(north, south, step)]


def _boards(bounds: tuple[float, float, float, float], step: float) -> list[Segment]:
    west, north, east, south = bounds
    return [((west, y), (east, y)) for y in _steps(north, south, step)]


def _planks(bounds: tuple[float, float, float, float], step: float) -> list[Segment]:
    """Boards with joints, which are staggered."""
    west, _, east, south = bounds
    boards = _boards(bounds, step)
    joints = [
        ((x, y), (x, min(y + step, south)))
        for row, ((_, y), _) in enumerate(boards)
        for x in _steps(west + (row % 3 - 2) * 2 * step, east, 6 * step)
        if x > west
    ]
    return boards + joints


def _steps(start: float, end: float, step: float) -> Iterator[float]:
    """Places at a distance, as far from both ends as possible."""
    count = ceil((end - start) / step - 1e-6)
    first = start + (end - start - (count - 2) * step) / 2
    return (first + at * step for at in range(max(0, count - 1)))


_PATTERNS: dict[str, Callable[[tuple[float, float, float, float], float], list[Segment]]] = {
    "tiles": _tiles,
    "boards": _boards,
    "planks": _planks,
}


def _draw_guides(canvas: Canvas, plan: DeckPlan, floor: BaseGeometry) -> None:
    """The plates of a corridor: short slanted marks, by turns; and a line along its walls."""
    scale = plan.scale
    west, north, east, south = floor.bounds
    long, across, down = 0.9 * scale, 3.0 * scale, 1.8 * scale
    marks: list[Segment] = []
    if (east - west) / across * (south - north) / down <= _MAX_MARKS:
        for row in range(int((south - north) / down)):
            y, turn = north + 1.2 * scale + row * down, row % 2
            for column in range(int((east - west) / across) + 1):
                x = west + column * across + turn * across / 2
                marks.append(((x, y), (x + long, y + (long if turn else -long))))
    _draw_lines(canvas, floor, marks, stroke="corridor_line", stroke_width=0.18 * scale)
    # Only along the corridor, so that it is not taken for the line around a zone.
    guide = floor.buffer(-1.4 * scale - plan.wall / 2, join_style="mitre")
    sides = [side for ring in rings(guide) for side in pairwise([*ring, ring[0]])]
    lines = [side for side in sides if dist(*side) > 1.2 * plan.size]
    canvas.segments(lines, stroke="corridor_guide", stroke_width=0.3 * scale)


def _draw_border(canvas: Canvas, plan: DeckPlan, floor: BaseGeometry) -> None:
    """A border of slanted stripes."""
    from shapely import MultiPolygon, Polygon

    scale = plan.scale
    border = floor.difference(floor.buffer(-2.6 * scale, join_style="mitre"))
    west, north, east, south = floor.bounds
    step, wide, tall = 3.6 * scale, 1.7 * scale, south - north
    count = int((east - west + tall) / step) + 1
    if count > _MAX_MARKS:
        return
    stripes = []
    for at in range(count):
        x = west - tall + at * step
        stripes.append(Polygon([(x, south), (x + wide, south), (x + wide + tall, north), (x + tall, north)]))
    shape = MultiPolygon(stripes).intersection(border)
    canvas.path(area_path(shape), fill="airlock_line")
