"""Room for a line of text on a floor: between its walls, and clear of everything that is taken."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from builder.draw.surface.canvas import Point
from builder.draw.surface.clear_space import Box, ClearSpace
from builder.draw.surface.type import Metrics, Type

Ring = Sequence[Point]
_MARGIN = 1.0
_AIR, _TINY = 0.5, 1e-6
# The room beside a text, as a share of that above and below it.
_ASIDE = 1.25
# The distance between lines that are tried, in mm, and how many at most.
_STEP = 0.8
_MAX_LINES = 90
_LEADING = 1.12
# What a text costs that is one mm beside the middle of its room, against one above or below it: names over
# each other in the middle of rooms look as if they were meant to be there.
_SIDEWAYS = 1.1
# The height of the rows in which the edges of an area are listed, in mm.
_ROW = 4.0


@dataclass(frozen=True, slots=True)
class Label:
    """A text at a place: its lines, the middle of the lines, the first baseline, type, and length, in mm.

    A text that ``is_upright`` has one line, which runs from its foot upwards around that middle.
    """

    lines: tuple[str, ...]
    x: float
    baseline: float
    type: Type
    run: float
    is_upright: bool = False

    @property
    def step(self) -> float:
        """From one baseline to the next."""
        return self.type.size * _LEADING

    @property
    def box(self) -> Box:
        """West, north, east and south end of its letters, with some space around them."""
        half = self.run / 2 + _AIR
        if self.is_upright:
            middle, across = self.baseline, self.type.cap / 2 + _AIR
            return self.x - across, middle - half, self.x + across, middle + half
        top = self.baseline - self.type.cap - _AIR
        bottom = self.baseline + (len(self.lines) - 1) * self.step + _AIR
        return self.x - half, top, self.x + half, bottom


class Room:
    """An area with room for text, for all the settings that are tried in it."""

    def __init__(self, rings: Sequence[Ring]) -> None:
        self.bounds = bounds_of(rings)
        self.middle = middle_of(rings)
        self.edges = _Edges(rings)


def place_lines(
    lines: Sequence[str], type: Type, room: Room, space: ClearSpace, metrics: Metrics, air: float = _AIR
) -> Label | None:
    """Some lines of text inside an area, as near its middle as possible; ``None`` if they do not fit.

    They are ``air`` mm at least from what is above and below them, and a little more from what is beside.
    """
    run, margin = max(metrics.width(line, type) for line in lines), max(_MARGIN, _ASIDE * air)
    least = run + 2 * margin
    cap = type.cap
    tall = cap + (len(lines) - 1) * type.size * _LEADING
    _, north, _, south = room.bounds
    (middle_x, middle_y), edges = room.middle, room.edges
    best: tuple[float, float, float] | None = None
    for top in _tops(north + _MARGIN, south - _MARGIN - tall, middle_y - tall / 2):
        away = abs(top + tall / 2 - middle_y)
        if best is not None and away >= best[0]:
            break
        band = (top - air, top + tall + air)
        for span in _across(edges, band, least):
            # No part of a span is nearer to the middle than the span.
            if best is not None and away + _SIDEWAYS * _off(*span, run + 2 * margin, middle_x) >= best[0]:
                continue
            for left, right in space.free_spans((span[0], band[0], span[1], band[1]), least - _TINY):
                west, east = left + margin + run / 2, right - margin - run / 2
                if west <= east:
                    x = min(max(middle_x, west), east)
                    cost = away + _SIDEWAYS * abs(x - middle_x)
                    if best is None or cost < best[0]:
                        best = (cost, x, top)
    return Label(tuple(lines), best[1], best[2] + cap, type, run) if best else None


def place_upright(text: str, type: Type, room: Room, space: ClearSpace, metrics: Metrics) -> Label | None:
    """A line that runs upwards in a narrow area, as near its middle as possible; ``None`` if it does not fit.

    The ``baseline`` of its label is the middle of its length.
    """
    run = metrics.width(text, type)
    wide, tall = type.cap + 2 * _MARGIN, run + 2 * _MARGIN
    west, north, east, south = room.bounds
    middle_x, middle_y = room.middle
    for y in _tops(north + tall / 2, south - tall / 2, middle_y):
        for x in _tops(west + wide / 2, east - wide / 2, middle_x):
            box = x - wide / 2, y - tall / 2, x + wide / 2, y + tall / 2
            if space.is_free(box) and room.edges.holds(box):
                return Label((text,), x, y, type, run, is_upright=True)
    return None


def bounds_of(rings: Sequence[Ring]) -> Box:
    """West, north, east and south end of an area."""
    points = [point for ring in rings for point in ring]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def middle_of(rings: Sequence[Ring]) -> Point:
    """The centroid of an area; holes are rings that run the other way."""
    twice = right = down = 0.0
    for ring in rings:
        for (x1, y1), (x2, y2) in pairwise([*ring, ring[0]]):
            turn = x1 * y2 - x2 * y1
            twice += turn
            right += (x1 + x2) * turn
            down += (y1 + y2) * turn
    return right / (3 * twice), down / (3 * twice)


def _tops(first: float, last: float, middle: float) -> Iterator[float]:
    """Lines from the middle outward, up and down by turns."""
    if last < first:
        return
    middle = min(max(middle, first), last)
    step = max(_STEP, (last - first) / _MAX_LINES)
    yield middle
    for number in range(1, int((last - first) / step) + 2):
        for top in (middle - number * step, middle + number * step):
            if first <= top <= last:
                yield top


def _across(edges: _Edges, band: tuple[float, float], least: float) -> Iterator[tuple[float, float]]:
    """The parts of a band across an area that are inside it, if they are so long."""
    north, south = band
    spans = edges.inside(north)
    for y in ((north + south) / 2, south):
        spans = [span for span in spans if span[1] - span[0] >= least - _TINY]
        if not spans:
            return
        spans = [
            (max(a, c), min(b, d)) for a, b in spans for c, d in edges.inside(y) if max(a, c) < min(b, d)
        ]
    yield from (span for span in spans if span[1] - span[0] >= least - _TINY)


def _off(west: float, east: float, run: float, middle: float) -> float:
    """How far from the middle a text of a length, with its margins, is at least between two places."""
    x = min(max(middle, west + run / 2), east - run / 2)
    return abs(x - middle)


class _Edges:
    """The edges of an area by height: names look at hundreds of level lines."""

    def __init__(self, rings: Sequence[Ring]) -> None:
        self._rows: dict[int, list[tuple[Point, Point]]] = {}
        for ring in rings:
            for start, end in pairwise([*ring, ring[0]]):
                if start[1] != end[1]:
                    first, last = sorted((int(start[1] // _ROW), int(end[1] // _ROW)))
                    for row in range(first, last + 1):
                        self._rows.setdefault(row, []).append((start, end))

    def holds(self, box: Box) -> bool:
        """Whether a box is in the area, as far as lines across it show."""
        west, north, east, south = box
        count = max(2, int((south - north) / _ROW) + 2)
        lines = (self.inside(north + (south - north) * at / (count - 1)) for at in range(count))
        return all(any(left <= west and east <= right for left, right in spans) for spans in lines)

    def inside(self, y: float) -> list[tuple[float, float]]:
        """Where a level line is inside the area."""
        crossed = sorted(
            x1 + (x2 - x1) * (y - y1) / (y2 - y1)
            for (x1, y1), (x2, y2) in self._rows.get(int(y // _ROW), ())
            if (y1 <= y) != (y2 <= y)
        )
        return list(zip(crossed[::2], crossed[1::2], strict=True))
