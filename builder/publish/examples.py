"""An example of play for each scenario that a machine plays: the first game of the usual players."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from builder.playtest.batch import Batch, prepare
from builder.playtest.lineup import USUAL
from builder.playtest.replays import read_game
from builder.publish.markdown import role_of
from builder.report.example import example_of_play
from rulesdb import InputError, Library

SEED = 1


def example_record(path: Path, library: Library | None = None) -> str | None:
    """The record of the example of a scenario; ``None`` if no machine plays it."""
    layers = tuple(library.supplements) if library is not None else ()
    try:
        sides = prepare(Batch(path, layers, (), (), SEED)).play.sides
    except InputError:
        return None
    return prepare(Batch(path, layers, tuple((side, USUAL) for side in sides), (), SEED)).record(0)


def example_parts(path: Path, library: Library | None = None) -> Iterator[str]:
    """The example of a scenario as Markdown with links to tables; nothing if no machine plays it."""
    record = example_record(path, library)
    if record is not None:
        game = read_game(record, path.name, library)
        yield from example_of_play(game, lambda id, _: role_of(id), level=0).rstrip().split("\n\n")
