"""The facts of a game in play, for the conditions that a scenario states."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from builder.playtest.generic.setting import Setting
from builder.playtest.generic.state import ACTED, DEAD, FOUGHT, GONE, MOVED, PINNED, State
from builder.playtest.logic.facts import UnitFacts
from builder.scenario.logic.conditions import ANY_WAY, Where, Who, Work

_MARKS = {"fired": FOUGHT, "fought": FOUGHT, "moved": MOVED, "pinned": PINNED, "acted": ACTED}


class PlayFacts(UnitFacts):
    """Answers the questions of conditions about one state; see :class:`Facts` in ``logic.conditions``."""

    setting: Setting
    state: State

    def units(self, who: Who) -> Iterable[int]:
        return self.setting.units_of(_all(who))

    def lost(self, who: Who) -> int:
        return sum(self.state.cell[unit] == DEAD for unit in self.units(who))

    def adjoining(self, who: Who, where: Where) -> int:
        cells = self.setting.cells_of(where)
        near = {other for cell in cells for other in self.setting.ground.beside[cell]} - cells
        return sum(self.state.cell[unit] in near for unit in self.those_standing(who))

    def left_by(self, who: Who, kind: str, way: str) -> int:
        ways = self.setting.ways
        wanted = {number for number, each in enumerate(ways) if kind == ANY_WAY or each == (kind, way)}
        state = self.state
        return sum(state.cell[unit] == GONE and state.ways[unit] in wanted for unit in self.units(who))

    def carrying(self, who: Who, kind: str, thing: str) -> int:
        if kind == "item":
            return int(self.state.bearer[self.item(thing)] in set(self.those_standing(who)))
        units, kinds = self.setting.units, self.setting.kinds
        return sum(thing in kinds[units[unit].kind].weapons for unit in self.those_standing(who))

    def workers(self, work: Work) -> Iterator[int]:
        """The units that are where work is done now."""
        cells, ground = self.setting.cells_of(work.where), self.setting.ground
        for unit in self.those_standing(work.who):
            here = self.state.cell[unit]
            if here in cells or any(ground.distance(here, cell) <= work.within for cell in cells):
                yield unit

    def is_in_state(self, unit: int, name: str) -> bool:
        state, setting = self.state, self.setting
        if name == "wounded":
            return state.wounds[unit] < setting.kinds[setting.units[unit].kind].wounds
        if name == "adjacent-enemy":
            return setting.is_engaged(state, unit)
        return bool(state.flags[unit] & _MARKS.get(name, 0))


def _all(who: Who) -> Who:
    """The same units in any state, which the roster knows."""
    return Who(force=who.force, side=who.side, members=who.members)
