"""Invariants of the play of Advanced Infantry, its rules as scripts, and whole games."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from infantry_blast_scripts import SCRIPTS as MORE_SCRIPTS
from infantry_field import LIBRARY, field_play, library_play
from infantry_scripts import SCRIPTS
from play_scripts import random_game
from soak import soak_only, times

from builder.games.advanced_infantry.play.effects import points
from builder.games.advanced_infantry.play.infantry_play import InfantryPlay
from builder.games.advanced_infantry.play.rules.endings import not_played
from builder.games.advanced_infantry.play.state import DEAD, NO_ARC, WEARS_PACK, State
from builder.playtest.dice import DiceBox
from builder.playtest.match import play_match
from builder.playtest.play import Action, Decision, Ending, Player, Roll
from builder.playtest.players import OfficerPlayer, RandomPlayer
from builder.playtest.record import Record
from builder.playtest.report.endings import interval
from builder.scenario.load import load_scenario


@pytest.mark.parametrize("script", [*SCRIPTS, *MORE_SCRIPTS], ids=lambda script: script.__name__)
def test_a_script_gives_what_the_rules_say(script: Callable[[], None]) -> None:
    script()


def _check(play: InfantryPlay, before: State, after: State, step: Decision | Roll) -> None:
    """What holds for every action and roll."""
    setting = play.setting
    ground = setting.ground
    for unit, (old, new) in enumerate(zip(before.cell, after.cell, strict=True)):
        assert old != DEAD or new == DEAD, "the dead stay dead"
        assert (new == DEAD) == (after.damage[unit] > setting.figures.toughness)
        assert after.left[unit] >= 0
        assert after.moved[unit] <= setting.figures.movement_limit
        assert new < 0 or new not in ground.tree_cells or new in ground.broken(tuple(after.holes))[1]
    taken = [cell for cell in after.cell if cell >= 0]
    if (
        isinstance(step, Decision)
        and step.what in ("activate", "order")
        and setting.assume["stacking"] == "one"
    ):
        assert len(taken) == len(set(taken)), "one trooper on a dot"
    for rounds, fewer in zip(before.rounds, after.rounds, strict=True):
        assert fewer == rounds or 0 <= fewer < rounds, "rounds are only used up"
    for gun, gunner in enumerate(after.gunner):
        assert gunner < 0 or after.gun[gunner] == gun
        assert after.aim[gun] == NO_ARC or after.place[gun] >= 0
        assert (
            gunner >= 0
            or after.place[gun] >= 0
            or before.turn == 0
            or after.cell[setting.guns[gun].carrier] < 0
        )
    packs = sum(bool(flags & WEARS_PACK) for flags in after.flags) + len(after.packs)
    assert packs == sum(trooper.has_pack for trooper in setting.troopers)
    assert all(
        crack > ground.structures[number].toughness
        for number, crack in enumerate(after.cracks)
        if number in after.holes
    )
    held = [(bearer >= 0) + (place >= 0) for bearer, place in zip(after.bearer, after.lying, strict=True)]
    assert all(each <= 1 for each in held), "a thing is in one place, or destroyed"
    assert sum(after.squad_dead) == sum(cell == DEAD for cell in after.cell)


def _pick(rng: random.Random, actions: Sequence[Action]) -> Action:
    """An action by chance; those that are not movement are few among many, and are tried more often."""
    acts = [action for action in actions if action[0] not in ("go", "fly", "end")]
    return rng.choice(acts if acts and rng.random() < 0.5 else actions)


@given(st.integers(0, 10_000))
@settings(max_examples=times(2, 150))
def test_random_play_breaks_no_rule_and_a_copy_plays_alike(seed: int) -> None:
    random_game(field_play(), seed, _check, _pick)


@soak_only
@pytest.mark.parametrize("path", LIBRARY, ids=lambda path: path.stem)
def test_random_play_of_a_scenario_breaks_no_rule(path: Path) -> None:
    random_game(library_play(path), 11, _check, _pick)


@given(st.integers(0, 10_000))
@settings(max_examples=times(1, 60))
def test_nobody_spends_more_than_his_points(seed: int) -> None:
    play = field_play()
    state, box, rng = play.start(), DiceBox(seed, 0), random.Random(seed)
    while not isinstance(step := play.next(state), Ending):
        if isinstance(step, Roll):
            play.thrown(state, step, box.throw(step))
            continue
        if step.what == "act":
            unit = step.subject[0]
            # Damage takes points away at once; a pack that is put on does only in the next turn.
            most = points(play.setting, state, unit) + state.damage[unit]
            assert state.left[unit] <= most - play.setting.figures.pack_weight
            assert state.moved[unit] <= play.setting.figures.movement_limit
        play.apply(state, step, rng.choice(play.actions(state, step)))


def test_enemies_below_ground_are_not_seen() -> None:
    play = field_play()
    state, box, rng = play.start(), DiceBox(2, 0), random.Random(2)
    for _ in range(400):
        step = play.next(state)
        if isinstance(step, Ending):
            break
        if isinstance(step, Roll):
            play.thrown(state, step, box.throw(step))
            continue
        for side, name in enumerate(play.sides):
            seen = play.view(state, name).state
            own_units = play.setting.on_map(state, side)
            for enemy in play.setting.on_map(seen, 1 - side):
                cell = state.cell[enemy]
                is_below = play.setting.ground.floor[cell] < 0
                assert not is_below or any(
                    play.setting.sight.sees(state.cell[own], cell) for own in own_units
                )
        play.apply(state, step, rng.choice(play.actions(state, step)))


LIMITS = (
    ('dots: "2204-2412"', 'dots: "1808-2010"'),
    ("{force: defenders, zone: east}", "{force: defenders, zone: east, limits: [{each: floor, LIMIT}]}"),
)


@pytest.mark.parametrize(
    ("limit", "allowed"), [("at_most: 3", {3}), ("at_least: 2", {2, 3, 4}), ("at_most: 9", set(range(7)))]
)
def test_whoever_is_set_up_keeps_to_the_limits(limit: str, allowed: set[int]) -> None:
    play = field_play(changes=tuple((old, new.replace("LIMIT", limit)) for old, new in LIMITS))
    counts = set()
    for seed in range(12):
        state, rng = play.start(), random.Random(seed)
        while isinstance(step := play.next(state), Decision) and step.what in ("set up", "face", "carrier"):
            play.apply(state, step, rng.choice(play.actions(state, step)))
        ground = play.setting.ground
        counts.add(sum(ground.floor[cell] == 0 and ground.building[cell] >= 0 for cell in state.cell))
    assert counts <= allowed


@pytest.mark.parametrize("path", LIBRARY, ids=lambda path: path.stem)
def test_nothing_of_a_scenario_is_left_out(path: Path) -> None:
    assert not_played(load_scenario(path)) == ()


def test_the_same_seed_gives_the_same_record() -> None:
    play = field_play(turns=3)

    def record(game: int) -> str:
        taken = Record({})
        result = play_match(play, dict.fromkeys(play.sides, OfficerPlayer()), 7, game, recorder=taken)
        assert result.ending.how == "condition"
        return taken.text

    assert record(0) == record(0) != record(1)


def _swaps() -> list[str]:
    entries = field_play().setting.scenario.ruleset.of_kind("assumption")
    return [
        f"{entry.slug}={choice['id']}"
        for entry in entries
        for choice in entry["choices"]
        if choice["id"] != entry["default"]
    ]


@soak_only
@pytest.mark.parametrize("swap", _swaps())
def test_games_end_with_every_other_choice_of_the_assumptions(swap: str) -> None:
    for seed in range(4):
        random_game(field_play(swap, turns=3), seed, _check, _pick)


def _wins(play: InfantryPlay, players: tuple[type[Player], type[Player]], games: int) -> tuple[int, int]:
    """The games that each side wins."""
    by_side = {name: make() for name, make in zip(play.sides, players, strict=True)}
    winners = [play_match(play, by_side, 1, game).ending.side for game in range(games)]
    first, second = play.sides
    return winners.count(first), winners.count(second)


@soak_only
@pytest.mark.parametrize("path", LIBRARY, ids=lambda path: path.stem)
def test_stronger_players_do_better(path: Path) -> None:
    play, games = library_play(path), 100
    for side in (0, 1):

        def wins(player: type[Player], side: int = side) -> int:
            players = (player, OfficerPlayer) if side == 0 else (OfficerPlayer, player)
            return _wins(play, players, games)[side]

        assert wins(OfficerPlayer) > wins(RandomPlayer)


@soak_only
@pytest.mark.parametrize("path", LIBRARY, ids=lambda path: path.stem)
def test_each_side_wins_a_quarter_of_the_games_of_a_scenario(path: Path) -> None:
    play, games = library_play(path), 200
    for wins in _wins(play, (OfficerPlayer, OfficerPlayer), games):
        assert interval(wins, games)[1] >= 0.25
