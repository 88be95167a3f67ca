"""Things that people carry together or leave behind: full cages, and charges that are set off from afar."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.games.bug_hunter.play.cast import HUMAN
from builder.games.bug_hunter.play.rules.blasts import CHARGE
from builder.games.bug_hunter.play.rules.harm import detonator_cell
from builder.games.bug_hunter.play.situation import allowance, can_act, standing, touches
from builder.games.bug_hunter.play.stage import Stage
from builder.games.bug_hunter.play.state import ABOARD, ACTED, CAGED, INCAPACITATED, OFF, PRONE, State
from builder.games.bug_hunter.play.terrain.reach import ways_of
from builder.playtest.agenda import Agenda
from builder.playtest.play import Action, Decision
from builder.playtest.tables import Use

BURDENS = Agenda()
_BOUND = ACTED | PRONE | ABOARD


def carry_tasks(stage: Stage, state: State, unit: int) -> Iterator[Action]:
    """The full cages that somebody can carry, with another who has not acted yet.

    Source: bug-hunter 305.5
    """
    if stage.stack == 1 or state.flags[unit] & PRONE:
        return
    for pred in stage.preds:
        if state.at[pred] == OFF or not state.flags[pred] & CAGED:
            continue
        there = state.at[pred]
        if not touches(stage, state, state.at[unit], there):
            continue
        for helper in standing(stage, state):
            is_free = helper != unit and can_act(state, helper) and not state.flags[helper] & _BOUND
            if is_free and touches(stage, state, state.at[helper], there):
                yield ("carry", pred, helper)
                break


@BURDENS.run("carry")
def _ask_carry(stage: Stage, state: State, unit: int, helper: int, pred: int) -> Decision:
    return Decision(HUMAN, "carry", "rule/305.5", (unit, helper, pred))


@BURDENS.option("carry")
def _carry_options(stage: Stage, state: State, unit: int, helper: int, pred: int) -> Sequence[Action]:
    return [("stay",), *(("to", cell) for cell in carry_places(stage, state, unit, helper))]


def carry_places(stage: Stage, state: State, unit: int, helper: int) -> list[int]:
    """Where two people can carry a cage: each hex costs more, and both need room."""
    points = min(allowance(stage, state, unit), allowance(stage, state, helper))
    ways = ways_of(
        stage, state, unit, points, climbs=False, load=stage.figure("movement-additions", "full-cage")
    )
    others = [state.at[other] for other in standing(stage, state) if other not in (unit, helper)]
    return sorted(
        cell for cell in ways.arrivals if cell != ways.start and (not stage.stack or cell not in others)
    )


@BURDENS.answer("carry")
def _carry(stage: Stage, state: State, action: Action, unit: int, helper: int, pred: int) -> Sequence[Use]:
    if action[0] == "to":
        for each in (unit, helper, pred):
            state.at[each] = int(action[1])
    return ()


def charge_tasks(stage: Stage, state: State, unit: int) -> Iterator[Action]:
    """The charges that somebody can set off, or whose detonator he can take over where it lies.

    Source: bug-hunter 307.1
    """
    for number, (_, _, detonator) in enumerate(state.charges):
        if detonator == unit:
            yield ("detonate", number)
        elif _lies_at(state, detonator) == state.at[unit]:
            yield ("take-detonator", number)


def _lies_at(state: State, detonator: int) -> int:
    """The cell where nobody holds a detonator any more; -1 if somebody does, or nobody ever did."""
    if detonator < OFF:
        return detonator_cell(detonator)
    return state.at[detonator] if detonator >= 0 and state.health[detonator] >= INCAPACITATED else OFF


def place_charge(stage: Stage, state: State, unit: int, arm: int) -> None:
    """Place a charge where somebody is: he is its detonator; a thermal bomb ignites by itself.

    Source: bug-hunter 307.1
    """
    carried = list(state.carried[unit])
    carried.remove(arm)
    state.carried[unit] = tuple(carried)
    cell = state.at[unit]
    if stage.cast.arms[arm].slug == CHARGE:
        state.charges += ((cell, arm, unit),)
    else:
        state.push(("burst", arm, cell, HUMAN))


def take_detonator(state: State, unit: int, number: int) -> None:
    """Become the one who sets off a charge."""
    cell, arm, _ = state.charges[number]
    charges = list(state.charges)
    charges[number] = (cell, arm, unit)
    state.charges = tuple(charges)


def set_off(stage: Stage, state: State, number: int) -> None:
    """Set off a charge that was placed."""
    cell, arm, _ = state.charges[number]
    state.charges = tuple(each for each in state.charges if each != state.charges[number])
    state.push(("burst", arm, cell, HUMAN))


def triggers(stage: Stage, state: State, pred: int) -> list[tuple[object, ...]]:
    """The charges that something has come close to; their detonators may set them off."""
    here = state.at[pred]
    return [
        ("trigger", number, detonator)
        for number, (cell, _, detonator) in enumerate(state.charges)
        if detonator >= 0
        and can_act(state, detonator)
        and (here == cell or here in stage.ground.beside[cell])
    ]


@BURDENS.run("trigger")
def _ask_trigger(stage: Stage, state: State, number: int, detonator: int) -> Decision | None:
    if number >= len(state.charges) or not can_act(state, detonator):
        return None
    return Decision(HUMAN, "charge", "rule/307.1", (detonator,))


@BURDENS.option("trigger")
def _trigger_options(stage: Stage, state: State, number: int, detonator: int) -> Sequence[Action]:
    return [("hold",), ("detonate", number)]


@BURDENS.answer("trigger")
def _trigger(stage: Stage, state: State, action: Action, number: int, detonator: int) -> Sequence[Use]:
    if action[0] == "detonate":
        set_off(stage, state, number)
    return ()
