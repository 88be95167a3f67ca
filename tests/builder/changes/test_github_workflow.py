"""The workflow that comments pull requests: its steps, run as GitHub does, in a repository with a change."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml
from markdown_it import MarkdownIt
from soak import WHOLE

ROOT = Path(__file__).parents[3]
WORKFLOW = ROOT / "examples/github/scenario-diff.yml"
SHIP = ROOT / "scenarios/bug_hunter/dead-air.yaml"
# A stand-in for GitHub's command: it has the comments of a file, and keeps what it is called with.
GH = """#!/bin/bash
printf '%s\\n' "$@" >> "$CALLS"
case "$*" in *--paginate*) cat "$COMMENTS" ;; esac
"""
needs_programs = pytest.mark.skipif(
    shutil.which("git") is None or shutil.which("bash") is None, reason="git or bash is not installed"
)


def steps() -> dict[str, Any]:
    """The steps with a script, by name."""
    data = yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))
    return {step.get("name", step["run"]): step for step in data["jobs"]["diff"]["steps"] if "run" in step}


def git(folder: Path, *words: str) -> str:
    command = ["git", "-C", str(folder), "-c", "user.name=a", "-c", "user.email=a@b", *words]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def run(script: str, folder: Path, more: Mapping[str, str]) -> None:
    """Run the script of a step as GitHub's runner does if the step names no shell."""
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    env = {**os.environ, "PATH": path, "GITHUB_STEP_SUMMARY": str(folder / "summary.md"), **more}
    subprocess.run(["bash", "-e", "-c", script], cwd=folder, env=env, check=True, timeout=240)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A branch that changes one scenario, adds one and removes one, while its target has gone on."""
    folder = tmp_path / "repository"
    scenarios = folder / "scenarios"
    scenarios.mkdir(parents=True)
    text = SHIP.read_text(encoding="utf-8")
    for name in ("dead air.yaml", "old.yaml", "steady.yaml"):
        (scenarios / name).write_text(text, encoding="utf-8")
    git(folder, "init", "-q", "-b", "main")
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "first")
    git(folder, "switch", "-qc", "branch")
    (scenarios / "dead air.yaml").write_text(text.replace("turns: 14", "turns: 12"), encoding="utf-8")
    (scenarios / "new.yaml").write_text(text.replace("id: dead-air", "id: new"), encoding="utf-8")
    (scenarios / "old.yaml").unlink()
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "second")
    git(folder, "switch", "-q", "main")
    (scenarios / "steady.yaml").write_text(text.replace("turns: 14", "turns: 9"), encoding="utf-8")
    git(folder, "commit", "-qam", "meanwhile")
    git(folder, "switch", "-q", "branch")
    return folder


def test_permissions_are_no_wider_than_the_comment_needs() -> None:
    data = yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))
    assert data["permissions"] == {"contents": "read", "pull-requests": "write"}
    assert not any("${{" in step["run"] for step in steps().values()), "values go through the environment"


@needs_programs
@pytest.mark.soak
@pytest.mark.skipif(not WHOLE, reason="only in make soak")
def test_the_comment_has_the_changes_of_each_scenario(repository: Path) -> None:
    script = steps()["Compare each scenario with its version on the target branch"]["run"]
    run(script, repository, {"BASE": git(repository, "rev-parse", "main")})
    comment = (repository / "comment.md").read_text(encoding="utf-8")
    assert comment.startswith("<!-- scenario-diff -->\n## Dead Air\n")
    assert "### Schedule\n- turns: 14 → 12\n" in comment
    assert "### Print again\n" in comment
    assert "New scenario: `scenarios/new.yaml`\n" in comment
    assert "Removed scenario: `scenarios/old.yaml`\n" in comment
    assert "9" not in comment.partition("### Print again")[0], "what changed on the target is not in it"
    assert (repository / "summary.md").read_text(encoding="utf-8") == comment
    html = MarkdownIt().render(comment)
    assert html.count("<h2>") == 1
    assert html.count("<p>") == 2


@needs_programs
@pytest.mark.parametrize(("comments", "last"), [("", "POST"), ("71\n", "PATCH")])
def test_the_comment_is_written_once_and_then_updated(tmp_path: Path, comments: str, last: str) -> None:
    (tmp_path / "gh").write_text(GH, encoding="utf-8")
    (tmp_path / "gh").chmod(stat.S_IRWXU)
    (tmp_path / "comments").write_text(comments, encoding="utf-8")
    calls = tmp_path / "calls"
    more = {
        "PATH": f"{tmp_path}:{os.environ['PATH']}",
        "CALLS": str(calls),
        "COMMENTS": str(tmp_path / "comments"),
        "REPOSITORY": "a/b",
        "NUMBER": "5",
    }
    run(steps()["Comment, or update the comment"]["run"], tmp_path, more)
    words = calls.read_text(encoding="utf-8").split("\n")
    assert last in words
    assert "body=@comment.md" in words
    place = "repos/a/b/issues/comments/71" if comments else "repos/a/b/issues/5/comments"
    assert words[words.index(last) + 1] == place
