"""Files in the user's cache folder: what can be made again, kept so that it need not be.

A kept file is named for what it was made of; it is written beside its place and then moved there, and never
changed. So it can be read without a lock, by any number of processes. A digest at its end tells whether it
is whole.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

VARIABLE = "BRAINBUG_CACHE"
DIGEST_SIZE = 16
SOURCES = (".py", ".yaml")


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


def fingerprint(paths: Iterable[Path], suffixes: Collection[str] = SOURCES) -> str:
    """A name for the state of some files, and of the data and code files under some folders.

    It is made from their paths, sizes and times. The version of brainbug counts, as one of the files has it.
    """
    digest = hashlib.blake2b(digest_size=12)
    for each in paths:
        for path, size, changed in sorted(_files(os.fspath(each), tuple(suffixes))):
            digest.update(f"{path}\0{size}\0{changed}\n".encode("utf-8", "surrogateescape"))
    return digest.hexdigest()


def digest_of(data: bytes) -> bytes:
    """What stands at the end of a kept file, made of all that goes before."""
    return hashlib.blake2b(data, digest_size=DIGEST_SIZE).digest()


def read_kept(path: Path) -> bytes | None:
    """What was kept in a file; ``None`` where there is no such file, or not a whole one."""
    try:
        return whole(path.read_bytes())
    except OSError:
        return None


def whole(data: bytes) -> bytes | None:
    """The bytes of a kept file without the digest at its end; ``None`` where it is not theirs."""
    body = data[:-DIGEST_SIZE]
    return body if len(data) > DIGEST_SIZE and digest_of(body) == data[-DIGEST_SIZE:] else None


def keep(data: bytes, path: Path, prefix: str, most: int) -> None:
    """Put data in their place, whole or not at all, and leave only the newest files of the same prefix.

    Raises:
        OSError: they cannot be written.
    """
    # Needed only here, and slow to import.
    import tempfile

    # Closed to others, as the XDG base directories want it: what is read from here is trusted.
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=prefix, suffix=".tmp", dir=path.parent)
    beside = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data + digest_of(data))
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    clear_old(path.parent, prefix, most)


def clear_old(folder: Path, prefix: str, most: int) -> None:
    """Delete the oldest files of a prefix, so that only so many stay."""
    made = []
    for path in folder.glob(f"{prefix}*"):
        # Another process may be clearing away as well.
        with suppress(FileNotFoundError):
            made.append((path.stat().st_mtime_ns, path))
    for _, old in sorted(made)[:-most]:
        old.unlink(missing_ok=True)


def _files(folder: str, suffixes: tuple[str, ...]) -> Iterator[tuple[str, int, int]]:
    try:
        items = os.scandir(folder)
    except FileNotFoundError:
        yield folder, -1, 0
        return
    except NotADirectoryError:
        state = Path(folder).stat()
        yield folder, state.st_size, state.st_mtime_ns
        return
    with items:
        for item in items:
            if item.is_dir() and item.name != "__pycache__":
                yield from _files(item.path, suffixes)
            elif item.name.endswith(suffixes):
                state = item.stat()
                yield item.path, state.st_size, state.st_mtime_ns
