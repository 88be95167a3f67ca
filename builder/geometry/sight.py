"""Straight lines of sight past walls."""

from __future__ import annotations

import math
from collections.abc import Iterable

from builder.geometry.shapes import Point

Segment = tuple[Point, Point]
_HAIR = 1e-4


def sees(eye: Point, target: Point, walls: Iterable[Segment]) -> bool:
    """Whether the line from ``eye`` to ``target`` gets past all walls; it may graze the end of one.

    The line is tried a hair to either side: between two walls that meet in a corner both are stopped, past
    the free end of a wall one is not.

    >>> sees((0, 0), (4, 0), [((2, -1), (2, 1))]), sees((0, 0), (4, 0), [((2, 1), (2, 3))])
    (False, True)
    >>> corner = [((2, -1), (2, 0)), ((2, 0), (3, 1))]
    >>> sees((0, 0), (4, 0), corner), sees((0, 0), (4, 0), corner[:1])
    (False, True)
    """
    across = math.dist(eye, target)
    if across == 0:
        return True
    aside = (_HAIR * (eye[1] - target[1]) / across, _HAIR * (target[0] - eye[0]) / across)
    (west, east), (north, south) = sorted((eye[0], target[0])), sorted((eye[1], target[1]))
    west, east, north, south = west - _HAIR, east + _HAIR, north - _HAIR, south + _HAIR
    # Most walls lie wholly to one side of the line's box.
    near = [
        ((x1, y1), (x2, y2))
        for (x1, y1), (x2, y2) in walls
        if (x1 >= west or x2 >= west)
        and (x1 <= east or x2 <= east)
        and (y1 >= north or y2 >= north)
        and (y1 <= south or y2 <= south)
    ]
    return any(
        not any(crosses(_moved(eye, aside, sign), _moved(target, aside, sign), *wall) for wall in near)
        for sign in (1, -1)
    )


def _moved(point: Point, aside: Point, sign: int) -> Point:
    return point[0] + sign * aside[0], point[1] + sign * aside[1]


def crosses(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two segments cross inside both."""
    one, two = _turn(a, b, c), _turn(a, b, d)
    three, four = _turn(c, d, a), _turn(c, d, b)
    return one * two < 0 and three * four < 0


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
