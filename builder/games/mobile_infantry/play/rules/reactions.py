"""Reaction tests, and the moves that they lead to at once.

Source: mobile-infantry Reaction Tests
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from builder.games.mobile_infantry.play.roster import MI
from builder.games.mobile_infantry.play.rules.harm import witnesses
from builder.games.mobile_infantry.play.rules.moving import allowances, go_together
from builder.games.mobile_infantry.play.setting import Setting
from builder.games.mobile_infantry.play.state import FALL_BACK, GUNG_HO, MOODS, ROUT, State
from builder.playtest.agenda import Agenda
from builder.playtest.play import Action, Decision, Roll, Thrown
from builder.playtest.tables import Use

REACTIONS = Agenda()
STEP = "rule/reaction-tests"
SENIOR = ("major",)


def modifiers_of(setting: Setting, state: State, team: int) -> tuple[str, ...]:
    """The modifiers of a team's test."""
    figures, men = setting.figures, setting.alive(state, team)
    bugs = len(setting.bugs_near_team(state, team, figures.bugs_near))
    modifiers = []
    if setting.experience(state, team) == "greenhorn" and not state.tested[team]:
        modifiers.append("greenhorns-first")
    if not bugs:
        modifiers.append("no-bugs-near")
    elif len(men) >= figures.outnumbering * bugs:
        modifiers.append("outnumber")
    elif bugs >= len(men):
        modifiers.append("outnumbered")
    modifiers += ["casualty"] * state.past[team]
    if len(men) == 1:
        modifiers.append("last-man")
    if _leader_near(setting, state, team):
        modifiers.append("leader-near")
    return tuple(modifiers)


def _leader_near(setting: Setting, state: State, team: int) -> bool:
    """Whether a member is near the command team of his squad, or a major."""
    own = setting.teams[team]
    leaders = [
        unit
        for number, other in enumerate(setting.teams)
        if number != team and other.is_command
        for unit in setting.alive(state, number)
        if other.squad == own.squad or setting.units[unit].kind in SENIOR
    ]
    near = setting.figures.leader_near
    return any(setting.near(state, state.cell[unit], leaders, near) for unit in setting.alive(state, team))


@REACTIONS.run("test")
def _roll_test(setting: Setting, state: State, team: int) -> Roll | None:
    if not setting.alive(state, team):
        return None
    chooses = setting.teams[team].is_command or setting.experience(state, team) == "veteran"
    dice = setting.tables.dice("reaction-dice", "veteran or command" if chooses else "usual")
    return Roll(dice, MI, "reaction", "table/reaction")


@REACTIONS.answer("test")
def _decide_test(setting: Setting, state: State, thrown: Thrown, team: int) -> Sequence[Use]:
    """Veterans and command teams choose one of two dice, but never a rout if they can have another."""
    modifiers = modifiers_of(setting, state, team)
    results = setting.figures.best_reaction(thrown.faces, modifiers)
    state.tested[team] = 1
    state.push(("react", team, *results))
    table = setting.tables["reaction"]
    return [table.use(face, modifiers=modifiers) for face in thrown.faces]


@REACTIONS.run("react")
def _ask_reaction(setting: Setting, state: State, team: int, *results: str) -> Decision | None:
    if len(results) > 1:
        return Decision(MI, "react", STEP, (setting.alive(state, team)[0],))
    _react(setting, state, team, results[0])
    return None


@REACTIONS.option("react")
def _reactions(setting: Setting, state: State, team: int, *results: str) -> Sequence[Action]:
    return [(result,) for result in results]


@REACTIONS.answer("react")
def _choose(setting: Setting, state: State, action: Action, team: int, *results: str) -> Sequence[Use]:
    _react(setting, state, team, str(action[0]))
    return ()


def _react(setting: Setting, state: State, team: int, result: str) -> None:
    """A team reacts; moves that result are made at once."""
    before, state.mood[team] = state.mood[team], MOODS.index(result)
    state.since[team] = state.turn
    movers = setting.ables(state, team)
    if state.mood[team] in (ROUT, FALL_BACK):
        move = "rout" if state.mood[team] == ROUT else "fall-back"
        seen = [state.cell[unit] for unit in setting.alive(state, team)]
        shaken = witnesses(setting, state, team, seen) if move == "rout" and before != ROUT else []
        state.push(*(("flee", unit, move) for unit in movers), *(("test", other) for other in shaken))
    elif state.mood[team] == GUNG_HO and movers:
        state.push(("charge", team))


@REACTIONS.run("flee")
def _roll_flight(setting: Setting, state: State, unit: int, move: str) -> Roll | None:
    if not setting.able(state, unit) or not setting.spotted_bugs(state):
        return None
    return Roll(setting.figures.mi_move(move, "clear"), MI, move, "table/mi-movement")


@REACTIONS.answer("flee")
def _flee(setting: Setting, state: State, thrown: Thrown, unit: int, move: str) -> Sequence[Use]:
    """A trooper runs from the nearest bugs, up to the edge of the table."""
    ground, here = setting.ground, state.cell[unit]
    rows = [ground.away(state.cell[bug]) for bug in setting.spotted_bugs(state)]
    safety = np.min(rows, axis=0)
    mask = ground.free(ground.within(here, thrown.total), state.cell)
    mask[here] = True
    goal = ground.nearest_of(mask, ground.away(here) * 0.001 - safety)
    state.cell[unit] = goal
    return [setting.tables["mi-movement"].use(move, "clear")]


@REACTIONS.run("charge")
def _roll_charge(setting: Setting, state: State, team: int) -> Roll | None:
    if not setting.ables(state, team) or not setting.spotted_bugs(state):
        return None
    return Roll(setting.figures.mi_move("tactical", "clear"), MI, "gung ho", "table/mi-movement")


@REACTIONS.answer("charge")
def _charge(setting: Setting, state: State, thrown: Thrown, team: int) -> Sequence[Use]:
    """A team advances on the nearest bugs."""
    leader = setting.ables(state, team)[0]
    here = state.cell[leader]
    row = setting.ground.away(here)
    bug = min(setting.spotted_bugs(state), key=lambda each: float(row[state.cell[each]]))
    clear, bad = allowances(setting, state, team, "tactical", thrown.total)
    mask = setting.ground.free(setting.ground.walk(here, clear, bad), state.cell)
    mask[here] = True
    goal = setting.ground.nearest_of(mask, setting.ground.away(state.cell[bug]))
    go_together(setting, state, team, leader, goal, clear, bad)
    return [setting.tables["mi-movement"].use("tactical", "clear")]


def watch_bugs(setting: Setting, state: State) -> None:
    """Teams that bugs have come near to for the first time take a test."""
    tests, bugs = [], setting.spotted_bugs(state)
    for team in range(len(setting.teams)):
        is_near = bool(setting.bugs_near_team(state, team, setting.figures.bugs_near, bugs))
        if is_near and not state.near[team] and state.mood[team] != ROUT:
            tests.append(("test", team))
        state.near[team] = int(is_near)
    state.push(*tests)


def test_losses(setting: Setting, state: State, before: Sequence[int]) -> None:
    """Teams that have taken casualties since a count take a test."""
    teams = range(len(setting.teams))
    state.push(
        *(
            ("test", team)
            for team in teams
            if state.casualties[team] > before[team] and state.mood[team] != ROUT
        )
    )
