"""Scripts of fights, of the way home and of points in Mobile Infantry."""

from __future__ import annotations

from mobile_field import (
    BLUE,
    BLUE_TEAM,
    CRAFT,
    FLYER,
    GUNNER,
    LIEUTENANT,
    RADIO,
    RED,
    RED_TEAM,
    SECOND,
    SERGEANT,
    STOP,
    TANK,
    THIRD,
    TUNNELS,
    WARRIOR,
    cell,
    field_play,
    make_group,
    next_decision,
    options,
    roll,
    row,
    stand,
)
from play_scripts import act

from builder.games.mobile_infantry.play.points import scores_of
from builder.games.mobile_infantry.play.rules import close, firefight
from builder.games.mobile_infantry.play.state import (
    BUSY,
    DEAD,
    FALL_BACK,
    FRENZIED,
    GETTING_UP,
    GONE,
    LANDED,
    ORDERS,
    RELOADING,
    ROUT,
    TOSSED,
    WOUNDED,
)
from builder.playtest.play import Decision, Roll

# Firefights.


def the_modifiers_of_a_shot() -> None:
    play = field_play()
    setting = play.setting
    state = stand(play, {**row(RED, (10, 15)), WARRIOR: (21, 15)})
    assert firefight.hit_modifiers(setting, state, RED[0], WARRIOR) == ("point-blank",)
    state.cell[WARRIOR] = state.origin[WARRIOR] = cell(play, (30, 15))
    assert firefight.hit_modifiers(setting, state, RED[0], WARRIOR) == ("short-range",)
    state.mood[RED_TEAM] = FALL_BACK
    assert firefight.hit_modifiers(setting, state, RED[0], WARRIOR) == ("short-range", "falling-back")
    state.mood[RED_TEAM] = ORDERS
    for unit in RED[1:]:
        state.cell[unit] = DEAD
    assert firefight.hit_modifiers(setting, state, RED[0], WARRIOR) == (
        "short-range",
        "last-of-team",
        "last-of-squad",
    )
    state.cell[LIEUTENANT] = cell(play, (10, 10))
    assert firefight.hit_modifiers(setting, state, RED[0], WARRIOR) == ("short-range", "last-of-team")
    state.cell[RED[1]] = cell(play, (2, 2))
    state.cell[RED[0]] = cell(play, (3, 2))
    assert "static-position" in firefight.hit_modifiers(setting, state, RED[0], WARRIOR)


def a_flyer_that_crosses_the_view_fast_is_harder_to_hit() -> None:
    play = field_play()
    setting = play.setting
    state = stand(play, {**row(RED, (10, 15)), FLYER: (25, 22)})
    for start, crosses in (((25, 8), True), ((25, 11), False), ((39, 28), False)):
        state.origin[FLYER] = cell(play, start)
        assert ("fast-crossing" in firefight.hit_modifiers(setting, state, RED[0], FLYER)) is crosses


def a_team_fires_a_die_each_or_three_with_sustained_fire_and_reloads() -> None:
    play = field_play()
    for fire, dice, rounds in ((0, "6d6", 4), (1, "12d6", 0)):
        state = stand(play, {**row(RED, (10, 15)), WARRIOR: (30, 15)}, ("volley", RED_TEAM), STOP)
        act(play, state, "fire", WARRIOR, fire)
        number = int(dice.partition("d")[0])
        # Three rifles fire a die or three each, the mini-gun always three; at this range, a 5 hits.
        assert roll(play, state, (5, 5, 5, *[1] * (number - 3))) == [dice]
        assert state.hits[WARRIOR] == 3
        assert state.rounds[RED[0]] == rounds
        assert state.rounds[GUNNER] == 2
        assert state.reload[RED[0]] == (1 if fire else 0)


def an_empty_rifle_takes_a_round_to_reload_and_a_mini_gun_two() -> None:
    play = field_play()
    state = stand(play, row(RED, (10, 15)))
    state.turn = 0
    for unit, rounds in ((RED[0], 1), (GUNNER, 2)):
        state.rounds[unit], state.reload[unit] = 0, rounds
    full = []
    for _ in range(3):
        state.agenda = [("round",)]
        play.next(state)
        full.append(
            [bool(state.rounds[unit]) and not state.flags[unit] & RELOADING for unit in (RED[0], GUNNER)]
        )
    assert full == [[False, False], [True, False], [True, True]]


def sustained_fire_takes_a_full_magazine() -> None:
    play = field_play()
    state = stand(play, {**row(RED[:3], (10, 15)), WARRIOR: (30, 15)}, ("volley", RED_TEAM), STOP)
    for unit in RED:
        state.rounds[unit] = 3
    assert options(play, state, "fire") == {("fire", WARRIOR, 0)}
    play = field_play("sustained-fire=any-rounds")
    assert options(play, state.copy(), "fire") == {("fire", WARRIOR, 0), ("fire", WARRIOR, 1)}


def a_team_splits_its_fire_if_more_than_one_bug_is_near() -> None:
    play = field_play()
    for x, splits in ((21, True), (24, False)):
        places = {**row(RED, (10, 15)), WARRIOR: (20, 15), SECOND: (x, 16)}
        state = stand(play, places, ("volley", RED_TEAM), STOP)
        assert bool(options(play, state, "split")) is splits


def four_hits_kill_a_warrior_three_a_flyer_and_six_a_tank_bug() -> None:
    play = field_play()
    for bug, hits in ((WARRIOR, 4), (FLYER, 3), (TANK, 6)):
        for number in (hits - 1, hits):
            state = stand(play, {**row(RED, (10, 15)), bug: (30, 15)}, ("volley", RED_TEAM), STOP)
            act(play, state, "fire", bug, 1)
            roll(play, state, (*[6] * number, *[1] * (12 - number)))
            assert (state.cell[bug] == DEAD) is (number == hits)
            assert sum(state.kills) == (number == hits)


def a_wounded_tank_bug_retreats_a_die() -> None:
    play = field_play()
    state = stand(play, {**row(RED, (10, 15)), TANK: (20, 15)}, ("volley", RED_TEAM), STOP)
    act(play, state, "fire", TANK, 0)
    before = state.cell[TANK]
    roll(play, state, (6, 1, 1, 1, 1, 1))
    assert roll(play, state, 4) == ["1d6"]
    ground = play.setting.ground
    assert 3 <= ground.distance(before, state.cell[TANK]) <= 4
    assert ground.distance(state.cell[TANK], state.cell[RED[0]]) > 13


def acid_reaches_a_die_of_troopers_within_twelve_and_six_of_each_other() -> None:
    play = field_play()
    places = {RED[0]: (20, 15), RED[1]: (20, 17), RED[2]: (20, 24), BLUE[0]: (30, 28), TANK: (28, 15)}
    state = stand(play, places, ("spray", TANK), STOP)
    make_group(state, [TANK], known_since=1)
    state.turn = 4
    assert roll(play, state, 6, 3, 4) == ["1d6", "1d6", "1d6"]
    assert [state.cell[unit] == DEAD for unit in RED[:3]] == [True, False, False]
    assert not isinstance(play.next(state), Roll)
    assert state.cell[BLUE[0]] != DEAD


def cover_helps_to_dodge_and_a_tank_bug_that_has_just_come_is_worse() -> None:
    play = field_play()
    state = stand(play, {RED[0]: (5, 25), TANK: (12, 25)})
    make_group(state, [TANK], known_since=1)
    assert firefight.dodge_modifiers(play.setting, state, TANK, RED[0]) == ("cover", "just-spotted")
    state.turn = 4
    state.cell[RED[0]] = cell(play, (10, 20))
    assert firefight.dodge_modifiers(play.setting, state, TANK, RED[0]) == ()


def a_nuke_has_one_shot_at_four_feet_and_spares_nobody() -> None:
    play = field_play(changes=(("weapons: {4: mini-gun}", "weapons: {4: nuke-launcher}"),))
    places = {**row(RED, (2, 12)), WARRIOR: (36, 12), SECOND: (36, 15), FLYER: (36, 17), THIRD: (36, 25)}
    state = stand(play, places, ("nuke", GUNNER), STOP)
    assert options(play, state, "launch") == {("launch", bug) for bug in (WARRIOR, SECOND, FLYER, THIRD)}
    act(play, state, "launch", WARRIOR)
    # It hits; up to three inches are six hits, up to six inches a die of hits.
    assert roll(play, state, 6, 1) == ["1d6", "1d6"]
    assert [state.cell[bug] == DEAD for bug in (WARRIOR, SECOND, FLYER, THIRD)] == [True, True, False, False]
    assert state.hits[FLYER] == 1
    state.agenda = [STOP, ("nuke", GUNNER)]
    assert next_decision(play, state).what == "set up"


def a_nuke_that_misses_scatters_and_may_kill_men() -> None:
    play = field_play(changes=(("weapons: {4: mini-gun}", "weapons: {4: nuke-launcher}"),))
    state = stand(
        play, {RED[0]: (20, 9), RED[1]: (20, 4), GUNNER: (2, 12), WARRIOR: (20, 15)}, ("nuke", GUNNER), STOP
    )
    act(play, state, "launch", WARRIOR)
    # Six inches to the north: there three hits or more kill, and who takes fewer may dodge.
    assert roll(play, state, 1, (3, 3), 12) == ["1d6", "2d6", "1d12"]
    assert state.cell[WARRIOR] >= 0
    dice = roll(play, state, 2, 1)
    assert dice[0] == "1d6"
    assert state.cell[RED[0]] == DEAD


# Close combat.


def a_bug_within_three_inches_fights_the_whole_team() -> None:
    play = field_play()
    for x, fights in ((13, True), (14, False)):
        places = {RED[0]: (10, 15), RED[1]: (6, 15), BLUE[0]: (1, 15), WARRIOR: (x, 15)}
        state = stand(play, places, ("attack", WARRIOR), STOP)
        request = play.next(state)
        assert (isinstance(request, Decision) and request.what == "attack") is fights
        if fights:
            assert options(play, state, "attack") == {("attack", RED[0]), ("attack", RED[1])}


def the_results_of_a_warrior() -> None:
    play = field_play()
    for die in range(1, 7):
        state = stand(play, {RED[0]: (20, 15), WARRIOR: (22, 15)}, ("attack", WARRIOR), STOP)
        act(play, state, "attack", RED[0])
        assert roll(play, state, die) == ["1d6"]
        assert (state.cell[RED[0]] == DEAD) is (die <= 3)
        assert (state.pinned[RED[0]] == WARRIOR) is (die == 4)
        assert bool(state.flags[RED[0]] & TOSSED) is (die == 5)


def experience_rout_and_cover_modify_attacks() -> None:
    play = field_play()
    setting = play.setting
    state = stand(play, {BLUE[0]: (10, 15), LIEUTENANT: (2, 2), RED[0]: (36, 20)})
    assert close.attack_modifiers(setting, state, "warrior", BLUE[0]) == ("greenhorn",)
    state.mood[BLUE_TEAM] = ROUT
    assert close.attack_modifiers(setting, state, "warrior", BLUE[0]) == ("greenhorn", "routing")
    assert close.attack_modifiers(setting, state, "flying-warrior", LIEUTENANT) == ("veteran", "hard-cover")
    # A trench is open from above.
    assert close.attack_modifiers(setting, state, "warrior", RED[0]) == ("hard-cover",)
    assert close.attack_modifiers(setting, state, "flying-warrior", RED[0]) == ()


def a_warrior_that_cuts_somebody_in_half_may_attack_another_within_six_inches() -> None:
    play = field_play()
    places = {RED[0]: (10, 15), RED[1]: (15, 15), BLUE[0]: (24, 15), WARRIOR: (12, 15)}
    state = stand(play, places, ("attack", WARRIOR), STOP)
    act(play, state, "attack", RED[0])
    roll(play, state, 1)
    assert set(play.actions(state, next_decision(play, state))) == {("stop",), ("attack", RED[1])}


def a_pinned_trooper_dies_in_the_next_close_combat() -> None:
    play = field_play()
    state = stand(play, {**row(RED, (20, 15)), WARRIOR: (22, 15)}, ("attack", WARRIOR), STOP)
    state.pinned[RED[0]] = WARRIOR
    play.next(state)
    assert state.cell[RED[0]] == DEAD
    assert RED[0] not in play.setting.ables(state, RED_TEAM)


def a_pinned_trooper_is_left_wounded_if_his_bug_dies() -> None:
    play = field_play()
    state = stand(play, {**row(RED, (20, 15)), WARRIOR: (22, 15)}, ("volley", RED_TEAM), STOP)
    state.pinned[RED[0]], state.hits[WARRIOR] = WARRIOR, 3
    act(play, state, "fire", WARRIOR, 0)
    roll(play, state, (6, 1, 1, 1, 1))
    assert state.cell[WARRIOR] == DEAD
    assert state.flags[RED[0]] & WOUNDED
    assert state.pinned[RED[0]] == -1
    assert not play.setting.able(state, RED[0])


def a_tossed_trooper_lands_a_die_away_and_does_nothing_for_a_round() -> None:
    play = field_play()
    state = stand(play, {**row(RED, (20, 15)), WARRIOR: (22, 15)}, ("strike", WARRIOR, RED[0]), STOP)
    before = state.cell[RED[0]]
    assert roll(play, state, 5, 6, 9) == ["1d6", "1d6", "1d12"]
    assert play.setting.ground.spots[state.cell[RED[0]]] == (14.5, 15.5)
    assert before != state.cell[RED[0]]
    able = []
    for _ in range(3):
        able.append(play.setting.able(state, RED[0]))
        state.agenda = [("end-round",)]
        play.next(state)
    assert able == [False, False, True]
    assert not state.flags[RED[0]] & GETTING_UP


def a_frenzy_kills_and_takes_the_bugs_a_whole_round() -> None:
    play = field_play()
    for die, raging in ((2, True), (3, False)):
        places = {**row(RED, (20, 15)), WARRIOR: (22, 15), SECOND: (24, 15), THIRD: (30, 15)}
        state = stand(play, places, ("frenzy", RED[0]), STOP)
        assert roll(play, state, die) == ["1d6"]
        assert (state.cell[RED[0]] == DEAD) is raging
        assert [bool(state.flags[bug] & FRENZIED) for bug in (WARRIOR, SECOND, THIRD)] == [
            raging,
            raging,
            False,
        ]
        request = play.next(state)
        assert (isinstance(request, Roll) and request.purpose == "reaction") is raging
        if raging:
            state.agenda = [("end-round",)]
            play.next(state)
            assert state.flags[WARRIOR] & BUSY
            assert play.setting.is_idle(state, WARRIOR)


def flyers_land_carry_off_or_withdraw() -> None:
    play = field_play()
    for die in range(1, 7):
        state = stand(play, {**row(RED, (20, 15)), FLYER: (22, 15)}, ("strike", FLYER, RED[0]), STOP)
        state.inches[FLYER] = 8
        roll(play, state, die)
        assert (state.cell[RED[0]] == DEAD) is (die <= 3)
        assert bool(state.flags[FLYER] & LANDED) is (die in (3, 4))
        assert (state.cell[FLYER] == -1) is (die == 2)
        assert sum(state.kills) == 0
        if die in (1, 6):
            there = next(
                action for action in play.actions(state, next_decision(play, state)) if action[0] == "fly"
            )
            act(play, state, *there)
            assert state.inches[FLYER] == 0
        assert play.setting.moving_kind(state, FLYER) == ("warrior" if die in (3, 4) else "flying-warrior")


# The way home, and points.


def craft_that_are_called_land_in_the_next_round_near_the_radio() -> None:
    play = field_play()
    places = {**row((LIEUTENANT, RADIO), (10, 15)), WARRIOR: (22, 15)}
    state = stand(play, places, ("call",), ("craft",), STOP)
    act(play, state, "call")
    request = play.next(state)
    assert not (isinstance(request, Decision) and request.what == "land")
    state.turn += 1
    state.agenda = [STOP, ("craft",)]
    ground, radio = play.setting.ground, state.cell[RADIO]
    cells = [int(action[1]) for action in options(play, state, "land")]
    assert cells
    for there in cells:
        assert ground.distance(there, radio) <= 12
        assert ground.distance(there, state.cell[WARRIOR]) > 6
        assert ground.is_flat[there]
    act(play, state, "land", cells[0])
    assert sum(state.cell[craft] >= 0 for craft in play.setting.craft) == 3


def nobody_calls_without_a_radio() -> None:
    play = field_play()
    for man, calls in ((RADIO, True), (SERGEANT, False)):
        state = stand(play, row((LIEUTENANT, man), (10, 15)), ("call",), STOP)
        request = play.next(state)
        assert (isinstance(request, Decision) and request.what == "call") is calls


def a_craft_takes_those_beside_it_and_is_away_for_three_rounds() -> None:
    play = field_play()
    state = stand(play, {**row(RED, (10, 15)), BLUE[0]: (20, 15), RADIO: (10, 20)}, ("lift", CRAFT), STOP)
    state.cell[CRAFT] = cell(play, (12, 16))
    act(play, state, "lift")
    assert [state.cell[unit] for unit in RED] == [GONE] * 4
    assert state.cell[BLUE[0]] >= 0
    assert state.ready[CRAFT] == state.turn + 3


def warriors_overrun_a_craft_with_six_fives() -> None:
    play = field_play()
    state = stand(play, {RED[0]: (30, 28), WARRIOR: (10, 15)}, ("attack", WARRIOR), STOP)
    state.cell[CRAFT] = cell(play, (12, 15))
    state.hits[CRAFT] = 5
    twin = state.copy()
    for each, die in ((state, 5), (twin, 4)):
        act(play, each, "attack", CRAFT)
        roll(play, each, die)
    assert state.cell[CRAFT] == DEAD
    assert twin.cell[CRAFT] != DEAD
    assert scores_of(play.setting, state)[1] - scores_of(play.setting, twin)[1] == 5


def points_of_the_mission() -> None:
    play = field_play()
    state = stand(play, {RED[0]: (10, 15)})
    state.kills = [3, 1, 1, 0]
    state.done = [1, 0]
    # Eleven are dead, the lieutenant among them.
    assert list(scores_of(play.setting, state)) == [5 + 5, 10 + 3]
    state.done = [1, 2]
    assert scores_of(play.setting, state)[0] == 5 + 10


def the_brain_bug_is_dragged_up_by_four_once_it_is_unguarded() -> None:
    play = field_play(changes=TUNNELS)
    ground = play.setting.ground
    brain = next(bug for bug in play.setting.bugs if play.setting.units[bug].kind == "brain-bug")
    guard = next(bug for bug in play.setting.bugs if play.setting.units[bug].kind == "warrior")
    below, above = ground.mouths[0][1], ground.mouths[0][0]
    for guarded in (False, True):
        state = stand(play, {}, ("move", RED_TEAM, "tactical", 4.0, 2.0), STOP)
        near = sorted(range(ground.surface, len(ground)), key=lambda each: ground.distance(below, each))
        for unit, there in zip((brain, *RED), near, strict=False):
            state.cell[unit] = there
        state.cell[guard] = near[12] if guarded else DEAD
        assert bool(options(play, state, "drag")) is not guarded
        if not guarded:
            goal = ("drag", above)
            assert goal in options(play, state, "drag")
            before = scores_of(play.setting, state)[0]
            act(play, state, *goal)
            assert ground.distance(state.cell[brain], above) <= 3
            if state.cell[brain] < ground.surface:
                assert scores_of(play.setting, state)[0] - before == 20


def bugs_do_not_fly_below_ground() -> None:
    play = field_play(changes=TUNNELS)
    state = stand(play, {RED[0]: (20, 15)}, ("which", cell(play, (30, 15))), STOP)
    roll(play, state, 5)
    assert roll(play, state, 3) == ["1d3"]
    assert {play.setting.units[bug].kind for bug in play.setting.living(state, play.setting.bugs)} == {
        "warrior"
    }


COMBAT_SCRIPTS = [
    each
    for name, each in list(globals().items())
    if callable(each) and not name.startswith("_") and getattr(each, "__module__", "") == __name__
]
