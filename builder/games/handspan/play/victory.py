"""What victory conditions ask, answered from a state; and how the game ends."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator

from builder.boards.spots import Region
from builder.games.handspan.play.setting import Setting
from builder.games.handspan.play.state import DEAD, WAITING, Flag, State
from builder.playtest.play import Ending
from builder.scenario.logic.conditions import (
    Condition,
    Moment,
    Otherwise,
    Unit,
    Where,
    Who,
    Work,
    is_met,
    quantities,
)
from builder.scenario.logic.effects import Arrival
from builder.scenario.model import VictoryCondition

_STATES = {"fired": Flag.FIRED, "fought": Flag.FOUGHT, "moved": Flag.MOVED, "wounded": Flag.WOUNDED}
_COUNTED = (Unit.TURNS, Unit.ACTS)


class Victory:
    """Objectives, endings, and what no machine plays of them."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        scenario = setting.scenario
        asked = [objective.done_by for objective in scenario.objectives]
        asked += [victory.condition for victory in scenario.victory]
        works = (each for condition in asked for each in quantities(condition) if isinstance(each, Work))
        self.works = list(dict.fromkeys(works))
        self.not_played = tuple(self._not_played())

    def _not_played(self) -> Iterator[str]:
        scenario = self.setting.scenario
        for objective in scenario.objectives:
            if objective.done_by is None and not objective.boards:
                yield f"objective {objective.id}: only its text states when it is carried out"
        for victory in scenario.victory:
            if victory.condition is None:
                yield f"victory of {victory.side}, {victory.grade}: only a sentence states it"
        for event in scenario.events:
            if event.effects is None:
                yield f"event of turn {event.turn}, {event.title}: only its text states it"
            elif any(not isinstance(effect, Arrival) for effect in event.effects):
                yield f"event of turn {event.turn}, {event.title}: effects other than arrivals"
        for rule in scenario.special_rules:
            if rule.effects is None or rule.effects:
                yield f"special rule {rule.id}"
        for work in self.works:
            if work.unit not in _COUNTED:
                yield f"work counted in {work.unit.value.replace('_', ' ')}"

    def start(self, state: State) -> None:
        """Make room for the work done at objectives: one number for each unit that could do it."""
        state.work = [0] * (len(self.works) * len(self.setting.units))

    def check(self, state: State, moment: Moment) -> Ending | None:
        """Carry out objectives and end the game if a condition is met at a moment."""
        facts = _StateFacts(self, state)
        scenario = self.setting.scenario
        for number, objective in enumerate(scenario.objectives):
            if objective.done_by is None:
                continue
            is_final = objective.done_at is Moment.LAST_TURN
            due = objective.done_at is moment or (moment is not Moment.ONCE and not is_final)
            if due and (is_final or not state.done[number]):
                state.done[number] = state.turn if is_met(objective.done_by, facts) else 0
        for victory in scenario.victory:
            due = victory.at in (moment, Moment.ONCE) or moment is Moment.LAST_TURN
            condition = None if isinstance(victory.condition, Otherwise) else victory.condition
            if due and condition is not None and is_met(condition, facts):
                return self._ending(victory)
        return None

    def last(self, state: State, how: str) -> Ending:
        """The ending when the last turn is over."""
        ending = self.check(state, Moment.LAST_TURN)
        if ending is not None:
            return ending._replace(how=how)
        victories = self.setting.scenario.victory
        rest = next((victory for victory in victories if isinstance(victory.condition, Otherwise)), None)
        return Ending("", "", how, "no condition is met") if rest is None else self._ending(rest, how)

    def _ending(self, victory: VictoryCondition, how: str = "condition") -> Ending:
        number = self.setting.scenario.victory.index(victory) + 1
        return Ending(victory.side, victory.grade, how, victory.when or f"victory condition {number}")

    def end_turn(self, state: State) -> None:
        """Count the work of a turn."""
        facts, count = _StateFacts(self, state), len(self.setting.units)
        for number, work in enumerate(self.works):
            if work.unit not in _COUNTED:
                continue
            workers = set(facts.workers(work))
            for unit in range(count):
                at = number * count + unit
                works = unit in workers if work.same else bool(workers) and unit == 0
                if works:
                    state.work[at] += 1
                elif work.in_a_row:
                    state.work[at] = 0

    @functools.cache  # noqa: B019  (one for each play)
    def place(self, where: Where) -> frozenset[int]:
        """The cells of a place."""
        return frozenset(self.setting.ground.cells_in(where.region))

    @functools.cache  # noqa: B019
    def around(self, region: Region, distance: float) -> frozenset[int]:
        """The cells of a place and those within a distance of it."""
        cells = self.setting.ground.cells_by(region, distance)
        return frozenset((*cells, *self.setting.ground.cells_in(region)))


class _StateFacts:
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

    def carrying(self, who: Who, kind: str, thing: str) -> int:
        return 0

    def destroyed(self, item: str) -> bool:
        return False

    def burning(self, where: Where) -> bool:
        return False

    def happened(self, entry: str) -> bool:
        return False

    def points(self, side: str) -> int:
        return 0

    def damage(self) -> int:
        return 0

    def work(self, work: Work) -> int:
        number, count = self.victory.works.index(work), len(self.setting.units)
        return max(self.state.work[number * count : (number + 1) * count])

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
