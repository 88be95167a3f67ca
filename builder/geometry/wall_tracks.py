"""The tracks over a grid of hexes on which its hexsides lie, along which walls are straightened."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import NamedTuple

from builder.geometry.hex_loops import CORNERS, Corner, corner_of_box
from builder.geometry.hexgrid import Direction, Hex, Hexside
from builder.geometry.hexlayout import HexLayout
from builder.geometry.shapes import Point

Side = tuple[Corner, Corner]
_DIRECTIONS = tuple(Direction)
# The ends of each side of a hex, from the top left of its box, the western one first.
_ENDS = {
    direction: (*min(start, end), *max(start, end))
    for direction, start, end in zip(_DIRECTIONS, CORNERS, (*CORNERS[1:], CORNERS[0]), strict=True)
}


class Line(NamedTuple):
    """The points with ``a x + b y = c``; (a, b) has the length 1."""

    a: float
    b: float
    c: float

    def side_of(self, point: Point) -> float:
        """The distance of a point, negative on one of the sides."""
        return self.a * point[0] + self.b * point[1] - self.c

    def foot(self, point: Point) -> Point:
        off = self.side_of(point)
        return point[0] - off * self.a, point[1] - off * self.b

    def turn_to(self, other: Line) -> float:
        """The sine of the angle between the lines."""
        return self.a * other.b - other.a * self.b

    def crossing(self, other: Line) -> Point:
        turn = self.turn_to(other)
        return (self.c * other.b - other.c * self.b) / turn, (self.a * other.c - other.a * self.c) / turn


class Track(NamedTuple):
    """A zigzag line (level, upright, falling or rising), or a single level hexside (flat)."""

    kind: str
    number: int


class TrackedSides:
    """The hexsides of a layout on their tracks, and which of its hexes walls would leave too small.

    It can be kept for as many levels as have the layout; what was found once is not worked out again.
    """

    def __init__(self, layout: HexLayout) -> None:
        self.layout = layout
        self.cramped: dict[tuple[object, ...], bool] = {}
        self._lines: dict[Track, Line] = {}
        self._sides: dict[Hexside, tuple[Side, tuple[Hex, Hex], tuple[tuple[Track, int], ...]]] = {}

    def line(self, track: Track) -> Line:
        """The middle of a track."""
        line = self._lines.get(track)
        if line is None:
            line = self._lines[track] = self._find_line(track)
        return line

    def side(self, hexside: Hexside) -> tuple[Side, tuple[Hex, Hex], tuple[tuple[Track, int], ...]]:
        """The corners of a hexside, the hexes at it, and its tracks with its place on each."""
        tracked = self._sides.get(hexside)
        if tracked is None:
            side, hexes = side_of_hexside(hexside), (hexside.hex, self.layout.grid.across(hexside))
            tracked = self._sides[hexside] = side, hexes, tuple(_tracks_through(side))
        return tracked

    def _find_line(self, track: Track) -> Line:
        radius, size = self.layout.radius, self.layout.size
        if track.kind == "level":
            return Line(0.0, 1.0, (track.number + 0.5) * size / 2)
        if track.kind == "flat":
            return Line(0.0, 1.0, track.number * size / 2)
        if track.kind == "upright":
            return Line(1.0, 0.0, (track.number + 1 / 6) * 1.5 * radius)
        # It rises or falls by half a hex a column, and passes through the middle of a flat side of each.
        slope = (size if track.kind == "falling" else -size) / 2 / (1.5 * radius)
        long = hypot(slope, 1.0)
        return Line(-slope / long, 1 / long, (track.number * size / 2 + slope * radius / 2) / long)


def side_of_hexside(hexside: Hexside) -> Side:
    """The corners of a hexside, the western one first."""
    column, row = hexside.hex
    left, top = corner_of_box(column, row)
    x1, y1, x2, y2 = _ENDS[hexside.direction]
    return (left + x1, top + y1), (left + x2, top + y2)


def sides_of(hex: Hex) -> list[Side]:
    """The sides of a hex."""
    left, top = corner_of_box(*hex)
    return [((left + x1, top + y1), (left + x2, top + y2)) for x1, y1, x2, y2 in _ENDS.values()]


def _tracks_through(side: Side) -> Iterator[tuple[Track, int]]:
    """The tracks of a side, each with its place there; flat sides have even places, others odd ones.

    On an upright track, places are counted downward.
    """
    (x, y), (_, below) = side
    column = x // 3 + (y == below)
    place = 2 * column + (y != below)
    if y == below:
        yield Track("level", y - 1), place
        yield Track("level", y), place
        yield Track("falling", y - column), place
        yield Track("rising", y + column), place
        return
    yield Track("level", min(y, below)), place
    yield Track("upright", column), min(y, below)
    if y < below:
        yield Track("falling", y - column), place
    else:
        yield Track("rising", y + column), place
