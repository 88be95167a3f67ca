"""Replace an output file only when the new one is complete."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rulesdb import BrainbugError
from rulesdb.files.folders import real_path


class ExportError(BrainbugError):
    """A file cannot be written, or would replace something that is not an export."""


@contextmanager
def replaced_file(target: Path, is_export: Callable[[Path], bool], *, force: bool = False) -> Iterator[Path]:
    """Yield a path to write to; its file replaces ``target`` if the block ends without an error.

    Args:
        target: the file to replace. If it is a device or pipe, the output is written into it.
        is_export: returns whether an existing file was written by the same exporter, and may be replaced.
        force: replace any file, but never a folder.

    Raises:
        ExportError: ``target`` is a folder or not an export, or cannot be written.
    """
    if target.is_symlink():
        target = real_path(target)
    if target.is_dir():
        raise ExportError(f"{target} is a folder; give the name of a file")
    with _reported_as(f"cannot read {target}"):
        is_foreign = target.exists() and not force and not is_export(target)
    if is_foreign:
        raise ExportError(f"{target} exists and was not made by brainbug; give another name, or --force")
    is_stream = target.exists() and not target.is_file()
    with _reported_as(f"cannot write next to {target}"):
        if not is_stream:
            target.parent.mkdir(parents=True, exist_ok=True)
        folder = tempfile.TemporaryDirectory(
            prefix=f".{target.name}-", dir=None if is_stream else target.parent
        )
    with folder as name:
        output = Path(name) / target.name
        with _reported_as(f"cannot write {target}"):
            yield output
            if is_stream:
                # Other programs have the device or pipe open, so a file must not replace it.
                target.write_bytes(output.read_bytes())
            else:
                output.replace(target)


@contextmanager
def _reported_as(message: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise ExportError(f"{message}: {error.strerror or error}") from error
