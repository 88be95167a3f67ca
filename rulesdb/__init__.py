"""The rules database of brainbug and its engine.

>>> import rulesdb
>>> game = rulesdb.open_game("bug-hunter")
>>> game.table("random-panic").lookup(force="marine", die=5).result
4
"""

from rulesdb.dice import Dice
from rulesdb.distribution import Distribution
from rulesdb.errors import BrainbugError, DataError, InputError, UnknownEntry
from rulesdb.load import game_folders, load_ruleset, open_game
from rulesdb.model import Basis, Citation, Entry, Provenance
from rulesdb.procedures import Procedure, procedure
from rulesdb.ruleset import Ruleset
from rulesdb.tables import Answer, Table

__all__ = [
    "Answer",
    "Basis",
    "BrainbugError",
    "Citation",
    "DataError",
    "Dice",
    "Distribution",
    "Entry",
    "InputError",
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
