"""``brainbug export``."""

from __future__ import annotations

from pathlib import Path

import click

from builder.terminal.force_option import force_option
from builder.terminal.library_options import library_options, open_all, open_one
from rulesdb import Library


@click.command()
@click.argument("output", type=click.Path(path_type=Path))
@click.option("--to", "form", type=click.Choice(["sqlite"]), required=True, help="Format of the file.")
@click.option("--game", help="Export one game only.")
@library_options
@force_option
def export(output: Path, form: str, game: str | None, library: Library, force: bool) -> None:
    """Write the rules database as one file for another program.

    sqlite: every game, entry, table, cell and chance as a SQLite file, which Datasette and any other
    reader of SQL opens directly. The same database gives the same bytes.
    """
    from builder.exchange.sqlite import write_database

    games = (open_one(library, game),) if game else open_all(library)
    layers = [supplement for each in games for supplement in library.supplements_of(each.id)]
    rows = write_database(output, games, layers, force=force)
    counts = ", ".join(f"{rows[name]} {name}" for name in ("games", "entries", "tables", "cells", "odds"))
    click.echo(f"{output}: {counts}")
    for layer in layers:
        click.echo(f"supplement to {layer.game}: {layer.title} ({layer.path})")
