"""The linter's fixes as choices in the editor."""

from __future__ import annotations

from dataclasses import dataclass

from builder.lint.finding import Applicability, Edit, Finding
from builder.lsp.document import Context, Document
from rulesdb.problem import Span


@dataclass(frozen=True, slots=True)
class QuickFix:
    """One choice: its title, the finding that it fixes (None for all at once), and its edits."""

    title: str
    finding: Finding | None
    edits: tuple[Edit, ...]
    is_preferred: bool


def quick_fixes_at(document: Document, first: int, last: int) -> tuple[QuickFix, ...]:
    """Every fix of the findings on some lines; a fix that several findings share is offered once."""
    fixes: dict[tuple[Edit, ...], QuickFix] = {}
    report = document.current_report
    for finding in report.findings if report is not None else ():
        if first <= finding.span.end_line and finding.span.line <= last:
            for fix in finding.fixes:
                title = f"{fix.title[:1].upper()}{fix.title[1:]} ({finding.code})"
                is_safe = fix.applicability is Applicability.SAFE
                fixes.setdefault(fix.edits, QuickFix(title, finding, fix.edits, is_safe))
    return tuple(fixes.values())


def fix_everything(document: Document, context: Context) -> QuickFix | None:
    """All safe fixes at once; None if there are none."""
    report = document.current_report
    if report is None:
        return None
    fixed = context.fix(report, document.path)
    if not fixed.applied:
        return None
    lines = document.text.splitlines(keepends=True)
    whole = Span(report.path, 1, 1, len(lines) + 1, 1)
    return QuickFix("Apply every safe fix", None, (Edit(whole, fixed.text),), is_preferred=False)
