"""Preds who lie in wait where the humans have to come, because they would be shot if they went to them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from builder.games.bug_hunter.play.cast import HUMAN, PRED
from builder.games.bug_hunter.play.counsel.aims import Aim, aims_of
from builder.games.bug_hunter.play.counsel.attacks import added, shot_worth
from builder.games.bug_hunter.play.rules.fire import DIRECT
from builder.games.bug_hunter.play.situation import standing
from builder.games.bug_hunter.play.stage import Stage
from builder.games.bug_hunter.play.state import HELD, INCAPACITATED, OFF, PANICKED, State
from builder.games.bug_hunter.play.terrain.travel import travel_now

# In how many moves a Pred that lies in wait has to be able to reach a human, to go for him.
_MOVES = 2
# From how far away Preds in the open are shot at, in hexes, and what they can stand: the loss of one of them.
_RANGE, _LOSS = 3, 1.0


@dataclass(frozen=True, slots=True)
class Ambush:
    """Where some Preds lie in wait.

    Attributes:
        preds: who they are.
        field: how far each cell is from where they should be.
    """

    preds: frozenset[int] = frozenset()
    field: Sequence[float] = ()


def lay_ambush(stage: Stage, state: State) -> Ambush:
    """The ambush that Preds should lay: none if they can face the humans, or nothing draws these anywhere."""
    preds = [unit for unit in stage.preds if _lurks(stage, state, unit)]
    people = standing(stage, state) if state.turn else list(stage.people)
    bait = _bait(stage, state)
    if bait is None or not preds or _fire(stage, state, people, preds[0]) < _LOSS:
        return Ambush()
    travel, whole = travel_now(stage, state), stage.brood(preds[0]).allowance
    to_bait = travel.to(PRED, bait.cells)
    places = (state.at[human] for human in people if state.at[human] != OFF)
    near = [travel.array_to(PRED, place) for place in places if to_bait[place] <= _MOVES * whole]
    if near:
        return Ambush(frozenset(preds), np.minimum.reduce(near).tolist())
    # Whoever comes is rushed, for half of the points of a move.
    return Ambush(frozenset(preds), np.maximum(0, np.array(to_bait) - whole // 2).tolist())


def _lurks(stage: Stage, state: State, pred: int) -> bool:
    is_there = state.at[pred] != OFF or not state.turn
    is_free = state.health[pred] < INCAPACITATED and not state.flags[pred] & (HELD | PANICKED)
    return bool(state.size[pred] and is_there and is_free and not stage.brood(pred).is_swarm)


def _bait(stage: Stage, state: State) -> Aim | None:
    """The open objective without which the humans cannot win; the first one if there are more."""
    victories = sum(victory.side == HUMAN for victory in stage.scenario.victory)
    aims = (aim for aim in aims_of(stage).all if aim.importance >= victories and not aim.crowd)
    return next((aim for aim in aims if not state.progress[aim.number]), None)


def _fire(stage: Stage, state: State, people: Sequence[int], pred: int) -> float:
    """The harm to expect if all humans shoot at a Pred in the open."""
    multiple = stage.multiple(state.species[state.stage[pred]], stage.brood(pred).unit)
    firepower, columns = stage.tables["firepower"], []
    for human in people:
        arm = stage.cast.arms[state.arm[human]] if state.arm[human] >= 0 else None
        power = int(firepower.result(arm.row, _RANGE)) if arm is not None and arm.kind in DIRECT else 0
        if arm is not None and power:
            columns.append(stage.column(power, 1 if arm.pierces else multiple))
    return added(shot_worth(stage, column) for column in columns if column)
