"""Parts that are compiled from a scenario once, and cached by the hash of its file."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from builder.scenario.model import Scenario
from rulesdb import __version__
from rulesdb.cache.files import read_cached, write_cached

T = TypeVar("T")
_MAX_FILES = 32


def keep_compiled(
    scenario: Scenario,
    part: str,
    folder: Path | None,
    compile: Callable[[], T],
    write: Callable[[T], bytes],
    read: Callable[[bytes], T],
) -> T:
    """A part of a compiled scenario: the cached one, or else a new one, which is then cached.

    Args:
        scenario: what it is compiled from.
        part: the name of the part, which begins the names of its files.
        folder: the cache folder; ``None`` to use no cache.
        compile: returns a new one.
        write: returns its bytes.
        read: restores it from bytes; raises ``ValueError``, ``KeyError`` or ``struct.error`` if they are
            damaged.
    """
    if folder is None:
        return compile()
    digest = hashlib.blake2b(digest_size=12)
    digest.update(f"{__version__}\0{scenario.ruleset.id}\0{scenario.source.text}".encode())
    path = folder / f"{part}-{digest.hexdigest()}.bin"
    with suppress(OSError, ValueError, KeyError, struct.error):
        data = read_cached(path)
        if data is not None:
            return read(data)
    compiled = compile()
    with suppress(OSError):
        write_cached(write(compiled), path, f"{part}-", _MAX_FILES)
    return compiled
