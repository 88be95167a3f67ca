"""Opens games: finds them, adds their supplements, and caches them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from rulesdb.arguments import as_path, require, require_each
from rulesdb.cache.files import fingerprint
from rulesdb.cache.games import GameCache
from rulesdb.errors import BrainbugError, DataError, InputError, UnknownEntry, brief_repr
from rulesdb.nearest import nearest
from rulesdb.own_code import OWN_GAMES, OwnCodeError
from rulesdb.shipped import data_folders, games_folder, own_games_folders, procedures_module

if TYPE_CHECKING:
    from rulesdb.ruleset import Ruleset
    from rulesdb.schemas import SchemaSet
    from rulesdb.supplement import Supplement

_FOLDER = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
_DATA = (".py", ".yaml", ".json")


@dataclass(frozen=True, slots=True)
class BrokenGame:
    """A game that cannot be opened or whose procedures cannot be used, and why.

    ``name`` is its id, or its folder if it cannot have one.
    """

    name: str
    error: BrainbugError

    def __str__(self) -> str:
        """One sentence with its first defect."""
        if isinstance(self.error, OwnCodeError):
            return f"the game {self.name} cannot be used: {self.error}"
        if not isinstance(self.error, DataError):
            return str(self.error)
        first, *others = self.error.problems
        more = f" (and {len(others)} more)" if others else ""
        return f"the game {self.name} cannot be opened: {first}{more}"


class Library:
    """The games that can be opened, each with its supplements.

    >>> Library().open("bug-hunter").table("random-panic").lookup(force="marine", die=5).result
    4

    Args:
        games: the folder of each game by its id; without it, the games that come with brainbug and those
            in the folders that ``BRAINBUG_GAMES`` names.
        supplements: files of changes, applied in this order to the games that they name. A file that names no
            game counts for every game, so that it is reported and not ignored.
        cache: the cache of compiled games; without it, one in the user's cache folder.
    """

    def __init__(
        self,
        games: Mapping[str, Path] | None = None,
        supplements: Iterable[Path | str] = (),
        cache: GameCache | None = None,
    ) -> None:
        require("games", games, (Mapping, type(None)), "the folder of each game by its id")
        require_each("games", games or (), str, "ids of games")
        require("cache", cache, (GameCache, type(None)), "a rulesdb.cache.games.GameCache, or None")
        folders, faults = (games, ()) if games is not None else find_games()
        paths = {game: as_path(f"games[{game!r}]", folder) for game, folder in folders.items()}
        self.games: Mapping[str, Path] = MappingProxyType(paths)
        self.supplements = _paths(supplements)
        self.cache = cache or GameCache()
        self._faults = faults
        self._places = tuple(self.games.values()) if games is not None else ()
        self._opened: dict[str, Ruleset] = {}
        self._failed: dict[str, DataError] = {}

    @classmethod
    def of(cls, *rulesets: Ruleset) -> Library:
        """A library of games that are already open."""
        from rulesdb.ruleset import Ruleset

        require_each("rulesets", rulesets, Ruleset, "open games")
        library = cls({})
        library._opened = {ruleset.id: ruleset for ruleset in rulesets}
        return library

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Library) and self._parts == other._parts

    def __hash__(self) -> int:
        return hash(self._parts)

    def __getstate__(self) -> dict[str, object]:
        """The state for another process, without the games, which it opens faster than they can be sent."""
        games = dict(self.games) if self._places else None
        return {"games": games, "supplements": self.supplements, "cache": self.cache}

    def __setstate__(self, state: dict[str, object]) -> None:
        self.__init__(**state)  # type: ignore[misc]

    @property
    def _parts(self) -> tuple[object, ...]:
        opened = () if self.games else tuple(map(id, self._opened.values()))
        return tuple(self.games.items()), self.supplements, self.cache, opened

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the games, in alphabetical order; some of them may be broken."""
        return tuple(sorted({*self.games, *self._opened}))

    @cached_property
    def schemas(self) -> SchemaSet:
        """The schemas of all data files, read once."""
        from rulesdb.schemas import SchemaSet

        return SchemaSet()

    def open(self, game: str) -> Ruleset:
        """A game by its id.

        Raises:
            UnknownEntry: there is no such game.
            DataError: its data files have defects, or a supplement does not fit; with all problems.
        """
        require("game", game, str, "the id of a game")
        if game in self._failed:
            raise self._failed[game]
        if game not in self._opened:
            self._require(game)
            try:
                self._opened[game] = self._load(game)
            except DataError as error:
                self._failed[game] = error
                raise
        return self._opened[game]

    def open_all(self) -> tuple[Ruleset, ...]:
        """All games that are not broken; :attr:`broken` has the others."""
        return tuple(self.open(game) for game in self.ids if game not in self._broken_by_id)

    @property
    def broken(self) -> tuple[BrokenGame, ...]:
        """The games that cannot be opened; this opens all games."""
        return (*self._faults, *self._broken_by_id.values())

    @cached_property
    def _broken_by_id(self) -> Mapping[str, BrokenGame]:
        broken = {}
        for game in self.ids:
            try:
                ruleset = self.open(game)
                if game in self.games and self.games[game].parent in own_games_folders():
                    # Otherwise an error in the user's code would end commands about other games.
                    ruleset.require_procedures()
            except BrainbugError as error:
                broken[game] = BrokenGame(game, error)
        return broken

    @cached_property
    def state(self) -> str:
        """A digest of everything that determines the games: data, schemas, code, supplements."""
        # Users may change a file twice in the time that a file system can measure.
        own = (*own_games_folders(), *self._places, *self.supplements)
        changing = [path for path in own if games_folder() not in path.parents]
        return fingerprint(data_folders(), _DATA, changing)

    def open_alone(self, game: str, given: Iterable[Path | str]) -> Ruleset:
        """A game by its id, if all supplements in ``given`` are for this game.

        Raises:
            UnknownEntry: there is no such game.
            DataError: as :meth:`open`, or a supplement is for another game.
        """
        ruleset = self.open(game)
        applied = {layer.path for layer in ruleset.layers}
        for path in _paths(given):
            if str(path) not in applied:
                from rulesdb.supplement import load_supplement

                load_supplement(path, game, self.schemas)
        return ruleset

    def supplements_of(self, game: str) -> tuple[Supplement, ...]:
        """The supplements of a game, in order.

        Raises:
            DataError: one of them does not match the schema, or names no game.
        """
        from rulesdb.supplement import read_supplement

        require("game", game, str, "the id of a game")
        return tuple(read_supplement(path, self.schemas) for path in self._supplement_files(game))

    def without_supplements(self) -> Library:
        """The same games without supplements."""
        return Library(self.games, cache=self.cache)

    def _require(self, game: str) -> None:
        """Raise if there is no game of that id."""
        if game not in self.games:
            for fault in self._faults:
                if fault.name == game:
                    raise fault.error
            raise UnknownEntry(game, nearest(game, self.ids) or self.ids, "game")

    def _load(self, game: str) -> Ruleset:
        cached = self.cache.load(game, self.state)
        if cached is not None:
            # Code to import is never taken from a file of the cache.
            return replace(cached, module=procedures_module(self.games[game]))
        from rulesdb.load import load_ruleset

        ruleset = load_ruleset(self.games[game], self.schemas, self._supplement_files(game))
        self.cache.store(game, self.state, ruleset)
        return ruleset

    def _supplement_files(self, game: str) -> tuple[Path, ...]:
        if not self.supplements:
            return ()
        from rulesdb.supplement import named_game

        return tuple(path for path in self.supplements if named_game(path) in (game, ""))


def open_game(game: str, supplements: Iterable[Path | str] = ()) -> Ruleset:
    """A game by its id, with ``supplements`` applied in order; use a :class:`Library` for several games.

    >>> open_game("bug-hunter").title
    'Bug Hunter'

    Raises:
        UnknownEntry: there is no such game.
        DataError: its data files have defects, or a supplement does not fit or is for another game.
    """
    given = _paths(supplements)
    return Library(supplements=given).open_alone(game, given)


def game_folders(root: Path | None = None) -> dict[str, Path]:
    """Every game's folder by the game's id, in alphabetical order.

    A game is a folder with a ``ruleset.yaml``; its id is the folder's name with hyphens.

    Args:
        root: the folder with one folder for each game; without it, the games that come with brainbug and
            those in the folders that ``BRAINBUG_GAMES`` names, if they can be used.
    """
    if root is None:
        return find_games()[0]
    try:
        paths = list(as_path("root", root).glob("*/ruleset.yaml"))
    except OSError as error:
        raise InputError(f"root={brief_repr(str(root))}: {error.strerror}") from error
    return dict(sorted((id_of_folder(path.parent), path.parent) for path in paths))


def _paths(supplements: Iterable[Path | str]) -> tuple[Path, ...]:
    paths = require_each("supplements", supplements, (str, Path), "paths of files")
    return tuple(as_path("supplements", path) for path in paths)


def id_of_folder(folder: Path) -> str:
    """The id of the game in a folder."""
    return as_path("folder", folder).name.replace("_", "-")


def find_games() -> tuple[dict[str, Path], tuple[BrokenGame, ...]]:
    """The folder of each game by its id, and the games and folders of ``BRAINBUG_GAMES`` with defects."""
    games = game_folders(games_folder())
    faults: list[BrokenGame] = []

    def fault(name: str, reason: str) -> None:
        faults.append(BrokenGame(name, BrainbugError(reason)))

    for own in own_games_folders():
        if not own.is_dir():
            fault(str(own), f"{OWN_GAMES}: not a folder: {own}; name folders that hold one folder per game")
            continue
        for game, folder in game_folders(own).items():
            if not _FOLDER.fullmatch(folder.name):
                fault(game, f"{folder}: name a game's folder in lower case with _, such as my_game")
            elif game in games:
                fault(str(folder), f"{folder}: the id {game} is taken by the game in {games[game]}")
            else:
                games[game] = folder
    return dict(sorted(games.items())), tuple(faults)
