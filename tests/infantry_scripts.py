"""Scripts of Advanced Infantry: situations with given dice, and what the rules say happens."""

from __future__ import annotations

from infantry_field import (
    BREN,
    CHIEF,
    GUARD,
    GUNNER,
    HELPER,
    HMG,
    KITE,
    LEADER,
    LMG,
    MATE,
    ROOKIE,
    aim,
    cell,
    field_play,
    go,
    options,
    stand,
)
from play_scripts import act, throw

from builder.games.advanced_infantry.play.rules.fire import to_hit
from builder.games.advanced_infantry.play.state import DEAD, ENTANGLED, FLYING, NO_ARC, PRONE  # fmt: skip
from builder.playtest.play import Decision

# Movement.


def each_ground_has_its_price() -> None:
    play = field_play()
    # Rough ground, swamp, shallow and deep water, a trench, brush, a thicket; over a fence and a wall.
    for start, goal, price in (
        ("0603", "0703", 3), ("0605", "0705", 4), ("0609", "0709", 4), ("0611", "0711", 4),
        ("0803", "0903", 3), ("0903", "0904", 1), ("1005", "1105", 1), ("1007", "1107", 3),
        ("1503", "1504", 5), ("1303", "1304", 5), ("0302", "0303", 3), ("1413", "1413/-1", 2),
        ("1413/-1", "1513/-1", 2), ("1908/2", "1908/1", 0), ("1909", "1909/1", 3), ("1709", "1809", 1),
        ("1907", "1908", 5),
    ):  # fmt: skip
        assert play.setting.ground.cost_of(cell(play, start), cell(play, goal)) == price, (start, goal)
    state = stand(play, {LEADER: "0603"})
    act(play, state, "unit", LEADER)
    go(play, state, "0703")
    assert (state.cell[LEADER], state.left[LEADER]) == (cell(play, "0703"), 8)


def nobody_climbs_a_high_wall_or_a_house() -> None:
    play = field_play()
    for one, other in (("1403", "1404"), ("1707", "1808"), ("1810", "1710")):
        assert play.setting.ground.cost_of(cell(play, one), cell(play, other)) == 0


def nobody_spends_more_than_eight_points_on_movement() -> None:
    play = field_play()
    state = stand(play, {LEADER: "0107", KITE: "0109", ROOKIE: "0110"})
    assert [state.left[unit] for unit in (LEADER, KITE, ROOKIE)] == [11, 8, 9]
    act(play, state, "unit", LEADER)
    far = {cell(play, label) for label in ("1006", "1007")}
    assert options(play, state, "go") & {("go", each) for each in far} == set()
    go(play, state, "0507")
    assert (state.left[LEADER], state.moved[LEADER]) == (7, 4)
    assert play.setting.may_move(state, LEADER) == 4


def wire_hurts_and_entangles() -> None:
    play = field_play()
    state = stand(play, {LEADER: "0607"})
    act(play, state, "unit", LEADER)
    act(play, state, "go", cell(play, "0707"))
    assert throw(play, state, 3, 4) == ["1d6", "1d6"]
    assert state.damage[LEADER] == 3
    assert state.flags[LEADER] & ENTANGLED
    assert not options(play, state, "go")
    state.agenda = [("part", 0), ("activate", 0)][::-1]
    assert throw(play, state, 1, 3) == ["1d6", "1d6"]
    assert state.damage[LEADER] == 4
    assert not state.flags[LEADER] & ENTANGLED


def an_unhurt_trooper_survives_the_worst_of_wire() -> None:
    play = field_play()
    state = stand(play, {LEADER: "0607"})
    act(play, state, "unit", LEADER)
    act(play, state, "go", cell(play, "0707"))
    throw(play, state, 6, 1)
    assert state.cell[LEADER] >= 0


def swimmers_neither_fire_nor_throw() -> None:
    play = field_play()
    state = stand(play, {MATE: "0711", GUARD: "0911"})
    act(play, state, "unit", MATE)
    assert not options(play, state, "fire", "burst", "breach", "arc", "prone")


def who_swims_leaves_his_second_weapon_behind() -> None:
    play = field_play()
    state = stand(play, {MATE: "0611", GUARD: "0911"})
    act(play, state, "unit", MATE)
    assert ("burst", 1, cell(play, "0911")) in options(play, state, "burst")
    go(play, state, "0711")
    go(play, state, "0611")
    assert {action[1] for action in options(play, state, "burst")} <= {2}
    barred = field_play("swimming=stay-out")
    state = stand(barred, {MATE: "0611"})
    act(barred, state, "unit", MATE)
    assert ("go", cell(barred, "0711")) not in options(barred, state, "go")


# Direct fire.


def seven_hits_at_short_range_and_nine_at_long() -> None:
    play = field_play()
    for label, total, damage in (("0514", 7, 4), ("0514", 6, 0), ("2714", 9, 4), ("2714", 8, 0)):
        state = stand(play, {LEADER: "0114", GUARD: label})
        act(play, state, "unit", LEADER)
        act(play, state, "fire", GUARD)
        assert throw(play, state, total) == ["2d6"]
        assert (label, state.damage[GUARD]) == (label, damage)
        assert state.left[LEADER] == 7


def damage_costs_points_and_more_than_the_toughness_kills() -> None:
    play = field_play()
    state = stand(play, {LEADER: "0113", ROOKIE: "0114", GUARD: "0513"})
    act(play, state, "unit", LEADER)
    act(play, state, "fire", GUARD)
    throw(play, state, 12)
    assert (state.damage[GUARD], play.setting.points(state, GUARD)) == (4, 6)
    act(play, state, "fire", GUARD)
    throw(play, state, 12)
    assert state.cell[GUARD] == DEAD
    assert state.squad_dead == [0, 1]


def modifiers_add_up() -> None:
    play = field_play()
    state = stand(play, {LEADER: "0614", GUARD: "1014"})
    assert to_hit(play.setting, state, LEADER, GUARD, "rifle") == 7
    state.flags[GUARD] |= PRONE
    assert to_hit(play.setting, state, LEADER, GUARD, "rifle") == 8
    state.flags[LEADER] |= ENTANGLED
    assert to_hit(play.setting, state, LEADER, GUARD, "rifle") == 9
    state.clouds = [(cell(play, "0814"), 0, 1, 1)]
    assert to_hit(play.setting, state, LEADER, GUARD, "rifle") == 12
    state.flags[GUARD] = FLYING
    state.flags[LEADER] = 0
    state.clouds = []
    assert to_hit(play.setting, state, LEADER, GUARD, "rifle") == 9


def water_trenches_brush_and_tunnels_shelter() -> None:
    play = field_play()
    for here, there, number in (
        ("0611", "0711", 8), ("0803", "0903", 8), ("0905", "1105", 9), ("0905", "1305", 9),
        ("1005", "1105", 9), ("1413/-1", "1613/-1", 9), ("0705", "0605", 7), ("0605", "0705", 9),
    ):  # fmt: skip
        state = stand(play, {LEADER: here, GUARD: there})
        assert (here, there, to_hit(play.setting, state, LEADER, GUARD, "rifle")) == (here, there, number)


def fire_covers_like_brush() -> None:
    play = field_play()
    state = stand(play, {LEADER: "0614", GUARD: "1014"})
    state.fires = [(cell(play, "0814"), 3)]
    assert to_hit(play.setting, state, LEADER, GUARD, "rifle") == 9


def nobody_outside_sees_into_a_tunnel() -> None:
    play = field_play()
    state = stand(play, {LEADER: "1512", GUARD: "1513/-1", CHIEF: "1613/-1", HELPER: "1413/-1"})
    act(play, state, "unit", LEADER)
    assert not options(play, state, "fire")
    seen = play.view(stand(play, {LEADER: "1512", GUARD: "1513/-1"}), "attacker").state
    assert seen.cell[GUARD] < 0
    assert play.view(state, "attacker").state.cell[GUARD] >= 0


# Crewed weapons and arcs.


def a_heavy_machine_gun_takes_two_helpers_and_twelve_points() -> None:
    play = field_play()
    state = stand(play, {GUNNER: "0514", HELPER: "0513", MATE: "0613", GUARD: "1314"})
    act(play, state, "unit", GUNNER)
    before = [state.left[unit] for unit in (GUNNER, HELPER, MATE)]
    act(play, state, "set-up", play.setting.ground.arcs.index("E"))
    after = [state.left[unit] for unit in (GUNNER, HELPER, MATE)]
    assert [one - other for one, other in zip(before, after, strict=True)] == [4, 4, 4]
    assert play.setting.gun_in_hand(state, GUNNER) == HMG
    act(play, state, "fire", GUARD)
    throw(play, state, 7)
    assert state.cell[GUARD] == DEAD


def a_gun_is_not_set_up_without_its_crew() -> None:
    play = field_play()
    for places in ({GUNNER: "0507", HELPER: "0506"}, {GUNNER: "0507", HELPER: "0506", MATE: "0807"}):
        state = stand(play, places)
        act(play, state, "unit", GUNNER)
        assert not options(play, state, "set-up")
    state = stand(play, {BREN: "2207"}, side=1)
    act(play, state, "unit", BREN)
    assert len(options(play, state, "set-up")) == 6


def helpers_with_a_part_of_a_gun_do_not_fire() -> None:
    play = field_play()
    state = stand(play, {GUNNER: "0514", HELPER: "0513", MATE: "0613", GUARD: "1314"})
    act(play, state, "unit", HELPER)
    assert state.part[HELPER] == HMG
    assert not options(play, state, "fire", "burst", "arc")
    act(play, state, "end")
    aim(play, state, HMG, "E")
    act(play, state, "unit", MATE)
    assert options(play, state, "fire")
    act(play, state, "end")
    act(play, state, "unit", GUNNER)
    act(play, state, "break-down")
    assert (state.part[HELPER], state.part[MATE]) == (HMG, HMG)
    assert (state.aim[HMG], state.place[HMG]) == (NO_ARC, -1)


def a_gun_fires_only_in_its_arc() -> None:
    play = field_play()
    state = stand(play, {GUNNER: "0514", GUARD: "1314", CHIEF: "0108"})
    aim(play, state, HMG, "E")
    act(play, state, "unit", GUNNER)
    assert options(play, state, "fire") == {("fire", GUARD)}


def who_leaves_a_gun_abandons_it_and_an_enemy_takes_it_over() -> None:
    play = field_play()
    state = stand(play, {GUNNER: "0507", GUARD: "0607"})
    aim(play, state, HMG, "E")
    act(play, state, "unit", GUNNER)
    go(play, state, "0506")
    assert (state.gunner[HMG], state.place[HMG]) == (-1, cell(play, "0507"))
    act(play, state, "end")
    state.agenda = [("act", GUARD)]
    go(play, state, "0507")
    left = state.left[GUARD]
    act(play, state, "take-over", HMG)
    assert (state.gunner[HMG], left - state.left[GUARD]) == (GUARD, 6)
    assert play.setting.gun_in_hand(state, GUARD) == HMG


def a_gun_stays_where_its_gunner_dies() -> None:
    play = field_play()
    state = stand(play, {GUNNER: "0113", LEADER: "0114", GUARD: "0513"}, side=1)
    state.damage[GUNNER] = 6
    act(play, state, "unit", GUARD)
    act(play, state, "fire", GUNNER)
    throw(play, state, 12)
    assert (state.gunner[HMG], state.place[HMG]) == (-1, cell(play, "0113"))


def a_rifle_fires_once_at_who_moves_in_its_arc() -> None:
    play = field_play()
    state = stand(play, {LEADER: "0113", ROOKIE: "0115", GUARD: "0613"}, side=1)
    act(play, state, "unit", GUARD)
    act(play, state, "arc", play.setting.ground.arcs.index("W"))
    assert state.left[GUARD] == 6
    state.agenda = [("act", LEADER)]
    act(play, state, "go", cell(play, "0313"))
    assert act(play, state, "react", GUARD).what == "react"
    assert throw(play, state, 7) == ["2d6"]
    assert state.arc[GUARD] == NO_ARC
    decision = play.next(state)
    assert isinstance(decision, Decision)
    assert decision.what == "act"
    assert (state.damage[LEADER], state.cell[LEADER]) == (4, cell(play, "0313"))


def an_automatic_weapon_keeps_its_arc() -> None:
    for swap, again in (("automatic-fire=each-once", True), ("automatic-fire=once", False)):
        play = field_play(swap)
        state = stand(play, {LEADER: "0113", ROOKIE: "0115", BREN: "0613"})
        aim(play, state, LMG, "W")
        act(play, state, "unit", LEADER)
        act(play, state, "go", cell(play, "0213"))
        act(play, state, "react", BREN)
        throw(play, state, 2)
        go(play, state, "0313")
        act(play, state, "end")
        act(play, state, "unit", ROOKIE)
        act(play, state, "go", cell(play, "0214"))
        decision = play.next(state)
        assert isinstance(decision, Decision)
        assert (decision.what == "react") is again
        assert play.setting.gun_in_hand(state, BREN) == LMG


SCRIPTS = [
    value
    for name, value in list(globals().items())
    if callable(value) and getattr(value, "__module__", "") == __name__ and not name.startswith("_")
]
