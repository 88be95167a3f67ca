"""What bugs consider when they move: whom they hold fast, whose fire they run into, and whom they stop."""

from __future__ import annotations

from collections.abc import Mapping

from handspan_field import FOUR, ONE, TWO, WARRIOR, field_play, stand

from builder.games.handspan.play.state import Stage, State
from builder.playtest.play import Decision

PLAY = field_play()
Point = tuple[float, float]


def place(point: Point) -> int:
    return PLAY.setting.ground.board.nearest(point)


def gains(state: State, *points: Point) -> list[float]:
    """What it brings a Warrior to go to some points."""
    decision = Decision("bug", "move", "", (WARRIOR,))
    return PLAY.gains(PLAY.view(state, "bug"), decision, [("go", place(point)) for point in points])


def before(places: Mapping[int, Point]) -> State:
    return stand(PLAY, places, Stage.MOVE_BUGS)


def test_a_bug_between_two_humans_holds_both() -> None:
    state = before({ONE: (30, 30), TWO: (30, 35), WARRIOR: (30, 20)})
    between, beside_one = gains(state, (30, 32.5), (30, 27.5))
    assert between > 0 > beside_one


def test_a_bug_stays_out_of_sight_of_many_guns_until_others_come_along() -> None:
    humans: Mapping[int, Point] = {ONE: (30, 30), TWO: (30, 35), FOUR: (45, 30)}
    alone = before({**humans, WARRIOR: (5, 50)})
    hidden, seen = gains(alone, (5, 50), (30, 50))
    together = before({**humans, **{WARRIOR + number: (20 + 5 * number, 55.0) for number in range(4)}})
    assert hidden == 0 > seen
    assert gains(together, (30, 50))[0] > seen


def test_bugs_do_not_spare_themselves_in_the_last_turn() -> None:
    state = before({ONE: (30, 30), TWO: (30, 35), WARRIOR: (30, 50)})
    state.turn = PLAY.setting.scenario.turns
    assert gains(state, (30, 50)) == [0.0]


def test_bugs_attack_those_who_are_about_to_leave() -> None:
    state = before({ONE: (48.75, 30), TWO: (43.75, 30), WARRIOR: (46.25, 30)})
    decision = Decision("bug", "attack", "", (WARRIOR,))
    at_ramp, away = PLAY.gains(PLAY.view(state, "bug"), decision, [("attack", ONE), ("attack", TWO)])
    assert at_ramp > away
