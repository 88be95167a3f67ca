"""Which people victories depend on, so that Preds know whom to attack."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from builder.games.bug_hunter.play.counsel.aims import aims_of
from builder.games.bug_hunter.play.stage import Stage
from builder.games.bug_hunter.play.state import INCAPACITATED, State
from builder.scenario.logic.conditions import Done, Inside, LeftBy, Lost, Quantity, Standing, quantities


class Stakes:
    """How much victories depend on each of the people."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        people = frozenset(stage.people)
        whos = (each.who for each in _asked(stage) if isinstance(each, Standing | Lost | Inside | LeftBy))
        self._counted = frozenset(unit for who in whos for unit in stage.units_of(who)) & people
        self._needed = [
            (aim.number, aim.able) for aim in aims_of(stage).all if aim.importance and aim.able < people
        ]
        self._people = people
        self._kept: dict[tuple[bool, ...], dict[int, int]] = {}

    def now(self, state: State) -> Mapping[int, int]:
        """For each of the people, how much more victories depend on him than on those who matter least.

        One for whoever they count, one for whoever can carry out an objective that not all can, and one for
        whoever is where he can carry one out.
        """
        open_ = tuple(not state.progress[number] for number, _ in self._needed)
        if open_ not in self._kept:
            able = (each for (_, each), is_open in zip(self._needed, open_, strict=True) if is_open)
            needed = frozenset(unit for units in able for unit in units)
            stakes = {unit: (unit in self._counted) + (unit in needed) for unit in self._people}
            least = min(stakes.values(), default=0)
            self._kept[open_] = {unit: stake - least for unit, stake in stakes.items()}
        at_work = [
            human
            for aim in aims_of(self._stage).now(state)
            for human in (() if aim.crowd else aim.able)
            if state.at[human] in aim.cells and state.health[human] < INCAPACITATED
        ]
        if not at_work:
            return self._kept[open_]
        return {human: stake + (human in at_work) for human, stake in self._kept[open_].items()}


def _asked(stage: Stage) -> Iterator[Quantity]:
    """Everything that victories ask for, with what their objectives ask for."""
    objectives = {each.id: each.done_by for each in stage.scenario.objectives}
    for victory in stage.scenario.victory:
        for each in quantities(victory.condition):
            yield each
            if isinstance(each, Done):
                for id in each.objectives:
                    yield from quantities(objectives.get(id))


def stakes_of(stage: Stage) -> Stakes:
    """The stakes of a scenario; made once."""
    stakes: Stakes | None = stage.plans.get("stakes")
    if stakes is None:
        stage.plans["stakes"] = stakes = Stakes(stage)
    return stakes
