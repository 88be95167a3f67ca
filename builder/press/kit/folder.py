"""An output folder that is complete at every moment: either the old one or the new one.

A build writes into a hidden folder next to its target, and swaps the two in one step when it is done. If it
is killed, the target is either unchanged or new; the next build of the same target removes the remains next
to it. Of two simultaneous builds, the last one to end wins.

If folders cannot be swapped in one step (Windows, some network drives), the old one is moved aside first;
if a build is killed at that point, the next one moves it back.
"""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from builder.press.kit.manifest import MANIFEST, find_obstacle, read_manifest
from rulesdb.files.beside import CANNOT, OLD, TRIES, begin, end, flush, remove, sweep
from rulesdb.files.reading import kind_of
from rulesdb.files.writing import OutputError

_OCCUPIED = (errno.ENOTEMPTY, errno.EEXIST, errno.EACCES, errno.EPERM)
# From linux/fs.h and from sys/stdio.h of macOS.
_RENAME_EXCHANGE = 2
_RENAME_SWAP = 2
_AT_FDCWD = -100


@contextmanager
def replaced_folder(target: Path, *, force: bool = False) -> Iterator[Path]:
    """A temporary folder to write into, which replaces ``target`` when the block ends without an error.

    Args:
        target: the folder.
        force: also replace files of a build that were changed since.

    Raises:
        OutputError: ``target`` is a file, has files that are not of a build, or cannot be written.
    """
    target = Path(os.path.abspath(target))  # noqa: PTH100  (only a link at the very end is followed)
    if target.is_symlink():
        target = Path(os.path.realpath(target))
        if target.is_symlink():
            raise OutputError(f"cannot write {target}: it is a link that leads to itself")
    try:
        sweep(target)
        _require_build(target, force=force)
        fresh, lock = begin(target, Path.mkdir)
        if target.is_dir():
            shutil.copymode(target, fresh)
    except OSError as error:
        raise OutputError(f"cannot write next to {target}: {error.strerror}") from error
    try:
        yield fresh
        for path in fresh.rglob("*"):
            flush(path)
        _require_build(target, force=force)
        put_in_place(fresh, target)
    except OSError as error:
        raise OutputError(f"cannot write {target}: {_reason(error)}") from error
    finally:
        remove(fresh)
        end(lock)


def put_in_place(fresh: Path, target: Path, *, at_once: bool = True) -> None:
    """Move the folder ``fresh`` to ``target``, and remove the folder that was there.

    ``at_once`` tries to do it in one step; otherwise, or if the system cannot, the old folder is moved aside
    first.

    Raises:
        OSError: that failed; ``target`` is unchanged.
    """
    for _ in range(TRIES):
        try:
            fresh.rename(target)
        except OSError as error:
            if error.errno not in _OCCUPIED or not target.is_dir():
                raise
        else:
            return
        try:
            if (at_once and swap_folders(fresh, target)) or _move_in(fresh, target):
                return
        except FileNotFoundError:
            # Another build has moved the old folder in the meantime.
            continue
    raise OSError(errno.EBUSY, "other builds keep writing to it")


def swap_folders(one: Path, other: Path) -> bool:
    """Swap two paths of one file system in one step; false, with nothing changed, if the system cannot.

    Raises:
        OSError: it can, but failed.
    """
    import ctypes

    library: Any = ctypes.CDLL(None, use_errno=True) if os.name == "posix" else None
    first, second = os.fsencode(one), os.fsencode(other)
    if hasattr(library, "renameat2"):
        result = library.renameat2(_AT_FDCWD, first, _AT_FDCWD, second, _RENAME_EXCHANGE)
    elif hasattr(library, "renamex_np"):
        result = library.renamex_np(first, second, _RENAME_SWAP)
    else:
        return False
    if result == 0:
        return True
    code = ctypes.get_errno()
    if code in CANNOT:
        return False
    raise OSError(code, os.strerror(code), str(other))


def _move_in(fresh: Path, target: Path) -> bool:
    """Replace ``target`` in two steps; false, with nothing changed, if another build was faster."""
    old = fresh.with_name(fresh.name + OLD)
    target.rename(old)
    try:
        fresh.rename(target)
    except OSError:
        if not target.exists():
            old.rename(target)
            raise
        shutil.rmtree(old, ignore_errors=True)
        return False
    shutil.rmtree(old, ignore_errors=True)
    return True


def _require_build(target: Path, *, force: bool) -> None:
    """Raise unless the target is missing, empty, or has only files of a build.

    With ``force``, they may have been changed since.
    """
    if target.exists() and not target.is_dir():
        raise OutputError(f"{target} is {kind_of(target.stat().st_mode) or 'a file'}; give a folder with -o")
    if target.is_dir() and not os.access(target, os.W_OK):
        raise OutputError(f"{target} is read-only; use another folder, or make it writable")
    if not target.is_dir():
        return
    for _ in range(TRIES):
        before = _identity(target / MANIFEST)
        manifest = read_manifest(target / MANIFEST)
        try:
            obstacle = find_obstacle(target, manifest, edited=not force)
        except FileNotFoundError:
            continue
        if obstacle is None:
            return
        # Another build may have put its own folder there in the meantime, even one with the same manifest.
        if before == _identity(target / MANIFEST):
            break
    else:
        raise OSError(errno.EBUSY, "other programs keep changing it")
    if manifest is None:
        raise OutputError(
            f"{target} contains files that are not from a brainbug build; use a new or empty folder"
        )
    if obstacle.is_edited:
        raise OutputError(
            f"{target} contains {obstacle.path}, which was changed after it was built; "
            "move it elsewhere first, or use --force to replace it"
        )
    raise OutputError(
        f"{target} contains {obstacle.path}, which is not from a build; move it elsewhere first"
    )


def _identity(path: Path) -> tuple[int, int] | None:
    """The identity of a file, which changes if the file is replaced; ``None`` if it does not exist."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_ino, status.st_ctime_ns


def _reason(error: OSError) -> str:
    if error.errno == errno.EBUSY and error.filename is not None:
        return "something is mounted there; give a folder inside it"
    return error.strerror or str(error)
