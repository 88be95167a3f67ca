"""``brainbug odds``."""

from __future__ import annotations

import json
from pathlib import Path

import click

from builder.cli.ids import read_id, read_inputs
from builder.cli.supplement import printed_only_option, refuse_house, supplement_option
from rulesdb import InputError
from rulesdb.tables import show_value


@click.command()
@click.argument("id")
@click.argument("inputs", nargs=-1, metavar="[AXIS=VALUE]...")
@click.option("--modifier", "modifiers", multiple=True, help="A modifier of the table that applies.")
@supplement_option
@printed_only_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def odds(
    id: str,
    inputs: tuple[str, ...],
    modifiers: tuple[str, ...],
    supplements: tuple[Path, ...],
    printed_only: bool,
    as_json: bool,
) -> None:
    """Print the exact chance of every result of a table."""
    game, entry = read_id(id, supplements)
    if entry.kind != "table":
        raise InputError(f"{entry.id} is not a table")
    table = game.table(entry.slug)
    refuse_house(entry.provenance, printed_only, entry.id)
    chances = table.odds(modifiers=modifiers, **read_inputs(inputs))
    if as_json:
        shown = {
            "id": table.id,
            "inputs": read_inputs(inputs),
            "odds": [{"result": value, "chance": str(chance)} for value, chance in chances],
            **entry.provenance.as_json(),
        }
        click.echo(json.dumps(shown, indent=2, ensure_ascii=False))
        return
    wide = max(len(show_value(value)) for value, _ in chances)
    for value, chance in chances:
        bar = "█" * round(float(chance) * 40)
        click.echo(f"{show_value(value):>{wide}}  {chance!s:>7}  {float(chance):6.1%}  {bar}")
    if chances.mean is not None:
        click.echo(f"mean {float(chances.mean):.3g}")
    click.echo(f"{entry.provenance.source} · {entry.provenance.basis}")
