"""Finds the code for single games, so that nothing else imports a game by name.

A module of a game is ``builder/games/<game>/<name>``. For a game in a folder of ``BRAINBUG_GAMES``, it is
next to its data.
"""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
from collections.abc import Iterator
from types import ModuleType

_SHIPPED = "builder.games"
_OWN = "rulesdb.games"


def module_of_game(game: str, name: str) -> ModuleType | None:
    """The module of that name of a game; ``None`` if the game has none.

    >>> module_of_game("bug-hunter", "checks").__name__
    'builder.games.bug_hunter.checks'
    >>> module_of_game("bugged", "checks")
    """
    for root in (_SHIPPED, _OWN):
        package = f"{root}.{game.replace('-', '_')}"
        if importlib.util.find_spec(package) and importlib.util.find_spec(f"{package}.{name}"):
            return importlib.import_module(f"{package}.{name}")
    return None


def modules_of_games(name: str) -> Iterator[ModuleType]:
    """The modules of that name of every game that comes with brainbug; of a package, its modules."""
    for game in pkgutil.iter_modules(importlib.import_module(_SHIPPED).__path__):
        module = module_of_game(game.name, name)
        if module is not None:
            yield module
            for part in pkgutil.iter_modules(getattr(module, "__path__", ())):
                yield importlib.import_module(f"{module.__name__}.{part.name}")
