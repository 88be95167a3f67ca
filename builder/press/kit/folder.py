"""An output folder that is complete at every moment: either the old one or the new one.

A build writes into a hidden folder next to its target, and swaps the two in one step when it is done. If it
is killed, the target is either unchanged or new; the next build of the same target removes the remains next
to it. Of two simultaneous builds, the last one to end wins.

If folders cannot be swapped in one step (Windows, some network drives), the old one is moved aside first;
if a build is killed at that point, the next one moves it back.
"""

from __future__ import annotations

import errno
import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rulesdb.files.beside import OLD, TRIES, begin, end, flush, remove, sweep
from rulesdb.files.reading import MIB, read_file
from rulesdb.files.writing import OutputError

MANIFEST = "manifest.json"
GENERATOR = "brainbug"
_MAX_MANIFEST = 16 * MIB
# Files that desktops create in every folder that a user has opened.
_DESKTOP_FILES = frozenset({".DS_Store", "Thumbs.db", "desktop.ini"})
_OCCUPIED = (errno.ENOTEMPTY, errno.EEXIST, errno.EACCES, errno.EPERM)
_CANNOT_SWAP = (errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP)
# From linux/fs.h and from sys/stdio.h of macOS.
_RENAME_EXCHANGE = 2
_RENAME_SWAP = 2
_AT_FDCWD = -100


@contextmanager
def replaced_folder(target: Path) -> Iterator[Path]:
    """A temporary folder to write into, which replaces ``target`` when the block ends without an error.

    Raises:
        OutputError: ``target`` is a file, has files that are not of a build, or cannot be written.
    """
    target = Path(os.path.abspath(target))  # noqa: PTH100  (only a link at the very end is followed)
    if target.is_symlink():
        target = Path(os.path.realpath(target))
    try:
        sweep(target)
        _require_build(target)
        fresh, lock = begin(target, Path.mkdir)
        if target.is_dir():
            shutil.copymode(target, fresh)
    except OSError as error:
        raise OutputError(f"cannot write next to {target}: {error.strerror}") from error
    try:
        yield fresh
        for path in fresh.rglob("*"):
            flush(path)
        _require_build(target)
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
    if code in _CANNOT_SWAP:
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


def _require_build(target: Path) -> None:
    """Raise unless the target is missing, empty, or has only files of a build."""
    if target.exists() and not target.is_dir():
        raise OutputError(f"{target} is a file; give a folder with -o")
    if target.is_dir() and not os.access(target, os.W_OK):
        raise OutputError(f"{target} is read-only; use another folder, or make it writable")
    for _ in range(TRIES):
        built = _files_of_build(target / MANIFEST)
        foreign = _files_in(target) - (built or set())
        if not foreign:
            return
        # Another build may have put its own folder there in the meantime.
        if built == _files_of_build(target / MANIFEST):
            break
    if built is None:
        raise OutputError(
            f"{target} contains files that are not from a brainbug build; use a new or empty folder"
        )
    raise OutputError(f"{target} contains {min(foreign)}, which is not from a build; move it elsewhere first")


def _files_in(folder: Path) -> set[str]:
    """The files below a folder, as a manifest names them."""
    return {
        Path(inside, name).relative_to(folder).as_posix()
        for inside, folders, names in os.walk(folder)
        for name in [*names, *(name for name in folders if Path(inside, name).is_symlink())]
        if name not in _DESKTOP_FILES
    }


def _files_of_build(manifest: Path) -> set[str] | None:
    """The files that a build lists, with the manifest itself; None if no build has written it."""
    data = read_manifest(manifest)
    return None if data is None else {MANIFEST, *(item["path"] for item in data["files"])}


def read_manifest(path: Path) -> dict[str, Any] | None:
    """The manifest of a build; None if the file is missing or no build has written it."""
    try:
        data: dict[str, Any] = json.loads(read_file(path, _MAX_MANIFEST))
        paths = [item["path"] for item in data["files"]]
        is_of_build = data["generator"].split()[0] == GENERATOR and all(paths)
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return None
    return data if is_of_build else None


def _reason(error: OSError) -> str:
    if error.errno == errno.EBUSY and error.filename is not None:
        return "something is mounted there; give a folder inside it"
    return error.strerror or str(error)
