"""Objectives and the work done at them; and default answers for games without the things asked about."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from builder.playtest.agenda import Task
from builder.scenario.logic.conditions import Facts, Moment, Unit, Where, Who, Work, is_met, quantities
from builder.scenario.model import Scenario


class Unanswered:
    """Answers "none" to what conditions ask about things that a game does not have.

    A game's facts derive from it and answer the other questions; see :class:`Facts` in ``logic.conditions``.
    """

    def left_by(self, who: Who, kind: str, way: str) -> int:
        return 0

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


class UnitFacts(Unanswered):
    """The facts of a game of units that stand in cells, carry things and work at objectives.

    A game's facts derive from it, and define the units (:meth:`units`) and their states
    (:meth:`is_in_state`). The setting has ``scenario``, ``objectives``, ``works``, ``items``, ``effects`` and
    ``cells_of``, the state ``turn``, ``done``, ``started``, ``work``, ``cell``, ``bearer`` and ``lying``.
    """

    def __init__(self, setting: Any, state: Any) -> None:
        self.setting = setting
        self.state = state

    def units(self, who: Who) -> Iterable[int]:
        """The units that a condition selects, wherever they are and in whatever state."""
        raise NotImplementedError

    def is_in_state(self, unit: int, name: str) -> bool:
        """Whether a unit is in a state that conditions name."""
        raise NotImplementedError

    def lost(self, who: Who) -> int:
        """How many of the selected units are lost."""
        raise NotImplementedError

    def adjoining(self, who: Who, where: Where) -> int:
        """How many of the selected units are next to a place."""
        raise NotImplementedError

    def workers(self, work: Work) -> Iterator[int]:
        """The units that are where work is done now."""
        raise NotImplementedError

    def turn(self) -> int:
        return int(self.state.turn)

    def done(self, objective: str) -> int:
        return int(self.state.done[self.setting.objectives[objective]])

    def standing(self, who: Who) -> int:
        return sum(1 for _ in self.those_standing(who))

    def inside(self, who: Who, where: Where) -> int:
        cells = self.setting.cells_of(where)
        if who.item:
            return int(self._place_of(who.item) in cells)
        return sum(self.state.cell[unit] in cells for unit in self.those_standing(who))

    def work(self, work: Work) -> int:
        first, end = self._span(self.setting.works.index(work))
        return work_done(work, self.state.work[first:end])

    def count_work(self) -> None:
        """Count the turns that units have ended where work is done."""
        for number, work in enumerate(self.setting.works):
            if work.unit is Unit.TURNS:
                first, end = self._span(number)
                counts = self.state.work[first:end]
                self.state.work[first:end] = add_work(work, counts, set(self.workers(work)))

    def note_objectives(self, moments: Collection[str]) -> None:
        """Record the objectives that have been carried out now."""
        state, effects = self.state, self.setting.effects
        note_objectives(
            self.setting.scenario,
            self,
            moments,
            state.done,
            lambda objective: effects.is_open(objective, lambda event: state.started[event] > 0),
        )

    def end_turn(self) -> Sequence[Task]:
        """Count the work of a turn, and record its objectives.

        Returns:
            The tasks ``verdict``, with the moment, and, unless it is the last turn, ``clear`` and ``turn``,
            with which the next turn begins.
        """
        self.count_work()
        self.note_objectives(moments_of(Moment.END_OF_TURN))
        if self.state.turn >= self.setting.scenario.turns:
            self.note_objectives((Moment.LAST_TURN,))
            return [("verdict", Moment.LAST_TURN.value)]
        return [("verdict", Moment.END_OF_TURN.value), ("clear",), ("turn",)]

    def those_standing(self, who: Who) -> Iterator[int]:
        """The selected units on the map, in the states that the condition asks for."""
        for unit in self.units(who):
            if self.state.cell[unit] < 0 or any(self.is_in_state(unit, name) for name in who.unless):
                continue
            if all(self.is_in_state(unit, name) for name in who.only):
                yield unit

    def item(self, id: str) -> int:
        """The number of a thing."""
        return next(number for number, item in enumerate(self.setting.items) if item.id == id)

    def _place_of(self, id: str) -> int:
        item = self.item(id)
        bearer = self.state.bearer[item]
        return int(self.state.cell[bearer] if bearer >= 0 else self.state.lying[item])

    def _span(self, number: int) -> tuple[int, int]:
        """The range of the counts of a kind of work: one for each unit, and one for all together."""
        size = len(self.state.cell) + 1
        return number * size, (number + 1) * size


def works_of(scenario: Scenario) -> tuple[Work, ...]:
    """Every kind of work that objectives and victory conditions ask for, once, in the order of the file."""
    asked = [objective.done_by for objective in scenario.objectives]
    asked += [victory.condition for victory in scenario.victory]
    parts = (each for condition in asked for each in quantities(condition))
    return tuple(dict.fromkeys(each for each in parts if isinstance(each, Work)))


def add_work(work: Work, counts: Sequence[int], workers: Collection[int]) -> list[int]:
    """The counts of a kind of work after a turn or round.

    Args:
        work: the kind of work.
        counts: the work done by each unit, followed by that done by any of them.
        workers: the units that have worked.

    >>> from builder.scenario.logic.conditions import Unit
    >>> watch = Work(Unit.TURNS, Who(), Where(), in_a_row=True)
    >>> add_work(watch, [2, 1, 2], {1})
    [0, 2, 3]
    """
    rest = [0 if work.in_a_row else count for count in counts]
    units = [count + 1 if unit in workers else rest[unit] for unit, count in enumerate(counts[:-1])]
    return [*units, counts[-1] + 1 if workers else rest[-1]]


def work_done(work: Work, counts: Sequence[int]) -> int:
    """How much of a kind of work is done: by one unit, if the same has to do all of it."""
    return max(counts[:-1], default=0) if work.same else counts[-1]


def note_objectives(
    scenario: Scenario,
    facts: Facts,
    moments: Collection[str],
    done: list[int],
    is_open: Callable[[str], bool] = lambda objective: True,
) -> None:
    """Record the turn in ``done`` for each objective that is carried out now.

    Args:
        scenario: the scenario.
        facts: the facts of the game in play.
        moments: the present moments; only objectives that are checked at one of them count.
        done: the turn for each objective; 0 if it has not been carried out.
        is_open: whether an objective, by its id, can be carried out now.
    """
    for number, objective in enumerate(scenario.objectives):
        if done[number] or objective.done_by is None or objective.done_at not in moments:
            continue
        if is_open(objective.id) and is_met(objective.done_by, facts):
            done[number] = facts.turn()


def tally_of_objectives(scenario: Scenario, done: Sequence[int]) -> Mapping[str, int]:
    """The turns in which objectives were carried out, by their names in a tally."""
    return {f"{each.id} done in turn": turn for each, turn in zip(scenario.objectives, done, strict=True)}


def moments_of(latest: str) -> tuple[Moment, ...]:
    """The present moments, given the latest of them: the end of a turn is also "at any moment".

    >>> [moment.value for moment in moments_of("end of turn")]
    ['once', 'end of turn']
    """
    every = tuple(Moment)
    return every[: every.index(Moment(latest)) + 1]
