"""Files that only the user can change, so that their contents are what brainbug wrote."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

from rulesdb.files.reading import read_file

MAX_SIZE = 64 * 2**20
OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
OTHERS_ACCESS = stat.S_IRWXG | stat.S_IRWXO
# Windows does not report owners this way, and there other users have no access to the user's folders.
_HAS_OWNERS = sys.platform != "win32"


def is_private(path: Path) -> bool:
    """Whether a folder exists and belongs to the user, and nobody else may write to it."""
    try:
        return _is_own(path.stat(), OTHERS_WRITE)
    except OSError:
        return False


def read_private(path: Path, forbidden: int = OTHERS_WRITE) -> bytes | None:
    """The data of a file in a folder, if both belong to the user and others may not write to them.

    ``None`` if not, or if it is not a regular file (a link, a device, a pipe) or larger than
    :data:`MAX_SIZE`.

    Args:
        path: the file.
        forbidden: the permissions that its mode may not have.
    """
    try:
        state = path.lstat()
        if is_private(path.parent) and stat.S_ISREG(state.st_mode) and _is_own(state, forbidden):
            return read_file(path, MAX_SIZE)
    except OSError:
        pass
    return None


def write_private(data: bytes, path: Path, *, replace: bool = True) -> None:
    """Write a file that only the user can access, completely or not at all; creates its folder.

    Args:
        data: the contents.
        path: the file.
        replace: if false, an existing file is kept.

    Raises:
        OSError: it cannot be written, or others may write to the folder.
    """
    # Imported here because it is slow and rarely needed.
    import tempfile

    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not is_private(path.parent):
        raise PermissionError(f"others can write to {path.parent}")
    # Temporary files have mode 600.
    handle, name = tempfile.mkstemp(prefix=path.name.partition(".")[0] + ".", suffix=".tmp", dir=path.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        if replace or not _link(temporary, path):
            temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def _link(temporary: Path, path: Path) -> bool:
    """Give a file another name, unless a file has that name; false if hard links are not supported."""
    try:
        path.hardlink_to(temporary)
    except FileExistsError:
        return True
    except OSError:
        return False
    return True


def _is_own(state: os.stat_result, forbidden: int) -> bool:
    return not _HAS_OWNERS or (state.st_uid == os.getuid() and not state.st_mode & forbidden)
