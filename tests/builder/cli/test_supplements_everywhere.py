"""A supplement reaches every command that reads a game, and its values are marked as such."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from builder.cli.main import _COMMANDS, brainbug
from builder.lsp.document import Context
from builder.terminal.library_options import library_with

SCENARIO = Path(__file__).parents[3] / "scenarios" / "bugged" / "static.yaml"
CHARTS = """\
kind: supplement
game: bug-hunter
title: My charts
changes:
  - target: "table/firepower#weapon=MP&range=2-5"
    expect: 4
    value: 5
    reason: Charts card
"""
UNITS = """\
kind: supplement
game: bugged
title: My unit sheets
changes:
  - target: unit/android-trooper
    reason: Unit sheet
    facts:
      scores: {melee_skill: 4, melee_damage: 3, range_skill: 4, range_damage: 3, dodge: 4, armor: 3,
        movement: 1, wounds: 4}
"""
# These do not read a game, or only the supplements themselves.
# `impact` takes a supplement as its argument, and applies no other.
WITHOUT_LIBRARY = {"roll", "printer", "sheets", "preflight", "supplement", "impact"}


@pytest.fixture
def charts(tmp_path: Path) -> Path:
    path = tmp_path / "charts.yaml"
    path.write_text(CHARTS, encoding="utf-8")
    return path


@pytest.fixture
def units(tmp_path: Path) -> Path:
    path = tmp_path / "units.yaml"
    path.write_text(UNITS, encoding="utf-8")
    return path


def run(*args: object, code: int = 0) -> Result:
    result = CliRunner().invoke(brainbug, [str(arg) for arg in args])
    assert result.exit_code == code, result.output
    return result


def with_and_without(supplement: Path, *args: object) -> tuple[str, str]:
    """The output of a command with and without the supplement."""
    return run(*args, "--supplement", supplement).stdout, run(*args).stdout


@pytest.mark.parametrize("name", [name for name in _COMMANDS if name not in WITHOUT_LIBRARY])
def test_every_command_that_reads_a_game_takes_supplements(name: str) -> None:
    words = [name, "build"] if name == "docs" else [name]
    help_text = run(*words, "--help").stdout
    assert "--supplement FILE" in help_text or "--supplement PATH" in help_text
    assert "--no-supplements" in help_text


def test_lookup_shows_the_supplement_basis(units: Path) -> None:
    changed, plain = with_and_without(units, "lookup", "android", "trooper", "--kind", "unit", "--json")
    assert json.loads(changed)[0]["basis"] == "supplement"
    assert json.loads(plain)[0]["basis"] == "house"


def test_show_and_coverage_use_a_supplement(units: Path) -> None:
    changed, plain = with_and_without(units, "show", "bugged:unit/android-trooper", "--json")
    assert json.loads(changed)["entries"][0]["basis"] == "supplement"
    assert json.loads(plain)["entries"][0]["basis"] == "house"
    changed, plain = with_and_without(units, "coverage", "bugged", "--json")
    assert json.loads(changed)[0]["bases"]["supplement"] == 1
    assert "supplement" not in json.loads(plain)[0]["bases"]


def test_lint_uses_a_supplement(units: Path) -> None:
    changed, plain = with_and_without(units, "lint", SCENARIO)
    assert "Android Trooper" in plain
    assert "Android Trooper" not in changed


def test_parallel_lint_uses_a_supplement(units: Path) -> None:
    from builder.lint.configuration import LintConfig
    from builder.lint.many import lint_files

    library = library_with((units,))
    reports = list(lint_files([(SCENARIO, LintConfig())] * 6, library, processes=2))
    messages = {finding.message for report in reports for finding in report.findings}
    assert len(reports) == 6
    assert not any("Android Trooper" in message for message in messages)


def test_analyze_uses_a_supplement(units: Path) -> None:
    changed, plain = with_and_without(units, "analyze", SCENARIO)
    assert "troopers and shade: move 1" in plain
    assert changed != plain


def test_a_supplement_applies_only_to_its_own_game(charts: Path) -> None:
    changed, plain = with_and_without(charts, "analyze", SCENARIO)
    assert changed == plain


def test_a_supplement_for_another_game_is_rejected(charts: Path) -> None:
    result = CliRunner().invoke(brainbug, ["coverage", "bugged", "--supplement", str(charts)])
    assert "is for bug-hunter, not for bugged" in str(result.exception)


def test_a_supplement_for_an_unknown_game_is_rejected_everywhere(tmp_path: Path) -> None:
    path = tmp_path / "typo.yaml"
    path.write_text(CHARTS.replace("bug-hunter", "bughunter"), encoding="utf-8")
    result = CliRunner().invoke(brainbug, ["games", "--supplement", str(path)])
    assert "is for an unknown game, bughunter: did you mean `bug-hunter`?" in str(result.exception)


def svg_of(folder: Path) -> str:
    return "".join(path.read_text(encoding="utf-8") for path in sorted((folder / "svg").glob("*.svg")))


def test_print_marks_the_values_and_names_the_supplement(charts: Path, tmp_path: Path) -> None:
    run("print", "bug-hunter", "charts", "-o", tmp_path / "plain")
    run("print", "bug-hunter", "charts", "-o", tmp_path / "mine", "--supplement", charts)
    assert "supplement" not in svg_of(tmp_path / "plain")
    supplemented = svg_of(tmp_path / "mine")
    assert "(supplement)" in supplemented or "supplement)" in supplemented
    assert "supplement marks values from My charts" in supplemented
    (layer,) = json.loads((tmp_path / "mine" / "manifest.json").read_text("utf-8"))["supplements"]
    assert (layer["title"], layer["file"]) == ("My charts", "charts.yaml")


def test_a_kit_names_its_supplements_and_has_another_hash(units: Path, tmp_path: Path) -> None:
    arguments = ("build", SCENARIO, "--only", "cover,charts", "-o")
    run(*arguments, tmp_path / "plain")
    run(*arguments, tmp_path / "mine", "--supplement", units)
    plain, supplemented = (
        json.loads((tmp_path / name / "manifest.json").read_text("utf-8")) for name in ("plain", "mine")
    )
    assert plain["hash"].rpartition("-X")[2] != supplemented["hash"].rpartition("-X")[2]
    (layer,) = supplemented["supplements"]
    svg = svg_of(tmp_path / "mine")
    assert "My unit sheets: units.yaml" in svg
    assert f"SHA-256 {layer['sha256'][:16]}" in svg
    assert plain["supplements"] == []


def test_a_kit_printed_without_a_supplement_is_stale_with_it(units: Path, tmp_path: Path) -> None:
    run("build", SCENARIO, "--only", "charts", "-o", tmp_path / "plain")
    check = ("build", SCENARIO, "--check-print", tmp_path / "plain")
    assert "is up to date" in run(*check).stdout
    assert "supplement My unit sheets was added" in run(*check, "--supplement", units, code=1).stdout


def test_the_editor_uses_a_supplement(units: Path) -> None:
    game = Context(library_with((units,))).game("bugged")
    assert game is not None
    assert game.find("unit", "android-trooper")["scores"]["movement"] == 1
