"""The place of a finding on the map: the map's view and the spots that it names."""

from __future__ import annotations

import re
from typing import Any

from builder.lint.engine import LintReport
from builder.lint.finding import Finding

_SPOT = re.compile(r"(?<![\w.])(\d{4}(?:\d{2})?)(?![\w.]|-\d)")


def place_of(finding: Finding, report: LintReport) -> dict[str, Any] | None:
    """The view and spots of a finding; None if it names no spot of the map.

    The spots are those in its message or, if it has none, in the text that it is about.
    """
    spots = _SPOT.findall(finding.message) or _SPOT.findall(_written(finding, report))
    if not spots:
        return None
    return {"view": _level(finding, report), "spots": list(dict.fromkeys(spots))[:60]}


def _written(finding: Finding, report: LintReport) -> str:
    span = finding.span
    if span.line != span.end_line or span.line > len(report.lines):
        return ""
    return report.lines[span.line - 1][span.column - 1 : span.end_column - 1]


def _level(finding: Finding, report: LintReport) -> str:
    """The level of the map in whose block a finding is; empty outside the blocks of levels."""
    source = report.source
    data = source.data if source is not None else None
    levels = data.get("map", {}).get("levels") if isinstance(data, dict) else None
    if source is None or not isinstance(levels, list):
        return ""
    starts = [(source.value_span(("map", "levels", index)).line, level) for index, level in enumerate(levels)]
    after = source.key_span(("map",)).line
    inside = [level for line, level in starts if after <= line <= finding.span.line]
    last = _last_line_of_map(report)
    if not inside or finding.span.line > last or not isinstance(inside[-1], dict):
        return ""
    return str(inside[-1].get("id", ""))


def _last_line_of_map(report: LintReport) -> int:
    """The last line of the levels: that before the next key at the left edge."""
    assert report.source is not None
    start = report.source.key_span(("map",)).line
    for number, line in enumerate(report.lines[start:], start + 1):
        if line[:1] not in (" ", "#", "-", "") and line.strip():
            return number - 1
    return len(report.lines)
