"""In the tutorials, a game is only one folder, and a lint check only one file."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def written(tutorial: str) -> set[str]:
    """The files that a tutorial tells readers to write, change or copy from an example."""
    text = (ROOT / "docs" / "tutorials" / tutorial).read_text(encoding="utf-8")
    block = r"^```\{(?:code-block\} \w+|literalinclude\} \S+)\n:caption: (\S+)$"
    return set(re.findall(block, text, flags=re.MULTILINE))


def test_a_sixth_game_touches_one_folder() -> None:
    files = written("sixth-game.md")
    folders = {Path(name).parts[:2] for name in files - {"cage-nine.yaml"}}
    assert folders == {("games", "night_shift")}
    assert len(files) > 5


def test_a_lint_check_touches_one_file() -> None:
    assert written("lint-check.md") - {"brainbug.toml"} == {"checks/easy_objective.py"}


def test_the_api_reference_lists_existing_modules_with_summaries() -> None:
    pages = (ROOT / "docs" / "api").glob("*.md")
    listed = [
        module for page in pages for module in re.findall(r"automodule:: (\S+)", page.read_text("utf-8"))
    ]
    assert len(listed) == len(set(listed)) > 40
    for module in listed:
        path = ROOT.joinpath(*module.split("."))
        source = path.with_suffix(".py") if path.with_suffix(".py").is_file() else path / "__init__.py"
        assert source.read_text("utf-8").startswith(('"""', 'r"""'))
