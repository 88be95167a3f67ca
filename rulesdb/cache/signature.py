"""Signatures of cached files, so that a cache folder from elsewhere is ignored.

A folder can be restored, copied or unpacked from a place that others can write to. So the user's key is
stored in another folder, the one for the state of programs. A signature also covers the name of the file, so
that a file cannot be replaced by another signed one.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Mapping
from pathlib import Path

from rulesdb.cache.private import OTHERS_ACCESS, read_private, write_private

KEY_SIZE = 32
SIGNATURE_SIZE = 16


def key_file(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path | None:
    """The file with the user's key; ``None`` if the user has no home folder.

    >>> key_file({"XDG_STATE_HOME": "/home/ann/state"}, "linux").as_posix()
    '/home/ann/state/brainbug/cache.key'
    """
    if platform == "win32" and environment.get("LOCALAPPDATA"):
        return Path(environment["LOCALAPPDATA"]) / "brainbug" / "cache.key"
    # The XDG specification requires absolute folders; relative ones are ignored.
    if platform != "win32" and environment.get("XDG_STATE_HOME", "").startswith("/"):
        return Path(environment["XDG_STATE_HOME"]) / "brainbug" / "cache.key"
    try:
        home = Path.home()
    except RuntimeError:
        return None
    state = home / "Library/Application Support" if platform == "darwin" else home / ".local/state"
    return state / "brainbug" / "cache.key"


def sign(data: bytes, name: str) -> bytes:
    """The data with a signature at its end; the first use creates the user's key.

    Args:
        data: the data.
        name: the name of the file.

    Raises:
        OSError: there is no key, and a new one cannot be stored.
    """
    return data + _signature(data, name, _key() or _new_key())


def verify(signed: bytes, name: str) -> bytes | None:
    """The data without its signature; ``None`` if it was not signed with the user's key for this name."""
    data, signature = signed[:-SIGNATURE_SIZE], signed[-SIGNATURE_SIZE:]
    key = _key()
    return data if key is not None and signature == _signature(data, name, key) else None


def _signature(data: bytes, name: str, key: bytes) -> bytes:
    digest = hashlib.blake2b(os.fsencode(name) + b"\0", digest_size=SIGNATURE_SIZE, key=key)
    digest.update(data)
    return digest.digest()


def _key() -> bytes | None:
    path = key_file()
    key = read_private(path, OTHERS_ACCESS) if path is not None else None
    return key if key is not None and len(key) == KEY_SIZE else None


def _new_key() -> bytes:
    """Store a new key, unless another process has just done so; returns the stored key."""
    path = key_file()
    if path is None:
        raise FileNotFoundError("no home folder for the key of the cache")
    for replace in (False, True):
        # A file that is not a key, or that others can read, is replaced.
        write_private(os.urandom(KEY_SIZE), path, replace=replace)
        key = _key()
        if key is not None:
            return key
    raise PermissionError(f"the key of the cache cannot be read: {path}")
