"""The linter's findings as the page gets them: the same codes, words and places as in ``brainbug lint``."""

from __future__ import annotations

from typing import Any

from builder.lint.engine import LintReport, summarize
from builder.lint.finding import Finding


def findings_json(report: LintReport) -> dict[str, Any]:
    """The findings of a report with their number in words.

    >>> findings_json(LintReport("ship.yaml", (), ()))
    {'summary': 'clean', 'list': []}
    """
    return {"summary": summarize(report.findings), "list": [_finding(finding) for finding in report.findings]}


def _finding(finding: Finding) -> dict[str, Any]:
    span = finding.span
    return {
        "code": finding.code,
        "severity": str(finding.severity),
        "message": finding.message,
        "help": finding.help,
        "rule": finding.rule,
        "citation": finding.citation,
        "span": [span.line, span.column, span.end_line, span.end_column],
        "fingerprint": finding.fingerprint,
        "fixes": [fix.title for fix in finding.fixes],
    }
