"""The facts of a game in play, for the conditions that a scenario states."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from builder.games.mobile_infantry.play.points import scores_of
from builder.games.mobile_infantry.play.roster import CRAFT, SIDES
from builder.games.mobile_infantry.play.setting import Setting
from builder.games.mobile_infantry.play.state import DEAD, GONE, WOUNDED, State
from builder.playtest.logic import facts as shared
from builder.playtest.logic.facts import Unanswered
from builder.scenario.logic.conditions import Moment, Where, Who, Work

ANYWHERE = -1


class PlayFacts(Unanswered):
    """Answers the questions of conditions about one state; see :class:`Facts` in ``logic.conditions``."""

    def __init__(self, setting: Setting, state: State) -> None:
        self.setting = setting
        self.state = state

    def turn(self) -> int:
        return self.state.turn

    def done(self, objective: str) -> int:
        return self.state.done[self.setting.objectives[objective]]

    def units(self, who: Who) -> Iterator[int]:
        """The units that a condition selects, wherever they are."""
        setting = self.setting
        members = set(who.members)
        for team in setting.teams:
            if team.id in who.members and team.force == who.force:
                members |= {setting.units[unit].member for unit in team.members}
        for number, unit in enumerate(setting.units):
            if unit.kind == CRAFT or who.force not in ("", unit.force) or who.side not in ("", unit.side):
                continue
            if not members or unit.member in members:
                yield number

    def standing(self, who: Who) -> int:
        return sum(1 for _ in self._standing(who))

    def lost(self, who: Who) -> int:
        return sum(self.state.cell[unit] == DEAD for unit in self.units(who))

    def inside(self, who: Who, where: Where) -> int:
        cells = self.setting.cells_of(where)
        return sum(self.state.cell[unit] in cells for unit in self._standing(who))

    def adjoining(self, who: Who, where: Where) -> int:
        cells = self.setting.cells_of(where)
        near = self.setting.ground.around(where.region, self.setting.figures.contact) - cells
        return sum(self.state.cell[unit] in near for unit in self._standing(who))

    def left_by(self, who: Who, kind: str, way: str) -> int:
        state, objectives = self.state, self.setting.objectives
        gone = [unit for unit in self.units(who) if state.cell[unit] == GONE]
        if kind != "objective":
            return len(gone) if kind == "any" else 0
        return sum(state.exit[unit] == objectives[way] for unit in gone)

    def points(self, side: str) -> int:
        return scores_of(self.setting, self.state)[SIDES.index(side)]

    def work(self, work: Work) -> int:
        return 0

    def _standing(self, who: Who) -> Iterator[int]:
        state, setting = self.state, self.setting
        for unit in self.units(who):
            if state.cell[unit] < 0:
                continue
            states = {"wounded"} if state.flags[unit] & WOUNDED else set()
            if setting.is_routing(state, unit):
                states.add("routing")
            if states.isdisjoint(who.unless) and states.issuperset(who.only):
                yield unit


def note_objectives(setting: Setting, state: State, moments: Collection[Moment]) -> None:
    """Note which objectives have been carried out now, and which chambers the MI have reached."""
    shared.note_objectives(
        setting.scenario,
        PlayFacts(setting, state),
        moments,
        state.done,
        lambda objective: setting.effects.is_open(objective, lambda event: state.started[event] > 0),
    )
    first = len(setting.objectives)
    for number, cells in enumerate(setting.ground.chambers):
        if not state.done[first + number] and any(state.cell[unit] in cells for unit in setting.troopers):
            state.done[first + number] = state.turn
