"""The example of a scenario: the first game of the default players, which is the same on every machine."""

from __future__ import annotations

from pathlib import Path

from builder.playtest.batch import Batch, prepare
from builder.playtest.report.kept import USUAL
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
