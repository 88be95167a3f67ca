"""Landmarks of objectives in open country, by the words in their names: a hut, a mast, a cairn.

It has no effect on play, and the star of the objective is drawn over its middle.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from itertools import pairwise
from math import cos, pi, sin
from types import MappingProxyType

from builder.draw.maps.looks import look_of
from builder.draw.maps.nature.buildings import draw_pad, draw_roof
from builder.draw.maps.nature.plot import Marks, Plot, disc, is_bare, mixed, shadow, tint, xy
from builder.draw.maps.nature.rocks import draw_stones
from builder.draw.surface.canvas import Canvas, Point, mm
from builder.draw.surface.outlines import seeded
from builder.scenario.model import Objective, Scenario

DRUM = 3.0
"""The radius of a drum on a map of dots, in mm."""
Draw = Callable[[Canvas, Point, float, random.Random], None]
# How far a mast is beside the middle, in its sizes, and where its braces are, in its heights.
_ASIDE, _BRACES = 0.4, (0.0, 0.26, 0.48, 0.66, 0.8)
_STONES = 9
_RAYS = 12


def landmark_of(objective: Objective) -> str:
    """The landmark of an objective; empty if its name has no word for one."""
    return look_of((objective.title, objective.id), tuple(_LANDMARKS))


def draw_landmark(canvas: Canvas, scenario: Scenario, objective: Objective, at: Point, size: float) -> None:
    """The landmark of an objective, if it has one, about ``size`` mm wide around a point."""
    draw = _LANDMARKS.get(landmark_of(objective))
    if draw is not None:
        draw(canvas, at, size, seeded(scenario.id, "landmark", objective.id))


def draw_drum(canvas: Canvas, at: Point, radius: float) -> None:
    """A drum seen from above: its lid with a rim, staves and a bung."""
    theme, (x, y) = canvas.theme, at
    weight, dark = theme.weight("terrain"), shadow(theme, "ground", 0.45)
    if dark != "none":
        canvas.circle(x + 0.22 * radius, y + 0.32 * radius, radius, fill=dark)
    canvas.circle(x, y, radius, fill="crate", stroke="ink", stroke_width=weight * 1.6)
    line = mixed(theme, "ink", "crate", 0.55)
    canvas.circle(x, y, 0.76 * radius, stroke=line, stroke_width=weight * 1.2)
    staves = [0.0, 0.38, -0.38]
    ends = [((x - reach, y + at), (x + reach, y + at))
            for share in staves
            for at, reach in ((share * radius, (0.76**2 - share**2) ** 0.5 * radius),)]  # fmt: skip
    canvas.segments(ends, stroke=line, stroke_width=weight)
    canvas.circle(x + 0.3 * radius, y - 0.19 * radius, 0.13 * radius, fill="ink")


def _draw_house(canvas: Canvas, at: Point, size: float, rng: random.Random) -> None:
    from shapely import box
    from shapely.affinity import rotate

    x, y = at
    roof = rotate(box(x - 0.5 * size, y - 0.34 * size, x + 0.5 * size, y + 0.34 * size), rng.uniform(-5, 5))
    draw_roof(canvas, Plot(roof, rng))


def _draw_landing(canvas: Canvas, at: Point, size: float, rng: random.Random) -> None:
    from shapely import Point as Spot

    draw_pad(canvas, Plot(Spot(at).buffer(0.52 * size, quad_segs=24), rng))


def _draw_cairn(canvas: Canvas, at: Point, size: float, rng: random.Random) -> None:
    """Stones in two rings."""
    x, y = at
    spots = [
        (x + reach * size * cos(turn), y + reach * size * sin(turn))
        for reach, count in ((0.4, _STONES), (0.2, _STONES // 2))
        for turn in (2 * pi * (number + rng.uniform(-0.15, 0.15)) / count for number in range(count))
    ]
    draw_stones(canvas, sorted(spots, key=lambda spot: spot[1]), 0.24 * size, rng)


def _draw_mast(canvas: Canvas, at: Point, size: float, rng: random.Random) -> None:
    """A lattice mast with waves around its top, upright beside the middle: the star is there."""
    theme, (x, y) = canvas.theme, at
    weight, steel = theme.weight("terrain"), mixed(theme, "ink", "tower", 0.82)
    middle, foot, top = x - _ASIDE * size, y + 0.5 * size, y - 0.33 * size
    half, high = 0.15 * size, foot - top
    dark = shadow(theme, "ground", 0.4)
    if dark != "none":
        tip = middle + 0.62 * size, foot - 0.1 * size
        canvas.polygon([(middle - half, foot), tip, (middle + half, foot + 0.06 * size)], fill=dark)
    canvas.rect(middle - 1.35 * half, foot - 0.04 * size, 2.7 * half, 0.12 * size, fill="pad", stroke="ink",
                stroke_width=weight)  # fmt: skip
    legs = Marks()

    def across(share: float) -> tuple[Point, Point]:
        """The two legs at a share of the height."""
        reach = half * (1 - 0.86 * share)
        return (middle - reach, foot - share * high), (middle + reach, foot - share * high)

    for low, up in pairwise(_BRACES):
        (left, right), (left_up, right_up) = across(low), across(up)
        for start, end in ((left, right_up), (right, left_up), (left_up, right_up)):
            legs.line(f"M{xy(*start)}L{xy(*end)}", steel, weight * 1.2)
    (left, right), (left_up, right_up) = across(0.0), across(_BRACES[-1])
    legs.line(f"M{xy(*left)}L{xy(*left_up)}H{mm(right_up[0])}L{xy(*right)}", theme["ink"], weight * 2.0)
    legs.line(f"M{xy(middle, left_up[1])}V{mm(top)}", theme["ink"], weight * 2.4)
    for reach in (0.1, 0.18):
        for side in (-1, 1):
            rise, away = reach * size * 0.8, reach * size * 0.75
            bow = f"q{xy(side * away * 0.7, rise)} 0 {mm(2 * rise)}"
            legs.line(f"M{xy(middle + side * away, top - rise)}{bow}", theme["ink"], weight * 1.4)
    legs.draw(canvas)
    canvas.circle(middle, top, 0.035 * size, fill="ink")


def _draw_beacon(canvas: Canvas, at: Point, size: float, rng: random.Random) -> None:
    """A lamp on a slab, with its light on the ground."""
    theme, (x, y) = canvas.theme, at
    if not is_bare(theme):
        for reach, share in ((0.56, 0.35), (0.42, 0.6)):
            canvas.circle(x, y, reach * size, fill=mixed(theme, "hill_top", "ground", share))
    turns = [2 * pi * (number + 0.5) / _RAYS for number in range(_RAYS)]
    rays = Marks()
    for number, turn in enumerate(turns):
        start, end = 0.36 * size, (0.58, 0.48)[number % 2] * size
        ends = (xy(x + reach * cos(turn), y + reach * sin(turn)) for reach in (start, end))
        rays.line(f"M{'L'.join(ends)}", mixed(theme, "objective", "ground", 0.55), 0.045 * size)
    rays.draw(canvas)
    _slab(canvas, at, 0.29 * size)


def _draw_valve(canvas: Canvas, at: Point, size: float, rng: random.Random) -> None:
    """A pipe that comes out of the ground on both sides of a slab."""
    theme, (x, y) = canvas.theme, at
    half, thick, weight = 0.6 * size, 0.09 * size, theme.weight("terrain")
    steel = tint(theme, "tower", "paper", 0.25)
    dark = shadow(theme, "ground", 0.4)
    if dark != "none":
        canvas.rect(x - half + 0.5, y - thick + 0.8, 2 * half, 2 * thick, fill=dark)
    canvas.rect(x - half, y - thick, 2 * half, 2 * thick, fill=steel, stroke="ink", stroke_width=weight * 1.3)
    for right in (-0.56, -0.42, 0.42, 0.56):
        canvas.rect(x + right * size - 0.025 * size, y - 1.5 * thick, 0.05 * size, 3 * thick, fill=steel,
                    stroke="ink", stroke_width=weight)  # fmt: skip
    _slab(canvas, at, 0.33 * size)


def _slab(canvas: Canvas, at: Point, half: float) -> None:
    """A square of concrete with its shadow and four bolts."""
    theme, (x, y) = canvas.theme, at
    weight, dark = theme.weight("terrain"), shadow(theme, "ground", 0.4)
    if dark != "none":
        canvas.rect(x - half + 0.5, y - half + 0.8, 2 * half, 2 * half, fill=dark)
    canvas.rect(x - half, y - half, 2 * half, 2 * half, fill="pad", stroke="ink", stroke_width=weight * 1.4)
    bolts, away = Marks(), 0.78 * half
    for right, below in ((-away, -away), (away, -away), (away, away), (-away, away)):
        bolts.fill(disc(x + right, y + below, 0.09 * half, 0.09 * half), theme["ink"])
    bolts.draw(canvas)


# The first landmark that has a word in the name is drawn: a pump house is a house.
_LANDMARKS: Mapping[str, Draw] = MappingProxyType(
    {
        "house": _draw_house,
        "mast": _draw_mast,
        "beacon": _draw_beacon,
        "cairn": _draw_cairn,
        "landing": _draw_landing,
        "valve": _draw_valve,
    }
)
