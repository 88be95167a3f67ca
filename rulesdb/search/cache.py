"""The index as a cached file, so that only the first search waits for the games to load.

If the folder or the file cannot be used, an index in memory answers the question.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from typing import TypeVar

from rulesdb.arguments import require
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
    require("library", library, Library, "a rulesdb.Library")
    folder = cache_folder()
    path = folder / f"{_PREFIX}{library.state}.sqlite3" if folder else None
    data = read_cached(path) if path is not None else None
    connection = _connection(data) if data is not None else None
    if connection is not None:
        with suppress(sqlite3.Error), closing(connection):
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


def _connection(data: bytes) -> sqlite3.Connection | None:
    """A database in memory with this content, which nobody can change; ``None`` if SQLite cannot read it."""
    connection = sqlite3.connect(":memory:")
    # Some builds of SQLite cannot deserialize.
    with suppress(sqlite3.Error, AttributeError):
        connection.deserialize(data)
        return connection
    connection.close()
    return None
