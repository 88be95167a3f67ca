"""Lint of violations and legal files that were written from the books without looking at the checks."""

from __future__ import annotations

import pytest
from fresh_cases import FreshCase, fresh_cases

CASES = tuple(fresh_cases())


def named(case: FreshCase) -> str:
    return f"{case.game}: {case.name}"


@pytest.mark.parametrize("case", [case for case in CASES if case.breaks and not case.misjudged], ids=named)
def test_a_violation_is_reported_with_its_rule(case: FreshCase) -> None:
    assert case.is_judged_right, [(finding.code, finding.rule, finding.message) for finding in case.findings]


@pytest.mark.parametrize(
    "case", [case for case in CASES if not case.breaks and not case.misjudged], ids=named
)
def test_a_legal_file_has_no_error_and_no_warning(case: FreshCase) -> None:
    assert case.is_judged_right, [(finding.code, finding.message) for finding in case.findings]


@pytest.mark.parametrize("case", [case for case in CASES if case.misjudged], ids=named)
def test_known_misjudged_cases_are_still_misjudged(case: FreshCase) -> None:
    """After fixing one, remove its ``misjudged``."""
    assert not case.is_judged_right


def test_few_are_misjudged() -> None:
    violations = [case for case in CASES if case.breaks]
    assert sum(not case.misjudged for case in violations) >= 0.95 * len(violations)
