"""Crags of mountains: of several forms and heights, mirrored and twinned, with ridges between them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import dist
from typing import TYPE_CHECKING

from builder.draw.maps.nature.plot import Marks, clear_of, loop, shadow, xy
from builder.draw.surface.canvas import Canvas, Point

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

# The size of the crag that the figures below describe, in mm.
_USUAL = 10.5
# How far apart neighbors are at most, whose ridge is drawn, and how far it stays from numbers, in sizes.
_NEAR, _OFF_NUMBERS = 1.95, 0.3
# How much smaller a crag can be than the largest, and the crags of a ridge than those at its ends.
_SIZES, _LOW = (0.8, 1.0), (0.46, 0.6)
_SHADOW = (0.7, 0.9)


@dataclass(frozen=True, slots=True)
class _Form:
    """A crag around (0, 0): its summit, what is below it to both sides, and its ridge down to the foot."""

    top: Point
    west: tuple[Point, ...]
    east: tuple[Point, ...]
    ridge: tuple[Point, ...]

    @property
    def mirrored(self) -> _Form:
        """The same from the other side."""

        def turned(points: Sequence[Point]) -> tuple[Point, ...]:
            return tuple((-x, y) for x, y in points)

        [top] = turned([self.top])
        return _Form(top, turned(self.east), turned(self.west), turned(self.ridge))


_HORN = _Form(
    (0.0, -4.8),
    ((-2.8, -1.2), (-5.6, 4.4)),
    ((3.0, -1.0), (5.6, 4.2)),
    ((0.6, -2.0), (-0.6, 0.8), (0.9, 4.6)),
)
_BLUNT = _Form(
    (1.3, -3.6),
    ((-1.5, -3.0), (-3.6, 0.2), (-6.0, 4.3)),
    ((3.2, -0.8), (4.2, 1.2), (6.0, 4.2)),
    ((0.9, -2.2), (1.7, 0.0), (0.2, 2.2), (0.9, 4.6)),
)
_LEANING = _Form(
    (-1.7, -4.9),
    ((-3.2, -1.4), (-3.8, 1.2), (-5.4, 4.4)),
    ((0.6, -1.9), (2.5, -1.2), (4.1, 1.6), (6.2, 4.2)),
    ((-0.9, -2.6), (-1.6, -0.4), (0.3, 1.8), (-0.3, 4.6)),
)
_BROAD = _Form(
    (-0.3, -3.0),
    ((-2.4, -1.0), (-4.2, 0.4), (-6.4, 4.2)),
    ((1.8, -1.6), (3.6, 0.6), (6.4, 4.2)),
    ((0.5, -1.2), (-0.5, 0.6), (0.8, 2.4), (0.2, 4.5)),
)
_FORMS = (_HORN, _LEANING, _BLUNT, _BROAD)
# One of two crags in a hex, and how far it is from the middle to the east and to the south.
_TWINS = ((0.72, 2.7, 0.9), (0.8, -1.9, 0.2))


@dataclass(frozen=True, slots=True)
class _Crag:
    """A form at a place, and how large it is."""

    form: _Form
    at: Point
    size: float


def draw_crags(
    canvas: Canvas,
    peaks: Sequence[Point],
    size: float,
    rng: random.Random,
    clear: BaseGeometry | None = None,
    *,
    joined: bool = False,
) -> None:
    """Crags with a lit and a shaded face, from north to south, of ``size`` mm at most.

    If they are ``joined``, low ones are between neighbors where nothing is to be kept ``clear``.
    """
    crags = [crag for number, peak in enumerate(peaks) for crag in _at(peak, number, size, rng)]
    ends = combinations(peaks, 2) if joined else ()
    middles = [
        ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2 + 0.06 * size)
        for one, other in ends
        if dist(one, other) < _NEAR * size
    ]
    for middle in clear_of(clear, middles, _OFF_NUMBERS * size):
        crags.append(_Crag(_turned(rng.choice(_FORMS[1:]), rng), middle, size * rng.uniform(*_LOW)))
    for crag in sorted(crags, key=lambda crag: (crag.at[1] + 0.4 * crag.size, crag.at[0])):
        _draw(canvas, crag, rng)


def _at(peak: Point, number: int, size: float, rng: random.Random) -> list[_Crag]:
    """One crag or two at a place; the forms come by turns, so that no neighbors are alike."""
    size *= rng.uniform(*_SIZES)
    x, y = peak[0] + rng.uniform(-0.07, 0.07) * size, peak[1] + rng.uniform(0.0, 0.06) * size
    form = (number * 3 + rng.randint(0, 1)) % (len(_FORMS) + 1)
    if form < len(_FORMS):
        return [_Crag(_turned(_FORMS[form], rng), (x, y), size)]
    side, unit = rng.choice((-1, 1)), size / _USUAL
    return [
        _Crag(_turned(rng.choice(_FORMS[:2]), rng), (x + side * right * unit, y + down * unit), size * share)
        for share, right, down in _TWINS
    ]


def _turned(form: _Form, rng: random.Random) -> _Form:
    return form.mirrored if rng.random() < 0.5 else form


def _draw(canvas: Canvas, crag: _Crag, rng: random.Random) -> None:
    """A crag with its shadow, and strokes down its faces."""
    theme, unit = canvas.theme, crag.size / _USUAL
    width, dark = theme.weight("terrain"), shadow(theme, "mountain", 0.35)

    def at(points: Sequence[Point], loose: float = 0.35) -> list[Point]:
        moved = ((rng.uniform(-loose, loose), rng.uniform(-loose, loose)) for _ in points)
        return [
            (crag.at[0] + (right + aside) * unit, crag.at[1] + (down + below) * unit)
            for (right, down), (aside, below) in zip(points, moved, strict=True)
        ]

    [top] = at([crag.form.top], 0.5)
    west, east, ridge = at(crag.form.west), at(crag.form.east), at(crag.form.ridge)
    if dark != "none":
        outline = [top, *east, ridge[-1], *reversed(west)]
        canvas.path(loop([(x + _SHADOW[0] * unit, y + _SHADOW[1] * unit) for x, y in outline]), fill=dark)
    style = {"stroke": "mountain_line", "stroke_width": width, "stroke_linejoin": "round"}
    canvas.path(loop([top, *ridge, *reversed(west)]), fill="mountain_lit", **style)
    canvas.path(loop([top, *east, *reversed(ridge)]), fill="mountain_shade", **style)
    marks = Marks()
    for slope, lean in ((west, 0.9), (east, -1.0)):
        for (x1, y1), (x2, y2) in pairwise(slope):
            for share in (0.1, 0.6):
                x, y = x1 + (x2 - x1) * share + lean * 0.35 * unit, y1 + (y2 - y1) * share
                marks.line(f"M{xy(x, y)}l{xy(lean * unit, rng.uniform(1.4, 2.1) * unit)}",
                           theme["mountain_line"], width * 0.8)  # fmt: skip
    marks.draw(canvas)
