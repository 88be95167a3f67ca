"""Games, compiled once and kept in the user's cache folder: most commands need no YAML to begin.

What is kept is named for the data, schemas and code that it was made of; change any of them, and it is made
anew. It is a pickle, which could do harm if others had made it: so it is read only where the file is the
user's own and nobody else may write to it.
"""

from __future__ import annotations

import io
import os
import pickle
import stat
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any

from rulesdb.kept_files import cache_folder, fingerprint, keep, read_kept
from rulesdb.load import open_game
from rulesdb.ruleset import Ruleset
from rulesdb.shipped import data_folders

_SUFFIXES = (".py", ".yaml", ".json")
_KEPT = 2


def open_kept_game(game: str) -> Ruleset:
    """A game by its id, as :func:`~rulesdb.load.open_game` loads it without supplements, but sooner.

    Raises:
        UnknownEntry: there is no such game.
        DataError: its data files have defects; all of them are listed.
    """
    folder = cache_folder()
    if folder is None:
        return open_game(game)
    prefix = f"game-{game}-"
    made_of = fingerprint(data_folders(), _SUFFIXES)
    path = folder / f"{prefix}{sys.implementation.cache_tag}-{made_of}.pickle"
    kept = read_kept(path) if _is_own(path) else None
    if kept is not None:
        # Whatever is wrong with what was kept, the game can be loaded anew.
        with suppress(Exception):
            ruleset: Ruleset = pickle.loads(kept)
            return ruleset
    ruleset = open_game(game)
    with suppress(OSError):
        keep(_pickled(ruleset), path, prefix, _KEPT)
    return ruleset


def _is_own(path: Path) -> bool:
    """Whether a file is the user's and closed to others, where the system keeps count of that."""
    if sys.platform == "win32":
        return True
    try:
        state = path.stat()
    except OSError:
        return False
    return state.st_uid == os.getuid() and not state.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


class _Pickler(pickle.Pickler):
    """Also takes read-only views of mappings, which are all over the model."""

    def reducer_override(self, thing: Any) -> Any:
        return (_read_only, (dict(thing),)) if type(thing) is MappingProxyType else NotImplemented


def _read_only(data: dict[Any, Any]) -> Mapping[Any, Any]:
    return MappingProxyType(data)


def _pickled(ruleset: Ruleset) -> bytes:
    out = io.BytesIO()
    _Pickler(out, protocol=5).dump(ruleset)
    return out.getvalue()
