"""Replays: a page to step through, an example of play, and the same game played again."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import soak
from click.testing import CliRunner
from handspan_field import FIELD

from builder.cli import playtest as command
from builder.cli.main import main
from builder.playtest.game_play import play_maker
from builder.playtest.replays import first_difference, play_again, read_game
from builder.report.example import example_of_play
from rulesdb import Library
from rulesdb.shipped import shipped

GAMES = {game.id for game in Library().open_all() if play_maker(game) is not None}
FILES = [
    path
    for path in sorted(shipped("scenarios").rglob("*.yaml"))
    if path.parent.name.replace("_", "-") in GAMES
]


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a game."""
    folder = tmp_path_factory.mktemp("recorded")
    (folder / "field.yaml").write_text(FIELD, encoding="utf-8")
    options = ["--games", "1", "--jobs", "1", "-o", str(folder / "out")]
    done = CliRunner().invoke(command.playtest, [str(folder / "field.yaml"), *options])
    assert done.exit_code == 0, done.output
    return folder / "out" / "game-0.jsonl"


def _replay(*args: object) -> str:
    done = CliRunner().invoke(command.replay, [str(each) for each in args])
    assert done.exit_code == 0, done.output
    return done.output


def test_a_record_holds_all_that_a_replay_needs(record: Path, tmp_path: Path) -> None:
    moved = tmp_path / "elsewhere.jsonl"
    moved.write_bytes(record.read_bytes())
    assert "the same game again" in _replay(moved, "--check")


def test_a_changed_choice_is_found(record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = record.read_text("utf-8").splitlines()
    at = next(number for number, line in enumerate(lines) if '"of": ' in line and '"choice": 0' not in line)
    lines[at] = re.sub(r'"choice": \d+', '"choice": 0', lines[at])
    other = tmp_path / "other.jsonl"
    other.write_text("\n".join(lines) + "\n", encoding="utf-8")
    with pytest.raises(SystemExit) as stopped:
        main(["replay", str(other), "--check"])
    error = capsys.readouterr().err
    assert (stopped.value.code, error.count("\n")) == (2, 1)
    assert f"line {at + 1}: played again" in error or "rules of play have changed" in error


@pytest.mark.parametrize(
    "damage", ['{"record": 2}\n', '{"record": 2, "text": "a: ["}\n{"ending": {}, "turn": 1}\n']
)
def test_a_damaged_record_is_one_clear_line(
    tmp_path: Path, damage: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text(damage, encoding="utf-8")
    for option in ("--check", "--example"):
        with pytest.raises(SystemExit) as stopped:
            main(["replay", str(path), option])
        assert stopped.value.code == 2
        assert "Traceback" not in capsys.readouterr().err


def test_an_example_has_every_roll_and_every_loss(record: Path) -> None:
    text = _replay(record, "--example")
    lines = [json.loads(line) for line in record.read_text("utf-8").splitlines()]
    rolls = [line for line in lines if "roll" in line and (line["cells"] or line["side"])]
    assert text.count("\n> ") == len(rolls)
    lost = [change for line in lines for change in line.get("changes", ()) if change["status"] == "lost"]
    assert text.count("is lost") == len({change["unit"] for change in lost})
    turns = {line["turn"] for line in lines[1:] if line["turn"]}
    assert [int(turn) for turn in re.findall(r"^## Turn (\d+)$", text, re.MULTILINE)] == sorted(turns)
    assert "handspan:table/command-points" in text
    assert " win (" in text.splitlines()[-1]
    assert "victory condition" not in text, "why the game ended is a sentence"


@pytest.mark.soak
@pytest.mark.parametrize("path", soak.every(soak.times(11, 1), FILES), ids=lambda path: path.stem)
def test_the_example_on_the_site_is_the_same_game_when_it_is_played_again(path: Path) -> None:
    from builder.playtest.example import example_record

    text = example_record(path)
    if text is None:
        pytest.skip("no machine plays it")
    game = read_game(text, path.name)
    assert first_difference(text, play_again(game, path.name)) == 0
    assert "## Turn 1" in example_of_play(game)


def test_the_page_shows_each_step_over_the_map(record: Path, tmp_path: Path, browser: Any) -> None:
    path = tmp_path / "replay.html"
    _replay(record, "--html", path)
    page = browser.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: faults.append(message.text))
    page.goto(path.as_uri())
    lines = record.read_text("utf-8").splitlines()
    assert page.locator("#log > li").count() == len(lines)
    assert page.inner_text("#now").startswith("Set-up")
    page.select_option("#turn", "1")
    assert page.inner_text("#now").startswith("Turn 1")
    places = page.locator(".piece").evaluate_all("them => them.map(each => each.getAttribute('transform'))")
    assert len(places) == 6, "all humans are on the table"
    page.click("#last")
    assert "The end" in page.inner_text("#now")
    page.keyboard.press("Home")
    assert page.inner_text("#now").startswith("Set-up")
    link = page.locator("#log a").first
    assert page.locator(link.get_attribute("href")).count() == 1
    assert faults == []
    page.close()
