"""Inputs that once broke something, or well might: each gives the finding that its name begins with."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from builder.lint.engine import LintReport
from builder.lint.finding import Severity

CORPUS = sorted((Path(__file__).parent / "corpus").glob("*.yaml"))


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_each_input_gives_the_finding_it_is_named_for(
    lint_bytes: Callable[[bytes], LintReport], path: Path
) -> None:
    report = lint_bytes(path.read_bytes())
    defects = [finding.code for finding in report.findings if finding.severity is not Severity.INFO]
    first = defects[0] if defects else "clean"
    assert first == path.stem.partition("-")[0]
