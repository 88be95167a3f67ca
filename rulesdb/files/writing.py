"""Writes all output files: completely or not at all, and never over a file that brainbug did not write.

The new file is written next to the old one, flushed, and moved into its place. It keeps the permissions and
the other names (hard links) of the old one. A pipe or device is written to directly.
"""

from __future__ import annotations

import errno
import os
import shutil
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from rulesdb.errors import BrainbugError
from rulesdb.files.beside import CANNOT, begin, end, flush, remove, sweep
from rulesdb.files.folders import real_path
from rulesdb.files.reading import kind_of, read_file
from rulesdb.files.signals import signals_held

_DO_NOT_WAIT = getattr(os, "O_NONBLOCK", 0)


class OutputError(BrainbugError):
    """An output cannot be written, or would replace something that brainbug did not write."""


def write_file(target: Path, data: bytes | str, *, force: bool = False) -> None:
    """Write a file; text becomes UTF-8. A file with the same contents may already exist.

    Args:
        target: the file to write.
        data: its contents.
        force: replace a file with other contents, but never a folder.

    Raises:
        OutputError: a file with other contents exists, or it cannot be written.
    """
    content = data.encode("utf-8") if isinstance(data, str) else data
    with replaced_file(target, lambda old: _unlike(old, content), force=force) as fresh:
        fresh.write_bytes(content)


def already_exists(target: Path) -> str:
    """The default objection to replacing a file: it exists."""
    return "already exists"


@contextmanager
def replaced_file(
    target: Path, objection: Callable[[Path], str] = already_exists, *, force: bool = False
) -> Iterator[Path]:
    """Yield a path to write to; its file replaces ``target`` if the block ends without an error.

    Args:
        target: the file to replace. A device or pipe is written to directly.
        objection: why an existing file must not be replaced, as the rest of a sentence about it; empty if it
            may be.
        force: replace any file, but never a folder.

    Raises:
        OutputError: ``target`` is a folder or must not be replaced, or cannot be written.
    """
    with _reported_as(f"cannot write {target}"):
        is_stream = _is_stream(target)
    if is_stream:
        with _file_for_stream(target) as fresh:
            yield fresh
        return
    place = real_path(target)
    if place.is_symlink():
        raise OutputError(f"cannot write {target}: it is a link that leads to itself")
    if place.is_dir():
        raise OutputError(f"{target} is a folder; give the name of a file")

    def require_replaceable() -> None:
        with _reported_as(f"cannot read {target}"):
            reason = objection(place) if place.exists() and not force else ""
        if reason:
            raise OutputError(f"{target} {reason}; give another name, or use --force to replace it")

    require_replaceable()
    with _reported_as(f"cannot write next to {target}"):
        sweep(place)
        fresh, lock = begin(place, lambda path: path.touch(exist_ok=False))
    try:
        with _reported_as(f"cannot write {target}"):
            yield fresh
            flush(fresh)
            require_replaceable()
            _put_in_place(fresh, place)
    finally:
        remove(fresh)
        end(lock)


def _is_stream(target: Path) -> bool:
    try:
        mode = target.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        if error.errno == errno.ELOOP:
            return False
        raise
    return bool(kind_of(mode)) and not stat.S_ISDIR(mode)


def _unlike(old: Path, content: bytes) -> str:
    try:
        is_same = read_file(old, len(content)) == content
    except OSError as error:
        if error.errno != errno.EFBIG:
            raise
        is_same = False
    return "" if is_same else already_exists(old)


def _put_in_place(fresh: Path, place: Path) -> None:
    try:
        state = place.stat()
    except FileNotFoundError:
        _put_new(fresh, place)
    else:
        if state.st_nlink > 1:
            _overwrite(place, fresh)
            return
        with suppress(OSError, AttributeError):
            os.chown(fresh, state.st_uid, state.st_gid)
        shutil.copymode(place, fresh)
        fresh.replace(place)
    flush(place.parent)


def _put_new(fresh: Path, place: Path) -> None:
    """Name a new file, unless another program has created one of that name in this very moment."""
    try:
        place.hardlink_to(fresh)
    except FileExistsError:
        raise
    except OSError:
        # Some disks have no hard links.
        fresh.replace(place)


def _overwrite(place: Path, fresh: Path) -> None:
    """Overwrite a file that has several names; if that fails, its old contents are restored.

    Until that is done, Ctrl-C and other signals wait. If the process is killed or the power fails in between,
    the complete new contents are in the hidden file ``fresh``.
    """
    old, new = place.read_bytes(), fresh.read_bytes()
    with signals_held(), place.open("r+b", buffering=0) as stream:
        try:
            _reserve(stream.fileno(), len(new))
            _fill(stream.fileno(), new)
        except BaseException:
            _fill(stream.fileno(), old)
            raise


def _reserve(descriptor: int, size: int) -> None:
    """Reserve space on the disk before anything is overwritten, so that a full disk does no harm."""
    if size and hasattr(os, "posix_fallocate"):
        try:
            os.posix_fallocate(descriptor, 0, size)
        except OSError as error:
            if error.errno not in CANNOT:
                raise


def _fill(descriptor: int, content: bytes) -> None:
    os.lseek(descriptor, 0, os.SEEK_SET)
    _write_all(descriptor, content)
    os.ftruncate(descriptor, len(content))
    os.fsync(descriptor)


@contextmanager
def _file_for_stream(target: Path) -> Iterator[Path]:
    """A temporary file that is copied to a pipe or device when it is complete."""
    import tempfile

    with _reported_as(f"cannot write {target}"), tempfile.TemporaryDirectory(prefix="brainbug-") as folder:
        fresh = Path(folder) / "output"
        yield fresh
        try:
            # Opening a pipe that nothing reads from would wait.
            descriptor = os.open(target, os.O_WRONLY | _DO_NOT_WAIT)
        except OSError as error:
            if error.errno == errno.ENXIO:
                raise OSError(error.errno, "no program reads from this pipe") from error
            raise
        try:
            if _DO_NOT_WAIT:
                os.set_blocking(descriptor, True)
            _write_all(descriptor, fresh.read_bytes())
        finally:
            os.close(descriptor)


def _write_all(descriptor: int, content: bytes) -> None:
    left = memoryview(content)
    while left:
        left = left[os.write(descriptor, left) :]


@contextmanager
def _reported_as(message: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise OutputError(f"{message}: {error.strerror or error}") from error
