"""Reads users' files: never waits, whatever is at a path, and stops at a limit."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

from rulesdb.errors import InputError

MIB = 1024 * 1024
# Opening a named pipe would wait for a writer, and reading some files of /proc for an event.
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_PAGE = 4096
_KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a named pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


def read_file(path: Path, limit: int) -> bytes:
    """The contents of a file of at most ``limit`` bytes.

    Raises:
        OSError: it does not exist, cannot be read, is not a regular file, or is larger. ``strerror`` has the
            reason; ``errno`` is ``EFBIG`` if it is larger.
    """
    # Opening a device may have effects, so it is not even opened.
    _require_regular(path, os.stat(path).st_mode)  # noqa: PTH116  (faster)
    descriptor = os.open(path, _FLAGS)
    try:
        state = os.fstat(descriptor)
        _require_regular(path, state.st_mode)
        parts = []
        size = state.st_size if state.st_size > limit else 0
        # Files in /proc have contents, but report no size.
        chunk = max(state.st_size + 1, _PAGE)
        while size <= limit and (part := os.read(descriptor, min(chunk, limit + 1 - size))):
            parts.append(part)
            size += len(part)
    finally:
        os.close(descriptor)
    if size > limit:
        raise OSError(errno.EFBIG, f"it is larger than {limit // MIB} MiB", str(path))
    return b"".join(parts)


def require_file(path: Path) -> None:
    """Check that a path given by the user is a regular file.

    Raises:
        InputError: it does not exist, or is something else.
    """
    try:
        _require_regular(path, path.stat().st_mode)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise InputError(f"file not found: {path}") from error
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from error


def kind_of(mode: int) -> str:
    """The kind of a path, such as "a named pipe"; empty for a regular file."""
    return next((name for is_kind, name in _KINDS if is_kind(mode)), "")


def _require_regular(path: Path, mode: int) -> None:
    kind = kind_of(mode)
    if kind:
        raise OSError(errno.EINVAL, f"it is {kind}, not a file", str(path))
