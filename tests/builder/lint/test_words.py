"""What lint says of each broken scenario, word for word, so that a change of words is seen and read.

The words stand in ``said.txt``. ``BRAINBUG_WORDS=write`` in the environment writes that file anew; its
difference then shows what users will read.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from builder.lint.engine import lint_file
from builder.lint.finding import Finding
from rulesdb import open_game
from rulesdb.problem import Span
from rulesdb.validate import SchemaSet

HERE = Path(__file__).parent
SAID = HERE / "said.txt"
BROKEN = sorted((HERE / "broken").glob("*.yaml"))


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


@pytest.fixture(scope="module")
def said() -> dict[str, list[str]]:
    schemas, opener = SchemaSet(), functools.cache(open_game)
    return {
        path.stem: [
            line
            for finding in lint_file(path, schemas=schemas, opener=opener).findings
            for line in words(finding)
        ]
        for path in BROKEN
    }


def test_every_word_is_as_it_was_last_read(said: dict[str, list[str]]) -> None:
    text = "\n".join("\n".join([f"== {name}", *lines, ""]) for name, lines in said.items())
    if os.environ.get("BRAINBUG_WORDS") == "write":
        SAID.write_text(text, encoding="utf-8", newline="\n")
    assert text.split("\n") == SAID.read_text(encoding="utf-8").split("\n")


def test_no_word_is_said_twice_in_a_row_and_no_value_is_missing(said: dict[str, list[str]]) -> None:
    lines = [line for found in said.values() for line in found]
    assert [line for line in lines if "None" in line.split() or "``" in line] == []
    assert [
        line for line in lines if any(a == b for a, b in zip(line.split(), line.split()[1:], strict=False))
    ] == []
