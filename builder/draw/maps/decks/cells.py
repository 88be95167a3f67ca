"""The bars along the walls of areas that creatures cannot leave."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import dist

from builder.draw.surface.canvas import Point

_STEP = 2.6


def cell_bars(rings: Sequence[Sequence[Point]], gap: float, length: float) -> Iterator[tuple[Point, Point]]:
    """The bars inside the walls of an area, whose outline runs clockwise, as lines.

    Each is ``length`` mm long and begins ``gap`` mm from the middle of its wall; none is near a corner.
    """
    for ring in rings:
        for (x1, y1), (x2, y2) in pairwise([*ring, ring[0]]):
            long = dist((x1, y1), (x2, y2))
            count = int((long - 2 * (gap + length)) / _STEP)
            if count < 1:
                continue
            right, down = (x2 - x1) / long, (y2 - y1) / long
            start = (long - (count - 1) * _STEP) / 2
            for at in range(count):
                along = start + at * _STEP
                x, y = x1 + right * along, y1 + down * along
                end = gap + length
                yield (x - down * gap, y + right * gap), (x - down * end, y + right * end)
