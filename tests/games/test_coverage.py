"""What machines play of each game."""

from __future__ import annotations

import night_shift
import pytest

from builder.playtest.assumptions import KIND, choose_assumptions
from builder.playtest.game_play import play_maker
from rulesdb import Ruleset, game_folders, open_game

GAMES = [*(open_game(game) for game in game_folders()), night_shift.ruleset()]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_game_that_is_played_says_of_every_rule_how_and_any_other_of_none(game: Ruleset) -> None:
    rules = {rule.slug for rule in game.of_kind("rule")} if play_maker(game) is not None else set()
    assert set(game.coverage) == rules


@pytest.mark.parametrize("game", ["advanced-infantry", "bug-hunter", "bugged", "handspan"])
def test_nine_in_ten_of_the_rules_that_can_change_an_outcome_are_played(game: str) -> None:
    ways = [each.how for each in open_game(game).coverage.values() if each.how != "no_effect"]
    assert ways.count("played") >= 0.9 * len(ways)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_default_of_an_assumption_is_one_of_its_choices(game: Ruleset) -> None:
    for entry in game.of_kind(KIND):
        assert entry["default"] in {choice["id"] for choice in entry["choices"]}, entry.slug
    swaps = [f"{entry.slug}={entry['choices'][-1]['id']}" for entry in game.of_kind(KIND)]
    assert len(choose_assumptions(game, swaps)) == len(swaps)
