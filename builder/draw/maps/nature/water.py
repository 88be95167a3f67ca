"""Water with lines along its shore, shallows, and marsh."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from math import pi
from typing import TYPE_CHECKING, Any

from builder.draw.maps.nature.canopy import tuft
from builder.draw.maps.nature.plot import Marks, Plot, mixed, tint, xy
from builder.draw.maps.nature.rocks import draw_bed, draw_gravel
from builder.draw.surface.canvas import Canvas
from builder.draw.surface.outlines import area_path, line_path, organic, smooth_path

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

# The distance of each line from the shore in mm, its weight, and how pale it is.
_SHORE = ((1.3, 0.5, 0.0), (3.3, 0.38, 0.2), (6.0, 0.28, 0.38), (9.4, 0.22, 0.52))
# How far from the shore each band of deeper water begins, in mm, and how dark it is.
_DEPTHS = ((15.0, 0.1), (31.0, 0.2), (47.0, 0.3))
_MUCH = 2.0
# How far from open water the channel through a swamp gets paler in mm, and over how much its shores fade.
_BLEED = 9.0, 6.0, 3.0
_FADE, _FADES = 5.0, 5
_BANK = 1.6
_WAVE = "q1.1 -1.2 2.2 0t2.2 0"


def draw_water(
    canvas: Canvas, plot: Plot, *, color: str = "water", whole: BaseGeometry | None = None
) -> None:
    """Deep water, or shallows in another ``color``: lines that follow the shore, and waves in open water.

    If the plot is only a part of a water, ``whole`` is all of it: only its edges are shores, and deep water
    gets darker further from them.
    """
    theme = canvas.theme
    water = plot.area if whole is None else whole
    inside = plot.visible.buffer(-0.01)
    if whole is None:
        plot.fill(canvas, color, "water_line", _BANK)
    else:
        canvas.path(area_path(plot.visible), fill=color, fill_rule="evenodd")
        edge = whole.boundary.intersection(plot.visible.buffer(0.3))
        canvas.path(line_path(edge), stroke="water_line", stroke_width=theme.weight("terrain") * _BANK)
        if color == "water" and not theme.saves_ink:
            _draw_depths(canvas, plot, water)
    # On a map with much water, fewer lines.
    memo = canvas.context.memo
    for away, weight, pale in _SHORE if plot.coarse < _MUCH else _SHORE[:2]:
        lines = memo.get(("shore", water.wkb, inside.wkb, away), partial(_shore, water, inside, away))
        if lines.is_empty:
            continue
        if whole is not None and plot.clear is not None:
            lines = lines.difference(plot.clear)
        canvas.path(line_path(lines), stroke=mixed(theme, "water_line", color, 1 - pale), stroke_width=weight)
    marks, line = Marks(), mixed(theme, "water_line", color, 0.85)
    for x, y in plot.points(8.5, 3.6, clear=2.4):
        marks.line(f"M{xy(x - 2.2, y)}{_WAVE}", line, 0.34)
    marks.draw(canvas)


def _shore(water: BaseGeometry, inside: BaseGeometry, away: float) -> BaseGeometry:
    """The line at a distance from the shore of a water, as far as it is inside an area."""
    shore = water.buffer(-away - 1.0, quad_segs=4).buffer(1.0, quad_segs=4).simplify(0.04)
    return shore.boundary.intersection(inside)


def _draw_depths(canvas: Canvas, plot: Plot, water: BaseGeometry) -> None:
    """Darker bands further from the shore, with wavy edges."""
    phases = [plot.rng.uniform(0, 2 * pi) for _ in range(2)]
    key = "depths", water.wkb, plot.visible.wkb, *phases
    bands = canvas.context.memo.get(key, partial(_depths, water, plot.visible, phases))
    for data, (_, share) in zip(bands, _DEPTHS, strict=False):
        color = tint(canvas.theme, "water", "water_line", share)
        canvas.path(data, fill=color, fill_rule="evenodd")


def _depths(water: BaseGeometry, visible: BaseGeometry, phases: Sequence[float]) -> list[str]:
    """The paths of the bands, as many as the water has room for."""
    from numpy import sin
    from shapely import segmentize, transform

    def wavy(points: Any) -> Any:
        x, y = points[:, 0], points[:, 1]
        points = points.copy()
        points[:, 0] = x + 1.5 * sin(y / 17 + phases[0])
        points[:, 1] = y + 2.0 * sin(x / 23 + phases[1])
        return points

    paths = []
    for away, _ in _DEPTHS:
        deep = water.buffer(-away).buffer(-3.0).buffer(3.0, quad_segs=4)
        if deep.is_empty:
            break
        paths.append(area_path(transform(segmentize(deep, 5.0), wavy).buffer(0).intersection(visible)))
    return paths


def draw_shallow(canvas: Canvas, plot: Plot) -> None:
    """Water that can be waded."""
    draw_water(canvas, plot, color="shallow")


def draw_marsh(canvas: Canvas, plot: Plot) -> None:
    """Wet ground inside a dashed edge: pools and tufts of reed."""
    plot.fill(canvas, "marsh", mixed(canvas.theme, "marsh_line", "marsh", 0.75), 1.3, dash="1.3 0.8")
    _draw_reeds(canvas, plot, plot, 3.1)


def draw_ford(
    canvas: Canvas, plot: Plot, whole: BaseGeometry, open: BaseGeometry, *, ground: str = "marsh"
) -> None:
    """The swampy or stony ``ground`` of a ford, and the river that runs through it in a pale channel.

    ``whole`` is all of the river with its fords, whose edge is that of the ford, and ``open`` is its water
    with the channel.
    """
    dry = _draw_channel(canvas, plot, whole, open, ground)
    if ground == "marsh":
        _draw_reeds(canvas, plot, dry, 2.2)
    else:
        # Stones stand in the channel too: one steps from one to the next.
        draw_gravel(canvas, dry)
        draw_bed(canvas, plot)


def _draw_reeds(canvas: Canvas, plot: Plot, dry: Plot, inset: float) -> None:
    """Pools and tufts of reed on the ground beside a channel, and short lines everywhere."""
    theme, rng = canvas.theme, plot.rng
    weight = theme.weight("terrain")
    pools = dry.points(5.6, inset, clear=2.8)
    shine = Marks()
    for x, y in pools:
        wide = rng.uniform(1.8, 3.2) * plot.growth
        outline = [(a, y + (b - y) * 0.45) for a, b in organic((x, y), wide, rng, amplitude=0.14)[::4]]
        canvas.path(smooth_path(outline), fill="water", stroke="water_line", stroke_width=weight)
        if not theme.saves_ink:
            light = tint(theme, "water", "paper", 0.8)
            shine.line(f"M{xy(x - wide * 0.5, y - 0.1)}h{round(wide * 0.7, 2):g}", light, weight)
            shine.line(f"M{xy(x - wide * 0.1, y + 0.5)}h{round(wide * 0.55, 2):g}", light, weight)
    shine.draw(canvas)
    reeds = Marks()
    for x, y in dry.points(2.5, 1.2, clear=1.3):
        near = any(abs(x - a) < 3.0 and -0.6 < y - b < 2.0 for a, b in pools)
        if not near:
            reeds.line(tuft(x, y), theme["marsh_line"], weight)
    for x, y in plot.points(4.2, 1.3, clear=0.9):
        reeds.line(f"M{xy(x - 0.7, y)}h1.4", theme["water_line"], weight * 0.7)
    reeds.draw(canvas)


def _draw_channel(canvas: Canvas, plot: Plot, whole: BaseGeometry, open: BaseGeometry, ground: str) -> Plot:
    """The ground of a ford and the pale channel through it; the rest of the plot, beside the channel."""
    theme, visible, is_swamp = canvas.theme, plot.visible, ground == "marsh"
    canvas.path(area_path(visible), fill=ground, fill_rule="evenodd")
    water, channel = whole.difference(plot.area), visible.intersection(open)
    canvas.path(area_path(channel), fill="shallow", fill_rule="evenodd")
    for reach in _BLEED if not theme.saves_ink else ():
        deep = channel.intersection(water.buffer(reach, quad_segs=6))
        canvas.path(area_path(deep), fill="water", fill_opacity=1 / (len(_BLEED) + 1), fill_rule="evenodd")
    _draw_fading(canvas, visible, water, open)
    bank = whole.boundary.intersection(visible.buffer(0.3)).difference(open.boundary.buffer(0.1))
    weight = theme.weight("terrain")
    edge = mixed(theme, f"{ground}_line", ground, 0.75)
    dash = {"stroke_dasharray": "1.3 0.8", "stroke_linecap": "round"} if is_swamp else {}
    canvas.path(line_path(bank), stroke=edge, stroke_width=weight * 1.3, **dash)
    wet = replace(plot, area=channel)
    marks = Marks()
    for x, y in wet.points(6.4, 2.2, clear=2.0):
        marks.line(f"M{xy(x - 2.2, y)}{_WAVE}", mixed(theme, "water_line", "shallow", 0.7), 0.3)
    for x, y in wet.points(4.6, 1.4, clear=1.3) if is_swamp else ():
        marks.line(tuft(x, y), theme["marsh_line"], weight)
    marks.draw(canvas)
    return replace(plot, area=plot.area.difference(channel.buffer(0.6)))


def _draw_fading(canvas: Canvas, visible: BaseGeometry, water: BaseGeometry, open: BaseGeometry) -> None:
    """The lines of a shore where they run from open water into a channel: each piece is paler and thinner.

    The edge of the channel itself goes on.
    """
    theme = canvas.theme
    weight = theme.weight("terrain")
    edge = open.boundary.intersection(visible.buffer(0.05))
    lines = [(_shore(open, visible, away), wide, pale) for away, wide, pale in _SHORE]
    nearer = water
    for number in range(_FADES):
        share = (number + 0.5) / _FADES
        reach = water.buffer(_FADE * (number + 1) / _FADES, quad_segs=6)
        here = reach.difference(nearer)
        thick = weight * (_BANK - (_BANK - 1) * share)
        color = mixed(theme, "water_line", "shallow", 1 - 0.3 * share)
        canvas.path(line_path(edge.intersection(here)), stroke=color, stroke_width=thick)
        for line, wide, pale in lines:
            color = mixed(theme, "water_line", "shallow", (1 - pale) * (1 - share))
            canvas.path(line_path(line.intersection(here)), stroke=color, stroke_width=wide)
        nearer = reach
    color = mixed(theme, "water_line", "shallow", 0.7)
    canvas.path(line_path(edge.difference(nearer)), stroke=color, stroke_width=weight)
