"""Night Shift is one folder of data, and everything works on it as on the games that come with brainbug."""

from __future__ import annotations

import pytest
from night_shift import FOLDER, LIBRARY, SCENARIOS, ruleset, scenario_of

from builder.lint.engine import lint_file
from builder.playtest.game_play import play_maker
from builder.playtest.generic import GenericPlay


def test_the_folder_has_no_code() -> None:
    assert {path.suffix for path in FOLDER.rglob("*") if path.is_file()} == {".yaml"}


@pytest.mark.parametrize("name", SCENARIOS)
def test_scenarios_have_no_findings(name: str) -> None:
    """Also: a zone where units only arrive is used."""
    assert lint_file(SCENARIOS[name], library=LIBRARY).findings == ()


def test_the_scenarios_are_on_maps_of_every_kind() -> None:
    assert {scenario_of(name).map.kind for name in SCENARIOS} == {"hex", "land", "table", "dots"}


def test_coverage_says_of_every_rule_how_it_is_played() -> None:
    game = ruleset()
    assert play_maker(game) is GenericPlay
    assert set(game.coverage) == {rule.slug for rule in game.of_kind("rule")}


def test_every_question_is_about_an_entry() -> None:
    game = ruleset()
    assert set(game.questions) <= set(game.all_entries)
