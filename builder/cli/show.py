"""``brainbug show``."""

from __future__ import annotations

import json

import click

from builder.reading.as_json import SCHEMA_VERSION, entry_json
from builder.reading.markdown import markdown_page
from builder.reading.text import text_lines
from builder.reading.text_grid import rules_for_output, terminal_width
from builder.terminal.completion import complete_ids
from builder.terminal.ids import read_ids
from builder.terminal.layers import replaced_facts
from builder.terminal.library_options import library_options
from rulesdb import Library
from rulesdb.description import describe


@click.command()
@click.argument("ids", nargs=-1, required=True, metavar="ID...", shell_complete=complete_ids)
@library_options
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--markdown", "as_markdown", is_flag=True, help="Print Markdown.")
def show(ids: tuple[str, ...], library: Library, as_json: bool, as_markdown: bool) -> None:
    """Print entries in full: text, figures, citation, basis, and links in both directions.

    If an ID is unambiguous, you can omit the game (rule/304.2), or the game and the kind (airlock).
    """
    if as_json and as_markdown:
        raise click.UsageError("give --json or --markdown, not both")
    read = [read_ids(id, library) for id in ids]
    entries = [(game, entry, replaced_facts(entry, library)) for game, members in read for entry in members]
    if as_json:
        data = {"schema_version": SCHEMA_VERSION, "entries": [entry_json(*entry) for entry in entries]}
        click.echo(json.dumps(data, indent=2, ensure_ascii=False, default=str))
        return
    descriptions = [describe(entry, game, replaced=replaced) for game, entry, replaced in entries]
    if as_markdown:
        click.echo("\n".join(map(markdown_page, descriptions)), nl=False)
    else:
        width, rules = terminal_width(), rules_for_output()
        parts = ("\n".join(text_lines(description, width, rules)) for description in descriptions)
        click.echo("\n\n\n".join(parts))
