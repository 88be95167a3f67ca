"""Inputs that once broke something, or well might: each gives the finding that its name begins with."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from builder.lint.engine import LintReport

CORPUS = sorted((Path(__file__).parent / "corpus").glob("*.yaml"))


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_each_input_gives_the_finding_it_is_named_for(
    lint_bytes: Callable[[bytes], LintReport], path: Path
) -> None:
    report = lint_bytes(path.read_bytes())
    first = report.findings[0].code if report.findings else "clean"
    assert first == path.stem.partition("-")[0]
