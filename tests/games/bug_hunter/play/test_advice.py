"""What the officer makes of doors, charges, prey and swarms."""

from __future__ import annotations

import random

import pytest
from bug_hunter_games import blank, cell, station

from builder.games.bug_hunter.play.play import BugHunterPlay
from builder.games.bug_hunter.play.state import ACTED, FACE_UP, OFF, SUBDUED, State
from builder.playtest.play import Action, Decision, Ending, Player, Roll, expected_worth
from builder.playtest.players import GreedyPlayer, OfficerPlayer, RandomPlayer

BEYOND = (
    (
        "setup:\n",
        "objectives:\n"
        '  - {id: nest, title: Nest, side: human, level: upper, hex: "1003", done_by: {end_turns: 1}}\n'
        "setup:\n",
    ),
)
ANN, BEN, PRED = 0, 1, 2


def worth(play: BugHunterPlay, state: State, what: str, action: Action) -> float:
    decision = Decision("human", what, "", (ANN,))
    return expected_worth(play.prospects(play.view(state, "human"), decision, action))


def test_a_door_is_held_for_a_friend_who_still_acts_and_goes_through_it() -> None:
    play = station(changes=BEYOND)
    state = blank(play, {ANN: "0803", BEN: "0603"})
    door = next(
        number
        for number, edge in enumerate(play.stage.ground.edges)
        if set(edge.ends) == {cell(play, "0803"), cell(play, "0904")}
    )
    assert worth(play, state, "door", ("hold", door)) > worth(play, state, "door", ("pass",))
    acted, behind, watched = play.copy(state), play.copy(state), play.copy(state)
    acted.mark(BEN, ACTED)
    behind.at[BEN] = cell(play, "1003")
    watched.at[PRED], watched.size[PRED] = cell(play, "1004"), 1
    for other in (acted, behind, watched):
        assert worth(play, other, "door", ("hold", door)) < 0


def test_a_charge_is_set_off_against_preds_but_not_against_friends() -> None:
    play = station()
    state = blank(play, {ANN: "0403", BEN: "0603", PRED: "0703"})
    state.charges = ((cell(play, "0803"), play.stage.cast.arm("satchel-charge"), ANN),)
    assert worth(play, state, "charge", ("detonate", 0)) > worth(play, state, "charge", ("hold",))
    state.at[BEN] = cell(play, "0703")
    assert worth(play, state, "charge", ("detonate", 0)) < worth(play, state, "charge", ("hold",))


def test_moves_that_are_valued_together_are_worth_what_each_is_worth_alone() -> None:
    play = station(changes=BEYOND)
    for unit, side in ((ANN, "human"), (PRED, "pred")):
        state = blank(play, {ANN: "0503", BEN: "0603", PRED: "0803"})
        state.mark(PRED, FACE_UP)
        state.push(("move", unit, 8))
        step = play.next(state)
        assert isinstance(step, Decision)
        actions, view = play.actions(state, step), play.view(state, side)
        together = play.worths(view, step, actions)
        assert together == [expected_worth(play.prospects(view, step, action)) for action in actions]
        assert len(set(together)) > 1


COUNTED = (("when: All Preds are dead.", "when: {standing: crew, members: ['02'], at_least: 1}"),)


def test_preds_go_for_the_people_on_whom_victories_depend() -> None:
    for changes, is_preferred in (((), False), (COUNTED, True)):
        play = station(changes=changes)
        state = blank(play, {ANN: "0803", BEN: "0703", PRED: "0703"})
        decision = Decision("pred", "task", "", (PRED,))
        attacks = [("attack", ANN), ("attack", BEN)]
        on_ann, on_ben = play.gains(play.view(state, "pred"), decision, attacks)
        assert (on_ann < on_ben) == is_preferred
        field = play.goals(play.view(state, "pred"))[0].field
        assert (field[cell(play, "0803")] > field[cell(play, "0703")]) == is_preferred


SPECIMEN = (
    (
        "setup:\n",
        "objectives:\n"
        '  - {id: pen, title: Pen, side: human, level: upper, hex: "0405", brings: bugs,\n'
        "     done_by: {in: room, captives: bugs}, done_at: last turn}\n"
        "setup:\n",
    ),
)


def test_a_pred_under_control_is_taken_to_where_it_has_to_be_at_the_end() -> None:
    play = station(changes=SPECIMEN)
    state = blank(play, {ANN: "0403", BEN: "0603", PRED: "0703"})
    state.mark(PRED, FACE_UP | SUBDUED)
    state.keeper[PRED] = BEN
    titles = {}
    for turn in (1, play.stage.scenario.turns):
        state.turn = turn
        goals = play.goals(play.view(state, "human"))
        titles[turn] = next(goal.title for goal in goals if BEN in goal.subjects)
    assert titles == {1: "guard", play.stage.scenario.turns: "fetch"}


SWARM = (
    ("unit: individual-pred", "unit: swarm-pred"),
    (
        "species: stranglers,\n     count: 2, dummies: 1",
        "species: stink-bugs,\n     swarms: [4, 4], dummies: 0",
    ),
)


def test_swarms_stay_apart_so_that_each_attacks() -> None:
    play = station(changes=SWARM)
    first, second = PRED, PRED + 1
    state = blank(play, {ANN: "0403", first: "0803", second: "0703"})
    decision = Decision("pred", "move", "", (first,))
    cells = [("to", cell(play, "0703")), ("to", cell(play, "0604")), ("stop",)]
    joins, apart, stays = play.gains(play.view(state, "pred"), decision, cells)
    assert joins < apart == stays


ANY_SIZE = (
    ("unit: individual-pred", "unit: swarm-pred"),
    ("species: stranglers,\n     count: 2, dummies: 1", "species: stink-bugs,\n     count: 7, dummies: 0"),
    ("schedule: {turns: 4}", "schedule:\n  turns: 4\n  events: [EVENT]"),
    ("EVENT", "{turn: 1, title: More, effects: [{arrives: bugs, count: 2, in: den, optional: true}]}"),
)


def set_up(play: BugHunterPlay, player: Player) -> tuple[State, Decision | Roll | Ending]:
    """A game after its set-up, in which a player decides for both sides, and its next step."""
    state = play.start()
    for side in play.sides:
        player.begin(side, play, random.Random(1))
    step = play.next(state)
    while state.turn == 0:
        assert isinstance(step, Decision)
        actions = play.actions(state, step)
        play.apply(state, step, actions[player.choose(play.view(state, step.side), step, actions)])
        step = play.next(state)
    return state, step


def swarms(play: BugHunterPlay, state: State) -> dict[int, int]:
    """The creatures in each cell with a swarm."""
    return {state.at[pred]: state.size[pred] for pred in play.stage.preds if state.at[pred] != OFF}


@pytest.mark.parametrize("player", [RandomPlayer, GreedyPlayer, OfficerPlayer])
def test_preds_choose_the_sizes_of_their_swarms_at_the_start(player: type[Player]) -> None:
    play = station(changes=ANY_SIZE[:2])
    state, _ = set_up(play, player())
    assert sum(state.size[pred] for pred in play.stage.preds) == 7
    assert all(play.stage.nests(0) >= {at} for at in swarms(play, state))
    first = play.start()
    del first.agenda[-len(play.stage.people) :]
    step = play.next(first)
    assert isinstance(step, Decision)
    assert play.actions(first, step) == [("size", size) for size in range(1, 8)]


def test_an_officer_sets_up_many_small_swarms_apart_from_each_other() -> None:
    play = station(changes=ANY_SIZE[:2])
    state, _ = set_up(play, OfficerPlayer())
    assert list(swarms(play, state).values()) == [1] * 7


def test_preds_that_may_arrive_do() -> None:
    play = station(changes=ANY_SIZE)
    state, step = set_up(play, GreedyPlayer())
    assert isinstance(step, Decision)
    view, actions = play.view(state, "pred"), play.actions(state, step)
    assert (step.what, actions[-1]) == ("arrival", ("pass",))
    worths = play.worths(view, step, actions)
    assert min(worths[:-1]) > worths[-1]


# All victories of the humans ask for the nest, and Preds have no carapace.
BAIT = (
    ("when: All Preds are dead.", "when: {done: nest}"),
    ("species: stranglers", "species: lightning-bugs"),
    *BEYOND,
)
GUNS = (("machine-pistol", "machine-gun"), ("electric-prod", "machine-gun"))


@pytest.mark.parametrize(("weapons", "title"), [((), "hunt"), (GUNS, "ambush")])
def test_a_pred_that_all_guns_together_would_kill_lies_in_wait_where_the_humans_have_to_come(
    weapons: tuple[tuple[str, str], ...], title: str
) -> None:
    play = station(changes=(*BAIT, *weapons))
    state = blank(play, {ANN: "0403", BEN: "0403", PRED: "0805"})
    goals = play.goals(play.view(state, "pred"))
    assert [goal.title for goal in goals if PRED in goal.subjects] == [title]


def test_a_pred_that_lies_in_wait_stays_within_a_rush_of_the_objective_until_humans_come() -> None:
    play = station(changes=(*BAIT, *GUNS))
    state = blank(play, {ANN: "0203", BEN: "0203", PRED: "0904"})
    moves = [("move",), ("wait",)]
    decision = Decision("pred", "task", "", (PRED,))
    for human_at, goes in (("0203", False), ("0803", True)):
        state.at[ANN] = cell(play, human_at)
        view = play.view(state, "pred")
        worths = [
            worth + gain
            for worth, gain in zip(
                play.worths(view, decision, moves), play.gains(view, decision, moves), strict=True
            )
        ]
        assert (worths[0] > worths[1]) == goes
