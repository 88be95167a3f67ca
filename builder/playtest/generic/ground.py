"""The map as generic play needs it: what steps cost, who is next to whom, what is seen, and cover."""

from __future__ import annotations

import functools
from collections.abc import Collection, Mapping
from heapq import heappop, heappush

import numpy as np
from numpy.typing import NDArray

from builder.boards.cells.cells import NO_BARRIER, CellStep
from builder.boards.cells.table_cells import COSTS_A_UNIT
from builder.boards.spots import Region
from builder.playtest.board import PlayBoard, compile_board
from builder.scenario.model import Scenario
from rulesdb import InputError
from rulesdb.cache.methods import cached_method
from rulesdb.movement import Movement

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
COVERS = ("soft", "hard")
# The nearest cells, and those across a corner of a square, are next to a cell; those farther are not.
_NEXT = 1.5
_ROUNDING = 1e-6


class Ground:
    """The cells of a scenario's map; results are cached for all games of a process.

    Doors stay as they are at the start: a unit that passes a closed door closes it again, so it always blocks
    sight.

    Attributes:
        board: the compiled board.
        cover: the cover in each cell: ``soft``, ``hard`` or empty.
        steps: for each cell, where the steps from it lead and what they cost, in movement points.
    """

    def __init__(self, scenario: Scenario) -> None:
        movement = scenario.ruleset.movement
        if movement is None:
            raise InputError(f"the ruleset of {scenario.ruleset.title} has no `movement`, which play needs")
        self._map = scenario.map
        self.board: PlayBoard = compile_board(scenario)
        # On a table, steps cost their length in hundredths, whatever the ground.
        self._is_measured = bool(scenario.map.distance_unit)
        entries = {entry.slug: entry for entry in scenario.map.terrain_entries()}
        covers = [
            [entries[slug].get("cover", "") for slug in here if slug in entries]
            for here in self.board.grounds
        ]
        self.cover = tuple(next((each for each in reversed(COVERS) if each in here), "") for here in covers)
        self._factors = tuple(
            max(
                (movement.ground.get(entries[slug].get("cost", ""), 1) for slug in here if slug in entries),
                default=1,
            )
            for here in self.board.grounds
        )
        self._closed = tuple(
            any(entries[slug].get("impassable") for slug in here if slug in entries)
            for here in self.board.grounds
        )
        self._open = [barrier.is_open or barrier.is_gap for barrier in self.board.barriers]
        self.steps = tuple(
            tuple(
                (step.there, price)
                for step in steps
                for price in [self._price(movement, step)]
                if price is not None
            )
            for steps in self.board.steps
        )
        self.beside = tuple(self._beside(cell) for cell in range(len(self.board)))

    def __len__(self) -> int:
        return len(self.board)

    def _price(self, movement: Movement, step: CellStep) -> float | None:
        """The cost of a step; ``None`` if nobody can make it."""
        if self._closed[step.there]:
            return None
        if self._is_measured:
            return step.cost / COSTS_A_UNIT * self._factors[step.there]
        if step.barrier == NO_BARRIER:
            return float(step.cost)
        barrier = self.board.barriers[step.barrier]
        if not barrier.blocks_sight:
            # A hatch, stairs or a lift.
            return None if movement.shaft is None else float(movement.shaft)
        extra = 0 if self._open[step.barrier] else movement.doors.get(barrier.kind, 0)
        return float(step.cost + extra)

    def _beside(self, cell: int) -> frozenset[int]:
        near, away = self.board.near[cell], self.board.distances(cell)
        most = min((away[there] for there in near if away[there] > 0), default=0.0) * _NEXT
        return frozenset(
            there for there in near if 0 < away[there] <= most and self.board.sees(cell, there, self._open)
        )

    def reach(
        self, start: int, points: float, enemies: Collection[int], halting: Collection[int]
    ) -> Mapping[int, float]:
        """The cells that a unit can reach, including the start, with their costs.

        It passes no ``enemies``, and stops in cells of ``halting``.
        """
        spent_at = {start: 0.0}
        heap = [(0.0, start)]
        most = points + _ROUNDING
        while heap:
            spent, cell = heappop(heap)
            if spent > spent_at[cell] or (cell in halting and cell != start):
                continue
            for there, price in self.steps[cell]:
                total = spent + price
                if total <= most and there not in enemies and total < spent_at.get(there, np.inf):
                    spent_at[there] = total
                    heappush(heap, (total, there))
        return spent_at

    @functools.cached_property
    def _back(self) -> list[list[tuple[int, float]]]:
        into: list[list[tuple[int, float]]] = [[] for _ in self.steps]
        for cell, steps in enumerate(self.steps):
            for there, price in steps:
                into[there].append((cell, price))
        return into

    @cached_method(2048)
    def travel_to(self, goals: frozenset[int]) -> Floats:
        """The movement points from each cell to the nearest of some cells, as if nobody were in the way."""
        field = np.full(len(self), np.inf)
        heap = []
        for goal in sorted(goals):
            field[goal] = 0.0
            heap.append((0.0, goal))
        while heap:
            spent, cell = heappop(heap)
            if spent > field[cell]:
                continue
            for before, price in self._back[cell]:
                if spent + price < field[before]:
                    field[before] = spent + price
                    heappush(heap, (spent + price, before))
        return field

    @cached_method(2048)
    def seen_from(self, cell: int) -> Bools:
        """For each cell, whether it is in sight of a cell."""
        return np.array([self.board.sees(cell, there, self._open) for there in range(len(self))])

    @cached_method(2048)
    def far_from(self, cell: int) -> Floats:
        """For each cell, its straight distance from a cell, in spaces."""
        return np.array(self.board.distances(cell), dtype=np.float64)

    @cached_method()
    def next_to(self, cell: int) -> Bools:
        """For each cell, whether it is next to a cell."""
        mask = np.zeros(len(self), dtype=np.bool_)
        mask[sorted(self.beside[cell])] = True
        return mask

    def distance(self, one: int, other: int) -> float:
        """The straight distance between two cells, in spaces."""
        return self.board.distance(one, other)

    @cached_method()
    def cells_in(self, region: Region) -> tuple[int, ...]:
        """The cells of a region where units can be; the nearest one if none is in it."""
        if region.shape is None:
            return tuple(self.board.cell_of[spot] for spot in region.spots if spot in self.board.cell_of)
        inside = tuple(
            cell
            for cell, spot in enumerate(self.board.spots)
            if self._map.contains(region, spot) and not self._closed[cell]
        )
        return inside or (self.board.nearest(region.shape.center),)

    @cached_method()
    def edge(self, name: str) -> tuple[int, ...]:
        """The cells along an edge of the map where units can be."""
        along, across = self.board.points.round(3).T
        if name in ("west", "east"):
            last = along.min() if name == "west" else along.max()
            cells = np.flatnonzero(along == last)
        else:
            # In hexes, every second column lies half a hex lower.
            order = np.lexsort((across if name == "north" else -across, along))
            _, firsts = np.unique(along[order], return_index=True)
            cells = order[firsts]
        return tuple(int(cell) for cell in np.sort(cells) if not self._closed[cell])
