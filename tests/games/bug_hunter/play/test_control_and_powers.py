"""Control over subdued Preds, powers that are shown when they are used, and lifts that are summoned."""

from __future__ import annotations

from pathlib import Path

from bug_hunter_games import blank, cell, library_play, run, station

from builder.games.bug_hunter.play.rules.fire import shoot
from builder.games.bug_hunter.play.rules.walk import answer_calls, begin_move
from builder.games.bug_hunter.play.state import EMPTY, FACE_UP, SUBDUED, State
from builder.playtest.play import Decision, Roll

DEAD_AIR = Path("scenarios/bug_hunter/dead-air.yaml")
PROD_MISSES, PROD_HITS = 4, 9


def held(renewed: int) -> State:
    """A Pred that Ben has subdued with his prod, in a turn."""
    state = blank(station(), {1: "0503", 2: "0603"})
    state.turn, state.chit = 2, 6
    state.mark(2, SUBDUED | FACE_UP)
    state.keeper[2], state.renewed[2] = 1, renewed
    return state


def rolls(steps: list[object]) -> list[str]:
    """The purposes of the rolls among some steps."""
    return [step.purpose for step in steps if isinstance(step, Roll)]


def test_a_keeper_does_not_roll_again_in_the_turn_in_which_he_subdues() -> None:
    play = station()
    state = blank(play, {1: "0503", 2: "0603"})
    state.turn = 2
    state.push(("hold", 1, 2, "electric-prod", False))
    run(play, state, [PROD_HITS])
    state.push(("begin", 1))
    assert rolls(run(play, state)) == []
    assert state.has(2, SUBDUED)


def test_a_keeper_rolls_when_he_is_first_activated_in_a_new_turn() -> None:
    state = held(renewed=1)
    state.push(("begin", 1))
    assert rolls(run(station(), state, [PROD_MISSES])) == ["hand-to-hand"]
    assert not state.has(2, SUBDUED)


def test_a_keeper_who_was_not_activated_rolls_when_the_turn_ends() -> None:
    for total, kept in ((PROD_MISSES, False), (PROD_HITS, True)):
        state = held(renewed=1)
        state.push(("control",))
        assert rolls(run(station(), state, [total])) == ["hand-to-hand"]
        assert state.has(2, SUBDUED) == kept
    state = held(renewed=2)
    state.push(("control",))
    assert rolls(run(station(), state)) == []


def test_a_power_is_shown_as_soon_as_it_is_used() -> None:
    play = station()
    state = blank(play, {0: "0503", 2: "0603"})
    state.mark(2, FACE_UP)
    state.push(("strike", 2, 0))
    run(play, state, [2])
    assert state.shown_powers == {"hand-to-hand-3"}
    shoot(play.stage, state, 0, 2)
    run(play, state, [2])
    assert state.shown_powers == {"hand-to-hand-3", "carapace-3"}
    assert play.view(state, "human").state.species[0] == ("carapace-3", "hand-to-hand-3")
    assert not state.has(0, EMPTY)


def test_the_pred_player_cancels_an_effect_card_once_with_a_second_card_of_the_power() -> None:
    power = "random-weapon-effects"
    play = station()
    for powers, canceled, left in (((power,), 0, 1), ((power, power), 1, 1)):
        state = blank(play, {0: "0503", 2: "0603"})
        state.species = (powers,)
        arm = state.arm[0]
        state.push(("effect-card", arm))
        steps = run(play, state, [1, 5], lambda decision, actions: len(actions) - 1)
        assert [type(step).__name__ for step in steps[:-1]] == ["Roll", *["Decision", "Roll"] * canceled]
        assert state.species[0].count(power) == left
        assert state.effects[arm] >= 0


def test_a_summoned_lift_costs_a_point_and_comes_at_the_end_of_the_round() -> None:
    play = library_play(DEAD_AIR)
    ground = play.stage.ground
    lift = next(number for number, shaft in enumerate(ground.shafts) if len(shaft.stops[0]) == 1)
    above = ground.shafts[lift].stops[0][0]
    beside = next(step.there for step in ground.steps[above])
    state = blank(play, {0: "0503"})
    state.at[0] = beside
    begin_move(play.stage, state, 0, 3)
    step = play.next(state)
    assert isinstance(step, Decision)
    summon = ("summon", lift, above)
    assert summon in play.actions(state, step)
    play.apply(state, step, summon)
    assert state.agenda[-1] == ("move", 0, 2)
    again = play.next(state)
    assert isinstance(again, Decision)
    assert summon not in play.actions(state, again)
    assert ("to", above) not in play.actions(state, again)
    assert above not in ground.shafts[lift].stops[state.car[lift]]
    answer_calls(state)
    assert above in ground.shafts[lift].stops[state.car[lift]]
    assert cell(play, "1604") == above


def test_destruction_is_ordered_before_the_game_if_a_scenario_replaces_the_rule() -> None:
    assert library_play(Path("scenarios/bug_hunter/ninth-hour.yaml")).start().destruct == -1
    assert library_play(DEAD_AIR).start().destruct == 0
