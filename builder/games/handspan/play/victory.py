"""Answers to victory conditions from a state; and how the game ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from builder.boards.spots import Region
from builder.games.handspan.play.setting import Setting
from builder.games.handspan.play.state import DEAD, WAITING, Flag, State
from builder.playtest.logic import endings
from builder.playtest.logic.facts import (
    Unanswered,
    add_work,
    moments_of,
    note_objectives,
    work_done,
    works_of,
)
from builder.playtest.play import Ending
from builder.scenario.logic.conditions import Condition, Moment, Unit, Where, Who, Work, quantities
from builder.scenario.logic.effects import Arrival
from rulesdb.cache.methods import cached_method

_STATES = {"fired": Flag.FIRED, "fought": Flag.FOUGHT, "moved": Flag.MOVED, "wounded": Flag.WOUNDED}
_COUNTED = (Unit.TURNS, Unit.ACTS)


class Victory:
    """Objectives, endings, and what no machine plays of them."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        scenario = setting.scenario
        self.works = works_of(scenario)
        self.not_played = tuple(endings.not_played(scenario, effects=(Arrival,), counted=_COUNTED))

    def start(self, state: State) -> None:
        """Make room for the work done at objectives: by each unit, and by any of them."""
        state.work = [0] * (len(self.works) * (len(self.setting.units) + 1))

    def check(self, state: State, moment: Moment, how: str = "condition") -> Ending | None:
        """Carry out objectives and end the game if a condition is met at a moment."""
        facts, moments = _StateFacts(self, state), moments_of(moment)
        note_objectives(self.setting.scenario, facts, moments, state.done)
        return endings.verdict(self.setting.scenario, facts, moments, how)

    def last(self, state: State, how: str) -> Ending:
        """The ending when the last turn is over."""
        ending = self.check(state, Moment.LAST_TURN, how)
        assert ending is not None, "a game ends with its last turn"
        return ending

    def end_turn(self, state: State) -> None:
        """Count the work of a turn."""
        facts, size = _StateFacts(self, state), len(self.setting.units) + 1
        for number, work in enumerate(self.works):
            if work.unit in _COUNTED:
                first, end = number * size, (number + 1) * size
                state.work[first:end] = add_work(work, state.work[first:end], set(facts.workers(work)))

    def workers(self, state: State, work: Work) -> list[int]:
        """The units that work at a place now."""
        return _StateFacts(self, state).workers(work)

    @cached_method()
    def place(self, where: Where) -> frozenset[int]:
        """The cells of a place."""
        return frozenset(self.setting.ground.cells_in(where.region))

    @cached_method()
    def around(self, region: Region, distance: float) -> frozenset[int]:
        """The cells of a place and those within a distance of it."""
        cells = self.setting.ground.cells_by(region, distance)
        return frozenset((*cells, *self.setting.ground.cells_in(region)))


class _StateFacts(Unanswered):
    """The facts of a state."""

    def __init__(self, victory: Victory, state: State) -> None:
        self.victory = victory
        self.setting = victory.setting
        self.state = state

    def units(self, who: Who) -> Iterable[int]:
        """The units that a condition selects, whatever their state."""
        states = [(_STATES[name], True) for name in who.only if name in _STATES]
        states += [(_STATES[name], False) for name in who.unless if name in _STATES]
        force = self.setting.scenario.force(who.force)
        groups = {team.id: {member.id for member in team.members} for team in force.groups} if force else {}
        members = {member for name in who.members for member in groups.get(name, {name})}
        for number, unit in enumerate(self.setting.units):
            if (who.force and unit.force != who.force) or (who.side and unit.side != who.side):
                continue
            if members and unit.member not in members:
                continue
            flags = self.state.flags[number]
            if all(bool(flags & flag) is wanted for flag, wanted in states):
                yield number

    def turn(self) -> int:
        return self.state.turn

    def done(self, objective: str) -> int:
        number = self.setting.objectives.index(objective)
        return self.state.done[number]

    def standing(self, who: Who) -> int:
        return len(self.setting.standing(self.state, self.units(who)))

    def lost(self, who: Who) -> int:
        return sum(self.state.cell[number] == DEAD for number in self.units(who))

    def inside(self, who: Who, where: Where) -> int:
        cells = self.victory.place(where)
        return sum(self.state.cell[number] in cells for number in self.units(who))

    def adjoining(self, who: Who, where: Where) -> int:
        cells = self.victory.around(where.region, self.setting.ground.step) - self.victory.place(where)
        return sum(self.state.cell[number] in cells for number in self.units(who))

    def left_by(self, who: Who, kind: str, way: str) -> int:
        ways = self.setting.objectives if kind == "objective" else []
        wanted = {number for number, id in enumerate(ways) if id == way}
        if kind == "any":
            wanted = set(range(len(self.setting.objectives)))
        return sum(self.state.aboard[number] in wanted for number in self.units(who))

    def work(self, work: Work) -> int:
        number, size = self.victory.works.index(work), len(self.setting.units) + 1
        return work_done(work, self.state.work[number * size : (number + 1) * size])

    def workers(self, work: Work) -> list[int]:
        """The standing units that work at a place now."""
        cells = self.victory.around(work.where.region, work.within or self.setting.ground.step)
        return [
            number
            for number in self.setting.standing(self.state, self.units(work.who))
            if self.state.cell[number] in cells
        ]


def is_over(setting: Setting, state: State) -> bool:
    """Whether no human is left who could change the ending."""
    return not any(state.cell[number] >= 0 or state.cell[number] == WAITING for number in setting.humans)


def goals_of(condition: Condition | None) -> Iterator[Where]:
    """The places that a condition asks units of a side to be at."""
    for quantity in quantities(condition):
        where = getattr(quantity, "where", None)
        if isinstance(where, Where):
            yield where
