"""Write a fixed file, completely or not at all."""

from __future__ import annotations

import json
from difflib import unified_diff
from pathlib import Path

from rulesdb import BrainbugError
from rulesdb.files.reading import read_file
from rulesdb.files.writing import write_file
from rulesdb.yaml_source import MAX_BYTES

_MARK = "\ufeff".encode()


def rewrite_file(path: Path, old: str, new: str) -> None:
    """Replace ``old`` by ``new``, keeping a byte order mark, line endings and the file's permissions.

    Raises:
        BrainbugError: the file cannot be read or written, or does not contain ``old`` anymore.
    """
    try:
        raw = read_file(path, MAX_BYTES)
        if raw.removeprefix(_MARK) != old.encode("utf-8"):
            raise BrainbugError(f"{path} was changed by another program in the meantime; nothing was written")
    except OSError as error:
        raise BrainbugError(f"cannot read {path}: {error.strerror or error}") from error
    mark = _MARK if raw.startswith(_MARK) else b""
    write_file(path, mark + new.encode("utf-8"), force=True)


def difference(path: Path, old: str, new: str) -> str:
    """The changes as a unified diff that ``patch -p1`` accepts; empty if there are none."""
    name = path.as_posix().lstrip("/")
    lines = unified_diff(
        old.splitlines(keepends=True),
        new.splitlines(keepends=True),
        _quoted(f"a/{name}"),
        _quoted(f"b/{name}"),
    )
    missing = "\n\\ No newline at end of file\n"
    return "".join(line if line.endswith("\n") else line + missing for line in lines)


def _quoted(name: str) -> str:
    r"""A file name as in a diff: in quotes if it has line ends or other special characters.

    >>> _quoted("b/ship.yaml"), _quoted("b/a\nb")
    ('b/ship.yaml', '"b/a\\nb"')
    """
    return (
        name if name.isprintable() and not {'"', "\\"} & set(name) else json.dumps(name, ensure_ascii=False)
    )
