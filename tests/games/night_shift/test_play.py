"""Generic play, by the game Night Shift: its rules as scripts, invariants, and whole games."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from night_shift import SCENARIOS, field_play, library_play, ruleset
from night_shift_scripts import SCRIPTS
from play_scripts import random_game
from soak import WHOLE, times

from builder.playtest.dice import DiceBox
from builder.playtest.generic import GenericPlay
from builder.playtest.generic.state import ACTED, DEAD, GONE, PINNED, State
from builder.playtest.match import play_match
from builder.playtest.play import Decision, Ending, Player, Roll
from builder.playtest.players import GreedyPlayer, OfficerPlayer, RandomPlayer
from builder.playtest.record import Record
from builder.playtest.report.endings import interval

Z999 = 3.2905
# The others take longer.
SOME = tuple(SCENARIOS) if WHOLE else ("cage-nine", "second-siren")


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.__name__)
def test_a_script_gives_what_the_rules_say(script: Callable[[], None]) -> None:
    script()


def _check(play: GenericPlay, before: State, after: State, step: Decision | Roll) -> None:
    """What holds for every action and roll."""
    setting = play.setting
    for unit, (old, new) in enumerate(zip(before.cell, after.cell, strict=True)):
        assert old not in (DEAD, GONE) or new == old, "the dead and gone stay so"
        assert (new == DEAD) == (after.wounds[unit] == 0)
        assert 0 <= after.wounds[unit] <= setting.kinds[setting.units[unit].kind].wounds
        if old >= 0 and new >= 0 and old != new:
            assert step.subject == (unit,), "only the active unit moves"
            assert not before.flags[unit] & PINNED
    taken = [after.cell[unit] for unit in setting.on_map(after)]
    assert len(taken) == len(set(taken)), "one unit in a space"
    assert all(count >= 0 for count in after.cards)
    size = len(setting.cards)
    assert [sum(after.cards[:size]), sum(after.cards[size:])] == after.hands, "cards are conserved"
    held = [(bearer >= 0) + (place >= 0) for bearer, place in zip(after.bearer, after.lying, strict=True)]
    assert held == [1] * len(setting.items) or not after.turn, "things are conserved"


@given(st.integers(0, 10_000))
@settings(max_examples=times(6, 200))
def test_random_play_breaks_no_rule_and_a_copy_plays_alike(seed: int) -> None:
    random_game(field_play(), seed, _check)


@pytest.mark.parametrize("name", SOME)
def test_random_play_of_a_scenario_breaks_no_rule(name: str) -> None:
    random_game(library_play(name), 11, _check)


def test_each_unit_is_activated_once_in_a_turn_but_for_a_card() -> None:
    play = field_play()
    state, box, rng = play.start(), DiceBox(5, 0), random.Random(5)
    acted: dict[int, list[int]] = {}
    cards = 0
    while not isinstance(step := play.next(state), Ending):
        if isinstance(step, Roll):
            play.thrown(state, step, box.throw(step))
            continue
        action = rng.choice(play.actions(state, step))
        if step.what == "activate":
            cards += action[0] == "again"
            if action[0] == "unit":
                assert not state.flags[int(action[1])] & ACTED
                acted.setdefault(state.turn, []).append(int(action[1]))
        play.apply(state, step, action)
    assert all(len(units) == len(set(units)) for units in acted.values())
    assert cards <= 1


@pytest.mark.parametrize("name", SOME)
def test_the_same_seed_gives_the_same_record_and_every_game_ends(name: str) -> None:
    play = library_play(name)
    assert not play.not_played

    def record(game: int) -> str:
        taken = Record({})
        result = play_match(play, dict.fromkeys(play.sides, OfficerPlayer()), 7, game, recorder=taken)
        assert result.ending.how == "condition"
        return taken.text

    assert record(0) == record(0) != record(1)


def test_games_end_with_every_other_choice_of_the_assumptions() -> None:
    for entry in ruleset().of_kind("assumption"):
        for choice in entry["choices"]:
            play = field_play(f"{entry.slug}={choice['id']}")
            first = play.next(play.start())
            assert isinstance(first, Decision)
            assert first.side == choice["id"]


def _wins(play: GenericPlay, players: tuple[type[Player], type[Player]], side: str, games: int) -> int:
    by_side = {name: make() for name, make in zip(play.sides, players, strict=True)}
    return sum(play_match(play, by_side, 1, game).ending.side == side for game in range(games))


@pytest.mark.soak
@pytest.mark.parametrize("name", SCENARIOS if WHOLE else ())
def test_stronger_players_do_better(name: str) -> None:
    play, games = library_play(name), times(6, 200)
    for side in (0, 1):
        wins = {}
        for player in (OfficerPlayer, RandomPlayer, *([GreedyPlayer] if games > 100 else [])):
            players = (player, OfficerPlayer) if side == 0 else (OfficerPlayer, player)
            wins[player] = _wins(play, players, play.sides[side], games)
        officer = wins.pop(OfficerPlayer)
        assert all(officer > other for other in wins.values()), wins


@pytest.mark.soak
@pytest.mark.parametrize("name", SCENARIOS if WHOLE else ())
def test_each_side_wins_a_quarter_of_the_games_of_a_scenario(name: str) -> None:
    play, games = library_play(name), times(8, 400)
    for side in play.sides:
        wins = _wins(play, (OfficerPlayer, OfficerPlayer), side, games)
        assert interval(wins, games)[1] >= 0.25


MIRROR = (
    ("unit: borer, count: 2, cards: {frenzy: 1, scent: 1}", "unit: fitter, count: 2"),
    ("unit: fitter, count: 2, cards: {steady-hands: 1, overtime: 1}", "unit: fitter, count: 2"),
    ("unit: guard, count: 1, cards: {double-time: 1}", "unit: guard, count: 1"),
    ("unit: nymph", "unit: guard"),
    ("unit: spitter", "unit: loader"),
    ('"0104-0208"', '"0304-0408"'),
    ('"1304-1408"', '"1204-1308"'),
    ('{rubble: "0404 0503", trench: "1305", scrub: "0702", pit: "0505 1502"}', '{rubble: "0404 1204"}'),
    ("    obstacles: {0808/N: wall, 0808/SE: hedge}\n", ""),
    ("{any: [{done: stone}, {standing: brood, at_most: 0}]}", "{standing: brood, at_most: 1}"),
    ("{standing: shift, at_most: 0}, at: once", "{standing: shift, at_most: 1}"),
    ("effects: [{item: key, title: the key, carried_by: fitters, plus: -1}]", "effects: []"),
)


def test_the_same_forces_on_a_map_that_is_its_own_mirror_are_even() -> None:
    play, games = field_play(turns=6, changes=MIRROR), times(12, 2000)
    shift, brood = (_wins(play, (OfficerPlayer, OfficerPlayer), side, games) for side in ("shift", "brood"))
    low, high = interval(shift, shift + brood, Z999)
    assert shift + brood > 0
    assert low <= 0.5 <= high
