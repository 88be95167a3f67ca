"""The facts of a game in play, for the conditions that a scenario states."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from builder.games.bugged.play.roster import SIDES
from builder.games.bugged.play.setting import Setting
from builder.games.bugged.play.state import DEAD, MOVED, SHOT, STRUCK, State
from builder.playtest.logic.facts import UnitFacts
from builder.scenario.logic.conditions import Unit, Where, Who, Work

COUNTED = (Unit.TURNS,)
_MARKS = {"fired": SHOT, "fought": STRUCK, "moved": MOVED}


class PlayFacts(UnitFacts):
    """Answers the questions of conditions about one state; see :class:`Facts` in ``logic.conditions``."""

    setting: Setting
    state: State

    def units(self, who: Who) -> Iterable[int]:
        return self.setting.units_of(who.force, who.side)

    def lost(self, who: Who) -> int:
        return sum(self.state.cell[unit] == DEAD for unit in self.units(who))

    def adjoining(self, who: Who, where: Where) -> int:
        cells = self.setting.cells_of(where)
        near = {other for cell in cells for other in self.setting.ground.near[cell]} - cells
        return sum(self.state.cell[unit] in near for unit in self.those_standing(who))

    def carrying(self, who: Who, kind: str, thing: str) -> int:
        bearer = self.state.bearer[self.item(thing)] if kind == "item" else -1
        return int(bearer in set(self.those_standing(who)))

    def points(self, side: str) -> int:
        return self.state.scores[SIDES.index(side)]

    def workers(self, work: Work) -> Iterator[int]:
        """The units that are where work is done now."""
        cells, distance = self.setting.cells_of(work.where), self.setting.ground.distance
        for unit in self.those_standing(work.who):
            here = self.state.cell[unit]
            if any(distance[here][cell] <= work.within for cell in cells):
                yield unit

    def is_in_state(self, unit: int, name: str) -> bool:
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
