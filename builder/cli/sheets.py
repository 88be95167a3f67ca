"""``brainbug sheets`` and ``brainbug preflight``: sheets of print services, and checks of files."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from builder.terminal.preflight_text import report_text

if TYPE_CHECKING:
    from builder.press.services.sheet import Sheet


@click.command()
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def sheets(name: str | None, as_json: bool) -> None:
    """List the sheets for --sheet and --paper, or the figures of one sheet with their sources."""
    from builder.press.services.sheet_file import load_sheet, sheet_names

    if name is None:
        rows = list(map(load_sheet, sheet_names()))
        if as_json:
            click.echo(json.dumps(list(map(_summary, rows)), indent=2, ensure_ascii=False))
            return
        width = max(len(sheet.name) for sheet in rows)
        for sheet in rows:
            click.echo(f"{sheet.name:<{width}}  {sheet.title} · {_pieces(sheet)}")
        return
    sheet = load_sheet(name)
    figures = sheet.figures_in_words()
    if as_json:
        cited = [
            {"key": key, "value": value, **asdict(sheet.provenance(key))} for key, value in figures.items()
        ]
        click.echo(json.dumps({**_summary(sheet), "figures": cited}, indent=2, ensure_ascii=False))
        return
    click.echo(f"{sheet.title} · {_pieces(sheet)}")
    width = max(map(len, figures))
    for key, value in figures.items():
        click.echo(f"  {key:<{width}}  {value}  [{sheet.provenance(key)}]")


def _summary(sheet: Sheet) -> dict[str, object]:
    return {"name": sheet.name, "title": sheet.title, "pieces": list(sheet.pieces)}


def _pieces(sheet: Sheet) -> str:
    return " and ".join(sheet.pieces) or "every page"


@click.command()
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--sheet", required=True, help="Name of a sheet, or a sheet file.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def preflight(ctx: click.Context, path: Path, sheet: str, as_json: bool) -> None:
    """Check a PDF, a PNG or a folder of PNGs against a print service's requirements.

    Exits with 0 if there are no findings, 1 if there are any, 2 if the command cannot run.
    """
    from builder.press.preflight.run import preflight as check
    from builder.press.services.sheet_file import load_sheet

    figures = load_sheet(sheet)
    report = check(path, figures)
    if as_json:
        data = {"schema_version": 1, "path": str(path), "sheet": figures.name, **asdict(report)}
        click.echo(json.dumps(data, indent=2, ensure_ascii=False))
    else:
        click.echo(report_text(report, str(path), figures.title))
    ctx.exit(1 if report.findings else 0)
