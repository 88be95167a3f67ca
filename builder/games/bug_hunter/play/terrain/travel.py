"""How far it is to go, over doors, hatches, lifts and airlocks: fields of distances for planning."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from builder.games.bug_hunter.play.cast import HUMAN, PRED
from builder.games.bug_hunter.play.stage import Stage
from builder.games.bug_hunter.play.state import State
from builder.games.bug_hunter.play.terrain.ground import AIRTIGHT, NO_EDGE, WALL

UNREACHED = 999.0
_MAX_KEPT = 64
_MAX_NEAREST = 512


class Travel:
    """The movement points from every cell to a cell, with the air and the openings of a moment.

    Doors are closed. A hatch takes a whole move; a lift takes two, an airlock as much to cycle it. A hull
    takes a turn for the hexes of a turn. Fields are worked out when they are first asked for.
    """

    def __init__(self, stage: Stage, air: Sequence[int], open: frozenset[int]) -> None:
        self._stage = stage
        self.key = (tuple(air), open)
        self._air = air
        self._open = open
        self._whole = int(stage.game.find("task", "move")["movement"])
        hull = stage.movement.hull
        crawls = hull is not None and stage.ground.decks.site == "ship"
        self._hull = self._whole * stage.rounds // hull.hexes if hull is not None and crawls else 0
        self._steps = {side: self._back_steps(side) for side in (HUMAN, PRED)}
        self._fields: dict[tuple[str, int], Any] = {}
        self._nearest: dict[tuple[str, frozenset[int]], list[float]] = {}

    def to(self, side: str, goals: frozenset[int]) -> Sequence[float]:
        """For each cell, the points to the nearest of some cells."""
        field = self._nearest.get((side, goals))
        if field is None:
            fields = [self.array_to(side, goal) for goal in sorted(goals)]
            if len(self._nearest) >= _MAX_NEAREST:
                self._nearest.clear()
            nearest = np.minimum.reduce(fields) if fields else np.full(len(self._steps[side]), UNREACHED)
            self._nearest[side, goals] = field = nearest.tolist()
        return field

    def array_to(self, side: str, goal: int) -> Any:
        """For each cell, the points to another one, as an array."""
        key = (side, goal)
        if key not in self._fields:
            self._fields[key] = np.array(_search(self._steps[side], goal))
        return self._fields[key]

    def _back_steps(self, side: str) -> Sequence[Sequence[tuple[int, int]]]:
        """For each cell, the cells one step before it, each with the cost of that step."""
        into: list[list[tuple[int, int]]] = [[] for _ in self._stage.ground.places]
        for cell in range(len(into)):
            for there, cost in self._forward(side, cell):
                into[there].append((cell, cost))
        return into

    def _forward(self, side: str, cell: int) -> Iterator[tuple[int, int]]:
        stage, ground = self._stage, self._stage.ground
        for step in ground.steps[cell]:
            cost = ground.entry[step.there] + step.over
            if self._hull and ground.is_outside(cell) and ground.is_outside(step.there):
                cost = self._hull
            if step.edge != NO_EDGE and step.edge not in self._open and step.edge not in ground.docks:
                edge = ground.edges[step.edge]
                if edge.kind == WALL:
                    continue
                cost += stage.door_costs[edge.kind, False]
                if edge.kind == AIRTIGHT and any(map(self._is_lock, edge.areas)):
                    cost += self._whole
                elif edge.kind == AIRTIGHT and len({self._air[area] for area in edge.areas}) > 1:
                    continue
            yield step.there, cost
        yield from ((there, self._whole) for there, _ in ground.hatches.get(cell, ()))
        if cell in ground.shaft_at:
            lift = ground.shafts[ground.shaft_at[cell]]
            index = next(stop.index(cell) for stop in lift.stops if cell in stop)
            moves = 2 if side == HUMAN else 1
            yield from ((stop[index], moves * self._whole) for stop in lift.stops if stop[index] != cell)

    def _is_lock(self, area: int) -> bool:
        return self._stage.locks[area]


def _search(steps: Sequence[Sequence[tuple[int, int]]], goal: int) -> list[float]:
    field = [UNREACHED] * len(steps)
    field[goal] = 0
    heap: list[tuple[float, int]] = [(0, goal)]
    while heap:
        spent, cell = heapq.heappop(heap)
        if spent > field[cell]:
            continue
        for before, cost in steps[cell]:
            if spent + cost < field[before]:
                field[before] = spent + cost
                heapq.heappush(heap, (spent + cost, before))
    return field


def travel_now(stage: Stage, state: State) -> Travel:
    """Distances as things are now; the air in airlocks does not matter, because they can be cycled."""
    air = tuple(0 if is_lock else now for is_lock, now in zip(stage.locks, state.air, strict=True))
    key = (air, state.open)
    if key not in stage.travels:
        if len(stage.travels) >= _MAX_KEPT:
            stage.travels.clear()
        stage.travels[key] = Travel(stage, air, state.open)
    travel: Travel = stage.travels[key]
    return travel
