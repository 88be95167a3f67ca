"""Scripts of Mobile Infantry: situations with given dice, and what the book says happens."""

from __future__ import annotations

from mobile_combat_scripts import COMBAT_SCRIPTS
from mobile_field import (
    BLUE,
    BLUE_TEAM,
    COMMAND,
    FLYER,
    LIEUTENANT,
    RADIO,
    RED,
    RED_TEAM,
    SECOND,
    SERGEANT,
    STOP,
    TANK,
    THIRD,
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

from builder.games.mobile_infantry.play.rules.presence import place_of, presence_modifiers
from builder.games.mobile_infantry.play.rules.reactions import modifiers_of
from builder.games.mobile_infantry.play.rules.spotting import spotting_modifiers
from builder.games.mobile_infantry.play.state import (
    FALL_BACK,
    GUNG_HO,
    NO_ADVANCE,
    ORDERS,
    ROUT,
    WOUNDED,
    State,
)
from builder.playtest.play import Decision, Roll

# Movement.


def a_march_is_six_inches_and_three_in_bad_going() -> None:
    play = field_play()
    state = stand(play, {RED[0]: (15, 22)}, ("march", RED_TEAM), STOP)
    cells = {action[1] for action in options(play, state, "go")}
    ground = play.setting.ground
    away = {there: ground.distance(state.cell[RED[0]], there) for there in cells}
    assert 5 < max(away.values()) <= 6
    marsh = [there for there in cells if "marsh" in ground.kinds[there]]
    assert marsh
    assert max(away[there] for there in marsh) <= 3
    # Beyond the marsh is as slow as in it.
    assert not any(ground.spots[there][0] > 22 for there in cells)


def a_tactical_move_is_a_die_less_two_in_bad_going() -> None:
    play = field_play()
    for die, far in ((4, 4.0), (2, 2.0)):
        state = stand(play, {RED[0]: (10, 15)}, ("advance", RED_TEAM), STOP)
        assert roll(play, state, die) == ["1d6"]
        ground = play.setting.ground
        away = [ground.distance(state.cell[RED[0]], int(action[1])) for action in options(play, state, "go")]
        assert far - 1 < max(away) <= far
    state = stand(play, {RED[0]: (20, 22)}, ("advance", RED_TEAM), STOP)
    roll(play, state, 2)
    assert not options(play, state, "go")


def who_helps_a_wounded_comrade_is_two_inches_slower_and_brings_him() -> None:
    play = field_play()
    state = stand(play, row(RED[:2], (10, 15)), ("march", RED_TEAM), STOP)
    state.flags[RED[1]] = WOUNDED
    ground, start = play.setting.ground, state.cell[RED[0]]
    away = {int(action[1]): ground.distance(start, int(action[1])) for action in options(play, state, "go")}
    assert 3.5 < max(away.values()) <= 4
    goal = max(away, key=lambda there: away[there])
    act(play, state, "go", goal)
    assert ground.distance(state.cell[RED[1]], goal) <= 3


def a_command_team_stays_near_a_fire_team() -> None:
    play = field_play()
    state = stand(play, {LIEUTENANT: (10, 15), RED[0]: (15, 15)}, ("march", COMMAND), STOP)
    ground = play.setting.ground
    cells = [int(action[1]) for action in options(play, state, "go")]
    assert cells
    assert all(ground.distance(there, state.cell[RED[0]]) <= 6 for there in cells)


def a_team_that_may_not_advance_comes_no_nearer_to_any_bug() -> None:
    play = field_play()
    state = stand(play, {RED[0]: (10, 15), WARRIOR: (30, 15)}, ("advance", RED_TEAM), STOP)
    state.mood[RED_TEAM] = NO_ADVANCE
    roll(play, state, 5)
    ground, bug = play.setting.ground, state.cell[WARRIOR]
    before = ground.distance(state.cell[RED[0]], bug)
    cells = [int(action[1]) for action in options(play, state, "go")]
    assert cells
    assert all(ground.distance(there, bug) >= before - 0.01 for there in cells)


def a_warrior_moves_two_dice_less_two_toward_the_nearest_in_sight_and_stops_within_three() -> None:
    play = field_play()
    ground = play.setting.ground
    for moved in (5, 8):
        state = stand(play, {RED[0]: (10, 15), BLUE[0]: (10, 28), WARRIOR: (20, 15)}, ("bug", WARRIOR), STOP)
        before = state.cell[WARRIOR]
        assert _bug_rolls(play, state, moved) == "2d6-2"
        away = ground.distance(before, state.cell[WARRIOR])
        assert away <= moved
        left = ground.distance(state.cell[WARRIOR], state.cell[RED[0]])
        assert left < 10 - moved + 1.5
        assert left > 1.5


def _bug_rolls(play, state: State, total: int) -> str:  # type: ignore[no-untyped-def]
    """Throw one roll with a total after what its notation subtracts."""
    from builder.playtest.play import Thrown

    request = play.next(state)
    assert isinstance(request, Roll), request
    play.thrown(state, request, Thrown(total, (total,)))
    return request.dice


def a_slowed_warrior_moves_half_as_far() -> None:
    play = field_play()
    ground = play.setting.ground
    for hits, least, most in ((1, 7.0, 8.0), (2, 3.0, 4.0)):
        state = stand(play, {RED[0]: (10, 15), WARRIOR: (30, 15)}, ("bug", WARRIOR), STOP)
        state.hits[WARRIOR] = hits
        before = state.cell[WARRIOR]
        assert _bug_rolls(play, state, 8) == "2d6-2"
        assert least <= ground.distance(before, state.cell[WARRIOR]) <= most


def a_flyer_with_two_hits_moves_as_a_slowed_warrior() -> None:
    play = field_play()
    state = stand(play, {RED[0]: (10, 15), FLYER: (30, 15)}, ("bug", FLYER), STOP)
    assert _bug_rolls(play, state, 10) == "3d6"
    state = stand(play, {RED[0]: (10, 15), FLYER: (30, 15)}, ("bug", FLYER), STOP)
    state.hits[FLYER] = 2
    before = state.cell[FLYER]
    assert _bug_rolls(play, state, 8) == "2d6-2"
    assert play.setting.ground.distance(before, state.cell[FLYER]) <= 4


def a_tank_bug_stops_within_twelve_inches() -> None:
    play = field_play()
    state = stand(play, {RED[0]: (10, 15), TANK: (23, 15)}, ("bug", TANK), STOP)
    assert _bug_rolls(play, state, 6) == "1d6"
    assert 11 <= play.setting.ground.distance(state.cell[TANK], state.cell[RED[0]]) <= 12


# Presence and spotting.


def presence_is_easier_by_craft_and_after_a_fight() -> None:
    play = field_play()
    state = stand(play, {RED[0]: (10, 15)}, ("presence",), STOP)
    assert presence_modifiers(play.setting, state) == ("vehicles-or-craft",)
    state.engaged_before = 1
    assert presence_modifiers(play.setting, state) == ("vehicles-or-craft", "engaged-last-turn")
    for die, what in ((3, "whence"), (2, "set up")):
        twin = state.copy()
        roll(play, twin, die)
        assert next_decision(play, twin).what == what


def bugs_appear_on_the_rolled_side_at_the_rolled_distance() -> None:
    play = field_play()
    state = stand(play, {RED[0]: (20, 15)})
    state.heading[RED_TEAM] = cell(play, (30, 15))
    ways = {"ahead": (30, 15), "behind": (10, 15), "left-flank": (20, 5), "right-flank": (20, 25)}
    for location, point in ways.items():
        there = place_of(play.setting, state, RED_TEAM, location, 10)
        assert play.setting.ground.distance(there, cell(play, point)) <= 1
    off = place_of(play.setting, state, RED_TEAM, "ahead", 36)
    assert play.setting.ground.spots[off] == (39.5, 15.5)


def bugs_come_out_of_cover_that_is_near() -> None:
    play = field_play()
    state = stand(play, {RED[0]: (20, 15)}, ("how many", cell(play, (8, 24)), 0, -1), STOP)
    assert roll(play, state, 3) == ["1d3"]
    ground = play.setting.ground
    assert "woods" in ground.kinds[state.cell[WARRIOR]]
    assert sum(state.cell[bug] >= 0 for bug in range(WARRIOR, FLYER)) == 3
    assert state.kinds == [0]


def more_bugs_follow_until_a_five() -> None:
    play = field_play()
    for die, count, open_ in ((1, 2, 1), (3, 1, 1), (5, 1, 0)):
        state = stand(play, {RED[0]: (20, 15), WARRIOR: (30, 25)}, ("follow", 0), STOP)
        make_group(state, [WARRIOR], known_since=1)
        roll(play, state, die)
        if die == 1:
            roll(play, state, 1)
        assert sum(state.cell[bug] >= 0 for bug in range(WARRIOR, FLYER)) == count
        assert state.follows == [open_]


def it_takes_seven_to_spot_bugs_and_a_modifier_to_get_there() -> None:
    play = field_play()
    for die, seen in ((6, True), (5, False)):
        # The team is more than 12 inches from all others: one more.
        state = stand(play, {RED[0]: (1, 10), WARRIOR: (39, 28)}, ("spot", 0), STOP)
        make_group(state, [WARRIOR])
        assert spotting_modifiers(play.setting, state, 0) == ("alone",)
        roll(play, state, die)
        assert bool(state.known_since[0]) is seen


def a_hill_a_command_team_three_bugs_and_equal_distance_help_to_spot() -> None:
    play = field_play()
    places = {LIEUTENANT: (30, 5), RED[0]: (30, 6), WARRIOR: (1, 28), SECOND: (2, 28), THIRD: (1, 27)}
    state = stand(play, places)
    make_group(state, [WARRIOR, SECOND, THIRD])
    modifiers = set(spotting_modifiers(play.setting, state, 0))
    assert {"on-hill", "three-bugs", "equidistant"} <= modifiers
    assert "alone" not in modifiers


def bugs_in_plain_view_within_two_feet_need_no_roll() -> None:
    play = field_play()
    for point, seen in (((30, 15), True), ((35, 15), False)):
        state = stand(play, {RED[0]: (10, 15), WARRIOR: point}, ("noticed",), STOP)
        make_group(state, [WARRIOR])
        play.next(state)
        assert bool(state.known_since[0]) is seen


def nobody_fires_at_bugs_that_are_not_spotted() -> None:
    play = field_play()
    for known_since in (0, 1):
        state = stand(play, {RED[0]: (10, 15), WARRIOR: (20, 15)}, ("volley", RED_TEAM), STOP)
        make_group(state, [WARRIOR], known_since=known_since)
        request = play.next(state)
        assert (isinstance(request, Decision) and request.what == "volley") is bool(known_since)
        seen = play.view(state, "mi").state
        assert (seen.cell[WARRIOR] >= 0) is bool(known_since)
        assert play.view(state, "bug").state.cell[WARRIOR] >= 0


# Reaction tests.


def the_six_results_of_a_test() -> None:
    play = field_play()
    results = {2: FALL_BACK, 3: NO_ADVANCE, 4: ORDERS, 5: ORDERS, 6: GUNG_HO, 1: ROUT}
    places = {**row(RED[:3], (10, 15)), WARRIOR: (20, 15), SECOND: (20, 16)}
    for die, mood in results.items():
        state = stand(play, places, ("test", RED_TEAM), STOP)
        assert modifiers_of(play.setting, state, RED_TEAM) == ()
        roll(play, state, die)
        play.next(state)
        assert state.mood[RED_TEAM] == mood


def the_modifiers_of_a_test() -> None:
    play = field_play()
    setting = play.setting
    state = stand(play, {**row(BLUE, (10, 15)), LIEUTENANT: (10, 20), WARRIOR: (15, 15)})
    assert set(modifiers_of(setting, state, BLUE_TEAM)) == {"greenhorns-first", "outnumber", "leader-near"}
    state = stand(play, {BLUE[0]: (10, 15), WARRIOR: (15, 15)})
    state.tested[BLUE_TEAM], state.past[BLUE_TEAM] = 1, 2
    assert modifiers_of(setting, state, BLUE_TEAM) == ("outnumbered", "casualty", "casualty", "last-man")
    state = stand(play, {**row(BLUE, (10, 15)), WARRIOR: (30, 15)})
    assert modifiers_of(setting, state, BLUE_TEAM) == ("greenhorns-first", "no-bugs-near")


def veterans_choose_one_of_two_dice_but_not_a_rout() -> None:
    play = field_play()
    places = {**row((LIEUTENANT, SERGEANT, RADIO), (10, 15)), WARRIOR: (20, 15), SECOND: (20, 16)}
    state = stand(play, places, ("test", COMMAND), STOP)
    assert roll(play, state, (1, 3)) == ["2d6"]
    play.next(state)
    assert state.mood[COMMAND] == NO_ADVANCE
    state = stand(play, places, ("test", COMMAND), STOP)
    roll(play, state, (2, 6))
    assert {str(action[0]) for action in play.actions(state, next_decision(play, state))} == {
        "fall-back",
        "gung-ho",
    }


def a_rout_is_two_dice_away_from_the_bugs_for_each_man_and_shakes_others() -> None:
    play = field_play()
    places = {**row(RED[:2], (20, 15)), BLUE[0]: (20, 19), WARRIOR: (24, 15), SECOND: (24, 16)}
    state = stand(play, places, ("test", RED_TEAM), STOP)
    before = list(state.cell)
    roll(play, state, 1)
    assert roll(play, state, (4, 4), (2, 3)) == ["2d6", "2d6"]
    assert state.mood[RED_TEAM] == ROUT
    ground = play.setting.ground
    for unit, inches in ((RED[0], 8), (RED[1], 5)):
        assert inches - 1.5 <= ground.distance(before[unit], state.cell[unit]) <= inches
        assert ground.distance(state.cell[unit], state.cell[WARRIOR]) > 5
    # The other team has seen it from less than 12 inches.
    assert isinstance(play.next(state), Roll)
    assert state.agenda[-1] == ("test", BLUE_TEAM)


def bugs_that_come_within_twelve_inches_for_the_first_time_are_a_test() -> None:
    play = field_play()
    for x, tests in ((21, True), (24, False)):
        state = stand(play, {**row(RED, (10, 15)), WARRIOR: (x, 15)}, ("noticed",), STOP)
        request = play.next(state)
        assert (isinstance(request, Roll) and request.purpose == "reaction") is tests
    state = stand(play, {**row(RED, (10, 15)), WARRIOR: (21, 15)}, ("noticed",), STOP)
    state.near[RED_TEAM] = 1
    assert not isinstance(play.next(state), Roll)


def losses_are_a_test() -> None:
    play = field_play()
    state = stand(play, {**row(RED, (10, 15))}, ("losses", 0, 0, 0), STOP)
    state.casualties[RED_TEAM] = 1
    request = play.next(state)
    assert isinstance(request, Roll)
    assert request.purpose == "reaction"


SCRIPTS = [
    *COMBAT_SCRIPTS,
    *(
        each
        for name, each in list(globals().items())
        if callable(each) and not name.startswith("_") and getattr(each, "__module__", "") == __name__
    ),
]
