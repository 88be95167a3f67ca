"""Invariants of Handspan's play, and its worked examples as scripts."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pytest
from handspan_field import WARRIOR, field_play
from handspan_scripts import SCRIPTS
from hypothesis import given, settings
from hypothesis import strategies as st

from builder.games.handspan.play.handspan_play import HandspanPlay
from builder.games.handspan.play.state import DEAD, GONE, Flag, State
from builder.playtest.dice import DiceBox
from builder.playtest.match import play_match
from builder.playtest.play import Decision, Ending, Roll
from builder.playtest.players import GreedyPlayer, OfficerPlayer, RandomPlayer
from builder.playtest.record import Record

PLAY = field_play()


def _check(play: HandspanPlay, before: State, after: State, decision: Decision) -> None:
    """What holds for every action."""
    board = play.setting.ground.board
    for number, (old, new) in enumerate(zip(before.cell, after.cell, strict=True)):
        assert new != DEAD or old >= 0 or old == DEAD
        assert old != DEAD or new == DEAD, "the dead stay dead"
        assert old != GONE or new == GONE
        if old >= 0 and new >= 0 and old != new:
            spans = 2 if number >= WARRIOR else 1
            assert board.distance(old, new) <= spans * play.setting.figures.span + 1e-6
            assert number in decision.subject
    taken = [cell for cell in after.cell if cell >= 0]
    assert len(taken) == len(set(taken)), "one figure at a point"
    assert sum(after.grenades) <= sum(before.grenades)
    loaded = [sum(bool(flags & Flag.LOADED) for flags in state.flags) for state in (before, after)]
    if DEAD not in after.cell:
        assert sum(after.warheads) + loaded[1] <= sum(before.warheads) + loaded[0]


@given(st.integers(0, 10_000))
@settings(deadline=None, max_examples=6)
def test_random_play_breaks_no_rule_and_a_copy_plays_alike(seed: int) -> None:
    state, box, rng = PLAY.start(), DiceBox(seed, 0), random.Random(seed)
    while True:
        twin = state.copy()
        step = PLAY.next(state)
        assert PLAY.next(twin) == step
        assert PLAY.key(twin) == PLAY.key(state)
        if isinstance(step, Ending):
            break
        if isinstance(step, Roll):
            thrown = box.throw(step)
            assert PLAY.thrown(state, step, thrown) is not None
            PLAY.thrown(twin, step, thrown)
            assert PLAY.key(twin) == PLAY.key(state)
            continue
        actions = PLAY.actions(state, step)
        before, action = state.copy(), rng.choice(actions)
        PLAY.apply(state, step, action)
        assert PLAY.key(before) == PLAY.key(twin), "an action of one copy leaves the other alone"
        _check(PLAY, before, state, step)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.__name__)
def test_a_script_gives_what_the_book_says(script: Callable[[HandspanPlay], None]) -> None:
    script(PLAY)


def test_stronger_players_do_better_than_chance() -> None:
    def wins(human: type[RandomPlayer] | type[OfficerPlayer] | type[GreedyPlayer], side: str) -> int:
        players = {"human": human(), "bug": RandomPlayer()}
        games = [play_match(PLAY, players, 1, game).ending.side for game in range(25)]
        return games.count(side)

    assert wins(OfficerPlayer, "human") > wins(RandomPlayer, "human") + 5


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
