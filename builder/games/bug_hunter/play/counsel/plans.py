"""Plans of a side: who goes where, by what the victory conditions ask for and where the enemy is."""

from __future__ import annotations

from typing import Any

from builder.games.bug_hunter.play.cast import HUMAN, PRED
from builder.games.bug_hunter.play.situation import standing
from builder.games.bug_hunter.play.stage import Stage
from builder.games.bug_hunter.play.state import HELD, OFF, PANICKED, SUITED, State
from builder.games.bug_hunter.play.terrain.travel import travel_now

# How many humans go into the place of an objective that one of them can carry out.
_PARTY = 2
_CARRIERS = 2
_HUNT, _GUARD, _FETCH = "hunt", "guard", "fetch"


class Plan:
    """Where each counter of a side should go, as fields of distances."""

    def __init__(self, stage: Stage, state: State, side: str) -> None:
        self._stage = stage
        self._state = state
        self._side = side
        self._travel = travel_now(stage, state)
        self._goal_of: dict[int, tuple[str, frozenset[int]]] = {}
        if side == HUMAN:
            self._send_humans()

    def title_of(self, unit: int) -> str:
        """The name of a counter's goal."""
        return self._goal(unit)[0]

    def field_of(self, unit: int) -> Any:
        """The distances from all cells to a counter's goal."""
        return self._travel.to(self._side, self._goal(unit)[1])

    def herd_field(self, pred: int) -> Any:
        """Where a held Pred should be driven: to where it has to be brought, or away from the others."""
        cells = self._stage.brought_to(pred)
        if cells:
            return self._travel.to(HUMAN, cells)
        people = [self._state.at[human] for human in standing(self._stage, self._state)]
        return -self._travel.to(HUMAN, people)

    def worth_of_waiting(self, unit: int) -> float:
        """What it is worth to stay: much where work has to be done."""
        title, cells = self._goal(unit)
        if self._side == HUMAN and title not in (_HUNT, _GUARD, _FETCH) and self._state.at[unit] in cells:
            return 1.0
        return 0.0

    def needs_suit(self, unit: int) -> bool:
        """Whether the way of a human leads through air that harms him."""
        state, stage = self._state, self._stage
        cells = self._goal(unit)[1]
        if self._side != HUMAN or state.flags[unit] & SUITED:
            return False
        return any(state.air[stage.ground.area_of[cell]] for cell in cells)

    def _goal(self, unit: int) -> tuple[str, frozenset[int]]:
        if unit not in self._goal_of:
            self._goal_of[unit] = self._hunt() if self._side == PRED else (_GUARD, self._meeting_point())
        return self._goal_of[unit]

    def _hunt(self) -> tuple[str, frozenset[int]]:
        """Preds go for the humans who are nearest."""
        state = self._state
        people = frozenset(state.at[human] for human in standing(self._stage, state))
        return _HUNT, people or self._stage.goal_cells

    def _meeting_point(self) -> frozenset[int]:
        """Whoever has nothing to do stays with a leader of those who have."""
        busy = [unit for unit in self._goal_of if self._state.at[unit] != OFF]
        cells = frozenset(self._state.at[unit] for unit in busy[:1])
        return cells or self._stage.goal_cells

    def _send_humans(self) -> None:
        """All go to one objective after the other, the nearest first: together they are hard to beat."""
        stage, state = self._stage, self._state
        free = [human for human in standing(stage, state) if not state.flags[human] & PANICKED]
        wanted = []
        for number, cells, able, crowd in stage.open_objectives(state.progress, state.turn):
            field = self._travel.to(HUMAN, cells)
            candidates = [human for human in free if human in able]
            candidates.sort(key=lambda human: (float(field[state.at[human]]), human))
            distance = sum(float(field[state.at[human]]) for human in candidates)
            if candidates:
                wanted.append((crowd, distance, number, cells, candidates))
        for crowd, _, number, cells, candidates in sorted(wanted, key=lambda each: each[:3])[:1]:
            for human in candidates if crowd else candidates[:_PARTY]:
                self._goal_of[human] = (stage.scenario.objectives[number].id, cells)
                free.remove(human)
        self._fetch(free)

    def _fetch(self, free: list[int]) -> None:
        """Two of those who are left fetch a captive that has to be brought somewhere."""
        stage, state = self._stage, self._state
        for pred in stage.preds:
            cells = stage.brought_to(pred)
            if state.at[pred] == OFF or not state.flags[pred] & HELD or not cells or state.at[pred] in cells:
                continue
            here = frozenset((state.at[pred],))
            field = self._travel.to(HUMAN, here)
            free.sort(key=lambda human: (float(field[state.at[human]]), human))
            for human in free[:_CARRIERS]:
                self._goal_of[human] = (_FETCH, here)
            del free[:_CARRIERS]


def plan_for(stage: Stage, state: State, side: str) -> Plan:
    """The plan of a side for a state; made once for each view."""
    last = stage.plans.get(side)
    if last is None or last[0] is not state:
        stage.plans[side] = last = (state, Plan(stage, state, side))
    plan: Plan = last[1]
    return plan
