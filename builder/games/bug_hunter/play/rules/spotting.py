"""Which counters of the Preds are turned up and down, and which dummies are removed."""

from __future__ import annotations

from builder.games.bug_hunter.play.rules.harm import remove
from builder.games.bug_hunter.play.situation import is_awake, sees, spots, standing
from builder.games.bug_hunter.play.stage import Stage
from builder.games.bug_hunter.play.state import EVADING, FACE_UP, HELD, HORRIFIED, KNOWN, OFF, State

FAR = 999


def spot_pred(stage: Stage, state: State, pred: int) -> bool:
    """Turn a counter up if a human has spotted it; returns whether it was face down.

    Source: bug-hunter 326.2
    """
    if state.at[pred] == OFF or state.flags[pred] & FACE_UP:
        return False
    if any(_spots(stage, state, human, pred) for human in standing(stage, state)):
        turn_up(stage, state, pred)
        return True
    return False


def spot_from(stage: Stage, state: State, human: int) -> bool:
    """Turn up all counters that a human spots; returns whether there was one."""
    if not is_awake(state, human):
        return False
    spotted = False
    for pred in stage.preds:
        if state.at[pred] == OFF:
            continue
        if not state.flags[pred] & FACE_UP and _spots(stage, state, human, pred):
            turn_up(stage, state, pred)
            spotted = True
        horrid = state.at[pred] != OFF and _is_horrid(state, pred) and not state.flags[human] & HORRIFIED
        if horrid and spots(stage, state, human, pred):
            _horrify(state, human)
    return spotted


def turn_up(stage: Stage, state: State, pred: int) -> None:
    """Turn a counter face up; a dummy is removed."""
    if state.size[pred] == 0:
        remove(stage, state, pred)
        return
    state.mark(pred, FACE_UP | (KNOWN if stage.assumes("turned-down", "remembered") else 0))
    if _is_horrid(state, pred):
        for human in standing(stage, state):
            if not state.flags[human] & HORRIFIED and spots(stage, state, human, pred):
                _horrify(state, human)


def _is_horrid(state: State, pred: int) -> bool:
    return state.size[pred] > 0 and "horrid" in state.species[state.stage[pred]]


def _horrify(state: State, human: int) -> None:
    """Source: bug-hunter 321.1."""
    state.mark(human, HORRIFIED)
    state.shown_powers |= {"horrid"}
    state.push(("panic-check", human, 0, False))


def turn_down(stage: Stage, state: State) -> None:
    """Turn down the Preds that nobody spots any more.

    Source: bug-hunter 326.2
    """
    people = [human for human in standing(stage, state) if is_awake(state, human)]
    for pred in stage.preds:
        if state.at[pred] == OFF or not state.flags[pred] & FACE_UP or state.flags[pred] & HELD:
            continue
        if not any(spots(stage, state, human, pred) for human in people):
            state.clear(pred, FACE_UP)


def _spots(stage: Stage, state: State, human: int, pred: int) -> bool:
    """Whether a human spots a counter: he sees it and it is not evading, or it is next to him."""
    if not is_awake(state, human) or not spots(stage, state, human, pred):
        return False
    return not state.flags[pred] & EVADING or stage.ground.far[state.at[human]][state.at[pred]] <= 1


def is_watched(stage: Stage, state: State, cell: int) -> bool:
    """Whether a human sees a cell."""
    return any(
        sees(stage, state, state.at[human], cell)
        for human in standing(stage, state)
        if is_awake(state, human)
    )


def nearest_pred(stage: Stage, state: State, cell: int) -> int:
    """The hexes to the nearest Pred on the level of a cell; very many if there is none."""
    ground = stage.ground
    distances = (
        ground.far[cell][state.at[pred]]
        for pred in stage.preds
        if state.at[pred] != OFF and state.size[pred] and ground.level[state.at[pred]] == ground.level[cell]
    )
    return min(distances, default=FAR)
