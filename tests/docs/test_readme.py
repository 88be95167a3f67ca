"""The examples in the README work."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

from processes import brainbug

from rulesdb import game_folders, open_game

ROOT = Path(__file__).resolve().parents[2]
README = ROOT / "README.md"


def test_the_python_session_runs() -> None:
    result = doctest.testfile(str(README), module_relative=False)
    assert result.attempted > 0
    assert result.failed == 0


def test_every_linked_file_and_picture_exists() -> None:
    targets = re.findall(r"\]\(([^)#:]+)\)", README.read_text(encoding="utf-8"))
    assert targets
    assert [target for target in targets if not (ROOT / target).exists()] == []


def test_the_readme_shows_the_output_of_make_demo(tmp_path: Path) -> None:
    """The lines of `make demo` that brainbug prints, and those of the Makefile."""
    text = README.read_text(encoding="utf-8")
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for line in ("Print this:", "SVG files:", "List of files:", "Reference site:"):
        assert line in text
        assert line in makefile
    scenario = ROOT / "scenarios" / "bug_hunter" / "dead-air.yaml"
    assert f"\n{brainbug('lint', scenario).stdout.splitlines()[-1]}\n" in text
    assert brainbug("build", scenario, "-o", "build/dead-air", cwd=tmp_path).stdout in text


def test_the_table_of_games_has_the_right_counts() -> None:
    """One row for each game, with the number of its tables and procedures."""
    rows = re.findall(
        r"^\| .*?(\d+) tables, (\d+) procedures", README.read_text(encoding="utf-8"), re.MULTILINE
    )
    games = [open_game(name) for name in game_folders()]
    assert sorted((int(tables), int(procedures)) for tables, procedures in rows) == sorted(
        (len(game.tables), len(game.procedures)) for game in games
    )
