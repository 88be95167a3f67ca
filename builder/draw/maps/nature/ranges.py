"""Ranges of mountains: summits of different heights, each in front of those behind it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import dist
from typing import TYPE_CHECKING

from builder.draw.maps.nature.plot import Marks, loop, shadow, xy
from builder.draw.surface.canvas import Canvas, Point

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

# How far apart neighbors are at most, and how far one is to the side of the other at least, in sizes.
_NEAR, _EAST = 1.95, 0.5
# How large summits are; how much smaller those that must be clear of writing; and at least.
_SIZES, _TRIED, _LEAST = (0.84, 1.14), (1.0, 0.9, 0.8, 0.7), 0.6
# Where summits and feet are, in sizes above and below the middle, and how much lower a ridge ends.
_TOP, _FOOT, _HEEL = 0.5, 0.4, 0.04
# How far feet are from the middle, in sizes, and which shares of that are tried; how large low summits are.
_WIDE, _SHARES, _LOW = (0.62, 0.76), (1.0, 0.92, 0.84, 0.76, 0.68, 0.6), (0.5, 0.66)
_SHADOW = (0.065, 0.085)
# How far ranges stay from writing, in mm.
_WRITING = 0.25


@dataclass(frozen=True, slots=True)
class _Summit:
    """A summit with its ridge down to the foot, and what its lit and its shaded face reach down to."""

    ridge: tuple[Point, ...]
    west: tuple[Point, ...]
    east: tuple[Point, ...]
    size: float

    @property
    def lit(self) -> list[Point]:
        """The face in the light, around its edge."""
        return [*self.ridge, *reversed(self.west)]

    @property
    def dark(self) -> list[Point]:
        """The face in the shade, around its edge."""
        return [*self.ridge, *reversed(self.east)]


def draw_range(
    canvas: Canvas,
    peaks: Sequence[Point],
    size: float,
    rng: random.Random,
    area: BaseGeometry,
    writing: BaseGeometry | None,
) -> None:
    """Draw a summit at each place, about ``size`` mm high and clear of all ``writing``, on a level foot.

    They differ in height, and low ones are between those side by side. Each hides what is behind it.
    Their feet are inside the ``area``.
    """
    from shapely import prepare

    prepare(area)
    summits = []
    for peak in peaks:
        tries = [size * rng.uniform(*_SIZES) * smaller for smaller in _TRIED]
        drawn = (_summit(peak, each, rng, area) for each in tries)
        summits.append(next((each for each in drawn if not _touches(each, writing)), None)
                       or _summit(peak, size * _LEAST, rng, area))  # fmt: skip
    for one, other in combinations(peaks, 2):
        if dist(one, other) < _NEAR * size and abs(one[0] - other[0]) > _EAST * size:
            middle = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
            low = _summit(middle, size * rng.uniform(*_LOW), rng, area)
            if not _touches(low, writing):
                summits.append(low)
    _draw(canvas, summits, rng)


def _summit(peak: Point, size: float, rng: random.Random, area: BaseGeometry) -> _Summit:
    """A summit at a place, its feet at one level inside an area."""
    x, y = peak

    def near(right: float, down: float) -> Point:
        loose = 0.04
        return x + (right + rng.uniform(-loose, loose)) * size, y + (down + rng.uniform(-loose, loose)) * size

    foot = y + _FOOT * size
    top, turn = near(rng.uniform(-0.12, 0.12), -_TOP), rng.choice((-1, 1))
    ridge = [top, *(near(turn * right, down) for right, down in ((0.08, -0.2), (-0.09, 0.08), (0.1, 0.26)))]
    ridge.append((near(0.0, 0.0)[0], foot + _HEEL * size))
    ends = [_end(peak, side * rng.uniform(*_WIDE) * size, foot, area) for side in (-1, 1)]
    lit, dark = ((*_shoulder(top, end, size, rng), end) for end in ends)
    return _Summit(tuple(ridge), lit, dark, size)


def _end(peak: Point, out: float, foot: float, area: BaseGeometry) -> Point:
    """Where a foot ends at a level, as far as ``out`` to a side, if that is inside an area."""
    from shapely import Point as Spot

    x = peak[0]
    spots = ((x + out * share, foot) for share in _SHARES)
    return next((spot for spot in spots if area.contains(Spot(spot))), (x + out * _SHARES[-1], foot))


def _shoulder(top: Point, end: Point, size: float, rng: random.Random) -> list[Point]:
    """Points of a slope between a summit and its end, off the straight line by turns."""
    points = []
    for share, out in ((0.3, -0.03), (0.62, 0.05)):
        off = out * size * rng.uniform(0.5, 1.3)
        points.append((top[0] + (end[0] - top[0]) * share, top[1] + (end[1] - top[1]) * share - off))
    return points


def _touches(summit: _Summit, writing: BaseGeometry | None) -> bool:
    from shapely import Polygon, STRtree, union_all

    if writing is None or writing.is_empty:
        return False
    body = union_all([Polygon(face).buffer(0) for face in (summit.lit, summit.dark)])
    tree = STRtree(getattr(writing, "geoms", [writing]))
    return bool(len(tree.query(body, predicate="dwithin", distance=_WRITING)))


def _draw(canvas: Canvas, summits: Sequence[_Summit], rng: random.Random) -> None:
    """Summits with their shadows and strokes down their faces, from the rear to the front."""
    theme = canvas.theme
    width, dark = theme.weight("terrain"), shadow(theme, "mountain", 0.35)
    style = {"stroke": "mountain_line", "stroke_width": width, "stroke_linejoin": "round"}
    for each in sorted(summits, key=lambda each: each.ridge[-1][1]):
        if dark != "none":
            right, down = (part * each.size for part in _SHADOW)
            for face in (each.lit, each.dark):
                canvas.path(loop([(x + right, y + down) for x, y in face]), fill=dark)
        canvas.path(loop(each.lit), fill="mountain_lit", **style)
        canvas.path(loop(each.dark), fill="mountain_shade", **style)
        marks = Marks()
        for side, lean in ((each.west, 0.09), (each.east, -0.1)):
            for (x1, y1), (x2, y2) in pairwise((each.ridge[0], *side)):
                for share in (0.15, 0.6):
                    x, y = x1 + (x2 - x1) * share + lean * 0.35 * each.size, y1 + (y2 - y1) * share + 0.2
                    # Where a slope ends there is little room for a stroke.
                    fall = min(rng.uniform(0.12, 0.2), 0.7 * (each.ridge[-1][1] - y) / each.size) * each.size
                    marks.line(f"M{xy(x, y)}l{xy(lean * each.size * 0.6, fall)}",
                               theme["mountain_line"], width * 0.8)  # fmt: skip
        marks.draw(canvas)
