"""The facts of a game in play, for the conditions that a scenario states."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from builder.playtest.generic.setting import Setting
from builder.playtest.generic.state import ACTED, DEAD, FOUGHT, GONE, MOVED, PINNED, State
from builder.playtest.logic import facts as shared
from builder.playtest.logic.facts import Unanswered, add_work, work_done
from builder.scenario.logic.conditions import ANY_WAY, Unit, Where, Who, Work

_MARKS = {"fired": FOUGHT, "fought": FOUGHT, "moved": MOVED, "pinned": PINNED, "acted": ACTED}


class PlayFacts(Unanswered):
    """Answers the questions of conditions about one state; see :class:`Facts` in ``logic.conditions``."""

    def __init__(self, setting: Setting, state: State) -> None:
        self.setting = setting
        self.state = state

    def turn(self) -> int:
        return self.state.turn

    def done(self, objective: str) -> int:
        return self.state.done[self.setting.objectives[objective]]

    def standing(self, who: Who) -> int:
        return sum(1 for _ in self._standing(who))

    def lost(self, who: Who) -> int:
        return sum(self.state.cell[unit] == DEAD for unit in self.setting.units_of(_all(who)))

    def inside(self, who: Who, where: Where) -> int:
        cells = self.setting.cells_of(where)
        if who.item:
            return int(self._place_of(who.item) in cells)
        return sum(self.state.cell[unit] in cells for unit in self._standing(who))

    def adjoining(self, who: Who, where: Where) -> int:
        cells = self.setting.cells_of(where)
        near = {other for cell in cells for other in self.setting.ground.beside[cell]} - cells
        return sum(self.state.cell[unit] in near for unit in self._standing(who))

    def left_by(self, who: Who, kind: str, way: str) -> int:
        ways = self.setting.ways
        wanted = {number for number, each in enumerate(ways) if kind == ANY_WAY or each == (kind, way)}
        state = self.state
        return sum(
            state.cell[unit] == GONE and state.ways[unit] in wanted
            for unit in self.setting.units_of(_all(who))
        )

    def carrying(self, who: Who, kind: str, thing: str) -> int:
        if kind == "item":
            return int(self.state.bearer[self._item(thing)] in set(self._standing(who)))
        units, kinds = self.setting.units, self.setting.kinds
        return sum(thing in kinds[units[unit].kind].weapons for unit in self._standing(who))

    def work(self, work: Work) -> int:
        return work_done(work, self._counts(work))

    def workers(self, work: Work) -> Iterator[int]:
        """The units that are where work is done now."""
        cells, ground = self.setting.cells_of(work.where), self.setting.ground
        for unit in self._standing(work.who):
            here = self.state.cell[unit]
            if here in cells or any(ground.distance(here, cell) <= work.within for cell in cells):
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
        for unit in self.setting.units_of(_all(who)):
            if self.state.cell[unit] < 0 or any(self._is(unit, name) for name in who.unless):
                continue
            if all(self._is(unit, name) for name in who.only):
                yield unit

    def _is(self, unit: int, name: str) -> bool:
        state, setting = self.state, self.setting
        if name == "wounded":
            return state.wounds[unit] < setting.kinds[setting.units[unit].kind].wounds
        if name == "adjacent-enemy":
            return setting.is_engaged(state, unit)
        return bool(state.flags[unit] & _MARKS.get(name, 0))


def _all(who: Who) -> Who:
    """The same units in any state, which the roster knows."""
    return Who(force=who.force, side=who.side, members=who.members)


def count_work(setting: Setting, state: State) -> None:
    """Count the turns that units have ended where work is done."""
    facts, size = PlayFacts(setting, state), len(setting.units) + 1
    for number, work in enumerate(setting.works):
        if work.unit is Unit.TURNS:
            first, end = number * size, (number + 1) * size
            state.work[first:end] = add_work(work, state.work[first:end], set(facts.workers(work)))


def note_objectives(setting: Setting, state: State, moments: Collection[str]) -> None:
    """Note which objectives have been carried out now."""
    under_way = lambda event: state.started[event] > 0  # noqa: E731
    shared.note_objectives(
        setting.scenario,
        PlayFacts(setting, state),
        moments,
        state.done,
        lambda objective: setting.effects.is_open(objective, under_way),
    )
