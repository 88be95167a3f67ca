"""Invariants of Handspan's play, and its worked examples as scripts."""

from __future__ import annotations

import random
from collections.abc import Sequence

from handspan_field import FIVE, MINITANK, ONE, TWO, WARRIOR, field_play, stand
from hypothesis import given, settings
from hypothesis import strategies as st

from builder.games.handspan.play.handspan_play import HandspanPlay
from builder.games.handspan.play.state import DEAD, GONE, Flag, Stage, State
from builder.playtest.dice import DiceBox
from builder.playtest.match import play_match
from builder.playtest.play import Decision, Ending, Roll, Thrown
from builder.playtest.players import GreedyPlayer, OfficerPlayer, RandomPlayer
from builder.playtest.record import Record

PLAY = field_play()


def _check(play: HandspanPlay, before: State, after: State, decision: Decision) -> None:
    """What holds for every action."""
    board = play.setting.ground.board
    for number, (old, new) in enumerate(zip(before.cell, after.cell, strict=True)):
        assert new != DEAD or old >= 0 or old == DEAD
        assert old != DEAD or new == DEAD, "the dead stay dead"
        assert old != GONE or new == GONE
        if old >= 0 and new >= 0 and old != new:
            spans = 2 if number >= WARRIOR else 1
            assert board.distance(old, new) <= spans * play.setting.figures.span + 1e-6
            assert number in decision.subject
    taken = [cell for cell in after.cell if cell >= 0]
    assert len(taken) == len(set(taken)), "one figure at a point"
    assert sum(after.grenades) <= sum(before.grenades)
    loaded = [sum(bool(flags & Flag.LOADED) for flags in state.flags) for state in (before, after)]
    if DEAD not in after.cell:
        assert sum(after.warheads) + loaded[1] <= sum(before.warheads) + loaded[0]


@given(st.integers(0, 10_000))
@settings(deadline=None, max_examples=6)
def test_random_play_breaks_no_rule_and_a_copy_plays_alike(seed: int) -> None:
    state, box, rng = PLAY.start(), DiceBox(seed, 0), random.Random(seed)
    while True:
        twin = state.copy()
        step = PLAY.next(state)
        assert PLAY.next(twin) == step
        assert PLAY.key(twin) == PLAY.key(state)
        if isinstance(step, Ending):
            break
        if isinstance(step, Roll):
            thrown = box.throw(step)
            assert PLAY.thrown(state, step, thrown) is not None
            PLAY.thrown(twin, step, thrown)
            assert PLAY.key(twin) == PLAY.key(state)
            continue
        actions = PLAY.actions(state, step)
        before, action = state.copy(), rng.choice(actions)
        PLAY.apply(state, step, action)
        assert PLAY.key(before) == PLAY.key(twin), "an action of one copy leaves the other alone"
        _check(PLAY, before, state, step)


def _throw(state: State, *faces: int) -> None:
    """Throw the dice that are due with these faces."""
    for face in faces:
        roll = PLAY.next(state)
        assert isinstance(roll, Roll), roll
        PLAY.thrown(state, roll, Thrown(face, (face,)))


def _act(state: State, *action: str | int) -> None:
    decision = PLAY.next(state)
    assert isinstance(decision, Decision)
    assert action in PLAY.actions(state, decision), (decision, action)
    PLAY.apply(state, decision, action)


def _until(state: State, what: str, subject: int) -> None:
    """Take the first action until a decision comes up."""
    while True:
        step = PLAY.next(state)
        assert isinstance(step, Decision), step
        if step.what == what and step.subject[:1] == (subject,):
            return
        PLAY.apply(state, step, PLAY.actions(state, step)[0])


# The examples of the printed turns: totals and what they do.


def test_a_machine_gun_with_a_bonus_die_kills_a_warrior_at_45_cm_with_17() -> None:
    state = stand(PLAY, {2: (5, 30), WARRIOR: (50, 30)}, Stage.FIRE)
    state.flags[2] |= Flag.BONUS
    _until(state, "fire", 2)
    _act(state, "fire", WARRIOR, 0)
    roll = PLAY.next(state)
    assert isinstance(roll, Roll)
    assert roll.dice == "6d6"
    _throw(state, 17)
    assert state.cell[WARRIOR] == DEAD


def test_a_rifle_that_moved_with_a_bonus_die_stops_a_warrior_at_35_cm_with_9() -> None:
    state = stand(PLAY, {TWO: (5, 30), WARRIOR: (40, 30)}, Stage.FIRE)
    state.flags[TWO] |= Flag.BONUS | Flag.MOVED
    _until(state, "fire", TWO)
    _act(state, "fire", WARRIOR, 0)
    roll = PLAY.next(state)
    assert isinstance(roll, Roll)
    assert roll.dice == "3d6"
    _throw(state, 9)
    assert state.flags[WARRIOR] & Flag.STOPPED
    assert state.flags[WARRIOR] & Flag.SLOWED


def test_a_corporal_rolls_one_die_of_three_and_a_wounded_one_a_die_less() -> None:
    for flags, dice in ((0, "1d3"), (Flag.WOUNDED, "1d3-1d3")):
        state = stand(PLAY, {ONE: (30, 30)})
        state.flags[ONE] |= flags
        roll = PLAY.next(state)
        assert isinstance(roll, Roll)
        assert roll.dice == dice


def test_points_below_zero_count_as_zero() -> None:
    state = stand(PLAY, {ONE: (30, 30)})
    _throw(state, -2)
    assert state.points[ONE] == 0


def test_a_second_wound_kills() -> None:
    state = stand(PLAY, {TWO: (30, 30), WARRIOR: (32.5, 30)})
    state.stage = Stage.STRIKE
    _throw(state, 1, 10, 2)
    assert state.flags[TWO] & Flag.WOUNDED
    state.stage, state.cursor = Stage.STRIKE, 0
    _throw(state, 1, 10, 2)
    assert state.cell[TWO] == DEAD


def test_a_tie_in_close_quarters_hurts_nobody() -> None:
    state = stand(PLAY, {TWO: (30, 30), WARRIOR: (32.5, 30)}, Stage.STRIKE)
    _throw(state, 5, 5)
    PLAY.next(state)
    assert state.cell[TWO] >= 0
    assert state.cell[WARRIOR] >= 0
    assert not state.flags[TWO] & Flag.WOUNDED


def test_a_winner_in_close_quarters_kills_a_warrior_with_six_on_two_dice() -> None:
    state = stand(PLAY, {TWO: (30, 30), WARRIOR: (32.5, 30)}, Stage.STRIKE)
    _throw(state, 6, 3, 6)
    assert state.cell[WARRIOR] == DEAD


def test_friends_a_submachine_gun_and_a_bug_that_ran_give_dice_and_an_attack_from_behind_takes_one() -> None:
    state = stand(PLAY, {ONE: (30, 30), TWO: (30, 32.5), 3: (27.5, 32.5), WARRIOR: (32.5, 27.5)})
    close = PLAY.close
    assert close.human_dice(state, ONE, WARRIOR) == 1 + 2 + 1
    state.flags[WARRIOR] |= Flag.RAN
    assert close.human_dice(state, ONE, WARRIOR) == 1 + 2 + 1 + 1
    state.facing[ONE] = PLAY.setting.ground.board.nearest((27.5, 32.5))
    assert close.human_dice(state, ONE, WARRIOR) == 2 + 1 + 1


def test_a_grenade_that_is_delayed_is_kept_and_its_thrower_loses_in_close_quarters() -> None:
    state = stand(PLAY, {3: (30, 30), WARRIOR: (42.5, 30)}, Stage.FIRE)
    _until(state, "fire", 3)
    _act(state, "throw", WARRIOR)
    _throw(state, 2)
    assert state.flags[3] & Flag.DELAYED
    assert state.grenades[3] == 1


def test_a_grenade_that_is_ready_bursts_over_bugs_and_humans_in_the_open() -> None:
    state = stand(PLAY, {3: (30, 30), TWO: (44, 30), WARRIOR: (42.5, 30)}, Stage.FIRE)
    _until(state, "fire", 3)
    _act(state, "throw", WARRIOR)
    _throw(state, 6, 7)
    due = {task[0] for task in state.todo}
    assert due == {"wound", "shot"}


def test_one_missile_is_launched_in_a_turn_and_over_counts_double() -> None:
    state = stand(PLAY, {4: (5, 30), WARRIOR: (30, 30), MINITANK: (40.2, 30)}, Stage.FIRE)
    _until(state, "fire", FIVE)
    _act(state, "launch", WARRIOR, 0)
    _throw(state, 0, 2)
    assert state.todo[0][:2] == ("shot", MINITANK), "two inches over are four: 10 cm"
    assert state.launched == 1


def test_bugs_that_arrive_do_not_fight_in_that_turn() -> None:
    state = stand(PLAY, {TWO: (30, 30), WARRIOR: (32.5, 30)}, Stage.STRIKE)
    state.flags[WARRIOR] |= Flag.FRESH
    PLAY.next(state)
    assert not state.flags[TWO] & Flag.FOUGHT


def test_troopers_without_a_commander_of_their_team_are_free_if_no_commander_lives() -> None:
    state = stand(PLAY, {TWO: (30, 30)})
    assert PLAY.setting.leader_near(state, TWO) == -1


def test_stronger_players_do_better_than_chance() -> None:
    def wins(human: type[RandomPlayer] | type[OfficerPlayer] | type[GreedyPlayer], side: str) -> int:
        players = {"human": human(), "bug": RandomPlayer()}
        games = [play_match(PLAY, players, 1, game).ending.side for game in range(25)]
        return games.count(side)

    assert wins(OfficerPlayer, "human") > wins(RandomPlayer, "human") + 5


def test_the_same_seed_gives_the_same_record() -> None:
    def record(game: int) -> str:
        taken = Record({})
        play_match(PLAY, {"human": OfficerPlayer(), "bug": OfficerPlayer()}, 7, game, recorder=taken)
        return taken.text

    assert record(0) == record(0) != record(1)


def test_every_assumption_changes_what_play_follows() -> None:
    choices: Sequence[tuple[str, str]] = [
        (entry.slug, choice["id"])
        for entry in PLAY.setting.scenario.ruleset.of_kind("assumption")
        for choice in entry["choices"]
        if choice["id"] != entry["default"]
    ]
    for slug, choice in choices:
        play = field_play(f"{slug}={choice}")
        result = play_match(play, {"human": OfficerPlayer(), "bug": OfficerPlayer()}, 1, 0)
        assert result.ending.how in ("condition", "decided"), slug
