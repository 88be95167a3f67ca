"""What lies in the chambers below a table: eggs, bones, a shaft. It is scenery, chosen by the seed."""

from __future__ import annotations

import functools
import random
import re
from collections.abc import Mapping, Sequence
from math import cos, pi, sin
from pathlib import Path
from typing import TYPE_CHECKING, Any

from builder.draw.maps.nature.plot import Marks, disc, loop, shadow, xy
from builder.draw.maps.nature.rocks import draw_stones
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.color_vision import blend
from builder.draw.surface.outlines import organic, scattered, seeded, smooth_path
from rulesdb.yaml_source import load_yaml

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

PLAIN = "plain"
# How much room a heap and what is loose take, as the radius in mm, and the distance between them.
_ROOM = {"eggs": 3.3, "cocoons": 3.4, "shaft": 4.9, "rubble": 2.6, "slime": 2.0}
_LOOSE, _APART = 1.9, 0.5
# Everything is drawn so much larger than its measures below.
_GROWTH = 1.3


@functools.cache
def chamber_kind(name: str) -> str:
    """The kind of chamber that a name says, in English or German, or that of any other.

    >>> chamber_kind("Nursery"), chamber_kind("Brutkammer"), chamber_kind("Chamber 2")
    ('nursery', 'nursery', 'plain')
    """
    name = name.casefold()
    for kind, about in _kinds().items():
        if any(re.search(rf"\b{re.escape(word)}\b", name) for word in about["en"]):
            return kind
        if any(word in name for word in about["de"]):
            return kind
    return PLAIN


@functools.cache
def _kinds() -> Mapping[str, Mapping[str, Any]]:
    data: Mapping[str, Mapping[str, Any]] = load_yaml(Path(__file__).with_name("chambers.yaml")).data
    return data


def draw_contents(
    canvas: Canvas, name: str, floor: BaseGeometry, taken: BaseGeometry, rng: random.Random
) -> list[str]:
    """Draw what lies in the chamber called ``name``, and return what it is.

    It is on the ``floor`` and off what is ``taken``.
    """
    from shapely import Point as Spot

    about, room = _kinds()[chamber_kind(name)], floor.difference(taken)
    drawn = []
    for what in (*about["heap"], *about["loose"]):
        reach = _ROOM.get(what, _LOOSE) * _GROWTH
        spots = scattered(room.buffer(-reach), 0.6, rng, most=60)
        if not spots:
            continue
        # Large things are near the walls, where nobody would walk into them.
        near = min if what in about["heap"] and what != "shaft" else _any
        at = near(spots, key=lambda spot: floor.boundary.distance(Spot(spot)))
        with canvas.shifted(*at), canvas.layer(transform=f"scale({_GROWTH})"):
            _DRAW[what](canvas, (0.0, 0.0), rng)
        room = room.difference(Spot(at).buffer(reach + _APART))
        drawn.append(what)
    return drawn


def draw_things(canvas: Canvas, things: Mapping[str, Point]) -> None:
    """Draw one of each of some things, by their kinds, at their places in mm."""
    for what, at in things.items():
        _DRAW[what](canvas, at, seeded("key", what))


def _any(spots: Sequence[Point], key: object) -> Point:
    return spots[len(spots) * 5 // 8]


def _line(canvas: Canvas) -> str:
    """The color of the lines of scenery below ground: quieter than ink."""
    return blend(canvas.theme["tunnel_line"], canvas.theme["tunnel"], 0.85)


def _pale(canvas: Canvas) -> str:
    """The fill of eggs and bones."""
    return blend(canvas.theme["paper"], canvas.theme["tunnel"], 0.72)


def _slime(canvas: Canvas, at: Point, rng: random.Random) -> None:
    """A wet patch with two drops beside it."""
    theme, radius = canvas.theme, rng.uniform(1.2, 1.7)
    wet = "none" if theme.saves_ink else blend(theme["woods"], theme["tunnel"], 0.5)
    line = {"stroke": _line(canvas), "stroke_width": 0.15}
    canvas.path(smooth_path(organic(at, radius, rng, amplitude=0.24)), fill=wet, **line)
    for turn in (rng.uniform(0, pi), rng.uniform(pi, 2 * pi)):
        x, y = at[0] + cos(turn) * (radius + 0.6), at[1] + sin(turn) * (radius + 0.5)
        canvas.circle(x, y, 0.28, fill=wet, **line)


def _egg(canvas: Canvas, at: Point, rng: random.Random) -> None:
    _eggs_at(canvas, [at], rng)


def _eggs(canvas: Canvas, at: Point, rng: random.Random) -> None:
    """Seven eggs on a wet patch."""
    theme = canvas.theme
    if not theme.saves_ink:
        nest = blend(theme["woods"], theme["tunnel"], 0.38)
        canvas.path(smooth_path(organic(at, 3.3, rng, amplitude=0.14)), fill=nest)
    spots = [(at[0] + rng.uniform(-0.2, 0.2), at[1])]
    start = rng.uniform(0, pi)
    for step in range(6):
        turn, reach = start + step * pi / 3 + rng.uniform(-0.15, 0.15), rng.uniform(1.8, 2.2)
        spots.append((at[0] + cos(turn) * reach, at[1] + sin(turn) * reach))
    _eggs_at(canvas, sorted(spots, key=lambda spot: spot[1]), rng)


def _eggs_at(canvas: Canvas, spots: Sequence[Point], rng: random.Random) -> None:
    dark, line = shadow(canvas.theme, "tunnel", 0.5), _line(canvas)
    for x, y in spots:
        wide = rng.uniform(0.78, 0.95)
        tall = wide * 1.32
        if dark != "none":
            canvas.path(disc(x + 0.3, y + 0.4, wide, tall), fill=dark)
        canvas.path(disc(x, y, wide, tall), fill=_pale(canvas), stroke=line, stroke_width=0.2)
        canvas.path(f"M{xy(x - wide * 0.45, y + 0.1)}q{xy(0, -tall * 0.5)} {xy(wide * 0.45, -tall * 0.62)}",
                    stroke="paper", stroke_width=0.28, stroke_linecap="round")  # fmt: skip


def _cocoons(canvas: Canvas, at: Point, rng: random.Random) -> None:
    """Three bundles that somebody wrapped."""
    line, dark = _line(canvas), shadow(canvas.theme, "tunnel", 0.5)
    for shift in (-2.1, 0.0, 2.1):
        x, y = at[0] + shift, at[1] + rng.uniform(-0.5, 0.5)
        if dark != "none":
            canvas.path(disc(x + 0.35, y + 0.45, 0.95, 2.5), fill=dark)
        canvas.path(disc(x, y, 0.95, 2.5), fill=_pale(canvas), stroke=line, stroke_width=0.2)
        marks = Marks()
        for turn in (-1.6, -0.9, -0.2, 0.5, 1.2):
            half = 0.95 * (1 - (turn / 2.5) ** 2) ** 0.5
            rise = 0.35 if rng.random() < 0.5 else -0.35
            marks.line(
                f"M{xy(x - half, y + turn)}Q{xy(x, y + turn + 0.5)} {xy(x + half, y + turn + rise)}",
                line,
                0.15,
            )
        marks.draw(canvas)


def _bone(canvas: Canvas, at: Point, rng: random.Random) -> None:
    """A bone with two knobs at each end: the line first, then a paler line on it."""
    turn, half = rng.uniform(0, pi), rng.uniform(1.1, 1.5)
    right, down = cos(turn), sin(turn)
    ends = [(at[0] + side * right * half, at[1] + side * down * half) for side in (-1, 1)]
    knobs = [(x + side * -down * 0.36, y + side * right * 0.36) for x, y in ends for side in (-1, 1)]
    for more, color in ((0.2, _line(canvas)), (0.0, _pale(canvas))):
        for x, y in knobs:
            canvas.circle(x, y, 0.36 + more, fill=color)
        canvas.line(*ends, stroke=color, stroke_width=0.55 + 2 * more)


def _skull(canvas: Canvas, at: Point, rng: random.Random) -> None:
    """A skull seen from the front."""
    (x, y), line = at, {"stroke": _line(canvas), "stroke_width": 0.2}
    canvas.rect(x - 0.62, y + 0.5, 1.24, 1.0, radius=0.3, fill=_pale(canvas), **line)
    canvas.circle(x, y, 1.15, fill=_pale(canvas), **line)
    eyes = "".join(disc(x + side * 0.45, y + 0.18, 0.3, 0.34) for side in (-1, 1))
    canvas.path(eyes, fill=_line(canvas))
    canvas.segments([((x + at, y + 0.95), (x + at, y + 1.45)) for at in (-0.25, 0.0, 0.25)], **line)


def _rubble(canvas: Canvas, at: Point, rng: random.Random) -> None:
    """Six stones in a heap."""
    spots = [(at[0] + rng.uniform(-1.8, 1.8), at[1] + rng.uniform(-1.2, 1.2)) for _ in range(6)]
    draw_stones(canvas, sorted(spots, key=lambda spot: spot[1]), 1.5, rng)


def _shaft(canvas: Canvas, at: Point, rng: random.Random) -> None:
    """A shaft that goes down: rings, darker from one to the next, with cracks around it."""
    theme, line = canvas.theme, _line(canvas)
    deep = "none" if theme.saves_ink else "ink"
    for number, radius in enumerate((4.6, 3.7, 2.9, 2.1)):
        fill = deep if deep == "none" else blend(theme["ink"], theme["tunnel"], 0.18 + 0.2 * number)
        ring = organic((at[0] + 0.16 * number, at[1] + 0.22 * number), radius, rng, amplitude=0.1)
        canvas.path(smooth_path(ring), fill=fill, stroke=line, stroke_width=0.2)
    marks = Marks()
    for step in range(9):
        turn = 2 * pi * step / 9 + rng.uniform(-0.2, 0.2)
        inner, outer = 4.7, 4.7 + rng.uniform(0.5, 1.2)
        ends = [(at[0] + cos(turn) * far, at[1] + sin(turn) * far) for far in (inner, outer)]
        marks.line(loop(ends)[:-1], line, 0.2)
    marks.draw(canvas)


_DRAW = {
    "eggs": _eggs,
    "egg": _egg,
    "slime": _slime,
    "cocoons": _cocoons,
    "bone": _bone,
    "skull": _skull,
    "rubble": _rubble,
    "shaft": _shaft,
}
