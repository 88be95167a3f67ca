"""An output folder that is whole at every moment: the old one or the new one."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rulesdb import BrainbugError

MANIFEST = "manifest.json"


class OutputError(BrainbugError):
    """The output folder cannot be written, or holds something that is not a build."""


@contextmanager
def replaced_folder(target: Path) -> Iterator[Path]:
    """A temporary folder to write into, which takes the place of ``target`` when all went well.

    Raises:
        OutputError: ``target`` is a file, or a folder that no build has made, or cannot be written.
    """
    target = Path(os.path.abspath(target))  # noqa: PTH100  (a symbolic link is kept, not followed)
    if target.is_symlink():
        target = target.resolve()
    if target.exists() and not target.is_dir():
        raise OutputError(f"{target} is a file; give a folder with -o")
    if target.is_dir() and any(target.iterdir()) and not (target / MANIFEST).is_file():
        raise OutputError(f"{target} holds files that are no brainbug build; give a new or empty folder")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        fresh = Path(tempfile.mkdtemp(prefix=f".{target.name}-", dir=target.parent))
    except OSError as error:
        raise OutputError(f"cannot write beside {target}: {error.strerror}") from error
    try:
        fresh.chmod(0o755)
        yield fresh
        _swap(fresh, target)
    except OSError as error:
        raise OutputError(f"cannot write {target}: {error.strerror or error}") from error
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def _swap(fresh: Path, target: Path) -> None:
    if not target.exists():
        fresh.rename(target)
        return
    old = Path(tempfile.mkdtemp(prefix=f".{target.name}-old-", dir=target.parent))
    try:
        target.rename(old / "build")
        try:
            fresh.rename(target)
        except OSError:
            (old / "build").rename(target)
            raise
    finally:
        shutil.rmtree(old, ignore_errors=True)
