"""Natural outlines that cover the same ground as circles, rectangles, polygons, lines and hexes."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import hypot, pi, sin
from typing import TYPE_CHECKING

from builder.draw.surface.canvas import Point
from builder.draw.surface.outlines import organic, rings
from builder.geometry.shapes import Shape

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

_WAVES = (3, 5, 8)
_AMPLITUDE = 0.065
_ROUNDING = 0.16
_WOBBLE = 0.7
_BETWEEN = 4.0
_SMALLEST = 0.5
# Corners that are nearer than this to a straight line are left out.
_PRECISION = 0.04


def exact(shape: Shape) -> BaseGeometry:
    """A shape in mm with its own edge, for what people built."""
    from shapely import LineString, Point, Polygon

    if shape.encloses:
        return Polygon(shape.points).buffer(shape.radius)
    if len(shape.points) == 1:
        return Point(shape.points[0]).buffer(shape.radius, quad_segs=24)
    return LineString(shape.points).buffer(shape.radius)


def natural(shape: Shape, rng: random.Random) -> BaseGeometry:
    """A natural outline with the area of a shape in mm."""
    from shapely import LineString, Polygon

    if len(shape.points) == 1:
        return Polygon(organic(shape.points[0], shape.radius, rng, amplitude=_AMPLITUDE)).buffer(0)
    if shape.encloses:
        area = exact(shape)
        west, north, east, south = area.bounds
        rounding = min(east - west, south - north) * _ROUNDING
        wobble = min(_WOBBLE, rounding * 0.35)
        return _with_area(softened(area, rng, inset=0.0, rounding=rounding, wobble=wobble), area)
    course = LineString(_curve(shape.points, closed=False))
    area = course.buffer(shape.radius, cap_style="round")
    wobble = min(_WOBBLE, shape.radius * 0.25)
    return _with_area(softened(area, rng, inset=0.0, rounding=0.0, wobble=wobble), exact(shape))


def softened(
    area: BaseGeometry, rng: random.Random, *, inset: float, rounding: float, wobble: float
) -> BaseGeometry:
    """An area with round corners, ``inset`` mm inside its edge, pushed in and out by ``wobble`` mm."""
    from shapely import Polygon, unary_union

    core = area.buffer(-inset - rounding).buffer(2 * rounding, quad_segs=6).buffer(-rounding)
    if core.is_empty:
        core = area.buffer(-inset * 0.5)
    parts = []
    for part in getattr(core, "geoms", [core]):
        outlines = [_wobbled(ring, rng, wobble) for ring in rings(part)]
        if outlines:
            parts.append(Polygon(outlines[0], outlines[1:]).buffer(0).simplify(_PRECISION))
    whole = unary_union(parts)
    return whole if whole.area > _SMALLEST else area


def _with_area(outline: BaseGeometry, model: BaseGeometry) -> BaseGeometry:
    """An outline enlarged or reduced to the area of its model."""
    from shapely.affinity import scale

    factor = (model.area / outline.area) ** 0.5
    return scale(outline, factor, factor, origin=model.centroid)


def _wobbled(ring: Sequence[Point], rng: random.Random, wobble: float) -> list[Point]:
    from shapely import LinearRing, get_coordinates, line_interpolate_point

    edge = LinearRing(ring)
    count = max(10, round(edge.length / _BETWEEN))
    step = edge.length / count
    phases = [rng.uniform(0, 2 * pi) for _ in _WAVES]
    here = get_coordinates(line_interpolate_point(edge, [n * step for n in range(count)])).tolist()
    ahead = get_coordinates(
        line_interpolate_point(edge, [(n * step + step * 0.3) % edge.length for n in range(count)])
    ).tolist()
    points = []
    for number, ((x, y), (x2, y2)) in enumerate(zip(here, ahead, strict=True)):
        run = hypot(x2 - x, y2 - y) or 1.0
        turn = 2 * pi * number / count
        push = sum(sin(wave * turn + phase) for wave, phase in zip(_WAVES, phases, strict=True)) / len(_WAVES)
        push = wobble * (0.7 * push + 0.3 * rng.uniform(-1, 1))
        points.append((x + (y2 - y) / run * push, y - (x2 - x) / run * push))
    return _curve(points, closed=True)


def _curve(points: Sequence[Point], *, closed: bool) -> list[Point]:
    """Points on a Catmull-Rom spline, about a millimeter apart."""
    count = len(points)

    def point(at: int) -> Point:
        return points[at % count] if closed else points[min(max(at, 0), count - 1)]

    curve: list[Point] = []
    for at in range(count if closed else count - 1):
        a, b, c, d = (point(at + step) for step in (-1, 0, 1, 2))
        pieces = max(1, round(hypot(c[0] - b[0], c[1] - b[1])))
        for piece in range(pieces):
            t = piece / pieces
            curve.append(
                tuple(
                    0.5
                    * (
                        2 * q
                        + (r - p) * t
                        + (2 * p - 5 * q + 4 * r - s) * t**2
                        + (3 * q - p - 3 * r + s) * t**3
                    )
                    for p, q, r, s in zip(a, b, c, d, strict=True)
                )  # type: ignore[arg-type]
            )
    if not closed:
        curve.append(points[-1])
    return curve
