"""Night Shift is one folder of data, and everything works on it as on the games that come with brainbug."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from pathlib import Path

import deck_solids
import open_solids
import placement
import pytest
from click.testing import CliRunner
from kits import drawings_of
from night_shift import FOLDER, GAMES, LIBRARY, SCENARIOS, ruleset, scenario_of
from soak import every, soak_only, times

from builder.analysis.report import report_of
from builder.cli.changes.impact import impact
from builder.draw.maps.map_look import MapLook
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme, theme_names
from builder.lint.engine import lint_file
from builder.playtest.game_play import play_maker
from builder.playtest.generic import GenericPlay
from builder.press.kit.kit import compose_kit
from builder.press.services.sheet_file import load_paper
from builder.scenario.start.copies import copied_scenario, scenario_of_mission, starters_of
from rulesdb.own_code import OWN_GAMES
from rulesdb.search import Index


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


def _printed(name: str, *parts: str) -> str:
    kit = compose_kit(scenario_of(name), load_paper("a4"), load_theme(), parts=parts)
    return " ".join(text.text for page in kit.pages for text in page.drawing.texts)


def test_sheets_have_what_the_game_has_and_nothing_else() -> None:
    """A mission without victory points, weapons of units, and no air, hidden creatures or toughness."""
    printed = _printed("cage-nine", "briefing", "roster", "cards")
    assert "Weapon: Rivet gun." in printed
    assert "Clock Out" in printed
    assert not [word for word in ("The air inside", "hidden creatures", "Victory points") if word in printed]


LOOKS = list(product(SCENARIOS, theme_names()))


@pytest.mark.soak
@pytest.mark.parametrize(("name", "theme"), every(times(len(LOOKS), 1), LOOKS))
def test_texts_of_kits_stay_in_their_boxes_apart_and_large_enough(name: str, theme: str) -> None:
    drawings = drawings_of(compose_kit(scenario_of(name), load_paper("a4"), load_theme(theme), debug=True))
    assert placement.outside(drawings) == []
    assert placement.overlapping(drawings) == []
    assert placement.too_small(drawings) == []


@soak_only
@pytest.mark.parametrize("theme", theme_names())
def test_nothing_on_the_maps_touches_something_else(theme: str) -> None:
    context, look = DrawingContext.of(ruleset(), load_theme(theme)), MapLook(secrets=True)
    assert deck_solids.touching(scenario_of("cage-nine"), 0, context, look) == []
    for scenario in map(scenario_of, SCENARIOS):
        if scenario.map.kind in ("land", "table"):
            assert open_solids.touching(scenario, context, look) == []


def test_maps_of_dots_print_toughness_only_if_the_game_has_it() -> None:
    printed = _printed("second-siren", "map")
    assert "Inner walls are on every floor" in printed
    assert "oughness" not in printed


def test_a_mission_starts_from_a_scenario_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(OWN_GAMES, str(GAMES))
    starters = starters_of("night-shift")
    assert starters == SCENARIOS
    assert scenario_of_mission(starters, "clock-out") == "cage-nine"
    assert scenario_of_mission(starters, "clock-in") == ""
    text = copied_scenario(starters, "out", "Out", "cage-nine")
    assert text.splitlines()[2:4] == ["  id: out", "  title: Out"]


def test_an_analysis_has_no_air_if_the_game_has_none() -> None:
    report = report_of(scenario_of("cage-nine"))
    assert (report["seals"], report["doors"]) == ([], [])
    assert report["objectives"]["cage"]


def test_a_changed_table_changes_odds_and_scenarios() -> None:
    game = ruleset()
    odds = {column: game.table("damage").odds(power=column) for column in ("1", "6")}
    assert odds["1"]["two wounds"] == Fraction(1, 36)
    assert odds["6"]["no effect"] == Fraction(3, 36)


def test_words_of_players_find_their_rules() -> None:
    index, prefix = Index.of((ruleset(),)), "night-shift:"
    for question, key in (("roll to hit", "table/damage"), ("shoot next to a bug", "rule/fire")):
        ids = [match.id.removeprefix(prefix) for match in index.find(question.split()).matches]
        assert key in ids[:3], (question, ids[:4])


CHEAPER = """\
kind: supplement
game: night-shift
title: Cheaper fitters
changes: [{target: unit/fitter, facts: {points: 18}, expect: {points: 20}, reason: playtest}]
"""


def test_an_erratum_names_the_scenarios_that_come_with_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(OWN_GAMES, str(GAMES))
    (tmp_path / "cheaper.yaml").write_text(CHEAPER, encoding="utf-8")
    result = CliRunner().invoke(impact, [str(tmp_path / "cheaper.yaml")])
    assert result.output.count(": night-shift:unit/fitter") == len(SCENARIOS), result.output
