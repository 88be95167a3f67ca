"""The supplements of the user's own folder, and the facts that supplements replace."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from builder.terminal.own_folder import own_supplements
from rulesdb import Basis, DataError, Entry, Library, UnknownEntry
from rulesdb.codes import Code
from rulesdb.description.facts import Replaced
from rulesdb.problem import Problem
from rulesdb.supplement import named_game, read_supplement
from rulesdb.yaml_source import load_yaml


@dataclass(frozen=True, slots=True)
class OwnLayer:
    """A file of the user's own folder: its game, its title, and its problems.

    ``changes`` is their number. Game and title are empty if the file has none.
    """

    path: Path
    game: str
    title: str
    changes: int
    problems: tuple[Problem, ...] = ()


def replaced_facts(entry: Entry, library: Library) -> dict[str, Replaced]:
    """The facts of an entry that supplements have changed; changed cells of a table have a note instead."""
    if entry.provenance.basis is not Basis.SUPPLEMENT or entry.kind == "table":
        return {}
    before = library.without_supplements().open(entry.game).all_entries[entry.key]
    return {
        name: Replaced(before.get(name), change.layer)
        for supplement in library.supplements_of(entry.game)
        for change in supplement.changes
        if change.key == entry.key
        for name in change.data.get("facts", {})
    }


def list_layers(library: Library) -> list[OwnLayer]:
    """Every file of the user's own folder, checked on top of the valid files before it."""
    layers: list[OwnLayer] = []
    for path in own_supplements():
        game, title, changes = "", "", 0
        problems: tuple[Problem, ...] = ()
        try:
            supplement = read_supplement(path, library.schemas)
            game, title, changes = supplement.game, supplement.title, len(supplement.changes)
            below = [layer.path for layer in layers if not layer.problems and layer.game == game]
            Library(library.games, [*below, path], library.cache).open(game)
        except UnknownEntry:
            span = load_yaml(path).value_span(("game",))
            help = f"the games are {', '.join(library.ids)}"
            problems = (Problem(Code.SUPPLEMENT, f"unknown game `{game}`", span, help),)
        except DataError as error:
            game = game or named_game(path)
            problems = error.problems
        layers.append(OwnLayer(path, game, title, changes, problems))
    return layers
