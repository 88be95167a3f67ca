"""Walls, fences, wire and trenches along lines."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import atan2, degrees, dist

from builder.draw.maps.nature.plot import Marks, loop, mixed, shadow, tint, xy
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.color_vision import blend
from builder.draw.surface.theme import Theme

_SHADES = (0.0, 0.12, 0.22)
_MAX_MITER, _EPSILON = 1.5, 1e-6


def draw_stone_wall(
    canvas: Canvas, points: Sequence[Point], rng: random.Random, *, thick: float = 2.2, color: str = "stone"
) -> None:
    """A wall along a line: two courses of stones, or of bricks in another ``color``."""
    theme = canvas.theme
    edge, width = mixed(theme, "ink", color, 0.75), theme.weight("terrain") * 0.8
    shadows, stones, edges = Marks(), Marks(), Marks()
    dark = shadow(theme, "ground", 0.4)
    courses = 2 if thick >= 1.4 else 1
    for run in _runs(points, thick):
        if dark != "none":
            corners = run.block(-math.inf, math.inf, -thick / 2, thick / 2)
            shadows.fill(loop([(x + 0.5, y + 0.7) for x, y in corners]), dark)
        for course in range(courses):
            near = -thick / 2 + thick / courses * course
            far = near + thick / courses
            along, last = run.reach(near, far)
            while along < last - 0.05:
                stop = min(along + rng.uniform(1.2, 2.5) * max(1.0, thick / 2.2), last)
                block = run.block(along, stop, near, far)
                stones.fill(loop(block), _stone(theme, color, rng))
                edges.line(loop(block), edge, width)
                along = stop
    shadows.draw(canvas)
    stones.draw(canvas)
    edges.draw(canvas)


def draw_fence(canvas: Canvas, points: Sequence[Point], *, thick: float = 1.4, every: float = 8.0) -> None:
    """Two rails with a post at regular distances."""
    rails, posts = [], []
    for start, end in pairwise(points):
        length = dist(start, end)
        if not length:
            continue
        way = (end[0] - start[0]) / length, (end[1] - start[1]) / length
        for aside in (-thick * 0.3, thick * 0.3):
            rails.append((_moved(start, way, 0, aside), _moved(start, way, length, aside)))
        count = max(1, round(length / every))
        posts += [
            (_moved(start, way, length * number / count, -thick * 0.6),
             _moved(start, way, length * number / count, thick * 0.6))
            for number in range(count + 1)
        ]  # fmt: skip
    canvas.segments(rails, stroke="fence", stroke_width=thick * 0.22)
    canvas.segments(posts, stroke="fence", stroke_width=thick * 0.6, stroke_linecap="round")


def draw_wire(canvas: Canvas, points: Sequence[Point], *, loops: tuple[float, float] = (2.5, 2.9)) -> None:
    """Loops of barbed wire between two strands; ``loops`` are their half axes."""
    width = canvas.theme.weight("terrain")
    across, down = loops
    marks, color = Marks(), canvas.theme["wire"]
    for start, end in pairwise(points):
        length = dist(start, end)
        if not length:
            continue
        way = (end[0] - start[0]) / length, (end[1] - start[1]) / length
        count = max(1, round(length / (across * 0.96)))
        turn = round(degrees(atan2(way[1], way[0])), 1)
        for number in range(count + 1):
            west = _moved(start, way, length * number / count - across, 0)
            half = f"a{xy(across, down)} {turn:g} 1 0 "
            there = xy(2 * across * way[0], 2 * across * way[1])
            back = xy(-2 * across * way[0], -2 * across * way[1])
            marks.line(f"M{xy(*west)}{half}{there}{half}{back}Z", color, width)
        for aside in (-down * 0.93, down * 0.93):
            strand = f"M{xy(*_moved(start, way, 0, aside))}L{xy(*_moved(start, way, length, aside))}"
            marks.line(strand, color, width)
    marks.draw(canvas)


def draw_trench(canvas: Canvas, points: Sequence[Point], *, thick: float = 3.0) -> None:
    """A dug way: earth thrown up at both sides, a dark floor, and boards across it."""
    theme = canvas.theme
    data = "M" + "L".join(xy(*point) for point in points)
    style = {"stroke_linejoin": "round", "stroke_linecap": "round"}
    bank = tint(theme, "trench", "paper", 0.45)
    if theme.saves_ink:
        canvas.path(data, stroke="ink", stroke_width=thick, **style)
        canvas.path(data, stroke="paper", stroke_width=thick - 0.5, **style)
    else:
        canvas.path(data, stroke=bank, stroke_width=thick, **style)
        canvas.path(data, stroke=tint(theme, "trench", "ink", 0.35), stroke_width=thick * 0.62, **style)
    boards = [
        (_moved(start, way, along, -thick * 0.24), _moved(start, way, along, thick * 0.24))
        for start, way, along in _steps(points, 0.9)
    ]
    canvas.segments(boards, stroke=tint(theme, "trench", "paper", 0.2), stroke_width=0.3)


def _steps(points: Sequence[Point], step: float) -> Iterator[tuple[Point, Point, float]]:
    """Each segment's start and direction, with distances along it."""
    for start, end in pairwise(points):
        length = dist(start, end)
        along = step / 2
        while along < length:
            yield start, ((end[0] - start[0]) / length, (end[1] - start[1]) / length), along
            along += step


@dataclass(frozen=True, slots=True)
class _Run:
    """A straight part of a wall: its start, its direction and its length.

    At a bend it is mitered: for each mm beside its middle it starts ``first`` mm later, and ends ``last`` mm
    earlier. At the ends of the wall it is ``over`` mm longer, before its start and after its end.
    """

    start: Point
    way: Point
    length: float
    first: float
    last: float
    over: tuple[float, float]

    def ends(self, aside: float) -> tuple[float, float]:
        """Where it starts and ends, so far beside its middle."""
        return self.first * aside - self.over[0], self.length - self.last * aside + self.over[1]

    def reach(self, near: float, far: float) -> tuple[float, float]:
        """Where a course of it starts and ends at most, by both of its sides."""
        one, other = self.ends(near), self.ends(far)
        return min(one[0], other[0]), max(one[1], other[1])

    def block(self, along: float, stop: float, near: float, far: float) -> list[Point]:
        """The corners of a stone, cut at the ends."""
        corners = []
        for at, aside in ((along, near), (stop, near), (stop, far), (along, far)):
            first, last = self.ends(aside)
            corners.append(_moved(self.start, self.way, min(max(at, first), last), aside))
        return corners


def _runs(points: Sequence[Point], thick: float) -> Iterator[_Run]:
    """The straight parts of a wall along a line, mitered where they meet."""
    parts = []
    for start, end in pairwise(points):
        length = dist(start, end)
        if length:
            parts.append((start, ((end[0] - start[0]) / length, (end[1] - start[1]) / length), length))
    bends = [_miter(one[1], other[1]) for one, other in pairwise(parts)]
    for number, (start, way, length) in enumerate(parts):
        over = thick / 2 if number == 0 else 0.0, thick / 2 if number == len(parts) - 1 else 0.0
        first, last = ([0.0, *bends][number], [*bends, 0.0][number])
        yield _Run(start, way, length, first, last, over)


def _miter(way: Point, after: Point) -> float:
    """How much shorter both parts at a bend are for each mm beside their middle, toward the inside."""
    across = way[0] * after[1] - way[1] * after[0]
    along = way[0] * after[0] + way[1] * after[1]
    # The tangent of half the turn; a sharp bend is cut off.
    return max(-_MAX_MITER, min(_MAX_MITER, across / max(1.0 + along, _EPSILON)))


def _moved(start: Point, way: Point, along: float, aside: float) -> Point:
    return start[0] + way[0] * along - way[1] * aside, start[1] + way[1] * along + way[0] * aside


def _stone(theme: Theme, color: str, rng: random.Random) -> str:
    share = rng.choice(_SHADES)
    return theme[color] if theme.saves_ink else blend(theme["paper"], theme[color], share)
