"""A second build after one changed entry: what is rebuilt, and what is kept."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from soak import soak_only

from rulesdb import game_folders
from rulesdb.own_code import OWN_GAMES

CONF = """
project = "test"
extensions = ["sphinx.ext.doctest", "builder.publish"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_build"]
html_theme = "basic"
brainbug_pages = ["own-handspan"]
"""


def files(folder: Path, ending: str) -> dict[str, int]:
    """When each file was written, by its path."""
    return {
        path.relative_to(folder).as_posix(): path.stat().st_mtime_ns for path in folder.rglob(f"*{ending}")
    }


def written(before: dict[str, int], after: dict[str, int]) -> set[str]:
    assert before.keys() == after.keys()
    return {name for name in after if after[name] != before[name]}


@soak_only
def test_one_changed_entry_rewrites_only_its_pages(tmp_path: Path) -> None:
    own = tmp_path / "games" / "own_handspan"
    shutil.copytree(game_folders()["handspan"], own, ignore=shutil.ignore_patterns("__pycache__"))
    project, site = tmp_path / "project", tmp_path / "site"
    project.mkdir()
    (project / "conf.py").write_text(CONF, encoding="utf-8")
    (project / "index.md").write_text(
        "# Test\n\n{bb:rule}`own-handspan:movement`\n\n```{toctree}\nreference/index\n```\n", encoding="utf-8"
    )

    def build() -> None:
        command = [sys.executable, "-m", "sphinx", "-q", str(project), str(site)]
        subprocess.run(command, env={**os.environ, OWN_GAMES: str(own.parent)}, check=True)

    build()
    sources, pages = files(project / "reference", ".md"), files(site, ".html")

    rules = next(path for path in own.rglob("*.yaml") if "id: movement\n" in path.read_text(encoding="utf-8"))
    before, mark, after = rules.read_text(encoding="utf-8").partition("id: movement\n")
    text = after.index("text:")
    assert after[text:].startswith("text: >-\n")
    changed = after.replace("text: >-\n", "text: >-\n      Changed beyond recognition.\n", 1)
    rules.write_text(before + mark + changed, encoding="utf-8")
    build()

    rewritten = written(sources, files(project / "reference", ".md"))
    html_written = written(pages, files(site, ".html"))
    own_page = "own-handspan/rule/movement"
    assert f"{own_page}.md" in rewritten
    # The text of an entry is on its own page and on the page that compares the games.
    assert all(name == f"{own_page}.md" or name.startswith("compare/") for name in rewritten)
    # Pages that cite an entry show its beginning.
    assert {"index.html", f"reference/{own_page}.html"} <= html_written
    assert "Changed beyond recognition." in (site / "index.html").read_text(encoding="utf-8")
    assert len(html_written) < len(pages) // 10

    again = files(site, ".html")
    build()
    assert not any(name.startswith("reference/") for name in written(again, files(site, ".html")))
