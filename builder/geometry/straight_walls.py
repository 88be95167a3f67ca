"""Walls along hexsides, straightened: where they are drawn changes, but not which hexes they separate.

Every hexside lies on a few endless zigzag lines over the grid: level ones along a row, upright ones between
two columns, and slanted ones. A run of walls on such a line is drawn along the middle of the line, and
neighboring runs meet where their lines cross. Each hex keeps most of its area and its middle: a run that
would take them keeps its own hexsides there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import heapify, heappop, heappush
from itertools import groupby, pairwise
from math import atan2, degrees, dist, hypot, inf
from typing import NamedTuple

from builder.geometry.hex_loops import Corner, loops_around
from builder.geometry.hexgrid import Hex, Hexside
from builder.geometry.hexlayout import HexLayout
from builder.geometry.shapes import Point
from builder.geometry.wall_tracks import Line, Side, Track, TrackedSides, side_of_hexside, sides_of

Areas = tuple[str, str]
# The share of a hex that must remain, and the distance from its middle to a wall, in hex sizes.
_MIN_SHARE = 0.70
_MIN_TO_MIDDLE = 0.22
# How far a corner may move, in radii, and the middle of a door from that of its hexside, in hex sizes.
_MAX_SHIFT = 0.8
_MAX_DOOR_SHIFT = 0.32
# The least width of a way between two hexes, in radii.
_MIN_WAY = 0.4
# A slanted line looks less straight on a grid, so that it must be longer to win.
_SLANTED = 0.8
_MIN_SLANTED = 4
_ROUNDS = 12
_EPSILON = 1e-6
# Hexes with their walls of which a layout keeps what is known.
_MAX_KNOWN = 50_000


class _Run(NamedTuple):
    """Neighboring places on a track; runs are sorted from long to short."""

    minus_length: float
    track: Track
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DoorPlace:
    """The middle of a door on its wall, the angle of the wall in degrees, and the room along it in mm."""

    middle: Point
    angle: float
    room: float


@dataclass(frozen=True, slots=True)
class Wall:
    """A bent line between two areas."""

    areas: Areas
    points: tuple[Point, ...]


class StraightWalls:
    """The walls of one level, from the hexsides between two areas.

    Hexsides in ``doors`` have a door, which is ``door_length`` mm long and stays clear of corners of walls.
    ``tracked`` is what is known of the layout already.
    """

    def __init__(
        self,
        layout: HexLayout,
        hexsides: Mapping[Hexside, Areas],
        doors: Iterable[Hexside] = (),
        *,
        door_length: float = 0.0,
        tracked: TrackedSides | None = None,
    ) -> None:
        self.layout = layout
        self._tracked = tracked or TrackedSides(layout)
        self.door_length = door_length
        self._areas: dict[Side, Areas] = {}
        self._hexes: dict[Hex, list[Side]] = defaultdict(list)
        self._tracks: dict[Track, dict[int, Side]] = defaultdict(dict)
        for hexside, areas in hexsides.items():
            side, hexes, tracks = self._tracked.side(hexside)
            self._areas[side] = areas
            for hex in hexes:
                self._hexes[hex].append(side)
            for track, place in tracks:
                self._tracks[track][place] = side
        self._doors = {hexside: side_of_hexside(hexside) for hexside in doors}
        self._refused: set[tuple[Side, Track]] = set()
        for _ in range(_ROUNDS):
            self._straighten()
            refused = {*self._cramped(), *self._far_corners(), *self._closed_ways(), *self._lost_doors()}
            if refused <= self._refused:
                break
            self._refused |= refused

    def at(self, corner: Corner) -> Point:
        """The place of a corner of hexes in mm; those on walls have moved."""
        return self._moved.get(corner) or self._own_place(corner)

    def loops(self, hexes: Iterable[Hex]) -> list[list[Point]]:
        """The lines around some hexes along the walls, clockwise; those around holes run the other way."""
        inside = set(hexes)
        corners = loops_around(inside, [hex for hex in inside if hex in self._hexes])
        loops = (_bent([self.at(corner) for corner in loop], closed=True) for loop in corners)
        return [loop for loop in loops if len(loop) > 2]

    @cached_property
    def walls(self) -> tuple[Wall, ...]:
        """Every wall between two areas, from a corner with a third area to the next, or all around."""
        sides_at = self._sides_at
        left = dict.fromkeys(sorted(self._areas))
        ends = sorted(corner for corner, sides in sides_at.items() if len(sides) != 2)
        starts = [(corner, side) for corner in ends for side in sides_at[corner]]
        walls = []
        for start, side in (*starts, *((side[0], side) for side in list(left))):
            if side in left:
                corners = _follow(start, side, sides_at, left)
                points = _bent([self.at(corner) for corner in corners], closed=False)
                if len(points) > 1:
                    walls.append(Wall(self._areas[side], tuple(points)))
        return tuple(walls)

    def lines_at(self, hex: Hex) -> list[Line]:
        """The lines along which the sides of a hex are walls."""
        return [self._tracked.line(track) for track in self.tracks_at(hex)]

    def tracks_at(self, hex: Hex) -> tuple[Track, ...]:
        """The tracks on which the sides of a hex are walls: what its shape depends on."""
        run_of = self._run_of
        return tuple(dict.fromkeys(run_of[side].track for side in self._hexes.get(hex, ()) if side in run_of))

    def visible(self, hex: Hex) -> list[Point]:
        """The corners of the part of a hex that is on its side of its walls."""
        center, shape = self.layout.center(hex), list(self.layout.corners(hex))
        for line in self.lines_at(hex):
            shape = _cut(shape, line, line.side_of(center))
        return shape

    def room(self, hex: Hex) -> float:
        """The distance from the middle of a hex to the nearest of its walls; infinite if it has none."""
        center = self.layout.center(hex)
        return min((abs(line.side_of(center)) for line in self.lines_at(hex)), default=inf)

    def is_at_wall(self, hex: Hex) -> bool:
        """Whether a side of a hex is a wall."""
        return hex in self._hexes

    def door_place(self, hexside: Hexside) -> DoorPlace:
        """Where the door in a hexside is on its wall."""
        return self._door_places[self._doors[hexside]]

    @cached_property
    def _sides_at(self) -> dict[Corner, list[Side]]:
        """The walls that meet at each corner."""
        sides_at: dict[Corner, list[Side]] = defaultdict(list)
        for side in self._areas:
            for corner in side:
                sides_at[corner].append(side)
        return sides_at

    def _own_place(self, corner: Corner) -> Point:
        return corner[0] * self.layout.radius / 2, corner[1] * self.layout.size / 2

    def _straighten(self) -> None:
        """Give each hexside to the longest run that it can be part of, then move the corners to the lines."""
        self._run_of: dict[Side, _Run] = {}
        queue: list[_Run] = []
        for track, sides in self._tracks.items():
            free = sorted(place for place, side in sides.items() if (side, track) not in self._refused)
            queue += self._runs(track, free)
        heapify(queue)
        while queue:
            run = heappop(queue)
            sides = self._tracks[run.track]
            free = [place for place in run.places if sides[place] not in self._run_of]
            if len(free) == len(run.places):
                self._run_of.update((sides[place], run) for place in free)
            else:
                for rest in self._runs(run.track, free):
                    heappush(queue, rest)
        for side in self._areas:
            if side not in self._run_of and side[0][1] == side[1][1]:
                self._run_of[side] = _Run(-self.layout.radius, Track("flat", side[0][1]), (0,))
        self._moved = dict(self._crossings())
        self._door_places = dict(self._find_doors())

    def _runs(self, track: Track, places: Sequence[int]) -> Iterator[_Run]:
        """The runs of neighboring places that are long enough to be straightened."""
        radius, size = self.layout.radius, self.layout.size
        for _, group in groupby(enumerate(places), lambda item: item[1] - item[0]):
            run = [place for _, place in group]
            if track.kind == "level":
                # From one flat side to another; those have even places.
                run = run[run[0] % 2 : len(run) - run[-1] % 2]
                if len(run) >= 3:
                    yield _Run(-1.5 * radius * (len(run) // 2 + 1), track, tuple(run))
            elif track.kind == "upright":
                yield _Run(-size / 2 * len(run), track, tuple(run))
            elif len(run) >= _MIN_SLANTED:
                yield _Run(-_SLANTED * size / 2 * len(run), track, tuple(run))

    def _crossings(self) -> Iterator[tuple[Corner, Point]]:
        """The corners that move: to where two lines cross, or straight to one line."""
        # Lists, as the hash of a run takes as long as the run is.
        runs_at: dict[Corner, list[_Run]] = defaultdict(list)
        for side, run in self._run_of.items():
            for corner in side:
                if run not in runs_at[corner]:
                    runs_at[corner].append(run)
        for corner, runs in runs_at.items():
            first, *others = (self._tracked.line(run.track) for run in sorted(runs))
            crossed = next((other for other in others if abs(first.turn_to(other)) > _EPSILON), None)
            yield corner, first.crossing(crossed) if crossed else first.foot(self._own_place(corner))

    def _cramped(self) -> Iterator[tuple[Side, Track]]:
        """The walls that take too much of a hex, or come too near to its middle."""
        whole = 1.5 * self.layout.radius * self.layout.size
        nearest = _MIN_TO_MIDDLE * self.layout.size
        cramped = self._tracked.cramped
        if len(cramped) > _MAX_KNOWN:
            cramped.clear()
        for hex, sides in self._hexes.items():
            # Most hexes have the same walls as in the round before, and as before an edit.
            tracks = hex, *(self._run_of[side].track for side in sides if side in self._run_of)
            is_cramped = cramped.get(tracks)
            if is_cramped is None:
                is_cramped = self.room(hex) < nearest or _area(self.visible(hex)) < _MIN_SHARE * whole
                cramped[tracks] = is_cramped
            if is_cramped:
                runs = {side: self._run_of[side] for side in sides if side in self._run_of}
                side = max(runs, key=lambda side: (runs[side], side))
                yield side, runs[side].track

    def _far_corners(self) -> Iterator[tuple[Side, Track]]:
        """The walls whose ends would move too far."""
        for side, run in self._run_of.items():
            if any(
                dist(self._own_place(end), self.at(end)) > _MAX_SHIFT * self.layout.radius for end in side
            ):
                yield side, run.track

    def _closed_ways(self) -> Iterator[tuple[Side, Track]]:
        """The walls that would leave no way between two hexes of an area."""
        least = _MIN_WAY * self.layout.radius
        for side in self._ways:
            if dist(self.at(side[0]), self.at(side[1])) < least:
                walls = {wall for end in side for wall in self._sides_at[end] if wall in self._run_of}
                wall = max(walls, key=lambda wall: (self._run_of[wall], wall))
                yield wall, self._run_of[wall].track

    @cached_property
    def _ways(self) -> list[Side]:
        """The sides between two hexes of an area that have a wall at both ends."""
        at_walls, walls = self._sides_at, self._areas
        sides = {
            side
            for hex in self._hexes
            for side in sides_of(hex)
            if side[0] in at_walls and side[1] in at_walls and side not in walls
        }
        return sorted(sides)

    def _find_doors(self) -> Iterator[tuple[Side, DoorPlace]]:
        """Each door at the foot of the perpendicular from its hexside, or beside the nearest corner."""
        for side in self._doors.values():
            run = self._run_of.get(side)
            ends = [self.at(end) for end in side]
            middle = self._middle(side)
            if run is not None:
                ends = [self.at(end) for other in self._beside(side, run) for end in other]
                middle = self._tracked.line(run.track).foot(middle)
            start, end = min(ends), max(ends)
            long = dist(start, end)
            if long < _EPSILON:
                yield side, DoorPlace(middle, 0.0, 0.0)
                continue
            right, down = (end[0] - start[0]) / long, (end[1] - start[1]) / long
            along = (middle[0] - start[0]) * right + (middle[1] - start[1]) * down
            half = min(self.door_length, long) / 2
            along = min(max(along, half), long - half)
            middle = start[0] + right * along, start[1] + down * along
            yield side, DoorPlace(middle, degrees(atan2(down, right)), long)

    def _beside(self, side: Side, run: _Run) -> Iterator[Side]:
        """The sides of a run, around one of them, that separate the same two areas."""
        sides = self._tracks.get(run.track, {})
        place = next((place for place in run.places if sides.get(place) == side), None)
        yield side
        if place is None:
            return
        for step in (1, -1):
            at = place + step
            while at in run.places and self._areas[sides[at]] == self._areas[side]:
                yield sides[at]
                at += step

    def _lost_doors(self) -> Iterator[tuple[Side, Track]]:
        """The walls on which a door would be far from its hexside or too long, or else those next to it."""
        for side in self._doors.values():
            place = self._door_places[side]
            far = dist(place.middle, self._middle(side)) > _MAX_DOOR_SHIFT * self.layout.size
            if far or place.room < self.door_length:
                ends = {side, *(other for end in side for other in self._sides_at[end])}
                refused = [(end, self._run_of[end].track) for end in sorted(ends) if end in self._run_of]
                yield from [(end, track) for end, track in refused if end == side] or refused

    def _middle(self, side: Side) -> Point:
        (x1, y1), (x2, y2) = map(self._own_place, side)
        return (x1 + x2) / 2, (y1 + y2) / 2


def _follow(
    start: Corner, side: Side, sides_at: Mapping[Corner, Sequence[Side]], left: dict[Side, None]
) -> list[Corner]:
    """The corners of a wall; its sides are removed from those left."""
    corners = [start]
    while True:
        del left[side]
        corners.append(side[1] if side[0] == corners[-1] else side[0])
        following = [other for other in sides_at[corners[-1]] if other in left]
        if len(sides_at[corners[-1]]) != 2 or not following:
            return corners
        side = following[0]


def _bent(points: Sequence[Point], *, closed: bool) -> list[Point]:
    """The points at which a line has an end or a bend."""
    apart = [point for at, point in enumerate(points) if at == 0 or dist(point, points[at - 1]) > _EPSILON]
    if closed and len(apart) > 1 and dist(apart[0], apart[-1]) <= _EPSILON:
        apart.pop()
    if not closed and len(apart) < 3:
        return apart
    around = [apart[-1], *apart, apart[0]]
    bends = [
        at
        for before, at, after in zip(around, around[1:], around[2:], strict=False)
        if _turns(before, at, after)
    ]
    return bends if closed else [apart[0], *(p for p in bends if p not in (apart[0], apart[-1])), apart[-1]]


def _turns(before: Point, at: Point, after: Point) -> bool:
    (x1, y1), (x2, y2) = (at[0] - before[0], at[1] - before[1]), (after[0] - at[0], after[1] - at[1])
    return abs(x1 * y2 - x2 * y1) > _EPSILON * hypot(x1, y1) * hypot(x2, y2) or x1 * x2 + y1 * y2 < 0


def _cut(shape: Sequence[Point], line: Line, off: float) -> list[Point]:
    """The part of a convex shape on the side of a line where ``off`` is."""
    sign = 1.0 if off > 0 else -1.0
    sides = [sign * line.side_of(point) for point in shape]
    points = []
    for (one, at), (other, there) in pairwise([*zip(shape, sides, strict=True), (shape[0], sides[0])]):
        if at >= 0:
            points.append(one)
        if at * there < 0:
            share = at / (at - there)
            points.append((one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share))
    return points


def _area(shape: Sequence[Point]) -> float:
    """The area of a polygon, by the shoelace formula."""
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairwise([*shape, shape[0]]))) / 2
