"""The facts of a game in play, for the conditions that a scenario states."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from builder.games.bugged.play.effects import is_open
from builder.games.bugged.play.roster import SIDES
from builder.games.bugged.play.setting import Setting
from builder.games.bugged.play.state import DEAD, MOVED, SHOT, STRUCK, State
from builder.playtest.logic import facts as shared
from builder.playtest.logic.facts import Unanswered, add_work, work_done
from builder.scenario.logic.conditions import Moment, Unit, Where, Who, Work

COUNTED = (Unit.TURNS,)
_MARKS = {"fired": SHOT, "fought": STRUCK, "moved": MOVED}


class PlayFacts(Unanswered):
    """Answers the questions of conditions about one state; see :class:`Facts` in ``logic.conditions``."""

    def __init__(self, setting: Setting, state: State) -> None:
        self.setting = setting
        self.state = state

    def turn(self) -> int:
        """The number of the turn."""
        return self.state.turn

    def done(self, objective: str) -> int:
        return self.state.done[self.setting.objectives[objective]]

    def standing(self, who: Who) -> int:
        return sum(1 for _ in self._standing(who))

    def lost(self, who: Who) -> int:
        return sum(self.state.cell[unit] == DEAD for unit in self.setting.units_of(who.force, who.side))

    def inside(self, who: Who, where: Where) -> int:
        cells = self.setting.cells_of(where)
        if who.item:
            return int(self._place_of(who.item) in cells)
        return sum(self.state.cell[unit] in cells for unit in self._standing(who))

    def adjoining(self, who: Who, where: Where) -> int:
        cells = self.setting.cells_of(where)
        near = {other for cell in cells for other in self.setting.ground.near[cell]} - cells
        return sum(self.state.cell[unit] in near for unit in self._standing(who))

    def carrying(self, who: Who, kind: str, thing: str) -> int:
        bearer = self.state.bearer[self._item(thing)] if kind == "item" else -1
        return int(bearer in set(self._standing(who)))

    def points(self, side: str) -> int:
        return self.state.scores[SIDES.index(side)]

    def work(self, work: Work) -> int:
        return work_done(work, self._counts(work))

    def workers(self, work: Work) -> Iterator[int]:
        """The units that are where work is done now."""
        cells, distance = self.setting.cells_of(work.where), self.setting.ground.distance
        for unit in self._standing(work.who):
            here = self.state.cell[unit]
            if any(distance[here][cell] <= work.within for cell in cells):
                yield unit

    def _counts(self, work: Work) -> list[int]:
        size = len(self.setting.units) + 1
        at = self.setting.works.index(work) * size
        return self.state.work[at : at + size]

    def _item(self, id: str) -> int:
        return next(number for number, item in enumerate(self.setting.items) if item.id == id)

    def _place_of(self, id: str) -> int:
        item = self._item(id)
        bearer = self.state.bearer[item]
        return self.state.cell[bearer] if bearer >= 0 else self.state.lying[item]

    def _standing(self, who: Who) -> Iterator[int]:
        for unit in self.setting.units_of(who.force, who.side):
            if self.state.cell[unit] < 0:
                continue
            if any(self._is(unit, name) for name in who.unless):
                continue
            if all(self._is(unit, name) for name in who.only):
                yield unit

    def _is(self, unit: int, name: str) -> bool:
        state, setting = self.state, self.setting
        if name == "wounded":
            return state.wounds[unit] < setting.kind(state, unit).wounds
        if name == "adjacent-enemy":
            near = {state.cell[unit], *setting.ground.near[state.cell[unit]]}
            side = setting.units[unit].side
            return any(
                state.cell[other] in near and setting.units[other].side != side
                for other in setting.on_map(state)
            )
        return bool(state.flags[unit] & _MARKS.get(name, 0))


def count_work(setting: Setting, state: State) -> None:
    """Count the turns that units have ended where work is done."""
    facts, size = PlayFacts(setting, state), len(setting.units) + 1
    for number, work in enumerate(setting.works):
        if work.unit not in COUNTED:
            continue
        first, end = number * size, (number + 1) * size
        state.work[first:end] = add_work(work, state.work[first:end], set(facts.workers(work)))


def note_objectives(setting: Setting, state: State, moments: Collection[Moment]) -> None:
    """Note which objectives have been carried out now."""
    shared.note_objectives(
        setting.scenario,
        PlayFacts(setting, state),
        moments,
        state.done,
        lambda objective: is_open(setting, state, objective),
    )
