"""What lint says of broken scenarios, word for word, so that a change of words is seen and read.

``said.txt`` holds it for the files of ``broken``. The files of ``variants`` change a scenario a little, on
either side of what a check lets pass: each names the codes that are found then, and what is said stands in
the text file of the same name. ``BRAINBUG_WORDS=write`` in the environment writes the texts anew; their
difference then shows what users will read.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from builder.lint.engine import LintReport, lint_file, lint_text
from builder.lint.finding import Finding
from rulesdb import open_game
from rulesdb.problem import Span
from rulesdb.schemas import SchemaSet
from rulesdb.yaml_source import load_yaml

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
BROKEN = sorted((HERE / "broken").glob("*.yaml"))
VARIANTS = sorted((HERE / "variants").glob("*.yaml"))
SCHEMAS, OPENER = SchemaSet(), functools.cache(open_game)


def place(span: Span) -> str:
    return f"{span.line}:{span.column}-{span.end_line}:{span.end_column}"


def words(finding: Finding) -> Iterator[str]:
    yield f"{finding.code} {finding.slug} {finding.severity} at {place(finding.span)}"
    yield f"  {finding.message}"
    yield f"  help: {finding.help}"
    if finding.rule:
        yield f"  rule: {finding.rule} ({finding.citation})"
    for said, span in finding.related:
        yield f"  note: {said} at {place(span)}"
    for fix in finding.fixes:
        edits = "; ".join(f"{place(edit.span)} {edit.text!r}" for edit in fix.edits)
        yield f"  fix:  {fix.title} ({fix.applicability}): {edits}"


def all_words(report: LintReport) -> list[str]:
    return [line for finding in report.findings for line in words(finding)]


def variants_of(path: Path) -> list[Mapping[str, Any]]:
    found: list[Mapping[str, Any]] = load_yaml(path).data
    return found


def linted(variant: Mapping[str, Any]) -> LintReport:
    """The base of a variant, beside this file or in ``scenarios``, with its changes; each fits one place."""
    base = HERE / variant["of"]
    text = (base if base.is_file() else ROOT / variant["of"]).read_text(encoding="utf-8")
    for old, new in variant["changes"]:
        assert text.count(old) == 1, f"{variant['name']}: {old!r} is there {text.count(old)} times"
        text = text.replace(old, new)
    return lint_text(text, Path("variant.yaml"), schemas=SCHEMAS, opener=OPENER)


def is_as_it_was_read(said: Mapping[str, list[str]], kept: Path) -> bool:
    text = "\n".join("\n".join([f"== {name}", *lines, ""]) for name, lines in said.items())
    if os.environ.get("BRAINBUG_WORDS") == "write":
        kept.write_text(text, encoding="utf-8", newline="\n")
    return text.split("\n") == kept.read_text(encoding="utf-8").split("\n")


@pytest.fixture(scope="module")
def said() -> dict[str, list[str]]:
    return {path.stem: all_words(lint_file(path, schemas=SCHEMAS, opener=OPENER)) for path in BROKEN}


def test_what_is_said_of_broken_files_is_as_it_was_read(said: dict[str, list[str]]) -> None:
    assert is_as_it_was_read(said, HERE / "said.txt")


@pytest.mark.parametrize("path", VARIANTS, ids=lambda path: path.stem)
def test_a_variant_gives_the_codes_it_names_and_the_words_that_were_read(path: Path) -> None:
    reports = {variant["name"]: linted(variant) for variant in variants_of(path)}
    codes = {name: [finding.code for finding in report.findings] for name, report in reports.items()}
    assert codes == {variant["name"]: variant["finds"] for variant in variants_of(path)}
    said = {name: all_words(report) for name, report in reports.items()}
    assert is_as_it_was_read(said, path.with_suffix(".txt"))


@pytest.mark.parametrize("path", VARIANTS, ids=lambda path: path.stem)
def test_variants_have_names_of_their_own(path: Path) -> None:
    names = [variant["name"] for variant in variants_of(path)]
    assert len(set(names)) == len(names)


def test_no_word_is_said_twice_in_a_row_and_no_value_is_missing(said: dict[str, list[str]]) -> None:
    lines = [line for found in said.values() for line in found]
    assert [line for line in lines if "None" in line.split() or "``" in line] == []
    assert [line for line in lines if any(one == next for one, next in pairwise(line.split()))] == []
