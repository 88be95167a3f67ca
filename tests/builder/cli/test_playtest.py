"""``brainbug playtest`` and ``brainbug replay``."""

from __future__ import annotations

import csv
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from handspan_field import FIELD

from builder.cli import playtest as command
from builder.cli.main import main
from builder.playtest import batch


@pytest.fixture
def field(tmp_path: Path) -> Path:
    path = tmp_path / "field.yaml"
    path.write_text(FIELD, encoding="utf-8")
    return path


def _run(*args: object, fails: bool = False) -> str:
    """What a command prints; with ``fails``, on the error stream."""
    done: Result = CliRunner().invoke(command.playtest, [str(each) for each in args])
    assert (done.exit_code != 0) is fails, done.output
    return done.output


def _main(capsys: pytest.CaptureFixture[str], *args: object) -> tuple[int | str | None, str]:
    with pytest.raises(SystemExit) as stopped:
        main([str(each) for each in args])
    return stopped.value.code, capsys.readouterr().err


def test_a_playtest_reports_the_share_of_every_ending(field: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    text = _run(field, "--games", 6, "--jobs", 1, "-o", out)
    assert text.startswith("Field: 6 games played, human officer, bug officer, seed 1\n")
    report = json.loads((out / "report.json").read_text("utf-8"))
    assert report["schema_version"] == 1
    assert [(row["side"], row["grade"]) for row in report["endings"]] == [
        ("human", "great"), ("bug", "great"), ("bug", "fair"),
    ]  # fmt: skip
    assert sum(row["games"] for row in report["endings"]) + report["undecided"] == report["games"] == 6
    assert all(row["low"] <= row["share"] <= row["high"] for row in report["endings"])
    assert report["assumptions"]["leaving-combat"] == "held"
    assert len(list(csv.reader((out / "games.csv").open(encoding="utf-8")))) == 7


def test_the_same_seed_gives_the_same_files_with_any_number_of_processes(field: Path, tmp_path: Path) -> None:
    for jobs in (1, 2):
        _run(field, "--games", 12, "--jobs", jobs, "-o", tmp_path / str(jobs), "--players", "human=greedy")
    files = {path.name: path.read_bytes() for path in (tmp_path / "1").iterdir()}
    assert files == {path.name: path.read_bytes() for path in (tmp_path / "2").iterdir()}
    assert {"games.sqlite", "report.json", "games.csv", "game-0.jsonl"} <= files.keys()


def test_weighing_plays_the_games_again_with_every_other_choice(field: Path) -> None:
    report = json.loads(_run(field, "--games", 2, "--jobs", 1, "--weigh", 2, "--json"))
    swapped = {(row["assumption"], row["choice"]) for row in report["weights"]}
    assert {("leaving-combat", "free"), ("air-support", "blast"), ("air-support", "none")} <= swapped
    assert all(0 <= row["change"] <= 1 and row["games"] == 2 for row in report["weights"])


def test_json_is_printed_alone(field: Path) -> None:
    assert json.loads(_run(field, "--games", 1, "--json"))["scenario"] == "field"


def test_a_batch_that_was_stopped_keeps_its_games_and_goes_on(
    field: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, out = tmp_path / "whole", tmp_path / "out"
    _run(field, "--games", 6, "--jobs", 1, "-o", whole)
    real: Callable[[batch.Prepared, int], object] = batch.Prepared.result

    def stops(self: batch.Prepared, number: int) -> object:
        if number == 3:
            raise KeyboardInterrupt
        return real(self, number)

    with monkeypatch.context() as patch:
        patch.setattr(batch.Prepared, "result", stops)
        done = CliRunner().invoke(
            command.playtest, [str(field), "--games", "6", "--jobs", "1", "-o", str(out)]
        )
    assert done.exit_code == 130
    assert "stopped after 3 of 6 games; the same command continues from there" in done.output
    with closing(sqlite3.connect(out / "games.sqlite")) as kept:
        assert kept.execute("SELECT game FROM games").fetchall() == [(0,), (1,), (2,)]
    _run(field, "--resume", "--jobs", 1, "-o", out)
    for name in ("games.sqlite", "report.json", "games.csv"):
        assert (out / name).read_bytes() == (whole / name).read_bytes()


def test_games_of_another_batch_are_left_alone(
    field: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    _run(field, "--games", 1, "-o", out)
    before = (out / "games.sqlite").read_bytes()
    code, error = _main(capsys, "playtest", field, "--games", 1, "--seed", 2, "-o", out)
    assert (code, error.count("\n")) == (2, 1)
    assert "another batch" in error
    assert (out / "games.sqlite").read_bytes() == before


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--players", "human=oficer"], "did you mean `officer`"),
        (["--players", "pred=officer"], "there is no side pred"),
        (["--players", "officer"], "side=player"),
        (["--players", "human=none.py:Me"], "none.py"),
        (["--assume", "leaving-combat=fly"], "no choice fly"),
        (["--assume", "leaving-combt=free"], "did you mean `leaving-combat`"),
    ],
)
def test_bad_options_are_one_clear_line(
    field: Path, options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, error = _main(capsys, "playtest", field, *options)
    assert (code, error.count("\n")) == (2, 1)
    assert message in error
    assert "Traceback" not in error


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("{left_by: ship, at_least: 3}", "{left_by: shop, at_least: 3}", "shop"),
        ("unit: warrior", "unit: worrier", "worrier"),
        (
            "arrives: warriors, count: 2, every_turn: true",
            "arrives: minitank",
            "force warriors is neither placed",
        ),
        ("game: handspan", "game: handspann", "handspan"),
    ],
)
def test_a_scenario_that_cannot_be_played_is_reported(
    field: Path, old: str, new: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    field.write_text(FIELD.replace(old, new), encoding="utf-8")
    with pytest.raises(SystemExit) as stopped:
        main(["playtest", str(field), "--games", "1"])
    printed = "".join(capsys.readouterr())
    assert stopped.value.code in (1, 2)
    assert message in printed
    assert "Traceback" not in printed


def test_a_scenario_with_victory_in_prose_only_is_not_played(
    field: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = FIELD.replace("{left_by: ship, at_least: 3}", "Three are aboard.")
    text = text.replace("{standing: squad, at_most: 0}, at: end of turn", "All are dead.")
    field.write_text(text.replace("when: otherwise", "when: Neither."), encoding="utf-8")
    code, error = _main(capsys, "playtest", field, "--games", 1)
    assert code == 2
    assert "every victory condition is a sentence" in error


OWN = """\
class Me:
    def begin(self, side, play, rng):
        self.rng = rng
    def saw(self, roll, thrown):
        pass
    def choose(self, view, decision, actions):
        return {answer}
"""


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize(
    ("answer", "message"),
    [("len(actions)", "illegal move"), ("1 // 0", "raised ZeroDivisionError"), ("None", "illegal move")],
)
def test_the_fault_of_a_players_own_class_is_one_line_and_loses_nothing(
    field: Path, tmp_path: Path, answer: str, message: str, jobs: int, capsys: pytest.CaptureFixture[str]
) -> None:
    own_player = tmp_path / "mine.py"
    own_player.write_text(OWN.replace("{answer}", answer), encoding="utf-8")
    code, error = _main(
        capsys, "playtest", field, "--games", 12, "--jobs", jobs, "--players", f"human={own_player}:Me"
    )
    assert (code, error.count("\n")) == (2, 1)
    assert "player Me of the human side" in error
    assert message in error


def test_a_players_own_class_can_play(field: Path, tmp_path: Path) -> None:
    own_player = tmp_path / "mine.py"
    own_player.write_text(OWN.replace("{answer}", "self.rng.randrange(len(actions))"), encoding="utf-8")
    assert f"human {own_player}:Me" in _run(field, "--games", 1, "--players", f"human={own_player}:Me")


def test_a_class_without_a_method_is_refused(
    field: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own_player = tmp_path / "mine.py"
    own_player.write_text("class Me:\n    pass\n", encoding="utf-8")
    code, error = _main(capsys, "playtest", field, "--players", f"human={own_player}:Me")
    assert code == 2
    assert "class Me is missing the method begin, saw, choose" in error


def test_a_replay_shows_every_roll_with_its_table_cell_and_citation(field: Path, tmp_path: Path) -> None:
    _run(field, "--games", 1, "-o", tmp_path / "out")
    done = CliRunner().invoke(command.replay, [str(tmp_path / "out" / "game-0.jsonl")])
    assert done.exit_code == 0
    assert done.output.startswith("Field, game 0, human officer, bug officer, seed 1\n\nSet-up\n")
    assert "\nTurn 1\n" in done.output
    assert (
        "handspan:table/command-points at rank=corporal, state=unhurt: 1d3 (handspan Command & Control)"
        in (done.output)
    )
    assert "End in turn" in done.output


@pytest.mark.parametrize("text", ["", "no\n", "[]\n", '{"record": 2}\n', '{"record": 2, "title": "x"}\n{}\n'])
def test_a_replay_of_anything_else_is_refused(
    tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text(text, encoding="utf-8")
    code, error = _main(capsys, "replay", path)
    assert (code, error.count("\n")) == (2, 1)
