"""Dice: notation, exact distributions and seeded rolls."""

from rulesdb.dice.dice import MAX_TOTALS, MAX_WORK, Dice, OpposedRoll, Throw, parse_roll
from rulesdb.dice.distribution import Distribution
from rulesdb.dice.notation import NotationError

__all__ = [
    "MAX_TOTALS",
    "MAX_WORK",
    "Dice",
    "Distribution",
    "NotationError",
    "OpposedRoll",
    "Throw",
    "parse_roll",
]
