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

from rulesdb.cache.files import VARIABLE, cache_folder, clear_old, digest_of, fingerprint, read_kept
from rulesdb.search.index import Index
from rulesdb.shipped import data_folders

__all__ = ["VARIABLE", "ask_games", "cache_folder", "fingerprint"]

Answer = TypeVar("Answer")

_PREFIX = "lookup-"
_KEPT = 4


def ask_games(question: Callable[[Index], Answer], games_root: Path | None = None) -> Answer:
    """What ``question`` gives for the index of every game; the index is made at first use.

    Args:
        question: called with the index; once more where this SQLite cannot read the kept one.
        games_root: the folder with one folder for each game; without it, the games that come with brainbug.

    Raises:
        DataError: the index must be made, and the data files of a game have defects.
    """
    folder = cache_folder()
    made_of = (*data_folders(), *filter(None, [games_root]))
    path = folder / f"{_PREFIX}{fingerprint(made_of)}.sqlite3" if folder else None
    if path is not None and read_kept(path) is not None:
        with suppress(sqlite3.Error), closing(_open(path)) as connection:
            return question(Index(connection))
    index = _make(games_root)
    with closing(index.connection):
        if path is not None:
            with suppress(OSError, sqlite3.Error):
                _keep(index.connection, path)
        return question(index)


def _open(path: Path) -> sqlite3.Connection:
    """Open a kept index for reading; ``immutable``, as nothing changes it: so nothing locks it either."""
    return sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)


def _make(games_root: Path | None) -> Index:
    # Loading games reads YAML, which a question to a kept index must not wait for.
    from rulesdb.load import game_folders, open_game

    return Index.of([open_game(name, games_root) for name in game_folders(games_root)])


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
