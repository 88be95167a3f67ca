"""Invariants of the play of Mobile Infantry, its worked examples as scripts, and whole games."""

from __future__ import annotations

import random
from collections.abc import Callable
from math import sqrt
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mobile_field import (
    BLUE,
    LIBRARY,
    RADIO,
    RED,
    RED_TEAM,
    TUNNELS,
    Changes,
    field_play,
    library_play,
    row,
    stand,
)
from mobile_scripts import SCRIPTS
from play_scripts import random_game
from soak import every, soak_only, times

from builder.games.mobile_infantry.play.mobile_infantry_play import MobileInfantryPlay
from builder.games.mobile_infantry.play.roster import BRAIN, FLYER, TANK
from builder.games.mobile_infantry.play.state import DEAD, GONE, State
from builder.playtest.dice import DiceBox
from builder.playtest.match import play_match
from builder.playtest.play import Decision, Ending, Player, Roll
from builder.playtest.players import GreedyPlayer, OfficerPlayer, RandomPlayer
from builder.playtest.record import Record
from builder.playtest.report.endings import interval
from rulesdb import open_game

FIELDS = ((), TUNNELS)
Z95, Z999 = 1.96, 3.2905


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.__name__)
def test_a_script_gives_what_the_book_says(script: Callable[[], None]) -> None:
    script()


def _check(play: MobileInfantryPlay, before: State, after: State, step: Decision | Roll) -> None:
    """What holds for every action and roll."""
    setting = play.setting
    ground = setting.ground
    for unit in setting.troopers:
        old, new = before.cell[unit], after.cell[unit]
        assert old not in (DEAD, GONE) or new == old, "the dead stay dead, and nobody comes back"
        assert 0 <= after.rounds[unit] <= setting.figures.magazine(setting.units[unit].weapon)
        if after.pinned[unit] >= 0:
            assert after.cell[after.pinned[unit]] >= 0, "a dead bug pins nobody"
        if old >= 0 and new >= 0 and isinstance(step, Decision) and step.what == "move":
            assert ground.distance(old, new) <= 6.01, "no trooper marches more than six inches"
    for bug in setting.bugs:
        kind = setting.units[bug].kind
        if after.cell[bug] >= 0:
            assert after.hits[bug] < setting.figures.hits_to_kill[kind]
            most = {FLYER: 18.01, TANK: 6.01, BRAIN: 12.01}.get(kind, 10.01)
            if before.cell[bug] >= 0:
                assert ground.distance(before.cell[bug], after.cell[bug]) <= most
    taken = [cell for cell in after.cell if cell >= 0]
    assert len(taken) == len(set(taken)), "one figure in a place"
    assert all(cell < len(ground) for cell in taken)
    assert sum(after.kills) >= sum(before.kills)


@given(st.integers(0, 10_000), st.sampled_from(FIELDS))
@settings(max_examples=times(3, 100))
def test_random_play_breaks_no_rule_and_a_copy_plays_alike(seed: int, changes: Changes) -> None:
    random_game(field_play(changes=changes), seed, _check)


@pytest.mark.soak
@pytest.mark.parametrize("path", every(times(7, 1), LIBRARY), ids=lambda path: path.stem)
def test_random_play_of_a_scenario_breaks_no_rule(path: Path) -> None:
    random_game(library_play(path), 11, _check)


def test_the_mi_never_see_bugs_that_nobody_has_spotted() -> None:
    play, hidden = field_play(), 0
    for seed in range(8):
        state, box, rng = play.start(), DiceBox(seed, 0), random.Random(seed)
        while not isinstance(step := play.next(state), Ending):
            if isinstance(step, Roll):
                play.thrown(state, step, box.throw(step))
                continue
            seen = play.view(state, "mi").state
            for bug in play.setting.living(state, play.setting.bugs):
                if play.setting.is_hidden(state, bug):
                    hidden += 1
                    assert seen.cell[bug] < 0
                    assert seen.places[state.group[bug]] < 0
                else:
                    assert seen.cell[bug] == state.cell[bug]
            assert play.view(state, "bug").state.cell == state.cell
            play.apply(state, step, rng.choice(play.actions(state, step)))
    assert hidden


def _record(play: MobileInfantryPlay, game: int) -> str:
    taken = Record({})
    result = play_match(play, dict.fromkeys(play.sides, OfficerPlayer()), 7, game, recorder=taken)
    assert result.ending.how in ("condition", "decided")
    return taken.text


@pytest.mark.parametrize("changes", FIELDS, ids=["above", "below"])
def test_the_same_seed_gives_the_same_record_and_every_game_ends(changes: Changes) -> None:
    play = field_play(changes=changes)
    assert _record(play, 0) == _record(play, 0) != _record(play, 1)


@pytest.mark.soak
@pytest.mark.parametrize("path", every(times(7, 1), LIBRARY), ids=lambda path: path.stem)
def test_every_game_of_a_scenario_ends(path: Path) -> None:
    assert _record(library_play(path), 0)


def _swaps() -> list[str]:
    entries = open_game("mobile-infantry").of_kind("assumption")
    return [
        f"{entry.slug}={choice['id']}"
        for entry in entries
        for choice in entry["choices"]
        if choice["id"] != entry["default"]
    ]


@pytest.mark.soak
@pytest.mark.parametrize("swap", _swaps())
def test_games_end_with_every_other_choice_of_the_assumptions(swap: str) -> None:
    for changes in FIELDS:
        play = field_play(swap, turns=4, changes=changes)
        result = play_match(play, dict.fromkeys(play.sides, RandomPlayer()), 1, 0)
        assert result.ending.how in ("condition", "decided"), swap


def _wins(play: MobileInfantryPlay, players: tuple[type[Player], type[Player]], side: str, games: int) -> int:
    by_side = {name: make() for name, make in zip(play.sides, players, strict=True)}
    return sum(play_match(play, by_side, 1, game).ending.side == side for game in range(games))


@pytest.mark.soak
@pytest.mark.parametrize("path", every(times(5, 1), LIBRARY), ids=lambda path: path.stem)
def test_the_mi_do_better_with_an_officer_than_by_chance(path: Path) -> None:
    play, games = library_play(path), times(6, 200)
    strong = _wins(play, (OfficerPlayer, OfficerPlayer), "mi", games)
    assert strong > _wins(play, (RandomPlayer, OfficerPlayer), "mi", games)


@soak_only
def test_an_officer_of_the_mi_does_better_than_a_greedy_player_over_all_scenarios() -> None:
    games, plays = 60, [library_play(path) for path in LIBRARY]
    strong = sum(_wins(play, (OfficerPlayer, OfficerPlayer), "mi", games) for play in plays)
    weak = sum(_wins(play, (GreedyPlayer, OfficerPlayer), "mi", games) for play in plays)
    both = games * len(plays)
    share = (strong + weak) / (2 * both)
    assert strong - weak > Z95 * sqrt(2 * both * share * (1 - share))


def test_an_officer_calls_for_the_craft_when_the_mi_would_win() -> None:
    play = field_play(turns=20)
    state = stand(play, {RADIO: (10, 10)}, ("call",))
    view = play.view(state, "mi")
    decision = play.next(state)
    assert isinstance(decision, Decision)
    assert decision.what == "call"
    officer = OfficerPlayer()
    officer.begin("mi", play, random.Random(1))
    actions = play.actions(state, decision)
    assert actions[officer.choose(view, decision, actions)] == ("wait",), "the dead outnumber the bugs"
    state.kills[0] = 99
    assert actions[officer.choose(play.view(state, "mi"), decision, actions)] == ("call",)


def test_whoever_drags_the_brain_bug_drags_it_up() -> None:
    play = field_play(turns=60, changes=TUNNELS)
    ground = play.setting.ground
    brain = next(unit for unit in play.setting.bugs if play.setting.units[unit].kind == BRAIN)
    state = stand(play, {})
    lair = sorted(ground.chambers[1])
    state.cell[brain], *rest = lair[: len(RED) + 1]
    for unit, cell in zip(RED, rest, strict=True):
        state.cell[unit] = cell
    state.push(("move", RED_TEAM, "tactical", 5.0, 5.0))
    decision = play.next(state)
    assert isinstance(decision, Decision)
    officer = OfficerPlayer()
    officer.begin("mi", play, random.Random(1))
    actions = play.actions(state, decision)
    name, goal = actions[officer.choose(play.view(state, "mi"), decision, actions)]
    way_up = ground.field(ground.entrances)
    assert name == "drag"
    assert way_up[int(goal)] < way_up[state.cell[brain]]


def test_nobody_goes_for_the_brain_bug_if_it_cannot_be_brought_up_in_time() -> None:
    titles = {}
    for turns in (6, 60):
        play = field_play(turns=turns, changes=TUNNELS)
        state = stand(play, row(RED, (10, 10)))
        brain = next(unit for unit in play.setting.bugs if play.setting.units[unit].kind == BRAIN)
        state.cell[brain] = max(play.setting.ground.chambers[1])
        titles[turns] = {goal.title for goal in play.goals(play.view(state, "mi"))}
    assert "the Brain Bug" not in titles[6]
    assert "the Brain Bug" in titles[60]


def test_a_squad_goes_to_a_chamber_together() -> None:
    play = field_play(changes=(*TUNNELS, ("mission: the-head-hunters", "mission: tunnel-rats")))
    state = stand(play, row(RED, (10, 10)) | row(BLUE, (30, 10)))
    goals = [goal for goal in play.goals(play.view(state, "mi")) if goal.title == "a chamber"]
    assert [goal.subjects for goal in goals] == [{RED[0], BLUE[0]}]


@soak_only
@pytest.mark.parametrize("path", LIBRARY, ids=lambda path: path.stem)
def test_each_side_wins_a_quarter_of_the_games_of_a_scenario(path: Path) -> None:
    play, games = library_play(path), 400
    for side in play.sides:
        wins = _wins(play, (OfficerPlayer, OfficerPlayer), side, games)
        assert interval(wins, games)[1] >= 0.25
