"""A checksum inside a file, by which brainbug recognizes a file that nobody has changed since it wrote it."""

from __future__ import annotations

import hashlib
from pathlib import Path

from rulesdb.files.reading import MIB, read_file

_MARK = b"brainbug-sha256:"
_BLANK = b"0" * 64
BLANK_SEAL = (_MARK + _BLANK).decode("ascii")
"""The text to put at the end of a file that is then passed to :func:`sealed`."""
_MAX_BYTES = 256 * MIB


def sealed(data: bytes) -> bytes:
    """The contents of a file, with the checksum of the rest in the place of the last :data:`BLANK_SEAL`.

    Raises:
        ValueError: there is no blank seal.
    """
    start = data.rindex(_MARK + _BLANK) + len(_MARK)
    digest = hashlib.sha256(data).hexdigest().encode("ascii")
    return data[:start] + digest + data[start + len(_BLANK) :]


def is_sealed(data: bytes) -> bool:
    """Whether the contents have a seal that fits them.

    >>> data = sealed(f"<!-- {BLANK_SEAL} -->".encode())
    >>> is_sealed(data), is_sealed(data + b" ")
    (True, False)
    """
    at = data.rfind(_MARK)
    if at < 0:
        return False
    start = at + len(_MARK)
    digest = data[start : start + len(_BLANK)]
    blank = data[:start] + _BLANK + data[start + len(_BLANK) :]
    return hashlib.sha256(blank).hexdigest().encode("ascii") == digest


def objection(path: Path) -> str:
    """Why a file must not be replaced, as the rest of a sentence; empty if brainbug wrote all of it."""
    if is_sealed(read_file(path, _MAX_BYTES)):
        return ""
    return "was not written by brainbug, or has been changed since"
