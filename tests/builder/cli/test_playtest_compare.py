"""``brainbug playtest --compare``: two versions with the same dice."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from handspan_field import FIELD

from builder.cli.main import main
from builder.cli.playtest import playtest
from rulesdb.shipped import shipped


def _compared(folder: Path, before: str, after: str, *options: str) -> dict[str, Any]:
    for name, text in (("before", before), ("after", after)):
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    files = [str(folder / "after.yaml"), "--compare", str(folder / "before.yaml")]
    done = CliRunner().invoke(playtest, [*files, "--games", "8", "--jobs", "1", "--json", *options])
    assert done.exit_code == 0, done.output
    comparison: dict[str, Any] = json.loads(done.output)
    return comparison


def test_a_scenario_is_no_different_from_itself(tmp_path: Path) -> None:
    same = _compared(tmp_path, FIELD, FIELD.replace("title: Field", "title: Meadow"))
    assert same["same_winner"] == same["same_ending"] == 1
    assert all(row["change"] == row["low"] == row["high"] == 0 for row in same["sides"] + same["endings"])
    assert same["moved"] == []
    assert [each["title"] for each in same["versions"]] == ["Field", "Meadow"]


def test_what_changes_is_the_difference_of_pairs(tmp_path: Path) -> None:
    out = tmp_path / "out"
    longer = _compared(tmp_path, FIELD, FIELD.replace("turns: 4", "turns: 2"), "-o", str(out))
    assert longer["turns"]["after"] <= 2 < longer["turns"]["before"]
    for row in (longer["turns"], *longer["sides"], *longer["endings"]):
        assert row["change"] == pytest.approx(row["after"] - row["before"], abs=2e-4)
        assert row["low"] <= row["change"] <= row["high"]
    assert sum(row["games"] for row in longer["moved"]) == round(8 * (1 - longer["same_ending"]))
    page = (out / "comparison.html").read_text("utf-8")
    assert 'href="#before-0"' in page
    assert 'href="#after-0"' in page
    assert json.loads((out / "comparison.json").read_text("utf-8")) == longer


def test_scenarios_of_different_games_are_not_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one = shipped("scenarios") / "handspan" / "last-lift.yaml"
    other = shipped("scenarios") / "bug_hunter" / "dead-air.yaml"
    with pytest.raises(SystemExit) as stopped:
        main(["playtest", str(one), "--compare", str(other), "--games", "1"])
    error = capsys.readouterr().err
    assert (stopped.value.code, error.count("\n")) == (2, 1)
    assert "compare two scenarios of one game" in error
