"""The supplements of the user's own folder, and the facts that supplements replace."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from builder.terminal.own_folder import own_supplements
from rulesdb import Basis, DataError, Entry, Library
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
    layers = [_layer(path, library) for path in own_supplements()]
    problems: dict[Path, tuple[Problem, ...]] = {}
    for game in dict.fromkeys(layer.game for layer in layers if not layer.problems):
        files = [layer.path for layer in layers if layer.game == game and not layer.problems]
        problems |= _misfits(game, files, [], library)
    return [replace(layer, problems=problems.get(layer.path, layer.problems)) for layer in layers]


def _layer(path: Path, library: Library) -> OwnLayer:
    """A file with the problems that it has on its own."""
    try:
        supplement = read_supplement(path, library.schemas)
    except DataError as error:
        return OwnLayer(path, named_game(path), "", 0, error.problems)
    problems: tuple[Problem, ...] = ()
    if supplement.game not in library.games:
        span = load_yaml(path).value_span(("game",))
        help = f"the games are {', '.join(library.ids)}"
        problems = (Problem(Code.SUPPLEMENT, f"unknown game `{supplement.game}`", span, help),)
    return OwnLayer(path, supplement.game, supplement.title, len(supplement.changes), problems)


def _misfits(
    game: str, files: Sequence[Path], below: Sequence[Path], library: Library
) -> dict[Path, tuple[Problem, ...]]:
    """The files that do not fit a game, with their problems; ``below`` are the valid files before them.

    Opening a game takes time, so it is opened with all files first, then with each half of them.
    """
    try:
        Library(library.games, [*below, *files], library.cache).open(game)
    except DataError as error:
        if len(files) == 1:
            return {files[0]: error.problems}
        half = len(files) // 2
        first = _misfits(game, files[:half], below, library)
        valid = [*below, *(path for path in files[:half] if path not in first)]
        return first | _misfits(game, files[half:], valid, library)
    return {}
