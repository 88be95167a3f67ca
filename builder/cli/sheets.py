"""``brainbug sheets``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from builder.press.services.sheet import Sheet


@click.command()
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def sheets(name: str | None, as_json: bool) -> None:
    """List the sheets for ``--sheet`` and ``--paper``, or the figures of one and where they come from."""
    from builder.press.services.sheet_file import load_sheet, sheet_names

    if name is None:
        known = [load_sheet(each) for each in sheet_names()]
        if as_json:
            click.echo(json.dumps([_summary(sheet) for sheet in known], indent=2, ensure_ascii=False))
            return
        width = max(len(sheet.name) for sheet in known)
        for sheet in known:
            click.echo(f"{sheet.name:<{width}}  {sheet.title} · {_pieces(sheet)}")
        return
    sheet = load_sheet(name)
    figures = sheet.shown()
    if as_json:
        cited = [{"key": key, "value": value, **_cited(sheet, key)} for key, value in figures.items()]
        click.echo(json.dumps({**_summary(sheet), "figures": cited}, indent=2, ensure_ascii=False))
        return
    click.echo(f"{sheet.title} · {_pieces(sheet)}")
    width = max(map(len, figures))
    for key, value in figures.items():
        click.echo(f"  {key:<{width}}  {value}  [{sheet.provenance(key)}]")


def _summary(sheet: Sheet) -> dict[str, object]:
    return {"name": sheet.name, "title": sheet.title, "pieces": list(sheet.pieces)}


def _cited(sheet: Sheet, key: str) -> dict[str, str]:
    provenance = sheet.provenance(key)
    return {"basis": provenance.basis, "source": provenance.source, "note": provenance.note}


def _pieces(sheet: Sheet) -> str:
    return " and ".join(sheet.pieces) or "every page"
