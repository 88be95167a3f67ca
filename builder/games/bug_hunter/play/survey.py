"""The survey of a game for records and reports: counters, where they are, and what is attacked."""

from __future__ import annotations

from collections.abc import Sequence

from builder.games.bug_hunter.play.cast import HUMAN, PRED
from builder.games.bug_hunter.play.stage import Stage
from builder.games.bug_hunter.play.state import AWAY, DEAD, HEALTHY, INCAPACITATED, LEFT, OFF, PANICKED, State
from builder.playtest import play
from builder.playtest.play import Action, Decision, Piece, Stand

_AT_A_COUNTER = frozenset({"fire", "screech", "prod", "net", "cage", "attack", "rush"})


def pieces_of(stage: Stage) -> Sequence[Piece]:
    """All counters; those of Preds have the number of the counter among those of their brood."""
    forces = stage.scenario.forces
    pieces = [Piece(person.name, HUMAN, forces[person.force].id, person.id) for person in stage.cast.people]
    for pred in stage.preds:
        force = forces[stage.brood(pred).force]
        number = stage.slots(stage.cast.brood_of[pred - len(stage.people)]).index(pred) + 1
        pieces.append(Piece(f"{force.unit.title} {number}", PRED, force.id))
    return pieces


def stands_of(stage: Stage, state: State) -> Sequence[Stand]:
    """The place and status of each counter; the strength of a Pred's counter is its creatures."""
    stands = []
    people = len(stage.people)
    for unit, (cell, health, flags) in enumerate(zip(state.at, state.health, state.flags, strict=True)):
        strength = (1 if unit < people else state.size[unit]) if health < INCAPACITATED else 0
        if flags & LEFT:
            status = play.LEFT
        elif health == DEAD:
            status = play.LOST
        elif cell == OFF:
            fled = unit >= people and flags & PANICKED and not flags & AWAY
            strength, status = (0, play.LEFT) if fled else (strength, play.WAITING)
        elif health == INCAPACITATED:
            status = play.DOWN
        else:
            status = play.READY if health == HEALTHY else play.HURT
        stands.append(Stand(cell, strength, status))
    return stands


def aim_of(state: State, decision: Decision, action: Action) -> int:
    """The cell that an action attacks; -1 if it is no attack."""
    if decision.what == "aim" and action[0] == "at":
        return int(action[1])
    if decision.what == "task" and action[0] in _AT_A_COUNTER:
        return state.at[int(action[1])]
    return -1
