"""Natural edges of ground on a map of dots: each runs between the dots inside and the dots outside.

How far an edge moves depends on its place alone, so that neighbors share their edge, a level stays on the
one below it, and an edit leaves the edges elsewhere as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import ceil, cos, floor, pi, sin
from typing import TYPE_CHECKING

from builder.draw.maps.dots.site import Site
from builder.draw.surface.canvas import Point
from builder.draw.surface.outlines import rings, seeded, smooth_points

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

# Plots that meet at a corner are joined by this much, in mm.
_JOIN = 0.02
# The lengths of bays in pitches, and of the small bends of an edge in mm.
_BAYS = (5.3, 3.4, 2.3)
_BENDS = (17.0, 11.0, 7.0)
_BEND = 0.6
# A curve is a little nearer to a corner than the points that it passes.
_SPARE = 0.6
# The sum of waves is rarely as high as each of them together.
_STEEP = 1.7
# Shorter sides are joins of corners.
_MIN_SIDE = 0.2
_STEPS = 4
# Points along the edge of water, in mm; how often each moves, and how many dots it stays clear of.
_FLOW_STEP, _FLOW_ROUNDS, _NEAR_DOTS = 1.2, 45, 3


@dataclass(frozen=True)
class Waves:
    """A smooth field over a map, between -1 and 1; ``seed`` sets the direction and phase of each wave."""

    lengths: tuple[float, ...]
    seed: tuple[str, ...]

    @cached_property
    def _terms(self) -> list[tuple[float, float, float]]:
        rng = seeded(*self.seed)
        terms = []
        for length in self.lengths:
            turn, phase = rng.uniform(0, 2 * pi), rng.uniform(0, 2 * pi)
            terms.append((cos(turn) * 2 * pi / length, sin(turn) * 2 * pi / length, phase))
        return terms

    def at(self, x: float, y: float) -> float:
        """The height of the field at a point."""
        height = sum(sin(across * x + down * y + phase) for across, down, phase in self._terms)
        return max(-1.0, min(1.0, _STEEP * height / len(self._terms)))


@dataclass(frozen=True)
class NaturalEdges:
    """The natural edges of one map; ``scenario`` is the id that is their seed."""

    site: Site
    scenario: str

    @property
    def reach(self) -> float:
        """How far an edge can be from the edges of plots, in mm."""
        return max(self._swing) + self._bend

    def around(self, area: BaseGeometry) -> BaseGeometry:
        """The ground of some plots with natural edges; plots that meet at a corner become one."""
        from shapely import Polygon, union_all

        joined = area.buffer(_JOIN, join_style="mitre")
        parts = []
        for part in getattr(joined, "geoms", [joined]):
            outer, *holes = (self._edge(ring) for ring in rings(part))
            parts.append(Polygon(outer, holes).buffer(0))
        return union_all(parts)

    def flowing(self, area: BaseGeometry) -> BaseGeometry:
        """An area of :meth:`around` without sharp bends, as water flows; its edge is still clear of all dots.

        It need not share its edge with neighbors, which are drawn below it.
        """
        from shapely import Polygon, union_all

        parts = []
        for part in getattr(area, "geoms", [area]):
            outer, *holes = (self._relaxed(ring) for ring in rings(part))
            parts.append(Polygon(outer, holes).buffer(0))
        return union_all(parts)

    def _relaxed(self, ring: Sequence[Point]) -> list[Point]:
        """A ring whose points have moved toward the middle of their neighbors, but not toward dots."""
        import numpy as np
        from shapely import LineString

        line = LineString([*ring, ring[0]])
        count = max(8, round(line.length / (_FLOW_STEP * self.site.unit)))
        points = np.array([line.interpolate(at / count, normalized=True).coords[0] for at in range(count)])
        dots = np.array([self.site.lattice.at(dot) for dot in self.site.lattice])
        away = ((points[:, None, :] - dots[None, :, :]) ** 2).sum(axis=2)
        near = dots[np.argsort(away, axis=1, kind="stable")[:, :_NEAR_DOTS]]
        least = self.site.clear + _SPARE * self.site.unit
        for _ in range(_FLOW_ROUNDS):
            middle = (np.roll(points, 1, axis=0) + np.roll(points, -1, axis=0)) / 2
            points = (points + middle) / 2
            for number in range(_NEAR_DOTS):
                aside = points - near[:, number]
                distance = np.hypot(aside[:, 0], aside[:, 1])[:, None]
                points = np.where(distance < least, near[:, number] + aside * (least / distance), points)
        return [(float(x), float(y)) for x, y in points.round(6)]

    def _edge(self, ring: Sequence[Point]) -> list[Point]:
        return smooth_points(list(self._bent(smooth_points(list(self._crossings(ring)), _STEPS))), 2)

    def _crossings(self, ring: Sequence[Point]) -> Iterator[Point]:
        """The points at which the edge passes the sides of plots: their middles, moved across the side."""
        across, down = self._bays
        for (x1, y1), (x2, y2) in pairwise([*ring, ring[0]]):
            is_level = abs(x2 - x1) > abs(y2 - y1)
            axis = 0 if is_level else 1
            for middle in self._middles((x1, y1)[axis], (x2, y2)[axis], axis):
                if is_level:
                    y = self._grid_line(y1, 1)
                    yield middle, y + self._swing[1] * down.at(middle, y)
                else:
                    x = self._grid_line(x1, 0)
                    yield x + self._swing[0] * across.at(x, middle), middle

    def _grid_line(self, at: float, axis: int) -> float:
        """The line between plots that is nearest, so that joining plots moves no edge."""
        pitch, first = self.site.pitch[axis], self.site.plot_corner[axis]
        return first + round((at - first) / pitch) * pitch

    def _middles(self, start: float, end: float, axis: int) -> Iterator[float]:
        """The middle of each plot's side along a straight line."""
        pitch, first = self.site.pitch[axis], self.site.plot_corner[axis]
        low, high = sorted((start, end))
        lines = range(floor((low - first) / pitch), ceil((high - first) / pitch) + 1)
        cuts = [low, *(at for line in lines if low < (at := first + line * pitch) < high), high]
        middles = [(a + b) / 2 for a, b in pairwise(cuts) if b - a > _MIN_SIDE * pitch]
        yield from middles if start < end else reversed(middles)

    def _bent(self, edge: Sequence[Point]) -> Iterator[Point]:
        """Points along an edge, each moved a little."""
        across, down = self._bends
        for x, y in edge:
            yield x + self._bend * across.at(x, y), y + self._bend * down.at(x, y)

    @cached_property
    def _bend(self) -> float:
        return _BEND * self.site.unit

    @cached_property
    def _swing(self) -> Point:
        """How far an edge may move across a side of a plot: at a corner, it is clear of the dot there."""
        nearest = 2**0.5 * (self.site.clear + self._bend + _SPARE * self.site.unit)
        across, down = (max(0.0, pitch / 2 - nearest) for pitch in self.site.pitch)
        return across, down

    @cached_property
    def _bays(self) -> tuple[Waves, Waves]:
        return self._waves("bays", tuple(length * self.site.pitch[0] for length in _BAYS))

    @cached_property
    def _bends(self) -> tuple[Waves, Waves]:
        return self._waves("bends", tuple(length * self.site.unit for length in _BENDS))

    def _waves(self, name: str, lengths: tuple[float, ...]) -> tuple[Waves, Waves]:
        across, down = (Waves(lengths, (self.scenario, name, axis)) for axis in ("across", "down"))
        return across, down
