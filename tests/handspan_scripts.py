"""Scripts of Handspan: situations with given dice, worked examples, and what the book says happens."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from handspan_field import FIVE, MINITANK, ONE, TWO, WARRIOR, stand

from builder.games.handspan.play.handspan_play import HandspanPlay
from builder.games.handspan.play.state import DEAD, Flag, Stage, State
from builder.playtest.play import Decision, Roll, Thrown


def _throw(play: HandspanPlay, state: State, *faces: int) -> None:
    """Throw the dice that are due with these faces."""
    for face in faces:
        roll = play.next(state)
        assert isinstance(roll, Roll), roll
        play.thrown(state, roll, Thrown(face, (face,)))


def _act(play: HandspanPlay, state: State, *action: str | int) -> None:
    decision = play.next(state)
    assert isinstance(decision, Decision)
    assert action in play.actions(state, decision), (decision, action)
    play.apply(state, decision, action)


def _until(play: HandspanPlay, state: State, what: str, subject: int) -> None:
    """Take the first action until a decision comes up."""
    while True:
        step = play.next(state)
        assert isinstance(step, Decision), step
        if step.what == what and step.subject[:1] == (subject,):
            return
        play.apply(state, step, play.actions(state, step)[0])


# The examples of the printed turns: totals and what they do.


def a_machine_gun_with_a_bonus_die_kills_a_warrior_at_45_cm_with_17(play: HandspanPlay) -> None:
    state = stand(play, {2: (5, 30), WARRIOR: (50, 30)}, Stage.FIRE)
    state.flags[2] |= Flag.BONUS
    _until(play, state, "fire", 2)
    _act(play, state, "fire", WARRIOR, 0)
    roll = play.next(state)
    assert isinstance(roll, Roll)
    assert roll.dice == "6d6"
    _throw(play, state, 17)
    assert state.cell[WARRIOR] == DEAD


def a_rifle_that_moved_with_a_bonus_die_stops_a_warrior_at_35_cm_with_9(play: HandspanPlay) -> None:
    state = stand(play, {TWO: (5, 30), WARRIOR: (40, 30)}, Stage.FIRE)
    state.flags[TWO] |= Flag.BONUS | Flag.MOVED
    _until(play, state, "fire", TWO)
    _act(play, state, "fire", WARRIOR, 0)
    roll = play.next(state)
    assert isinstance(roll, Roll)
    assert roll.dice == "3d6"
    _throw(play, state, 9)
    assert state.flags[WARRIOR] & Flag.STOPPED
    assert state.flags[WARRIOR] & Flag.SLOWED


def a_corporal_rolls_one_die_of_three_and_a_wounded_one_a_die_less(play: HandspanPlay) -> None:
    for flags, dice in ((0, "1d3"), (Flag.WOUNDED, "1d3-1d3")):
        state = stand(play, {ONE: (30, 30)})
        state.flags[ONE] |= flags
        roll = play.next(state)
        assert isinstance(roll, Roll)
        assert roll.dice == dice


def points_below_zero_count_as_zero(play: HandspanPlay) -> None:
    state = stand(play, {ONE: (30, 30)})
    _throw(play, state, -2)
    assert state.points[ONE] == 0


def a_second_wound_kills(play: HandspanPlay) -> None:
    state = stand(play, {TWO: (30, 30), WARRIOR: (32.5, 30)})
    state.stage = Stage.STRIKE
    _throw(play, state, 1, 10, 2)
    assert state.flags[TWO] & Flag.WOUNDED
    state.stage, state.cursor = Stage.STRIKE, 0
    _throw(play, state, 1, 10, 2)
    assert state.cell[TWO] == DEAD


def a_tie_in_close_quarters_hurts_nobody(play: HandspanPlay) -> None:
    state = stand(play, {TWO: (30, 30), WARRIOR: (32.5, 30)}, Stage.STRIKE)
    _throw(play, state, 5, 5)
    play.next(state)
    assert state.cell[TWO] >= 0
    assert state.cell[WARRIOR] >= 0
    assert not state.flags[TWO] & Flag.WOUNDED


def a_winner_in_close_quarters_kills_a_warrior_with_six_on_two_dice(play: HandspanPlay) -> None:
    state = stand(play, {TWO: (30, 30), WARRIOR: (32.5, 30)}, Stage.STRIKE)
    _throw(play, state, 6, 3, 6)
    assert state.cell[WARRIOR] == DEAD


def friends_a_submachine_gun_and_a_bug_that_ran_give_dice_and_an_attack_from_behind_takes_one(
    play: HandspanPlay,
) -> None:
    state = stand(play, {ONE: (30, 30), TWO: (30, 32.5), 3: (27.5, 32.5), WARRIOR: (32.5, 27.5)})
    close = play.close
    assert close.human_dice(state, ONE, WARRIOR) == 1 + 2 + 1
    state.flags[WARRIOR] |= Flag.RAN
    assert close.human_dice(state, ONE, WARRIOR) == 1 + 2 + 1 + 1
    state.facing[ONE] = play.setting.ground.board.nearest((27.5, 32.5))
    assert close.human_dice(state, ONE, WARRIOR) == 2 + 1 + 1


def a_grenade_that_is_delayed_is_kept_and_its_thrower_loses_in_close_quarters(play: HandspanPlay) -> None:
    state = stand(play, {3: (30, 30), WARRIOR: (42.5, 30)}, Stage.FIRE)
    _until(play, state, "fire", 3)
    _act(play, state, "throw", WARRIOR)
    _throw(play, state, 2)
    assert state.flags[3] & Flag.DELAYED
    assert state.grenades[3] == 1


def a_grenade_that_is_ready_bursts_over_bugs_and_humans_in_the_open(play: HandspanPlay) -> None:
    state = stand(play, {3: (30, 30), TWO: (44, 30), WARRIOR: (42.5, 30)}, Stage.FIRE)
    _until(play, state, "fire", 3)
    _act(play, state, "throw", WARRIOR)
    _throw(play, state, 6, 7)
    due = {task[0] for task in state.todo}
    assert due == {"wound", "shot"}


def one_missile_is_launched_in_a_turn_and_over_counts_double(play: HandspanPlay) -> None:
    state = stand(play, {4: (5, 30), WARRIOR: (30, 30), MINITANK: (40.2, 30)}, Stage.FIRE)
    _until(play, state, "fire", FIVE)
    _act(play, state, "launch", WARRIOR, 0)
    _throw(play, state, 0, 2)
    assert state.todo[0][:2] == ("shot", MINITANK), "two inches over are four: 10 cm"
    assert state.launched == 1


def bugs_that_arrive_do_not_fight_in_that_turn(play: HandspanPlay) -> None:
    state = stand(play, {TWO: (30, 30), WARRIOR: (32.5, 30)}, Stage.STRIKE)
    state.flags[WARRIOR] |= Flag.FRESH
    play.next(state)
    assert not state.flags[TWO] & Flag.FOUGHT


def troopers_without_a_commander_of_their_team_are_free_if_no_commander_lives(play: HandspanPlay) -> None:
    state = stand(play, {TWO: (30, 30)})
    assert play.setting.leader_near(state, TWO) == -1


def a_slowed_warrior_moves_one_span_and_a_stopped_one_stays(play: HandspanPlay) -> None:
    for flag, spans in ((0, 2), (Flag.SLOWED, 1), (Flag.STOPPED, 0)):
        state = stand(play, {WARRIOR: (2, 2)}, Stage.MOVE_BUGS)
        state.flags[WARRIOR] |= flag
        cells = [int(action[1]) for action in play.moving.bug_actions(state, WARRIOR)[1:]]
        far = max(
            (play.setting.ground.board.distance(state.cell[WARRIOR], cell) for cell in cells), default=0
        )
        assert (spans - 0.3) * 17.78 <= far <= spans * 17.78 + 1e-6


def markers_of_the_last_turn_come_off_in_the_shock_phase(play: HandspanPlay) -> None:
    state = stand(play, {TWO: (2, 2), WARRIOR: (57, 57)}, Stage.SHOCK)
    state.flags[WARRIOR] |= Flag.SLOWED | Flag.STOPPED
    play.next(state)
    assert not state.flags[WARRIOR]


def a_wounded_trooper_moves_a_forefinger_and_one_on_rocks_climbs(play: HandspanPlay) -> None:
    for point, flag, most in (((30, 30), Flag.WOUNDED, 7.62), ((12, 12), 0, 5.08), ((30, 30), 0, 17.78)):
        state = stand(play, {TWO: point}, Stage.MOVE_HUMANS)
        state.flags[TWO] |= flag
        cells = [int(action[1]) for action in play.moving.human_actions(state, TWO) if action[0] == "go"]
        far = max(play.setting.ground.board.distance(state.cell[TWO], cell) for cell in cells)
        assert most - 2.6 <= far <= most + 1e-6


def two_friends_at_most_support_a_shot_and_have_fired(play: HandspanPlay) -> None:
    state = stand(play, {TWO: (30, 30), 3: (30, 32.5), 4: (30, 27.5), WARRIOR: (10, 30)}, Stage.FIRE)
    _until(play, state, "fire", TWO)
    _act(play, state, "fire", WARRIOR, 2)
    assert state.todo[0][2] == "5d6"
    assert state.flags[3] & state.flags[4] & Flag.FIRED


def one_die_of_figures_boards_and_another_for_each_point(play: HandspanPlay) -> None:
    state = stand(play, {number: (51.25, 23.75 + 2.5 * number) for number in range(1, 5)}, Stage.BOARD)
    state.boarding = 1
    roll = play.next(state)
    assert isinstance(roll, Roll)
    assert roll.dice == "1d6+1d6"
    play.thrown(state, roll, Thrown(2, (1, 1)))
    for _ in range(2):
        decision = play.next(state)
        assert isinstance(decision, Decision)
        play.apply(state, decision, play.actions(state, decision)[0])
    after = play.next(state)
    assert isinstance(after, Decision)
    assert after.what == "fire"
    assert state.aboard.count(0) == 2


def a_rifle_kills_a_warrior_with_six_within_30_cm_and_not_beyond(play: HandspanPlay) -> None:
    for x, is_dead in ((34, True), (38, False)):
        state = stand(play, {TWO: (5, 30), WARRIOR: (x, 30)}, Stage.FIRE)
        _until(play, state, "fire", TWO)
        _act(play, state, "fire", WARRIOR, 0)
        _throw(play, state, 6)
        assert (state.cell[WARRIOR] == DEAD) is is_dead


SCRIPTS: Sequence[Callable[[HandspanPlay], None]] = (
    a_rifle_kills_a_warrior_with_six_within_30_cm_and_not_beyond,
    a_machine_gun_with_a_bonus_die_kills_a_warrior_at_45_cm_with_17,
    a_rifle_that_moved_with_a_bonus_die_stops_a_warrior_at_35_cm_with_9,
    a_corporal_rolls_one_die_of_three_and_a_wounded_one_a_die_less,
    points_below_zero_count_as_zero,
    a_second_wound_kills,
    a_tie_in_close_quarters_hurts_nobody,
    a_winner_in_close_quarters_kills_a_warrior_with_six_on_two_dice,
    friends_a_submachine_gun_and_a_bug_that_ran_give_dice_and_an_attack_from_behind_takes_one,
    a_grenade_that_is_delayed_is_kept_and_its_thrower_loses_in_close_quarters,
    a_grenade_that_is_ready_bursts_over_bugs_and_humans_in_the_open,
    one_missile_is_launched_in_a_turn_and_over_counts_double,
    bugs_that_arrive_do_not_fight_in_that_turn,
    troopers_without_a_commander_of_their_team_are_free_if_no_commander_lives,
    a_slowed_warrior_moves_one_span_and_a_stopped_one_stays,
    markers_of_the_last_turn_come_off_in_the_shock_phase,
    a_wounded_trooper_moves_a_forefinger_and_one_on_rocks_climbs,
    two_friends_at_most_support_a_shot_and_have_fired,
    one_die_of_figures_boards_and_another_for_each_point,
)
