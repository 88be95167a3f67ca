"""Scripts of Bugged!: situations with given dice, worked examples of the book, and what it says happens."""

from __future__ import annotations

from bugged_field import ANDROIDS, ONE, OTHER, SPITTER, TANK, TWO, WARRIOR, cell, field_play, stand
from play_scripts import act, throw

from builder.games.bugged.play.state import ACTED, DEAD, MOVED, UNKNOWN, State
from builder.playtest.play import Decision


def _next(play, state: State) -> Decision:  # type: ignore[no-untyped-def]
    decision = play.next(state)
    assert isinstance(decision, Decision), decision
    return decision


def _options(play, state: State, name: str) -> set[tuple[str | int, ...]]:  # type: ignore[no-untyped-def]
    return {action for action in play.actions(state, _next(play, state)) if action[0] == name}


# Movement.


def going_up_onto_rocks_costs_five_points_and_seven_with_two_more_hexes() -> None:
    play = field_play()
    state = stand(play, {TWO: "0205"})
    act(play, state, "unit", TWO)
    state.left = 7
    # Easy ground, then rocks a level up, then two hexes of easy ground.
    for label, left in (("0305", 6), ("0404", 2), ("0505", 1), ("0605", 0)):
        act(play, state, "go", cell(play, label))
        play.next(state)
        assert (label, state.left) == (label, left)
    assert not _options(play, state, "go")


def a_unit_cannot_enter_a_hex_for_which_it_has_too_few_points() -> None:
    play = field_play()
    state = stand(play, {TWO: "1306"})
    act(play, state, "unit", TWO)
    state.left = 2
    assert ("go", cell(play, "1305")) not in _options(play, state, "go")
    state.left = 3
    assert ("go", cell(play, "1305")) in _options(play, state, "go")


def what_a_unit_carries_slows_it() -> None:
    play = field_play()
    state = stand(play, {ONE: "0205"})
    state.bearer[0] = ONE
    act(play, state, "unit", ONE)
    assert state.left == 5


# Combat.


def a_tie_fails_and_more_hits() -> None:
    play = field_play()
    for dodge, wounds in ((12, 2), (11, 1)):
        state = stand(play, {ONE: "0405", SPITTER: "0705"})
        act(play, state, "unit", ONE)
        act(play, state, "shoot", SPITTER)
        assert throw(play, state, 12, dodge) == ["4d6", "3d6"]
        if dodge < 12:
            assert throw(play, state, 9, 8) == ["3d6", "3d6"]
        play.next(state)
        assert state.wounds[SPITTER] == wounds


def damage_of_double_the_armor_causes_two_wounds() -> None:
    play = field_play()
    for armor, place in ((6, "1005"), (5, DEAD)):
        state = stand(play, {ONE: "0405", SPITTER: "1005"})
        act(play, state, "unit", ONE)
        act(play, state, "shoot", SPITTER)
        throw(play, state, 12, 6, 11, armor)
        play.next(state)
        assert state.cell[SPITTER] == (DEAD if place == DEAD else cell(play, "1005"))
        assert state.wounds[SPITTER] == (0 if place == DEAD else 1)


def a_destroyed_unit_is_worth_a_victory_point_for_each_ten_points() -> None:
    play = field_play()
    state = stand(play, {ONE: "0405", SPITTER: "0605"})
    act(play, state, "unit", ONE)
    act(play, state, "shoot", SPITTER)
    throw(play, state, 20, 3, 18, 3)
    play.next(state)
    assert state.scores == [7, 0]


def every_five_hexes_cost_a_die() -> None:
    play = field_play()
    for label, dice in (("0805", "4d6"), ("0905", "3d6"), ("1405", "2d6")):
        state = stand(play, {ONE: "0405", SPITTER: label})
        act(play, state, "unit", ONE)
        act(play, state, "shoot", SPITTER)
        assert throw(play, state, 9) == [dice]


def a_unit_with_no_dice_left_cannot_fire() -> None:
    play = field_play(changes=(("unit: veteran-marine", "unit: recruit"), ("columns: 15", "columns: 18")))
    state = stand(play, {ONE: "0108", SPITTER: "1608"})
    act(play, state, "unit", ONE)
    assert not _options(play, state, "shoot")


def a_unit_fires_once_a_turn_before_or_after_it_moves() -> None:
    play = field_play()
    state = stand(play, {ONE: "0405", SPITTER: "1005"})
    act(play, state, "unit", ONE)
    act(play, state, "shoot", SPITTER)
    throw(play, state, 4, 20)
    assert _options(play, state, "go")
    assert not _options(play, state, "shoot")
    state = stand(play, {ONE: "0405", SPITTER: "1005"})
    state.flags[SPITTER] = ACTED
    act(play, state, "unit", ONE)
    act(play, state, "go", cell(play, "0506"))
    act(play, state, "shoot", SPITTER)
    throw(play, state, 4, 20)
    assert not _options(play, state, "go")


def nobody_fires_at_a_unit_next_to_its_enemy() -> None:
    play = field_play()
    state = stand(play, {ONE: "0405", TWO: "0905", SPITTER: "1005", WARRIOR: "1306"})
    act(play, state, "unit", ONE)
    assert _options(play, state, "shoot") == {("shoot", WARRIOR)}


def higher_ground_hides_units_that_are_not_at_its_edge() -> None:
    sees = field_play().setting.ground.board.sees
    play = field_play()
    one, two, three = (cell(play, label) for label in ("0903", "1301", "1201"))
    assert not sees(one, two)
    assert not sees(one, three)


# Melee.


def the_lower_unit_has_a_die_less_in_melee() -> None:
    play = field_play()
    for own, other, dice in (("1002", "1103", "3d6"), ("1103", "1002", "4d6"), ("0606", "0607", "4d6")):
        state = stand(play, {ONE: own, WARRIOR: other})
        act(play, state, "unit", ONE)
        act(play, state, "strike", WARRIOR)
        assert throw(play, state, 4, 20) == [dice, "4d6"]


def units_two_levels_apart_do_not_fight() -> None:
    play = field_play()
    state = stand(play, {ONE: "1301", WARRIOR: "1201"})
    act(play, state, "unit", ONE)
    assert not _options(play, state, "strike")


def a_vehicle_does_not_fight_in_melee_but_can_be_attacked() -> None:
    play = field_play()
    state = stand(play, {TANK: "0606", WARRIOR: "0607"})
    act(play, state, "unit", TANK)
    assert not _options(play, state, "strike")
    act(play, state, "end")
    act(play, state, "face", 0)
    act(play, state, "unit", WARRIOR)
    act(play, state, "strike", TANK)
    assert throw(play, state, 13, 8, 15, 18) == ["4d6", "2d6", "4d6", "5d6"]
    assert state.wounds[TANK] == 3


# Opportunity fire.


def opportunity_fire_costs_the_action_and_the_mover_goes_on() -> None:
    play = field_play()
    state = stand(play, {ONE: "0606", SPITTER: "1206/NW", WARRIOR: "1506"})
    act(play, state, "unit", ONE)
    act(play, state, "go", cell(play, "0705"))
    assert _next(play, state).what == "react"
    act(play, state, "interrupt", SPITTER)
    assert throw(play, state, 10, 12) == ["3d6", "4d6"]
    assert state.flags[SPITTER] & ACTED
    assert _next(play, state).what == "act"
    assert state.left == 5
    # No second shot at the same unit in this turn.
    state.flags[SPITTER] = 0
    act(play, state, "go", cell(play, "0604"))
    assert _next(play, state).what == "act"


def opportunity_fire_needs_the_arc_and_a_unit_that_has_not_acted() -> None:
    play = field_play()
    for place, flags in (("1206/SE", 0), ("1206/NW", ACTED)):
        state = stand(play, {ONE: "0606", SPITTER: place})
        state.flags[SPITTER] = flags
        act(play, state, "unit", ONE)
        act(play, state, "go", cell(play, "0705"))
        assert _next(play, state).what == "act"


def firing_draws_no_opportunity_fire() -> None:
    play = field_play()
    state = stand(play, {ONE: "0606", SPITTER: "1206/NW"})
    act(play, state, "unit", ONE)
    act(play, state, "shoot", SPITTER)
    throw(play, state, 4, 10)
    assert _next(play, state).what == "act"


def tracker_lets_a_second_unit_fire_at_the_same_target() -> None:
    play = field_play(changes=ANDROIDS)
    state = stand(play, {ONE: "0606", WARRIOR: "1206/NW", OTHER: "1207/NW"})
    act(play, state, "unit", ONE)
    act(play, state, "go", cell(play, "0705"))
    act(play, state, "interrupt", WARRIOR)
    throw(play, state, 4, 10)
    assert _next(play, state).what == "track"
    act(play, state, "interrupt", OTHER)
    throw(play, state, 4, 10)
    assert play.setting.count(state, 1, "tracker") == 0
    assert state.flags[OTHER] & ACTED
    assert _next(play, state).what == "act"


# Vehicles.


def a_tank_that_moves_four_hexes_rams_with_four_and_seven_dice() -> None:
    play = field_play()
    state = stand(play, {TANK: "0206", WARRIOR: "0706"})
    act(play, state, "unit", TANK)
    act(play, state, "ram", WARRIOR)
    assert throw(play, state, 20, 10, 18, 9) == ["4d6", "4d6", "7d6", "3d6"]
    play.next(state)
    assert state.cell[WARRIOR] == DEAD
    assert state.cell[TANK] == cell(play, "0706")


def more_than_six_hexes_of_a_ramming_move_do_not_count() -> None:
    play = field_play()
    state = stand(play, {TANK: "0206", WARRIOR: "1006"})
    act(play, state, "unit", TANK)
    act(play, state, "ram", WARRIOR)
    assert throw(play, state, 20, 10, 18) == ["6d6", "4d6", "9d6"]


def a_unit_that_dodges_moves_out_of_the_way() -> None:
    play = field_play()
    state = stand(play, {TANK: "0206", WARRIOR: "0706"})
    act(play, state, "unit", TANK)
    act(play, state, "ram", WARRIOR)
    throw(play, state, 10, 10)
    decision = act(play, state, "to", cell(play, "0705"))
    assert (decision.side, decision.what) == ("second", "evade")
    play.next(state)
    assert state.cell[TANK] == cell(play, "0706")
    assert not _options(play, state, "go")


def units_ride_and_are_destroyed_with_their_vehicle() -> None:
    play = field_play()
    state = stand(play, {ONE: "0405", TANK: "0606", WARRIOR: "0607"})
    act(play, state, "unit", ONE)
    act(play, state, "board", TANK)
    play.next(state)
    assert (state.aboard[ONE], state.left) == (TANK, 4)
    assert state.flags[ONE] & MOVED
    act(play, state, "end")
    act(play, state, "unit", WARRIOR)
    act(play, state, "strike", TANK)
    state.wounds[TANK] = 1
    throw(play, state, 20, 5, 20, 5)
    play.next(state)
    assert state.cell[TANK] == state.cell[ONE] == DEAD


def units_get_out_without_penalty() -> None:
    play = field_play()
    state = stand(play, {ONE: "0606", TANK: "0606"})
    state.aboard[ONE] = TANK
    act(play, state, "unit", ONE)
    act(play, state, "go", cell(play, "0706"))
    play.next(state)
    assert state.cell[ONE] == cell(play, "0706")
    assert (state.aboard[ONE], state.left) == (-1, 5)


# The sequence of play.


def a_tie_of_initiative_is_rolled_again_and_the_winner_chooses() -> None:
    play = field_play()
    state = stand(play, {ONE: "0206", WARRIOR: "1406"})
    state.agenda = []
    state.turn = 0
    state.push(("turn",))
    throw(play, state, 4, 4, 2, 5)
    assert act(play, state, "second").side == "second"
    assert _next(play, state).side == "first"


def players_take_turns_until_all_units_have_acted_once() -> None:
    play = field_play()
    state = stand(play, {ONE: "0206", WARRIOR: "1406", OTHER: "1407", SPITTER: "1405"})
    order = []
    for _ in range(4):
        decision = _next(play, state)
        order.append(decision.side)
        act(play, state, *play.actions(state, decision)[0])
        act(play, state, "end")
        step = play.next(state)
        if isinstance(step, Decision) and step.what == "face":
            act(play, state, "face", 0)
    assert order == ["first", "second", "second", "second"]


# Action cards.


def a_swarm_of_two_warriors_rolls_eight_dice() -> None:
    play = field_play()
    state = stand(play, {ONE: "0606", WARRIOR: "0607", OTHER: "0605"}, mover=1)
    act(play, state, "unit", WARRIOR)
    act(play, state, "swarm", ONE)
    act(play, state, "join", OTHER)
    assert throw(play, state, 20, 10, 30, 10) == ["8d6", "4d6", "8d6", "3d6"]
    play.next(state)
    assert state.flags[WARRIOR] & state.flags[OTHER] & ACTED
    assert play.setting.count(state, 1, "swarm") == 0


def a_unit_that_tunnels_can_be_shot_at_from_the_next_hex() -> None:
    play = field_play()
    state = stand(play, {ONE: "0606/N", WARRIOR: "1408"}, mover=1)
    act(play, state, "unit", WARRIOR)
    act(play, state, "tunnel-trap", -1)
    act(play, state, "unit", WARRIOR)
    act(play, state, "to", cell(play, "0605"))
    assert ("interrupt", ONE) in _options(play, state, "interrupt")
    act(play, state, "interrupt", ONE)
    assert throw(play, state, 4, 10) == ["4d6", "4d6"]
    assert ("strike", ONE) in _options(play, state, "strike")


def telepathy_needs_more_than_the_armor_and_uses_up_a_unit() -> None:
    play = field_play(changes=ANDROIDS)
    for armor, owner in ((14, 0), (13, 1)):
        state = stand(play, {ONE: "0206", TWO: "0207", WARRIOR: "1406", OTHER: "1407"}, mover=1)
        act(play, state, "unit", WARRIOR)
        act(play, state, "telepathy", ONE)
        assert throw(play, state, 14, armor) == ["4d6", "4d6"]
        play.next(state)
        assert state.flags[WARRIOR] & ACTED
        assert state.owner[ONE] == owner
        assert state.hands[1] == 1


def a_unit_that_transforms_does_nothing_else() -> None:
    play = field_play(changes=ANDROIDS)
    state = stand(play, {ONE: "0206", WARRIOR: "1406"})
    siege = next(number for number, kind in enumerate(play.setting.kinds) if kind.slug == "siege-android")
    act(play, state, "unit", ONE)
    act(play, state, "transform", siege)
    assert _next(play, state).side == "second"
    assert (state.kind[ONE], state.wounds[ONE]) == (siege, 3)


def a_nuke_drifts_and_hits_friends_too() -> None:
    play = field_play()
    state = stand(play, {ONE: "0406", TWO: "0407", WARRIOR: "0409", OTHER: "1406"})
    act(play, state, "unit", ONE)
    act(play, state, "nuke-em", -1)
    act(play, state, "at", cell(play, "0410"))
    # Direction 1 is the top hexside.
    assert throw(play, state, 1, 2) == ["1d6", "1d6"]
    assert throw(play, state, 20, 25, 20, 15, 20, 8) == ["8d6", "3d6"] * 3
    play.next(state)
    assert [state.wounds[unit] for unit in (ONE, TWO, WARRIOR, OTHER)] == [2, 1, 0, 2]


def revenge_explodes_where_the_unit_was() -> None:
    play = field_play()
    state = stand(play, {ONE: "0606", TWO: "0206", WARRIOR: "0607"}, mover=1)
    state.wounds[ONE] = 1
    act(play, state, "unit", WARRIOR)
    act(play, state, "strike", ONE)
    throw(play, state, 20, 5, 12, 8)
    act(play, state, "revenge")
    assert throw(play, state, 12, 8) == ["4d6", "3d6"]
    assert state.wounds[WARRIOR] == 1
    assert state.hands == [1, 2]


def destruct_can_be_chosen() -> None:
    play = field_play(changes=ANDROIDS)
    state = stand(play, {ONE: "0606", TWO: "0206", WARRIOR: "0607"})
    act(play, state, "unit", ONE)
    act(play, state, "destruct", -1)
    assert throw(play, state, 18, 9) == ["5d6", "3d6"]
    play.next(state)
    assert state.cell[ONE] == state.cell[WARRIOR] == DEAD


def a_card_is_used_once() -> None:
    play = field_play()
    state = stand(play, {ONE: "0406", TWO: "0206", WARRIOR: "1406"})
    act(play, state, "unit", ONE)
    act(play, state, "nuke-em", -1)
    act(play, state, "at", cell(play, "1506"))
    throw(play, state, 3, 6)
    assert not _options(play, state, "nuke-em")


def the_opponent_sees_how_many_cards_a_player_has_but_not_which() -> None:
    play = field_play()
    state = stand(play, {ONE: "0406", WARRIOR: "1406"})
    state.bearer[0] = ONE
    count = len(play.setting.cards)
    theirs = play.view(state, "second").state
    assert theirs.hands == [2, 2]
    assert theirs.cards[:count] == [UNKNOWN] * count
    assert theirs.cards[count:] == state.cards[count:]
    assert theirs.bearer == [UNKNOWN]
    assert play.view(state, "first").state.bearer == [ONE]


# Things.


def what_a_destroyed_unit_carried_is_taken_by_whoever_enters_its_hex() -> None:
    play = field_play()
    state = stand(play, {ONE: "0606", TWO: "0206", WARRIOR: "0607"}, mover=1)
    state.bearer[0], state.wounds[ONE] = ONE, 1
    act(play, state, "unit", WARRIOR)
    act(play, state, "strike", ONE)
    throw(play, state, 20, 5, 12, 8)
    act(play, state, "hold")
    play.next(state)
    assert (state.bearer, state.lying) == ([-1], [cell(play, "0606")])
    state.flags[WARRIOR], state.hexes, state.agenda[-1:] = 0, 0, [("act", WARRIOR)]
    act(play, state, "go", cell(play, "0606"))
    play.next(state)
    assert state.bearer == [WARRIOR]


def adjacent_units_hand_things_over() -> None:
    play = field_play()
    state = stand(play, {ONE: "0606", TWO: "0607"})
    state.bearer[0] = ONE
    act(play, state, "unit", ONE)
    act(play, state, "hand", 0, TWO)
    assert state.bearer == [TWO]


SCRIPTS = [
    value
    for name, value in list(globals().items())
    if callable(value) and getattr(value, "__module__", "") == __name__ and not name.startswith("_")
]
