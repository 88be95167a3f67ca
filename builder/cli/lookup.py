"""``brainbug lookup``."""

from __future__ import annotations

import json

import click

from rulesdb import Ruleset, UnknownEntry, game_folders, open_game
from rulesdb.search import search
from rulesdb.vocabulary import KIND, compare, find_concept


@click.command()
@click.argument("words", nargs=-1, required=True)
@click.option("--game", help="Search one game only.")
@click.option("--kind", help="Only entries of this kind, as in rule, table, weapon.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def lookup(
    ctx: click.Context, words: tuple[str, ...], game: str | None, kind: str | None, as_json: bool
) -> None:
    """Search rules, tables, weapons, powers and terms.

    A concept that games share, as in grenade or morale, shows how each game treats it.
    """
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
    elif game is None and kind is None:
        _side_by_side(games, " ".join(words))
    for hit in () if as_json else hits:
        entry = hit.entry
        if entry.kind == KIND and KIND not in (kind or ""):
            continue
        click.echo(f"{click.style(entry.id, bold=True)}  {entry.title}  [{entry.provenance.source}]")
        owner = next(owner for owner in games if owner.id == entry.game)
        text = " ".join(owner.plain_text(entry).split())
        if text:
            click.echo(f"    {text[:110]}{'…' if len(text) > 110 else ''}")
    ctx.exit(0 if hits else 1)


def _side_by_side(games: list[Ruleset], words: str) -> None:
    """How each game treats a shared concept, where the words name one."""
    try:
        concept = find_concept(words)
    except UnknownEntry:
        return
    click.secho(f"{concept.title} in every game: {concept.text}", bold=True)
    wide = max(len(game.title) for game in games) + 2
    for game, entry in compare(games, concept):
        text = f"{' '.join(game.plain_text(entry).split())} [{entry.provenance.source}]"
        indent = " " * (wide + 2)
        shown = click.wrap_text(text, width=100, initial_indent=indent, subsequent_indent=indent)
        click.echo(f"  {game.title:<{wide}}{shown.lstrip()}")
    click.echo()
