"""Decks as numbered cells."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from builder.boards.cells.cells import NO_BARRIER, Barrier, Cells, CellStep, Floats, Sightlines, crossing
from builder.boards.deck_structure import Boundary
from builder.boards.spots import Place
from builder.geometry.hexlayout import HexLayout
from builder.geometry.sight import EPSILON
from rulesdb.movement import Movement

if TYPE_CHECKING:
    from builder.boards.deck import HexMap

_NOBODY = -1


def deck_cells(decks: HexMap, movement: Movement) -> Cells:
    """The hexes of all areas; doors, hatches, stairs and lifts are barriers.

    A step costs as much as the hex that it enters; the game's play adds the costs of barriers.
    """
    spots = sorted(decks.area_at)
    numbers = {place: number for number, place in enumerate(spots)}
    graph = _Graph(decks, movement, numbers)
    layout = HexLayout(decks.grid, decks.hex_size)
    points = np.array([layout.center(place.hex) for place in spots], dtype=np.float64).reshape(-1, 2)
    levels = [place.level for place in spots]
    sight = _DeckSight(decks, layout, points, np.array(levels), graph.at_side)

    def measure(cell: int) -> list[float]:
        here = spots[cell].hex
        return [decks.grid.distance(here, place.hex) for place in spots]

    return Cells(
        spots=spots,
        points=points,
        levels=levels,
        grounds=[(decks.area_at[place],) for place in spots],
        steps=[tuple(steps) for steps in graph.steps],
        barriers=graph.barriers,
        measure=measure,
        look=sight.look,
    )


class _Graph:
    """The steps between the hexes of decks."""

    def __init__(self, decks: HexMap, movement: Movement, numbers: Mapping[Place, int]) -> None:
        self.decks = decks
        self.movement = movement
        self.numbers = numbers
        self._places = tuple(numbers)
        self.steps: list[list[CellStep]] = [[] for _ in numbers]
        self.barriers: list[Barrier] = []
        self.at_side: dict[tuple[int, object], int] = {}
        machinery = movement.open if movement.machinery is None else movement.machinery
        self._slow = {each.place: machinery for each in decks.features if each.kind == "machinery"}
        self._berths = {
            pair
            for berth in decks.berths
            for ends in [decks.ends(berth.level, berth.side)]
            for pair in (ends, ends[::-1])
        }
        self._walk()
        for boundary in decks.boundaries:
            self._pass(boundary)
        self._climb()

    def _cost(self, place: Place) -> int:
        dark = self.movement.shut_down if self.decks.area_at[place] in self.decks.shut_down else 0
        return self._slow.get(place, self.movement.open) + dark

    def _walk(self) -> None:
        """Steps inside an area."""
        area_at = self.decks.area_at
        for place, number in self.numbers.items():
            for _, hex in self.decks.grid.around(place.hex):
                there = Place(place.level, hex)
                if area_at.get(there) == area_at[place]:
                    over = self.movement.berth if (place, there) in self._berths else 0
                    self.steps[number].append(CellStep(self.numbers[there], self._cost(there) + over))

    def _pass(self, boundary: Boundary) -> None:
        """Steps through a door or opening."""
        door = boundary.door
        if door is None:
            return
        here, there = self.decks.ends(boundary.level, boundary.side)
        cells = (self.numbers.get(here, _NOBODY), self.numbers.get(there, _NOBODY))
        barrier = Barrier(door.kind, self.decks.describe(here), cells, door.is_open, door.is_gap)
        self.at_side[boundary.level, boundary.side] = len(self.barriers)
        self._join(barrier)

    def _climb(self) -> None:
        """Steps through hatches, up stairs, and in lifts."""
        for hatch in self.decks.hatches:
            ends = [Place(level, hatch.hex) for level in hatch.levels]
            self._join_levels(hatch.kind, ends, is_open=hatch.kind == "stairs")
        for lift in self.decks.lifts:
            for hex in lift.hexes:
                stops = [Place(level, hex) for level in lift.levels]
                for lower, upper in itertools.pairwise(stops):
                    self._join_levels("lift", [lower, upper], is_open=False)

    def _join_levels(self, kind: str, ends: list[Place], *, is_open: bool) -> None:
        if all(place in self.numbers for place in ends):
            one, other = (self.numbers[place] for place in ends)
            title = self.decks.describe(ends[0])
            self._join(Barrier(kind, title, (one, other), is_open, is_open, blocks_sight=False))

    def _join(self, barrier: Barrier) -> None:
        number = len(self.barriers)
        self.barriers.append(barrier)
        for here, there in (barrier.cells, barrier.cells[::-1]):
            if _NOBODY not in (here, there):
                self.steps[here].append(CellStep(there, self._cost(self._places[there]), number))


class _DeckSight:
    """Lines of sight over decks: the same answers as :meth:`HexMap.sight`, with doors shut or open."""

    def __init__(
        self,
        decks: HexMap,
        layout: HexLayout,
        points: Floats,
        levels: NDArray[np.intp],
        at_side: Mapping[tuple[int, object], int],
    ) -> None:
        self._points = points
        self._levels = levels
        walls: dict[int, list[tuple[float, float, float, float]]] = {}
        barriers: dict[int, list[int]] = {}
        for boundary in decks.boundaries:
            if boundary.door is None or not boundary.door.is_gap:
                start, end = layout.side(boundary.side)
                walls.setdefault(boundary.level, []).append((*start, *end))
                number = at_side.get((boundary.level, boundary.side), NO_BARRIER)
                barriers.setdefault(boundary.level, []).append(number)
        self._walls = {level: np.array(some) for level, some in walls.items()}
        self._barriers = {level: np.array(some) for level, some in barriers.items()}

    def look(self, cell: int) -> Sightlines:
        """The lines of sight from a cell; both sides of a line are tried, as in ``geometry.sight.sees``."""
        level = self._levels[cell]
        blocked = np.asarray(self._levels != level)
        walls = self._walls.get(int(level))
        same = np.flatnonzero(~blocked & (np.arange(len(blocked)) != cell))
        if walls is None or not len(same):
            return Sightlines(blocked, {})
        sides = [self._crossed(cell, same, walls, sign) for sign in (1, -1)]
        barriers = self._barriers[int(level)]
        is_wall = barriers == NO_BARRIER
        solid = [(crossed & is_wall).any(axis=1) for crossed in sides]
        clear = [~crossed.any(axis=1) for crossed in sides]
        blocked[same] = solid[0] & solid[1]
        through = {}
        for row in np.flatnonzero(~(clear[0] | clear[1]) & ~(solid[0] & solid[1])):
            ways = [
                tuple(sorted(int(number) for number in barriers[crossed[row]]))
                for crossed, wall in zip(sides, solid, strict=True)
                if not wall[row]
            ]
            through[int(same[row])] = tuple(dict.fromkeys(ways))
        return Sightlines(blocked, through)

    def _crossed(self, cell: int, others: NDArray[np.intp], walls: Floats, sign: int) -> NDArray[np.bool_]:
        """Which lines to other cells, moved slightly to one side, cross which walls."""
        # From the smaller cell to the greater, so that sight is the same both ways.
        forward = (others > cell)[:, None]
        eye, there = self._points[cell][None, :], self._points[others]
        starts, ends = np.where(forward, eye, there), np.where(forward, there, eye)
        way = ends - starts
        across = np.hypot(way[:, 0], way[:, 1])
        aside = sign * EPSILON * np.stack((-way[:, 1], way[:, 0]), axis=1) / across[:, None]
        return crossing(starts + aside, ends + aside, walls[:, :2], walls[:, 2:])
