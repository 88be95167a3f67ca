"""Cliffs: level ground above a face of rock that falls on all sides."""

from __future__ import annotations

import random
from itertools import pairwise
from math import dist
from typing import TYPE_CHECKING

from builder.draw.maps.nature.hills import LIGHT, depth_of
from builder.draw.maps.nature.plot import Marks, Plot, loop, shadow, xy
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.color_vision import blend
from builder.draw.surface.outlines import area_path, rings

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

# The depth of the face in mm and as a share of the depth of the area; and how far it is moved from the light,
# so that the face in the south-east is the widest.
_FACE, _FACE_SHARE, _MOVED = 4.2, 0.5, 0.42
# From one edge in the face to the next, and how far it may be off its place, in mm.
_APART, _LOOSE = 1.7, 0.45
_BRINK, _HEAVIER = 0.5, 0.2
_SHADOW = 1.0, 1.5
_SHADES = 5


def draw_cliff(canvas: Canvas, plot: Plot) -> None:
    """The ground above, its brink, and a face of rock with facets and clefts that fall to the foot."""
    theme, area = canvas.theme, plot.visible
    dark = shadow(theme, "ground", 0.4)
    if dark != "none":
        _draw_shadow(canvas, plot, dark)
    plot.fill(canvas, "mountain_shade", "mountain_line", 1.1)
    brinks = [_brink(ring, plot.rng) for ring in rings(_top(area))]
    above = "".join(loop(brink) for brink in brinks)
    facets, clefts = Marks(), Marks()
    for brink in brinks:
        _add_face(canvas, [*brink, brink[0]], area, plot.rng, facets, clefts)
    facets.draw(canvas)
    canvas.path(above, fill="cliff", fill_rule="evenodd")
    clefts.draw(canvas)
    canvas.path(above, stroke="mountain_line", stroke_width=_BRINK, stroke_linejoin="round")


def _draw_shadow(canvas: Canvas, plot: Plot, dark: str) -> None:
    """The shadow on the ground in the south-east."""
    from shapely.affinity import translate

    moved = translate(plot.visible, *_SHADOW)
    canvas.path(area_path(moved if plot.within is None else moved.intersection(plot.within)), fill=dark)


def _top(area: BaseGeometry) -> BaseGeometry:
    """The ground above the face: moved to the light, so that the dark side of the face is to be seen."""
    from shapely.affinity import translate

    face = min(_FACE, depth_of(area) * _FACE_SHARE)
    across, down = (part * face * _MOVED for part in LIGHT)
    return translate(area.buffer(-face * 0.8), across, down).intersection(area.buffer(-face * 0.35))


def _brink(ring: list[Point], rng: random.Random) -> list[Point]:
    """The rough corners of the brink along a ring."""
    from shapely import LinearRing

    edge = LinearRing(ring)
    count = max(5, round(edge.length / _APART))
    spots = [edge.interpolate((number + rng.uniform(-0.3, 0.3)) / count, normalized=True)
             for number in range(count)]  # fmt: skip
    loose = min(_LOOSE, edge.length / count / 4)
    return [(spot.x + rng.uniform(-loose, loose), spot.y + rng.uniform(-loose, loose)) for spot in spots]


def _add_face(
    canvas: Canvas, brink: list[Point], area: BaseGeometry, rng: random.Random, facets: Marks, clefts: Marks
) -> None:
    """The facets between a brink and the foot of the rock, and the clefts in them."""
    theme = canvas.theme
    feet = [_foot(point, area) for point in brink]
    for (one, other), (foot, next_foot) in zip(pairwise(brink), pairwise(feet), strict=True):
        top, low = _between(one, other, 0.5), _between(foot, next_foot, 0.5)
        fall = dist(top, low) or 1.0
        light = ((low[0] - top[0]) * LIGHT[0] + (low[1] - top[1]) * LIGHT[1]) / fall
        if not theme.saves_ink:
            lit = round((0.5 + 0.5 * light + rng.uniform(-0.15, 0.15)) * _SHADES) / _SHADES
            color = blend(theme["mountain_lit"], theme["mountain_shade"], min(max(lit, 0.0), 1.0))
            facets.fill(loop([one, other, next_foot, foot]), color)
        width = round(theme.weight("terrain") + _HEAVIER * (1 - light) / 2, 2)
        for start, end, share in ((one, foot, rng.uniform(0.8, 1.0)), (top, low, rng.uniform(0.35, 0.7))):
            clefts.line(f"M{xy(*start)}L{xy(*_between(start, end, share))}", theme["mountain_line"], width)


def _foot(point: Point, area: BaseGeometry) -> Point:
    """The point at the edge of an area below a point of the brink."""
    from shapely import Point as Spot
    from shapely.ops import nearest_points

    foot = nearest_points(area.boundary, Spot(point))[0]
    return foot.x, foot.y


def _between(start: Point, end: Point, share: float) -> Point:
    """The point at a share of the way from one point to another."""
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
