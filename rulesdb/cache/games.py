"""The cache of compiled games, so that most commands need not parse YAML.

The name of a file contains a digest of the data, schemas, code and supplements that it was compiled from; if
any of them changes, the game is compiled again.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from rulesdb.arguments import require
from rulesdb.cache.files import cache_folder, read_cached, write_cached
from rulesdb.errors import BrainbugError

if TYPE_CHECKING:
    from rulesdb.ruleset import Ruleset

_MAX_FILES = 4


@dataclass(frozen=True, slots=True)
class GameCache:
    """Compiled games by id and state.

    Attributes:
        folder: their folder; by default the user's cache folder, if it is known.
        is_used: whether the cache is read and written.
    """

    folder: Path | None = None
    is_used: bool = True

    def __post_init__(self) -> None:
        require("folder", self.folder, (Path, type(None)), "the path of a folder, or None")

    def load(self, game: str, state: str) -> Ruleset | None:
        """The game compiled from this state, without the module of its procedures; None if not cached."""
        path = self._path(game, state)
        data = read_cached(path) if path is not None else None
        if data is None:
            return None
        from rulesdb.cache.plain import game_from_json

        # If anything is wrong with the file, the game is compiled again.
        with suppress(BrainbugError, LookupError, RecursionError, TypeError, ValueError):
            ruleset = game_from_json(data)
            return ruleset if ruleset.id == game else None
        return None

    def store(self, game: str, state: str, ruleset: Ruleset) -> None:
        """Write a compiled game to the cache, if the folder can be written."""
        path = self._path(game, state)
        if path is None:
            return
        from rulesdb.cache.plain import NotPlain, plain_json

        with suppress(OSError, NotPlain):
            write_cached(plain_json(replace(ruleset, module=None)), path, f"game-{game}-", _MAX_FILES)

    def _path(self, game: str, state: str) -> Path | None:
        folder = (self.folder or cache_folder()) if self.is_used else None
        return folder / f"game-{game}-{state}.json" if folder else None
