"""An output file that is whole at every moment: the old one or the new one."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rulesdb import BrainbugError


class ExportError(BrainbugError):
    """A file cannot be written, or would take the place of something that is not an export."""


@contextmanager
def replaced_file(target: Path, is_ours: Callable[[Path], bool], *, force: bool = False) -> Iterator[Path]:
    """A path to write to, whose file takes the place of ``target`` when all went well.

    ``is_ours`` tells whether a file that is there already was made by the same exporter; with ``force`` any
    file may be replaced, but never a folder. A device or pipe stays what it is, and is written into.

    Raises:
        ExportError: ``target`` is a folder or a file of somebody else, or cannot be written.
    """
    if target.is_symlink():
        target = target.resolve()
    if target.is_dir():
        raise ExportError(f"{target} is a folder; give the name of a file")
    try:
        foreign = target.exists() and not force and not is_ours(target)
    except OSError as error:
        raise ExportError(f"cannot read {target}: {error.strerror or error}") from error
    if foreign:
        raise ExportError(f"{target} is there and was not made by brainbug; give another name, or --force")
    if target.exists() and not target.is_file():
        # A device or pipe is written into; a file in its place would take it from everybody.
        with tempfile.TemporaryDirectory() as name:
            fresh = Path(name) / "output"
            yield fresh
            _pour(fresh, target)
        return
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        folder = tempfile.TemporaryDirectory(prefix=f".{target.name}-", dir=target.parent)
    except OSError as error:
        raise ExportError(f"cannot write beside {target}: {error.strerror or error}") from error
    with folder as name:
        fresh = Path(name) / target.name
        yield fresh
        try:
            fresh.replace(target)
        except OSError as error:
            raise ExportError(f"cannot write {target}: {error.strerror or error}") from error


def _pour(fresh: Path, target: Path) -> None:
    try:
        target.write_bytes(fresh.read_bytes())
    except OSError as error:
        raise ExportError(f"cannot write {target}: {error.strerror or error}") from error
