"""``brainbug games``."""

from __future__ import annotations

import json
from collections import Counter

import click

from rulesdb import game_folders, open_game


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def games(as_json: bool) -> None:
    """List the games, with the number of entries of each kind."""
    listed = []
    for game_id in game_folders():
        game = open_game(game_id)
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
