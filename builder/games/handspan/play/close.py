"""Close quarters and wounds."""

from __future__ import annotations

from collections.abc import Sequence

from builder.games.handspan.play.roster import GUNS
from builder.games.handspan.play.setting import Setting
from builder.games.handspan.play.state import Flag, State
from builder.playtest.play import Action, Roll
from builder.playtest.tables import Use

ATTACK = "attack"
STEP = "rule/close-quarters"
_FRONTAL, _RAN, _FRIEND, _SUBMACHINE_GUN, _BONUS = (
    "human attacked in his frontal arc", "bug moved over one hand span", "each free friend beside him",
    "submachine gun", "command bonus",
)  # fmt: skip


class CloseQuarters:
    """Fights between a bug and a human next to it."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def begin(self, state: State) -> None:
        """Every bug that may fight attacks a human next to it, in the order of their numbers.

        The others spit, if that is assumed.
        """
        setting = self.setting
        passive = Flag.FRESH | (Flag.STOPPED if setting.assume["stopped-bugs"] == "passive" else 0)
        spits = setting.assume["bug-spit"] == "one-span"
        for bug in setting.standing(state, setting.bugs):
            if state.flags[bug] & passive:
                continue
            if self.victims(state, bug):
                state.todo.append(("attack", bug))
            elif spits:
                state.todo += (("wound", human) for human in self._spat_at(state, bug))

    def _spat_at(self, state: State, bug: int) -> list[int]:
        """The nearest human in sight of a bug within one hand span, if there is one."""
        setting, here = self.setting, state.cell[bug]
        board = setting.ground.board
        distances = board.distances(here)
        near = [
            human
            for human in setting.standing(state, setting.humans)
            if distances[state.cell[human]] <= setting.figures.span and board.sees(here, state.cell[human])
        ]
        return sorted(near, key=lambda human: (distances[state.cell[human]], human))[:1]

    def victims(self, state: State, bug: int) -> list[int]:
        """The humans that a bug can attack."""
        if state.cell[bug] < 0:
            return []
        return self.setting.beside(state, bug, self.setting.standing(state, self.setting.humans))

    def actions(self, state: State, bug: int) -> Sequence[Action]:
        """The humans whom a bug can attack."""
        return [(ATTACK, human) for human in self.victims(state, bug)]

    def human_dice(self, state: State, human: int, bug: int, *, saves: bool = False) -> int:
        """The dice of a human against a bug, with a bonus die unless that is saved for a second roll."""
        setting, flags = self.setting, state.flags[human]
        figures = setting.figures
        cells, facing = state.cell, state.facing[human]
        frontal = facing < 0 or setting.ground.is_ahead(cells[human], facing, cells[bug], setting.arc)
        friends = [
            other
            for other in setting.beside(state, human, setting.humans)
            if not setting.is_engaged(state, other)
        ]
        gun = state.weapon[human] >= 0 and GUNS[state.weapon[human]] == "submachine-gun"
        counts = {
            _FRONTAL: int(frontal),
            _RAN: int(bool(state.flags[bug] & Flag.RAN)),
            _FRIEND: min(len(friends), figures.max_friends),
            _SUBMACHINE_GUN: int(gun),
            _BONUS: int(bool(flags & Flag.BONUS) and not saves),
        }
        return sum(count * figures.close_dice(source) for source, count in counts.items() if count)

    def fight(self, state: State, human: int, bug: int) -> None:
        """A bug attacks a human; one whose grenade is delayed loses at once."""
        for each in (human, bug):
            state.flags[each] |= Flag.FOUGHT
        if state.flags[human] & Flag.DELAYED:
            state.todo.insert(0, ("wound", human))
            return
        if state.flags[human] & Flag.BONUS:
            state.todo.insert(0, ("brace", human, bug))
        else:
            self.brace(state, human, bug, saves=False)

    def brace(self, state: State, human: int, bug: int, *, saves: bool) -> None:
        """A human defends himself, with a bonus die or without it."""
        dice = self.human_dice(state, human, bug, saves=saves)
        if not saves:
            state.flags[human] &= ~Flag.BONUS
        state.todo.insert(0, ("defend", human, bug, dice) if dice else ("assault", human, bug, 0))

    def human_roll(self, dice: int) -> Roll:
        """The roll of a human."""
        return Roll(f"{dice}d6", "human", "close", STEP)

    def bug_roll(self, bug: int) -> Roll:
        """The roll of a bug."""
        dice = self.setting.figures.close_dice(self.setting.units[bug].kind)
        return Roll(f"{dice}d6", "bug", "close", STEP)

    def decided(self, state: State, human: int, bug: int, human_total: int, bug_total: int) -> Sequence[Use]:
        """The higher total wins; a tie changes nothing."""
        if human_total > bug_total:
            state.todo.insert(0, ("counter", bug))
        elif bug_total > human_total:
            state.todo.insert(0, ("wound", human))
        return [self.setting.figures.tables["close-quarters-dice"].use(self.setting.units[bug].kind)]

    def counter_roll(self) -> Roll:
        """The roll of a human who has won, on the bug's line of the firing results."""
        return Roll(self.setting.figures.tables.dice("close-quarters-hit", "human"), "human", "counter", STEP)

    def wound_roll(self) -> Roll:
        """The roll of a human who is hit."""
        axis = self.setting.figures.game.table("wound-chart").axes[0]
        assert axis.dice is not None
        return Roll(axis.dice.text, "human", "wound", "rule/wound-chart")

    def wounded(self, state: State, human: int, total: int) -> Sequence[Use]:
        """A human is wounded or killed; a second wound kills."""
        use = self.setting.figures.tables["wound-chart"].use(total)
        if state.cell[human] < 0:
            return [use]
        if use.table.results[use.cell] == "killed" or state.flags[human] & Flag.WOUNDED:
            self.setting.kill(state, human)
        else:
            state.flags[human] |= Flag.WOUNDED
        return [use]
