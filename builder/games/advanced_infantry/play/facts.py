"""The facts of a game in play, for the conditions that a scenario states."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from builder.games.advanced_infantry.play.effects import is_open
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
from builder.playtest.logic import facts as shared
from builder.playtest.logic.facts import Unanswered, add_work, work_done
from builder.scenario.logic.conditions import Moment, Unit, Where, Who, Work

COUNTED = (Unit.TURNS, Unit.POINTS)
_MARKS = {"fired": FIRED, "moved": MOVED, "prone": PRONE, "entangled": ENTANGLED, "shaken": COWERS}


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
        return sum(self.state.cell[unit] == DEAD for unit in self.setting.who(who))

    def inside(self, who: Who, where: Where) -> int:
        cells = self.setting.cells_of(where)
        if who.item:
            return int(self._place_of(who.item) in cells)
        return sum(self.state.cell[unit] in cells for unit in self._standing(who))

    def adjoining(self, who: Who, where: Where) -> int:
        cells = self.setting.cells_of(where)
        near = {other for cell in cells for other in self.setting.ground.neighbors[cell]} - cells
        return sum(self.state.cell[unit] in near for unit in self._standing(who))

    def left_by(self, who: Who, kind: str, way: str) -> int:
        # A trooper leaves by an edge that an event has opened; scenarios open one.
        return (
            sum(self.state.cell[unit] == LEFT for unit in self.setting.who(who)) if kind != "vehicle" else 0
        )

    def carrying(self, who: Who, kind: str, thing: str) -> int:
        units = set(self._standing(who))
        if kind == "item":
            return int(self.state.bearer[self._item(thing)] in units)
        return sum(
            gun.weapon == thing and self.state.gunner[number] in units
            for number, gun in enumerate(self.setting.guns)
        )

    def destroyed(self, item: str) -> bool:
        number = self._item(item)
        return self.state.turn > 0 and self.state.bearer[number] == self.state.lying[number] == NOBODY

    def burning(self, where: Where) -> bool:
        cells = self.setting.cells_of(where)
        return any(cell in cells for cell, _ in self.state.fires)

    def work(self, work: Work) -> int:
        return work_done(work, self._counts(work))

    def workers(self, work: Work) -> Iterator[int]:
        """The troopers who are where work is done now."""
        cells, _ = self.setting.work_places[self.setting.works.index(work)]
        return (unit for unit in self._standing(work.who) if self.state.cell[unit] in cells)

    def _counts(self, work: Work) -> list[int]:
        size = len(self.setting.troopers) + 1
        at = self.setting.works.index(work) * size
        return self.state.work[at : at + size]

    def _item(self, id: str) -> int:
        return next(number for number, item in enumerate(self.setting.items) if item.id == id)

    def _place_of(self, id: str) -> int:
        item = self._item(id)
        bearer = self.state.bearer[item]
        return self.state.cell[bearer] if bearer >= 0 else self.state.lying[item]

    def _standing(self, who: Who) -> Iterator[int]:
        for unit in self.setting.who(who):
            if self.state.cell[unit] < 0:
                continue
            if any(self._is(unit, name) for name in who.unless):
                continue
            if all(self._is(unit, name) for name in who.only):
                yield unit

    def _is(self, unit: int, name: str) -> bool:
        state, setting = self.state, self.setting
        if name == "wounded":
            return state.damage[unit] > 0
        if name == "adjacent-enemy":
            near = {state.cell[unit], *setting.ground.neighbors[state.cell[unit]]}
            enemies = setting.on_map(state, 1 - setting.side_of[unit])
            return any(state.cell[other] in near for other in enemies)
        return bool(state.flags[unit] & _MARKS.get(name, 0))


def count_work(setting: Setting, state: State) -> None:
    """Count the turns that troopers have ended where work is done."""
    facts, size = PlayFacts(setting, state), len(setting.troopers) + 1
    for number, work in enumerate(setting.works):
        if work.unit is Unit.TURNS:
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
