"""The survey of a game for records and reports: units, where they are, and what is attacked."""

from __future__ import annotations

from collections.abc import Sequence

from builder.games.mobile_infantry.play.roster import CRAFT, MI
from builder.games.mobile_infantry.play.setting import Setting
from builder.games.mobile_infantry.play.state import DEAD, GONE, WAITING, WOUNDED, State
from builder.playtest import play
from builder.playtest.play import Action, Decision, Piece, Stand

_ATTACKS = frozenset({"fire", "attack", "launch"})


def pieces_of(setting: Setting) -> Sequence[Piece]:
    """All units. Dead bugs can come back as new ones."""
    return [Piece(unit.name, unit.side, unit.force, unit.member) for unit in setting.units]


def stands_of(setting: Setting, state: State) -> Sequence[Stand]:
    """The place and status of each unit; Craft have no strength of their own."""
    return [_stand(setting, state, unit) for unit in range(len(setting.units))]


def _stand(setting: Setting, state: State, unit: int) -> Stand:
    cell, kind = state.cell[unit], setting.units[unit].kind
    if kind == CRAFT:
        return Stand(
            max(cell, -1), 0, play.LOST if cell == DEAD else play.READY if cell >= 0 else play.WAITING
        )
    if cell == DEAD:
        return Stand(-1, 0, play.LOST)
    if cell == GONE:
        return Stand(-1, 1, play.LEFT)
    if cell == WAITING:
        return Stand(-1, 1 if setting.units[unit].side == MI else 0, play.WAITING)
    is_hurt = state.flags[unit] & WOUNDED or state.hits[unit] or state.pinned[unit] >= 0
    return Stand(cell, 1, play.HURT if is_hurt else play.READY)


def aim_of(state: State, decision: Decision, action: Action) -> int:
    """The cell that an action attacks; -1 if it is no attack."""
    return state.cell[int(action[1])] if action[0] in _ATTACKS and len(action) > 1 else -1
