"""Open ground: patches of near tones and blades of grass, without any effect on play."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from math import sqrt
from typing import Any

from builder.draw.maps.nature.plot import Marks, Plot, disc, is_bare, mixed, tint, xy
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.outlines import area_path, organic
from builder.draw.surface.theme import Theme

Blade = tuple[Point, str, str]
"""A tuft of grass: where it stands, its path, and its color."""

_PATCH = 1500.0
_MAX_PATCHES = 60
_BLADES_APART = 5.6
_SQUARE = 90.0
BARE = 0.6
"""How far grass stays away from what is kept clear, in mm."""
# How far details of bare ground are from each other and from everything else, in mm, and how many there are.
_DETAILS_APART, _DETAILS_CLEAR, _MAX_DETAILS = 17.0, 5.0, 80
# The share of tufts among them.
_TUFTS = 0.6
_TONES = (("muted", 0.03), ("paper", 0.07), ("loose", 0.09))


def draw_open_ground(
    canvas: Canvas, plot: Plot, *, color: str = "ground", blades: Iterable[Blade] | None = None
) -> None:
    """Patches and blades of grass over a map, by default all that do not stand on what is kept clear."""
    theme, rng = canvas.theme, plot.rng
    canvas.path(area_path(plot.visible), fill=color, fill_rule="evenodd")
    if is_bare(theme):
        return
    key = "ground-patches", plot.visible.wkb, rng.getstate()
    patches, state = canvas.context.memo.get(key, lambda: _patches(plot))
    rng.setstate(state)
    for data, (toward, share) in patches:
        canvas.path(data, fill=tint(theme, color, toward, share))
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


def draw_details(canvas: Canvas, plot: Plot) -> None:
    """Tufts and pebbles on large bare ground, few and small, so that none looks like terrain."""
    theme, rng = canvas.theme, plot.rng
    if is_bare(theme):
        return
    marks, weight = Marks(), theme.weight("terrain")
    green, stone = mixed(theme, "woods_line", "ground", 0.45), mixed(theme, "rocks_line", "ground", 0.5)
    for x, y in plot.points(_DETAILS_APART, 5.0, clear=_DETAILS_CLEAR)[:_MAX_DETAILS]:
        if rng.random() < _TUFTS:
            for lean in (-0.9, -0.4, 0.1, 0.6):
                foot = x + lean * 0.9 + rng.uniform(-0.15, 0.15)
                marks.line(f"M{xy(foot, y)}l{xy(lean * 0.5, -rng.uniform(1.1, 1.7))}", green, weight)
        else:
            for _ in range(rng.randint(3, 6)):
                size = rng.uniform(0.22, 0.45)
                at = x + rng.uniform(-1.8, 1.8), y + rng.uniform(-1.0, 1.0)
                marks.fill(disc(*at, size, size * 0.75), stone)
    marks.draw(canvas)


def _patches(plot: Plot) -> tuple[list[tuple[str, tuple[str, float]]], Any]:
    """The paths of patches with their tones, and the state of the random numbers after them."""
    from shapely import Polygon

    patches, rng = [], plot.rng
    west, north, east, south = plot.visible.bounds
    count = min(_MAX_PATCHES, round((east - west) * (south - north) / _PATCH))
    grow = max(1.0, sqrt((east - west) * (south - north) / _PATCH / _MAX_PATCHES))
    for _ in range(count):
        x, y = rng.uniform(west, east), rng.uniform(north, south)
        outline = organic((x, y), rng.uniform(10, 30) * grow, rng, amplitude=0.22)
        flat = Polygon([(x + (a - x) * 1.4, y + (b - y) * 0.72) for a, b in outline])
        tone = rng.choice(_TONES)
        patches.append((area_path(flat.intersection(plot.visible)), tone))
    return patches, rng.getstate()
