"""Playtests from Python."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import pytest
from handspan_field import FIELD

from builder.playtest.api import Playtest, play
from builder.scenario.load import load_scenario
from rulesdb import BrainbugError, InputError


@pytest.fixture(scope="module")
def field(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("api") / "field.yaml"
    path.write_text(FIELD.replace("title: Field", 'title: "<b>Field</b>"'), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def played(field: Path) -> Playtest:
    return play(load_scenario(field), games=3)


def test_a_notebook_shows_every_ending_and_escapes_texts(played: Playtest) -> None:
    html = played._repr_html_()
    assert html.count("<tr>") == 1 + len(played.report["endings"])
    assert "&lt;b&gt;Field&lt;/b&gt;: 3 games" in html
    assert "<b>" not in html


def test_games_are_those_of_the_command(played: Playtest, field: Path) -> None:
    assert [each.game for each in played.results] == [0, 1, 2]
    assert play(field, games=1).results[0] == played.results[0]
    assert played.record(1).startswith('{"record": 2')


def test_frames_have_the_rows_of_the_report(played: Playtest, monkeypatch: pytest.MonkeyPatch) -> None:
    pandas = ModuleType("pandas")
    pandas.DataFrame = list  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "pandas", pandas)
    assert len(played.games) == 3
    assert len(played.endings) == len(played.report["endings"])
    assert {row["event"] for row in played.places} >= {"moved"}


def test_without_pandas_the_message_says_what_to_use(
    played: Playtest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(BrainbugError, match="`report` has the same numbers"):
        _ = played.endings


def test_a_scenario_whose_file_has_changed_is_refused(field: Path, tmp_path: Path) -> None:
    path = tmp_path / "moved.yaml"
    path.write_text(FIELD, encoding="utf-8")
    scenario = load_scenario(path)
    path.write_text(FIELD.replace("turns: 4", "turns: 5"), encoding="utf-8")
    with pytest.raises(InputError, match="has changed since"):
        play(scenario, games=1)
    with pytest.raises(InputError, match="too few"):
        play(path, games=0)
