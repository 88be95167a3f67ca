"""Flights from dot to dot, one a turn, within the limits of the game's procedure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from builder.boards.spots import TUNNEL, DotPlace
from rulesdb import Ruleset
from rulesdb.movement import Flight

if TYPE_CHECKING:
    from builder.boards.dots import DotsMap


class DotFlight:
    """The flights of figures with flight gear on one map."""

    def __init__(self, game: Ruleset, flight: Flight, dots: DotsMap) -> None:
        self.dots = dots
        self._procedure = game.procedure(flight.procedure)
        self._shortest, self.longest = flight.distances

    @cached_property
    def by_distance(self) -> Mapping[int, tuple[int, int]]:
        """By distance, the points of a flight and the levels that it may climb or sink."""
        return {far: self._procedure(far) for far in range(self._shortest, self.longest + 1)}

    def landings(self, walked: Mapping[DotPlace, int], allowance: int) -> dict[DotPlace, int]:
        """The spots where a flight can end, with the action points spent by then.

        ``walked`` are the spots where it can start, with the points spent on walking there.
        """
        landed: dict[DotPlace, int] = {}
        waiting: dict[int, set[DotPlace]] = {}
        for dot in self.dots.lattice:
            if not self.dots.blocks(dot):
                building = self.dots.building_at.get(dot)
                open_floor = building.levels if building is not None else 0
                waiting.setdefault(dot.row, set()).add(DotPlace(dot, open_floor))
        least = min(points for points, _ in self.by_distance.values())
        for spot, cost in sorted(walked.items(), key=lambda item: item[1]):
            if cost + least > allowance:
                break
            if self._may_take_off(spot):
                for landing in sorted(self._near(spot, waiting)):
                    points = self._points(spot, landing)
                    if points is not None and cost + points <= allowance:
                        landed[landing] = cost + points
                        waiting[landing.dot.row].discard(landing)
        return landed

    def _near(self, start: DotPlace, waiting: Mapping[int, set[DotPlace]]) -> Iterator[DotPlace]:
        """The waiting spots that may be in range: each dot of distance crosses one row or column at most."""
        column, row = start.dot
        return (
            landing
            for rows in range(row - self.longest, row + self.longest + 1)
            for landing in waiting.get(rows, ())
            if -self.longest <= landing.dot.column - column <= self.longest
        )

    def _points(self, start: DotPlace, landing: DotPlace) -> int | None:
        """The points of a flight; ``None`` if it is too far, too short or too steep."""
        points, climb = self.by_distance.get(self.dots.lattice.distance(start.dot, landing.dot), (0, -1))
        return points if abs(self._height(landing) - self._height(start)) <= climb else None

    def _may_take_off(self, spot: DotPlace) -> bool:
        """Whether a spot is outdoors, on a roof, or next to an opening of a building."""
        if spot.floor == TUNNEL:
            return False
        building = self.dots.building_at.get(spot.dot)
        if building is None or spot.floor == building.levels:
            return True
        for edge, neighbor in self.dots.lattice.edges_around(spot.dot):
            door = self.dots.doors.get(edge)
            outward = self.dots.building_at.get(neighbor) is not building
            if door is not None and outward and (spot.floor == 0 or door.kind == "window"):
                return True
        return False

    def _height(self, spot: DotPlace) -> int:
        return self.dots.level(spot.dot) + spot.floor
