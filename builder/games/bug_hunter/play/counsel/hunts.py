"""The later worth of actions of Preds, because victories depend on some people more than on others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from builder.games.bug_hunter.play.cast import PRED
from builder.games.bug_hunter.play.counsel.attacks import attack_worth
from builder.games.bug_hunter.play.counsel.musters import worth_of_size
from builder.games.bug_hunter.play.counsel.plans import POINT, plan_for
from builder.games.bug_hunter.play.counsel.stakes import stakes_of
from builder.games.bug_hunter.play.situation import allowance, creatures
from builder.games.bug_hunter.play.stage import Stage
from builder.games.bug_hunter.play.state import CAGED, State
from builder.playtest.play import Action, Decision

# How much less an attack is worth for each thing for which victories need others more.
_STAKE = 0.5
# What it costs a swarm to become part of another one.
_MERGER = 0.4
# The part of an allowance that the tasks of moving take.
_PARTS: Mapping[str, float] = {"move": 1.0, "evade": 0.5}
_STRIKES = frozenset({"attack", "rush"})
_PLACES = frozenset({"move", "rush", "set up", "return"})


def gains_of(
    stage: Stage, state: State, side: str, decision: Decision, actions: Sequence[Action]
) -> list[float]:
    """The later worth of each of some actions."""
    if side == PRED and decision.what == "task":
        unit = decision.subject[0]
        return [
            _gain_of_attack(stage, state, unit, action) + _gain_of_move(stage, state, unit, str(action[0]))
            for action in actions
        ]
    if decision.what == "muster":
        sizes = [int(action[1]) for action in actions]
        return [worth_of_size(stage, size) for size in sizes]
    if side == PRED and decision.what in _PLACES:
        crowd = _other_swarms(stage, state, decision.subject[0])
        if crowd:
            here = state.at[decision.subject[0]]
            cells = [int(action[1]) if len(action) > 1 else here for action in actions]
            return [-_MERGER if cell in crowd else 0.0 for cell in cells]
        if decision.what == "set up":
            return _gains_of_place(stage, state, decision.subject[0], actions)
    return [0.0] * len(actions)


def _gain_of_attack(stage: Stage, state: State, unit: int, action: Action) -> float:
    """Attacks are worth less against people on whom victories depend less."""
    verb = str(action[0])
    if verb not in _STRIKES:
        return 0.0
    stakes = stakes_of(stage).now(state)
    less = max(stakes.values()) - stakes[int(action[1])]
    return -_STAKE * less * attack_worth(stage, state, unit, verb, int(action[1])) if less else 0.0


def _gain_of_move(stage: Stage, state: State, unit: int, verb: str) -> float:
    """Whoever lies in wait moves only as far as to where he wants to be, not all the way to the humans."""
    plan, part = plan_for(stage, state, PRED), _PARTS.get(verb, 0.0)
    if not part or unit not in plan.ambush.preds:
        return 0.0
    points, here = part * allowance(stage, state, unit), state.at[unit]
    return POINT * (min(points, plan.ambush.field[here]) - min(points, plan.field_of(unit)[here]))


def _gains_of_place(stage: Stage, state: State, unit: int, actions: Sequence[Action]) -> list[float]:
    """Whoever lies in wait sets up near to where he wants to be, and not near to the humans."""
    plan = plan_for(stage, state, PRED)
    if unit not in plan.ambush.preds:
        return [0.0] * len(actions)
    cells, hunt, ambush = [int(action[1]) for action in actions], plan.field_of(unit), plan.ambush.field
    return [POINT * (hunt[cell] - ambush[cell]) for cell in cells]


def _other_swarms(stage: Stage, state: State, unit: int) -> frozenset[int]:
    """The cells where a swarm would become part of another one, and attack no more often than it."""
    if not stage.brood(unit).is_swarm or not state.size[unit]:
        return frozenset()
    return frozenset(
        state.at[other]
        for other in creatures(stage, state)
        if other != unit and stage.brood(other) is stage.brood(unit) and not state.flags[other] & CAGED
    )
