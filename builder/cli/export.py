"""``brainbug export``."""

from __future__ import annotations

from pathlib import Path

import click

from builder.terminal.layers import layers_over, open_layered
from builder.terminal.supplement_options import supplement_option
from rulesdb import InputError, UnknownEntry, game_folders
from rulesdb.nearest import nearest
from rulesdb.schemas import SchemaSet
from rulesdb.supplement import read_supplement


@click.command()
@click.argument("output", type=click.Path(path_type=Path))
@click.option("--to", "form", type=click.Choice(["sqlite"]), required=True, help="Format of the file.")
@click.option("--game", help="Export one game only.")
@supplement_option
@click.option("--force", is_flag=True, help="Overwrite a file that brainbug has not made.")
def export(output: Path, form: str, game: str | None, supplements: tuple[Path, ...], force: bool) -> None:
    """Write the rules database as one file for another program.

    sqlite: every game, entry, table, cell and chance as a SQLite file, which Datasette and any other
    reader of SQL opens as it is. The same database gives the same bytes.
    """
    from builder.exchange.sqlite import content_of, write_database

    names = [game] if game else list(game_folders())
    for name in names:
        if name not in game_folders():
            raise UnknownEntry(name, nearest(name, game_folders()) or tuple(game_folders()), "game")
    schemas = SchemaSet()
    given = [read_supplement(path, schemas) for path in supplements]
    for layer in given:
        if layer.game not in names:
            raise InputError(f"{layer.path} is for {layer.game}; exported is {', '.join(names)}")
    laid = {name: layers_over(name, [each.path for each in given if each.game == name]) for name in names}
    games = [open_layered(name, tuple(laid[name])) for name in names]
    layers = [read_supplement(path, schemas) for name in names for path in laid[name]]
    rows = write_database(output, content_of(games, layers), force=force)
    counts = ", ".join(f"{rows[name]} {name}" for name in ("games", "entries", "tables", "cells", "odds"))
    click.echo(f"{output}: {counts}")
    for layer in layers:
        click.echo(f"laid over {layer.game}: {layer.title} ({layer.path})")
