"""The results and worth of the actions of a decision, for players.

The numbers here are a judgment of how much results matter; no rule depends on them.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

from builder.games.mobile_infantry.play.points import scores_of
from builder.games.mobile_infantry.play.roster import BRAIN, FLYER, TANK, WARRIOR
from builder.games.mobile_infantry.play.rules.close import attack_modifiers
from builder.games.mobile_infantry.play.rules.firefight import (
    can_hit,
    cannon_modifiers,
    dice_of,
    needed_by,
    shooters_of,
)  # fmt: skip
from builder.games.mobile_infantry.play.rules.moving import brain_of
from builder.games.mobile_infantry.play.rules.retrieval import boarders
from builder.games.mobile_infantry.play.setting import Setting
from builder.games.mobile_infantry.play.state import State
from builder.playtest.play import Action, Decision

_VALUE = {WARRIOR: 1.0, FLYER: 1.3, TANK: 1.6, BRAIN: -1.0}
_OFFICER = 3.0
# The share of a kill that a hit is worth, by how much it brings the kill nearer.
_PROGRESS = 0.5
# What it costs to have an empty magazine in the next round.
_EMPTY = 0.3
# How far bugs get in a round, and reach.
_DANGER = {WARRIOR: 8.0, FLYER: 13.5, TANK: 14.0, BRAIN: 0.0}
_FEAR = 0.12
_COVER = 0.04
# How far bugs are that count as near a team, and how much each of them keeps others away.
_NEIGHBORHOOD, _CROWD = 18.0, 0.3
# What an inch of the Brain Bug's way up is worth.
_UPWARD = 0.15
# How far from a burst friends should be.
_BLAST = 9.0
_REACTIONS = {"orders": 1.0, "no-advance": 0.7, "gung-ho": 0.3, "fall-back": 0.5, "rout": 0.0}


class Advice:
    """The worth of the actions of one decision; created once for each view."""

    def __init__(self, setting: Setting, state: State) -> None:
        self.setting = setting
        self.state = state

    def worths(self, decision: Decision, actions: Sequence[Action]) -> list[float]:
        """The immediate worth of each action."""
        return [self._worth(decision, action) for action in actions]

    def _worth(self, decision: Decision, action: Action) -> float:
        name = str(action[0])
        match decision.what:
            case "fire" | "volley":
                return self._fire(decision.subject[0], action)
            case "nuke":
                return self._nuke(int(action[1])) if name == "launch" else 0.0
            case "move":
                cell = int(action[1]) if len(action) > 1 else self.state.cell[decision.subject[0]]
                return self._place(cell) + (self._drag(cell) if name == "drag" else 0.0)
            case "react":
                return _REACTIONS[name]
            case "attack":
                return self._attack(decision.subject[0], int(action[1])) if len(action) > 1 else 0.0
            case "withdraw":
                return self._away(int(action[1])) if name == "fly" else 0.0
            case "whence":
                return self._whence(int(action[1])) if name == "team" else 0.0
            case "call":
                return self._call() if name == "call" else 0.0
            case "land":
                return self._landing(int(action[1])) if name == "land" else 0.0
            case "lift":
                return self._lift(decision.subject[0]) if name == "lift" else 0.0
            case _:
                return 0.0

    def _drag(self, cell: int) -> float:
        """The worth of dragging the Brain Bug to a cell: how much nearer it gets to the way up."""
        brain, ground = self.state.cell[brain_of(self.setting, self.state)], self.setting.ground
        if brain < ground.surface:
            return -_UPWARD
        return _UPWARD * (self._way_up[brain] - self._way_up[cell])

    @functools.cached_property
    def _way_up(self) -> list[float]:
        return self.setting.ground.field(self.setting.ground.entrances)

    # Fire.

    def _fire(self, unit: int, action: Action) -> float:
        setting, state = self.setting, self.state
        if action[0] == "hold":
            return 0.0
        if unit in setting.craft:
            bug = int(action[1])
            least = setting.figures.needed_to_hit("experienced", cannon_modifiers(setting, state, unit, bug))
            return self._shots(bug, ((8, least),))
        if action[0] == "split":
            return self._split(unit)
        bug, fire = int(action[1]), int(action[2])
        units = self._firing(unit, bug)
        dice = tuple(
            (dice_of(setting, state, each, fire), needed_by(setting, state, each, bug)) for each in units
        )
        return self._shots(bug, dice) - self._empties(units, fire)

    def _firing(self, unit: int, bug: int) -> list[int]:
        """Those who fire at a bug: the whole team, unless it has split its fire."""
        setting, state = self.setting, self.state
        if state.agenda and state.agenda[-1][0] == "shot":
            return [unit]
        team = setting.units[unit].team
        return [each for each in shooters_of(setting, state, team) if can_hit(setting, state, each, bug)]

    def _empties(self, units: Sequence[int], fire: int) -> float:
        """The cost of empty magazines, if no bug has to be stopped at once."""
        if not fire:
            return 0.0
        rifles = sum(self.setting.units[unit].weapon == "assault-rifle" for unit in units)
        return _EMPTY * rifles / 4

    def _shots(self, bug: int, dice: tuple[tuple[int, int], ...]) -> float:
        setting, state = self.setting, self.state
        kind = setting.units[bug].kind
        needed = setting.figures.hits_to_kill[kind] - state.hits[bug]
        kills, mean = setting.figures.kill_odds(dice, needed)
        worth = kills + _PROGRESS * min(1.0, mean / needed)
        return _VALUE[kind] * worth * (1.0 + self._urgency(bug))

    def _urgency(self, bug: int) -> float:
        """How near a bug is to somebody: 1 in contact, 0 from two feet away."""
        setting, state = self.setting, self.state
        here = state.cell[bug]
        men = setting.living(state, setting.troopers)
        away = min((setting.ground.distance(here, state.cell[unit]) for unit in men), default=24.0)
        held = setting.victim_of(state, bug) >= 0
        return (1.0 if held else 0.0) + max(0.0, 1.0 - away / 24.0)

    def _nuke(self, bug: int) -> float:
        """The bugs that a burst would hit, less the men; a single bug is not worth the only shot."""
        setting, state = self.setting, self.state
        here = state.cell[bug]
        bugs = setting.near(state, here, setting.spotted_bugs(state), 3.0)
        men = setting.near(state, here, setting.troopers, _BLAST)
        return sum(_VALUE[setting.units[each].kind] for each in bugs) - 1.5 - len(men)

    def _split(self, unit: int) -> float:
        """Fire at several bugs is as good as the best shots of each, less what concentration brings."""
        setting, state = self.setting, self.state
        team = setting.units[unit].team
        bugs = setting.bugs_near_team(state, team, setting.figures.split)
        nearly = [
            bug
            for bug in bugs
            if setting.figures.hits_to_kill[setting.units[bug].kind] - state.hits[bug] <= 1
        ]
        return 0.6 * len(nearly) if len(nearly) > 1 else 0.0

    # Places.

    @functools.cached_property
    def _threats(self) -> tuple[list[int], list[float]]:
        """The cells of the bugs that are known, and twice the reach of each."""
        setting, state = self.setting, self.state
        bugs = setting.spotted_bugs(state)
        about = [(state.cell[bug], 2 * _DANGER[setting.moving_kind(state, bug)]) for bug in bugs]
        return [cell for cell, twice in about if twice], [twice for _, twice in about if twice]

    def _place(self, cell: int) -> float:
        """The danger of a place, and its cover."""
        ground, (cells, reaches) = self.setting.ground, self._threats
        lengths = ground.lengths(cell, cells)
        danger = sum([max(0.0, 1.0 - length / twice) for length, twice in zip(lengths, reaches, strict=True)])
        return _COVER * (ground.is_hard[cell] + ground.is_fort[cell]) - _FEAR * danger

    # The bugs.

    def _attack(self, bug: int, victim: int) -> float:
        setting, state = self.setting, self.state
        if victim in setting.craft:
            return 0.25
        kind = setting.moving_kind(state, bug)
        kills, pins = setting.figures.death_odds(kind, attack_modifiers(setting, state, kind, victim))
        value = _OFFICER if victim in setting.officers else 1.0
        if victim in setting.survivors:
            value += 2.0
        if victim in setting.radios:
            value += 0.5
        return value * (kills + 0.7 * pins)

    def _away(self, cell: int) -> float:
        """A flyer is safer the farther it is from rifles."""
        setting, state = self.setting, self.state
        men = setting.living(state, setting.troopers)
        away = min((setting.ground.distance(cell, state.cell[unit]) for unit in men), default=0.0)
        return 0.02 * away

    def _whence(self, team: int) -> float:
        """Bugs come best near teams that have few of them near, so that the MI have to fire at all sides."""
        setting, state = self.setting, self.state
        near = (
            bug
            for bug in setting.fighters(state)
            if setting.team_distance(state, team, state.cell[bug]) <= _NEIGHBORHOOD
        )
        return -_CROWD * sum(1 for _ in near)

    # The way home.

    def _call(self) -> float:
        """Call when nothing else is to be done, or when it is time."""
        setting, state = self.setting, self.state
        if setting.calls == "roll":
            return 1.0
        left = setting.scenario.turns - state.turn
        if setting.survivors:
            together = self._together()
            return 1.0 if together or left <= 4 else -1.0
        goals = state.done[: len(setting.objectives)]
        own_score, enemy_score = scores_of(setting, state)
        is_ready = all(goals) if "objective-reached" in setting.scores else own_score <= enemy_score + 3
        return 1.0 if is_ready or left <= 3 else -1.0

    def _together(self) -> bool:
        """Whether the survivors are with the radio, or dead."""
        setting, state = self.setting, self.state
        radio = setting.radio(state)
        men = setting.living(state, setting.survivors)
        return radio >= 0 and all(
            setting.ground.distance(state.cell[radio], state.cell[man]) <= 12.0 for man in men
        )

    def _landing(self, cell: int) -> float:
        """Near the troops, and away from bugs."""
        setting, state = self.setting, self.state
        men = setting.living(state, setting.troopers)
        away = sum(setting.ground.distance(cell, state.cell[unit]) for unit in men) / max(1, len(men))
        return 5.0 - 0.1 * away + self._place(cell)

    def _lift(self, craft: int) -> float:
        """Take off when all are aboard who can be, or when bugs or the last round are near."""
        setting, state = self.setting, self.state
        aboard = set(boarders(setting, state, craft))
        men = setting.living(state, setting.troopers)
        others = [
            unit for unit in men if unit not in aboard and not setting.near(
                state, state.cell[unit], setting.landed(state), setting.figures.contact)
        ]  # fmt: skip
        near = setting.near(state, state.cell[craft], setting.fighters(state), 8.0)
        if not aboard:
            return 0.5 if not men else -1.0
        if state.turn >= setting.scenario.turns:
            return 5.0
        ready = len(aboard) >= setting.capacity or not others or bool(near)
        return 1.0 if ready else -1.0
