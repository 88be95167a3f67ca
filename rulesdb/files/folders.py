"""Finds files in folders, with the same rule about links for all commands.

Links to files are followed if they stay in the folder; links to folders are not. So an
untrusted folder cannot make brainbug read, print or change a file outside it, and links to themselves are
harmless.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from rulesdb.files.reading import kind_of

Report = Callable[[Path, str], None]
"""Called with each skipped path and the reason."""


def files_in(folder: Path, suffix: str, skipped: Report, *, below: bool = True) -> list[Path]:
    """The files in a folder whose names end in ``suffix``, sorted.

    Args:
        folder: where to look. suffix: the end of their names. skipped: called with each path that cannot be
        used: a link that leaves the folder or leads nowhere, a pipe or
            device, a folder that cannot be read.
        below: also look in the folders below.
    """
    root = os.path.realpath(folder)
    files: list[Path] = []
    waiting = [folder]
    # A list instead of recursion: folders may be nested deeper than Python's stack.
    while waiting:
        place = waiting.pop()
        try:
            with os.scandir(place) as items:
                for item in items:
                    if item.is_dir(follow_symlinks=False):
                        waiting += [Path(item.path)] if below else []
                    elif item.name.endswith(suffix):
                        reason = _reason_to_skip(item, root)
                        if reason:
                            skipped(Path(item.path), reason)
                        else:
                            files.append(Path(item.path))
        except OSError as error:
            skipped(place, error.strerror or type(error).__name__)
    return sorted(files)


def real_path(path: Path) -> Path:
    """The absolute path without links; for a link that leads to itself, the link.

    ``Path.resolve`` raises for such a link, in some versions of Python.
    """
    return Path(os.path.realpath(path))


def _reason_to_skip(item: os.DirEntry[str], root: str) -> str:
    """Why an item of a folder is not read; empty if it is a file in the folder."""
    try:
        mode = item.stat().st_mode
    except OSError as error:
        return f"a broken link ({error.strerror})" if item.is_symlink() else error.strerror or "unreadable"
    kind = kind_of(mode)
    if kind:
        return f"a link to {kind}" if item.is_symlink() else kind
    if item.is_symlink() and not Path(os.path.realpath(item.path)).is_relative_to(root):
        return "a link that leaves the folder"
    return ""
