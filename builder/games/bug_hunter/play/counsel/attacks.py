"""The worth of attacks, by the exact odds of the tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from builder.games.bug_hunter.play.rules.close import (
    CAGE,
    NET,
    PROD,
    close_column,
    close_modifiers,
    hold_cell,
)
from builder.games.bug_hunter.play.rules.fire import can_screech, shot_column, shot_modifiers
from builder.games.bug_hunter.play.situation import is_human
from builder.games.bug_hunter.play.stage import Stage
from builder.games.bug_hunter.play.state import (
    ASLEEP,
    CAGED,
    HELD,
    INCAPACITATED,
    NETTED,
    OFF,
    STUNNED,
    SUBDUED,
    UNKNOWN,
    WOUNDED,
    State,
)
from builder.playtest.play import Prospect, expected_worth

_HARM = {
    "P": 0.2,
    "P#": 0.25,
    "stun": 0.15,
    "W": 0.45,
    "I": 0.9,
    "K": 1.0,
    "subdued": 0.75,
    "entangled": 0.7,
    "caged": 1.0,
    "unconscious": 0.5,
}
# A held Pred is killed only if that is likely: whoever is hurt less flees, and comes back free.
_FREES = frozenset({"P", "P#", "W"})
_FREED = -0.3
_HOLDS = frozenset({"screech", "prod", "net"})
_KEEPER = 0.7
_LYING = 0.15
_WOUNDED = 1.3


def added(numbers: Iterable[float]) -> float:
    """The sum of some numbers, rounded alike by every version of Python."""
    total = 0.0
    for number in numbers:
        total += number
    return total


def attack_prospects(stage: Stage, state: State, unit: int, verb: str, target: int) -> Sequence[Prospect]:
    """The results of an attack, each with its chance."""
    if state.size[target] == UNKNOWN and not is_human(stage, target):
        return ()
    table, column, modifiers = _cell(stage, state, unit, verb, target)
    if not column or (verb in _HOLDS and state.flags[target] & HELD):
        return ()
    weight, held = _weight(stage, state, target), state.flags[target] & (SUBDUED | NETTED)
    return (
        *_struck_back(stage, state, unit, verb, target),
        *(
            Prospect(chance, result, _harm(verb, result, bool(held)) * weight)
            for result, chance in stage.odds(table, column, modifiers)
        ),
    )


def attack_worth(stage: Stage, state: State, unit: int, verb: str, target: int) -> float:
    """The expected worth of an attack."""
    prospects = attack_prospects(stage, state, unit, verb, target)
    return expected_worth(prospects)


def strike_worth(stage: Stage, column: str) -> float:
    """The expected harm of a strike by hand on a column."""
    return _mean_harm(stage, "hand-to-hand-results", column)


def subdual(stage: Stage, table: str, column: str) -> float:
    """The chance to get a Pred under control."""
    key = ("subdual", table, column)
    if key not in stage.worths:
        odds = stage.odds(table, column)
        stage.worths[key] = added(
            chance for result, chance in odds if result in ("subdued", "unconscious", "K")
        )
    return stage.worths[key]


def shot_worth(stage: Stage, column: str) -> float:
    """The expected harm of a shot on a column."""
    return _mean_harm(stage, "combat-results", column)


def _mean_harm(stage: Stage, table: str, column: str) -> float:
    key = ("harm", table, column)
    if key not in stage.worths:
        odds = stage.odds(table, column)
        stage.worths[key] = added(chance * _HARM.get(result, 0.0) for result, chance in odds)
    return stage.worths[key]


def _harm(verb: str, result: str, is_held: bool) -> float:
    if is_held and verb in ("fire", "attack") and result in _FREES:
        return _FREED
    return _HARM.get(result, 0.0)


def _struck_back(stage: Stage, state: State, unit: int, verb: str, target: int) -> tuple[Prospect, ...]:
    """The risk of a human who attacks a Pred hand-to-hand."""
    by_hand = verb in ("attack", "prod", "net") and is_human(stage, unit)
    if not by_hand or stage.assumes("defense", "none") or state.flags[target] & (HELD | ASLEEP | STUNNED):
        return ()
    loss = strike_worth(stage, close_column(stage, state, target, unit))
    escapes = stage.odds("hand-to-hand-results", "prod")
    fails = 1.0 if verb == "attack" else added(chance for result, chance in escapes if result != "subdued")
    return (Prospect(fails, "struck back", -loss),)


def _cell(stage: Stage, state: State, unit: int, verb: str, target: int) -> tuple[str, str, tuple[str, ...]]:
    if verb == "fire":
        return (
            "combat-results",
            shot_column(stage, state, unit, target),
            shot_modifiers(stage, state, unit, target),
        )
    if verb in ("attack", "rush"):
        column = close_column(stage, state, unit, target)
        return "hand-to-hand-results", column, close_modifiers(stage, state, unit)
    tool = {"prod": PROD, "net": NET, "cage": CAGE}.get(verb) or can_screech(stage, state, unit)
    return hold_cell(stage, state, unit, target, tool)


def _weight(stage: Stage, state: State, target: int) -> float:
    """The worth of a target: low for the helpless, higher for the wounded, keepers and swarms."""
    if is_human(stage, target):
        if state.health[target] >= INCAPACITATED:
            return _LYING
        weight = _WOUNDED if state.health[target] == WOUNDED else 1.0
        return weight + _KEEPER * len(kept_by(stage, state, target))
    if state.flags[target] & CAGED:
        return 0.0
    return 0.35 * state.size[target] if stage.brood(target).is_swarm else 1.0


def kept_by(stage: Stage, state: State, human: int) -> list[int]:
    """The Preds that a human holds under control."""
    return [
        pred
        for pred in stage.preds
        if state.keeper[pred] == human and state.at[pred] != OFF and state.flags[pred] & SUBDUED
    ]
