"""Doors and openings in the walls of decks, and their samples in the key."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial

from builder.boards.deck import HexMap
from builder.boards.deck_parts import Door
from builder.draw.surface.canvas import Canvas, Point

Segment = tuple[Point, Point]
# Of the widest door: the share of its hexside, and its thickness as a share of the hex.
DOOR_LENGTH = 0.8
DOOR_WEIGHT = 0.19
_GAP = 0.36
_SWUNG, _BENT = -65, 20
_JAGS = (0.1, 0.045, 0.12, 0.05, 0.11, 0.04, 0.1)


def door_look(door: Door) -> str:
    """The look of a door: its kind, and how it starts if it is not closed."""
    return door.kind if door.starts == "closed" else f"{door.kind}-{door.starts}"


def draw_door(canvas: Canvas, ends: Segment, look: str, size: float) -> None:
    """A door in a hexside, as :func:`door_look` names it.

    A white leaf (interior), a barred amber block (airtight), a gap (open), or a hole with jagged edges
    (breach). The leaf of an open door is swung aside, and that of a broken one is in two pieces.
    """
    (x1, y1), (x2, y2) = ends
    kind, _, starts = look.partition("-")
    angle, length = math.degrees(math.atan2(y2 - y1, x2 - x1)), math.dist(*ends)
    middle = ((x1 + x2) / 2, (y1 + y2) / 2)
    with canvas.layer(transform=f"translate({middle[0]:.3f} {middle[1]:.3f}) rotate({angle:.3f})"):
        if kind == "breach":
            _hole(canvas, length, size)
            return
        if kind == "open" or starts:
            canvas.rect(-length * _GAP, -size * 0.075, length * 2 * _GAP, size * 0.15, fill="room")
        if starts == "open":
            with canvas.layer(transform=f"translate({-length * _GAP:.3f} 0) rotate({_SWUNG})"):
                _leaf(canvas, kind, 0.0, length * _GAP, size)
        elif starts == "broken":
            for sign in (-1, 1):
                with canvas.layer(
                    transform=f"translate({sign * length * _GAP:.3f} 0) rotate({-sign * _BENT})"
                ):
                    _leaf(canvas, kind, 0.0 if sign < 0 else -length * 0.24, length * 0.24, size)
        elif kind != "open":
            half = length * (_GAP if kind == "interior" else DOOR_LENGTH / 2)
            _leaf(canvas, kind, -half, 2 * half, size)


def door_samples(hex_map: HexMap, size: float) -> Iterator[tuple[str, partial[None]]]:
    """The looks to explain in the key, each with a drawing of a sample, always including the usual doors."""
    there = {door_look(door) for door in hex_map.doors.values()}
    for look in ("interior", "airtight", "breach"):
        if look != "breach" or look in there:
            yield look, partial(_sample, look, size)
    for starts in ("open", "broken"):
        looks = sorted(look for look in there if look.endswith(f"-{starts}"))
        if looks:
            yield starts, partial(_sample, looks[-1], size)


def _sample(look: str, size: float, canvas: Canvas, at: Point) -> None:
    draw_door(canvas, ((at[0] - 4, at[1]), (at[0] + 4, at[1])), look, size)


def _leaf(canvas: Canvas, kind: str, left: float, length: float, size: float) -> None:
    """The leaf of a door along the wall, starting at ``left``."""
    if kind == "interior":
        leaf = (left, -size * 0.05, length, size * 0.1)
        canvas.rect(*leaf, fill="interior_door", stroke="wall", stroke_width="symbol")
        return
    leaf, corner = (left, -size * 0.085, length, size * 0.17), size * 0.03
    canvas.rect(*leaf, radius=corner, fill="airtight_door", stroke="hull", stroke_width="symbol")
    for share in (0.25, 0.5, 0.75):
        at = left + length * share
        canvas.line((at, -size * 0.085), (at, size * 0.085), stroke="hull", stroke_width="symbol")


def _hole(canvas: Canvas, length: float, size: float) -> None:
    """A hole with jagged edges."""
    step = 2 * _GAP * length / (len(_JAGS) - 1)
    above = [(-_GAP * length + index * step, -jag * size) for index, jag in enumerate(_JAGS)]
    below = [(x, jag * size) for (x, _), jag in zip(above, reversed(_JAGS), strict=True)]
    canvas.polygon([*above, *reversed(below)], fill="room", stroke="explosive", stroke_width="symbol")


def draw_berth(canvas: Canvas, ends: Segment, size: float) -> None:
    """A berth along a hexside: a long box with a pillow."""
    (x1, y1), (x2, y2) = ends
    angle, length = math.degrees(math.atan2(y2 - y1, x2 - x1)), math.dist(*ends)
    with canvas.layer(transform=f"translate({(x1 + x2) / 2:.3f} {(y1 + y2) / 2:.3f}) rotate({angle:.3f})"):
        box = (-length * 0.38, -size * 0.08, length * 0.76, size * 0.16)
        canvas.rect(*box, radius=size * 0.06, fill="paper", stroke="wall", stroke_width="symbol")
        pillow = (-length * 0.33, -size * 0.05, length * 0.16, size * 0.1)
        canvas.rect(*pillow, radius=size * 0.03, fill="wall")


def draw_berth_sample(size: float, canvas: Canvas, at: Point) -> None:
    """A berth for the key."""
    draw_berth(canvas, ((at[0] - 4, at[1]), (at[0] + 4, at[1])), size)
