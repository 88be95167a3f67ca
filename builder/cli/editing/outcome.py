"""The outcome of an edit: the lines that changed, and the findings that are new and gone."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from builder.lint.finding import Finding
    from builder.studio.change import Change
    from builder.studio.document import State
    from builder.studio.operations.operation import Operation


def print_outcome(
    before: State, after: State, change: Change, new: list[Finding], gone: list[Finding], *, dry_run: bool
) -> None:
    """Print the lines that changed, or the difference, and the findings that are new and gone."""
    from builder.lint.reporters import REPORTERS, clean, colored, plain
    from builder.lint.rewriting import difference

    style = colored if sys.stdout.isatty() else plain
    name = clean(before.path.as_posix())
    if not change:
        click.echo(f"{name}: nothing to change")
    elif dry_run:
        click.echo(difference(before.path, before.text, after.text), nl=False)
    else:
        spans = [edit.span for edit in change.inverse().edits(after.text)]
        # A span that ends at the start of a line has nothing of that line.
        ends = [max(span.line, span.end_line - (span.end_column == 1)) for span in spans]
        lines = sorted({n for span, end in zip(spans, ends, strict=True) for n in range(span.line, end + 1)})
        click.echo(f"{name}: changed line{'s' * (len(lines) > 1)} {', '.join(map(str, lines))}")
    for finding in gone:
        click.echo(f"no longer: {finding.code} {clean(finding.message)}")
    if new:
        report = replace(after.report, findings=tuple(new), suppressed=(), left_out=())
        click.echo(REPORTERS["text"]([report], style), nl=False)


def outcome_as_json(
    before: State,
    operations: Sequence[Operation],
    change: Change,
    new: Iterable[Finding],
    gone: Iterable[Finding],
    dry_run: bool,
) -> dict[str, Any]:
    """The edits by lines and columns, their undo, and the findings that are new and gone."""
    return {
        "file": before.path.as_posix(),
        "written": bool(change) and not dry_run,
        "operations": [operation.to_json() for operation in operations],
        "edits": [
            {
                "line": edit.span.line,
                "column": edit.span.column,
                "end_line": edit.span.end_line,
                "end_column": edit.span.end_column,
                "text": edit.text,
            }
            for edit in change.edits(before.text)
        ],
        "undo": change.inverse().to_json(),
        "new_findings": [_finding(finding) for finding in new],
        "gone_findings": [_finding(finding) for finding in gone],
    }


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "code": finding.code,
        "severity": str(finding.severity),
        "line": finding.span.line,
        "column": finding.span.column,
        "message": finding.message,
        "help": finding.help,
    }
