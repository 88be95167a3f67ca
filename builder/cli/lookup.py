"""``brainbug lookup``."""

from __future__ import annotations

import json

import click

from rulesdb import game_folders, open_game
from rulesdb.search import search


@click.command()
@click.argument("words", nargs=-1, required=True)
@click.option("--game", help="Search one game only.")
@click.option("--kind", help="Only entries of this kind, as in rule, table, weapon.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def lookup(
    ctx: click.Context, words: tuple[str, ...], game: str | None, kind: str | None, as_json: bool
) -> None:
    """Search rules, tables, weapons, powers and terms."""
    games = [open_game(name) for name in ([game] if game else game_folders())]
    hits = search(games, words, kind)
    if as_json:
        rows = [
            {"id": hit.entry.id, "title": hit.entry.title, "kind": hit.entry.kind, "score": hit.score}
            | hit.entry.provenance.as_json()
            for hit in hits
        ]
        click.echo(json.dumps(rows, indent=2, ensure_ascii=False))
    elif not hits:
        click.echo(f"nothing found for {' '.join(words)!r}", err=True)
    for hit in () if as_json else hits:
        entry = hit.entry
        click.echo(f"{click.style(entry.id, bold=True)}  {entry.title}  [{entry.provenance.source}]")
        owner = next(owner for owner in games if owner.id == entry.game)
        text = " ".join(owner.plain_text(entry).split())
        if text:
            click.echo(f"    {text[:110]}{'…' if len(text) > 110 else ''}")
    ctx.exit(0 if hits else 1)
