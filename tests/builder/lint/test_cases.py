"""The exact output of lint for scenarios that differ slightly from a valid one.

The cases are in ``cases``; ``tests/lint_cases.py`` describes their format. After a change of messages,
``make words`` writes the new output, and the diff shows what users will see.
"""

from __future__ import annotations

import difflib
import re
from itertools import pairwise
from pathlib import Path

import pytest
from lint_cases import Case, all_cases, patched, words_of, write_words
from soak import every, times

from builder.lint.registry import code_docs

CASES = [pytest.param(case, id=f"{case.family}: {case.name}") for case in all_cases()]
# Unreadable files, and settings: other tests cover them.
# Those of playtests need a file beside the scenario: tests/builder/lint/test_played.py.
WITHOUT_A_CASE = {"BB001", "BB021", "BB601", "BB602", "BB603", "BB604"}
# Defects of the database and of supplements, which tests/rulesdb covers.
OF_THE_DATABASE = {f"BB01{digit}" for digit in range(8)}


@pytest.mark.parametrize("case", CASES)
def test_lint_reports_what_the_case_expects(case: Case) -> None:
    words = words_of(case.report)
    if words != case.lint:
        place = f"tests/builder/lint/cases/{case.family}.yaml"
        change = difflib.unified_diff(
            case.lint.split("\n"), words.split("\n"), place, "what lint reports now", lineterm="", n=9
        )
        changed = "\n".join(change)
        pytest.fail(f"{case.name}\n{changed}\n\n`make words` writes what lint reports now.", pytrace=False)


def test_every_code_has_a_case() -> None:
    codes_in_cases = {code for case in all_cases() for code in case.codes}
    assert codes_in_cases | WITHOUT_A_CASE | OF_THE_DATABASE == set(code_docs())


def test_case_names_are_unique() -> None:
    names = [case.name for case in all_cases()]
    assert sorted(set(names)) == sorted(names)


def test_every_finding_has_help() -> None:
    for case in all_cases():
        assert len(re.findall(r"^  help: \S", case.lint, re.MULTILINE)) == len(case.codes)


def test_no_word_is_repeated_and_no_value_is_missing() -> None:
    lines = [line for case in all_cases() for line in case.lint.split("\n")]
    assert [line for line in lines if "None" in line.split() or "``" in line] == []
    assert [line for line in lines if any(word == after for word, after in pairwise(line.split()))] == []


@pytest.mark.soak
def test_different_findings_of_a_case_have_different_fingerprints() -> None:
    for case in every(times(4, 1), [*all_cases()]):
        findings = case.report.findings
        messages = {(finding.code, finding.message) for finding in findings}
        assert len({finding.fingerprint for finding in findings}) >= len(messages)


# The format of a change.

TEXT = "a:\n  b: 1\n  c: {d: 2, e: 3}\nf:\n  b: 1\n"


@pytest.mark.parametrize(
    ("change", "result"),
    [
        pytest.param("- c: {d: 2, e: 3}\n+ c: 4", TEXT.replace("{d: 2, e: 3}", "4"), id="a line"),
        pytest.param("- d: 2\n+ d: 5", TEXT.replace("2", "5"), id="a part of a line"),
        pytest.param("- , e: 3", TEXT.replace(", e: 3", ""), id="a part that goes"),
        pytest.param("= f:\n-   b: 1", TEXT.replace("f:\n  b: 1", "f:"), id="a line after another"),
        pytest.param("= c: {d\n+ g: 7", TEXT.replace("f:", "  g: 7\nf:"), id="a new line"),
        pytest.param("- f:\n+ g:\n\n- g:\n+ h:", TEXT.replace("f:", "h:"), id="one change after the other"),
    ],
)
def test_a_change_is_made_in_its_place(change: str, result: str) -> None:
    assert patched(TEXT, change) == result


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("- b: 1", "these are in lines 2, 5, not in one place: ['b: 1']"),
        ("- b: 7\n+ b: 1", "these are in no line, not in one place: ['b: 7']"),
        ("b: 7", "a line of a change begins with `= `, `- ` or `+ `, unlike 'b: 7'"),
        ("- d: 2\n+ x\n+ y", "a part of a line is replaced by one line: ['- d: 2', '+ x', '+ y']"),
    ],
)
def test_a_change_without_one_place_is_an_error(change: str, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        patched(TEXT, change)


def test_lint_output_is_written_into_new_cases(tmp_path: Path) -> None:
    path = tmp_path / "new.yaml"
    path.write_text("- case: one\n  from: sound\n\n# Why.\n- case: two\n  from: sound\n", encoding="utf-8")
    write_words(path)
    assert path.read_text(encoding="utf-8") == (
        "- case: one\n  from: sound\n  lint: clean\n\n# Why.\n- case: two\n  from: sound\n  lint: clean\n"
    )
