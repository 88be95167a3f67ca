"""``brainbug sensitivity``."""

from __future__ import annotations

import json

import click

from builder.cli.changes.report_format import report_format_option
from builder.terminal.ids import read_id, read_permalink
from builder.terminal.library_options import library_options
from rulesdb import InputError, Library
from rulesdb.description.notation import read_inputs


@click.command()
@click.argument("id", metavar="TABLE")
@click.argument("inputs", nargs=-1, metavar="[AXIS=VALUE]...")
@report_format_option
@library_options
def sensitivity(id: str, inputs: tuple[str, ...], form: str, library: Library) -> None:
    """Report the effect of each modifier of a table on its odds, and the effect of one more.

    Chances are exact fractions: the change of the mean, if results are numbers, and the share of results that
    change.
    """
    from builder.changes import odds
    from builder.cli.changes.change_texts import modifier_lines, shift_json

    game, entry = read_id(id, library, ("table",))
    _, given = read_permalink(id)
    if entry.kind != "table":
        raise InputError(f"{entry.id} is not a table")
    table = game.table(entry.slug)
    shifts = odds.sensitivity(table, {**given, **read_inputs(inputs)})
    if form == "json":
        data = [
            {
                "modifier": item.modifier.id,
                "effect": shift_json(item.use),
                "plus_one": shift_json(item.plus_one),
            }
            for item in shifts
        ]
        click.echo(
            json.dumps({"table": table.id, "modifiers": data}, indent=2, ensure_ascii=False, default=str)
        )
        return
    click.echo(f"### {entry.title}\n" if form == "markdown" else entry.title)
    click.echo("\n".join(modifier_lines(shifts, markdown=form == "markdown")))
