"""Invariants of the play of Bugged!, its worked examples as scripts, and whole games."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from bugged_field import ANDROIDS, LIBRARY, Changes, field_play, library_play
from bugged_scripts import SCRIPTS
from hypothesis import given, settings
from hypothesis import strategies as st
from play_scripts import random_game
from soak import every, times

from builder.games.bugged.play.bugged_play import BuggedPlay
from builder.games.bugged.play.effects import movement
from builder.games.bugged.play.state import ACTED, DEAD, MOVED, SHOT, STRUCK, State
from builder.playtest.dice import DiceBox
from builder.playtest.match import play_match
from builder.playtest.play import Decision, Ending, Player, Roll
from builder.playtest.players import GreedyPlayer, OfficerPlayer, RandomPlayer
from builder.playtest.record import Record
from builder.playtest.report.endings import interval
from rulesdb import open_game

FIELDS = ((), ANDROIDS)
Z999 = 3.2905


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.__name__)
def test_a_script_gives_what_the_book_says(script: Callable[[], None]) -> None:
    script()


def _check(play: BuggedPlay, before: State, after: State, step: Decision | Roll) -> None:
    """What holds for every action and roll."""
    setting = play.setting
    ground = setting.ground
    for unit, (old, new) in enumerate(zip(before.cell, after.cell, strict=True)):
        assert old != DEAD or new == DEAD, "the dead stay dead"
        assert (new == DEAD) == (after.wounds[unit] == 0)
        assert 0 <= after.wounds[unit] <= setting.kind(after, unit).wounds
        if after.aboard[unit] >= 0:
            assert after.cell[after.aboard[unit]] == new, "riders are where their vehicle is"
        if old >= 0 and new >= 0 and before.flags[unit] & ACTED and after.turn == before.turn:
            assert after.flags[unit] & ACTED
    taken = [after.cell[unit] for unit in setting.on_map(after)]
    if isinstance(step, Decision) and step.what in ("activate", "order"):
        assert len(taken) == len(set(taken)), "one unit in a hex"
    for vehicle in range(len(after.cell)):
        riders = setting.riders(after, vehicle)
        assert len(riders) <= setting.kind(after, vehicle).carries
    assert all(count >= 0 for count in after.cards)
    size = len(setting.cards)
    assert [sum(after.cards[:size]), sum(after.cards[size:])] == after.hands, "cards are conserved"
    assert after.left >= 0
    held = [(bearer >= 0) + (place >= 0) for bearer, place in zip(after.bearer, after.lying, strict=True)]
    assert held == [1] * len(setting.items) or not after.turn, "things are conserved"
    assert all(0 <= cell < len(ground) for cell in taken)


@given(st.integers(0, 10_000), st.sampled_from(FIELDS))
@settings(max_examples=times(8, 200))
def test_random_play_breaks_no_rule_and_a_copy_plays_alike(seed: int, changes: Changes) -> None:
    random_game(field_play(changes=changes), seed, _check)


@pytest.mark.parametrize("path", LIBRARY, ids=lambda path: path.stem)
def test_random_play_of_a_scenario_breaks_no_rule(path: Path) -> None:
    random_game(library_play(path), 11, _check)


@given(st.integers(0, 10_000), st.sampled_from(FIELDS))
@settings(max_examples=times(5, 100))
def test_a_unit_spends_no_more_than_its_points_and_attacks_once(seed: int, changes: Changes) -> None:
    play = field_play(changes=changes)
    state, box, rng = play.start(), DiceBox(seed, 0), random.Random(seed)
    spent: dict[int, int] = {}
    while not isinstance(step := play.next(state), Ending):
        if isinstance(step, Roll):
            play.thrown(state, step, box.throw(step))
            continue
        actions = play.actions(state, step)
        if step.what == "activate":
            spent = {}
        if step.what == "act":
            unit = step.subject[0]
            assert state.left + spent.get(unit, 0) <= movement(play.setting, state, unit) + 1
            kinds = {str(action[0]) for action in actions}
            assert "shoot" not in kinds or not state.flags[unit] & SHOT
            assert not kinds & {"strike", "swarm"} or not state.flags[unit] & STRUCK
            assert (state.hexes > 0) <= bool(state.flags[unit] & MOVED)
            spent[unit] = movement(play.setting, state, unit) - state.left
        play.apply(state, step, rng.choice(actions))


@pytest.mark.parametrize("changes", FIELDS, ids=["humans and bugs", "androids and hunters"])
def test_neither_side_sees_the_cards_of_the_other(changes: Changes) -> None:
    play = field_play(changes=changes)
    state, box, rng = play.start(), DiceBox(2, 0), random.Random(2)
    size = len(play.setting.cards)
    while not isinstance(step := play.next(state), Ending):
        if isinstance(step, Roll):
            play.thrown(state, step, box.throw(step))
            continue
        for side, name in enumerate(play.sides):
            seen = play.view(state, name).state
            hidden = seen.cards[(1 - side) * size : (2 - side) * size]
            assert len(set(hidden)) == 1
            assert all(bearer < 0 or play.setting.units[bearer].side == side for bearer in seen.bearer)
        play.apply(state, step, rng.choice(play.actions(state, step)))


@pytest.mark.parametrize("path", LIBRARY, ids=lambda path: path.stem)
def test_the_same_seed_gives_the_same_record_and_every_game_ends(path: Path) -> None:
    play = library_play(path)

    def record(game: int) -> str:
        taken = Record({})
        result = play_match(play, dict.fromkeys(play.sides, OfficerPlayer()), 7, game, recorder=taken)
        assert result.ending.how == "condition"
        return taken.text

    assert record(0) == record(0) != record(1)


def _swaps() -> list[str]:
    entries = open_game("bugged").of_kind("assumption")
    return [
        f"{entry.slug}={choice['id']}"
        for entry in entries
        for choice in entry["choices"]
        if choice["id"] != entry["default"]
    ]


def test_games_end_with_every_other_choice_of_the_assumptions() -> None:
    for number, swap in enumerate(_swaps()):
        play = field_play(swap, turns=3, changes=ANDROIDS if number % 2 else ())
        result = play_match(play, dict.fromkeys(play.sides, RandomPlayer()), 1, 0)
        assert result.ending.how == "condition", swap


def _wins(play: BuggedPlay, players: tuple[type[Player], type[Player]], games: int) -> tuple[int, int]:
    """The games that each side wins."""
    by_side = {name: make() for name, make in zip(play.sides, players, strict=True)}
    winners = [play_match(play, by_side, 1, game).ending.side for game in range(games)]
    first, second = play.sides
    return winners.count(first), winners.count(second)


@pytest.mark.soak
@pytest.mark.parametrize("path", every(times(3, 1), LIBRARY), ids=lambda path: path.stem)
def test_stronger_players_do_better(path: Path) -> None:
    play, games = library_play(path), times(4, 200)
    for side in (0, 1):

        def wins(player: type[Player], side: int = side) -> int:
            players = (player, OfficerPlayer) if side == 0 else (OfficerPlayer, player)
            return _wins(play, players, games)[side]

        strong, weak = wins(OfficerPlayer), wins(RandomPlayer)
        assert strong > weak
        if games > 100:
            assert strong > wins(GreedyPlayer)


@pytest.mark.parametrize("path", LIBRARY, ids=lambda path: path.stem)
def test_each_side_wins_a_quarter_of_the_games_of_a_scenario(path: Path) -> None:
    play, games = library_play(path), times(6, 400)
    for wins in _wins(play, (OfficerPlayer, OfficerPlayer), games):
        assert interval(wins, games)[1] >= 0.25


MIRROR = (
    ("unit: warrior-bug, count: 2, cards: {swarm: 1, tunnel-trap: 1}", "unit: veteran-marine, count: 2"),
    ("unit: veteran-marine, count: 2, cards: {nuke-em: 1, revenge: 1}", "unit: veteran-marine, count: 2"),
    ("unit: spitter", "unit: hover-tank"),
    ('{rocks: "0404 0503", swamp: "1305", mountain: "1502"}', '{rocks: "0404 1204", swamp: "0805"}'),
    ('{1: "0404 0503 1102 1103", 2: "1201 1202"}', '{1: "0806"}'),
    ("    obstacles: {0808/N: wall, 0808/SE: hedge}\n", ""),
    ("{any: [{done: stone}, {standing: second, at_most: 0}]}", "{points: first, more_than: second}"),
    ("{side: second, grade: win, when: {standing: first, at_most: 0}, at: once}",
     "{side: second, grade: win, when: {points: second, more_than: first}}"),
    ("effects: [{item: seal, title: the seal, carried_by: marines, plus: -1}]", "effects: []"),
)  # fmt: skip


def test_the_same_forces_on_a_map_that_is_its_own_mirror_are_even() -> None:
    play, games = field_play(turns=6, changes=MIRROR), times(20, 4000)
    first, second = _wins(play, (OfficerPlayer, OfficerPlayer), games)
    low, high = interval(first, first + second, Z999)
    assert first + second > games / 3
    assert low <= 0.5 <= high
