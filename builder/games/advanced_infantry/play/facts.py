"""The facts of a game in play, for the conditions that a scenario states."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from builder.games.advanced_infantry.play.setting import Setting
from builder.games.advanced_infantry.play.state import (
    COWERS,
    DEAD,
    ENTANGLED,
    FIRED,
    LEFT,
    MOVED,
    NOBODY,
    PRONE,
    State,
)  # fmt: skip
from builder.playtest.logic.facts import UnitFacts
from builder.scenario.logic.conditions import Unit, Where, Who, Work

COUNTED = (Unit.TURNS, Unit.POINTS)
_MARKS = {"fired": FIRED, "moved": MOVED, "prone": PRONE, "entangled": ENTANGLED, "shaken": COWERS}


class PlayFacts(UnitFacts):
    """Answers the questions of conditions about one state; see :class:`Facts` in ``logic.conditions``."""

    setting: Setting
    state: State

    def units(self, who: Who) -> Iterable[int]:
        return self.setting.who(who)

    def lost(self, who: Who) -> int:
        return sum(self.state.cell[unit] == DEAD for unit in self.units(who))

    def adjoining(self, who: Who, where: Where) -> int:
        cells = self.setting.cells_of(where)
        near = {other for cell in cells for other in self.setting.ground.neighbors[cell]} - cells
        return sum(self.state.cell[unit] in near for unit in self.those_standing(who))

    def left_by(self, who: Who, kind: str, way: str) -> int:
        # A trooper leaves by an edge that an event has opened; scenarios open one.
        return sum(self.state.cell[unit] == LEFT for unit in self.units(who)) if kind != "vehicle" else 0

    def carrying(self, who: Who, kind: str, thing: str) -> int:
        units = set(self.those_standing(who))
        if kind == "item":
            return int(self.state.bearer[self.item(thing)] in units)
        return sum(
            gun.weapon == thing and self.state.gunner[number] in units
            for number, gun in enumerate(self.setting.guns)
        )

    def destroyed(self, item: str) -> bool:
        number = self.item(item)
        return self.state.turn > 0 and self.state.bearer[number] == self.state.lying[number] == NOBODY

    def burning(self, where: Where) -> bool:
        cells = self.setting.cells_of(where)
        return any(cell in cells for cell, _ in self.state.fires)

    def workers(self, work: Work) -> Iterator[int]:
        """The troopers who are where work is done now."""
        cells, _ = self.setting.work_places[self.setting.works.index(work)]
        return (unit for unit in self.those_standing(work.who) if self.state.cell[unit] in cells)

    def is_in_state(self, unit: int, name: str) -> bool:
        state, setting = self.state, self.setting
        if name == "wounded":
            return state.damage[unit] > 0
        if name == "adjacent-enemy":
            near = {state.cell[unit], *setting.ground.neighbors[state.cell[unit]]}
            enemies = setting.on_map(state, 1 - setting.side_of[unit])
            return any(state.cell[other] in near for other in enemies)
        return bool(state.flags[unit] & _MARKS.get(name, 0))
