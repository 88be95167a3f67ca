"""A cliff that stands up on a picture of a map: level ground above a face of rock with facets and ledges."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import hypot
from typing import TYPE_CHECKING

from builder.draw.maps.slabs.picture_view import View
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.color_vision import blend
from builder.draw.surface.outlines import rings

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

# From one edge in the face to the next in mm of the picture, and the fewest of them.
_APART, _FEWEST = 3.1, 9
# How far the ground above is inside the foot, at least and at most; and a ledge, as a share of that.
_BACK, _LEDGE_OUT = (1.6, 3.2), (0.3, 0.62)
# The heights of a ledge and of the brink, as shares of the cliff's; how wide ledges are, and which share of
# the edges in the face has one.
_LEDGE, _BRINK, _WIDE, _HAVE_LEDGE = (0.32, 0.64), (0.86, 1.0), (0.7, 1.3), 0.6
# The light in the north-west of the picture, and how much facets beside each other differ.
_LIGHT, _ROUGH = (-0.86, -0.5), 0.24
_LINE, _OUTLINE = 0.13, 0.28


@dataclass(frozen=True, slots=True)
class _Edge:
    """An edge down the face: its points in the picture, from the brink down; and the way out of the rock."""

    brink: Point
    ledge: Point
    rim: Point
    foot: Point
    out: Point


def draw_raised_cliff(
    canvas: Canvas, view: View, area: BaseGeometry, rng: random.Random, *, tall: float
) -> None:
    """The face of a cliff ``tall`` mm high around an area of the map, and the ground above it."""
    theme = canvas.theme
    for ring in rings(area):
        edges = list(_edges(view, ring, rng, tall))
        pairs = list(zip(edges, [*edges[1:], edges[0]], strict=True))
        # From the rear to the front.
        for one, other in sorted(pairs, key=lambda pair: pair[0].foot[1] + pair[1].foot[1]):
            _draw_face(canvas, one, other, rng)
        brink = [edge.brink for edge in edges]
        line = {"stroke": theme["mountain_line"], "stroke_width": _OUTLINE, "stroke_linejoin": "round"}
        canvas.polygon(brink, fill=theme["cliff"], **line)
        if not theme.saves_ink:
            # The far part of the ground above is in the light.
            middle = _middle(brink)
            far = [_between(middle, point, 0.94 if point[1] < middle[1] else 0.25) for point in brink]
            canvas.polygon(far, fill=blend(theme["mountain_lit"], theme["cliff"], 0.55))


def _edges(view: View, ring: Sequence[Point], rng: random.Random, tall: float) -> Iterator[_Edge]:
    """Edges down the face along a ring of the map."""
    from shapely import LinearRing

    course = LinearRing([view.at(point) for point in ring])
    count = max(_FEWEST, round(course.length / _APART))
    feet = []
    for number in range(count):
        spot = course.interpolate((number + rng.uniform(-0.34, 0.34)) / count, normalized=True)
        feet.append((spot.x, spot.y))
    middle = _middle(feet)
    for x, y in feet:
        across, down = middle[0] - x, middle[1] - y
        long = hypot(across, down) or 1.0
        inward = across / long, down / long
        back = min(rng.uniform(*_BACK), long * 0.6)
        out, high = back * rng.uniform(*_LEDGE_OUT), tall * rng.uniform(*_LEDGE)
        wide = rng.uniform(*_WIDE) if rng.random() < _HAVE_LEDGE else 0.0
        top = tall * rng.uniform(*_BRINK)
        inside = min(back, out + wide)
        yield _Edge(
            (x + inward[0] * back, y + inward[1] * back - top),
            (x + inward[0] * inside, y + inward[1] * inside - high),
            (x + inward[0] * out, y + inward[1] * out - high),
            (x, y),
            (-inward[0], -inward[1]),
        )


def _draw_face(canvas: Canvas, one: _Edge, other: _Edge, rng: random.Random) -> None:
    """The rock between two edges: facets in two tones, a ledge between them, and a cleft on the dark side."""
    theme = canvas.theme
    light = sum((a + b) / 2 * part for a, b, part in zip(one.out, other.out, _LIGHT, strict=True))
    upper, lower = (
        (one.brink, other.brink, other.ledge, one.ledge),
        (one.rim, other.rim, other.foot, one.foot),
    )
    for corners, lift in ((lower, -0.1), (upper, 0.06)):
        first, second, third, fourth = corners
        halves = ((first, second, fourth), (second, third, fourth))
        if rng.random() < 0.5:
            halves = ((first, second, third), (first, third, fourth))
        for half in halves:
            tone = _tone(canvas, light + lift + rng.uniform(-_ROUGH, _ROUGH))
            canvas.polygon(half, fill=tone, stroke=tone, stroke_width=_LINE)
    ledge = blend(theme["mountain_lit"], _tone(canvas, light), 0.45)
    canvas.polygon((one.ledge, other.ledge, other.rim, one.rim), fill=ledge, stroke=ledge, stroke_width=_LINE)
    line = {"stroke": theme["mountain_line"], "stroke_width": _LINE, "stroke_linecap": "round"}
    for start, end in (
        (one.brink, one.ledge),
        (one.rim, one.foot),
        (one.rim, other.rim),
        (one.foot, other.foot),
    ):
        canvas.line(start, end, **line)
    if light < 0:
        for start, end in ((one.brink, one.ledge), (one.rim, one.foot)):
            stop = _between(start, end, rng.uniform(0.6, 1.0))
            canvas.line(start, stop, stroke=theme["mountain_line"], stroke_width=_OUTLINE)


def _tone(canvas: Canvas, light: float) -> str:
    """The color of a facet that faces the light by that much, from 1 toward it to -1 away from it."""
    theme = canvas.theme
    if theme.saves_ink:
        return theme["cliff"]
    shade = blend("#000000", theme["mountain_shade"], 0.3)
    return blend(theme["mountain_lit"], shade, min(1.0, max(0.0, 0.46 + 0.52 * light)))


def _middle(points: Sequence[Point]) -> Point:
    x, y = (sum(values) / len(points) for values in zip(*points, strict=True))
    return x, y


def _between(start: Point, end: Point, share: float) -> Point:
    """The point at a share of the way from one point to another."""
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
