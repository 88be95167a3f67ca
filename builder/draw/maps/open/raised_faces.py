"""Upright faces of what people built, on a picture that is seen from above: boxes with courses of stone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import dist

from builder.draw.maps.slabs.picture_view import View
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.color_vision import blend

EDGE = 0.15
"""The width of the outlines of faces, in mm."""
# How far apart courses of stone are, and the joints in them.
_COURSE, _JOINT = 1.05, 1.7
_MORTAR = 0.12
# How dark a face is that falls to the right, and any other one.
_FALLING, _LIT = 0.34, 0.12


def draw_face(canvas: Canvas, points: Sequence[Point], fill: str) -> None:
    """One face with its outline."""
    canvas.polygon(points, fill=fill, stroke="ink", stroke_width=EDGE, stroke_linejoin="round")


def seen_sides(view: View, corners: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    """The sides of a footprint that are seen, as points of the picture, those at the rear first."""
    from shapely.geometry.polygon import LinearRing

    ground = [view.at(corner) for corner in corners]
    if not LinearRing(ground).is_ccw:
        ground.reverse()
    # Clockwise to the reader, as y runs down: a side that runs to the left is in front.
    sides = [(two, one) for one, two in pairwise([*ground, ground[0]]) if two[0] < one[0] - 1e-6]
    return iter(sorted(sides, key=lambda side: side[0][1] + side[1][1]))


def draw_box(
    canvas: Canvas, view: View, corners: Sequence[Point], low: float, high: float, color: str, top: str = "",
    *, is_coursed: bool = False,
) -> None:  # fmt: skip
    """A box over a footprint, from one height to another: its seen faces, and its top, which is lighter.

    The faces of one that ``is_coursed`` have courses of stone.
    """
    for one, two in seen_sides(view, corners):
        dark = _FALLING if two[1] > one[1] else _LIT
        fill = blend("#000000", color, dark)
        draw_face(canvas, [_up(one, low), _up(two, low), _up(two, high), _up(one, high)], fill)
        if is_coursed:
            _draw_courses(canvas, one, two, (low, high), blend("#000000", fill, 0.28))
    points = [_up(view.at(corner), high) for corner in corners]
    draw_face(canvas, points, top or blend("#ffffff", color, 0.3))


def _draw_courses(canvas: Canvas, one: Point, two: Point, span: tuple[float, float], color: str) -> None:
    """Joints between courses, and between the stones of each."""
    low, high = span
    rows = max(2, round((high - low) / _COURSE))
    step, run = (high - low) / rows, dist(one, two)
    lines = [(_up(one, low + step * row), _up(two, low + step * row)) for row in range(1, rows)]
    for row in range(rows):
        at = _JOINT * (0.35 if row % 2 else 0.85)
        while at < run - 0.3:
            share = at / run
            spot = one[0] + (two[0] - one[0]) * share, one[1] + (two[1] - one[1]) * share
            lines.append((_up(spot, low + step * row), _up(spot, low + step * (row + 1))))
            at += _JOINT
    canvas.segments(lines, stroke=color, stroke_width=_MORTAR)


def draw_slits(
    canvas: Canvas, view: View, corners: Sequence[Point], level: float, size: tuple[float, float], count: int
) -> None:
    """Dark openings ``size`` mm wide and high on each seen face of a footprint, at a ``level`` in mm."""
    wide, tall = size
    for one, two in seen_sides(view, corners):
        run = dist(one, two)
        for number in range(count):
            middle, half = (number + 0.5) / count, wide / 2 / max(run, wide)
            ends = [
                (one[0] + (two[0] - one[0]) * share, one[1] + (two[1] - one[1]) * share)
                for share in (middle - half, middle + half)
            ]
            first, last = ends
            points = [_up(first, level), _up(last, level), _up(last, level + tall), _up(first, level + tall)]
            canvas.polygon(points, fill="ink")


def grown_corners(corners: Sequence[Point], by: float) -> list[Point]:
    """The corners of a footprint moved away from its middle by some mm."""
    x0 = sum(x for x, _ in corners) / len(corners)
    y0 = sum(y for _, y in corners) / len(corners)
    moved = []
    for x, y in corners:
        far = dist((x, y), (x0, y0)) or 1.0
        moved.append((x + (x - x0) / far * by, y + (y - y0) / far * by))
    return moved


def _up(point: Point, height: float) -> Point:
    return point[0], point[1] - height
