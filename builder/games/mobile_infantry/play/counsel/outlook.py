"""How the game would end for the MI if they left the table now, and what follows for calls.

The numbers here are a judgment of how much results matter; no rule depends on them.
"""

from __future__ import annotations

from builder.games.mobile_infantry.play.facts import PlayFacts
from builder.games.mobile_infantry.play.roster import BRAIN, MI
from builder.games.mobile_infantry.play.setting import Setting
from builder.games.mobile_infantry.play.state import State
from builder.playtest.logic.endings import first_met
from builder.playtest.logic.facts import moments_of
from builder.playtest.play import Action
from builder.scenario.logic.conditions import Moment

# What it is worth to call when the game is won, and what it costs to call too soon.
_CALL = 3.0
# The rounds before the end at which it is time to call in any case.
_LATE = 3
# How near to the radio survivors are when Craft are called for them, in inches.
_WITHIN = 18.0


def would_win(setting: Setting, state: State) -> bool:
    """Whether the MI win if they leave now, with what has been scored and the bugs that they leave behind."""
    left = state.copy()
    left.burnt = sum(
        0 <= left.cell[bug] < setting.ground.surface and setting.units[bug].kind != BRAIN
        for bug in setting.bugs
    )
    victory = first_met(setting.scenario, PlayFacts(setting, left), moments_of(Moment.LAST_TURN))
    return victory is not None and victory.side == MI


def gain_of_call(setting: Setting, state: State, action: Action) -> float:
    """The worth of a call for Craft now: they take the MI home while they win, and survivors nearby."""
    if action[0] != "call" or setting.calls != "call":
        return 0.0
    if would_win(setting, state) or (setting.survivors and state.met and _are_near(setting, state)):
        return _CALL
    is_late = setting.scenario.turns - state.turn <= _LATE
    return 0.0 if is_late or setting.survivors else -_CALL


def _are_near(setting: Setting, state: State) -> bool:
    """Whether survivors of a crash are so near to the radio that they can reach Craft which land there."""
    men = setting.living(state, setting.survivors)
    cell = state.cell[setting.radio(state)]
    return bool(men) and all(setting.ground.distance(cell, state.cell[man]) <= _WITHIN for man in men)
