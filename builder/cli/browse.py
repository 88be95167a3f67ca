"""``brainbug browse``."""

from __future__ import annotations

import importlib.util
import random
import secrets
import sys
from pathlib import Path

import click

from builder.terminal.ids import read_permalink
from builder.terminal.layers import open_layered
from builder.terminal.supplement_options import supplement_option
from rulesdb import BrainbugError, game_folders, open_game
from rulesdb.schemas import SchemaSet
from rulesdb.supplement import game_of_supplement


@click.command()
@click.argument("words", nargs=-1)
@click.option("--game", default="", help="At first only this game.")
@click.option("--kind", default="", help="At first only entries of this kind.")
@click.option("--open", "first", default="", metavar="ID", help="Open this entry; a link asks it at once.")
@click.option(
    "--colors",
    type=click.Choice(["dark", "light", "terminal"]),
    default="dark",
    show_default=True,
    help="Colors; terminal takes those that the terminal has.",
)
@click.option("--seed", type=int, help="Throw the dice from this seed.")
@supplement_option
def browse(
    words: tuple[str, ...],
    game: str,
    kind: str,
    first: str,
    colors: str,
    seed: int | None,
    supplements: tuple[Path, ...],
) -> None:
    """Read the rules in the terminal: search, follow links, roll on tables in place.

    Needs the package textual: pip install 'brainbug[browse]'.
    """
    if importlib.util.find_spec("textual") is None:
        raise BrainbugError("browse needs the package textual: pip install 'brainbug[browse]'")
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise BrainbugError("browse needs a terminal; try: brainbug lookup WORDS")
    from builder.browse.app import BrowseApp
    from builder.browse.library import Library

    games = []
    for name in game_folders():
        mine = tuple(path for path in supplements if _is_for(path, name))
        games.append(open_layered(name, mine))
    library = Library(tuple(games))
    if game:
        open_game(game)
    id, given = read_permalink(first) if first else ("", {})
    if id:
        library.find(id)
    rng = random.Random(secrets.randbits(64) if seed is None else seed)
    app = BrowseApp(
        library, rng, words=" ".join(words), game=game, kind=kind, id=id, given=given, colors=colors
    )
    app.run()


def _is_for(path: Path, game: str) -> bool:
    """Whether a supplement is for this game."""
    return game_of_supplement(path, SchemaSet()) == game
