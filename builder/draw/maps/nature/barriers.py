"""Walls, fences, wire and trenches along lines."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import atan2, degrees, dist

from builder.draw.maps.nature.plot import Marks, is_bare, loop, mixed, shadow, tint, xy
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.color_vision import blend
from builder.draw.surface.theme import Theme

_SHADES = (0.0, 0.12, 0.22)


def draw_stone_wall(
    canvas: Canvas, points: Sequence[Point], rng: random.Random, *, thick: float = 2.2, color: str = "stone"
) -> None:
    """A wall along a line: two courses of stones, or of bricks in another ``color``."""
    theme = canvas.theme
    edge, width = mixed(theme, "ink", color, 0.75), theme.weight("terrain") * 0.8
    shadows, stones, edges = Marks(), Marks(), Marks()
    dark = shadow(theme, "ground", 0.4)
    courses = 2 if thick >= 1.4 else 1
    before: Point | None = None
    for start, end in pairwise(points):
        length = dist(start, end)
        if not length:
            continue
        right, below = (end[0] - start[0]) / length, (end[1] - start[1]) / length
        # Beyond a bend, the wall starts where the one before ends.
        first = -thick / 2 if before is None else thick / 2 * abs(before[0] * below - before[1] * right)
        before = (right, below)
        if dark != "none":
            corners = _block(start, before, first, length + thick / 2, -thick / 2, thick / 2)
            shadows.fill(loop([(x + 0.5, y + 0.7) for x, y in corners]), dark)
        for course in range(courses):
            near = -thick / 2 + thick / courses * course
            along = first
            while along < length + thick / 2 - 0.05:
                stop = min(along + rng.uniform(1.2, 2.5) * max(1.0, thick / 2.2), length + thick / 2)
                block = _block(start, (right, below), along, stop, near, near + thick / courses)
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
    if is_bare(theme):
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


def _block(start: Point, way: Point, along: float, stop: float, near: float, far: float) -> list[Point]:
    ends = ((along, near), (stop, near), (stop, far), (along, far))
    return [_moved(start, way, at, aside) for at, aside in ends]


def _moved(start: Point, way: Point, along: float, aside: float) -> Point:
    return start[0] + way[0] * along - way[1] * aside, start[1] + way[1] * along + way[0] * aside


def _stone(theme: Theme, color: str, rng: random.Random) -> str:
    share = rng.choice(_SHADES)
    return theme[color] if is_bare(theme) else blend(theme["paper"], theme[color], share)
