"""The worked examples of the book and of the scenarios, played as scripts."""

from __future__ import annotations

import pytest
from bug_hunter_games import LIBRARY, blank, cell, library_play, run, station

from builder.games.bug_hunter.play.rules.air import breach, lose_air
from builder.games.bug_hunter.play.rules.fire import shoot, shot_column, shot_modifiers
from builder.games.bug_hunter.play.rules.tasks import able
from builder.games.bug_hunter.play.state import ASLEEP, FACE_UP, SUBDUED
from builder.games.bug_hunter.play.terrain.reach import ways_of
from builder.playtest.play import Decision

DEAD_AIR, NINTH_HOUR = (
    next(path for path in LIBRARY if path.stem == name) for name in ("dead-air", "ninth-hour")
)
SWARM = (
    ("unit: individual-pred", "unit: swarm-pred"),
    ("species: stranglers", "species: stink-bugs"),
    ("count: 2, dummies: 1", "count: 8, dummies: 0"),
)


def test_three_hexes_and_an_airlock_take_seven_points_a_round_and_four_points() -> None:
    play = station()
    state = blank(play, {0: "0703"})
    ways = ways_of(play.stage, state, 0, 8)
    assert ways.arrivals[cell(play, "0403")].spent == 3
    lock, outside = cell(play, "0303"), cell(play, "0103")
    assert ways.arrivals[lock].spent == 7
    state.at[0] = cell(play, "0203")
    assert outside not in ways_of(play.stage, state, 0, 8).arrivals
    state.push(("task", 0))
    cycles = [("cycle", play.stage.ground.area_of[lock])]
    run(play, state, choose=lambda decision, actions: actions.index(cycles[0]))
    assert state.air[play.stage.ground.area_of[lock]] == 2
    assert ways_of(play.stage, state, 0, 8).arrivals[outside].spent == 4
    assert cell(play, "0403") not in ways_of(play.stage, state, 0, 8).arrivals


def test_an_airlock_is_not_cycled_in_two_rounds_in_a_row() -> None:
    play = station()
    state = blank(play, {0: "0203"})
    for expected in (True, False, True):
        state.push(("task", 0))
        step = play.next(state)
        assert isinstance(step, Decision)
        actions = play.actions(state, step)
        cycles = [action for action in actions if action[0] == "cycle"]
        assert bool(cycles) == expected
        play.apply(state, step, cycles[0] if cycles else ("wait",))
        state.round += 1


def test_decompression_spreads_round_by_round_as_the_procedure_says() -> None:
    play = library_play(DEAD_AIR)
    ground, game = play.stage.ground, play.stage.game
    state = play.start()
    hold = ground.areas.index(ground.decks.areas["hold"])
    outer = next(
        number for number, edge in enumerate(ground.edges) if set(edge.areas) == {hold, ground.outside}
    )
    breach(play.stage, state, outer)
    rounds = []
    while state.front:
        before = list(state.air)
        lose_air(play.stage, state)
        lost = [area for area in range(ground.outside) if state.air[area] != before[area]]
        rounds.append(tuple(sorted(ground.areas[area].id for area in lost)))
    from rulesdb.games.bug_hunter.procedures.air import Link

    links = tuple(
        Link(link.here, link.there, link.kind)
        for link in ground.decks.links
        if "outside" not in (link.here, link.there)
    )
    expected = game.procedure("decompression")(links, ("hold",))
    assert tuple(rounds) == tuple(expected)


def test_a_chit_of_three_lets_any_three_individual_preds_act() -> None:
    play = station()
    state = blank(play, {2: "0903", 3: "1003", 4: "1104", 0: "0403"})
    state.chit = 1
    assert list(able(play.stage, state, "pred")) == [2, 3, 4]
    state.flags[3] |= 1 << 7
    assert list(able(play.stage, state, "pred")) == []
    state.chit = 2
    assert list(able(play.stage, state, "pred")) == [2, 4]


@pytest.mark.parametrize(("size", "chit", "acts"), [(8, 4, True), (3, 2, True), (3, 1, True), (1, 1, True)])
def test_a_swarm_acts_with_half_its_number(size: int, chit: int, acts: bool) -> None:
    play = station(changes=SWARM)
    state = blank(play, {2: "0903", 0: "0403"})
    state.size[2], state.chit = size, chit
    state.push(("task", 2))
    step = play.next(state)
    assert isinstance(step, Decision)
    has_to_split = (size + 1) // 2 > chit
    assert (("move",) not in play.actions(state, step)) == has_to_split
    assert (2 in able(play.stage, state, "pred")) == acts


def test_six_creatures_split_with_a_chit_of_two_as_in_the_example() -> None:
    play = station(changes=SWARM)
    state = blank(play, {2: "0903", 0: "0403"})
    state.size[2], state.chit = 6, 2
    state.push(("task", 2))
    step = play.next(state)
    assert isinstance(step, Decision)
    splits = [action[1:] for action in play.actions(state, step) if action[0] == "split"]
    assert sorted(splits) == [(1, 5), (2, 4), (3, 3), (4, 2)]
    play.apply(state, step, ("split", 4, 2))
    assert [state.size[unit] for unit in play.stage.preds if state.at[unit] >= 0] == [4, 2]
    assert list(able(play.stage, state, "pred")) == [2]


def test_renn_subdues_a_strangler_with_his_screecher_on_a_nine() -> None:
    play = library_play(DEAD_AIR)
    pred = play.stage.preds[0]
    state = blank(play, {1: "0905", pred: "0605"})
    state.mark(pred, FACE_UP)
    state.push(("task", 1))
    run(
        play,
        state,
        [9],
        lambda decision, actions: actions.index(("screech", pred)) if decision.what == "task" else 0,
    )
    assert state.has(pred, SUBDUED)
    assert state.keeper[pred] == 1


def test_markhams_flamer_against_six_stink_bugs() -> None:
    play = library_play(NINTH_HOUR)
    markham, pred = 4, play.stage.preds[0]
    state = blank(play, {markham: "1505", pred: "1705"})
    state.size[pred] = 6
    state.mark(pred, FACE_UP)
    assert shot_column(play.stage, state, markham, pred) == "2:1"
    assert shot_modifiers(play.stage, state, markham, pred) == ("firing-bonus",)
    shoot(play.stage, state, markham, pred)
    run(play, state, [8, 4])
    assert (state.size[pred], state.has(markham, 1 << 13)) == (6, False)
    shoot(play.stage, state, markham, pred)
    run(play, state, [10, 6, 2, 2])
    assert (state.size[pred], state.has(markham, 1 << 13)) == (4, True)


def test_gas_puts_to_sleep_whoever_is_in_its_area_and_has_no_suit() -> None:
    play = station()
    state = blank(play, {0: "0503", 1: "0603", 2: "0903"})
    state.flags[1] |= 1 << 3
    from builder.games.bug_hunter.play.rules.blasts import fill_with_gas

    fill_with_gas(play.stage, state, play.stage.ground.area_of[cell(play, "0503")])
    run(play, state, [12])
    assert [state.has(unit, ASLEEP) for unit in (0, 1, 2)] == [True, False, False]


def test_a_sealed_door_keeps_a_human_in() -> None:
    play = station()
    state = blank(play, {0: "0303"})
    state.air[play.stage.ground.area_of[cell(play, "0303")]] = 2
    door = next(
        step.edge for step in play.stage.ground.steps[cell(play, "0303")] if step.there == cell(play, "0403")
    )
    from builder.games.bug_hunter.play import situation

    assert not situation.lets_pass(play.stage, state, door)


def test_the_dead_and_the_panicked_do_not_act() -> None:
    play = station()
    state = blank(play, {0: "0503", 1: "0603"})
    state.chit = 6
    assert list(able(play.stage, state, "human")) == [0, 1]
    state.flags[0] |= 1
    assert list(able(play.stage, state, "human")) == [1]
