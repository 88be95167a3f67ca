"""What each side may see of a game."""

from __future__ import annotations

from builder.games.bug_hunter.play.cast import HUMAN
from builder.games.bug_hunter.play.situation import is_hidden
from builder.games.bug_hunter.play.stage import Stage
from builder.games.bug_hunter.play.state import OFF, UNKNOWN, State


def seen_by(stage: Stage, state: State, side: str) -> State:
    """A state without what is hidden from a side.

    Humans do not see what face-down counters are, which powers the Preds have, and how brave they are.
    """
    seen = state.copy()
    seen.agenda = state.agenda[-1:]
    if side != HUMAN:
        return seen
    for pred in stage.preds:
        if state.at[pred] == OFF:
            seen.flags[pred] = 0
            seen.size[pred] = seen.health[pred] = seen.stage[pred] = 0
        elif is_hidden(state, pred):
            seen.size[pred] = UNKNOWN
            seen.health[pred] = 0
            seen.stage[pred] = 0
            seen.arm[pred] = OFF
    seen.species = tuple(tuple(power for power in powers if power in state.shown) for powers in state.species)
    seen.panic = 0
    return seen
