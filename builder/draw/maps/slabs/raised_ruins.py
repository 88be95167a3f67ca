"""Ruins that stand up on the picture of a table: corners of walls, what is left between them, and rubble.

All lengths are mm of the picture, unless they are said to be of the map.
"""

from __future__ import annotations

import random
from itertools import pairwise
from math import dist
from typing import TYPE_CHECKING

from builder.draw.maps.nature.buildings import draw_ruined_floor
from builder.draw.maps.nature.rocks import draw_stones
from builder.draw.maps.open.raised_faces import draw_box
from builder.draw.maps.slabs.picture_view import View
from builder.draw.maps.slabs.raised_walls import WallPart
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.outlines import rings, scattered

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

RUINS_TALL = 5.4
"""How high the corners of a ruin are at most."""
# How long a part of a wall is, and how thick; how much lower each is than the next one to the corner.
_PART, _THICK, _FALL = 1.7, 1.1, 1.15
# How uneven walls are, the lowest that still stands, and how often such a part is left.
_UNEVEN, _LOWEST, _LEFT = 0.8, 0.7, 0.55
# Stones of the walls on the floor: how far apart, and how wide.
_APART, _STONE = 3.4, (0.8, 1.5)


def draw_raised_ruins(canvas: Canvas, view: View, area: BaseGeometry, rng: random.Random) -> None:
    """The floor of a ruin on an area of the map, its stones, and its walls, those at the rear first."""
    with canvas.layer(transform=view.matrix_at((0.0, 0.0))):
        draw_ruined_floor(canvas, area)
    corners = next(rings(area.minimum_rotated_rectangle))
    parts = [
        (part, tall)
        for one, other in pairwise([*corners, corners[0]])
        for part, tall in _parts(one, other, view.scale, rng)
    ]
    inner = area.buffer(-1.5 * _THICK / view.scale)
    spots = scattered(inner, _APART / view.scale, rng) if not inner.is_empty else []
    things = [(view.at(spot)[1], None, rng.uniform(*_STONE), spot) for spot in spots]
    walls = [
        (max(view.at(corner)[1] for corner in part.corners), part, tall, part.ends[0]) for part, tall in parts
    ]
    for _, part, size, at in sorted([*things, *walls], key=lambda each: each[0]):
        if part is None:
            draw_stones(canvas, [view.at(at)], size, rng, color=canvas.theme["ruins_wall"])
        else:
            draw_box(canvas, view, part.corners, 0.0, size, canvas.theme["ruins_wall"], is_coursed=size > 2.0)


def _parts(one: Point, other: Point, scale: float, rng: random.Random) -> list[tuple[WallPart, float]]:
    """What is left of a wall between two corners: its parts with their heights, the highest at the ends."""
    count = max(2, round(dist(one, other) * scale / _PART))
    spots = [
        (one[0] + (other[0] - one[0]) * at / count, one[1] + (other[1] - one[1]) * at / count)
        for at in range(count + 1)
    ]
    parts = []
    for number, ends in enumerate(pairwise(spots)):
        from_corner = min(number, count - 1 - number)
        tall = RUINS_TALL - from_corner * _FALL - rng.uniform(0.0, 2 * _UNEVEN)
        is_left = rng.random() < _LEFT
        if tall >= _LOWEST or is_left:
            parts.append((WallPart(ends, _THICK / scale, has_crenels=False), max(tall, _LOWEST)))
    return parts
