"""The large machines of technical rooms, by their kind: a core, engines, pumps, fans, vats or generators.

They are scenery without any effect, pale and under the hexes, so that numbers may stand on them. Everything
else keeps them away: doors and what is in front of them, symbols, stars, tabs and names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import ceil
from typing import TYPE_CHECKING, Any

from builder.draw.maps.decks.fittings.furniture import Furnishing, equipment, size_of
from builder.draw.maps.decks.plan import DeckPlan
from builder.draw.maps.decks.rooms import room_kind
from builder.draw.surface.canvas import Point
from builder.draw.surface.clear_space import Box, overlaps

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

# The distance between places to try, the air around what stands there, and from a wall to a machine that
# stands free or at it, in mm for hexes of 18 mm.
_STEP, _AIR, _OFF_WALL, _AT_WALL = 1.0, 0.7, 2.4, 0.3
_MAX_ON_LEVEL, _MAX_SQUARES = 60, 20_000
_FULL = 0.9999
# Which way a machine's top lies along, by the wall that it is at: north, east, south and west.
_WAYS: Sequence[Point] = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))


def place_machines(plan: DeckPlan, taken: Iterable[Box]) -> Iterator[Furnishing]:
    """The machines of the technical rooms of a level, clear of the ``taken`` boxes, each with its place."""
    boxes, left = list(taken), _MAX_ON_LEVEL
    for area in plan.map.areas_on(plan.level):
        wanted = equipment("machines")["rooms"].get(room_kind(area), ())
        if wanted and left > 0:
            room = _Room(plan, area.id, boxes)
            machines = [machine for machine in map(room.place, wanted) if machine is not None]
            left -= len(machines)
            yield from machines


def place_again(plan: DeckPlan, machines: Sequence[Furnishing], taken: Iterable[Box]) -> Iterator[Furnishing]:
    """The machines of a map on its overview: where they are, or else where larger signs and names leave room.

    One without room for it is left out.
    """
    boxes, rooms = list(taken), dict[str, _Room]()
    staying = [machine for machine in machines if not any(overlaps(machine.box, box) for box in boxes)]
    yield from staying
    boxes += [machine.box for machine in staying]
    for machine in machines:
        area = _area_at(plan, machine.box) if machine not in staying else None
        if area is not None:
            room = rooms.setdefault(area, _Room(plan, area, boxes))
            again = room.place([machine.name])
            yield from [again] if again is not None else []


def _area_at(plan: DeckPlan, box: Box) -> str | None:
    """The area in which the middle of a box is."""
    from shapely import Point as Spot

    west, north, east, south = box
    middle = Spot((west + east) / 2, (north + south) / 2)
    return next((area for area, floor in plan.floors.items() if floor.contains(middle)), None)


class _Room:
    """A room as a raster of what is taken, in squares of ``step`` mm from the north-west corner."""

    def __init__(self, plan: DeckPlan, area: str, taken: Iterable[Box]) -> None:
        import numpy
        from shapely import contains_xy

        floor = plan.floors[area]
        self.plan, self.bounds, self.step = plan, floor.bounds, _STEP * plan.scale
        west, north, east, south = self.bounds
        # A large room is drawn to a coarser raster.
        self.step = max(self.step, ((east - west) * (south - north) / _MAX_SQUARES) ** 0.5)
        columns, rows = ceil((east - west) / self.step), ceil((south - north) / self.step)
        self._is_taken = numpy.zeros((rows, columns), dtype=bool)
        if floor.area < (east - west) * (south - north) * _FULL:
            xs = west + (numpy.arange(columns) + 0.5) * self.step
            ys = north + (numpy.arange(rows) + 0.5) * self.step
            self._is_taken |= ~contains_xy(floor, *numpy.meshgrid(xs, ys))
        self._sums = numpy.zeros((rows + 1, columns + 1), dtype=numpy.int32)
        self._take(box for box in taken if overlaps(box, self.bounds))

    def _take(self, boxes: Iterable[Box]) -> None:
        """Keep machines off boxes and off the air around them."""
        (west, north, _, _), step, air = self.bounds, self.step, _AIR * self.plan.scale
        for left, top, right, foot in boxes:
            columns = slice(
                max(0, int((left - air - west) / step)), max(0, ceil((right + air - west) / step))
            )
            rows = slice(max(0, int((top - air - north) / step)), max(0, ceil((foot + air - north) / step)))
            self._is_taken[rows, columns] = True
        # How many squares are taken to the north-west of each corner.
        self._sums[1:, 1:] = self._is_taken.cumsum(0).cumsum(1)

    def place(self, names: Sequence[str]) -> Furnishing | None:
        """The first machine that has room, as large as that allows, which it takes; None if none has."""
        for name in names:
            place = self._at_hull if name in equipment("machines")["at_hull"] else self._free
            machine = place(name)
            if machine is not None:
                self._take([machine.box])
                return machine
        return None

    @property
    def _scales(self) -> list[float]:
        """The scales to try, the best first."""
        return [share * self.plan.scale for share in equipment("machines")["scales"]]

    def _free(self, name: str) -> Furnishing | None:
        """A machine that stands free, as near the middle of its room as possible, level if it can be."""
        west, north, east, south = self.bounds
        middle, off = (
            ((west + east) / 2, (north + south) / 2),
            self.plan.wall / 2 + _OFF_WALL * self.plan.scale,
        )
        room = (west + off, north + off, east - off, south - off)
        for scale in self._scales:
            wide, tall = (length * scale for length in size_of(name))
            corner = self._nearest(middle, wide, tall, room)
            if corner is not None:
                return Furnishing(name, corner, _WAYS[0], scale)
            turned = self._nearest(middle, tall, wide, room)
            if turned is not None:
                # Its top is in the east then, and begins in the north.
                return Furnishing(name, (turned[0] + tall, turned[1]), _WAYS[1], scale)
        return None

    def _at_hull(self, name: str) -> Furnishing | None:
        """A machine with its top at a side of the room that is at the hull, at best at the longest."""
        for number, at, (west, north, east, south) in self._sides():
            for scale in self._scales:
                wide, tall = (length * scale for length in size_of(name))
                wide, tall = (tall, wide) if number % 2 else (wide, tall)
                strip = (
                    (west, north, east, north + tall),
                    (east - wide, north, east, south),
                    (west, south - tall, east, south),
                    (west, north, west + wide, south),
                )[number]
                corner = self._nearest(at, wide, tall, strip)
                if corner is not None:
                    x, y = corner
                    tops = ((x, y), (x + wide, y), (x + wide, y + tall), (x, y + tall))
                    return Furnishing(name, tops[number], _WAYS[number], scale)
        return None

    def _sides(self) -> list[tuple[int, Point, Box]]:
        """The sides of the room at the hull, the longest first: each by number and middle, with the room."""
        from shapely import contains_xy

        west, north, east, south = self.bounds
        off, out = self.plan.wall / 2 + _AT_WALL * self.plan.scale, 2 * self.plan.wall
        across, down = (west + east) / 2, (north + south) / 2
        room = (west + off, north + off, east - off, south - off)
        middles = ((across, north), (east, down), (across, south), (west, down))
        lengths = (east - west, south - north) * 2
        beyond = ((across, north - out), (east + out, down), (across, south + out), (west - out, down))
        sides = zip(range(4), middles, lengths, beyond, strict=True)
        outer = [side for side in sides if not contains_xy(self.plan.inside, *side[3])]
        return [
            (number, at, room) for number, at, _, _ in sorted(outer, key=lambda side: (-side[2], side[0]))
        ]

    def _nearest(self, at: Point, wide: float, tall: float, strip: Box) -> Point | None:
        """The corner of a free box in a strip, with its middle nearest to a point; None if none is free."""
        import numpy

        (west, north, _, _), step, (left, top, right, foot) = self.bounds, self.step, strip
        across, down = right - left - wide, foot - top - tall
        if across < -_AIR or down < -_AIR:
            return None
        xs = left + numpy.arange(int(max(0.0, across) / step) + 1) * step + max(0.0, across) % step / 2
        ys = top + numpy.arange(int(max(0.0, down) / step) + 1) * step + max(0.0, down) % step / 2
        sums, (rows, columns) = self._sums, self._is_taken.shape
        first, last = _squares(xs - west, wide, step, columns)
        upper, lower = _squares(ys - north, tall, step, rows)
        taken = (
            sums[numpy.ix_(lower, last)]
            - sums[numpy.ix_(upper, last)]
            - sums[numpy.ix_(lower, first)]
            + sums[numpy.ix_(upper, first)]
        )
        if taken.all():
            return None
        far = (xs[None, :] + wide / 2 - at[0]) ** 2 + (ys[:, None] + tall / 2 - at[1]) ** 2
        row, column = divmod(int(numpy.where(taken > 0, numpy.inf, far.round(6)).argmin()), len(xs))
        return float(xs[column]), float(ys[row])


def _squares(
    starts: NDArray[numpy.floating[Any]], long: float, step: float, count: int
) -> tuple[NDArray[numpy.int64], NDArray[numpy.int64]]:
    """The first square that each of some spans touches, and the one after its last."""
    import numpy

    first = numpy.clip((starts / step).astype(numpy.int64), 0, count)
    last = numpy.clip(numpy.ceil((starts + long) / step - 1e-6).astype(numpy.int64), 0, count)
    return first, last
