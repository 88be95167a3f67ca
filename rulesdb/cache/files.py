"""Files in the user's cache folder.

The name of a cached file contains a digest of its sources. It is written to a temporary file, moved into
place, and never changed, so any number of processes can read it without a lock. A signature at its end shows
that brainbug wrote it for this user and that it is complete. A file without a signature, or that other users
could have written, is ignored and replaced.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from rulesdb.cache.private import read_private, write_private
from rulesdb.cache.signature import sign, verify
from rulesdb.files.reading import MIB, read_file

VARIABLE = "BRAINBUG_CACHE"
SOURCES = (".py", ".yaml")
_MAX_FILE = 16 * MIB


def cache_folder(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path | None:
    """The user's cache folder for brainbug; ``None`` if it is unknown.

    ``BRAINBUG_CACHE`` takes precedence over the default of the platform.

    >>> cache_folder({"BRAINBUG_CACHE": "/tmp/here"}).as_posix()
    '/tmp/here'
    >>> cache_folder({"XDG_CACHE_HOME": "/home/ann/.cache"}, "linux").as_posix()
    '/home/ann/.cache/brainbug'
    """
    if environment.get(VARIABLE):
        return Path(environment[VARIABLE]).absolute()
    if platform == "win32" and environment.get("LOCALAPPDATA"):
        return Path(environment["LOCALAPPDATA"]) / "brainbug" / "Cache"
    # The XDG specification requires absolute folders; relative ones are ignored.
    if platform not in ("win32", "darwin") and environment.get("XDG_CACHE_HOME", "").startswith("/"):
        return Path(environment["XDG_CACHE_HOME"]) / "brainbug"
    try:
        home = Path.home()
    except RuntimeError:
        return None
    if platform == "darwin":
        return home / "Library" / "Caches" / "brainbug"
    return home / ".cache" / "brainbug"


def fingerprint(
    paths: Iterable[Path], suffixes: Collection[str] = SOURCES, changing: Iterable[Path] = ()
) -> str:
    """A digest of the state of some files, and of the data and code files under some folders.

    It is computed from their paths, sizes and times. It includes the version of brainbug, which is in one of
    the files.

    Args:
        paths: files and folders.
        suffixes: the ends of the names of data and code files.
        changing: files and folders whose contents count, too.
    """
    digest = hashlib.blake2b(digest_size=12)
    for each, is_changing in (*((each, False) for each in paths), *((each, True) for each in changing)):
        for path, size, changed in sorted(_files(os.fspath(each), tuple(suffixes), set())):
            digest.update(f"{path}\0{size}\0{changed}\n".encode("utf-8", "surrogateescape"))
            # A file that cannot be used is reported when it is read.
            with suppress(OSError):
                contents = read_file(Path(path), _MAX_FILE) if is_changing else b""
                digest.update(hashlib.blake2b(contents).digest())
    return digest.hexdigest()


def read_cached(path: Path) -> bytes | None:
    """The data of a cached file; ``None`` if there is none, or brainbug did not write it for this user."""
    signed = read_private(path)
    return None if signed is None else verify(signed, path.name)


def write_cached(data: bytes, path: Path, prefix: str, most: int) -> None:
    """Write a cached file completely or not at all, and delete all but the newest files of its prefix.

    Raises:
        OSError: it cannot be written, or others can write to its folder.
    """
    write_private(sign(data, path.name), path)
    clear_old(path.parent, prefix, most)


def clear_old(folder: Path, prefix: str, most: int) -> None:
    """Delete the oldest cached files of a prefix, so that at most ``most`` remain."""
    # Names by earlier versions include that of a Python; temporary files have another suffix.
    cached_name = re.compile(rf"{re.escape(prefix)}(cpython-\d+-)?[0-9a-f]{{24}}\.[\w.]+")
    files_by_time = []
    for path in folder.iterdir():
        if cached_name.fullmatch(path.name):
            # Another process may delete files at the same time.
            with suppress(FileNotFoundError):
                files_by_time.append((path.stat().st_mtime_ns, path))
    for _, old in sorted(files_by_time)[:-most]:
        with suppress(OSError):
            old.unlink()


def _files(folder: str, suffixes: tuple[str, ...], linked: set[str]) -> Iterator[tuple[str, int, int]]:
    """Paths, sizes and times; ``linked`` has the folders that links led to, each of which counts once."""
    try:
        items = os.scandir(folder)
    except OSError:
        yield _state_of(folder)
        return
    with items:
        for item in items:
            if item.is_symlink() and Path(item.path).is_dir():
                real = os.path.realpath(item.path)
                if real not in linked:
                    linked.add(real)
                    yield from _files(item.path, suffixes, linked)
            elif item.is_dir(follow_symlinks=False) and item.name != "__pycache__":
                yield from _files(item.path, suffixes, linked)
            elif item.name.endswith(suffixes):
                yield _state_of(item.path)


def _state_of(path: str) -> tuple[str, int, int]:
    """A path with its size and time; a file that cannot be used is reported when it is read."""
    try:
        state = os.stat(path)  # noqa: PTH116  (faster)
    except OSError:
        return path, -1, 0
    return path, state.st_size, state.st_mtime_ns
