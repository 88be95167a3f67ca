"""Doors, breaches, hatches and lifts on a diagram of the set-up, and what its key says of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from math import cos, radians, sin

from builder.boards.deck import HexMap
from builder.boards.deck_parts import Door
from builder.draw.maps.decks.floors import floor_name
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.wording import Words

# The bar of a door, in mm.
_DOOR, _DOOR_LINE = 1.9, 1.1
# The jags of a breach: how far each of its corners is from the wall, in mm.
_JAGS = (0.0, 0.95, -0.95, 0.95, -0.95, 0.0)
# A sign in the key, in mm.
_SAMPLE = 1.7


def draw_opening(canvas: Canvas, door: Door, middle: Point, angle: float) -> None:
    """A door as a bar on its wall, which runs at an ``angle`` in degrees; a breach as a jagged line."""
    x, y = middle
    along = cos(radians(angle)), sin(radians(angle))
    half = _DOOR / 2
    ends = (x - half * along[0], y - half * along[1]), (x + half * along[0], y + half * along[1])
    floor = floor_name("corridor")
    if door.kind == "breach":
        canvas.line(*ends, stroke=floor, stroke_width=_DOOR_LINE)
        step = 2 * _DOOR / (len(_JAGS) - 1)
        corners = [
            (
                x + (number * step - _DOOR) * along[0] - jag * along[1],
                y + (number * step - _DOOR) * along[1] + jag * along[0],
            )
            for number, jag in enumerate(_JAGS)
        ]
        for color, wide in (("paper", 1.0), ("explosive", 0.6)):
            canvas.segments(list(pairwise(corners)), stroke=color, stroke_width=wide)
        return
    is_open = door.is_gap or door.is_open
    fill = "airtight_door" if door.kind == "airtight" else "interior_door"
    canvas.line(*ends, stroke="wall", stroke_width=_DOOR_LINE + 0.5)
    canvas.line(*ends, stroke=floor if is_open else fill, stroke_width=_DOOR_LINE)


def draw_hatch(canvas: Canvas, at: Point, radius: float) -> None:
    """A hatch, or stairs, as a dot with a rim."""
    canvas.circle(*at, radius, fill="paper", stroke="wall", stroke_width=0.4)
    canvas.circle(*at, radius * 0.45, fill="wall")


def draw_lift(canvas: Canvas, at: Point, radius: float) -> None:
    """A lift as a cabin with an arrow up and one down."""
    x, y = at
    half, air = radius * 0.95, radius * 0.16
    canvas.rect(x - half, y - half, 2 * half, 2 * half, fill="paper", stroke="wall", stroke_width=0.4)
    for sign in (-1, 1):
        near, far = y + sign * air, y + sign * half * 0.78
        canvas.polygon([(x - half * 0.6, near), (x + half * 0.6, near), (x, far)], fill="wall")


def shaft_signs(
    decks: HexMap, words: Words
) -> Iterator[tuple[float, Callable[[Canvas, Point], object], str]]:
    """What the key of a diagram says of hatches, stairs and lifts: width of the sign, sign and words."""
    kinds = {hatch.kind for hatch in decks.hatches}
    for kind in ("hatch", "stairs"):
        if kind in kinds:
            yield 2 * _SAMPLE, lambda canvas, at: draw_hatch(canvas, at, _SAMPLE), words(f"map.{kind}")
    if decks.lifts:
        yield 2 * _SAMPLE, lambda canvas, at: draw_lift(canvas, at, _SAMPLE), words("map.lift")
