"""The output formats of findings."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import pytest
from click.testing import CliRunner
from lint_cases import all_cases, case
from soak import every, times

from builder.cli.lint import explain, lint
from builder.lint.engine import LintReport, lint_file
from builder.lint.finding import Finding, Severity
from builder.lint.registry import code_docs
from builder.lint.reporters import (
    colored,
    concise_report,
    github_report,
    json_report,
    sarif_report,
    text_report,
)
from rulesdb.problem import Span

SHIP = Path("ship.yaml")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with a ship that has a door inside an area."""
    monkeypatch.chdir(tmp_path)
    SHIP.write_text(case("a door inside an area").text, encoding="utf-8")


def report(line: str, start: int, end: int, message: str = "wrong") -> LintReport:
    span = Span("f.yaml", 1, start, 1, end)
    return LintReport("f.yaml", (Finding("BB203", "x", Severity.ERROR, message, span),), (), line)


def test_text_output_has_position_line_caret_rule_and_help() -> None:
    assert text_report([lint_file(SHIP)]) == (
        "ship.yaml:26:9: BB203 no wall at hexside 0303/N: both sides are in area `bridge`\n"
        "   26 |         0303/N: interior\n"
        "      |         ^^^^^^\n"
        "  rule: bug-hunter 303.1 (bug-hunter:rule/303.1)\n"
        "  help: walls nearby: 0303/NE, 0303/SE\n"
        "\n"
        "1 error in 1 file\n"
    )


def test_carets_align_with_wide_letters() -> None:
    lines = text_report([report("name: 虫虫 bug", 10, 13)]).splitlines()
    assert lines[1].endswith("name: 虫虫 bug")
    assert lines[2] == "      | " + " " * 11 + "^^^"


def test_a_very_long_line_is_cut_around_the_position() -> None:
    line = "x" * 5000 + "HERE" + "x" * 5000
    lines = text_report([report(line, 5001, 5005)]).splitlines()
    assert len(lines[1]) < 120
    at = lines[2].index("^")
    assert lines[1][at : at + 4] == "HERE"


def test_control_characters_never_reach_the_terminal() -> None:
    output = text_report([report("a\x1b[2Jb", 1, 2, "say \x1b]0;x\x07")]) + concise_report(
        [report("a", 1, 2, "\x9b31m")]
    )
    assert not any((ord(letter) < 32 and letter != "\n") or 0x7F <= ord(letter) < 0xA0 for letter in output)


def test_color_is_only_added_around_text() -> None:
    plain_text = text_report([lint_file(SHIP)])
    output = text_report([lint_file(SHIP)], colored)
    assert "\x1b[31;1m" in output
    import re

    assert re.sub(r"\x1b\[[0-9;]*m", "", output) == plain_text


def test_json_has_a_version_and_all_of_a_finding() -> None:
    data = json.loads(json_report([lint_file(SHIP)]))
    assert data["schema_version"] == 1
    (finding,) = data["files"][0]["findings"]
    assert finding["span"] == {
        "path": "ship.yaml", "line": 26, "column": 9, "end_line": 26, "end_column": 15,
    }  # fmt: skip
    assert finding["rule"] == "bug-hunter:rule/303.1"
    assert finding["citation"] == "bug-hunter 303.1"
    assert finding["docs"] == "reference/lint/BB203.html"


def test_github_annotations_escape_special_characters() -> None:
    output = github_report([report("x", 1, 2, "50% wrong\nreally")])
    assert output == "::error file=f.yaml,line=1,col=1,title=BB203 x::50%25 wrong%0Areally\n"


def test_json_and_sarif_carry_the_fixes() -> None:
    report = case("ids that are not in order of activation").report
    (finding,) = json.loads(json_report([report]))["files"][0]["findings"]
    (fix,) = finding["fixes"]
    assert (fix["title"], fix["applicability"]) == ("number in order of activation", "unsafe")
    assert [(edit["span"]["line"], edit["text"]) for edit in fix["edits"]] == [(50, '"00"'), (51, '"01"')]
    (result,) = json.loads(sarif_report([report]))["runs"][0]["results"]
    assert result["fixes"] == [
        {
            "description": {"text": "number in order of activation"},
            "artifactChanges": [
                {
                    "artifactLocation": {"uri": "case.yaml"},
                    "replacements": [
                        {
                            "deletedRegion": {
                                "startLine": line, "startColumn": 22, "endLine": line, "endColumn": 26,
                            },
                            "insertedContent": {"text": text},
                        }
                        for line, text in ((50, '"00"'), (51, '"01"'))
                    ],
                }
            ],
            "properties": {"applicability": "unsafe"},
        }
    ]  # fmt: skip


def test_text_output_states_how_each_fix_is_applied() -> None:
    names = ("a hexside with two kinds of door", "a misspelled key", "an outer door that is not airtight")
    output = text_report([case(name).report for name in names])
    assert "  fix:  delete the second `0303/SE: interior` (or by hand)\n" in output
    assert "  fix:  write `machinery` (--fix)\n" in output
    assert "  fix:  make hexside 0505/S airtight (--fix --unsafe)\n" in output


def test_sarif_has_rules_places_and_fingerprints() -> None:
    data = json.loads(sarif_report([case.report for case in all_cases() if case.family == "forces"]))
    run = data["runs"][0]
    ids = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert data["version"] == "2.1.0"
    assert ids == sorted(set(ids))
    for result in run["results"]:
        assert ids[result["ruleIndex"]] == result["ruleId"]
        assert len(result["partialFingerprints"]["brainbug/v1"]) == 16
        assert result["locations"][0]["physicalLocation"]["region"]["startLine"] >= 1


@pytest.mark.parametrize(
    ("args", "code", "summary"),
    [
        (["ship.yaml"], 1, "1 error in 1 file"),
        (["ship.yaml", "--ignore", "BB2"], 0, "clean in 1 file"),
        (["ship.yaml", "--select", "BB3,BB4"], 0, "clean"),
        (["ship.yaml", "--format", "concise"], 1, "BB203"),
        (["spare-zone.yaml"], 1, "1 warning in 1 file"),
        (["."], 1, "1 error, 1 warning in 2 files"),
    ],
)
def test_exit_codes(args: list[str], code: int, summary: str) -> None:
    if args != ["ship.yaml"]:
        Path("spare-zone.yaml").write_text(case("a zone that no placement uses").text, encoding="utf-8")
    done = CliRunner().invoke(lint, args)
    assert done.exit_code == code
    assert summary in done.output


@pytest.mark.soak
def test_explain_accepts_every_code() -> None:
    for code in every(times(6, 1), list(code_docs())):
        done = CliRunner().invoke(explain, [code.lower()])
        assert done.exit_code == 0
        assert done.output.startswith(code)


def test_every_code_is_fully_documented() -> None:
    for code, doc in code_docs().items():
        about = asdict(doc)
        del about["rule"], about["fixable"]
        assert all(about.values()), code
