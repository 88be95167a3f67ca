"""``brainbug show``."""

from __future__ import annotations

import json
from collections.abc import Iterator

import click

from builder.reading.as_json import SCHEMA_VERSION, entry_json
from builder.reading.markdown import markdown_page
from builder.reading.text import text_lines
from builder.reading.text_grid import rules_for_output, terminal_width
from builder.terminal.completion import complete_ids
from builder.terminal.layers import replaced_facts
from builder.terminal.library_options import library_options
from builder.terminal.selections import Selection, read_selection
from rulesdb import Library
from rulesdb.description import Description, describe


@click.command()
@click.argument("ids", nargs=-1, required=True, metavar="ID...", shell_complete=complete_ids)
@library_options
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--markdown", "--md", "as_markdown", is_flag=True, help="Print Markdown.")
def show(ids: tuple[str, ...], library: Library, as_json: bool, as_markdown: bool) -> None:
    """Print entries in full: text, figures, citation, basis, and links in both directions.

    If an ID is unambiguous, you can omit the game (rule/304.2), or the game and the kind (airlock). The ID of
    a game prints every entry of the game, a kind (rule, bug-hunter:table) lists its entries.
    """
    if as_json and as_markdown:
        raise click.UsageError("give --json or --markdown, not both")
    selections = [read_selection(id, library) for id in ids]
    if as_json:
        rows = [
            entry_json(game, entry, replaced_facts(entry, library))
            for selection in selections
            for game, entry in selection.entries
        ]
        data = {"schema_version": SCHEMA_VERSION, "entries": rows}
        click.echo(json.dumps(data, indent=2, ensure_ascii=False, default=str))
    elif as_markdown:
        pages = (markdown_page(page) for selection in selections for page in _described(selection, library))
        click.echo("\n".join(pages), nl=False)
    else:
        text = "\n\n\n".join(_text(selection, library) for selection in selections)
        is_long = any(selection.is_list or selection.is_game for selection in selections)
        (click.echo_via_pager if is_long else click.echo)(text)


def _described(selection: Selection, library: Library) -> Iterator[Description]:
    for game, entry in selection.entries:
        yield describe(entry, game, replaced=replaced_facts(entry, library))


def _text(selection: Selection, library: Library) -> str:
    """The entries in full, or of a kind a line for each."""
    if selection.is_list:
        return "\n".join(f"{entry.id}  {entry.title}" for _, entry in selection.entries)
    width, rules = terminal_width(), rules_for_output()
    return "\n\n\n".join(
        "\n".join(text_lines(description, width, rules)) for description in _described(selection, library)
    )
