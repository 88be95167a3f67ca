"""The rules database of brainbug and its engine.

>>> import rulesdb
>>> game = rulesdb.open_game("bug-hunter")
>>> game.table("random-panic").lookup(force="marine", die=5).result
4
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulesdb.dice import Dice, Distribution
    from rulesdb.errors import AmbiguousEntry, BrainbugError, DataError, InputError, UnknownEntry
    from rulesdb.library import BrokenGame, Library, game_folders, open_game
    from rulesdb.load import load_ruleset
    from rulesdb.model import Basis, Citation, Entry, Provenance
    from rulesdb.procedures import Procedure, procedure
    from rulesdb.ruleset import Ruleset
    from rulesdb.tables import Answer, Table

__all__ = [
    "AmbiguousEntry",
    "Answer",
    "Basis",
    "BrainbugError",
    "BrokenGame",
    "Citation",
    "DataError",
    "Dice",
    "Distribution",
    "Entry",
    "InputError",
    "Library",
    "Procedure",
    "Provenance",
    "Ruleset",
    "Table",
    "UnknownEntry",
    "game_folders",
    "load_ruleset",
    "open_game",
    "procedure",
]

__version__ = "0.1.0"

_MODULES = {
    "dice": ("Dice", "Distribution"),
    "errors": ("AmbiguousEntry", "BrainbugError", "DataError", "InputError", "UnknownEntry"),
    "library": ("BrokenGame", "Library", "game_folders", "open_game"),
    "load": ("load_ruleset",),
    "model": ("Basis", "Citation", "Entry", "Provenance"),
    "procedures": ("Procedure", "procedure"),
    "ruleset": ("Ruleset",),
    "tables": ("Answer", "Table"),
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that a lookup need not import the loader and YAML."""
    for module, names in _MODULES.items():
        if name in names:
            return getattr(import_module(f"rulesdb.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
