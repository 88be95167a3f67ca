"""Fix a file: apply the fixes of its findings and lint it again, until nothing changes.

A fix is kept only if its finding disappears and no new one appears.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from builder.lint.engine import LintReport, Stage, applicable_checks
from builder.lint.finding import Applicability, Edit, Finding, Fix
from builder.lint.registry import LOADING_CODES
from rulesdb.arguments import require, require_each
from rulesdb.codes import Code

Linter = Callable[[str], LintReport]
MAX_ROUNDS = 100


@dataclass(frozen=True, slots=True)
class Proposal:
    """A finding and the fix proposed for it."""

    finding: Finding
    fix: Fix


@dataclass(frozen=True, slots=True)
class FixedText:
    """A text after fixing: applied fixes in order, remaining findings, and fixes that cause new ones."""

    text: str
    applied: tuple[Proposal, ...]
    report: LintReport
    held_back: tuple[Proposal, ...]


def fix_report(report: LintReport, lint: Linter, *, unsafe: bool = False) -> FixedText:
    """Apply the fixes of a report's findings, and of findings that then appear.

    ``lint`` returns the report of a text. Displayed fixes are never applied, unsafe ones only if ``unsafe``.
    """
    require("report", report, LintReport, "a report; lint_text makes one")
    applied: list[Proposal] = []
    proposals: list[Proposal] = []
    for _ in range(MAX_ROUNDS):
        proposals = list(_proposals(report, unsafe))
        together = _without_overlaps(proposals)
        after = _after(report, together, lint)
        if after is None and len(together) > 1:
            together = _harmless(report, together, lint)
            after = _after(report, together, lint)
        if after is None:
            break
        applied += together
        report = after
    return FixedText(report.text, tuple(applied), report, tuple(proposals))


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """Apply edits to a text. They must not overlap; all spans refer to the text before the edits.

    Several texts that are inserted at one place come out in the order of the edits.
    """
    require("text", text, str, "a text")
    edits = require_each("edits", edits, Edit, "edits")
    lengths = (len(line) for line in text.splitlines(keepends=True))
    starts = [0, *accumulate(lengths)]

    def offset(line: int, column: int) -> int:
        return starts[line - 1] + column - 1 if line <= len(starts) else len(text)

    placed = [
        (offset(span.line, span.column), offset(span.end_line, span.end_column), number, edit.text)
        for number, edit in enumerate(edits)
        for span in (edit.span,)
    ]
    for start, end, _, new in sorted(placed, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def _proposals(report: LintReport, unsafe: bool) -> Iterator[Proposal]:
    """For each finding, the first of its fixes that may be applied."""
    allowed = {Applicability.SAFE, Applicability.UNSAFE} if unsafe else {Applicability.SAFE}
    for finding in report.findings:
        for fix in finding.fixes:
            if fix.applicability in allowed and fix.edits:
                yield Proposal(finding, fix)
                break


def _without_overlaps(proposals: Sequence[Proposal]) -> list[Proposal]:
    """Proposals that do not overlap, the earlier ones first; equal fixes count as one."""
    chosen: list[Proposal] = []
    taken: list[Edit] = []
    for proposal in proposals:
        edits = proposal.fix.edits
        if any(proposal.fix == other.fix for other in chosen):
            chosen.append(proposal)
        elif not any(_overlap(edit, other) for edit in edits for other in taken):
            chosen.append(proposal)
            taken += edits
    return chosen


def _overlap(one: Edit, other: Edit) -> bool:
    a, b = one.span, other.span
    if (a.line, a.column) > (b.line, b.column):
        a, b = b, a
    return (b.line, b.column) < (a.end_line, a.end_column) or (a.line, a.column) == (b.line, b.column)


def _harmless(before: LintReport, proposals: Sequence[Proposal], lint: Linter) -> list[Proposal]:
    """Proposals that can be applied together, tried one by one."""
    kept: list[Proposal] = []
    for fix in dict.fromkeys(proposal.fix for proposal in proposals):
        more = [*kept, *(proposal for proposal in proposals if proposal.fix == fix)]
        if _after(before, more, lint) is not None:
            kept = more
    return kept


def _after(before: LintReport, proposals: Sequence[Proposal], lint: Linter) -> LintReport | None:
    """The report after some fixes; ``None`` if it is not better."""
    if not proposals:
        return None
    edits = [edit for fix in dict.fromkeys(item.fix for item in proposals) for edit in fix.edits]
    after = lint(apply_edits(before.text, edits))
    return after if _is_better(before, after, [proposal.finding for proposal in proposals]) else None


def _is_better(before: LintReport, after: LintReport, fixed: Sequence[Finding]) -> bool:
    if after.stage != before.stage:
        return after.stage > before.stage
    was, now = Counter(map(_name, _all(before))), Counter(map(_name, _all(after)))
    judged = _judged(before)
    if any(count > was[name] and name[0] in judged for name, count in now.items()):
        return False
    expected = Counter(map(_name, fixed))
    return all(now[name] <= was[name] - count for name, count in expected.items())


def _all(report: LintReport) -> tuple[Finding, ...]:
    return (*report.findings, *report.suppressed, *report.left_out)


def _name(finding: Finding) -> tuple[str, str]:
    return finding.code, finding.subject


def _judged(report: LintReport) -> frozenset[str]:
    """The codes that were checked: new findings of other codes are not caused by a fix."""
    if report.scenario is not None:
        checks = applicable_checks(report.scenario)
        return checks.codes if checks.prevented else checks.codes | {Code.UNUSED_SUPPRESSION}
    if report.stage is Stage.SCHEMA:
        return frozenset(finding.code for finding in report.findings)
    return LOADING_CODES
