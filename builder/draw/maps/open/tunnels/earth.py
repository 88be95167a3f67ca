"""The rock around the tunnels below a table: its tones, its grit and the stones that fell from the walls."""

from __future__ import annotations

from math import cos, pi, sin
from typing import TYPE_CHECKING

from builder.draw.maps.nature.ground import shade_edges, soft_patch
from builder.draw.maps.nature.plot import Marks, Plot, clear_of, disc, mixed
from builder.draw.maps.nature.rocks import draw_stones
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.color_vision import blend
from builder.draw.surface.outlines import area_path, scattered, seeded
from builder.draw.surface.theme import Theme

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

# How far from the middle of one soft patch to the next, how many there are at most, and their radii, in mm.
_PATCHES_APART, _MOST_PATCHES, _PATCH = 52.0, 6, (24.0, 34.0)
# The edges of patches fade in these steps, in mm; the colors of patches with their strength in the middle.
_FADE = tuple(1.6 * step for step in range(7))
_TONES = (("earth_tone", 0.25), ("tunnel", 0.45), ("earth_tone", 0.19))
# The shade along the edges of the map is so many times as strong as on a table, which is lighter.
_EDGES = 1.5
# Heaps of stones along the walls: the nearest and farthest from the hollow, and how far apart, in mm.
_NEAREST, _FARTHEST, _HEAPS_APART = 3.6, 7.0, 12.0
# So far inside the edges of the map is the middle of a heap, in mm, so that all of it is on the map.
_INSIDE = 5.5
# Not every place has a heap. A heap has one large stone or two, and small ones this far around it, in mm.
_HEAPED, _LARGE, _SMALL, _AROUND = 0.72, 2.5, 1.25, (1.5, 3.6)
# The middle of a large stone is so far from what is written, that of a small one half as far.
_OFF = 2.4


def earth_color(theme: Theme) -> str:
    """The color of the earth around tunnels: pale enough for names."""
    return theme["paper"] if theme.saves_ink else blend(theme["earth"], theme["paper"], 0.42)


def draw_earth(
    canvas: Canvas, ground: BaseGeometry, hollow: BaseGeometry, written: BaseGeometry, id: str
) -> None:
    """Earth all over the ``ground`` with stones near the ``hollow``, none on what is ``written``."""
    from shapely import GeometryCollection

    theme = canvas.theme
    canvas.path(area_path(ground), fill=earth_color(theme))
    if has_tones(theme):
        _draw_tones(canvas, ground, id)
    clear = GeometryCollection([written, hollow.buffer(_NEAREST - _OFF)])
    plot = Plot(ground, seeded(id, "earth"), clear=clear)
    grit = Marks()
    for x, y in plot.points(4.6, 1.0):
        grit.fill(disc(x, y, 0.2, 0.2), mixed(theme, "earth", "paper", 0.75))
    grit.draw(canvas)
    large, small = stones_of(plot, hollow)
    draw_stones(canvas, small, _SMALL, plot.rng)
    draw_stones(canvas, large, _LARGE, plot.rng)


def has_tones(theme: Theme) -> bool:
    """Whether the rock has patches of other tones, which a plain theme gives no color of their own."""
    return not theme.saves_ink and theme["earth_tone"] != theme["earth"]


def stones_of(plot: Plot, hollow: BaseGeometry) -> tuple[list[Point], list[Point]]:
    """The places of large and of small stones, in heaps along the walls of the hollow.

    The plot keeps the hollow clear, and what is written.
    """
    rng, large, small = plot.rng, [], []
    inside = plot.visible.buffer(-_INSIDE)
    strip = hollow.buffer(_FARTHEST).difference(hollow.buffer(_NEAREST)).intersection(inside)
    for x, y in scattered(strip, _HEAPS_APART, rng):
        count = rng.randint(3, 6) if rng.random() < _HEAPED else 0
        if count:
            large.append((x, y))
        start = rng.uniform(0, 2 * pi)
        for number in range(count):
            turn, far = start + 2 * pi * number / count + rng.uniform(-0.3, 0.3), rng.uniform(*_AROUND)
            small.append((x + cos(turn) * far * 1.2, y + sin(turn) * far))
    return clear_of(plot.clear, large, _OFF), clear_of(plot.clear, small, _OFF / 2)


def _draw_tones(canvas: Canvas, ground: BaseGeometry, id: str) -> None:
    """A few large patches of darker and paler rock whose edges nobody sees, and the shade along the edges."""
    rng = seeded(id, "tones")
    west, north, east, south = ground.bounds
    spots = scattered(ground, _PATCHES_APART, rng)
    # From a mixed order, so that those left out are not all in the south.
    for number, at in enumerate(rng.sample(spots, min(_MOST_PATCHES, len(spots)))):
        tone, strength = _TONES[number % len(_TONES)]
        for data in soft_patch(at, rng.uniform(*_PATCH), rng, ground, _FADE):
            canvas.path(data, fill=tone, fill_opacity=round(strength / len(_FADE), 4))
    shade_edges(canvas, east - west, south - north, strength=_EDGES)
