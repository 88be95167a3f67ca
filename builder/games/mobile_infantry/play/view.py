"""What a side may see: the MI do not see bugs that nobody has spotted."""

from __future__ import annotations

from builder.games.mobile_infantry.play.roster import MI, SIDES
from builder.games.mobile_infantry.play.setting import Setting
from builder.games.mobile_infantry.play.state import NOBODY, WAITING, State


def seen_by(setting: Setting, state: State, side: int) -> State:
    """A state without what is hidden from a side.

    Source: mobile-infantry Spotting Bugs
    """
    if SIDES[side] != MI or not any(setting.is_hidden(state, bug) for bug in setting.bugs):
        return state.copy()
    seen = state.copy()
    for bug in setting.living(state, setting.bugs):
        if setting.is_hidden(state, bug):
            seen.cell[bug], seen.origin[bug] = WAITING, NOBODY
            seen.places[state.group[bug]] = NOBODY
            seen.hits[bug] = seen.inches[bug] = 0
            seen.group[bug] = NOBODY
    return seen
