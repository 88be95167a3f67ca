"""Hidden temporary files and folders next to an output, which replace it when they are complete.

A writer locks its hidden file, and the system releases the lock when the process ends, even if it is killed.
So the next writer of the same output can remove the files of a killed one, and two writers at the same time
do not remove each other's files. Where locks are not available (Windows), nothing is removed.
"""

from __future__ import annotations

import errno
import hashlib
import os
import secrets
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

OLD = ".old"
TRIES = 10
CANNOT = (errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP)
"""Errors of systems or disks that do not support a function."""


def begin(target: Path, create: Callable[[Path], object]) -> tuple[Path, int | None]:
    """Create a hidden path next to the target with ``create``.

    Returns:
        The path and its lock, which is None where locks are not available.

    Raises:
        OSError: it cannot be created.
    """
    make_folders(target.parent)
    for _ in range(TRIES):
        fresh = target.parent / f"{_prefix(target)}{secrets.token_hex(4)}"
        create(fresh)
        lock = _lock(fresh, wait=True)
        if fresh.exists():
            return fresh, lock
        # A writer that started at the same time removed it before it was locked.
        end(lock)
    raise OSError(errno.EBUSY, "other writers keep cleaning it up")


def end(lock: int | None) -> None:
    """Release a lock."""
    if lock is not None:
        os.close(lock)


def sweep(target: Path) -> None:
    """Restore what a killed writer had moved aside, and remove other leftovers of writers of this target.

    The files of a running writer stay: its hidden file, and those whose names begin with that file's name,
    such as the journal of a database.
    """
    running: list[str] = []
    for left in sorted(target.parent.glob(f"{_prefix(target)}*")):
        if left.name.endswith(OLD) and not target.exists():
            with suppress(OSError):
                left.rename(target)
                continue
        if left.name.startswith(tuple(running)):
            continue
        lock = _lock(left, wait=False)
        if lock is None:
            running.append(left.name)
        else:
            remove(left)
            end(lock)


def remove(path: Path) -> None:
    """Remove a hidden file or folder, if it exists and can be removed."""
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        with suppress(OSError):
            path.unlink()


def make_folders(folder: Path) -> None:
    """Create a folder and its parents, without recursion: paths may be deeper than Python's stack.

    Raises:
        OSError: one cannot be created.
    """
    missing = []
    while not folder.exists() and folder != folder.parent:
        missing.append(folder)
        folder = folder.parent
    for each in reversed(missing):
        each.mkdir(exist_ok=True)


def flush(path: Path) -> None:
    """Wait until the contents of a file, or the names in a folder, are on the disk, if the system can.

    Raises:
        OSError: the contents of a file do not fit on the disk, or cannot be written.
    """
    is_folder = path.is_dir()
    try:
        descriptor = os.open(path, os.O_RDONLY if is_folder else os.O_RDWR)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError as error:
        if not is_folder and error.errno not in CANNOT:
            raise


def _prefix(target: Path) -> str:
    """The prefix of a target's hidden files; short, because the target's own name may be long."""
    digest = hashlib.sha256(os.fsencode(target.name)).hexdigest()[:12]
    return f".brainbug-{digest}-"


def _lock(path: Path, *, wait: bool) -> int | None:
    """The lock on a hidden path; None if another process has it, or locks are not available."""
    try:
        import fcntl
    except ImportError:
        return None
    try:
        # Another program may have put a pipe there.
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW)
    except OSError:
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        return None
    return descriptor
