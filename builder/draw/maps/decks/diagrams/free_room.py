"""The free part of a floor on a small picture, in which boxes find a place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from builder.draw.surface.canvas import Point
from builder.draw.surface.clear_space import Box

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

# How far a box stays from what is taken, and the steps between the places that are tried, in mm; how many
# steps there are at most in each direction.
_AIR, _STEP, _MAX_STEPS = 0.5, 0.9, 15


class Room:
    """An ``area`` in mm of the page, of which signs take parts."""

    def __init__(self, area: BaseGeometry) -> None:
        self.area = area

    @property
    def middle(self) -> Point:
        """The middle of its bounds; the origin if nothing is free."""
        if self.area.is_empty:
            return 0.0, 0.0
        west, north, east, south = self.area.bounds
        return (west + east) / 2, (north + south) / 2

    def part(self, area: BaseGeometry) -> Room:
        """What is free of a part of it."""
        return Room(self.area.intersection(area))

    def take(self, box: Box) -> None:
        """Leave a box with some air around it to a sign."""
        from shapely import box as rectangle

        self.area = self.area.difference(rectangle(*box).buffer(_AIR, join_style="mitre"))

    def nearest(self, wide: float, tall: float, to: Point) -> Point | None:
        """The middle of a box of this size in the room that is nearest to a point; None if there is none.

        >>> from shapely import box
        >>> Room(box(0, 0, 10, 4)).nearest(4.0, 4.0, (9.0, 2.0))
        (8.0, 2.0)
        >>> Room(box(0, 0, 10, 3)).nearest(4.0, 4.0, (9.0, 2.0)) is None
        True
        """
        from shapely import box as rectangle
        from shapely import contains, prepare

        if self.area.is_empty:
            return None
        west, north, east, south = self.area.bounds
        if east - west < wide or south - north < tall:
            return None
        xs = [to[0], *_spread(west + wide / 2, east - wide / 2)]
        ys = [to[1], *_spread(north + tall / 2, south - tall / 2)]
        places = sorted(
            (round((x - to[0]) ** 2 + (y - to[1]) ** 2, 4), number, x, y)
            for number, (x, y) in enumerate((x, y) for y in ys for x in xs)
        )
        lefts, tops = [x - wide / 2 for *_, x, _ in places], [y - tall / 2 for *_, y in places]
        boxes = rectangle(lefts, tops, [x + wide for x in lefts], [y + tall for y in tops])
        prepare(self.area)
        fitting = contains(self.area, boxes).nonzero()[0]
        if not len(fitting):
            return None
        *_, x, y = places[int(fitting[0])]
        return x, y


def _spread(start: float, end: float) -> list[float]:
    """Places from ``start`` to ``end``, both included."""
    count = max(1, min(round((end - start) / _STEP), _MAX_STEPS))
    return [start + (end - start) * number / count for number in range(count + 1)]
