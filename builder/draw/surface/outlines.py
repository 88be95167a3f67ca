"""Outlines by rule and seed: smooth lines, areas as paths, organic shapes, points scattered over an area.

Areas are Shapely geometries in mm, so that unions and buffers need no geometry of our own.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Iterable, Iterator, Sequence
from math import cos, hypot, pi, sin
from typing import TYPE_CHECKING, Any

from builder.draw.surface.canvas import Point, mm

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

_WAVES = ((2, 0.4), (3, 0.3), (4, 0.2), (6, 0.1))
_TRIES = 20
# The areas whose scattered points are kept: those of a few maps.
_KEPT = 128
# As Shapely numbers the types of geometries.
_LINE_STRING = 1
# The cells that can have a point too near to one in the middle.
_NEAR = tuple(
    (right, down) for right in range(-2, 3) for down in range(-2, 3) if 0 < abs(right) + abs(down) < 4
)


def seeded(*names: str) -> random.Random:
    """Random numbers that depend on names alone, such as a scenario's id and a hill's; so a tree stays.

    >>> seeded("dead-air", "1").random() == seeded("dead-air", "1").random()
    True
    """
    return random.Random("\0".join(names))


def smooth_path(points: Sequence[Point], *, closed: bool = True) -> str:
    """A smooth SVG path through some points: a Catmull-Rom spline as Bézier curves.

    >>> smooth_path([(0, 0), (3, 0), (6, 0)], closed=False)
    'M0 0C0.5 0 2 0 3 0S5.5 0 6 0'
    """
    count = len(points)
    last = count if closed else count - 1

    def point(at: int) -> Point:
        return points[at % count] if closed else points[min(max(at, 0), count - 1)]

    parts = [f"M{mm(points[0][0])} {mm(points[0][1])}"]
    for at in range(last):
        before, start, end, after = (point(at + step) for step in (-1, 0, 1, 2))
        second = (end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6)
        if at == 0:
            first = (start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6)
            parts.append(f"C{mm(first[0])} {mm(first[1])} ")
        else:
            # The first control point mirrors the last one, so it need not be written.
            parts.append("S")
        parts.append(f"{mm(second[0])} {mm(second[1])} {mm(end[0])} {mm(end[1])}")
    return "".join(parts) + ("Z" if closed else "")


def smooth_points(points: Sequence[Point], steps: int = 4) -> list[Point]:
    """Points along a closed smooth line through some points, ``steps`` for each: a Catmull-Rom spline.

    >>> smooth_points([(0, 0), (4, 0), (4, 4), (0, 4)], 2)[1]
    (2.0, -0.5)
    """
    count = len(points)
    smooth = []
    for at in range(count):
        near = [points[(at + step) % count] for step in (-1, 0, 1, 2)]
        for step in range(steps):
            x, y = (_spline([point[axis] for point in near], step / steps) for axis in (0, 1))
            smooth.append((x, y))
    return smooth


def _spline(near: Sequence[float], share: float) -> float:
    """A coordinate on a Catmull-Rom spline between the second and the third of four points."""
    before, start, end, after = near
    slope, bend = end - before, 2 * before - 5 * start + 4 * end - after
    return start + 0.5 * share * (slope + share * (bend + share * (3 * (start - end) + after - before)))


def rings(area: BaseGeometry) -> Iterator[list[Point]]:
    """The closed lines around an area and its holes, without repeating the first point."""
    for part in getattr(area, "geoms", [area]):
        if part.geom_type != "Polygon" or part.is_empty:
            continue
        for ring in (part.exterior, *part.interiors):
            yield [(x, y) for x, y, *_ in ring.coords[:-1]]


def area_path(area: BaseGeometry, *, smooth: bool = False) -> str:
    """An area as an SVG path; fill it with ``fill_rule="evenodd"`` if it can have holes."""
    if smooth:
        return "".join(smooth_path(ring) for ring in rings(area))
    return "".join(f"M{'L'.join(f'{mm(x)} {mm(y)}' for x, y in ring)}Z" for ring in rings(area))


def organic(center: Point, radius: float, rng: random.Random, *, amplitude: float = 0.11) -> list[Point]:
    """Points around a center, as of a wood or a hill, that enclose the area of a circle."""
    phases = [(count, weight * amplitude / 0.4, rng.uniform(0, 2 * pi)) for count, weight in _WAVES]
    turns = [2 * pi * step / 48 for step in range(48)]
    factors = [1 + sum(weight * sin(count * turn + at) for count, weight, at in phases) for turn in turns]
    # The area of a shape in polar coordinates is the mean of half the squared radius.
    scale = radius / (sum(factor**2 for factor in factors) / len(factors)) ** 0.5
    return [
        (center[0] + scale * factor * cos(turn), center[1] + scale * factor * sin(turn))
        for turn, factor in zip(turns, factors, strict=True)
    ]


def scattered(area: BaseGeometry, spacing: float, rng: random.Random, *, most: int = 2000) -> list[Point]:
    """At most ``most`` points inside an area, at least ``spacing`` mm apart, from north to south.

    The last results are kept: a map that is drawn again after an edit has mostly the same areas.
    """
    if area.is_empty:
        return []
    points, state = _scattered(area.wkb, spacing, rng.getstate(), most)
    rng.setstate(state)
    return list(points)


@functools.lru_cache(maxsize=_KEPT)
def _scattered(
    wkb: bytes, spacing: float, state: tuple[Any, ...], most: int
) -> tuple[tuple[Point, ...], tuple[Any, ...]]:
    """The points in an area, and the state of the random numbers after them."""
    from shapely import contains_xy, from_wkb, prepare

    area, rng = from_wkb(wkb), random.Random()
    rng.setstate(state)
    prepare(area)
    west, north, east, south = area.bounds
    cells: dict[tuple[int, int], Point] = {}
    side = spacing / 2**0.5
    # Enough tries to fill the box of the area, in one batch, which Shapely tests at once.
    tries = int(min(most / 0.7, (east - west) * (south - north) / spacing**2) * _TRIES) + _TRIES
    xs = [rng.uniform(west, east) for _ in range(tries)]
    ys = [rng.uniform(north, south) for _ in range(tries)]
    for x, y, is_inside in zip(xs, ys, contains_xy(area, xs, ys), strict=True):
        if not is_inside:
            continue
        column, row = int((x - west) / side), int((y - north) / side)
        if (column, row) in cells:
            continue
        # Most of the time of a map is spent here, so that this is a loop without calls of functions of ours.
        for right, down in _NEAR:
            other = cells.get((column + right, row + down))
            if other is not None and hypot(x - other[0], y - other[1]) < spacing:
                break
        else:
            cells[column, row] = (x, y)
            if len(cells) == most:
                break
    return tuple(sorted(cells.values(), key=lambda point: (point[1], point[0]))), rng.getstate()


def hull_of(points: Iterable[Point]) -> BaseGeometry:
    """The polygon with the given corners, repaired if its sides cross."""
    from shapely import Polygon

    return Polygon(points).buffer(0)


def line_path(lines: BaseGeometry) -> str:
    """Lines as an SVG path; points and areas in a collection are left out."""
    from shapely import get_coordinates, get_parts, get_type_id

    parts = get_parts(lines)
    kept = parts[get_type_id(parts) == _LINE_STRING]
    points, of_part = get_coordinates(kept, return_index=True)
    path, before = [], -1
    for (x, y), part in zip(points.tolist(), of_part.tolist(), strict=True):
        path.append(f"{'L' if part == before else 'M'}{mm(x)} {mm(y)}")
        before = part
    return "".join(path)


def lines_shape(lines: Sequence[tuple[Point, Point]]) -> BaseGeometry:
    """Straight lines as one geometry."""
    from shapely import MultiLineString, linestrings, multilinestrings

    shape = multilinestrings(linestrings(lines))
    assert isinstance(shape, MultiLineString)
    return shape


def segment_path(lines: Iterable[tuple[Point, Point]]) -> str:
    """Straight lines as an SVG path."""
    return "".join(f"M{mm(a[0])} {mm(a[1])}L{mm(b[0])} {mm(b[1])}" for a, b in lines)
