"""Buildings, towers and bunkers that stand up on the picture of a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import dist
from types import MappingProxyType

from builder.draw.maps.nature.open_buildings import OPEN
from builder.draw.maps.open.raised_faces import draw_box, draw_face, draw_slits, grown_corners
from builder.draw.maps.slabs.picture_view import View
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.color_vision import blend

BUILT: Mapping[str, float] = MappingProxyType({"tower": 8.4, "bunker": 3.4, "building": 7.0, OPEN: 7.0})
"""The heights of the walls of what people built, by symbol, in mm of the picture."""
RIDGE = 3.4
"""How high a hipped roof is, in mm of the picture."""
# The cap of a tower: how far it reaches beyond the walls, in mm of the picture, its edge and its point.
_EAVES, _CAP_EDGE, _CAP = 0.9, 0.7, 2.0
# The windows of a tower, and the slit of a bunker with the slab above it.
_WINDOW, _WINDOW_LEVEL = (0.7, 1.3), 0.62
_SLIT, _SLIT_LEVEL, _SLAB, _SLAB_OUT = 0.75, 0.45, 0.7, 0.5


def draw_building(canvas: Canvas, view: View, symbol: str, corners: Sequence[Point], tall: float) -> None:
    """What people built on a rectangle of the map, with walls ``tall`` mm high."""
    if symbol == "tower":
        _draw_tower(canvas, view, corners, tall)
    elif symbol == "bunker":
        _draw_bunker(canvas, view, corners, tall)
    else:
        _draw_house(canvas, view, corners, tall)


def _draw_tower(canvas: Canvas, view: View, corners: Sequence[Point], tall: float) -> None:
    """Courses of stone with windows, below a pointed cap that reaches beyond them."""
    theme = canvas.theme
    stone, roof = theme["rocks"], theme["building"]
    draw_box(canvas, view, corners, 0.0, tall, stone, is_coursed=True)
    draw_slits(canvas, view, corners, tall * _WINDOW_LEVEL, _WINDOW, 2)
    eaves = grown_corners(corners, _EAVES / view.scale)
    draw_box(canvas, view, eaves, tall, tall + _CAP_EDGE, roof)
    ground = [view.at(corner) for corner in eaves]
    x0, y0 = sum(x for x, _ in ground) / 4, sum(y for _, y in ground) / 4
    peak = x0, y0 - tall - _CAP_EDGE - _CAP
    edges = [(x, y - tall - _CAP_EDGE) for x, y in ground]
    for one, other in by_depth(edges):
        draw_face(canvas, [one, other, peak], blend("#000000", roof, _shade(one, other) - 0.05))


def _draw_bunker(canvas: Canvas, view: View, corners: Sequence[Point], tall: float) -> None:
    """Low thick walls with a slit, below a slab."""
    concrete = blend("#ffffff", canvas.theme["rocks_line"], 0.5)
    draw_box(canvas, view, corners, 0.0, tall - _SLAB, concrete)
    wide = min(
        dist(*(view.at(corner) for corner in corners[:2])),
        dist(*(view.at(corner) for corner in corners[1:3])),
    )
    draw_slits(canvas, view, corners, tall * _SLIT_LEVEL, (wide * 0.55, _SLIT), 1)
    draw_box(canvas, view, grown_corners(corners, _SLAB_OUT / view.scale), tall - _SLAB, tall, concrete)


def _draw_house(canvas: Canvas, view: View, corners: Sequence[Point], tall: float) -> None:
    """Walls with windows below a hipped roof."""
    theme = canvas.theme
    ridge, roof, wall = RIDGE * tall / BUILT["building"], theme["building"], theme["rocks"]
    ground = [view.at(corner) for corner in corners]
    for (x1, y1), (x2, y2) in by_depth(ground):
        points = [(x1, y1), (x2, y2), (x2, y2 - tall), (x1, y1 - tall)]
        draw_face(canvas, points, blend("#000000", wall, _shade((x1, y1), (x2, y2))))
    if tall > BUILT["building"] / 2:
        draw_slits(canvas, view, corners, tall * 0.45, (1.0, 1.3), 3)
    eaves = [(x, y - tall) for x, y in ground]
    first, second = _ridge(corners)
    ends = [(x, y - tall - ridge) for x, y in map(view.at, (first, second))]
    for one, other in by_depth(eaves):
        near = sorted(ends, key=lambda end: (end[0] - one[0]) ** 2 + (end[1] - one[1]) ** 2)
        far = sorted(ends, key=lambda end: (end[0] - other[0]) ** 2 + (end[1] - other[1]) ** 2)
        points = [one, other, far[0]] + ([near[0]] if near[0] != far[0] else [])
        draw_face(canvas, points, blend("#000000", roof, _shade(one, other) - 0.05))


def _ridge(corners: Sequence[Point]) -> tuple[Point, Point]:
    """The ends of the ridge of a hipped roof over a rectangle."""
    a, b, c, d = corners
    long, short = dist(a, b), dist(b, c)
    if long < short:
        a, b, c, d, long, short = b, c, d, a, short, long
    share = short / 2 / long
    start, end = ((a[0] + d[0]) / 2, (a[1] + d[1]) / 2), ((b[0] + c[0]) / 2, (b[1] + c[1]) / 2)
    way = end[0] - start[0], end[1] - start[1]
    first = start[0] + way[0] * share, start[1] + way[1] * share
    return first, (end[0] - way[0] * share, end[1] - way[1] * share)


def by_depth(corners: Sequence[Point]) -> list[tuple[Point, Point]]:
    """The sides between corners, those at the rear first, each from its west end."""
    sides = [(min(one, other), max(one, other)) for one, other in pairwise([*corners, corners[0]])]
    return sorted(sides, key=lambda side: side[0][1] + side[1][1])


def _shade(west: Point, east: Point) -> float:
    """How dark a side is: one that falls to the east faces away from the light."""
    return 0.42 if east[1] > west[1] else 0.18
