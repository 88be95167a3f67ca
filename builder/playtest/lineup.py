"""Which player plays each side, from texts such as ``human=officer`` or ``bug=mine.py:Patient``."""

from __future__ import annotations

import functools
import importlib.util
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from builder.playtest.play import Player
from builder.playtest.players import GreedyPlayer, OfficerPlayer, RandomPlayer, SearchPlayer
from builder.playtest.report.kept import USUAL
from rulesdb import InputError
from rulesdb.nearest import did_you_mean

PlayerMaker = Callable[[], Player]
PLAYERS: Mapping[str, PlayerMaker] = MappingProxyType(
    {"random": RandomPlayer, "greedy": GreedyPlayer, "officer": OfficerPlayer, "search": SearchPlayer}
)
_WITH_BUDGET, _MAX_PLAYOUTS = "search:", 10_000
_METHODS = ("begin", "saw", "choose")


def read_lineup(text: str, sides: Sequence[str]) -> Mapping[str, str]:
    """The name of the player of each side; the default player if the text does not name one.

    >>> dict(read_lineup("bug=greedy", ["human", "bug"]))
    {'human': 'officer', 'bug': 'greedy'}

    Raises:
        InputError: the text names no side, or an unknown player.
    """
    lineup = dict.fromkeys(sides, USUAL)
    named: set[str] = set()
    for part in filter(None, text.split(",")):
        side, equals, name = part.partition("=")
        if not equals:
            raise InputError(f"players {part}: write them as side=player, such as {sides[0]}={USUAL}")
        if side not in lineup:
            raise InputError(f"players {part}: there is no side {side}: {did_you_mean(side, sides)}")
        if side in named:
            raise InputError(f"players {part}: the side {side} is given twice")
        named.add(side)
        player_maker(name)
        lineup[side] = name
    return lineup


def player_maker(name: str) -> PlayerMaker:
    """A function that creates a player: one of brainbug's, or a user's class, as in ``mine.py:Patient``.

    Raises:
        InputError: there is no such player, or the file or class cannot be used.
    """
    if name in PLAYERS:
        return PLAYERS[name]
    if name.startswith(_WITH_BUDGET):
        return functools.partial(SearchPlayer, _playouts(name))
    path, kind = file_of_player(name), name.rpartition(":")[2]
    if path is None:
        own = "or name a class of your own as file.py:Class"
        raise InputError(f"player {name}: {did_you_mean(name, PLAYERS)}; {own}")
    player_class = _class_in(path, kind, name)
    missing = [method for method in _METHODS if not callable(getattr(player_class, method, None))]
    if missing:
        raise InputError(f"player {name}: class {kind} is missing the method {', '.join(missing)}")
    return player_class


def _playouts(name: str) -> int:
    """The number of playouts of a search, as in ``search:64``."""
    text = name.removeprefix(_WITH_BUDGET)
    if not text.isascii() or not text.isdigit() or not 1 <= int(text[:9]) <= _MAX_PLAYOUTS:
        allowed = f"write the playouts of a decision as {_WITH_BUDGET}N, from 1 to {_MAX_PLAYOUTS}"
        raise InputError(f"player {name}: {allowed}")
    return int(text)


def file_of_player(name: str) -> Path | None:
    """The file of a user's own player, as in ``mine.py:Patient``; ``None`` if it is none.

    >>> file_of_player("officer") is None, file_of_player("mine.py:Patient").name
    (True, 'mine.py')
    """
    path, colon, _ = name.rpartition(":")
    return Path(path) if colon and path.endswith(".py") else None


def _class_in(path: Path, kind: str, name: str) -> PlayerMaker:
    """A class of a file; any error while the file runs becomes one message."""
    # Needed only if the user has players.
    from rulesdb.own_modules import FreshLoader

    loader = FreshLoader(f"brainbug_own_players.{path.stem}", str(path))
    spec = importlib.util.spec_from_loader(loader.name, loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    try:
        loader.exec_module(module)
    except Exception as error:
        raise InputError(f"player {name}: {type(error).__name__}: {error}") from error
    player_class = getattr(module, kind, None)
    if not isinstance(player_class, type):
        raise InputError(f"player {name}: there is no class {kind} in {path}")
    return player_class
