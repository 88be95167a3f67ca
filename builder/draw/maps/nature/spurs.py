"""Bare ground of a level: spurs that run down to its edge, stones that fell from above, and dry grass."""

from __future__ import annotations

from math import cos, hypot, pi, sin
from typing import TYPE_CHECKING

from builder.draw.maps.nature.canopy import tuft
from builder.draw.maps.nature.hills import LIGHT
from builder.draw.maps.nature.plot import Marks, Plot, loop, mixed, xy
from builder.draw.surface.canvas import Canvas, Point

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

# How far spurs are apart and inside the edge, and how far they stay from writing, in mm.
_APART, _INSIDE, _CLEAR = 6.6, 2.9, 3.0
# Half the length of a spur, how far it bends, and its strokes: from one to the next and how long, in mm.
_HALF, _BEND, _STEP, _STROKE = (1.7, 2.7), 0.5, 0.6, (0.9, 1.5)
# The strokes of a spur are as dark and as wide as this on the side of the light and on the other one.
_PALE, _DARK = (0.4, 0.12), (0.75, 0.24)
# Stones below a higher level: how far they roll, how far they are apart, and their sizes, in mm.
_ROLLED, _STONES, _STONE = 5.2, 1.5, (0.22, 0.5)
_GRASS = 3.4


def draw_spurs(canvas: Canvas, plot: Plot, above: BaseGeometry | None = None) -> None:
    """Spurs and grass on a plot of bare ground, and scree at the foot of the ground ``above`` it."""
    from shapely import Point as Spot
    from shapely import prepare, shortest_line

    if plot.visible.is_empty:
        return
    theme, rng, edge, marks = canvas.theme, plot.rng, plot.area.boundary, Marks()
    spots = plot.points(_APART, _INSIDE, clear=_CLEAR)
    for x, y in spots:
        _, (right, below) = shortest_line(Spot(x, y), edge).coords
        far = hypot(right - x, below - y) or 1.0
        _spur(canvas, marks, plot, (x, y), ((right - x) / far, (below - y) / far))
    for x, y in plot.points(_GRASS, 1.6, clear=1.6):
        if rng.random() < 0.4 and all(hypot(x - a, y - b) > _HALF[1] + 0.6 for a, b in spots):
            marks.line(tuft(x, y), mixed(theme, "hill_line", "hill", 0.55), theme.weight("terrain") * 0.8)
    marks.draw(canvas)
    if above is not None and not above.is_empty:
        foot = above.buffer(_ROLLED)
        prepare(foot)
        _scree(canvas, plot, [at for at in plot.points(_STONES, 0.9, clear=1.0) if foot.contains(Spot(at))])


def _spur(canvas: Canvas, marks: Marks, plot: Plot, middle: Point, down: Point) -> None:
    """A crest that runs down a slope, with strokes from it to both sides, heavy in the shade."""
    theme, rng = canvas.theme, plot.rng
    half, bend = rng.uniform(*_HALF) * plot.growth, rng.uniform(-_BEND, _BEND)
    turn = rng.uniform(-0.3, 0.3)
    right, below = (down[0] * cos(turn) - down[1] * sin(turn), down[0] * sin(turn) + down[1] * cos(turn))
    count = max(4, round(2 * half / _STEP))
    for number in range(count):
        share = 2 * number / (count - 1) - 1
        off = bend * (1 - share * share)
        x = middle[0] + right * share * half - below * off
        y = middle[1] + below * share * half + right * off
        for side in (-1.0, 1.0):
            # Strokes fall away from the crest and down the slope.
            fall = -below * side * 0.8 + right * 0.6, right * side * 0.8 + below * 0.6
            is_lit = fall[0] * LIGHT[0] + fall[1] * LIGHT[1] > 0
            share_of_ink, width = _PALE if is_lit else _DARK
            long = rng.uniform(*_STROKE) * (1 - 0.35 * abs(share)) * plot.growth
            color = mixed(theme, "hill_line", "hill", share_of_ink)
            marks.line(f"M{xy(x, y)}l{xy(fall[0] * long, fall[1] * long)}", color, width)


def _scree(canvas: Canvas, plot: Plot, spots: list[Point]) -> None:
    """Small stones of several corners."""
    theme, rng, stones = canvas.theme, plot.rng, Marks()
    color = mixed(theme, "hill_line", "hill", 0.62)
    for x, y in spots:
        if rng.random() < 0.35:
            continue
        size, start = rng.uniform(*_STONE) * plot.growth, rng.uniform(0, pi)
        turns = [start + 2 * pi * step / 5 for step in range(5)]
        stones.fill(loop([(x + size * cos(turn), y + size * 0.8 * sin(turn)) for turn in turns]), color)
    stones.draw(canvas)
