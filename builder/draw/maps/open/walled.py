"""Walls around a place on a table: the ground inside them, and the gate where they leave a gap."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import cos, dist, radians, sin
from typing import TYPE_CHECKING

from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.clear_space import Box

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

# A wall whose ends are no further apart than this share of its length has a gate between them.
_MAX_GAP = 0.12
# How far the leaf of a gate stands open, in degrees.
_OPEN = 78.0
_POST, _LEAF = 0.62, 0.75


@dataclass(frozen=True, slots=True)
class Gate:
    """The gap between the ends of a wall, in mm: two posts, and a leaf from the second one to its tip."""

    posts: tuple[Point, Point]
    tip: Point
    thick: float

    @property
    def box(self) -> Box:
        """What the gate covers."""
        xs, ys = zip(*self.posts, self.tip, strict=True)
        half = self.thick * _POST
        return min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half

    def draw(self, canvas: Canvas) -> None:
        """Two posts, and the leaf with its braces."""
        hinge, half = self.posts[1], self.thick * _POST
        weight = canvas.theme.weight("terrain")
        for width, color in ((_LEAF * 2, "ink"), (_LEAF * 2 - 0.5, "crate")):
            canvas.line(hinge, self.tip, stroke=color, stroke_width=width)
        shares = (0.2, 0.4, 0.6, 0.8)
        way = self.tip[0] - hinge[0], self.tip[1] - hinge[1]
        run = dist(hinge, self.tip)
        aside = -way[1] / run * _LEAF, way[0] / run * _LEAF
        middles = [(hinge[0] + way[0] * share, hinge[1] + way[1] * share) for share in shares]
        planks = [((x - aside[0], y - aside[1]), (x + aside[0], y + aside[1])) for x, y in middles]
        canvas.segments(planks, stroke="ink", stroke_width=weight)
        for x, y in self.posts:
            canvas.rect(x - half, y - half, 2 * half, 2 * half, fill="tower", stroke="ink",
                        stroke_width=weight * 1.6)  # fmt: skip


def encloses(line: Sequence[Point]) -> bool:
    """Whether a wall along a line goes around some ground, but for a gate."""
    length = sum(dist(one, other) for one, other in pairwise(line))
    return len(line) > 3 and dist(line[0], line[-1]) <= length * _MAX_GAP


def court_of(line: Sequence[Point]) -> BaseGeometry:
    """The ground inside a wall along a line."""
    from shapely import Polygon

    return Polygon(line)


def gate_of(line: Sequence[Point], thick: float) -> Gate | None:
    """The gate of a wall ``thick`` mm wide, which opens outward; None if its ends meet, or lie apart."""
    from shapely import Point as Spot

    first, hinge = line[0], line[-1]
    gap = dist(first, hinge)
    if not encloses(line) or gap <= thick:
        return None
    tips = [_turned(hinge, first, turn) for turn in (_OPEN, -_OPEN)]
    court = court_of(line)
    outside = [tip for tip in tips if not court.contains(Spot(tip))]
    return Gate((first, hinge), (outside or tips)[0], thick)


def gates_of(walls: Sequence[tuple[Sequence[Point], float]]) -> Iterator[Gate]:
    """The gates of walls, each of which has a line and a thickness."""
    for line, thick in walls:
        gate = gate_of(line, thick)
        if gate is not None:
            yield gate


def _turned(around: Point, at: Point, degrees: float) -> Point:
    """A point turned around another one."""
    x, y, turn = at[0] - around[0], at[1] - around[1], radians(degrees)
    return around[0] + x * cos(turn) - y * sin(turn), around[1] + x * sin(turn) + y * cos(turn)
