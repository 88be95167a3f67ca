"""The self-destruct sequence: who may order it, the turn at the controls, and the time to get away."""

from __future__ import annotations

from collections.abc import Sequence

from builder.games.bug_hunter.play.cast import HUMAN
from builder.games.bug_hunter.play.rules.vehicles import depart
from builder.games.bug_hunter.play.situation import can_act, may_do, standing
from builder.games.bug_hunter.play.stage import Stage
from builder.games.bug_hunter.play.state import BUSY, DEAD, IDLE, OFF, PANICKED, State
from builder.playtest.agenda import Agenda
from builder.playtest.play import Action, Decision
from builder.playtest.tables import Use

DESTRUCT = Agenda()
ACT = "initiate-self-destruct"


def sites(stage: Stage) -> list[int]:
    """The objectives where the sequence is started."""
    return [number for number, each in enumerate(stage.scenario.objectives) if each.act == ACT]


def may_order(stage: Stage, state: State) -> bool:
    """Whether destruction can be ordered: there are controls, and few humans are left.

    If a scenario replaces the rule, it has been ordered before the game.

    Source: bug-hunter 319.1
    """
    if state.destruct or not sites(stage):
        return False
    return len(standing(stage, state)) <= stage.figure("self-destruct", "most active humans")


def note_operators(stage: Stage, state: State) -> None:
    """Note in the Recovery phase who is at the controls."""
    if not state.destruct:
        return
    operators = []
    for number in sites(stage):
        cells = stage.cells_at(number)
        for human in standing(stage, state):
            if state.at[human] in cells and can_act(state, human) and may_do(stage, human, ACT):
                operators.append((number, human))
    state.operators = tuple(operators)


def _at_work(stage: Stage, state: State) -> set[int]:
    """The controls that somebody has operated for the whole turn, doing nothing else.

    Source: bug-hunter 319.2
    """
    return {
        number
        for number, human in state.operators
        if state.at[human] in stage.cells_at(number)
        and state.flags[human] & (IDLE | BUSY | PANICKED) == IDLE
        and can_act(state, human)
    }


@DESTRUCT.run("controls")
def _ask_controls(stage: Stage, state: State) -> Decision | None:
    """In the End Phase the sequence starts, or can be canceled."""
    done = _at_work(stage, state)
    state.operators = ()
    enough = done and (not stage.overrides("319.2") or len(done) == len(sites(stage)))
    if state.destruct == -1 and enough:
        state.destruct = state.turn
        for number in sorted(done):
            stage.count_act(state, number)
        return None
    last = stage.figure("self-destruct", "last turn to cancel")
    if enough and 0 < state.destruct < state.turn <= state.destruct + last:
        return Decision(HUMAN, "cancel", "rule/319.3")
    return None


@DESTRUCT.option("controls")
def _control_options(stage: Stage, state: State) -> Sequence[Action]:
    return [("go-on",), ("cancel",)]


@DESTRUCT.answer("controls")
def _control(stage: Stage, state: State, action: Action) -> Sequence[Use]:
    if action[0] == "cancel":
        state.destruct = -1
    return ()


@DESTRUCT.run("countdown")
def _countdown(stage: Stage, state: State) -> None:
    """Whoever has not left in time cannot get far enough away.

    Source: bug-hunter 319.4
    """
    if state.destruct <= 0 or state.turn < state.destruct + stage.figure(
        "self-destruct", "last turn to leave"
    ):
        return
    depart(stage, state)
    for unit in range(stage.cast.units):
        if state.at[unit] != OFF:
            state.at[unit] = OFF
            state.health[unit] = DEAD
