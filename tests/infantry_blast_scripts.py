"""Scripts of Advanced Infantry: explosives, fire, smoke, breaches, jet packs, morale, things and work."""

from __future__ import annotations

from infantry_field import (
    BREN,
    FLAME,
    GUARD,
    GUNNER,
    HELPER,
    KITE,
    LAUNCHER,
    LEADER,
    LMG,
    MATE,
    ROCKET,
    ROOKIE,
    aim,
    cell,
    field_play,
    go,
    options,
    stand,
)
from play_scripts import act, throw

from builder.games.advanced_infantry.play.rules import blasts
from builder.games.advanced_infantry.play.rules.fire import to_hit
from builder.games.advanced_infantry.play.state import (
    ACTED,
    COWERS,
    DEAD,
    FLYING,
    LEFT,
    PRONE,
    WEARS_PACK,
)  # fmt: skip
from builder.playtest.play import Decision

# Explosives.


def a_burst_does_less_damage_at_each_dot() -> None:
    play = field_play()
    state = stand(play, {ROOKIE: "0113", LEADER: "0313", HELPER: "0513", ROCKET: "1013"}, side=1)
    act(play, state, "unit", ROCKET)
    act(play, state, "burst", 0, cell(play, "0113"))
    assert throw(play, state, 7) == ["2d6"]
    play.next(state)
    assert (state.cell[ROOKIE], state.damage[LEADER], state.damage[HELPER]) == (DEAD, 2, 0)
    assert state.left[ROCKET] == 5


def a_miss_scatters_one_dot_and_a_hand_grenade_two() -> None:
    play = field_play()
    state = stand(play, {ROOKIE: "0113", ROCKET: "1013"}, side=1)
    act(play, state, "unit", ROCKET)
    act(play, state, "burst", 0, cell(play, "0113"))
    # The first direction is north.
    assert throw(play, state, 6, 1) == ["2d6", "1d6"]
    play.next(state)
    assert state.damage[ROOKIE] == 4
    state = stand(play, {ROOKIE: "0113", ROCKET: "0513"}, side=1)
    act(play, state, "unit", ROCKET)
    act(play, state, "burst", 1, cell(play, "0113"))
    throw(play, state, 6, 1)
    play.next(state)
    assert state.damage[ROOKIE] == 1


def water_makes_bursts_worse() -> None:
    play = field_play()
    state = stand(play, {ROOKIE: "0709", ROCKET: "1311"}, side=1)
    state.agenda.append(("bang", cell(play, "0708"), "grenade-launcher", 1, -1))
    play.next(state)
    assert state.damage[ROOKIE] == 4


def high_walls_stop_bursts_and_low_ones_do_not() -> None:
    play = field_play()
    for burst, there, damage in (("1403", "1404", 0), ("1303", "1304", 2), ("1709", "1809", 0)):
        state = stand(play, {ROOKIE: there, ROCKET: "2414"}, side=1)
        state.agenda.append(("bang", cell(play, burst), "grenade-launcher", 1, -1))
        play.next(state)
        assert (burst, state.damage[ROOKIE]) == (burst, damage), there


def windows_stop_fire_but_not_explosives() -> None:
    play = field_play()
    for weapon, damage in (("grenade-launcher", 2), ("incendiary-grenade", 0)):
        state = stand(play, {ROOKIE: "1908", ROCKET: "2414"}, side=1)
        state.agenda.append(("bang", cell(play, "1907"), weapon, 1, -1))
        play.next(state)
        assert (weapon, state.damage[ROOKIE]) == (weapon, damage)


def rounds_run_out_and_extra_ammunition_doubles_them() -> None:
    play = field_play()
    state = stand(play, {ROOKIE: "0113", LAUNCHER: "1013", ROCKET: "1113"}, side=1)
    first = play.setting.troopers
    assert state.rounds[first[LAUNCHER].first_round + 1] == 8
    assert state.rounds[first[ROCKET].first_round] == 2
    state.rounds[first[ROCKET].first_round] = 1
    act(play, state, "unit", ROCKET)
    act(play, state, "burst", 0, cell(play, "0113"))
    throw(play, state, 7)
    assert not any(action[1] == 0 for action in options(play, state, "burst", "breach"))


# Fire and smoke.


def incendiaries_light_every_dot_that_they_reach() -> None:
    play = field_play()
    state = stand(play, {ROOKIE: "1105", FLAME: "1605"}, side=1)
    act(play, state, "unit", FLAME)
    act(play, state, "burst", 0, cell(play, "1105"))
    throw(play, state, 9)
    play.next(state)
    assert state.damage[ROOKIE] == 2
    assert len(state.fires) == 7
    # Brush burns for two complete turns; bare ground goes out at the end of the turn.
    assert dict(state.fires)[cell(play, "1105")] == 3
    assert set(dict(state.fires).values()) == {1, 3}


def fire_hurts_who_enters_and_worse_who_stays() -> None:
    play = field_play()
    state = stand(play, {LEADER: "0113", ROOKIE: "0115"})
    state.fires = [(cell(play, "0213"), 3)]
    act(play, state, "unit", LEADER)
    go(play, state, "0213")
    assert state.damage[LEADER] == 1
    act(play, state, "end")
    play.next(state)
    assert state.cell[LEADER] == DEAD


def a_cloud_grows_after_a_turn_and_goes_after_twelve() -> None:
    play = field_play()
    state = stand(play, {LEADER: "0413", GUARD: "1013"})
    act(play, state, "unit", LEADER)
    (target, *_) = [action for action in options(play, state, "burst") if action[1] == 2]
    act(play, state, *target)
    throw(play, state, 12)
    play.next(state)
    assert len(play.setting.smoke(state)) == 7
    act(play, state, "end")
    sizes = []
    for turn in range(1, 15):
        state.turn, state.agenda = turn, [("end-part", 0)]
        play.agenda.next(play.setting, state)
        sizes.append(len(play.setting.smoke(state)))
    assert sizes[0] == 7
    assert set(sizes[1:13]) == {19}
    assert sizes[13] == 0


def smoke_stops_at_high_walls() -> None:
    play = field_play()
    state = stand(play, {LEADER: "0413"})
    state.clouds = [(cell(play, "1709"), 0, 0, 1)]
    smoke = play.setting.smoke(state)
    assert cell(play, "1708") in smoke
    assert cell(play, "1809") not in smoke


# Large targets.


def a_wall_is_easier_to_hit_and_falls_when_its_damage_exceeds_its_toughness() -> None:
    play = field_play()
    setting = play.setting
    wall = next(
        number for number, each in enumerate(setting.ground.structures) if each.title == "Wall" and each.edges
    )
    state = stand(play, {ROOKIE: "0113", ROCKET: "1301"}, side=1)
    cell_of = setting.breaches.face_of(wall, state.cell[ROCKET])
    assert blasts.target_number(setting, state, ROCKET, cell_of, "rocket-launcher") == 7
    assert blasts.target_number(setting, state, ROCKET, cell_of, "rocket-launcher", large=True) == 5
    for cracks, falls in ((8, False), (16, True)):
        state.agenda.append(("bang", cell_of, "rocket-launcher", 1, wall))
        play.next(state)
        assert (state.cracks[wall], wall in state.holes) == (cracks, falls)
    one, other = cell(play, "1303"), cell(play, "1304")
    assert setting.ground.cost_of(one, other, setting.holes(state)) == 3
    assert not setting.sight.sees(one, other)
    assert setting.sight.sees(one, other, setting.holes(state))


def a_felled_tree_is_rough_ground() -> None:
    play = field_play()
    setting = play.setting
    near, tree = cell(play, "1108"), cell(play, "1109")
    state = stand(play, {ROOKIE: "0113", ROCKET: "1301"}, side=1)
    assert setting.ground.cost_of(near, tree) == 0
    state.agenda.append(("bang", near, "light-anti-tank-weapon", 1, -1))
    play.next(state)
    assert not state.holes
    state.agenda.append(("bang", near, "light-anti-tank-weapon", 1, -1))
    play.next(state)
    assert setting.ground.cost_of(near, tree, setting.holes(state)) == 3


# Jet packs.


def a_flight_is_six_to_sixteen_dots_and_a_level_for_each_three() -> None:
    play = field_play()
    state = stand(play, {KITE: "0509"})
    act(play, state, "unit", KITE)
    flights = {action[1] for action in options(play, state, "fly")}
    far = play.setting.ground.far[state.cell[KITE]]
    assert {int(far[each]) for each in flights} == set(range(6, 17))
    # The roof of the hut is two floors up; there is no landing inside.
    assert cell(play, "1808/2") in flights
    assert cell(play, "1808") not in flights
    act(play, state, "fly", cell(play, "1808/2"))
    play.next(state)
    assert (state.left[KITE], state.cell[KITE]) == (5, cell(play, "1808/2"))
    assert not options(play, state, "fly")
    # From the edge of the roof, six dots allow two levels down; there is no flight from inside.
    state = stand(play, {KITE: "1909"})
    act(play, state, "unit", KITE)
    assert not options(play, state, "fly")


def a_kite_who_is_hit_falls_prone() -> None:
    play = field_play()
    state = stand(play, {KITE: "0513", BREN: "1713"})
    aim(play, state, LMG, "W")
    act(play, state, "unit", KITE)
    act(play, state, "fly", cell(play, "1313"))
    decision = play.next(state)
    assert isinstance(decision, Decision)
    assert to_hit(play.setting, state, BREN, KITE, "light-machine-gun") == 9
    act(play, state, "react", BREN)
    throw(play, state, 9)
    play.next(state)
    assert state.flags[KITE] & PRONE
    assert not state.flags[KITE] & FLYING
    assert 0 <= state.cell[KITE] != cell(play, "1313")
    assert state.damage[KITE] == 5


def a_kite_drops_a_grenade_on_eight_or_more() -> None:
    play = field_play()
    for total, damage in ((8, 3), (7, 1)):
        state = stand(play, {KITE: "0513", GUARD: "0913"})
        act(play, state, "unit", KITE)
        act(play, state, "fly", cell(play, "1313"))
        act(play, state, "drop", cell(play, "0913"))
        throw(play, state, total, *([1] if total < 8 else []))
        play.next(state)
        assert (total, state.damage[GUARD]) == (total, damage)
        assert state.cell[KITE] == cell(play, "1313")
        assert state.left[KITE] == 1


def packs_are_taken_off_put_on_and_handed_over() -> None:
    play = field_play()
    state = stand(play, {KITE: "0513", ROOKIE: "0514"})
    act(play, state, "unit", KITE)
    act(play, state, "pack", ROOKIE)
    assert state.left[KITE] == 2
    assert state.flags[ROOKIE] & WEARS_PACK
    assert play.setting.points(state, ROOKIE) == 7
    act(play, state, "end")
    act(play, state, "unit", ROOKIE)
    act(play, state, "doff")
    assert state.left[ROOKIE] == 4
    assert state.packs == [cell(play, "0514")]


# Morale.


def morale_is_checked_from_the_fourth_death() -> None:
    play = field_play()
    # Four dead and a living leader: 7 - 2 for a regular, 9 - 2 for a green trooper.
    for dead, total, cowers in ((3, None, False), (4, 5, False), (4, 4, True), (6, 7, False), (6, 6, True)):
        state = stand(play, {LEADER: "0113", MATE: "0114"})
        state.squad_dead = [dead, 0]
        state.agenda = [("activate", 0), ("part", 0)]
        if total is None:
            assert isinstance(play.next(state), Decision)
            continue
        # The veteran leader needs two less.
        assert throw(play, state, total, total) == ["2d6", "2d6"]
        assert (dead, total, bool(state.flags[MATE] & COWERS)) == (dead, total, cowers)
        assert bool(state.flags[MATE] & ACTED) is cowers


def without_its_leader_a_squad_is_shakier() -> None:
    play = field_play()
    state = stand(play, {MATE: "0114"})
    state.squad_dead = [5, 0]
    state.agenda = [("activate", 0), ("part", 0)]
    throw(play, state, 7)
    assert state.flags[MATE] & COWERS


# Things and work.


def things_are_picked_up_handed_over_and_burn() -> None:
    play = field_play()
    state = stand(play, {LEADER: "0605", ROOKIE: "0604", GUARD: "1313"})
    act(play, state, "unit", LEADER)
    go(play, state, "0705")
    act(play, state, "pick-up", 0)
    assert (state.bearer, state.lying, state.left[LEADER]) == ([LEADER], [-1], 3)
    state.left[LEADER] = 10
    assert not options(play, state, "arc")
    act(play, state, "hand", 0, ROOKIE)
    assert state.bearer == [ROOKIE]


def work_is_counted_in_action_points() -> None:
    play = field_play()
    state = stand(play, {LEADER: "1208", ROOKIE: "1209", GUARD: "2313"})
    act(play, state, "unit", LEADER)
    act(play, state, "work", 0)
    assert state.work[-1] == 11
    act(play, state, "end")
    act(play, state, "unit", ROOKIE)
    act(play, state, "work", 0)
    assert (state.work[-1], state.left[ROOKIE]) == (12, 8)
    act(play, state, "end")
    play.next(state)
    assert state.done == [1]


# Effects of a scenario.

_BOX = "effects: [{item: box, title: the box, in: swamp, pick_up: 4}]"
EFFECTS = (
    (
        _BOX,
        _BOX[:-1]
        + ", {doors: [1809/1709], stay: barred, plus: 4}, {bans: weapon/heavy-machine-gun, in: drain},"
        " {modifier: to-hit-modifiers/smoke, over: shallow-water}, {leave: west, who: attackers}]",
    ),
)


def a_barred_door_is_forced_from_outside_and_stays_open() -> None:
    play = field_play(changes=EFFECTS)
    state = stand(play, {LEADER: "1709", ROOKIE: "1609", MATE: "1909"})
    act(play, state, "unit", LEADER)
    go(play, state, "1809")
    assert state.moved[LEADER] == 5
    act(play, state, "end")
    act(play, state, "unit", ROOKIE)
    go(play, state, "1709")
    go(play, state, "1810")
    assert state.moved[ROOKIE] == 3
    state = stand(play, {MATE: "1809"})
    act(play, state, "unit", MATE)
    go(play, state, "1709")
    assert state.moved[MATE] == 1


def a_ban_in_a_place_keeps_a_gun_out_of_it() -> None:
    play = field_play(changes=EFFECTS)
    for unit, may_enter in ((GUNNER, False), (HELPER, False), (LEADER, True)):
        state = stand(play, {GUNNER: "1413", HELPER: "1412"} | {unit: "1413"})
        state.cell[GUNNER] = cell(play, "1413" if unit == GUNNER else "1312")
        act(play, state, "unit", unit)
        assert (("go", cell(play, "1413/-1")) in options(play, state, "go")) is may_enter, unit


def a_modifier_over_water_and_a_way_off_the_map_act() -> None:
    play = field_play(changes=EFFECTS)
    state = stand(play, {LEADER: "0509", GUARD: "0909", ROOKIE: "0113"})
    assert to_hit(play.setting, state, LEADER, GUARD, "rifle") == 10
    act(play, state, "unit", ROOKIE)
    act(play, state, "leave", 3)
    play.next(state)
    assert state.cell[ROOKIE] == LEFT


SCRIPTS = [
    value
    for name, value in list(globals().items())
    if callable(value) and getattr(value, "__module__", "") == __name__ and not name.startswith("_")
]
