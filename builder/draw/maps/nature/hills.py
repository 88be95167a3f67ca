"""Hills and levels of the ground: steps of tint, hachures down the slope, a hard shadow in the south-east."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from builder.draw.maps.nature.plot import Marks, Plot, mixed, shadow, xy
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.color_vision import blend
from builder.draw.surface.outlines import area_path, rings
from builder.draw.surface.theme import Theme

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

LIGHT = -0.6, -0.8
"""The direction to the light: in the north-west, to the right and down."""
_WIDTHS = 0.10, 0.42
_WIDTH_STEPS = 6
_SHARES = 0.34, 0.64
_STEPS = 3
LONGEST = 2.6
"""The longest hachures of a hill, in mm."""
# How far a level's shadow is moved, and how wide it is at most: less than the strokes that lie on it.
_SHADOW, _SHADOW_WIDE = (1.1, 1.5), 1.5
# In a bay of an edge, strokes end where they are this share as far apart as at their starts, but none is
# shorter than the second share; how many strokes to both sides show how much an edge bends.
_CLOSEST, _SHORTEST, _BEND = 0.55, 0.4, 2
# Where strokes keep less than this share of their lengths, every second one is left out.
_CROWDED = 0.75
# The share of its length that the end of a stroke is away from the edge, so that it meets no other stroke,
# and the shares of its length that are tried for this.
_AWAY, _TRIED = 0.9, (0.75, 0.5, 0.3)
# The share of a stroke that stays above a number or a sign.
_CUT = 0.5
# The least share of its greatest width in an upper step that has not much room, and the ground between steps.
_WIDE, _BETWEEN = 0.9, 0.8


def draw_hill(canvas: Canvas, plot: Plot, *, steps: int = _STEPS, room: BaseGeometry | None = None) -> None:
    """A hill of up to three steps; its hachures stay inside its edge, and its upper steps in a ``room``."""
    theme, area = canvas.theme, plot.visible
    dark = shadow(theme, "ground", 0.28)
    if dark != "none":
        _fill_moved(canvas, plot, dark, (0.7, 1.0))
    areas = hill_steps(area, steps, room)
    line = mixed(theme, "hill_line", "hill", 0.75)
    for number, step in enumerate(areas):
        canvas.path(
            area_path(step), fill=step_color(theme, number, len(areas)), fill_rule="evenodd", stroke=line,
            stroke_width=theme.weight("terrain") * 0.9,
        )  # fmt: skip
    longest = _stroke(depth_of(area))
    draw_hachures(
        canvas, area, plot.rng, longest * 0.85, inward=True, clear=plot.clear, step=0.7 * plot.coarse
    )
    for upper in areas[1:]:
        draw_hachures(canvas, upper, plot.rng, longest, clear=plot.clear, step=0.62 * plot.coarse)


def hill_steps(
    area: BaseGeometry, steps: int = _STEPS, room: BaseGeometry | None = None
) -> list[BaseGeometry]:
    """The areas of the steps of a hill, from the lowest; those above the first lie in a ``room`` if given."""
    reach = depth_of(area)
    areas = [area]
    for share in _SHARES[: steps - 1]:
        inner: BaseGeometry = area.buffer(-reach * (share + 0.1)).buffer(reach * 0.1)
        if room is not None:
            within = room if len(areas) == 1 else areas[-1].buffer(-_stroke(reach) - _BETWEEN)
            inner = _rounded(inner.intersection(within))
        if not inner.is_empty:
            areas.append(inner)
    return areas


def _rounded(area: BaseGeometry) -> BaseGeometry:
    """The widest part of an area, without what is narrower."""
    if area.is_empty:
        return area
    radius = _WIDE * depth_of(area)
    parts = area.buffer(-radius).buffer(radius)
    widest: BaseGeometry = max(getattr(parts, "geoms", [parts]), key=lambda part: part.area)
    return widest


def step_color(theme: Theme, number: int, count: int) -> str:
    """The color of a step of a hill of ``count`` steps, by its number from the lowest, which is 0."""
    return blend(theme["hill_top"], theme["hill"], number / max(1, count - 1))


def _stroke(reach: float) -> float:
    """The length of the hachures of a hill by the radius of the largest circle in it, in mm."""
    return max(0.8, min(LONGEST, reach * 0.24))


def draw_level(canvas: Canvas, plot: Plot, color: str, below: str) -> None:
    """The tint of one level of the ground, with a hard shadow on the color ``below`` it."""
    theme = canvas.theme
    dark = shadow(theme, below, 0.3)
    if dark != "none":
        _fill_moved(canvas, plot, dark, _SHADOW, plot.area.buffer(_SHADOW_WIDE, 4))
    plot.fill(canvas, color, mixed(theme, "hill_line", "hill", 0.8), 1.1)


def draw_slopes(canvas: Canvas, plot: Plot) -> None:
    """Hachures down the slope outside the edge of a level, and faint ones inside it."""
    sides: dict[str, Any] = {"within": plot.within, "clear": plot.clear}
    draw_hachures(canvas, plot.area, plot.rng, 3.1, step=0.72 * plot.coarse, **sides)
    inner = plot.area.buffer(-1.4)
    faint = mixed(canvas.theme, "hill_line", "hill", 0.4)
    draw_hachures(
        canvas, inner, plot.rng, 1.3, step=1.5 * plot.coarse, inward=True, color=faint, heaviest=0.2, **sides
    )


def draw_hachures(
    canvas: Canvas,
    area: BaseGeometry,
    rng: random.Random,
    length: float,
    *,
    step: float = 0.7,
    inward: bool = False,
    within: BaseGeometry | None = None,
    clear: BaseGeometry | None = None,
    color: str = "",
    heaviest: float = _WIDTHS[1],
) -> None:
    """Strokes of about ``length`` mm from an area's edge outward, or ``inward``; heavy in the south-east.

    They are shorter in the bays of the edge, where they would cross. Strokes that start outside ``within``
    are left out. Those that touch ``clear`` are cut short, or left out if that does not help.
    """
    from numpy import concatenate
    from shapely import intersects_xy, prepare

    strokes = [stroke for ring in rings(area) if (stroke := _strokes(ring, rng, length, step, inward))]
    if not strokes:
        return
    starts, ends, darks, thin = (concatenate(parts) for parts in zip(*strokes, strict=True))
    ends, is_kept = _apart(starts, ends, area), ~thin
    if within is not None:
        inner = within.buffer(-0.3)
        prepare(inner)
        for points in (starts, ends):
            is_kept &= intersects_xy(inner, points)
    if clear is not None and not clear.is_empty:
        crossed = _crossing(starts, ends, clear)
        ends[crossed] = starts[crossed] + (ends - starts)[crossed] * _CUT
        is_kept[crossed[_crossing(starts[crossed], ends[crossed], clear)]] = False
    marks, ink = Marks(), canvas.theme[color or "hill_line"]
    least = _WIDTHS[0]
    kept = (numbers[is_kept].tolist() for numbers in (starts, ends, darks))
    for start, end, dark in zip(*kept, strict=True):
        width = least + (heaviest - least) * round(dark * _WIDTH_STEPS) / _WIDTH_STEPS
        marks.line(f"M{xy(*start)}L{xy(*end)}", ink, width)
    marks.draw(canvas)


def _apart(starts: Any, ends: Any, area: BaseGeometry) -> Any:
    """The ends of strokes, nearer to their starts where the strokes of another part of the edge begin."""
    from numpy import hypot
    from shapely import distance, points

    edge, runs = area.boundary, ends - starts
    lengths, shares = hypot(*runs.T), 1.0 + 0.0 * runs[:, 0]
    left = (distance(points(ends), edge) < _AWAY * lengths).nonzero()[0]
    for share in _TRIED:
        shares[left] = share
        tried = starts[left] + runs[left] * share
        left = left[distance(points(tried), edge) < _AWAY * share * lengths[left]]
    return starts + runs * shares[:, None]


def _crossing(starts: Any, ends: Any, clear: BaseGeometry) -> Any:
    """The numbers of the strokes that touch what is kept clear."""
    from numpy import stack, unique
    from shapely import STRtree, linestrings

    lines = linestrings(stack((starts, ends), axis=1))
    return unique(STRtree(getattr(clear, "geoms", [clear])).query(lines, predicate="intersects")[0])


def _strokes(
    ring: list[Point], rng: random.Random, length: float, step: float, inward: bool
) -> tuple[Any, Any, Any, Any] | None:
    """The strokes along a ring: starts, ends, and how far each is turned away from the light, from 0 to 1.

    The last tells of each stroke whether it is one too many in a bay. They are arrays, as a map can have
    thousands of strokes; None if the ring is too short.
    """
    from numpy import arange, array, sqrt, stack, where
    from shapely import LinearRing

    edge = LinearRing(ring)
    count, long = int(edge.length / step), edge.length
    if count < 3:
        return None
    along = (arange(count) + array([rng.uniform(-0.2, 0.2) for _ in range(count)])) * step % long
    x, y = _points_along(ring, along)
    x2, y2 = _points_along(ring, (along + 0.3) % long)
    side = 1.0 if edge.is_ccw != inward else -1.0
    run = sqrt((x2 - x) ** 2 + (y2 - y) ** 2)
    run = where(run == 0.0, 1.0, run)
    right, below = -side * (y - y2) / run, -side * (x2 - x) / run
    # Outside and inside have opposite normals, but the slope falls the same way.
    fall = -1.0 if inward else 1.0
    dark = (1 - fall * (right * LIGHT[0] + below * LIGHT[1])) / 2
    reach = length * (0.62 + 0.42 * dark) * array([rng.uniform(0.88, 1.12) for _ in range(count)])
    shares = _in_bays(stack((x, y), axis=1), stack((right, below), axis=1), reach)
    reach *= shares
    thin = (shares < _CROWDED) & (arange(count) % 2 == 1)
    return stack((x, y), axis=1), stack((x + right * reach, y + below * reach), axis=1), dark, thin


def _in_bays(starts: Any, normals: Any, reach: Any) -> Any:
    """The share of its length that each stroke of a ring keeps, so that strokes do not run together."""
    from numpy import clip, roll, where

    ends = starts + normals * reach.mean()
    here, there = (roll(each, -_BEND, axis=0) - roll(each, _BEND, axis=0) for each in (starts, ends))
    along = (here * here).sum(axis=1)
    nearer = 1 - (here * there).sum(axis=1) / where(along == 0.0, 1.0, along)
    return clip((1 - _CLOSEST) / where(nearer > 0.01, nearer, 0.01), _SHORTEST, 1.0)


def _points_along(ring: list[Point], along: Any) -> tuple[Any, Any]:
    """The points at some distances from the start of a ring, in mm along it: all x, and all y."""
    # Shapely walks along the ring again for each point, which takes most of the time of a large level.
    from numpy import array, cumsum, diff, hypot, interp

    points = array([*ring, ring[0]])
    ends = [0.0, *cumsum(hypot(*diff(points, axis=0).T)).tolist()]
    return interp(along, ends, points[:, 0]), interp(along, ends, points[:, 1])


def _fill_moved(
    canvas: Canvas, plot: Plot, color: str, by: Point, around: BaseGeometry | None = None
) -> None:
    """The area's shadow on the ground beside it, and ``around`` it."""
    from shapely.affinity import translate

    moved = translate(plot.visible, *by)
    moved = moved if around is None else moved.intersection(around)
    canvas.path(
        area_path(moved if plot.within is None else moved.intersection(plot.within)),
        fill=color,
        fill_rule="evenodd",
    )


def depth_of(area: BaseGeometry) -> float:
    """The radius of the largest circle in an area, to a tenth of a millimeter or better."""
    from shapely import MultiPolygon, Polygon, maximum_inscribed_circle

    assert isinstance(area, Polygon | MultiPolygon)
    return maximum_inscribed_circle(area, tolerance=0.1).length
