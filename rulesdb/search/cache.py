"""The index as a cached file, so that only the first search waits for the games to load.

If the folder or the file cannot be used, an index in memory answers the question.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import TypeVar

from rulesdb.cache.files import cache_folder, read_cached, write_cached
from rulesdb.library import Library
from rulesdb.search.index import Index

Answer = TypeVar("Answer")

_PREFIX = "lookup-"
_MAX_FILES = 4


def ask_games(
    question: Callable[[Index], Answer], library: Library, warn: Callable[[Library], None] = lambda _: None
) -> Answer:
    """The result of ``question`` for the index of every game that can be opened.

    While a game is broken no index is cached, so that every question reports it.

    Args:
        question: called with the index; called again if SQLite cannot read the cached one.
        library: the games.
        warn: called with the library if a game in it is broken.
    """
    folder = cache_folder()
    path = folder / f"{_PREFIX}{library.state}.sqlite3" if folder else None
    if path is not None and read_cached(path) is not None:
        with suppress(sqlite3.Error), closing(_open(path)) as connection:
            return question(Index(connection))
    index = Index.of(library.open_all())
    if library.broken:
        warn(library)
    with closing(index.connection):
        if path is not None and not library.broken:
            # Some builds of SQLite cannot serialize.
            with suppress(OSError, sqlite3.Error, AttributeError):
                write_cached(index.connection.serialize(), path, _PREFIX, _MAX_FILES)
        return question(index)


def _open(path: Path) -> sqlite3.Connection:
    """Open a cached index for reading; ``immutable``, as it never changes, so that SQLite needs no lock."""
    return sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)
