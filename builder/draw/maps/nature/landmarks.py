"""Landmarks of objectives in open country, by the words in their names: a hut, a mast, a cairn.

It has no effect on play, and the star of the objective is drawn over its middle.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from math import cos, pi, sin
from types import MappingProxyType

from builder.draw.maps.looks import look_of
from builder.draw.maps.nature.buildings import draw_pad, draw_roof
from builder.draw.maps.nature.plot import Marks, Plot, disc, mixed, shadow, tint, xy
from builder.draw.maps.nature.rocks import draw_stones
from builder.draw.surface.canvas import Canvas, Point, mm
from builder.draw.surface.outlines import seeded
from builder.scenario.model import Objective, Scenario

DRUM = 3.0
"""The radius of a drum on a map of dots, in mm."""
Draw = Callable[[Canvas, Point, float, random.Random], None]
# The slab of a mast, from its middle to its edges, and how far the mast is beside the middle, as shares of
# the size; and where its braces are, as shares of what its feet are apart.
_YARD, _ASIDE, _BRACES = (0.66, 0.3), 0.44, (1.0, 0.58)
_STAYS = 3
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
    """A lattice mast and a dish on one slab, as seen from above, with the middle free: the star is there."""
    theme, (x, y) = canvas.theme, at
    weight, dark = theme.weight("terrain"), shadow(theme, "ground", 0.4)
    half, high = _YARD[0] * size, _YARD[1] * size
    yard = (x - half, y - high, 2 * half, 2 * high)
    if dark != "none":
        canvas.rect(yard[0] + 0.5, yard[1] + 0.8, *yard[2:], fill=dark)
    canvas.rect(*yard, fill="pad", stroke="ink", stroke_width=weight * 1.4)
    _mast_from_above(canvas, (x - _ASIDE * size, y), 0.19 * size)
    _dish_from_above(canvas, (x + _ASIDE * size, y), 0.17 * size)


def _mast_from_above(canvas: Canvas, at: Point, half: float) -> None:
    """The legs of a mast, which meet at its top, and the braces between them, on four feet."""
    theme, (x, y) = canvas.theme, at
    weight, shade = theme.weight("terrain"), shadow(theme, "pad", 0.35)
    if shade != "none":
        # It falls beside the mast, and no farther than its slab.
        tip = x + 2.4 * half, y + 1.5 * half
        canvas.polygon([(x + half, y - half), tip, (x - half, y + half)], fill=shade)
    steel, lattice = mixed(theme, "ink", "tower", 0.7), Marks()
    for share in _BRACES:
        reach = half * share
        lattice.line(f"M{xy(x - reach, y - reach)}h{mm(2 * reach)}v{mm(2 * reach)}h{mm(-2 * reach)}Z",
                     steel, weight * 1.3)  # fmt: skip
    for right, below in ((-half, -half), (half, half), (half, -half), (-half, half)):
        lattice.line(f"M{xy(x, y)}L{xy(x + right, y + below)}", steel, weight * 1.8)
        lattice.fill(disc(x + right, y + below, 0.16 * half, 0.16 * half), theme["ink"])
    lattice.fill(disc(x, y, 0.2 * half, 0.2 * half), theme["ink"])
    lattice.draw(canvas)


def _dish_from_above(canvas: Canvas, at: Point, radius: float) -> None:
    """A dish that looks up, with the stays of what is in its focus."""
    theme, (x, y) = canvas.theme, at
    weight, shade = theme.weight("terrain"), shadow(theme, "pad", 0.35)
    if shade != "none":
        canvas.circle(x + 0.25 * radius, y + 0.35 * radius, radius, fill=shade)
    canvas.circle(x, y, radius, fill="paper", stroke="ink", stroke_width=weight * 1.4)
    canvas.circle(x, y, 0.62 * radius, stroke=mixed(theme, "ink", "paper", 0.5), stroke_width=weight)
    turns = [2 * pi * (number + 0.25) / _STAYS for number in range(_STAYS)]
    ends = [((x, y), (x + radius * cos(turn), y + radius * sin(turn))) for turn in turns]
    canvas.segments(ends, stroke=mixed(theme, "ink", "paper", 0.7), stroke_width=weight)
    canvas.circle(x, y, 0.2 * radius, fill="ink")


def _draw_beacon(canvas: Canvas, at: Point, size: float, rng: random.Random) -> None:
    """A lamp on a slab, with its light on the ground."""
    theme, (x, y) = canvas.theme, at
    if not theme.saves_ink:
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
