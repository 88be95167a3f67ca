"""The cache of compiled games, with which most commands need not parse any YAML.

The name of a file has a digest of the data, schemas, code and supplements that it was compiled from; if any
of them changes, the game is compiled again. A file is a pickle, which could do harm if others had written
it. So it is read only if the file and its folder belong to the user and nobody else may write to them, and
it can create only values of the model.
"""

from __future__ import annotations

import io
import os
import pickle
import stat
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, is_dataclass
from enum import Enum
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from rulesdb.cache.files import cache_folder, read_cached, verified, write_cached

if TYPE_CHECKING:
    from rulesdb.ruleset import Ruleset

_MAX_FILES = 4


@dataclass(frozen=True, slots=True)
class GameCache:
    """Compiled games by id and state.

    Attributes:
        folder: their folder; without one, the user's cache folder, if it is known.
        is_used: whether anything is read and written at all.
    """

    folder: Path | None = None
    is_used: bool = True

    def load(self, game: str, state: str) -> Ruleset | None:
        """The game compiled from this state; None if it is not in the cache."""
        path = self._path(game, state)
        data = _read_own(path) if path is not None else None
        if data is not None:
            # If anything is wrong with the file, the game is compiled again.
            with suppress(Exception):
                ruleset: Ruleset = _Unpickler(io.BytesIO(data)).load()
                return ruleset
        return None

    def store(self, game: str, state: str, ruleset: Ruleset) -> None:
        """Write a compiled game to the cache, if the folder can be written."""
        path = self._path(game, state)
        if path is not None:
            with suppress(OSError):
                write_cached(_pickled(ruleset), path, f"game-{game}-", _MAX_FILES)

    def _path(self, game: str, state: str) -> Path | None:
        folder = (self.folder or cache_folder()) if self.is_used else None
        return folder / f"game-{game}-{sys.implementation.cache_tag}-{state}.pickle" if folder else None


def _read_own(path: Path) -> bytes | None:
    """The data of a file, if only the user can write to it and to its folder; None otherwise.

    The owner is that of the open file, so that nobody can replace it in between. Windows does not report
    owners this way, and there other users have no access to the user's folders.
    """
    if sys.platform == "win32":
        return read_cached(path)
    try:
        if not _is_own(path.parent.stat()):
            return None
        with os.fdopen(os.open(path, os.O_RDONLY | os.O_NOFOLLOW), "rb") as file:
            return verified(file.read()) if _is_own(os.fstat(file.fileno())) else None
    except OSError:
        return None


def _is_own(state: os.stat_result) -> bool:
    return state.st_uid == os.getuid() and not state.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


class _Unpickler(pickle.Unpickler):
    """Creates only values of the model: dataclasses and enumerations of this package."""

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) == (__name__, _read_only.__name__):
            return _read_only
        if module.startswith("rulesdb.") and name.isidentifier():
            model = super().find_class(module, name)
            if isinstance(model, type) and (is_dataclass(model) or issubclass(model, Enum)):
                return model
        raise pickle.UnpicklingError(f"{module}.{name} is not part of a game")


class _Pickler(pickle.Pickler):
    """Also supports read-only views of mappings, which the model uses everywhere."""

    def reducer_override(self, thing: Any) -> Any:
        return (_read_only, (dict(thing),)) if type(thing) is MappingProxyType else NotImplemented


def _read_only(data: dict[Any, Any]) -> Mapping[Any, Any]:
    return MappingProxyType(data)


def _pickled(ruleset: Ruleset) -> bytes:
    out = io.BytesIO()
    _Pickler(out, protocol=5).dump(ruleset)
    return out.getvalue()
