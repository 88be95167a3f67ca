"""``brainbug edit``."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from builder.cli.editing.forms import describe_operations
from builder.cli.editing.outcome import outcome_as_json, print_outcome
from builder.cli.editing.words import complete_edit, operation_from_words, read_stroke
from builder.terminal.library_options import library_options
from rulesdb import Library

if TYPE_CHECKING:
    from builder.lint.finding import Finding
    from builder.studio.document import State
    from builder.studio.operations.operation import Operation


@click.command()
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.argument("words", nargs=-1, metavar="[OPERATION [NAME=VALUE]...]", shell_complete=complete_edit)
@click.option("--from", "stroke", metavar="OPERATIONS", help="Read operations from a JSON file; - is stdin.")
@click.option("--dry-run", is_flag=True, help="Print the difference, and write nothing.")
@click.option(
    "--list", "is_list", is_flag=True, help="List the operations, those for the map of FILE if given."
)
@click.option("--describe", metavar="OPERATION", help="Print what an operation does, and its fields.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@library_options
@click.pass_context
def edit(
    ctx: click.Context,
    file: Path | None,
    words: tuple[str, ...],
    stroke: str | None,
    dry_run: bool,
    is_list: bool,
    describe: str | None,
    as_json: bool,
    library: Library,
) -> None:
    """Edit a scenario file by an operation, such as set-door or paint-area.

    Comments, quotes, order and line style of the file stay. Prints the lint findings that the edit adds and
    removes. Several operations from one --from are one edit: all are made or none.

    Exits with 0 if the edit adds no errors or warnings, 1 if it adds any, 2 if it is not made.
    """
    if is_list or describe:
        map_kind = _opened(file, library).kind_name if file is not None else None
        describe_operations(describe, map_kind, as_json=as_json)
        return
    if file is None:
        raise click.UsageError("name a scenario file, or use --list")
    operations = _operations(words, stroke)
    before = _opened(file, library)
    from builder.studio.document import fold, save_state

    change = fold(before, operations)
    after = before.after(change)
    if not dry_run:
        save_state(after, before)
    new, gone = _compared(before.report.findings, after.report.findings)
    if as_json:
        click.echo(
            json.dumps(
                outcome_as_json(before, operations, change, new, gone, dry_run), indent=2, ensure_ascii=False
            )
        )
    else:
        print_outcome(before, after, change, new, gone, dry_run=dry_run)
    if any(finding.severity != "info" for finding in new):
        ctx.exit(1)


def _opened(file: Path, library: Library) -> State:
    from builder.lint.configuration import ConfigFinder
    from builder.studio.document import open_state
    from rulesdb.files.reading import require_file

    require_file(file)
    return open_state(file, library, ConfigFinder().of(file))


def _operations(words: Sequence[str], stroke: str | None) -> list[Operation]:
    """The operation of the command line, or those of a file."""
    from builder.studio.operations import operation_from_json

    if stroke is not None and words:
        raise click.UsageError("name an operation or use --from, not both")
    if stroke is not None:
        return [operation_from_json(data) for data in read_stroke(stroke)]
    if not words:
        raise click.UsageError("name an operation (--list prints them) or use --from")
    return [operation_from_words(words)]


def _compared(before: Iterable[Finding], after: Iterable[Finding]) -> tuple[list[Finding], list[Finding]]:
    """The findings that are new, and those that are gone."""
    before, after = list(before), list(after)
    return _without(after, before), _without(before, after)


def _without(findings: Sequence[Finding], others: Sequence[Finding]) -> list[Finding]:
    """Findings without as many equal ones as there are among others."""
    left = Counter(finding.fingerprint for finding in others)
    kept = []
    for finding in findings:
        if left[finding.fingerprint] > 0:
            left[finding.fingerprint] -= 1
        else:
            kept.append(finding)
    return kept
