"""Places the icon of a card: large, but clear of the tab, the badge, the medal and the bar."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise, product

from builder.draw.surface.canvas import Point, Rectangle
from builder.draw.surface.icons import load_icons

_BOX = 512.0
# How far points of a curve are apart, as shares of it.
_SHARES = (0.25, 0.5, 0.75, 1.0)
# Points on each curve of a contour.
_STEPS = 7
# Moves are tried before smaller icons, the shortest first, in mm on a poker card.
_ASIDE = (0.0, -1.5, 1.5, -3.0, 3.0, -4.5, 4.5, -6.0)
_DOWN = (0.0, 1.2, 2.4, -1.2)
_SMALLER = (1.0, 0.94, 0.88, 0.82, 0.76, 0.7)


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle that an icon must not touch, such as a medal."""

    x: float
    y: float
    radius: float


def hero_place(
    points: Sequence[Point],
    middle: Point,
    side: float,
    covers: Sequence[Rectangle | Disc],
    margin: float,
    scale: float,
) -> tuple[Point, float]:
    """The middle and the side of an icon with these ``points``, ``margin`` mm or more off what ``covers`` it.

    It is moved as little as possible, and smaller if that does not help; as wanted if nothing helps.
    """
    moves = sorted(product(_ASIDE, _DOWN), key=lambda move: abs(move[0]) + abs(move[1]))
    for share, (right, down) in product(_SMALLER, moves):
        place = middle[0] + right * scale, middle[1] + down * scale
        own = side * share
        ink = ((place[0] + x * own, place[1] + y * own) for x, y in points)
        if not any(_is_within(point, cover, margin) for point in ink for cover in covers):
            return place, own
    return middle, side


def _is_within(point: Point, cover: Rectangle | Disc, margin: float) -> bool:
    x, y = point
    if isinstance(cover, Disc):
        return (x - cover.x) ** 2 + (y - cover.y) ** 2 < (cover.radius + margin) ** 2
    left, top, width, height = cover
    return left - margin < x < left + width + margin and top - margin < y < top + height + margin


def cluster_of(icon: str, share: float, spots: Sequence[Point]) -> tuple[Point, ...]:
    """The outlines of several icons, in sides of one alone from the middle of all."""
    return tuple(
        (across + share * x, down + share * y) for across, down in spots for x, y in outline_of(icon)
    )


@functools.cache
def outline_of(icon: str) -> tuple[Point, ...]:
    """Points on the curves of an icon's outline, in sides of its box from its middle."""
    return tuple((x / _BOX - 0.5, y / _BOX - 0.5) for x, y in points_of(load_icons()[icon].path))


def points_of(path: str) -> list[Point]:
    """Points on the curves of an SVG path."""
    # Slow to import, and only kits need it.
    from fontTools.pens.recordingPen import RecordingPen
    from fontTools.svgLib.path import parse_path

    pen = RecordingPen()
    parse_path(path, pen)
    points: list[Point] = []
    for _, ends in pen.value:
        if ends:
            points += [_on_curve((*points[-1:], *ends), share) for share in _SHARES] if points else ends
    return points


def contours_of(path: str) -> list[list[Point]]:
    """The points of each closed line of an SVG path, near enough to each other that curves look round."""
    from fontTools.pens.recordingPen import RecordingPen
    from fontTools.svgLib.path import parse_path

    pen = RecordingPen()
    parse_path(path, pen)
    contours: list[list[Point]] = []
    for name, ends in pen.value:
        if name == "moveTo":
            contours.append([*ends])
        elif ends:
            steps = 1 if len(ends) == 1 else _STEPS
            last = contours[-1][-1]
            contours[-1] += [_on_curve((last, *ends), step / steps) for step in range(1, steps + 1)]
    return [points for points in contours if len(points) > 2]


def _on_curve(control: Sequence[Point], share: float) -> Point:
    """A point of a Bézier curve, or of a line."""
    while len(control) > 1:
        control = [
            (x + (to_x - x) * share, y + (to_y - y) * share) for (x, y), (to_x, to_y) in pairwise(control)
        ]
    return control[0]
