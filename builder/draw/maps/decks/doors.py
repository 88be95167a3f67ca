"""Doors and openings in the walls of decks, berths along hexsides, and their samples in the key."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial

from builder.boards.deck import HexMap
from builder.boards.deck_parts import Door
from builder.draw.maps.decks.plan import DOOR_DEPTH, DOOR_LENGTH
from builder.draw.surface.canvas import Canvas, Point
from builder.geometry.straight_walls import DoorPlace

# In mm for hexes of 18 mm: the frame of each kind, longer and thicker than its leaves.
_INTERIOR = (9.2, 2.3)
_AIRTIGHT = (DOOR_LENGTH, DOOR_DEPTH)
_JAGS = (0.1, 0.045, 0.12, 0.05, 0.11, 0.04, 0.1)
_SAMPLE = 0.9


def door_look(door: Door) -> str:
    """The look of a door: its kind, and how it starts if it is not closed."""
    return door.kind if door.starts == "closed" else f"{door.kind}-{door.starts}"


def draw_door(canvas: Canvas, place: DoorPlace, look: str, *, scale: float, ground: str) -> None:
    """A door on a wall, as :func:`door_look` names it.

    Two white leaves (interior), an amber block with black stripes (airtight), a gap (open), or a hole with
    jagged edges (breach). The leaves of a door that is held open are in the wall, and those of a broken one
    hang. ``ground`` is the color of a gap.
    """
    kind, _, starts = look.partition("-")
    long, deep = _AIRTIGHT if kind == "airtight" else _INTERIOR
    share = min(1.0, place.room / (long * scale))
    x, y = place.middle
    turn = f"translate({x:.3f} {y:.3f}) rotate({place.angle:.3f}) scale({scale:.4f})"
    with canvas.layer(transform=turn):
        half = long * share / 2
        if kind == "breach":
            _hole(canvas, half, ground)
        elif kind == "open":
            canvas.rect(-half, -0.9, 2 * half, 1.8, fill=ground)
            for end in (-half, half - 0.7):
                canvas.rect(end, -deep / 2, 0.7, deep, fill="wall")
        elif starts:
            canvas.rect(-half, -1.0, 2 * half, 2.0, fill=ground)
            _moved_leaves(canvas, kind, starts, half, deep)
        elif kind == "airtight":
            canvas.rect(-half, -deep / 2, 2 * half, deep, radius=0.5, fill="wall")
            _striped(canvas, -half + 0.8, half - 0.8, 1.25)
            canvas.line((0, -1.6), (0, 1.6), stroke="interior_door", stroke_width=0.5)
        else:
            canvas.rect(-half, -deep / 2, 2 * half, deep, radius=0.3, fill="wall")
            for left in (-half + 0.7, 0.1):
                canvas.rect(left, -0.7, half - 0.8, 1.4, fill="interior_door")


def door_samples(hex_map: HexMap) -> Iterator[tuple[str, str, partial[None]]]:
    """What is on a map of doors: the name, the look as of :func:`door_look`, and the drawing of a sample."""
    there = {door_look(door) for door in hex_map.doors.values()}
    for look, name in (("interior", ""), ("airtight", ""), ("open", "gap"), ("breach", "")):
        if look in there:
            yield name or look, look, partial(_sample, look)
    for starts in ("open", "broken"):
        looks = sorted(look for look in there if look.endswith(f"-{starts}"))
        if looks:
            yield starts, looks[0] if len(looks) == 1 else starts, partial(_sample, looks[-1])


def _sample(look: str, canvas: Canvas, at: Point) -> None:
    draw_door(canvas, DoorPlace(at, 0.0, math.inf), look, scale=_SAMPLE, ground="room")


def _striped(canvas: Canvas, west: float, east: float, half: float) -> None:
    """An amber leaf with slanted black stripes."""
    canvas.rect(west, -half, east - west, 2 * half, fill="airtight_door")
    step = (east - west) / 4
    for at in range(4):
        x = west + at * step
        corners = [(x, half), (x + step / 2, -half), (x + step, -half), (x + step / 2, half)]
        canvas.polygon(corners, fill="wall")


def _moved_leaves(canvas: Canvas, kind: str, starts: str, half: float, deep: float) -> None:
    """The leaves of a door that is open, at the ends of the gap, or broken, askew in it."""
    fill = "airtight_door" if kind == "airtight" else "interior_door"
    for sign in (-1, 1):
        if starts == "open":
            stub = half * 0.34
            left = -half if sign < 0 else half - stub
            canvas.rect(left, -deep / 2, stub, deep, radius=0.3, fill="wall")
            canvas.rect(left + 0.5, -deep / 2 + 0.5, stub - 1.0, deep - 1.0, fill=fill)
        else:
            with canvas.layer(transform=f"translate({sign * half:.3f} 0) rotate({-sign * 24})"):
                leaf = (0.0 if sign < 0 else -half * 0.72, -0.75, half * 0.72, 1.5)
                canvas.rect(*leaf, fill=fill, stroke="wall", stroke_width=0.5)


def _hole(canvas: Canvas, half: float, ground: str) -> None:
    """A hole with jagged edges."""
    step = 2 * half / (len(_JAGS) - 1)
    above = [(-half + index * step, -jag * 18) for index, jag in enumerate(_JAGS)]
    below = [(x, jag * 18) for (x, _), jag in zip(above, reversed(_JAGS), strict=True)]
    canvas.polygon([*above, *reversed(below)], fill=ground, stroke="explosive", stroke_width="symbol")
