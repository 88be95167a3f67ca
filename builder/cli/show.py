"""``brainbug show``."""

from __future__ import annotations

import json
from pathlib import Path

import click

from builder.reading.entry_json import SCHEMA_VERSION, entry_json
from builder.reading.entry_markdown import entry_markdown
from builder.reading.entry_text import entry_text
from builder.reading.text_grid import rules_for_output, terminal_width
from builder.terminal.completion import complete_ids
from builder.terminal.ids import read_ids
from builder.terminal.layers import replaced_facts
from builder.terminal.supplement_options import supplement_option


@click.command()
@click.argument("ids", nargs=-1, required=True, metavar="ID...", shell_complete=complete_ids)
@supplement_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--markdown", "as_markdown", is_flag=True, help="Print Markdown.")
def show(ids: tuple[str, ...], supplements: tuple[Path, ...], as_json: bool, as_markdown: bool) -> None:
    """Print entries whole: text, figures, citation, basis, links both ways.

    The game may be left out of an ID that only one game has, as in rule/304.2, and the kind, as in airlock.
    """
    if as_json and as_markdown:
        raise click.UsageError("--json and --markdown are two ways; give one")
    read = [read_ids(id, supplements) for id in ids]
    found = [(game, entry) for game, entries in read for entry in entries]
    if as_json:
        entries = [entry_json(game, entry, replaced_facts(entry, supplements)) for game, entry in found]
        shown = {"schema_version": SCHEMA_VERSION, "entries": entries}
        click.echo(json.dumps(shown, indent=2, ensure_ascii=False, default=str))
    elif as_markdown:
        pages = [entry_markdown(game, entry, replaced_facts(entry, supplements)) for game, entry in found]
        click.echo("\n".join(pages), nl=False)
    else:
        width, rules = terminal_width(), rules_for_output()
        parts = [
            entry_text(game, entry, width, rules, replaced_facts(entry, supplements)) for game, entry in found
        ]
        click.echo("\n\n\n".join("\n".join(lines) for lines in parts))
