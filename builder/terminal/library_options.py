"""The options about supplements and house values that commands share, and opening games."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from builder.terminal.own_folder import is_own, own_supplements, with_hint
from rulesdb.errors import DataError, InputError
from rulesdb.files.folders import real_path
from rulesdb.library import Library
from rulesdb.model import Basis, Provenance
from rulesdb.nearest import did_you_mean

if TYPE_CHECKING:
    from rulesdb.ruleset import Ruleset

printed_only_option = click.option(
    "--printed-only", is_flag=True, help="Exit with an error if the result is a house value."
)


def library_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--supplement FILE``, which may be given more than once, and ``--no-supplements``.

    The command gets ``library``: every game with the user's own supplements, then the given ones.
    """

    @functools.wraps(command)
    def with_library(*args: Any, supplements: tuple[Path, ...], no_supplements: bool, **options: Any) -> Any:
        try:
            return command(*args, library=library_with(supplements, own=not no_supplements), **options)
        except DataError as error:
            raise with_hint(error) from error

    given = click.option(
        "--supplement",
        "supplements",
        multiple=True,
        type=click.Path(path_type=Path),
        help="Apply this supplement after those in your own folder. Can be repeated.",
    )
    left_out = click.option(
        "--no-supplements",
        is_flag=True,
        help="Ignore the supplements in your own folder; `brainbug supplement list` lists them.",
    )
    return given(left_out(with_library))


def library_with(supplements: tuple[Path, ...] = (), *, own: bool = True) -> Library:
    """Every game with the user's own supplements, then the given ones; each file counts once.

    Raises:
        InputError: a given supplement is for an unknown game.
    """
    given = set(map(real_path, supplements))
    files = [path for path in own_supplements() if real_path(path) not in given] if own else []
    library = Library(supplements=(*files, *supplements))
    for path in supplements:
        # Importing YAML takes time, so it is only done here.
        from rulesdb.supplement import named_game

        game = named_game(path)
        if game and game not in library.ids:
            raise InputError(f"{path} is for an unknown game, {game}: {did_you_mean(game, library.ids)}")
    return library


def open_all(library: Library) -> tuple[Ruleset, ...]:
    """Every game that can be opened, with a warning for each of the others.

    Raises:
        BrainbugError: none can be opened.
    """
    games = library.open_all()
    if not games and library.broken:
        raise library.broken[0].error
    warn_of_broken(library)
    return games


def warn_of_broken(library: Library) -> None:
    """Print a warning for each game that cannot be opened."""
    for broken in library.broken:
        click.echo(f"warning: {broken}", err=True)


def open_one(library: Library, game: str) -> Ruleset:
    """A game by its id.

    Raises:
        UnknownEntry: there is no such game.
        DataError: it cannot be opened, or a given supplement is for another game.
    """
    return library.open_alone(game, (path for path in library.supplements if not is_own(path)))


def refuse_house(provenance: Provenance, printed_only: bool, id: str) -> None:
    """Reject a house value if only printed values are accepted.

    Raises:
        InputError: it is one.
    """
    if printed_only and provenance.basis is Basis.HOUSE:
        raise InputError(f"{id} is a house value; a supplement can replace it with the printed one")
