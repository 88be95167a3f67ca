"""Plans of a side: who goes where, by what the victory conditions ask for and where the enemy is."""

from __future__ import annotations

import functools
import operator
from collections.abc import Sequence

import numpy as np

from builder.games.bug_hunter.play.cast import HUMAN, PRED
from builder.games.bug_hunter.play.counsel.aims import Aim, aims_of
from builder.games.bug_hunter.play.counsel.ambushes import Ambush, lay_ambush
from builder.games.bug_hunter.play.counsel.attacks import kept_by
from builder.games.bug_hunter.play.counsel.places import Outlook
from builder.games.bug_hunter.play.counsel.stakes import stakes_of
from builder.games.bug_hunter.play.rules.vehicles import LAUNCH
from builder.games.bug_hunter.play.situation import standing
from builder.games.bug_hunter.play.stage import Stage
from builder.games.bug_hunter.play.state import (
    ASLEEP,
    CAGED,
    EMPTY,
    FACE_UP,
    HELD,
    OFF,
    PANICKED,
    STUNNED,
    SUITED,
    State,
)
from builder.games.bug_hunter.play.terrain.travel import UNREACHED, travel_now
from builder.playtest.play import Goal

# What a movement point toward a goal is worth.
POINT = 0.03
# How many humans go to an objective that one of them can carry out: who does it, and who stands by.
_PARTY = 2
_CARRIERS = 2
# How many turns before the end a Pred that is kept is taken to where it has to be.
_LATE = 2
# The movement points within which people reach a lifeboat before it leaves.
_LAST_CALL = 12
# People with a low rating act more often: the worth of a point of it, in movement points.
_SLOWNESS = 3.0
# How many movement points farther Preds go for somebody, for each thing for which victories need him.
_DETOUR = 8.0
# How much danger counts for those who stand by, and for those who carry out an objective.
_CAUTION, _BUSY_CAUTION = 0.25, 0.05
_HUNT, _AMBUSH = "hunt", "ambush"
_GUARD, _FETCH, _SUIT, _BOAT = "guard", "fetch", "suit up", "lifeboat"

# What plans depend on: these parts of a state, and these marks of counters.
_grounds = operator.attrgetter(
    "at", "health", "turn", "size", "stage", "arm", "rounds", "air", "open", "held", "smoke", "species",
    "progress", "suits", "damage", "destruct", "launched", "active", "keeper",
)  # fmt: skip
_MARKS = PANICKED | SUITED | HELD | FACE_UP | EMPTY | ASLEEP | STUNNED


def _marks(state: State) -> list[int]:
    return [flags & _MARKS for flags in state.flags]


class Plan:
    """Where each counter of a side should go, as fields of distances."""

    def __init__(self, stage: Stage, state: State, side: str) -> None:
        self._stage = stage
        self._state = self.latest = state
        self._marks = _marks(state)
        self._side = side
        self._travel = travel_now(stage, state)
        self._goal_of: dict[int, tuple[str, frozenset[int]]] = {}
        self._leaders: list[int] = []
        self.outlook = Outlook(stage, state, side)
        if side == HUMAN:
            self._send_humans()

    def fits(self, state: State) -> bool:
        """Whether a plan made for a state would be the same."""
        own = self._state
        if any(here != there for here, there in zip(_grounds(own), _grounds(state), strict=True)):
            return False
        if self._marks != _marks(state):
            return False
        self.latest = state
        return True

    def title_of(self, unit: int) -> str:
        """The name of a counter's goal."""
        return self._goal(unit)[0]

    def field_of(self, unit: int) -> Sequence[float]:
        """The distances from all cells to a counter's goal."""
        if self._side == PRED and self._goal(unit)[0] == _HUNT:
            return self._prey
        return self._travel.to(self._side, self._goal(unit)[1])

    @functools.cached_property
    def _prey(self) -> Sequence[float]:
        """The distances to the humans who are nearest; those whom victories do not count are farther."""
        state, stakes = self._state, stakes_of(self._stage).now(self._state)
        most = max(stakes.values())
        people = standing(self._stage, state)
        if not people:
            return self._travel.to(PRED, self._stage.goal_cells)
        fields = [
            self._travel.array_to(PRED, state.at[human]) + _DETOUR * (most - stakes[human])
            for human in people
        ]
        nearest: list[float] = np.minimum.reduce(fields).tolist()
        return nearest

    @functools.cached_property
    def goals(self) -> Sequence[Goal]:
        """Where the counters of the side should go: one goal for all that have the same field."""
        stage, state = self._stage, self._state
        turns, lurking = stage.scenario.turns, self.ambush.preds
        groups: dict[tuple[str, frozenset[int]], list[int]] = {}
        for unit in stage.people if self._side == HUMAN else stage.preds:
            if state.at[unit] != OFF and unit not in lurking:
                groups.setdefault(self._goal(unit), []).append(unit)
        goals = [
            Goal(title, self.field_of(members[0]), frozenset(members), POINT, turns)
            for (title, _), members in groups.items()
        ]
        return [*goals, Goal(_AMBUSH, self.ambush.field, lurking, POINT, turns)] if lurking else goals

    @functools.cached_property
    def ambush(self) -> Ambush:
        """Where Preds lie in wait."""
        if self._side == HUMAN:
            return Ambush()
        return lay_ambush(self._stage, self._state)

    def herd_field(self, pred: int) -> Sequence[float]:
        """Where a held Pred should be driven: to where it has to be brought, or away from the others."""
        cells = self._stage.brought_to(pred)
        if cells:
            return self._travel.to(HUMAN, cells)
        people = frozenset(self._state.at[human] for human in standing(self._stage, self._state))
        return [-points for points in self._travel.to(HUMAN, people)]

    def worth_of_waiting(self, unit: int) -> float:
        """The worth of staying: high if work has to be done here."""
        title, cells = self._goal(unit)
        is_busy = title not in (_HUNT, _GUARD, _FETCH, _SUIT, _BOAT)
        return 1.0 if self._side == HUMAN and is_busy and self._state.at[unit] in cells else 0.0

    def caution_of(self, unit: int) -> float:
        """How much a human minds danger: less if he has to carry out an objective."""
        return _CAUTION if self._side == PRED or self.is_free(unit) else _BUSY_CAUTION

    def is_at_work(self, unit: int) -> bool:
        """Whether a human is where he has to carry out an objective."""
        return self.worth_of_waiting(unit) > 0

    def is_free(self, unit: int) -> bool:
        """Whether a human has nothing to do but to stand by the others."""
        return self._goal(unit)[0] == _GUARD

    def needs_suit(self, unit: int) -> bool:
        """Whether a human has to put on a spacesuit."""
        return self._side == HUMAN and self._goal(unit)[0] == _SUIT

    def _goal(self, unit: int) -> tuple[str, frozenset[int]]:
        if unit not in self._goal_of:
            self._goal_of[unit] = self._hunt if self._side == PRED else (_GUARD, self._meeting_point)
        return self._goal_of[unit]

    @functools.cached_property
    def _hunt(self) -> tuple[str, frozenset[int]]:
        """Preds go for the humans who are nearest."""
        state = self._state
        people = frozenset(state.at[human] for human in standing(self._stage, state))
        return _HUNT, people or self._stage.goal_cells

    @functools.cached_property
    def _meeting_point(self) -> frozenset[int]:
        """Whoever has nothing to do stays with those who have; if nobody has, with the one in the middle."""
        state = self._state
        leaders = [unit for unit in self._leaders if state.at[unit] != OFF]
        if leaders:
            return frozenset((state.at[self._most_needed(leaders)],))
        people = [human for human in standing(self._stage, state) if not state.flags[human] & PANICKED]
        if not people:
            return self._stage.goal_cells
        cells = [state.at[human] for human in people]
        fields = {cell: self._travel.to(HUMAN, frozenset((cell,))) for cell in set(cells)}
        middle = min(fields, key=lambda cell: (sum(fields[cell][each] for each in cells), cell))
        return frozenset((middle,))

    def _most_needed(self, leaders: Sequence[int]) -> int:
        """The leader in the greatest danger, or else the one with the most important objective."""
        danger = self.outlook.threat
        return max(leaders, key=lambda unit: (danger[self._state.at[unit]], -leaders.index(unit)))

    def _send_humans(self) -> None:
        """Each objective gets a party, the most important first; the others go with the first party."""
        stage, state = self._stage, self._state
        free = [human for human in standing(stage, state) if not state.flags[human] & PANICKED]
        if not state.turn:
            free = list(stage.people)
        self._board(free)
        self._bring(free)
        for aim in aims_of(stage).now(state):
            field = self._travel.to(HUMAN, aim.cells)
            party = self._party(aim, field, free)
            for human in party:
                self._goal_of[human] = (aim.id, aim.cells)
                free.remove(human)
            self._leaders += party[:1]
        self._fetch(free)
        self._suit_up()

    def _board(self, free: list[int]) -> None:
        """When the ship is lost, everybody goes to the lifeboat."""
        cells = self._stage.boat_cells
        if not cells or (self._state.destruct <= 0 and self._state.launched <= 0):
            return
        for aim in aims_of(self._stage).now(self._state):
            if aim.act == LAUNCH and not self._state.launched:
                field = self._travel.to(HUMAN, aim.cells)
                for human in self._party(aim, field, free)[:1]:
                    self._goal_of[human] = (aim.id, aim.cells)
                    free.remove(human)
        for human in free:
            self._goal_of[human] = (_BOAT, cells)
        free.clear()

    def _bring(self, free: list[int]) -> None:
        """Near the end, the keeper of a Pred that has to be brought somewhere goes there: the nearest one."""
        stage, state = self._stage, self._state
        if not stage.is_bringing or stage.scenario.turns - state.turn >= _LATE:
            return
        held = [
            (self._travel.to(HUMAN, stage.brought_to(pred))[state.at[pred]], human, pred)
            for human in free
            for pred in kept_by(stage, state, human)
            if stage.brought_to(pred)
        ]
        if held:
            _, human, pred = min(held)
            self._goal_of[human] = (_FETCH, stage.brought_to(pred))
            free.remove(human)

    def may_launch(self) -> bool:
        """Whether all who can be waited for reach the lifeboat before it leaves, in the next turn."""
        stage, state = self._stage, self._state
        people = standing(stage, state)
        field = self._travel.to(HUMAN, stage.boat_cells)
        near = sum(1 for human in people if field[state.at[human]] <= _LAST_CALL)
        return near >= min(stage.boat_seats, len(people) - 1)

    def _party(self, aim: Aim, field: Sequence[float], free: Sequence[int]) -> Sequence[int]:
        people = self._stage.cast.people
        ways = {human: self._way(human, field) for human in free if human in aim.able}
        candidates = [human for human, way in ways.items() if way < UNREACHED]
        candidates.sort(key=lambda human: (ways[human] + _SLOWNESS * people[human].activation, human))
        return candidates if aim.crowd else candidates[:_PARTY]

    def _way(self, human: int, field: Sequence[float]) -> float:
        """How far it is for a human, from his best place if he is not set up yet."""
        here = self._state.at[human]
        cells = (here,) if here != OFF else self._stage.zone_of(human)
        return min((field[cell] for cell in cells), default=UNREACHED)

    def _fetch(self, free: list[int]) -> None:
        """Two of those who are left fetch a cage that has to be brought somewhere."""
        stage, state = self._stage, self._state
        for pred in stage.preds if stage.is_bringing else ():
            cells = stage.brought_to(pred)
            if state.at[pred] == OFF or not state.flags[pred] & CAGED or not cells or state.at[pred] in cells:
                continue
            here = frozenset((state.at[pred],))
            field = self._travel.to(HUMAN, here)
            free.sort(key=lambda human: (field[state.at[human]], human))
            for human in free[:_CARRIERS]:
                self._goal_of[human] = (_FETCH, here)
            del free[:_CARRIERS]

    def _suit_up(self) -> None:
        """Whoever needs a spacesuit and has none fetches one first."""
        stage, state = self._stage, self._state
        lockers = frozenset(cell for cell, suits in enumerate(state.suits) if suits)
        for human, (title, cells) in self._goal_of.items():
            if state.flags[human] & SUITED:
                continue
            bad = all(state.air[stage.ground.area_of[cell]] for cell in cells)
            if lockers and (bad or human in aims_of(stage).suited) and title != _BOAT:
                self._goal_of[human] = (_SUIT, lockers)


def plan_for(stage: Stage, state: State, side: str) -> Plan:
    """The plan of a side for a state; made again only if something has changed that plans depend on."""
    plan: Plan | None = stage.plans.get(side)
    if plan is None or (plan.latest is not state and not plan.fits(state)):
        stage.plans[side] = plan = Plan(stage, state, side)
    return plan
