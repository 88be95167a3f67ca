"""Doors that are barred against those outside, until somebody forces them or comes out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from builder.games.advanced_infantry.play.ground import NOWHERE, Ground
from builder.geometry.dotlattice import Dot, Edge
from builder.playtest.logic.effects import Effects
from builder.scenario.logic.effects import BarredDoors
from rulesdb.cache.methods import cached_method

Step = tuple[int, int]
"""A cell outside, and the one behind the door."""


class Doors:
    """The barred doors of a scenario, by their numbers."""

    def __init__(self, effects: Effects, ground: Ground) -> None:
        self._ground = ground
        barred = [effect for _, effect in effects.of(BarredDoors)]
        names = [(name, effect.plus) for effect in barred for name in effect.doors]
        edges = {
            edge: (number, plus)
            for number, (name, plus) in enumerate(names)
            for edge, door in ground.dots.doors.items()
            if door.text == name
        }
        # For each step through a door from outside, the number of the door and the points that it adds.
        self._steps: dict[Step, tuple[int, int]] = {}
        for cell, spot in enumerate(ground.spots if edges else ()):
            for there, _ in ground.steps[cell]:
                goes_in = ground.building[there] >= 0 > ground.building[cell]
                if goes_in and spot.floor == 0:
                    crossed = _crossed(spot.dot, ground.spots[there].dot)
                    doors = [edges[edge] for edge in crossed if edge in edges]
                    if doors:
                        self._steps[cell, there] = doors[0]

    def between(self, one: int, other: int) -> int:
        """The number of the barred door between two cells, from either side; -1 if there is none."""
        number, _ = self._steps.get((one, other)) or self._steps.get((other, one)) or (NOWHERE, 0)
        return number

    @cached_method(256)
    def shut(self, forced: tuple[int, ...]) -> Mapping[Step, int]:
        """The steps through doors that nobody has forced, with the points that it takes to do so."""
        return {step: plus for step, (number, plus) in self._steps.items() if number not in forced}

    @cached_method(8192)
    def near(self, here: int, points: int, forced: tuple[int, ...]) -> tuple[tuple[Step, int], ...]:
        """Those of the steps of :meth:`shut` that begin so near to a cell that the points may be enough."""
        near = self._ground.near(here, points)
        return tuple(sorted(each for each in self.shut(forced).items() if each[0][0] in near))


def _crossed(one: Dot, other: Dot) -> Iterator[Edge]:
    """The edges between two neighbors; diagonally, those of both ways around the corner."""
    corners = {Dot(one.column, other.row), Dot(other.column, one.row)} - {one, other}
    pairs = (
        [(one, other)] if not corners else [pair for each in corners for pair in ((one, each), (each, other))]
    )
    return (Edge(min(pair), max(pair)) for pair in sorted(pairs))
