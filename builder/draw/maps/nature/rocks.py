"""Rocks, loose ground and mountains, with the light from the north-west."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import cos, hypot, pi, sin
from typing import TYPE_CHECKING

from builder.draw.maps.nature.crags import draw_crags
from builder.draw.maps.nature.hills import LIGHT
from builder.draw.maps.nature.plot import Marks, Plot, disc, loop, mixed, shadow, xy
from builder.draw.maps.nature.ranges import draw_range
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.color_vision import blend

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

_STONE = 2.5
_SHADES = 5
# How many stones a bed has at least, and how much smaller they can be for that.
_FEWEST, _SMALLER = 6, (0.8, 0.65)
_CRAG = 10.5


def draw_rocks(canvas: Canvas, plot: Plot, *, size: float = _STONE) -> None:
    """A bed of gravel with stones; ``size`` is about their width in mm."""
    theme = canvas.theme
    plot.fill(canvas, "rocks", mixed(theme, "rocks_line", "rocks", 0.42))
    draw_gravel(canvas, plot)
    draw_bed(canvas, plot, size=size)


def draw_gravel(canvas: Canvas, plot: Plot) -> None:
    """Specks of gravel all over a plot."""
    gravel, grit = Marks(), mixed(canvas.theme, "rocks_line", "rocks", 0.5)
    for x, y in plot.points(1.3, 0.5):
        gravel.fill(disc(x, y, 0.14, 0.14), grit)
    gravel.draw(canvas)


def draw_bed(canvas: Canvas, plot: Plot, *, size: float = _STONE) -> None:
    """Stones all over a plot, of about a ``size`` in mm; smaller ones in a small plot, which has several."""
    for smaller in (1.0, *_SMALLER):
        own = size * smaller
        points = plot.points(own * 1.4, own * 0.62, clear=own * 0.85)
        if len(points) >= _FEWEST:
            break
    size = own
    if not points and plot.clear is None:
        points = [(center.x, center.y) for center in (plot.visible.representative_point(),)]
    draw_stones(canvas, points, size * plot.growth, plot.rng)


def draw_stones(
    canvas: Canvas, points: Sequence[Point], size: float, rng: random.Random, color: str = ""
) -> None:
    """Stones of five to seven corners, with facets shaded by their angle to the light.

    They have the theme's ``color`` of stones unless they have one of their own.
    """
    theme, marks, edges, shadows = canvas.theme, Marks(), Marks(), Marks()
    stone = color or theme["stone"]
    width = theme.weight("terrain")
    dark = shadow(theme, "rocks", 0.42)
    for x, y in points:
        radius = size * rng.uniform(0.48, 0.78)
        count, start = rng.randint(5, 7), rng.uniform(0, 2 * pi)
        corners = []
        for step in range(count):
            turn = start + 2 * pi * step / count + rng.uniform(-0.25, 0.25)
            reach = radius * rng.uniform(0.78, 1.08)
            corners.append((x + reach * cos(turn), y + reach * sin(turn) * 0.85))
        top = x - radius * 0.16, y - radius * 0.2
        inner = [(top[0] + (a - top[0]) * 0.3, top[1] + (b - top[1]) * 0.3) for a, b in corners]
        if dark != "none":
            shadows.fill(loop([(a + 0.16 * radius, b + 0.25 * radius) for a, b in corners]), dark)
        marks.fill(loop(corners), stone)
        edges.line(loop(corners), theme["rocks_line"], width)
        for step in range(count):
            ends, tops = (corners[step - 1], corners[step]), (inner[step], inner[step - 1])
            light = _facing(x, y, *ends)
            if theme.saves_ink:
                if light < -0.2:
                    edges.line(f"M{xy(*inner[step])}L{xy(*corners[step])}", theme["rocks_line"], width * 0.7)
            else:
                marks.fill(loop([*ends, *tops]), _lit(stone, light))
    shadows.draw(canvas)
    marks.draw(canvas)
    edges.draw(canvas)


def draw_loose(canvas: Canvas, plot: Plot) -> None:
    """Sand or scree: grains and ripples inside a dotted edge."""
    theme = canvas.theme
    line = theme["loose_line"]
    plot.fill(canvas, "loose", mixed(theme, "loose_line", "loose", 0.7), dash="0.3 0.9")
    marks = Marks()
    for x, y in plot.points(1.9, 0.7):
        grain = plot.rng.choice((0.14, 0.18, 0.27))
        marks.fill(disc(x, y, grain, grain), line)
    for x, y in plot.points(4.6, 1.7, clear=1.8):
        marks.line(f"M{xy(x - 1.5, y)}q0.8 -0.8 1.6 0t1.6 0", line, theme.weight("terrain"))
    marks.draw(canvas)


def draw_mountain(
    canvas: Canvas,
    plot: Plot,
    *,
    peaks: Sequence[Point] | None = None,
    size: float = _CRAG,
    writing: BaseGeometry | None = None,
) -> None:
    """Steep rock with a summit of about ``size`` mm at each of the ``peaks``, or with crags all over it.

    Summits are clear of all ``writing``.
    """
    plot.fill(canvas, "mountain", "mountain_line", 1.1)
    if peaks is None:
        size = min(size, max(4.0, plot.visible.area**0.5 * 0.36)) * plot.growth
        inset = size * 0.52 / plot.growth
        peaks = plot.points(size * 0.68 / plot.growth, inset)
        if not peaks:
            middle = plot.visible.representative_point()
            peaks = [(middle.x, middle.y)]
        draw_crags(canvas, peaks, size, plot.rng)
    else:
        draw_range(canvas, peaks, size, plot.rng, plot.visible, writing)


def _facing(x: float, y: float, one: Point, other: Point) -> float:
    """How far an edge of a stone around (x, y) faces the light: 1 towards it, −1 away from it."""
    right, below = (one[0] + other[0]) / 2 - x, (one[1] + other[1]) / 2 - y
    return (right * LIGHT[0] + below * LIGHT[1]) / (hypot(right, below) or 1.0)


def _lit(color: str, light: float) -> str:
    """A stone's color on a facet, in a few steps, so that facets of many stones share a path."""
    step = round(light * _SHADES) / _SHADES
    return blend("#ffffff", color, 0.38 * step) if step > 0 else blend("#000000", color, -0.34 * step)
