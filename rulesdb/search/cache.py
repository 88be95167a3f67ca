"""The index kept on disk, so that only the first question waits for the games to load.

A kept index is a file named for what it was made of; it is written beside its place and then moved
there, and never changed. So it can be read without a lock, by any number of processes. A digest at its
end tells whether it is whole. Whatever is wrong with the folder or the file, the question is answered
from an index in memory.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import TypeVar

from rulesdb.search.index import Index

Answer = TypeVar("Answer")

VARIABLE = "BRAINBUG_CACHE"
_PREFIX = "lookup-"
_KEPT = 4
_DIGEST_SIZE = 16
_SOURCES = (".py", ".yaml")
_PACKAGE = Path(__file__).resolve().parent.parent


def ask_games(question: Callable[[Index], Answer], games_root: Path | None = None) -> Answer:
    """What ``question`` gives for the index of every game; the index is made at first use.

    Args:
        question: called with the index; once more where this SQLite cannot read the kept one.
        games_root: the folder with one folder for each game; without it, the games that come with brainbug.

    Raises:
        DataError: the index must be made, and the data files of a game have defects.
    """
    folder = cache_folder()
    path = (
        folder / f"{_PREFIX}{fingerprint((_PACKAGE, *filter(None, [games_root])))}.sqlite3"
        if folder
        else None
    )
    if path is not None and _is_whole(path):
        with suppress(sqlite3.Error), closing(_open(path)) as connection:
            return question(Index(connection))
    index = _make(games_root)
    with closing(index.connection):
        if path is not None:
            with suppress(OSError, sqlite3.Error):
                _keep(index.connection, path)
        return question(index)


def cache_folder(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path | None:
    """Where this user's programs keep what they can make again; ``None`` where that is not known.

    ``BRAINBUG_CACHE`` goes before the custom of the platform.

    >>> cache_folder({"BRAINBUG_CACHE": "/tmp/here"}).as_posix()
    '/tmp/here'
    >>> cache_folder({"XDG_CACHE_HOME": "/home/ann/.cache"}, "linux").as_posix()
    '/home/ann/.cache/brainbug'
    """
    if environment.get(VARIABLE):
        return Path(environment[VARIABLE]).absolute()
    if platform == "win32" and environment.get("LOCALAPPDATA"):
        return Path(environment["LOCALAPPDATA"]) / "brainbug" / "Cache"
    # The XDG base directories are absolute; a relative one is to be ignored.
    if platform not in ("win32", "darwin") and environment.get("XDG_CACHE_HOME", "").startswith("/"):
        return Path(environment["XDG_CACHE_HOME"]) / "brainbug"
    try:
        home = Path.home()
    except RuntimeError:
        return None
    if platform == "darwin":
        return home / "Library" / "Caches" / "brainbug"
    return home / ".cache" / "brainbug"


def fingerprint(folders: Iterable[Path]) -> str:
    """A name for the state of the data and code files under some folders: their paths, sizes and times.

    The version of brainbug is in it, for it stands in one of the files.
    """
    digest = hashlib.blake2b(digest_size=12)
    for folder in folders:
        for path, size, changed in sorted(_files(os.fspath(folder))):
            digest.update(f"{path}\0{size}\0{changed}\n".encode("utf-8", "surrogateescape"))
    return digest.hexdigest()


def _files(folder: str) -> Iterator[tuple[str, int, int]]:
    with os.scandir(folder) as found:
        for item in found:
            if item.is_dir() and item.name != "__pycache__":
                yield from _files(item.path)
            elif item.name.endswith(_SOURCES):
                state = item.stat()
                yield item.path, state.st_size, state.st_mtime_ns


def _is_whole(path: Path) -> bool:
    try:
        data = path.read_bytes() if path.is_file() else b""
    except OSError:
        return False
    return len(data) > _DIGEST_SIZE and _digest(data[:-_DIGEST_SIZE]) == data[-_DIGEST_SIZE:]


def _digest(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=_DIGEST_SIZE).digest()


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

    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=_PREFIX, suffix=".tmp", dir=path.parent)
    os.close(handle)
    beside = Path(name)
    try:
        with closing(sqlite3.connect(beside)) as copy:
            connection.backup(copy)
        # SQLite knows the size of its part of the file and does not look at what follows.
        with beside.open("r+b") as file:
            file.write(_digest(file.read()))
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    made = sorted(path.parent.glob(f"{_PREFIX}*"), key=lambda kept: kept.stat().st_mtime_ns)
    for old in made[:-_KEPT]:
        old.unlink(missing_ok=True)
