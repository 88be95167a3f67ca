"""The occupied parts of a drawing, indexed by squares so that a query costs the same on any map."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, dist, inf

from builder.geometry.shapes import Point

Box = tuple[float, float, float, float]
_SQUARE = 12.0
_ROUNDING, _PLACES = 1e-6, 9


class ClearSpace:
    """Boxes that are taken: west, north, east and south in mm.

    >>> space = ClearSpace()
    >>> space.take((0, 0, 4, 2))
    >>> space.is_free((4, 0, 6, 2)), space.overlap((3, 1, 5, 3))
    (True, 1.0)
    >>> list(space.free_spans((-2, 1, 6, 3)))
    [(-2, 0), (4, 6)]
    """

    def __init__(self) -> None:
        self._squares: dict[tuple[int, int], list[Box]] = {}

    def take(self, box: Box) -> None:
        """Reserve a box."""
        squares = self._squares
        for square in _squares(box):
            squares.setdefault(square, []).append(box)

    def take_if_free(self, box: Box) -> bool:
        """Reserve a box if no part of it is taken; whether it was free."""
        squares, touched = self._squares, _squares(box)
        west, north, east, south = box
        for square in touched:
            for left, top, right, bottom in squares.get(square, ()):
                is_near = left < east and west < right and top < south and north < bottom
                if is_near and left < right and top < bottom:
                    return False
        for square in touched:
            squares.setdefault(square, []).append(box)
        return True

    def take_all(self, other: ClearSpace) -> None:
        """Reserve everything that is taken in another space."""
        for square, boxes in other._squares.items():
            self._squares.setdefault(square, []).extend(boxes)

    def release(self, box: Box) -> None:
        """Give back a box that was taken."""
        for square in _squares(box):
            self._squares[square].remove(box)

    def take_line(self, start: Point, end: Point, weight: float) -> None:
        """Reserve a line of a width in mm, with as many boxes as its slope requires."""
        half = weight / 2
        upright = start[0] == end[0] or start[1] == end[1]
        steps = 1 if upright else max(1, ceil(dist(start, end) / max(weight, 1.0)))
        across, down = (end[0] - start[0]) / steps, (end[1] - start[1]) / steps
        for step in range(steps):
            x1, y1 = start[0] + step * across, start[1] + step * down
            x2, y2 = x1 + across, y1 + down
            self.take((min(x1, x2) - half, min(y1, y2) - half, max(x1, x2) + half, max(y1, y2) + half))

    def is_untouched(self, box: Box) -> bool:
        """Whether nothing near the box is taken, which is quick to find."""
        left, top, right, bottom = box
        west, north, east, south = left // _SQUARE, top // _SQUARE, right // _SQUARE, bottom // _SQUARE
        squares = self._squares
        if (west, north) in squares or (east, south) in squares:
            return False
        return (west, south) not in squares and (east, north) not in squares

    def is_free(self, box: Box) -> bool:
        """Whether no part of the box is taken."""
        west, north, east, south = box
        if west >= east or north >= south:
            return True
        # Names try thousands of places, so that this is a loop without calls.
        squares = self._squares
        first, last = int(north // _SQUARE), int(south // _SQUARE)
        for column in range(int(west // _SQUARE), int(east // _SQUARE) + 1):
            for row in range(first, last + 1):
                for left, top, right, bottom in squares.get((column, row), ()):
                    is_near = left < east and west < right and top < south and north < bottom
                    if is_near and left < right and top < bottom:
                        return False
        return True

    def overlap(self, box: Box, most: float = inf) -> float:
        """The area of the box that is taken, in square mm; parts that are taken twice count twice.

        If it is more than ``most``, only a part of it may be counted.
        """
        west, north, east, south = box
        # Numbers try hundreds of places, so that this is a loop without calls.
        squares = self._squares
        covered: set[Box] = set()
        area, enough = 0.0, most + _ROUNDING
        first, last = int(north // _SQUARE), int(south // _SQUARE)
        for column in range(int(west // _SQUARE), int(east // _SQUARE) + 1):
            for row in range(first, last + 1):
                for other in squares.get((column, row), ()):
                    left, top, right, bottom = other
                    if left < east and west < right and top < south and north < bottom:
                        if other in covered:
                            continue
                        covered.add(other)
                        wide = (right if right < east else east) - (left if left > west else west)
                        tall = (bottom if bottom < south else south) - (top if top > north else north)
                        if wide > 0 and tall > 0:
                            area += wide * tall
                            if area > enough:
                                return area
        # The same in whatever order things were taken.
        return round(area, _PLACES)

    def boxes(self) -> Iterator[Box]:
        """Every box that is taken, once."""
        return iter(dict.fromkeys(box for boxes in self._squares.values() for box in boxes))

    def free_spans(self, box: Box, least: float = 0.0) -> Iterator[tuple[float, float]]:
        """The parts of a box that are free over its whole height and so long, by their west and east ends."""
        at, top, end, bottom = box
        taken = set()
        # Names look for room in hundreds of bands, so that this is a loop without calls.
        squares = self._squares
        first, last = int(top // _SQUARE), int(bottom // _SQUARE)
        for column in range(int(at // _SQUARE), int(end // _SQUARE) + 1):
            for row in range(first, last + 1):
                for other in squares.get((column, row), ()):
                    west, north, east, south = other
                    is_near = west < end and at < east and north < bottom and top < south
                    if is_near and west < east and north < south:
                        taken.add(other)
        for west, _, east, _ in sorted(taken):
            if west > at and west - at >= least:
                yield at, west
            if east > at:
                at = east
        if at < end and end - at >= least:
            yield at, end

    def near(self, box: Box) -> frozenset[Box]:
        """Every box that touches a box or has a part in common with it: what there is to know of it."""
        west, north, east, south = box
        left, top, right, bottom = (int(edge // _SQUARE) for edge in box)
        near: set[Box] = set()
        for column, row in _squares(box):
            others = self._squares.get((column, row), ())
            if left < column < right and top < row < bottom:
                near.update(others)
                continue
            for other in others:
                if other[0] <= east and west <= other[2] and other[1] <= south and north <= other[3]:
                    near.add(other)
        return frozenset(near)


def grown(box: Box, by: float) -> Box:
    """A box with all its sides moved outward."""
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def joined(one: Box, other: Box) -> Box:
    """The box around two boxes."""
    return min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3])


def overlaps(one: Box, other: Box) -> bool:
    """Whether two boxes have a part in common."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _squares(box: Box) -> list[tuple[int, int]]:
    west, north = int(box[0] // _SQUARE), int(box[1] // _SQUARE)
    east, south = int(box[2] // _SQUARE), int(box[3] // _SQUARE)
    if west == east and north == south:
        return [(west, north)]
    return [(column, row) for column in range(west, east + 1) for row in range(north, south + 1)]
