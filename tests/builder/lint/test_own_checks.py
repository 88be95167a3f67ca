"""The user's own checks: one file in a folder that ``BRAINBUG_CHECKS`` names."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from processes import brainbug

from builder.lint.discovery import OWN_CODE, VARIABLE, all_checks

ROOT = Path(__file__).resolve().parents[3]
SCENARIO = ROOT / "scenarios" / "bug_hunter" / "dead-air.yaml"
CHECK = '''
from builder.lint.check import Check
from builder.lint.finding import Defect


class LongTitleCheck(Check):
    """A title of more than one word."""

    code = "BB701"
    slug = "long-title"
    what = "The title has more than one word."
    why = "It must fit on a ticket."
    example = "title: Dead Air"
    fix = "Shorten it."

    def check(self, scenario):
        if " " in scenario.title:
            yield Defect("a long title", ("scenario", "title"), "shorten it")
'''


def run(own: Path, *args: str | Path) -> subprocess.CompletedProcess[str]:
    return brainbug(*args, env={VARIABLE: str(own)})


@pytest.fixture
def own(tmp_path: Path) -> Path:
    (tmp_path / "long_title.py").write_text(CHECK, encoding="utf-8")
    return tmp_path


def test_a_check_file_can_lint_be_explained_and_be_ignored(own: Path) -> None:
    done = run(own, "lint", "--format", "concise", SCENARIO)
    assert "BB701 a long title" in done.stdout
    assert done.returncode == 1
    assert "It must fit on a ticket." in run(own, "explain", "BB701").stdout
    assert run(own, "lint", "--ignore", "BB701", SCENARIO).returncode == 0


def test_brainbug_never_uses_a_code_reserved_for_users() -> None:
    assert [check.code for check in all_checks() if OWN_CODE.fullmatch(check.code)] == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("class X(:\n", "bad.py:1:9: "),
        ("import builder\n\n1 / 0\n", "bad.py:3: ZeroDivisionError: division by zero"),
        ("value = 1\n", "bad.py: no check in this file; derive a class from builder.lint.check.Check"),
        (
            CHECK.replace('    why = "It must fit on a ticket."\n', ""),
            "bad.py: LongTitleCheck is missing why",
        ),
        (CHECK.replace("BB701", "BB204"), "bad.py: BB204 is reserved"),
        (CHECK + CHECK.replace("LongTitle", "Other"), "bad.py: BB701 is used by "),
    ],
)
def test_an_invalid_check_file_is_reported_with_the_reason(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "bad.py").write_text(text, encoding="utf-8")
    done = run(tmp_path, "lint", SCENARIO)
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert done.returncode == 2


def test_a_missing_folder_is_reported(tmp_path: Path) -> None:
    done = run(tmp_path / "away", "explain")
    assert "BRAINBUG_CHECKS" in done.stderr
    assert "not a folder" in done.stderr
    assert done.returncode == 2
