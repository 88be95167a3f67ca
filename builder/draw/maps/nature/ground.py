"""Open ground: patches of near tones and blades of grass, without any effect on play."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import sqrt
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from builder.draw.maps.nature.plot import Marks, Plot, mixed, xy
from builder.draw.surface.canvas import Canvas, Point, mm
from builder.draw.surface.outlines import area_path, organic
from builder.draw.surface.theme import Theme

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

Blade = tuple[Point, str, str]
"""A tuft of grass: where it stands, its path, and its color."""

_PATCH = 1500.0
_MAX_PATCHES = 60
_BLADES_APART = 5.6
_SQUARE = 90.0
BARE = 0.6
"""How far grass stays away from what is kept clear, in mm."""
Tones = Sequence[tuple[str, float]]
"""The colors of patches with the strength of each in the middle, which fades to their edges in steps."""
WORN: Tones = (("ink", 0.05), ("paper", 0.2), ("loose", 0.2))
"""Those of worn paving."""
_TONES: Tones = (("loose_line", 0.09), ("paper", 0.15), ("loose", 0.2), ("woods", 0.12))
_FADES, _FADE, _EXACT = 2, 0.9, 0.35
# The trodden ground around pieces: how far each step of it goes, how strong it is, and its usual color.
_TRODDEN, _TROD, _EARTH = (4.4, 3.3, 2.2, 1.1), 0.034, "hill_line"
_GROWN = MappingProxyType(
    {"woods": "woods_line", "brush": "woods_line", "marsh": "marsh_line", "rocks": "rocks_line"}
)
# The shade along the edges of a map, in mm, its steps and the strength of each.
_EDGE, _EDGES, _EDGE_SHADE = 9.0, 7, 0.02


def draw_open_ground(
    canvas: Canvas,
    plot: Plot,
    *,
    color: str = "ground",
    blades: Iterable[Blade] | None = None,
    tones: Tones = _TONES,
) -> None:
    """Patches and blades of grass over a map, by default all that do not stand on what is kept clear."""
    theme, rng = canvas.theme, plot.rng
    canvas.path(area_path(plot.visible), fill=color, fill_rule="evenodd")
    if theme.saves_ink:
        return
    key = "ground-patches", plot.visible.wkb, rng.getstate(), tones
    patches, state = canvas.context.memo.get(key, lambda: _patches(plot, tones))
    rng.setstate(state)
    for steps, (toward, share) in patches:
        for data in steps:
            canvas.path(data, fill=toward, fill_opacity=share / _FADES)
    # In squares, so that an edit redraws only the grass around it.
    squares: defaultdict[tuple[float, float], Marks] = defaultdict(Marks)
    weight = theme.weight("terrain")
    for (x, y), data, green in grass_of(plot, theme, color) if blades is None else blades:
        squares[x // _SQUARE, y // _SQUARE].line(data, green, weight)
    for grass in squares.values():
        grass.draw(canvas)


def grass_of(plot: Plot, theme: Theme, color: str = "ground") -> list[Blade]:
    """The blades of grass on a plot, clear of what is kept clear."""
    rng, blades = plot.rng, []
    greens = [mixed(theme, "woods_line", color, 0.28), mixed(theme, "loose_line", color, 0.5)]
    for x, y in plot.points(_BLADES_APART, 2.0, clear=BARE):
        for aside in (0.0, rng.uniform(0.9, 1.7)):
            blade = "l0.25 -0.9" if rng.random() < 0.6 else "h0.5"
            blades.append(((x, y), f"M{xy(x + aside, y + aside * 0.4)}{blade}", rng.choice(greens)))
    return blades


def draw_trodden(canvas: Canvas, pieces: Iterable[tuple[str, BaseGeometry]], ground: BaseGeometry) -> None:
    """Growth, stones or bare earth around pieces, each a symbol and an area, which beds them in."""
    from shapely import unary_union

    if canvas.theme.saves_ink:
        return
    by_color: defaultdict[str, list[BaseGeometry]] = defaultdict(list)
    for symbol, area in pieces:
        by_color[_GROWN.get(symbol, _EARTH)].append(area)
    for color, areas in by_color.items():
        whole = unary_union(areas)
        for reach in _TRODDEN:
            around = whole.buffer(reach, 4).intersection(ground).simplify(0.05)
            canvas.path(area_path(around), fill=color, fill_opacity=_TROD, fill_rule="evenodd")


def shade_edges(canvas: Canvas, wide: float, deep: float, *, strength: float = 1.0) -> None:
    """The shade along the inner edges of a map, ``strength`` times as strong as on open ground."""
    if canvas.theme.saves_ink:
        return
    for step in range(1, _EDGES + 1):
        inset = _EDGE * (step / _EDGES) ** 1.5
        inner = f"M{xy(inset, inset)}V{mm(deep - inset)}H{mm(wide - inset)}V{mm(inset)}Z"
        outer = f"M0 0H{mm(wide)}V{mm(deep)}H0Z"
        canvas.path(outer + inner, fill="hill_line", fill_opacity=_EDGE_SHADE * strength, fill_rule="evenodd")


def soft_patch(
    at: Point, radius: float, rng: random.Random, within: BaseGeometry, insets: Iterable[float]
) -> list[str]:
    """The paths of a wide patch around a point, from the outermost inward, each smaller by an inset in mm."""
    from shapely import Polygon

    x, y = at
    outline = organic(at, radius, rng, amplitude=0.22)
    flat = Polygon([(x + (a - x) * 1.4, y + (b - y) * 0.72) for a, b in outline])
    # Nobody sees the exact edge of what fades out, and each sheet of a map has all patches.
    soft = (flat.buffer(-inset, 4).simplify(_EXACT) for inset in insets)
    return [area_path(step.intersection(within)) for step in soft]


def _patches(plot: Plot, tones: Tones) -> tuple[list[tuple[list[str], tuple[str, float]]], Any]:
    """The paths of patches, each from the outermost step inward, and the random numbers' state after them."""
    patches, rng = [], plot.rng
    west, north, east, south = plot.visible.bounds
    count = min(_MAX_PATCHES, round((east - west) * (south - north) / _PATCH))
    grow = max(1.0, sqrt((east - west) * (south - north) / _PATCH / _MAX_PATCHES))
    for _ in range(count):
        at = rng.uniform(west, east), rng.uniform(north, south)
        radius = rng.uniform(10, 30) * grow
        paths = soft_patch(at, radius, rng, plot.visible, (_FADE * step for step in range(_FADES)))
        patches.append((paths, rng.choice(tones)))
    return patches, rng.getstate()
