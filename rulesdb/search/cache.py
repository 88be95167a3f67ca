"""The index kept on disk, so that only the first question waits for the games to load.

It is one of the :mod:`~rulesdb.cache.files`. Whatever is wrong with the folder or the file, the question is
answered from an index in memory.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import TypeVar

from rulesdb.cache.files import cache_folder, clear_old, digest_of, read_kept
from rulesdb.library import Library
from rulesdb.search.index import Index

Answer = TypeVar("Answer")

_PREFIX = "lookup-"
_KEPT = 4


def ask_games(
    question: Callable[[Index], Answer], library: Library, warn: Callable[[Library], None] = lambda _: None
) -> Answer:
    """What ``question`` gives for the index of every game that can be opened; made at the first use.

    While a game is broken no index is kept, so that every question reports it.

    Args:
        question: called with the index; once more if this SQLite cannot read the kept one.
        library: the games.
        warn: called with the library if a game in it is broken.
    """
    folder = cache_folder()
    path = folder / f"{_PREFIX}{library.state}.sqlite3" if folder else None
    if path is not None and read_kept(path) is not None:
        with suppress(sqlite3.Error), closing(_open(path)) as connection:
            return question(Index(connection))
    index = Index.of(library.open_all())
    if library.broken:
        warn(library)
    with closing(index.connection):
        if path is not None and not library.broken:
            with suppress(OSError, sqlite3.Error):
                _keep(index.connection, path)
        return question(index)


def _open(path: Path) -> sqlite3.Connection:
    """Open a kept index for reading; ``immutable``, as nothing changes it: so nothing locks it either."""
    return sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)


def _keep(connection: sqlite3.Connection, path: Path) -> None:
    """Put a copy of an index in its place, whole or not at all, and clear older ones away."""
    # Needed only here, and slow to import.
    import tempfile

    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=_PREFIX, suffix=".tmp", dir=path.parent)
    os.close(handle)
    beside = Path(name)
    try:
        with closing(sqlite3.connect(beside)) as copy:
            connection.backup(copy)
        # SQLite knows the size of its part of the file and does not look at what follows.
        with beside.open("r+b") as file:
            file.write(digest_of(file.read()))
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    clear_old(path.parent, _PREFIX, _KEPT)
