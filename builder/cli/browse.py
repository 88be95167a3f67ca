"""``brainbug browse``."""

from __future__ import annotations

import importlib.util
import random
import secrets
import sys

import click

from builder.terminal.ids import read_permalink
from builder.terminal.library_options import library_options, open_all, open_one
from rulesdb import BrainbugError, Library


@click.command()
@click.argument("words", nargs=-1)
@click.option("--game", default="", help="Show only this game at first.")
@click.option("--kind", default="", help="Show only entries of this kind at first.")
@click.option(
    "--open", "first", default="", metavar="ID", help="Open this entry; a permalink is also resolved."
)
@click.option(
    "--colors",
    type=click.Choice(["dark", "light", "terminal"]),
    default="dark",
    show_default=True,
    help="Color scheme; terminal uses the terminal's own colors.",
)
@click.option("--seed", type=int, help="Random seed for dice.")
@library_options
def browse(
    words: tuple[str, ...], game: str, kind: str, first: str, colors: str, seed: int | None, library: Library
) -> None:
    """Browse the rules in the terminal: search, follow links, roll on tables.

    Requires the package textual: pip install 'brainbug[browse]'.
    """
    if importlib.util.find_spec("textual") is None:
        raise BrainbugError("browse requires the package textual: pip install 'brainbug[browse]'")
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise BrainbugError("browse requires a terminal; try: brainbug lookup WORDS")
    from builder.browse.app import BrowseApp
    from builder.browse.catalog import Catalog

    catalog = Catalog(open_all(library))
    if game:
        open_one(library, game)
    id, given = read_permalink(first) if first else ("", {})
    if id:
        catalog.find(id)
    rng = random.Random(secrets.randbits(64) if seed is None else seed)
    app = BrowseApp(
        catalog, rng, words=" ".join(words), game=game, kind=kind, id=id, given=given, colors=colors
    )
    app.run()
