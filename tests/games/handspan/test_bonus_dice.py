"""Bonus dice that are saved for a second roll, grenades at empty places, and bugs that spit."""

from __future__ import annotations

from handspan_field import FIVE, FOUR, TWO, WARRIOR, field_play, stand

from builder.games.handspan.play.handspan_play import HandspanPlay
from builder.games.handspan.play.state import DEAD, Flag, Stage, State
from builder.playtest.play import Action, Decision, Roll, Thrown, expected_worth

PLAY = field_play()


def due(play: HandspanPlay, state: State, what: str) -> Decision:
    """Take the first action until a decision comes up."""
    while True:
        step = play.next(state)
        assert isinstance(step, Decision), step
        if step.what == what:
            return step
        play.apply(state, step, play.actions(state, step)[0])


def do(play: HandspanPlay, state: State, what: str, *action: str | int) -> None:
    decision = due(play, state, what)
    assert action in play.actions(state, decision)
    play.apply(state, decision, action)


def throw(play: HandspanPlay, state: State, total: int) -> str:
    """Throw the dice that are due; returns their notation."""
    roll = play.next(state)
    assert isinstance(roll, Roll), roll
    play.thrown(state, roll, Thrown(total, (total,)))
    return roll.dice


def worths(play: HandspanPlay, state: State, what: str) -> dict[Action, float]:
    decision = due(play, state, what)
    view = play.view(state, "human")
    return {
        action: expected_worth(play.prospects(view, decision, action))
        for action in play.actions(state, decision)
    }


def test_a_saved_bonus_die_buys_a_second_roll_of_the_same_dice() -> None:
    for answer, killed in (("keep", False), ("again", True)):
        state = stand(PLAY, {TWO: (5, 30), WARRIOR: (30, 30)}, Stage.FIRE)
        state.flags[TWO] |= Flag.BONUS
        do(PLAY, state, "fire", "save", WARRIOR, 0)
        assert throw(PLAY, state, 3) == "3d6"
        choices = worths(PLAY, state, "again")
        assert choices["again",] > choices["keep",]
        do(PLAY, state, "again", answer)
        if answer == "again":
            assert throw(PLAY, state, 18) == "3d6"
        assert (state.cell[WARRIOR] == DEAD) == killed
        assert bool(state.flags[TWO] & Flag.BONUS) != killed


def test_a_good_roll_is_kept() -> None:
    state = stand(PLAY, {TWO: (5, 30), WARRIOR: (30, 30)}, Stage.FIRE)
    state.flags[TWO] |= Flag.BONUS
    do(PLAY, state, "fire", "save", WARRIOR, 0)
    throw(PLAY, state, 18)
    choices = worths(PLAY, state, "again")
    assert choices["keep",] > choices["again",]


def test_a_missile_that_strays_is_guided_again_for_a_bonus_die() -> None:
    state = stand(PLAY, {FIVE: (5, 30), WARRIOR: (30, 30)}, Stage.FIRE)
    state.flags[FIVE] |= Flag.BONUS
    do(PLAY, state, "fire", "launch", WARRIOR, 0)
    assert throw(PLAY, state, 0)
    choices = worths(PLAY, state, "again")
    assert choices["keep",] > choices["again",]
    do(PLAY, state, "again", "keep")
    throw(PLAY, state, 5)
    do(PLAY, state, "again", "again")
    throw(PLAY, state, 0)
    assert state.todo[0][:2] == ("shot", WARRIOR)
    assert not state.flags[FIVE] & Flag.BONUS


def test_a_bonus_die_in_close_quarters_is_added_or_saved() -> None:
    for answer, dice in (("add", "2d6"), ("keep", "1d6")):
        state = stand(PLAY, {TWO: (30, 30), WARRIOR: (32.5, 30)}, Stage.STRIKE)
        state.flags[TWO] |= Flag.BONUS
        do(PLAY, state, "brace", answer)
        assert throw(PLAY, state, 2) == dice
        step = PLAY.next(state)
        assert isinstance(step, Decision) == (answer == "keep")


def test_a_grenade_is_thrown_at_an_empty_place_without_the_bonus_die() -> None:
    state = stand(PLAY, {FOUR: (30, 30), WARRIOR: (42.5, 30)}, Stage.FIRE)
    place = PLAY.setting.ground.board.nearest((42.5, 32.5))
    state.flags[FOUR] |= Flag.BONUS
    do(PLAY, state, "fire", "lob", place)
    assert throw(PLAY, state, 6) == "1d6"
    throw(PLAY, state, 7)
    assert ("shot", WARRIOR) in {task[:2] for task in state.todo}
    assert state.flags[FOUR] & Flag.BONUS


def test_bugs_spit_only_if_that_is_assumed() -> None:
    for swaps, wounds in (((), []), (("bug-spit=one-span",), [("wound", TWO)])):
        play = field_play(*swaps)
        state = stand(play, {TWO: (30, 30), WARRIOR: (40, 30)}, Stage.STRIKE)
        play.close.begin(state)
        assert state.todo == wounds
