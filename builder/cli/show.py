"""``brainbug show``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from builder.cli.ids import read_id
from builder.cli.supplement import supplement_option
from rulesdb import Basis, Entry, Ruleset
from rulesdb.model import BASIS_MEANING
from rulesdb.tables import Table, show_value


@click.command()
@click.argument("id")
@supplement_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def show(id: str, supplements: tuple[Path, ...], as_json: bool) -> None:
    """Print one entry whole: text, figures, citation, basis, links both ways."""
    game, entry = read_id(id, supplements)
    if as_json:
        click.echo(json.dumps(_as_json(game, entry), indent=2, ensure_ascii=False, default=str))
        return
    click.secho(f"{entry.title}  ({entry.id})", bold=True)
    provenance = entry.provenance
    color = "magenta" if provenance.basis is Basis.HOUSE else None
    meaning = BASIS_MEANING[provenance.basis]
    click.echo(f"{provenance.source} · " + click.style(f"{provenance.basis}: {meaning}", fg=color))
    if provenance.note:
        click.echo(f"note: {provenance.note}")
    for alternative in provenance.alternatives:
        click.echo(f"otherwise: {alternative}")
    if entry.text:
        click.echo()
        click.echo(click.wrap_text(game.plain_text(entry), width=90, preserve_paragraphs=True))
    if entry.kind == "table":
        click.echo()
        _show_cells(game.table(entry.slug))
    else:
        for name, value in entry.facts.items():
            click.echo(f"{name.replace('_', ' ')}: {_fact(value)}")
    _show_links("see", game.links_from(entry))
    _show_links("used by", game.links_to(entry))


def _show_cells(table: Table) -> None:
    for axis in table.axes:
        click.echo(f"  {axis.name}: {axis.accepts}")
    for at, cell in table.cells():
        where = ", ".join(f"{name} {value}" for name, value in at.items())
        basis = cell.provenance.basis
        mark = "" if basis is table.entry.provenance.basis else f"  [{basis}: {cell.provenance.note}]"
        click.echo(f"  {where}: {show_value(cell.value)}{mark}")
    for modifier in table.modifiers:
        basis = modifier.provenance.basis
        mark = "" if basis is table.entry.provenance.basis else f"  [{basis}: {modifier.provenance.note}]"
        click.echo(f"  modifier {modifier.id}: {modifier.add:+d} to {modifier.to}, {modifier.when}{mark}")


def _show_links(title: str, entries: tuple[Entry, ...]) -> None:
    if entries:
        click.echo(f"{title}: " + ", ".join(entry.id for entry in entries))


def _fact(value: Any) -> str:
    if isinstance(value, list) and value and (isinstance(value[0], dict) or " " in str(value[0])):
        return "".join(f"\n  {number}. {show_value(row)}" for number, row in enumerate(value, 1))
    return show_value(value)


def _as_json(game: Ruleset, entry: Entry) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "id": entry.id,
        "kind": entry.kind,
        "title": entry.title,
        "text": entry.text,
        **entry.provenance.as_json(),
        "facts": dict(entry.facts),
        "links_from": [other.id for other in game.links_from(entry)],
        "links_to": [other.id for other in game.links_to(entry)],
    }
    if entry.kind == "table":
        shown["cells"] = [
            {"at": at, "value": cell.value, **cell.provenance.as_json()}
            for at, cell in game.table(entry.slug).cells()
        ]
    return shown
