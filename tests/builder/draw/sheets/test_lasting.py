"""How long a cloud of smoke lasts on its track, and when its end has a column."""

from __future__ import annotations

from typing import Any

import pytest

from builder.draw.sheets.tracks.lasting import with_end
from builder.draw.surface.wording import load_words
from rulesdb import Ruleset, open_game

HEADS = ["Dot", "Burst in turn", "Spread", "Gone in turn"]


@pytest.fixture(scope="module")
def game() -> Ruleset:
    return open_game("advanced-infantry")


def smoke(game: Ruleset, turns: int) -> Any:
    [track] = (track for track in game.tracks if "lasts" in track)
    return with_end(game, track, turns, load_words())


def test_a_cloud_in_a_game_of_twelve_turns_stays_to_the_end(game: Ruleset) -> None:
    track = smoke(game, 12)
    assert track["columns"] == HEADS[:-1]
    assert "lasts 12 turns after its burst, and so to the end of the game" in track["note"]


def test_a_cloud_of_turn_1_is_gone_in_the_last_of_fourteen(game: Ruleset) -> None:
    track = smoke(game, 14)
    assert track["columns"] == HEADS[:-1]
    assert track["note"].endswith("to the end of the game, if that was after turn 1.")


@pytest.mark.parametrize("turns", [0, 20])
def test_a_long_game_has_a_column_for_the_turn_of_its_end(game: Ruleset, turns: int) -> None:
    track = smoke(game, turns)
    assert track["columns"] == HEADS
    assert track["note"].endswith("It lasts 12 turns after its burst.")
