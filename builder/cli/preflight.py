"""``brainbug preflight``."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from builder.terminal.preflight_text import report_text


@click.command()
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--sheet", required=True, help="A sheet's name, or a sheet file.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@click.pass_context
def preflight(ctx: click.Context, path: Path, sheet: str, as_json: bool) -> None:
    """Check a PDF, a PNG or a folder of PNGs against a print service's figures; exit 1 with findings."""
    from builder.press.preflight.run import preflight as check
    from builder.press.services.sheet_file import load_sheet

    wanted = load_sheet(sheet)
    report = check(path, wanted)
    if as_json:
        shown = {"schema_version": 1, "path": str(path), "sheet": wanted.name, **asdict(report)}
        click.echo(json.dumps(shown, indent=2, ensure_ascii=False))
    else:
        click.echo(report_text(report, str(path), wanted.title))
    ctx.exit(1 if report.findings else 0)
