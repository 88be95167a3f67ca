"""The facts of a game in play, for the conditions and effects that a scenario states."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from builder.games.bug_hunter.play.effects import is_open
from builder.games.bug_hunter.play.situation import is_human
from builder.games.bug_hunter.play.stage import Stage
from builder.games.bug_hunter.play.state import (
    AWAY,
    CAGED,
    DEAD,
    FIRED,
    FOUGHT,
    HELD,
    INCAPACITATED,
    LEFT,
    MOVED,
    OFF,
    PANICKED,
    PRONE,
    STUNNED,
    SUITED,
    WOUNDED,
    State,
)
from builder.games.bug_hunter.play.terrain.reach import clock
from builder.playtest.logic import facts as shared
from builder.playtest.logic.effects import is_over
from builder.playtest.logic.facts import Unanswered, add_work, work_done
from builder.scenario.logic.conditions import Unit, Where, Who, Work

_MARKS: Mapping[str, int] = {
    "fired": FIRED,
    "fought": FOUGHT,
    "moved": MOVED,
    "panicked": PANICKED,
    "prone": PRONE,
    "stunned": STUNNED,
    "suited": SUITED,
}


class PlayFacts(Unanswered):
    """Answers the questions of conditions about one state."""

    def __init__(self, stage: Stage, state: State) -> None:
        self.stage = stage
        self.state = state

    def turn(self) -> int:
        """See :class:`builder.scenario.logic.conditions.Facts`, as for all others."""
        return self.state.turn

    def done(self, objective: str) -> int:
        return self.state.progress[self.stage.objectives[objective]]

    def standing(self, who: Who) -> int:
        return sum(self._weight(unit) for unit in self._standing(who))

    def lost(self, who: Who) -> int:
        state = self.state
        units = self.stage.units_of(who)
        lost = sum(1 for unit in units if is_human(self.stage, unit) and state.health[unit] >= INCAPACITATED)
        for number, brood in enumerate(self.stage.cast.broods):
            if any(unit in units for unit in self.stage.slots(number)):
                lost += state.lost[number]
                lost += sum(
                    1
                    for unit in self.stage.slots(number)
                    if not brood.is_swarm and state.size[unit] and state.health[unit] >= INCAPACITATED
                )
        return lost

    def inside(self, who: Who, where: Where) -> int:
        cells = self.stage.cells_of(where)
        if who.captives:
            units = self.stage.units_of(Who(force=who.captives))
            return int(any(self.state.at[unit] in cells and self.state.flags[unit] & HELD for unit in units))
        return sum(self._weight(unit) for unit in self._standing(who) if self.state.at[unit] in cells)

    def adjoining(self, who: Who, where: Where) -> int:
        cells = self.stage.cells_of(where)
        near = {other for cell in cells for other in self.stage.ground.beside[cell]} - cells
        return sum(1 for unit in self._standing(who) if self.state.at[unit] in near)

    def left_by(self, who: Who, kind: str, way: str) -> int:
        state = self.state
        return sum(
            1
            for unit in self.stage.units_of(who)
            if state.flags[unit] & LEFT and state.health[unit] < INCAPACITATED
        )

    def carrying(self, who: Who, kind: str, thing: str) -> int:
        number = self.stage.cast.arm(thing)
        state = self.state
        return sum(
            1
            for unit in self._standing(who)
            if number >= 0 and (state.arm[unit] == number or number in state.carried[unit])
        )

    def burning(self, where: Where) -> bool:
        return any(cell in self.stage.cells_of(where) for cell, _ in self.state.burning)

    def happened(self, entry: str) -> bool:
        """Self-destruction is the only thing that a scenario can ask about.

        Source: bug-hunter 319.4
        """
        last = self.stage.figure("self-destruct", "turn of the breach")
        return self.state.destruct > 0 and self.state.turn >= self.state.destruct + last

    def damage(self) -> int:
        return sum(self.state.damage)

    def work(self, work: Work) -> int:
        if work.unit is Unit.ACTS:
            return self.state.acts[self.stage.work_of(work)]
        return work_done(work, self.state.work[self.stage.work_of(work)])

    def workers(self, work: Work) -> Iterator[int]:
        """The units that do work now: they are where it is done, in a state that counts."""
        cells = self.stage.cells_of(work.where)
        now = clock(self.stage, self.state)
        for unit in self._standing(work.who):
            here = self.state.at[unit]
            near = here in cells or (
                work.within > 0
                and any(
                    self.stage.ground.far[here][cell] <= work.within
                    and self.stage.ground.level[here] == self.stage.ground.level[cell]
                    for cell in cells
                )
            )
            if near and (work.unit is not Unit.ROUNDS or self.state.stations[unit] == now):
                yield unit

    def _standing(self, who: Who) -> Iterator[int]:
        state = self.state
        for unit in self.stage.units_of(who):
            away = state.flags[unit] & AWAY
            if (state.at[unit] == OFF and not away) or state.health[unit] >= INCAPACITATED:
                continue
            if not is_human(self.stage, unit) and not state.size[unit]:
                continue
            bars = any(self._is(unit, name) for name in who.unless)
            if not bars and all(self._is(unit, name) for name in who.only):
                yield unit

    def _weight(self, unit: int) -> int:
        """How many creatures a counter is."""
        return 1 if is_human(self.stage, unit) else self.state.size[unit]

    def _is(self, unit: int, name: str) -> bool:
        state = self.state
        if name == "wounded":
            return state.health[unit] == WOUNDED
        if name == "adjacent-enemy":
            human, here = is_human(self.stage, unit), state.at[unit]
            return any(
                state.at[other] != OFF
                and is_human(self.stage, other) != human
                and state.health[other] < DEAD
                and not state.flags[other] & CAGED
                and self.stage.ground.far[here][state.at[other]] <= 1
                and self.stage.ground.level[here] == self.stage.ground.level[state.at[other]]
                for other in range(self.stage.cast.units)
            )
        return bool(state.flags[unit] & _MARKS[name])


def count_work(stage: Stage, state: State, unit: Unit) -> None:
    """Count the work that is done in a turn or round that ends."""
    facts = PlayFacts(stage, state)
    for number, work in enumerate(stage.works):
        if work.unit is not unit:
            continue
        state.work[number] = tuple(add_work(work, state.work[number], set(facts.workers(work))))


def note_objectives(stage: Stage, state: State, moments: tuple[str, ...]) -> None:
    """Note which objectives have been carried out now."""
    shared.note_objectives(
        stage.scenario,
        PlayFacts(stage, state),
        moments,
        state.progress,
        lambda objective: is_open(stage, state, objective),
    )
    update_events(stage, state)


def update_events(stage: Stage, state: State) -> None:
    """Note which events are under way: started, and not yet over."""
    if not stage.scenario.events:
        return
    facts = PlayFacts(stage, state)
    active = set()
    for number, event in enumerate(stage.scenario.events):
        begun = state.started[number]
        if begun and not is_over(event, begun, facts):
            active.add(number)
    state.active = frozenset(active)
