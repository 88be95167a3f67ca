"""Landmarks of objectives that stand up on a picture of open country: a house, a mast, a beacon, a cairn.

All lengths are mm of the picture, whatever the scale of the map is: who looks at it must see what the fight
is about.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import cos, pi, sin
from types import MappingProxyType
from typing import Any

from builder.draw.maps.nature.buildings import draw_pad
from builder.draw.maps.nature.landmarks import draw_landmark, landmark_of
from builder.draw.maps.nature.plot import Plot, disc
from builder.draw.maps.nature.rocks import draw_stones
from builder.draw.maps.open.raised_buildings import BUILT, RIDGE, draw_building
from builder.draw.maps.open.raised_faces import draw_box
from builder.draw.maps.slabs.flags import Foot
from builder.draw.maps.slabs.perspective import Upright
from builder.draw.maps.slabs.picture_view import View
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.color_vision import blend
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.outlines import seeded
from builder.scenario.model import Objective, Scenario

# The width of a landmark that lies flat, in a theme that saves ink.
_FLAT = 9.0
_EDGE = 0.18
# How dark a shadow on the ground is, and how far it falls to the east for each mm of height.
_SHADOW, _LONG = 0.3, 0.55
_LAMP, _WARM = "#ffd75a", "#fff6d0"
# The halves of the footprint of a house.
_HOUSE = (5.6, 4.0)
# The slab of concrete below a mast or a beacon: half its side and its height.
_BASE, _BASE_TALL = 2.7, 0.9
# The mast: its height, half its width at the foot and at the top, its bays, and the blocks of its guys.
_MAST, _LEGS, _BAYS, _GUY = 14.5, (1.7, 0.45), 6, 7.0
# The shaft of a beacon: its height, half its width at the foot and at the top; its lamp.
_SHAFT, _TAPER, _LENS = 7.6, (1.5, 0.95), 1.5
# The rows of stones of a cairn from the ground: how high they are, how many, and how far from the middle. It
# is lower than a house, and than the trees beside it.
_ROWS = ((0.0, 10, 3.2), (1.0, 8, 2.5), (1.95, 6, 1.8), (2.95, 4, 1.1), (4.0, 1, 0.0))
_STONE, _PALE = 2.3, "#d9cdb4"
_PAD, _POST, _SOCK = 8.2, 2.4, 7.0
# The pipe of a valve: half its length, its radius, how high its middle is; the radius of the wheel.
_PIPE, _THICK, _RAISED, _WHEEL = 7.0, 1.0, 1.6, 2.3

_Draw = Callable[[Canvas, View, Point, random.Random], None]


@dataclass(frozen=True, slots=True)
class _Landmark:
    """A drawing, how high it is, where a flag stands on top of it, and how far it reaches to both sides."""

    draw: _Draw
    tall: float
    half: float


def stand_landmarks(
    scenario: Scenario, places: Iterable[tuple[Objective, Point]], context: DrawingContext
) -> tuple[list[Upright], dict[Point, Foot]]:
    """The landmarks of objectives at points of a map, and the foot of the flag of each."""
    uprights, feet = [], {}
    for objective, at in places:
        landmark = _LANDMARKS.get(landmark_of(objective))
        if landmark is not None:
            rng = partial(seeded, scenario.id, "raised-landmark", objective.id)
            draw = partial(_draw, landmark, scenario, objective, at, rng)
            uprights.append(Upright(at, draw, landmark.tall, landmark.half))
            is_flat = context.theme.saves_ink
            feet[at] = Foot(at, half=_FLAT / 2) if is_flat else Foot.on_top(at, landmark.tall, landmark.half)
    return uprights, feet


def _draw(
    landmark: _Landmark,
    scenario: Scenario,
    objective: Objective,
    at: Point,
    rng: Callable[[], random.Random],
    canvas: Canvas,
    view: View,
) -> None:
    """A landmark; a theme that saves ink has that of the map, which is flat."""
    if canvas.theme.saves_ink:
        with canvas.layer(transform=view.matrix_at((0.0, 0.0))):
            draw_landmark(canvas, scenario, objective, at, _FLAT / view.scale)
    else:
        landmark.draw(canvas, view, at, rng())


def _square(view: View, at: Point, half: float, deep: float | None = None) -> list[Point]:
    """The corners on the map of a rectangle whose halves are mm of the picture."""
    (x, y), a, b = at, half / view.scale, (half if deep is None else deep) / view.scale
    return [(x - a, y - b), (x + a, y - b), (x + a, y + b), (x - a, y + b)]


def _cast(canvas: Canvas, points: Sequence[Point]) -> None:
    """A shadow on the ground."""
    canvas.polygon(points, fill="ink", fill_opacity=_SHADOW)


def _ground_disc(canvas: Canvas, at: Point, radius: float, color: str, strength: float) -> None:
    canvas.path(disc(at[0], at[1], radius, radius * 0.5), fill=color, fill_opacity=strength)


def _draw_house(canvas: Canvas, view: View, at: Point, rng: random.Random) -> None:
    corners = _square(view, at, *_HOUSE)
    ground = [view.at(corner) for corner in corners]
    tall = BUILT["building"]
    (x1, y1), (x2, y2), (x3, y3) = ground[1], ground[2], ground[3]
    right = tall * _LONG
    _cast(
        canvas, [(x1, y1), (x1 + right, y1 + 0.6), (x2 + right, y2 + 0.6), (x3 + right, y3 + 0.6), (x3, y3)]
    )
    draw_building(canvas, view, "building", corners, tall)


def _draw_mast(canvas: Canvas, view: View, at: Point, rng: random.Random) -> None:
    """A tower of lattice with a dish, on a slab, with guys to blocks on the ground."""
    theme, (x, y) = canvas.theme, view.at(at)
    steel, dark = blend("#ffffff", theme["tower"], 0.35), blend(theme["ink"], theme["tower"], 0.7)
    _cast(canvas, [(x - 1, y), (x + 1, y + 0.6), (x + _MAST * 0.75, y + 2.6), (x + _MAST * 0.75, y + 2.2)])
    foot, top = y - _BASE_TALL, y - _MAST
    blocks = [view.at((at[0] + a * _GUY / view.scale, at[1] + b * _GUY / view.scale))
              for a, b in ((-0.85, 0.35), (0.1, -1.0), (0.8, 0.75))]  # fmt: skip

    def guys(some: Iterable[Point]) -> None:
        for right, below in some:
            canvas.segments([((x, top + 2.4), (right, below)), ((x, top + 7.0), (right, below))],
                            stroke="#ffffff", stroke_width=0.14, stroke_opacity=0.85)  # fmt: skip
            canvas.rect(right - 0.5, below - 0.7, 1.0, 0.9, fill="pad", stroke="ink", stroke_width=0.12)

    guys(blocks[1:2])
    draw_box(canvas, view, _square(view, at, _BASE), 0.0, _BASE_TALL, theme["pad"])

    def half_at(share: float) -> float:
        return _LEGS[0] + (_LEGS[1] - _LEGS[0]) * share

    levels = [foot - (foot - top) * step / _BAYS for step in range(_BAYS + 1)]
    halves = [half_at(step / _BAYS) for step in range(_BAYS + 1)]
    rear, front, braces = [], [], []
    for step in range(_BAYS):
        (low, high), (wide, thin) = levels[step : step + 2], halves[step : step + 2]
        braces += [((x - wide, low), (x + thin, high)), ((x + wide, low), (x - thin, high))]
        braces.append(((x - thin, high), (x + thin, high)))
        rear.append(((x + wide * 0.25, low - wide * 0.5), (x + thin * 0.25, high - thin * 0.5)))
    front = [((x - halves[0], foot), (x - halves[-1], top)), ((x + halves[0], foot), (x + halves[-1], top))]
    round = {"stroke_linecap": "round"}
    canvas.segments(rear, stroke=dark, stroke_width=0.3, **round)
    canvas.segments(braces, stroke=dark, stroke_width=0.34, **round)
    canvas.segments(front[1:], stroke=dark, stroke_width=0.62, **round)
    canvas.segments(front[:1], stroke=steel, stroke_width=0.62, **round)
    for down, side, size in ((2.6, -1, 1.9), (5.6, 1, 1.35)):
        _draw_dish(canvas, (x + side * 0.9, top + down), size, side)
    canvas.line((x, top), (x, top - 1.6), stroke=dark, stroke_width=0.35)
    guys([blocks[0], blocks[2]])


def _draw_dish(canvas: Canvas, at: Point, size: float, side: int) -> None:
    """A dish that looks to one side."""
    theme, (x, y) = canvas.theme, at
    wide = size * 0.62
    line = {"stroke": "ink", "stroke_width": _EDGE}
    middle = x + side * wide * 0.6
    canvas.path(disc(middle, y, wide, size), fill=blend("#ffffff", theme["pad"], 0.6), **line)
    inner = blend(theme["ink"], theme["pad"], 0.22)
    canvas.path(disc(middle + side * wide * 0.22, y + 0.1, wide * 0.62, size * 0.74), fill=inner)
    canvas.line((middle, y), (middle + side * size * 0.95, y - 0.25), stroke="ink", stroke_width=0.25)


def _draw_beacon(canvas: Canvas, view: View, at: Point, rng: random.Random) -> None:
    """A lamp with its light around it on a tapering shaft, on a slab."""
    theme, (x, y) = canvas.theme, view.at(at)
    for radius, strength in ((8.5, 0.1), (6.2, 0.14), (4.2, 0.2)):
        _ground_disc(canvas, (x, y), radius, _LAMP, strength)
    _cast(canvas, [(x - 1, y), (x + 1.2, y + 0.8), (x + _SHAFT, y + 1.9), (x + _SHAFT, y + 1.2)])
    draw_box(canvas, view, _square(view, at, _BASE), 0.0, _BASE_TALL, theme["pad"])
    foot, top, (low, high) = y - _BASE_TALL, y - _BASE_TALL - _SHAFT, _TAPER
    steel = blend("#ffffff", theme["tower"], 0.45)
    edge: dict[str, Any] = {"stroke": "ink", "stroke_width": _EDGE, "stroke_linejoin": "round"}
    canvas.polygon(
        [(x - low, foot), (x + low, foot + 0.1), (x + high, top), (x - high, top)], fill=steel, **edge
    )
    shaded = [(x + low * 0.1, foot + 0.5), (x + low, foot + 0.1), (x + high, top), (x + high * 0.1, top)]
    canvas.polygon(shaded, fill=blend(theme["ink"], theme["tower"], 0.35))
    for share in (0.32, 0.62):
        half, level = low + (high - low) * share, foot + (top - foot) * share
        canvas.rect(x - half, level - 0.55, 2 * half, 1.1, fill="objective", **edge)
    canvas.rect(x - 1.9, top - 0.5, 3.8, 0.7, fill=blend(theme["ink"], theme["tower"], 0.5), **edge)
    middle = top - 0.5 - _LENS * 0.9
    for radius, strength in ((5.4, 0.12), (3.9, 0.2), (2.7, 0.35)):
        canvas.circle(x, middle, radius, fill=_LAMP, fill_opacity=strength)
    rays = [
        ((x + cos(turn) * 2.5, middle + sin(turn) * 2.5), (x + cos(turn) * long, middle + sin(turn) * long))
        for turn, long in ((pi * step / 6, 5.2 if step % 2 else 4.0) for step in range(12))
        if abs(sin(turn)) < 0.8
    ]
    canvas.segments(rays, stroke=_WARM, stroke_width=0.35, stroke_linecap="round")
    canvas.circle(x, middle, _LENS, fill=_LAMP, **edge)
    canvas.circle(x - 0.4, middle - 0.4, 0.65, fill="#ffffff")
    roof = middle - _LENS * 0.75
    canvas.polygon([(x - 1.7, roof), (x + 1.7, roof), (x + 0.5, roof - 1.1), (x - 0.5, roof - 1.1)],
                   fill=blend(theme["ink"], theme["tower"], 0.55), **edge)  # fmt: skip


def _draw_cairn(canvas: Canvas, view: View, at: Point, rng: random.Random) -> None:
    """Stones in rows on top of each other, those at the rear first."""
    x, y = view.at(at)
    _cast(
        canvas, [(x - 2.9, y + 0.3), (x, y + 1.9), (x + 4.7, y + 1.7), (x + 5.5, y + 0.8), (x + 2.6, y - 1.0)]
    )
    for up, count, reach in _ROWS:
        first = rng.uniform(0, 2 * pi)
        turns = (first + 2 * pi * number / count + rng.uniform(-0.12, 0.12) for number in range(count))
        spots = [(x + reach * cos(turn), y - up + reach * 0.5 * sin(turn)) for turn in turns]
        # The rows get smaller stones towards the top.
        # They are paler than rocks of the ground, so that what people piled up stands out.
        row = sorted(spots, key=lambda spot: spot[1])
        draw_stones(canvas, row, _STONE * (1.0 - 0.05 * up), rng, color=_PALE)


def _draw_landing(canvas: Canvas, view: View, at: Point, rng: random.Random) -> None:
    """A pad with lamps around it, and a windsock."""
    from shapely import Point as Spot

    theme = canvas.theme
    with canvas.layer(transform=view.matrix_at((0.0, 0.0))):
        area = Spot(at).buffer(_PAD / view.scale, quad_segs=24)
        draw_pad(canvas, Plot(area, rng))
    for number in range(6):
        turn = pi * (number + 0.5) / 3
        right, down = cos(turn) * _PAD / view.scale, sin(turn) * _PAD / view.scale
        a, b = view.at((at[0] + right, at[1] + down))
        canvas.line((a, b), (a, b - _POST), stroke="ink", stroke_width=0.4)
        canvas.circle(a, b - _POST, 1.3, fill=_LAMP, fill_opacity=0.35)
        canvas.circle(a, b - _POST, 0.6, fill=_LAMP, stroke="ink", stroke_width=0.12)
    reach = (_PAD + 1.5) / view.scale
    a, b = view.at((at[0] + reach * 0.72, at[1] - reach * 0.72))
    top = b - _SOCK
    canvas.line((a, b), (a, top), stroke="#ffffff", stroke_width=0.5)
    for number in range(4):
        left, right = a + number * 1.25, a + (number + 1) * 1.25
        one, two = 0.95 - number * 0.14, 0.95 - (number + 1) * 0.14
        drop = 0.28
        corners = [
            (left, top + 0.3 - one + number * drop), (right, top + 0.3 - two + (number + 1) * drop),
            (right, top + 0.3 + two + (number + 1) * drop), (left, top + 0.3 + one + number * drop),
        ]  # fmt: skip
        canvas.polygon(
            corners, fill="#ffffff" if number % 2 else theme["objective"], stroke="ink", stroke_width=0.12
        )


def _draw_valve(canvas: Canvas, view: View, at: Point, rng: random.Random) -> None:
    """A pipe out of the ground on both sides of a block, with a wheel on a stem."""
    theme = canvas.theme
    steel = blend("#ffffff", theme["tower"], 0.3)
    dark = blend(theme["ink"], theme["tower"], 0.5)
    half = _PIPE / view.scale
    (x1, y1), (x, y), (x2, y2) = (view.at((at[0] + side * half, at[1])) for side in (-1, 0, 1))
    _cast(canvas, [(x1, y1), (x2, y2), (x2 + 1.6, y2 + 1.4), (x1 + 1.6, y1 + 1.4)])
    ends = (x1, y1 - _RAISED), (x2, y2 - _RAISED)
    for end in ((x1, y1), (x2, y2)):
        canvas.line(end, (end[0], end[1] - _RAISED), stroke="ink", stroke_width=2 * _THICK + 0.36)
        canvas.line(end, (end[0], end[1] - _RAISED), stroke=dark, stroke_width=2 * _THICK)
    for color, thick, up in (("ink", 2 * _THICK + 0.36, 0.0), (dark, 2 * _THICK, 0.0), (steel, 1.15, 0.36),
                             ("#ffffff", 0.3, 0.6)):  # fmt: skip
        moved = [(a, b - up) for a, b in ends]
        canvas.line(moved[0], moved[1], stroke=color, stroke_width=thick, stroke_linecap="round")
    for share in (0.2, 0.36, 0.64, 0.8):
        a, b = x1 + (x2 - x1) * share, y1 + (y2 - y1) * share - _RAISED
        canvas.rect(a - 0.35, b - 1.5, 0.7, 3.0, radius=0.2, fill=steel, stroke="ink", stroke_width=_EDGE)
    draw_box(canvas, view, _square(view, at, 1.5), 0.0, 3.4, theme["tower"])
    canvas.line((x, y - 3.4), (x, y - 5.6), stroke="ink", stroke_width=0.7)
    middle = y - 5.9
    spokes = [
        ((x, middle), (x + _WHEEL * cos(turn), middle + _WHEEL * 0.55 * sin(turn)))
        for turn in (pi * (0.15 + step / 3) for step in range(6))
    ]
    for color, more in (("ink", 0.36), (theme["objective"], 0.0)):
        canvas.segments(spokes, stroke=color, stroke_width=0.4 + more)
        canvas.path(disc(x, middle, _WHEEL, _WHEEL * 0.55), stroke=color, stroke_width=0.7 + more)


_LANDMARKS: Mapping[str, _Landmark] = MappingProxyType(
    {
        "house": _Landmark(_draw_house, BUILT["building"] + RIDGE, 8.0),
        "mast": _Landmark(_draw_mast, _MAST + 1.4, 5.0),
        "beacon": _Landmark(_draw_beacon, _BASE_TALL + _SHAFT + 4.2, 4.0),
        "cairn": _Landmark(_draw_cairn, _ROWS[-1][0] + 1.1, 4.0),
        "landing": _Landmark(_draw_landing, 0.0, 10.0),
        "valve": _Landmark(_draw_valve, 6.6, 7.0),
    }
)
