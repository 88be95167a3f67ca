"""Objectives and the work done at them; and the answers of a game that does not have what is asked for."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from builder.scenario.logic.conditions import Facts, Moment, Where, Who, Work, is_met, quantities
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
        counts: what each unit has done, and at last what was done by any of them.
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
    """Note the turn in ``done`` for each objective that is carried out now.

    Args:
        scenario: the scenario.
        facts: what is the case.
        moments: what now is: the objectives that are checked at these moments.
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
    """The moments that now is, by the latest of them: when a turn ends, it is also "at any moment".

    >>> [moment.value for moment in moments_of("end of turn")]
    ['once', 'end of turn']
    """
    every = tuple(Moment)
    return every[: every.index(Moment(latest)) + 1]
