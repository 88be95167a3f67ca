"""Games, compiled once and kept in the user's cache folder: most commands need no YAML to begin.

What is kept is named for the data, schemas and code that it was made of; change any of them, and it is made
anew. It is a pickle, which could do harm if others had made it: so it is read only where the file and its
folder are the user's own and nobody else may write to them, and nothing comes of it but values of the model.
"""

from __future__ import annotations

import io
import os
import pickle
import stat
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import is_dataclass
from enum import Enum
from pathlib import Path
from types import MappingProxyType
from typing import Any

from rulesdb.cache.files import cache_folder, fingerprint, keep, read_kept, whole
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
    kept = _read_own(path)
    if kept is not None:
        # Whatever is wrong with what was kept, the game can be loaded anew.
        with suppress(Exception):
            ruleset: Ruleset = _Unpickler(io.BytesIO(kept)).load()
            return ruleset
    ruleset = open_game(game)
    with suppress(OSError):
        keep(_pickled(ruleset), path, prefix, _KEPT)
    return ruleset


def _read_own(path: Path) -> bytes | None:
    """What was kept in a file that is the user's, as its folder is, and closed to others.

    What is asked is the file that is open, so that none can be slipped in between. On Windows files do not
    tell, and the folders of a user are closed to others.
    """
    if sys.platform == "win32":
        return read_kept(path)
    try:
        if not _is_own(path.parent.stat()):
            return None
        with os.fdopen(os.open(path, os.O_RDONLY | os.O_NOFOLLOW), "rb") as file:
            return whole(file.read()) if _is_own(os.fstat(file.fileno())) else None
    except OSError:
        return None


def _is_own(state: os.stat_result) -> bool:
    return state.st_uid == os.getuid() and not state.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


class _Unpickler(pickle.Unpickler):
    """Makes nothing but values of the model: dataclasses and enumerations of this package."""

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) == (__name__, _read_only.__name__):
            return _read_only
        if module.startswith("rulesdb.") and name.isidentifier():
            found = super().find_class(module, name)
            if isinstance(found, type) and (is_dataclass(found) or issubclass(found, Enum)):
                return found
        raise pickle.UnpicklingError(f"{module}.{name} is no part of a game")


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
