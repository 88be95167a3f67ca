"""The aims of the humans in a scenario, compiled for planning: objectives, and who can carry them out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from builder.games.bug_hunter.play.cast import HUMAN
from builder.games.bug_hunter.play.rules.destruct import ACT
from builder.games.bug_hunter.play.rules.vehicles import LAUNCH, LAUNCH_PROBE
from builder.games.bug_hunter.play.situation import may_do
from builder.games.bug_hunter.play.stage import Stage
from builder.games.bug_hunter.play.state import State
from builder.scenario.logic.conditions import Done, Inside, Work, quantities
from builder.scenario.model import Objective


@dataclass(frozen=True, slots=True)
class Aim:
    """An objective of the humans.

    Attributes:
        number: its number in the scenario.
        id: its id.
        cells: where it is carried out.
        able: the people who can do it.
        crowd: whether all of them should go there.
        importance: how many victories of the humans ask for it.
        act: the act that it takes, or empty.
    """

    number: int
    id: str
    cells: frozenset[int]
    able: frozenset[int]
    crowd: bool
    importance: int
    act: str


class Aims:
    """All objectives of the humans."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        objectives = enumerate(stage.scenario.objectives)
        aims = [
            self._aim(number, each) for number, each in objectives if each.side == HUMAN and not each.brings
        ]
        self.all = [aim for aim in aims if aim.cells]
        self.suited = self._suited()

    def _aim(self, number: int, objective: Objective) -> Aim:
        stage = self._stage
        asked = [each for each in quantities(objective.done_by) if isinstance(each, Work | Inside)]
        cells = frozenset(stage.ground.cells(objective.region.spots))
        able = frozenset(stage.people)
        if asked:
            cells = stage.cells_of(asked[0].where) or cells
            able = stage.units_of(asked[0].who) & able
        act = objective.act or ""
        if act in (ACT, LAUNCH, LAUNCH_PROBE):
            able = frozenset(unit for unit in able if may_do(stage, unit, act))
        crowd = bool(asked) and isinstance(asked[0], Inside)
        return Aim(number, objective.id, cells, able, crowd, self._importance(objective.id), act)

    def _importance(self, id: str) -> int:
        victories = (each for each in self._stage.scenario.victory if each.side == HUMAN)
        return sum(
            1
            for victory in victories
            for each in quantities(victory.condition)
            if isinstance(each, Done) and id in each.objectives
        )

    def _suited(self) -> frozenset[int]:
        """The people who have to wear spacesuits to carry out an objective."""
        stage = self._stage
        conditions = [objective.done_by for objective in stage.scenario.objectives]
        conditions += [victory.condition for victory in stage.scenario.victory if victory.side == HUMAN]
        asked = (each for condition in conditions for each in quantities(condition))
        whos = (each.who for each in asked if isinstance(each, Inside) and "suited" in each.who.only)
        return frozenset(unit for who in whos for unit in stage.units_of(who)) & frozenset(stage.people)

    def now(self, state: State) -> Sequence[Aim]:
        """The objectives that are not carried out yet, the most important first."""
        aims = [aim for aim in self.all if not state.progress[aim.number] and self._is_due(state, aim)]
        return sorted(aims, key=lambda aim: (-aim.importance, aim.number))

    def _is_due(self, state: State, aim: Aim) -> bool:
        if aim.act == ACT:
            return state.destruct == -1
        if aim.act == LAUNCH:
            return state.destruct > 0
        return bool(state.turn)


def aims_of(stage: Stage) -> Aims:
    """The objectives of a scenario; made once."""
    aims: Aims | None = stage.plans.get("aims")
    if aims is None:
        stage.plans["aims"] = aims = Aims(stage)
    return aims
