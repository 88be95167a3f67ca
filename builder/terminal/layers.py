"""The supplements of the user's own folder, and which of all supplements are laid over a game."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from rulesdb import Basis, DataError, Entry, Ruleset, open_game
from rulesdb.description.facts import Replaced
from rulesdb.problem import Problem
from rulesdb.schemas import SchemaSet
from rulesdb.supplement import read_supplement
from rulesdb.yaml_source import load_yaml

APP = "brainbug"
CONFIG = "BRAINBUG_CONFIG"
_LEFT_OUT = f"{__name__}.left_out"


@dataclass(frozen=True, slots=True)
class Layer:
    """A file of the user's own folder: the game it names, its title, and what is wrong with it.

    ``changes`` is their number. Game and title are empty where the file does not tell them.
    """

    path: Path
    game: str
    title: str
    changes: int
    problems: tuple[Problem, ...] = ()

    @property
    def fits(self) -> bool:
        return not self.problems


def config_folder() -> Path:
    """The user's configuration of brainbug: ``BRAINBUG_CONFIG`` where it is set, else the system's place."""
    named = os.environ.get(CONFIG)
    return Path(named).expanduser() if named else Path(click.get_app_dir(APP))


def own_folder() -> Path:
    """Where the user's own supplements lie."""
    return config_folder() / "supplements"


def printers_folder() -> Path:
    """Where the profiles of the user's printers lie."""
    return config_folder() / "printers"


def own_supplements(game: str) -> list[Path]:
    """The user's own files that are laid over ``game``, in the order of their names.

    A file that does not tell its game counts for every game, so that it is refused and not passed over.
    """
    return [path for path in _own_files() if _head(path).get("game", game) == game]


def leave_own_out(ctx: click.Context, _: click.Parameter, value: bool) -> None:
    """Remember ``--no-supplements`` for this one call."""
    ctx.meta[_LEFT_OUT] = value


def layers_over(game: str, given: Iterable[Path]) -> list[Path]:
    """The files laid over ``game``, once each: the user's own unless left out, then those ``given``."""
    ctx = click.get_current_context(silent=True)
    left_out = ctx is not None and ctx.meta.get(_LEFT_OUT, False)
    last = list(given)
    named = {path.resolve() for path in last}
    own = [] if left_out else own_supplements(game)
    return [*(path for path in own if path.resolve() not in named), *last]


def open_layered(game: str, supplements: tuple[Path, ...] = ()) -> Ruleset:
    """A game with the user's own supplements, then those given, laid over it.

    Raises:
        UnknownEntry: there is no such game.
        DataError: a supplement does not fit; one of the user's own can be left out, and the help says how.
    """
    layers = layers_over(game, supplements)
    try:
        return open_game(game, supplements=layers)
    except DataError as error:
        own = {str(path) for path in _own_files()}
        raise DataError([_with_way_out(problem, own) for problem in error.problems], error.text) from error


def replaced_facts(entry: Entry, supplements: tuple[Path, ...]) -> dict[str, Replaced]:
    """The facts of an entry that supplements have changed; a cell of a table tells it in its own note."""
    if entry.provenance.basis is not Basis.SUPPLEMENT or entry.kind == "table":
        return {}
    schemas = SchemaSet()
    before = open_game(entry.game).all_entries[entry.key]
    found: dict[str, Replaced] = {}
    for path in layers_over(entry.game, supplements):
        for change in read_supplement(path, schemas).changes:
            if change.key == entry.key:
                for name in change.data.get("facts", {}):
                    found[name] = Replaced(before.get(name), change.layer)
    return found


def list_layers(games: Iterable[str]) -> list[Layer]:
    """Every file of the user's own folder; each is tried on top of those before it that fit."""
    known = list(games)
    listed: list[Layer] = []
    for path in _own_files():
        head = _head(path)
        game, title = str(head.get("game", "")), str(head.get("title", ""))
        changes = head.get("changes")
        count = len(changes) if isinstance(changes, list) else 0
        below = [layer.path for layer in listed if layer.fits and layer.game == game]
        problems: tuple[Problem, ...] = ()
        try:
            read_supplement(path, SchemaSet())
            if game not in known:
                span = load_yaml(path).value_span(("game",))
                help = f"the games are {', '.join(known)}"
                problems = (Problem("BB017", "supplement", f"there is no game `{game}`", span, help),)
            else:
                open_game(game, supplements=[*below, path])
        except DataError as error:
            problems = error.problems
        listed.append(Layer(path, game, title, count, problems))
    return listed


def _own_files() -> list[Path]:
    return sorted(own_folder().glob("*.yaml"))


def _head(path: Path) -> dict[str, Any]:
    """The keys of a file, or none where it cannot be read as such."""
    try:
        data = load_yaml(path).data
    except DataError:
        return {}
    return data if isinstance(data, dict) else {}


def _with_way_out(problem: Problem, own: set[str]) -> Problem:
    if problem.span.path not in own:
        return problem
    way_out = "or leave the files of your own folder out with --no-supplements"
    return replace(problem, help=f"{problem.help.rstrip('.')}; {way_out}" if problem.help else way_out)
