"""``brainbug build --check-print``: whether a printed kit is up to date, and what has changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from builder.terminal.console import one_line
from rulesdb import Library
from rulesdb.errors import brief

if TYPE_CHECKING:
    from builder.press.kit.kit_check import Verdict
    from builder.press.kit.map_choices import MapChoices
    from builder.press.services.sheet_choices import SheetChoices

_MAX_DETAILS = 6


def check_print(
    kit_or_hash: str,
    scenarios: Sequence[Path],
    look: Mapping[str, str | None],
    maps: MapChoices,
    sheets: SheetChoices,
    library: Library,
    example: Path | None = None,
) -> int:
    """Compare a printed kit with the current scenario, and print what is stale: 0 if nothing is, else 1.

    ``look`` has the paper, theme and language of the print, each None if it is to be detected. ``example`` is
    the record of its example of play, if it was not the usual game.
    """
    from builder.lint.reporters import text_report
    from builder.press.kit.builds import KitBuilder
    from builder.press.kit.example import example_of
    from builder.press.kit.kit import compose_kit
    from builder.press.kit.kit_check import compare_kit, find_look, read_printed
    from builder.press.kit.parts import EXAMPLE

    if len(scenarios) != 1 or scenarios[0].is_dir():
        raise click.UsageError("--check-print requires exactly one scenario, the one that was printed")
    scenario = scenarios[0]
    printed = read_printed(kit_or_hash)
    paper, theme = find_look(printed, **look)
    report = KitBuilder(library).lint(scenario)
    if report.scenario is None or report.has_errors:
        click.echo(text_report([report]), nl=False)
        click.echo(f"{scenario} cannot be compared: fix the errors first", err=True)
        return 1
    # The paper is that of the print, which can differ from the default of --paper.
    chosen = replace(sheets, home="")
    kit = compose_kit(
        report.scenario,
        paper,
        theme,
        parts=printed.parts,
        maps=maps,
        sheets=chosen,
        example=example_of(report.scenario, library, example) if EXAMPLE in printed.parts else None,
    )
    verdicts = compare_kit(printed, kit)
    stale = [verdict for verdict in verdicts if verdict.is_stale]
    for verdict in verdicts:
        click.echo(f"{verdict.part}: {_verdict_text(verdict)}")
    if not stale:
        click.echo(f"the printed kit of {report.scenario.title} is up to date")
        return 0
    click.echo(f"the printed kit of {report.scenario.title} is out of date")
    parts = [verdict.part for verdict in stale if verdict.part in printed.parts]
    if parts:
        click.echo(f"to rebuild these parts: brainbug build {scenario} --only {','.join(parts)} -o DIR")
    return 1


def _verdict_text(verdict: Verdict) -> str:
    if not verdict.is_stale:
        return "unchanged"
    # The names of pages and rules are from the manifest, which may not be trusted.
    details = one_line(", ".join(map(brief, verdict.details[:_MAX_DETAILS])))
    more = f" and {len(verdict.details) - _MAX_DETAILS} more" if len(verdict.details) > _MAX_DETAILS else ""
    return f"changed: {details}{more}" if details else "changed"
