"""Ranges of mountains: neighboring summits of different heights on one crest, with saddles between them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import dist
from typing import TYPE_CHECKING

from builder.draw.maps.nature.plot import Marks, loop, shadow, xy
from builder.draw.surface.canvas import Canvas, Point

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

# How far apart neighbors are at most, and how far a neighbor on a crest is east of one at least, in sizes.
_NEAR, _EAST = 1.95, 0.5
# How often a range goes on to a third summit.
_GOES_ON = 0.7
# How large summits are, so that one of a range is the highest; and how much smaller those that must be low.
_HIGH, _LOW, _TRIED = (0.98, 1.12), (0.66, 0.9), (1.0, 0.88, 0.76)
# Where summits, saddles and feet are, in sizes above and below the line through the middles.
_TOP, _SADDLE, _FOOT = 0.48, (-0.06, 0.08), 0.42
# Where a slope ends that no other summit follows, in sizes.
_OUT = 0.58
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


def chained(peaks: Sequence[Point], size: float, rng: random.Random) -> list[list[Point]]:
    """The places of peaks in ranges of up to three from west to east; those without a neighbor are alone."""
    left, ranges = sorted(peaks), list[list[Point]]()
    while left:
        chain = [left.pop(0)]
        while len(chain) == 1 or (len(chain) == 2 and rng.random() < _GOES_ON):
            last = chain[-1]
            beside = [
                each for each in left if dist(each, last) < _NEAR * size and each[0] - last[0] > _EAST * size
            ]
            if not beside:
                break
            chain.append(rng.choice(beside))
            left.remove(chain[-1])
        ranges.append(chain)
    return ranges


def draw_range(
    canvas: Canvas, peaks: Sequence[Point], size: float, rng: random.Random, writing: BaseGeometry | None
) -> bool:
    """Draw a range of two summits or more, each about ``size`` mm high, clear of all ``writing``.

    Returns whether there is room for it.
    """
    highest = rng.randrange(len(peaks))
    shares = [rng.uniform(*(_HIGH if number == highest else _LOW)) for number in range(len(peaks))]
    state = rng.getstate()
    for smaller in _TRIED:
        rng.setstate(state)
        summits = list(_summits(peaks, [smaller * size * share for share in shares], rng))
        if not _touches(summits, writing):
            _draw(canvas, summits, rng)
            return True
    return False


def _summits(peaks: Sequence[Point], sizes: Sequence[float], rng: random.Random) -> Iterator[_Summit]:
    """The summits of a range, from west to east; a saddle is a part of the slopes on both of its sides."""

    def near(x: float, y: float, size: float) -> Point:
        loose = 0.04 * size
        return x + rng.uniform(-loose, loose), y + rng.uniform(-loose, loose)

    first, last = peaks[0], peaks[-1]
    ends: list[tuple[Point, ...]] = [
        (near(first[0] - _OUT * sizes[0], first[1] + _FOOT * sizes[0], sizes[0]),)
    ]
    for (one, other), (small, large) in zip(pairwise(peaks), pairwise(sizes), strict=True):
        x, y, size = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2, min(small, large)
        ends.append((near(x, y - rng.uniform(*_SADDLE) * size, size), near(x, y + 0.4 * size, size)))
    ends.append((near(last[0] + _OUT * sizes[-1], last[1] + _FOOT * sizes[-1], sizes[-1]),))
    for (x, y), size, west, east in zip(peaks, sizes, ends, ends[1:], strict=False):
        top = near(x + rng.uniform(-0.1, 0.1) * size, y - _TOP * size, size)
        bends = [(0.08, -0.2), (-0.09, 0.08), (0.1, 0.26)]
        turn = rng.choice((-1, 1))
        ridge = [top, *(near(x + turn * right * size, y + down * size, size) for right, down in bends)]
        ridge.append(near(x, y + (_FOOT + 0.04) * size, size))
        sides = ((top, *_shoulder(top, end[0], size, rng), *end) for end in (west, east))
        lit, dark = (tuple(side[1:]) for side in sides)
        yield _Summit(tuple(ridge), lit, dark, size)


def _shoulder(top: Point, end: Point, size: float, rng: random.Random) -> list[Point]:
    """Points of a slope between a summit and its end, off the straight line by turns."""
    points = []
    for share, out in ((0.3, -0.03), (0.62, 0.05)):
        off = out * size * rng.uniform(0.5, 1.3)
        points.append((top[0] + (end[0] - top[0]) * share, top[1] + (end[1] - top[1]) * share - off))
    return points


def _touches(summits: Sequence[_Summit], writing: BaseGeometry | None) -> bool:
    from shapely import Polygon, STRtree, union_all

    if writing is None or writing.is_empty:
        return False
    body = union_all([Polygon(face).buffer(0) for each in summits for face in (each.lit, each.dark)])
    tree = STRtree(getattr(writing, "geoms", [writing]))
    return bool(len(tree.query(body, predicate="dwithin", distance=_WRITING)))


def _draw(canvas: Canvas, summits: Sequence[_Summit], rng: random.Random) -> None:
    """A shadow below the range, then its faces, and strokes down them."""
    theme = canvas.theme
    width, dark = theme.weight("terrain"), shadow(theme, "mountain", 0.35)
    if dark != "none":
        for each in summits:
            right, down = (part * each.size for part in _SHADOW)
            for face in (each.lit, each.dark):
                canvas.path(loop([(x + right, y + down) for x, y in face]), fill=dark)
    style = {"stroke": "mountain_line", "stroke_width": width, "stroke_linejoin": "round"}
    marks = Marks()
    # What is nearer is drawn over what is behind it.
    for each in sorted(summits, key=lambda each: each.ridge[-1][1]):
        canvas.path(loop(each.lit), fill="mountain_lit", **style)
        canvas.path(loop(each.dark), fill="mountain_shade", **style)
    for each in summits:
        for side, lean in ((each.west, 0.09), (each.east, -0.1)):
            for (x1, y1), (x2, y2) in pairwise((each.ridge[0], *side[:3])):
                for share in (0.15, 0.6):
                    x, y = x1 + (x2 - x1) * share + lean * 0.35 * each.size, y1 + (y2 - y1) * share + 0.2
                    fall = rng.uniform(0.12, 0.2) * each.size
                    marks.line(f"M{xy(x, y)}l{xy(lean * each.size * 0.6, fall)}",
                               theme["mountain_line"], width * 0.8)  # fmt: skip
    marks.draw(canvas)
