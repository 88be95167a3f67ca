"""Supplements from the user's own folder: applied automatically, listed, and ignored on demand."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import click
import pytest
from processes import brainbug

from builder.terminal.own_folder import config_folder

SUPPLEMENT = """\
kind: supplement
game: bug-hunter
title: My charts
changes:
  - target: "table/firepower#weapon=MP&range=2-5"
    expect: 4
    value: 5
    reason: Charts card
"""
LATER = SUPPLEMENT.replace("expect: 4", "expect: 5").replace("value: 5", "value: 6").replace("My", "Later")
INPUTS = ("weapon=MP", "range=3")


@pytest.fixture
def config(tmp_path: Path) -> Path:
    (tmp_path / "supplements").mkdir()
    return tmp_path


def put(config: Path, name: str, text: str) -> Path:
    path = config / "supplements" / name
    path.write_text(text, encoding="utf-8")
    return path


def run(config: Path, *args: str | Path) -> subprocess.CompletedProcess[str]:
    """Run a command with this configuration folder."""
    return brainbug(*args, env={"BRAINBUG_CONFIG": str(config)})


def resolved(config: Path, *args: str | Path) -> dict[str, object]:
    done = run(config, "resolve", "bug-hunter:table/firepower", *INPUTS, "--json", *args)
    assert done.returncode == 0, done.stderr
    answer: dict[str, object] = json.loads(done.stdout)
    return answer


def test_a_supplement_in_the_folder_applies_to_its_game(config: Path) -> None:
    put(config, "mine.yaml", SUPPLEMENT)
    answer = resolved(config)
    assert (answer["result"], answer["basis"]) == (5, "supplement")
    assert answer["note"] == "My charts: Charts card"


def test_an_id_without_its_game_uses_supplements(config: Path) -> None:
    put(config, "mine.yaml", SUPPLEMENT)
    done = run(config, "resolve", "table/firepower", *INPUTS, "--json")
    assert json.loads(done.stdout)["result"] == 5


def test_show_and_odds_use_supplements_and_show_names_them(config: Path) -> None:
    put(config, "mine.yaml", SUPPLEMENT)
    assert "My charts: Charts card" in run(config, "show", "bug-hunter:table/firepower").stdout
    odds = run(config, "odds", "bug-hunter:table/firepower", *INPUTS)
    assert odds.returncode == 0, odds.stderr
    assert "5" in odds.stdout.split()


def test_supplements_apply_in_order_of_name_and_given_ones_last(config: Path, tmp_path: Path) -> None:
    put(config, "20-later.yaml", LATER)
    put(config, "10-mine.yaml", SUPPLEMENT)
    assert resolved(config)["result"] == 6
    last = tmp_path / "last.yaml"
    last.write_text(LATER.replace("value: 6", "value: 7").replace("expect: 5", "expect: 6"), encoding="utf-8")
    assert resolved(config, "--supplement", last)["result"] == 7


def test_a_supplement_in_the_folder_and_on_the_command_line_applies_once(config: Path) -> None:
    assert resolved(config, "--supplement", put(config, "mine.yaml", SUPPLEMENT))["result"] == 5


def test_own_supplements_can_be_ignored_but_given_ones_apply(config: Path, tmp_path: Path) -> None:
    put(config, "mine.yaml", SUPPLEMENT)
    assert resolved(config, "--no-supplements")["result"] == 4
    given = tmp_path / "given.yaml"
    given.write_text(SUPPLEMENT.replace("value: 5", "value: 9"), encoding="utf-8")
    assert resolved(config, "--no-supplements", "--supplement", given)["result"] == 9


def test_an_invalid_supplement_is_rejected_with_its_position_and_help(config: Path) -> None:
    path = put(config, "mine.yaml", SUPPLEMENT.replace("expect: 4", "expect: 9"))
    for command in (["show"], ["resolve"], ["odds"]):
        done = run(config, *command, "bug-hunter:table/firepower", *(() if command == ["show"] else INPUTS))
        assert done.returncode == 2
        assert f"{path}:6:13: BB017 expects 9, but finds 4" in done.stderr
        assert "--no-supplements" in done.stderr
        assert "Traceback" not in done.stderr
    assert resolved(config, "--no-supplements")["result"] == 4


def test_a_broken_supplement_of_another_game_is_ignored(config: Path) -> None:
    put(config, "mine.yaml", SUPPLEMENT)
    put(config, "other.yaml", "kind: supplement\ngame: bugged\nnonsense: 1\n")
    assert resolved(config)["result"] == 5


@pytest.mark.parametrize("text", ["- a list\n", "game: [1\n", "kind: supplement\n", ""])
def test_a_supplement_without_a_game_is_rejected_for_every_game(config: Path, text: str) -> None:
    path = put(config, "mine.yaml", text)
    done = run(config, "show", "bugged:table/terrain-costs")
    assert done.returncode == 2
    assert f"{path}:" in done.stderr
    assert "--no-supplements" in done.stderr


def test_list_prints_the_folder_and_the_supplements_of_each_game(config: Path) -> None:
    put(config, "mine.yaml", SUPPLEMENT)
    done = run(config, "supplement", "list")
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[0] == f"your own folder: {config / 'supplements'}"
    assert lines[lines.index("bug-hunter: 1 layer") + 1] == "  mine.yaml: My charts, 1 change, fits"
    assert "bugged: no layer" in lines


def test_list_reports_invalid_supplements_and_exits_1(config: Path) -> None:
    put(config, "10-mine.yaml", SUPPLEMENT)
    again = put(config, "20-again.yaml", SUPPLEMENT)
    put(config, "30-nowhere.yaml", SUPPLEMENT.replace("bug-hunter", "bughunter"))
    done = run(config, "supplement", "list", "--json")
    assert done.returncode == 1
    first, second, third = json.loads(done.stdout)["layers"]
    assert first["fits"]
    assert [problem["at"] for problem in second["problems"]] == [f"{again}:6:13"]
    assert third["problems"][0]["message"] == "unknown game `bughunter`"
    assert "20-again.yaml: does not fit" in run(config, "supplement", "list").stdout


def test_list_names_each_of_many_supplements_that_do_not_fit(config: Path) -> None:
    for number in range(120):
        text = f"kind: supplement\ngame: handspan\ntitle: Layer {number}\nchanges: []\n"
        put(config, f"{number:03}.yaml", text)
    wrong = ("007.yaml", "051.yaml", "052.yaml", "099.yaml")
    for name in wrong:
        put(config, name, SUPPLEMENT.replace("game: bug-hunter", "game: handspan"))
    done = run(config, "supplement", "list", "--json")
    layers = json.loads(done.stdout)["layers"]
    assert len(layers) == 120
    assert tuple(Path(layer["file"]).name for layer in layers if not layer["fits"]) == wrong
    assert done.returncode == 1


def test_without_a_folder_there_are_no_supplements(tmp_path: Path) -> None:
    done = run(tmp_path / "nowhere", "supplement", "list")
    assert done.returncode == 0
    assert "does not exist yet" in done.stdout
    assert resolved(tmp_path / "nowhere")["result"] == 4


def test_the_folder_is_the_system_default_unless_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BRAINBUG_CONFIG", str(tmp_path))
    assert config_folder() == tmp_path
    monkeypatch.delenv("BRAINBUG_CONFIG")
    assert config_folder() == Path(click.get_app_dir("brainbug"))


def test_export_uses_supplements(config: Path, tmp_path: Path) -> None:
    put(config, "mine.yaml", SUPPLEMENT)
    args = ("export", "--to", "sqlite", "--game", "bug-hunter", tmp_path / "rules.db")
    assert "supplement to bug-hunter: My charts" in run(config, *args).stdout
    assert "supplement to" not in run(config, *args, "--no-supplements").stdout
