"""The survey of a game for records and reports: units, where they are, and what is attacked."""

from __future__ import annotations

from collections.abc import Sequence

from builder.games.bugged.play.roster import SIDES
from builder.games.bugged.play.setting import Setting
from builder.games.bugged.play.state import DEAD, WAITING, State
from builder.playtest import play
from builder.playtest.play import Action, Decision, Piece, Stand

_ATTACKS = frozenset({"shoot", "strike", "ram", "swarm", "telepathy"})


def pieces_of(setting: Setting) -> Sequence[Piece]:
    """All units."""
    forces = setting.scenario.forces
    return [Piece(unit.name, SIDES[unit.side], forces[unit.force].id) for unit in setting.units]


def stands_of(setting: Setting, state: State) -> Sequence[Stand]:
    """The place and status of each unit; one that rides is where its vehicle is."""
    return [_stand(setting, state, unit) for unit in range(len(setting.units))]


def _stand(setting: Setting, state: State, unit: int) -> Stand:
    cell = state.cell[unit]
    if cell == DEAD:
        return Stand(-1, 0, play.LOST)
    if cell == WAITING:
        return Stand(-1, 1, play.WAITING)
    is_hurt = state.wounds[unit] < setting.kind(state, unit).wounds
    return Stand(cell, 1, play.HURT if is_hurt else play.READY)


def aim_of(state: State, decision: Decision, action: Action) -> int:
    """The cell that an action attacks; -1 if it is no attack."""
    if decision.what == "aim":
        return int(action[1])
    if action[0] in _ATTACKS and int(action[1]) >= 0:
        return state.cell[int(action[1])]
    if action[0] == "interrupt":
        return state.cell[decision.subject[0]]
    return -1
