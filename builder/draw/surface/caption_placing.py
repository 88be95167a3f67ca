"""Captions on a map, each at the first of its possible places that is free."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.clear_space import Box, ClearSpace
from builder.draw.surface.type import Metrics, Type

# The opacity that text needs for enough contrast with anything below it.
_HALO = 0.95
_PAD = 0.5


@dataclass(slots=True)
class Captions:
    """Boxes that are taken, inside ``bounds`` (west, north, east, south in mm)."""

    bounds: Box
    space: ClearSpace = field(default_factory=ClearSpace)

    def reserve(self, box: Box) -> None:
        """Keep captions out of a box."""
        self.space.take(box)

    def keep_clear(self, at: Point, half: float) -> None:
        """Keep captions out of a square around a point."""
        x, y = at
        self.reserve((x - half, y - half, x + half, y + half))

    def place(
        self, canvas: Canvas, text: str, type: Type, around: Box, fill: str, halo: str | None = None
    ) -> Point:
        """Draw ``text`` in or near the box ``around``, with a plate of color ``halo`` behind it.

        It tries the middle, then below, above, right and left of the box, and further out in steps; if no
        place is free, it takes the one that overlaps least.
        """
        run = canvas.metrics.width(text, type)
        cap = Metrics.CAP_HEIGHT * type.size
        tall = cap + type.size * 0.3
        spots = list(self._spots(around, run, tall))
        best = min(spots, key=lambda spot: (self._clash(_box(spot, run, tall)), spots.index(spot)))
        x, y = best
        self.reserve(_box(best, run, tall))
        if halo:
            plate = (x - run / 2 - _PAD, y - tall / 2, run + 2 * _PAD, tall)
            canvas.rect(*plate, radius=0.4, fill=halo, fill_opacity=_HALO)
        canvas.text(text, x, y + cap / 2, type, anchor="middle", fill=fill)
        return best

    def _spots(self, around: Box, run: float, tall: float) -> Iterable[Point]:
        west, north, east, south = around
        x, y = (west + east) / 2, (north + south) / 2
        yield x, y
        for step in range(6):
            gap = 0.6 + tall / 2 + step * tall * 0.9
            side = 0.9 + run / 2 + step * tall
            yield x, south + gap
            yield x, north - gap
            yield east + side, y
            yield west - side, y

    def _clash(self, box: Box) -> float:
        """The area of the box that is taken; parts beyond the edge count much more."""
        west, north, east, south = self.bounds
        out = max(0.0, west - box[0]) + max(0.0, north - box[1]) + max(0.0, box[2] - east)
        out += max(0.0, box[3] - south)
        return self.space.overlap(box) + 1000 * out


def _box(center: Point, run: float, tall: float) -> Box:
    x, y = center
    return (x - run / 2 - _PAD, y - tall / 2, x + run / 2 + _PAD, y + tall / 2)
