"""``brainbug games``."""

from __future__ import annotations

import json
from collections import Counter

import click

from builder.terminal.library_options import library_options, open_all
from rulesdb import Library


@click.command()
@library_options
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def games(library: Library, as_json: bool) -> None:
    """List the games, with the number of entries of each kind."""
    listed = []
    for game in open_all(library):
        counts = Counter(entry.kind for entry in game.all_entries.values())
        listed.append({"id": game.id, "title": game.title, "edition": game.edition, "entries": dict(counts)})
    if as_json:
        click.echo(json.dumps(listed, indent=2))
        return
    for game_row in listed:
        entries = game_row["entries"]
        assert isinstance(entries, dict)
        click.echo(f"{game_row['id']}  {game_row['title']} ({game_row['edition']})")
        click.echo("  " + ", ".join(f"{kind} {count}" for kind, count in entries.items()))
