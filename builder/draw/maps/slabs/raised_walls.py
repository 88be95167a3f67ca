"""Walls that stand up on the picture of a table, in short parts; forts have crenels and a gate."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import dist

from builder.draw.maps.open.raised_faces import EDGE, draw_box
from builder.draw.maps.open.walled import Gate, encloses
from builder.draw.maps.slabs.picture_view import View
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.color_vision import blend

# How high walls are, those around a place, and their crenels, in mm of the picture.
_WALL, _FORT, _CRENEL = 2.8, 3.3, 0.9
# The longest part of a wall, and from one crenel to the next, in mm of the picture.
_PART, _STEP = 8.0, 1.9
# The share of that which a crenel takes.
_SOLID = 0.54
_THINNEST = 1.1
# The posts of a gate: how thick and how high, and the height of its leaf.
_POST, _POST_HIGH, _LEAF_HIGH = 1.7, 5.6, 3.4
_PLANKS = (0.25, 0.5, 0.75)


@dataclass(frozen=True, slots=True)
class WallPart:
    """A straight part of a wall between two points of the map, ``thick`` mm of the map wide."""

    ends: tuple[Point, Point]
    thick: float
    has_crenels: bool

    @property
    def corners(self) -> list[Point]:
        """Its footprint, which goes beyond its ends by half its thickness, so that corners are filled."""
        (x1, y1), (x2, y2) = self.ends
        run, half = dist(*self.ends) or 1.0, self.thick / 2
        right, down = (x2 - x1) / run * half, (y2 - y1) / run * half
        return [
            (x1 - right + down, y1 - down - right),
            (x2 + right + down, y2 + down - right),
            (x2 + right - down, y2 + down + right),
            (x1 - right - down, y1 - down + right),
        ]

    def draw(self, canvas: Canvas, view: View) -> None:
        """A box of stones, and the crenels on it."""
        stone, high = canvas.theme["rocks"], _FORT if self.has_crenels else _WALL
        draw_box(canvas, view, self.corners, 0.0, high, stone, is_coursed=True)
        if not self.has_crenels:
            return
        (x1, y1), (x2, y2) = self.ends
        run = dist(*self.ends) or 1.0
        count = max(1, round(run * view.scale / _STEP))
        right, down = (x2 - x1) / run, (y2 - y1) / run
        half, wide = run / count * _SOLID / 2, self.thick / 2
        spots = [
            (x1 + (x2 - x1) * (number + 0.5) / count, y1 + (y2 - y1) * (number + 0.5) / count)
            for number in range(count)
        ]
        for x, y in sorted(spots, key=lambda spot: view.at(spot)[1]):
            corners = [
                (
                    x + right * along * half - down * across * wide,
                    y + down * along * half + right * across * wide,
                )
                for along, across in ((-1, -1), (1, -1), (1, 1), (-1, 1))
            ]
            draw_box(canvas, view, corners, high, high + _CRENEL, stone)


def wall_parts(line: Sequence[Point], thick: float, scale: float) -> Iterator[WallPart]:
    """The parts of a wall along a line of the map; ``scale`` is that of the picture."""
    is_fort = encloses(line)
    wide = max(thick, _THINNEST / scale)
    for one, other in pairwise(line):
        count = max(1, round(dist(one, other) * scale / _PART))
        spots = [
            (one[0] + (other[0] - one[0]) * at / count, one[1] + (other[1] - one[1]) * at / count)
            for at in range(count + 1)
        ]
        yield from (WallPart(ends, wide, is_fort) for ends in pairwise(spots))


def draw_post(canvas: Canvas, view: View, at: Point) -> None:
    """A post of a gate with its cap."""
    half, stone = _POST / 2 / view.scale, canvas.theme["rocks"]
    draw_box(canvas, view, _square(at, half), 0.0, _POST_HIGH, stone, is_coursed=True)
    draw_box(canvas, view, _square(at, half * 1.3), _POST_HIGH, _POST_HIGH + 0.8, stone)


def draw_leaf(canvas: Canvas, view: View, gate: Gate) -> None:
    """The open leaf of a gate: planks with a brace across them."""
    wood = canvas.theme["crate"]
    low = view.at(gate.posts[1]), view.at(gate.tip)
    high = [(x, y - _LEAF_HIGH) for x, y in low]
    edge = {"stroke": "ink", "stroke_width": EDGE, "stroke_linejoin": "round"}
    canvas.polygon([*low, high[1], high[0]], fill=blend("#000000", wood, 0.18), **edge)
    joints = []
    for share in _PLANKS:
        x = low[0][0] + (low[1][0] - low[0][0]) * share
        y = low[0][1] + (low[1][1] - low[0][1]) * share
        joints.append(((x, y), (x, y - _LEAF_HIGH)))
    canvas.segments([*joints, (low[0], high[1])], stroke="ink", stroke_width=EDGE)


def _square(at: Point, half: float) -> list[Point]:
    x, y = at
    return [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
