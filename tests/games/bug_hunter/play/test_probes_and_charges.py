"""Probes that sweep their bays, charges that are placed, detonators that change hands, Preds on a hull."""

from __future__ import annotations

import pytest
from bug_hunter_games import blank, cell, run, station

from builder.games.bug_hunter.play.play import BugHunterPlay
from builder.games.bug_hunter.play.rules.harm import BY_FIRE, harm
from builder.games.bug_hunter.play.rules.rushes import rush_points
from builder.games.bug_hunter.play.situation import allowance
from builder.games.bug_hunter.play.state import DEAD, OFF, PRIMED, State
from builder.playtest.play import Action, Decision

BAY = (
    (
        "        den: {",
        '        bay: {name: Bay, kind: bay, atmosphere: vacuum, hexes: "0206-0306"}\n        den: {',
    ),
    (
        "setup:\n",
        "vehicles:\n"
        '  - {id: eye, title: Eye, vehicle: probe, force: crew, level: upper, hex: "0206"}\n'
        "objectives:\n"
        '  - {id: probe, title: Probe, side: human, level: upper, hex: "0503", act: launch-probe,\n'
        "     done_by: {acts: 1}}\n"
        "setup:\n",
    ),
)
ANN, BEN, PRED, OTHER = 0, 1, 2, 3


def tasks(play: BugHunterPlay, state: State, unit: int) -> list[Action]:
    """What a counter can do now."""
    state.agenda = []
    state.push(("task", unit))
    step = play.next(state)
    assert isinstance(step, Decision)
    return list(play.actions(state, step))


def do(play: BugHunterPlay, state: State, unit: int, action: Action) -> None:
    """Let a counter do something, and play on until nothing is left to do."""
    assert action in tasks(play, state, unit)
    run(play, state, choose=lambda decision, actions: actions.index(action) if action in actions else 0)


def charge(play: BugHunterPlay) -> int:
    return play.stage.cast.arm("satchel-charge")


def test_a_probe_sweeps_whatever_is_in_its_bay_into_space() -> None:
    play = station(changes=BAY)
    state = blank(play, {ANN: "0503", BEN: "0306", PRED: "0206", OTHER: "0903"})
    launch = ("launch-probe", 0, 0)
    view = play.view(state, "human")
    worth = sum(each.worth for each in play.prospects(view, Decision("human", "task", "", (ANN,)), launch))
    do(play, state, ANN, launch)
    assert (state.health[PRED], state.at[PRED]) == (DEAD, OFF)
    assert (state.health[BEN], state.at[BEN]) == (DEAD, OFF)
    assert state.health[OTHER] < DEAD
    assert state.acts == [1]
    assert worth > 0
    assert launch not in tasks(play, state, ANN)


def test_only_some_may_launch_a_probe_and_only_at_its_controls() -> None:
    play = station(changes=BAY)
    state = blank(play, {ANN: "0603", BEN: "0503"})
    for unit in (ANN, BEN):
        assert ("launch-probe", 0, 0) not in tasks(play, state, unit)


def test_a_charge_is_placed_where_somebody_stands_and_he_sets_it_off_from_elsewhere() -> None:
    play = station()
    state = blank(play, {ANN: "0503", BEN: "0803", PRED: "0603"})
    state.carried[ANN] = (charge(play),)
    do(play, state, ANN, ("place", charge(play)))
    assert state.charges == ((cell(play, "0503"), charge(play), ANN),)
    assert state.carried[ANN] == ()
    state.at[ANN] = cell(play, "0405")
    assert ("detonate", 0) in tasks(play, state, ANN)
    assert ("detonate", 0) not in tasks(play, state, BEN)


def test_another_takes_over_the_detonator_of_somebody_who_is_out_of_action() -> None:
    play = station()
    for result in ("I", "K"):
        state = blank(play, {ANN: "0503", BEN: "0503", PRED: "0903"})
        state.charges = ((cell(play, "0803"), charge(play), ANN),)
        assert ("take-detonator", 0) not in tasks(play, state, BEN)
        harm(play.stage, state, ANN, result, BY_FIRE)
        elsewhere = play.copy(state)
        elsewhere.at[BEN] = cell(play, "0603")
        assert ("take-detonator", 0) not in tasks(play, elsewhere, BEN)
        do(play, state, BEN, ("take-detonator", 0))
        assert ("detonate", 0) in tasks(play, state, BEN)


def test_whoever_is_dead_has_nothing_any_more() -> None:
    play = station()
    state = blank(play, {ANN: "0503", PRED: "0903"})
    weapon = state.arm[ANN]
    harm(play.stage, state, ANN, "K", BY_FIRE)
    assert (state.arm[ANN], state.carried[ANN]) == (OFF, ())
    assert state.dropped == ((cell(play, "0503"), weapon),)


def test_on_a_hull_charges_are_placed_but_not_thrown() -> None:
    play = station()
    for label, thrown in (("0103", False), ("0503", True)):
        state = blank(play, {ANN: label, PRED: "0503"})
        state.carried[ANN] = (charge(play),)
        assert ("place", charge(play)) in tasks(play, state, ANN)
        state.mark(ANN, PRIMED)
        state.at[PRED] = play.stage.ground.beside[state.at[ANN]][0]
        assert (("throw",) in tasks(play, state, ANN)) == thrown


@pytest.mark.parametrize(("label", "helps"), [("0503", True), ("0103", False)])
def test_speed_and_reflexes_do_not_help_on_a_hull(label: str, helps: bool) -> None:
    play = station()
    state = blank(play, {ANN: "0403", PRED: label})
    usual = allowance(play.stage, state, PRED)
    state.species = (("speed", "reflexes", "anaerobic"),)
    assert (allowance(play.stage, state, PRED) > usual) == helps
    assert (rush_points(play.stage, state, PRED) > usual // 2) == helps
