"""The command phase: points of commanders, and what they buy."""

from __future__ import annotations

from collections.abc import Sequence

from builder.games.handspan.play.setting import Setting
from builder.games.handspan.play.state import Flag, State
from builder.playtest.play import Action, Roll
from builder.playtest.tables import Use

STEP = "rule/command"
BONUS, POT, BOARD, DONE = ("bonus", "pot", "board", "done")


class Command:
    """The rolls of commanders, and how they spend points."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def _cell(self, state: State, commander: int) -> tuple[str, str]:
        rank = self.setting.units[commander].rank
        return rank, "wounded" if state.flags[commander] & Flag.WOUNDED else "unhurt"

    def roll(self, state: State, commander: int) -> Roll:
        """The roll for a commander's points."""
        dice = self.setting.figures.tables.dice("command-points", *self._cell(state, commander))
        return Roll(dice, "human", "command", STEP)

    def rolled(self, state: State, commander: int, total: int) -> Sequence[Use]:
        """Take the points of a roll; a total below 0 counts as 0."""
        state.points[commander] = max(0, total)
        return [self.setting.figures.tables["command-points"].use(*self._cell(state, commander))]

    def limit_roll(self) -> Roll:
        """The roll for the most points that a commander puts into pots in this turn."""
        dice = self.setting.figures.tables.dice("command-limits", _LIMIT)
        return Roll(dice, "human", "limit", "rule/actions")

    def limited(self, state: State, commander: int, total: int) -> Sequence[Use]:
        """Take the result of that roll."""
        state.allowed[commander] = total
        return [self.setting.figures.tables["command-limits"].use(_LIMIT)]

    def actions(self, state: State, commander: int) -> Sequence[Action]:
        """The uses of one point of a commander now; at least to spend no more."""
        setting = self.setting
        actions: list[Action] = [(DONE,)]
        if not state.points[commander]:
            return actions
        team = setting.units[commander].team
        actions += (
            (BONUS, number)
            for number in setting.standing(state, setting.humans)
            if setting.units[number].team == team and not state.flags[number] & Flag.BONUS
        )
        if not setting.is_limited or state.allowed[commander] > 0:
            actions += (
                (POT, number)
                for number, (_, pot) in enumerate(setting.pots)
                if state.pots[number] < pot.points
            )
        if any(cell in places for _, places, _ in setting.ramps for cell in self._walks(state)):
            actions.append((BOARD,))
        return actions

    def _walks(self, state: State) -> set[int]:
        """The cells where humans are, or could be after their move."""
        setting, cells = self.setting, set()
        for number in setting.standing(state, setting.humans):
            flat = setting.figures.human_move("on-flat-ground")
            cells |= {state.cell[number], *setting.ground.within(state.cell[number], flat)}
        return cells

    def apply(self, state: State, commander: int, action: Action) -> bool:
        """Spend a point; returns whether the commander is finished."""
        if action[0] == DONE:
            state.points[commander] = 0
            return True
        state.points[commander] -= 1
        if action[0] == BONUS:
            state.flags[int(action[1])] |= Flag.BONUS
        elif action[0] == BOARD:
            state.boarding += 1
        else:
            pot = int(action[1])
            state.pots[pot] += 1
            state.allowed[commander] -= 1
            self._fill(state, pot)
        return False

    def _fill(self, state: State, number: int) -> None:
        """Figures next to the ramp board at once when the ship's pot is full, if that is assumed."""
        setting, (name, pot) = self.setting, self.setting.pots[number]
        if name != "retrieval-ship" or state.pots[number] < pot.points:
            return
        if setting.assume["retrieval-ship"] != "board-at-once":
            return
        state.pots[number] = 0
        for objective, places, room in setting.ramps:
            for human in setting.standing(state, setting.humans):
                if state.cell[human] in places and state.aboard.count(objective) < room:
                    setting.leave(state, human, objective)


_LIMIT = "points for a pot from a commander, each turn"
