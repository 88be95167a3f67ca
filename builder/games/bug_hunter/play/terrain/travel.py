"""How far it is to go, over doors, hatches, lifts and airlocks: fields of distances for planning."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from builder.games.bug_hunter.play.cast import HUMAN, PRED
from builder.games.bug_hunter.play.stage import AIRS, Stage
from builder.games.bug_hunter.play.terrain.ground import AIRTIGHT, NO_EDGE, WALL

UNREACHED = 999.0


class Travel:
    """The movement points from every cell to a cell, at the start of the game; found when first asked for.

    Doors are closed. A hatch takes a whole move; a lift takes two, an airlock one to cycle it.
    """

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._whole = int(stage.game.find("task", "move")["movement"])
        self._steps = {side: self._back_steps(side) for side in (HUMAN, PRED)}
        self._fields: dict[tuple[str, int], Any] = {}

    def to(self, side: str, goals: Iterable[int]) -> Any:
        """For each cell, the points to the nearest of some cells."""
        fields = [self._field(side, goal) for goal in sorted(set(goals))]
        if not fields:
            return np.full(len(self._steps[side]), UNREACHED)
        return fields[0] if len(fields) == 1 else np.minimum.reduce(fields)

    def _field(self, side: str, goal: int) -> Any:
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
            if step.edge != NO_EDGE and not ground.edges[step.edge].starts_open:
                edge = ground.edges[step.edge]
                if step.edge in ground.docks:
                    yield step.there, cost
                    continue
                if edge.kind == WALL:
                    continue
                cost += stage.door_costs[edge.kind, False]
                if edge.kind == AIRTIGHT and len({self._air(area) for area in edge.areas}) > 1:
                    if not any(self._is_lock(area) for area in edge.areas):
                        continue
                    cost += 2 * self._whole
            yield step.there, cost
        yield from ((there, self._whole) for there, _ in ground.hatches.get(cell, ()))
        if cell in ground.shaft_at:
            lift = ground.shafts[ground.shaft_at[cell]]
            index = next(stop.index(cell) for stop in lift.stops if cell in stop)
            moves = 2 if side == HUMAN else 1
            yield from ((stop[index], moves * self._whole) for stop in lift.stops if stop[index] != cell)

    def _air(self, area: int) -> int:
        ground = self._stage.ground
        return AIRS.index(ground.decks.outside if area == ground.outside else ground.areas[area].atmosphere)

    def _is_lock(self, area: int) -> bool:
        ground = self._stage.ground
        return area != ground.outside and ground.areas[area].kind in ("airlock", "bay")


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
