"""The user's own checks: one file in a folder that ``BRAINBUG_CHECKS`` names."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from processes import brainbug

from builder.lint.discovery import all_checks
from builder.lint.own_checks import OWN_CODE
from rulesdb.own_code import OWN_CHECKS

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
    return brainbug(*args, env={OWN_CHECKS: str(own)})


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
            "bad.py:6: LongTitleCheck is missing why",
        ),
        (CHECK.replace("BB701", "BB204"), "bad.py:6: BB204 is reserved"),
        (CHECK + CHECK.replace("LongTitle", "Other"), "bad.py: BB701 is used by "),
        ("import sys\nsys.exit(5)\n", "bad.py:2: it ends Python (sys.exit)"),
        ("text = '\0'\n", "bad.py:1:1: source code"),
        (
            CHECK.replace("    slug", '    severity = "bad"\n    slug'),
            "bad.py:6: LongTitleCheck: no severity",
        ),
        (CHECK.replace("    slug", "    severity = 5\n    slug"), "bad.py:6: LongTitleCheck: severity is 5"),
        (CHECK.replace("    slug", "    needs = 5\n    slug"), "bad.py:6: LongTitleCheck: needs is 5"),
        (CHECK.replace("def check", "def chek"), "bad.py:6: LongTitleCheck is missing the method check"),
        (
            CHECK.replace("def check(self", "def __init__(self"),
            "bad.py:6: LongTitleCheck is missing the method",
        ),
        (CHECK + "    def __init__(self, a):\n        pass\n", "bad.py:6: TypeError: LongTitleCheck"),
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


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("return None", "long_title.py:16: TypeError: check returns None; yield a Defect"),
        ("pass", "long_title.py:16: TypeError: check returns None; yield a Defect"),
        ("return [5]", "long_title.py:16: TypeError: check yields 5, not a Defect"),
        ("yield None", "long_title.py:17: TypeError: check yields None, not a Defect"),
        ("yield scenario.nothing", "long_title.py:17: AttributeError: "),
        ("import sys; sys.exit(5)", "long_title.py:17: it ends Python (sys.exit)"),
        (
            "yield Defect('a', ('scenario',), severity='bad')",
            "long_title.py:17: ValueError: no severity 'bad'",
        ),
        ("yield Defect(5, ('scenario',))", "long_title.py:17: TypeError: Defect with 5 instead of a text"),
        ("yield Defect('a', 5)", "long_title.py:17: TypeError: Defect with the path 5"),
        ("yield Defect('a', ('scenario',), fixes=5)", "long_title.py:17: TypeError: Defect with the fixes 5"),
        ("yield Defect('a', ('scenario',), related=5)", "long_title.py:17: TypeError: 'int' object"),
    ],
)
@pytest.mark.parametrize(
    "command", [("lint",), ("build", "--only", "briefing", "-o", "OUT")], ids=lambda words: words[0]
)
def test_a_check_that_fails_is_reported_with_its_file_and_line(
    own: Path, tmp_path: Path, command: tuple[str, ...], body: str, message: str
) -> None:
    head, _, _ = CHECK.partition("        if")
    (own / "long_title.py").write_text(f"{head}        {body}\n", encoding="utf-8")
    words = [str(tmp_path / "out") if word == "OUT" else word for word in command]
    done = run(own, *words, SCENARIO)
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert done.returncode == 2


def test_a_severity_can_be_written_as_a_text(own: Path) -> None:
    (own / "long_title.py").write_text(
        CHECK.replace("    slug", '    severity = "info"\n    slug'), encoding="utf-8"
    )
    done = run(own, "lint", "--format", "concise", SCENARIO)
    assert "BB701 info: a long title" in done.stdout
    assert done.returncode == 0


@pytest.mark.parametrize("variable", ["BRAINBUG_CHECKS", "BRAINBUG_CONFIG"])
def test_an_unknown_home_is_one_error(variable: str) -> None:
    done = brainbug("lint", SCENARIO, env={variable: "~nobody-of-this-name/x"})
    assert f"{variable}: " in done.stderr
    assert "~nobody-of-this-name" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert done.returncode == 2
