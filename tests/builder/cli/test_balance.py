"""``brainbug balance``: a patch that keeps comments, and clear messages."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner
from handspan_field import FIELD

from builder.cli.main import main
from builder.cli.playing.balance import balance

OPTIONS = ["--games", "20", "--confirm", "20", "--jobs", "1", "--within", "20"]


@pytest.fixture
def field(tmp_path: Path) -> Path:
    path = tmp_path / "field.yaml"
    path.write_text(FIELD.replace("turns: 4", "turns: 2  # as many as it takes"), encoding="utf-8")
    return path


def test_the_change_is_a_patch_that_keeps_comments(field: Path, tmp_path: Path) -> None:
    patch = tmp_path / "change.patch"
    lever = ["--lever", "victory.great.when.at_least=5..6", "--target", "70"]
    done = CliRunner().invoke(balance, [str(field), *lever, *OPTIONS, "--json", "-o", str(patch)])
    assert done.exit_code == 0, done.output
    result = json.loads(done.output[done.output.index("{") :])
    assert (result["best"]["lever"], result["best"]["value"]) == ("victory.great.when.at_least", 6)
    assert {row["value"] for row in result["versions"]} == {None, 5, 6}
    before = field.read_text("utf-8")
    subprocess.run(["patch", "-s", str(field), str(patch)], check=True)
    assert field.read_text("utf-8") == before.replace("at_least: 3", "at_least: 6")
    assert "# as many as it takes" in before


def test_values_that_lint_refuses_are_left_out(field: Path) -> None:
    field.write_text(field.read_text("utf-8").replace("at_least: 3", "at_least: 6"), encoding="utf-8")
    lever = ["--lever", "turns=0..3", "--target", "90"]
    done = CliRunner().invoke(balance, [str(field), *lever, *OPTIONS])
    assert "left out: turns 0:" in done.output
    assert "turns 2 → 3" in done.output


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--lever", "turn=1..3"], "did you mean `turns`"),
        (["--lever", "turns=1..3", "--side", "pred"], "there is no side pred"),
    ],
)
def test_bad_options_are_one_clear_line(
    field: Path, options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["balance", str(field), *options, *OPTIONS])
    error = capsys.readouterr().err
    assert (stopped.value.code, error.count("\n")) == (2, 1)
    assert message in error
