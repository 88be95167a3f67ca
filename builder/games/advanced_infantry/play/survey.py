"""The survey of a game for records and reports: troopers, where they are, and what is attacked."""

from __future__ import annotations

from collections.abc import Sequence

from builder.games.advanced_infantry.play.roster import SIDES
from builder.games.advanced_infantry.play.setting import Setting
from builder.games.advanced_infantry.play.state import DEAD, LEFT, WAITING, State
from builder.playtest import play
from builder.playtest.play import Action, Decision, Piece, Stand

_STATUS = {DEAD: play.LOST, LEFT: play.LEFT, WAITING: play.WAITING}


def pieces_of(setting: Setting) -> Sequence[Piece]:
    """All troopers."""
    forces = setting.scenario.forces
    return [
        Piece(trooper.name, SIDES[trooper.side], forces[trooper.force].id, trooper.member)
        for trooper in setting.troopers
    ]


def stands_of(setting: Setting, state: State) -> Sequence[Stand]:
    """Where each trooper is and how he is."""
    return [
        Stand(cell, 1, play.HURT if damage else play.READY)
        if cell >= 0
        else Stand(-1, int(cell != DEAD), _STATUS.get(cell, play.WAITING))
        for cell, damage in zip(state.cell, state.damage, strict=True)
    ]


def aim_of(setting: Setting, state: State, decision: Decision, action: Action) -> int:
    """The cell that an action attacks; -1 if it is no attack."""
    match action[0]:
        case "fire":
            return state.cell[int(action[1])]
        case "react":
            return state.cell[decision.subject[0]]
        case "burst":
            return int(action[2])
        case "drop":
            return int(action[1])
        case "breach":
            return setting.breaches.face_of(int(action[2]), state.cell[decision.subject[0]])
    return -1
