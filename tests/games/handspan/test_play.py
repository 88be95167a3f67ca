"""Invariants of Handspan's play, and its worked examples as scripts."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from math import sqrt
from pathlib import Path
from statistics import mean, variance

import pytest
from handspan_field import WARRIOR, field_play
from handspan_scripts import SCRIPTS
from hypothesis import given, settings
from hypothesis import strategies as st
from play_scripts import random_game
from soak import soak_only

from builder.games.handspan.play import make_play
from builder.games.handspan.play.handspan_play import HandspanPlay
from builder.games.handspan.play.state import DEAD, GONE, Flag, State
from builder.playtest.assumptions import choose_assumptions
from builder.playtest.match import play_match
from builder.playtest.play import Decision, Player, Roll
from builder.playtest.players import GreedyPlayer, OfficerPlayer, RandomPlayer
from builder.playtest.record import Record
from builder.scenario.load import load_scenario

PLAY = field_play()
LIBRARY = sorted(Path("scenarios/handspan").glob("*.yaml"))
GRADES = {"great": 2, "fair": 1}
# The interval of 95 % of a normal distribution.
USUAL_WIDTH = 1.96


def _check(play: HandspanPlay, before: State, after: State, step: Decision | Roll) -> None:
    """What holds for every action."""
    if isinstance(step, Roll):
        return
    board = play.setting.ground.board
    for number, (old, new) in enumerate(zip(before.cell, after.cell, strict=True)):
        assert new != DEAD or old >= 0 or old == DEAD
        assert old != DEAD or new == DEAD, "the dead stay dead"
        assert old != GONE or new == GONE
        if old >= 0 and new >= 0 and old != new:
            spans = 2 if number >= WARRIOR else 1
            assert board.distance(old, new) <= spans * play.setting.figures.span + 1e-6
            assert number in step.subject
    taken = [cell for cell in after.cell if cell >= 0]
    assert len(taken) == len(set(taken)), "one figure at a point"
    assert sum(after.grenades) <= sum(before.grenades)
    loaded = [sum(bool(flags & Flag.LOADED) for flags in state.flags) for state in (before, after)]
    if DEAD not in after.cell:
        assert sum(after.warheads) + loaded[1] <= sum(before.warheads) + loaded[0]


@given(st.integers(0, 10_000))
@settings(deadline=None, max_examples=6)
def test_random_play_breaks_no_rule_and_a_copy_plays_alike(seed: int) -> None:
    random_game(PLAY, seed, _check)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.__name__)
def test_a_script_gives_what_the_book_says(script: Callable[[HandspanPlay], None]) -> None:
    script(PLAY)


def test_stronger_players_do_better_than_chance() -> None:
    def wins(human: type[RandomPlayer] | type[OfficerPlayer] | type[GreedyPlayer], side: str) -> int:
        players = {"human": human(), "bug": RandomPlayer()}
        games = [play_match(PLAY, players, 1, game).ending.side for game in range(25)]
        return games.count(side)

    assert wins(OfficerPlayer, "human") > wins(RandomPlayer, "human") + 5


@functools.cache
def grades(path: Path, human: type[Player], bug: type[Player], games: int) -> Sequence[int]:
    """What each game is worth to the humans: 2 and 1 for their victories, less than nothing for others."""
    scenario = load_scenario(path)
    play = make_play(scenario, choose_assumptions(scenario.ruleset, ()))
    players: dict[str, Player] = {"human": human(), "bug": bug()}
    endings = [play_match(play, players, 5, game).ending for game in range(games)]
    return [GRADES[ending.grade] * (1 if ending.side == "human" else -1) for ending in endings]


@soak_only
@pytest.mark.parametrize("path", LIBRARY, ids=lambda path: path.stem)
@pytest.mark.parametrize("side", ["human", "bug"])
@pytest.mark.parametrize("weaker", [RandomPlayer, GreedyPlayer])
def test_an_officer_does_better_in_every_scenario(path: Path, side: str, weaker: type[Player]) -> None:
    games, sign = 200, 1 if side == "human" else -1
    line = (weaker, OfficerPlayer) if side == "human" else (OfficerPlayer, weaker)
    best, worse = grades(path, OfficerPlayer, OfficerPlayer, games), grades(path, *line, games)
    spread = sqrt((variance(best) + variance(worse)) / games)
    assert sign * (mean(best) - mean(worse)) > USUAL_WIDTH * spread


def test_the_same_seed_gives_the_same_record() -> None:
    def record(game: int) -> str:
        taken = Record({})
        play_match(PLAY, {"human": OfficerPlayer(), "bug": OfficerPlayer()}, 7, game, recorder=taken)
        return taken.text

    assert record(0) == record(0) != record(1)


def test_every_assumption_changes_what_play_follows() -> None:
    choices: Sequence[tuple[str, str]] = [
        (entry.slug, choice["id"])
        for entry in PLAY.setting.scenario.ruleset.of_kind("assumption")
        for choice in entry["choices"]
        if choice["id"] != entry["default"]
    ]
    for slug, choice in choices:
        play = field_play(f"{slug}={choice}")
        result = play_match(play, {"human": OfficerPlayer(), "bug": OfficerPlayer()}, 1, 0)
        assert result.ending.how in ("condition", "decided"), slug
