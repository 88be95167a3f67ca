"""Scenarios in another game: they have no errors, and report what is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.exchange.convert import convert_scenario
from builder.lint.engine import lint_text
from builder.scenario.load import load_scenario
from rulesdb import InputError, open_game

SCENARIOS = Path(__file__).parents[3] / "scenarios"
PAIRS = [
    ("handspan/pump-hut", "mobile-infantry"),
    ("handspan/last-lift", "mobile-infantry"),
    ("mobile_infantry/candle", "handspan"),
    ("mobile_infantry/eagle-six", "handspan"),
    ("mobile_infantry/three-lamps", "handspan"),
    ("mobile_infantry/long-way-round", "handspan"),
]


@pytest.mark.parametrize(("name", "game"), PAIRS)
def test_a_converted_scenario_has_no_errors(name: str, game: str) -> None:
    scenario = load_scenario(SCENARIOS / f"{name}.yaml")
    text, report = convert_scenario(scenario, open_game(game))
    result = lint_text(text, Path("converted.yaml"))
    assert [str(finding) for finding in result.findings if finding.severity == "error"] == []
    assert result.scenario is not None
    assert result.scenario.summary == scenario.summary
    assert [force.title for force in result.scenario.forces] == [force.title for force in scenario.forces]
    assert report.losses


def test_a_game_on_another_kind_of_map_is_refused() -> None:
    scenario = load_scenario(SCENARIOS / "bugged/static.yaml")
    with pytest.raises(InputError, match=r"Handspan is played on table; static has a map of kind land"):
        convert_scenario(scenario, open_game("handspan"))
