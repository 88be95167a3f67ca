"""What is on open ground for show: a track, tufts, pebbles and gullies, all pale, as they have no effect."""

from __future__ import annotations

from typing import TYPE_CHECKING

from builder.draw.maps.nature.plot import Marks, Plot, disc, is_bare, mixed, xy
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.outlines import line_path

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapely.geometry.base import BaseGeometry

# Half the distance of the ruts of a track, the width of the worn ground below them and of each, in mm.
_RUT, _WORN, _LINE = 0.85, 2.9, 0.42
# Ruts come and go; shorter pieces of a track are left out, in mm.
_DASH, _SHORTEST = "4.2 0.5 7 0.9 2.6 0.6", 6.0
# How far details are from each other and from what is kept clear, in mm.
_APART, _CLEAR = 9.5, 2.4
# The shares of tufts, of pebbles, and of gullies, which are the rest.
_TUFTS, _PEBBLES = 0.52, 0.4


def draw_track(canvas: Canvas, line: Sequence[Point], ground: BaseGeometry) -> None:
    """Two worn ruts along a line, where the ``ground`` is open."""
    from shapely import LineString, get_parts, unary_union

    if is_bare(canvas.theme):
        return
    theme, way = canvas.theme, LineString(line).simplify(0.02)
    pieces = [each for each in get_parts(way.intersection(ground)).tolist() if each.length >= _SHORTEST]
    if not pieces:
        return
    worn = unary_union(pieces)
    canvas.path(
        line_path(worn), stroke="loose", stroke_width=_WORN, stroke_linecap="round", stroke_opacity=0.5
    )
    ruts = [each.offset_curve(side * _RUT) for each in pieces for side in (1, -1)]
    canvas.path(
        line_path(unary_union(ruts)), stroke=mixed(theme, "loose_line", "ground", 0.5), stroke_width=_LINE,
        stroke_dasharray=_DASH, stroke_linecap="round",
    )  # fmt: skip


def draw_scenery(canvas: Canvas, plot: Plot) -> None:
    """Tufts, pebbles and dry gullies on open ground, few and small, so that none looks like terrain."""
    theme, rng = canvas.theme, plot.rng
    if is_bare(theme):
        return
    marks, weight = Marks(), theme.weight("terrain")
    green, stone = mixed(theme, "woods_line", "ground", 0.42), mixed(theme, "rocks_line", "ground", 0.42)
    earth = mixed(theme, "hill_line", "ground", 0.34)
    for x, y in plot.points(_APART, 2.5, clear=_CLEAR):
        kind = rng.random()
        if kind < _TUFTS:
            for lean in (-0.9, -0.4, 0.1, 0.6):
                foot = x + lean * 0.9 + rng.uniform(-0.15, 0.15)
                marks.line(f"M{xy(foot, y)}l{xy(lean * 0.5, -rng.uniform(1.0, 1.6))}", green, weight)
        elif kind < _TUFTS + _PEBBLES:
            for _ in range(rng.randint(3, 6)):
                size = rng.uniform(0.2, 0.4)
                at = x + rng.uniform(-1.7, 1.7), y + rng.uniform(-0.9, 0.9)
                marks.fill(disc(*at, size, size * 0.75), stone)
        else:
            for aside in (0.0, 0.8):
                bend = rng.uniform(0.5, 1.0)
                curve = f"q0.9 {round(-bend, 2):g} 1.9 0t1.9 0"
                marks.line(f"M{xy(x - 1.9 + aside, y + aside)}{curve}", earth, weight)
    marks.draw(canvas)
