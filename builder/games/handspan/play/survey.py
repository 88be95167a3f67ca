"""The survey of a game for records and reports: units, where they are, and what is attacked."""

from __future__ import annotations

from collections.abc import Sequence

from builder.games.handspan.play.setting import Setting
from builder.games.handspan.play.shooting import FIRE, LAUNCH, LOB, SAVE, SPLIT, STRIKE, THROW
from builder.games.handspan.play.state import DEAD, GONE, WAITING, Flag, State
from builder.playtest import play
from builder.playtest.play import Action, Decision, Piece, Stand

_OFF = {WAITING: Stand(-1, 1, play.WAITING), DEAD: Stand(-1, 0, play.LOST), GONE: Stand(-1, 1, play.LEFT)}
_ATTACKS = frozenset({FIRE, SAVE, SPLIT, THROW, LAUNCH})


def pieces_of(setting: Setting) -> Sequence[Piece]:
    """All units."""
    return [Piece(unit.name, unit.side, unit.force, unit.member) for unit in setting.units]


def stands_of(state: State) -> Sequence[Stand]:
    """The place and status of each unit."""
    return [
        Stand(cell, 1, play.HURT if flags & Flag.WOUNDED else play.READY) if cell >= 0 else _OFF[cell]
        for cell, flags in zip(state.cell, state.flags, strict=True)
    ]


def aim_of(state: State, decision: Decision, action: Action) -> int:
    """The cell that an action attacks; -1 if it is no attack."""
    if action[0] in (STRIKE, LOB):
        return int(action[1])
    if action[0] in _ATTACKS or decision.what == "attack":
        return state.cell[int(action[1])]
    return -1
