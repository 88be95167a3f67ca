"""An output folder that is complete at every moment: the old one or the new one.

A build writes into a hidden folder beside its target, and the two change places in one step when it is
done. Whenever it is killed, the target is untouched or new; what then lies about beside it is removed by
the next build of the same target. A build holds a lock on its hidden folder, which the system lets go
when the build ends in whatever way, so that two builds at once do not sweep each other away; the last
one done stays. Without locks (Windows) nothing is swept.

Where folders cannot change places in one step (Windows, some network drives), the old one is moved aside
first; if that is where a build was killed, the next one puts it back.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from builder.press.kit.swap import change_places
from rulesdb import BrainbugError

MANIFEST = "manifest.json"
GENERATOR = "brainbug"
_OLD = ".old"
_TRIES = 10
# What desktops leave in every folder that somebody has looked at.
_DESKTOP_FILES = frozenset({".DS_Store", "Thumbs.db", "desktop.ini"})
_TAKEN = (errno.ENOTEMPTY, errno.EEXIST, errno.EACCES, errno.EPERM)


class OutputError(BrainbugError):
    """The output folder cannot be written, or holds something that is not a build."""


@contextmanager
def replaced_folder(target: Path) -> Iterator[Path]:
    """A temporary folder to write into, which takes the place of ``target`` when all went well.

    Raises:
        OutputError: ``target`` is a file, or holds what no build has made, or cannot be written.
    """
    target = Path(os.path.abspath(target))  # noqa: PTH100  (a symbolic link is kept, not followed)
    if target.is_symlink():
        target = Path(os.path.realpath(target))
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        sweep(target)
    except OSError as error:
        raise OutputError(f"cannot write beside {target}: {error.strerror}") from error
    _refuse_what_is_no_build(target)
    try:
        fresh, lock = _begin(target)
    except OSError as error:
        raise OutputError(f"cannot write beside {target}: {error.strerror}") from error
    try:
        yield fresh
        _refuse_what_is_no_build(target)
        put_in_place(fresh, target)
    except OSError as error:
        raise OutputError(f"cannot write {target}: {_reason(error)}") from error
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
        if lock is not None:
            os.close(lock)


def put_in_place(fresh: Path, target: Path, *, at_once: bool = True) -> None:
    """Give ``target`` the folder ``fresh``, and remove the folder that was there.

    ``at_once`` is to try it in one step; without it, as where the system cannot, the old folder is moved
    aside first.

    Raises:
        OSError: it cannot be done; ``target`` is as it was.
    """
    for _ in range(_TRIES):
        try:
            fresh.rename(target)
        except OSError as error:
            if error.errno not in _TAKEN or not target.is_dir():
                raise
        else:
            return
        try:
            if at_once and change_places(fresh, target):
                return
            if _move_in(fresh, target):
                return
        except FileNotFoundError:
            # Another build has taken the old folder away in between.
            continue
    raise OSError(errno.EBUSY, "other builds keep writing it")


def _move_in(fresh: Path, target: Path) -> bool:
    """The two steps; false if another build was quicker, so that nothing has changed."""
    old = fresh.with_name(fresh.name + _OLD)
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


def sweep(target: Path) -> None:
    """Put back what a killed build had moved aside, and remove what others of this target left behind."""
    for left in sorted(target.parent.glob(f"{_prefix(target)}*")):
        if left.name.endswith(_OLD) and not target.exists():
            with suppress(OSError):
                left.rename(target)
                continue
        lock = _lock(left, wait=False)
        if lock is not None:
            shutil.rmtree(left, ignore_errors=True)
            os.close(lock)


def _begin(target: Path) -> tuple[Path, int | None]:
    """A new hidden folder next to the target, and the lock on it if the system has locks."""
    for _ in range(_TRIES):
        fresh = target.parent / f"{_prefix(target)}{secrets.token_hex(4)}"
        fresh.mkdir()
        lock = _lock(fresh, wait=True)
        if fresh.exists():
            if target.is_dir():
                shutil.copymode(target, fresh)
            return fresh, lock
        # Between making and locking it, a build that began at the same time took it for a leftover.
        if lock is not None:
            os.close(lock)
    raise OSError(errno.EBUSY, "other builds keep sweeping it")


def _prefix(target: Path) -> str:
    """How hidden folders of this target begin; short, as a target's name may be as long as names can be."""
    digest = hashlib.sha256(os.fsencode(target.name)).hexdigest()[:12]
    return f".brainbug-{digest}-"


def _lock(folder: Path, *, wait: bool) -> int | None:
    """The lock on a folder, which ends with the process; ``None`` if it is taken, or without locks."""
    try:
        import fcntl
    except ImportError:
        return None
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        return None
    return descriptor


def _refuse_what_is_no_build(target: Path) -> None:
    if target.exists() and not target.is_dir():
        raise OutputError(f"{target} is a file; give a folder with -o")
    if target.is_dir() and not os.access(target, os.W_OK):
        raise OutputError(f"{target} may only be read; give another folder, or allow writing to it")
    for _ in range(_TRIES):
        built, there = _files_of_build(target / MANIFEST), _files_in(target)
        strange = there - (built or set())
        if not strange:
            return
        # Another build may have put its own folder there in between.
        if built == _files_of_build(target / MANIFEST):
            break
    if built is None:
        raise OutputError(f"{target} holds files that are no brainbug build; give a new or empty folder")
    raise OutputError(f"{target} holds {min(strange)}, which no build has made; move it elsewhere first")


def _files_in(folder: Path) -> set[str]:
    """The files below a folder, as a manifest names them."""
    return {
        Path(inside, name).relative_to(folder).as_posix()
        for inside, folders, names in os.walk(folder)
        for name in [*names, *(name for name in folders if Path(inside, name).is_symlink())]
        if name not in _DESKTOP_FILES
    }


def _files_of_build(manifest: Path) -> set[str] | None:
    """What a build lists of its files, itself included; nothing if no build has written that."""
    try:
        data = json.loads(manifest.read_text(encoding="utf-8"))
        is_ours = data["generator"].split()[0] == GENERATOR
        return {MANIFEST, *(item["path"] for item in data["files"])} if is_ours else None
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return None


def _reason(error: OSError) -> str:
    if error.errno == errno.EBUSY and error.filename is not None:
        return "something is mounted there; give a folder inside it"
    return error.strerror or str(error)
