"""Dice notation to an exact distribution and to a seeded roll.

Notation: terms joined by ``+`` and ``-``; a term is a whole number or ``NdS``, of which ``khK`` or
``klK`` keeps the highest or lowest K dice: ``2d6``, ``3d6+1``, ``4d6kh2``, ``10-1d3``.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from rulesdb.distribution import Distribution
from rulesdb.errors import InputError

MAX_DICE = 100
MAX_SIDES = 1000
MAX_KEPT_DICE = 20

_TERM = re.compile(
    r"\s*(?P<sign>[+-]?)\s*(?:(?P<count>\d*)[dD](?P<sides>\d+)(?:(?P<keep>[kK][hHlL])(?P<kept>\d+))?"
    r"|(?P<number>\d+))\s*"
)


@dataclass(frozen=True, slots=True)
class Pool:
    """``count`` dice of ``sides`` sides, of which the highest or lowest ``kept`` are added up."""

    count: int
    sides: int
    kept: int
    highest: bool = True
    sign: int = 1


@dataclass(frozen=True, slots=True)
class Dice:
    """A parsed dice expression.

    >>> dice = Dice.parse("2d6+1")
    >>> dice.low, dice.high, dice.distribution()[8]
    (3, 13, Fraction(1, 6))
    """

    text: str
    pools: tuple[Pool, ...]
    bonus: int = 0

    @classmethod
    def parse(cls, text: str) -> Dice:
        """Parse the notation.

        Raises:
            InputError: with the place in the text that could not be read.
        """
        pools: list[Pool] = []
        bonus = 0
        at = 0
        while at < len(text):
            match = _TERM.match(text, at)
            if match is None or (at > 0 and not match["sign"]):
                raise InputError(
                    f"dice {text!r}: cannot read {text[at : at + 12]!r} at position {at + 1}; "
                    "write dice as in 1d6, 3d6+2 or 4d6kh2"
                )
            sign = -1 if match["sign"] == "-" else 1
            if match["number"] is not None:
                bonus += sign * int(match["number"][:9])
            else:
                pools.append(_pool(text, match, sign))
            at = match.end()
        if not pools and not text.strip():
            raise InputError("dice: the text is empty; write dice as in 1d6, 3d6+2 or 4d6kh2")
        if sum(pool.count for pool in pools) > MAX_DICE:
            raise InputError(f"dice {text!r}: more than {MAX_DICE} dice")
        return cls(text.strip(), tuple(pools), bonus)

    @property
    def low(self) -> int:
        """The lowest total."""
        return self.bonus + sum(
            pool.kept if pool.sign > 0 else -pool.kept * pool.sides for pool in self.pools
        )

    @property
    def high(self) -> int:
        """The highest total."""
        return self.bonus + sum(
            pool.kept * pool.sides if pool.sign > 0 else -pool.kept for pool in self.pools
        )

    def distribution(self) -> Distribution:
        """The exact distribution of the total."""
        weights = {self.bonus: 1}
        for pool in self.pools:
            weights = _convolve(weights, _pool_weights(pool))
        whole = sum(weights.values())
        return Distribution.of((total, Fraction(ways, whole)) for total, ways in weights.items())

    def roll(self, rng: random.Random) -> tuple[int, tuple[int, ...]]:
        """Roll once: the total, and the face of every die in the order thrown."""
        total = self.bonus
        faces: list[int] = []
        for pool in self.pools:
            thrown = [rng.randint(1, pool.sides) for _ in range(pool.count)]
            faces += thrown
            total += pool.sign * sum(sorted(thrown, reverse=pool.highest)[: pool.kept])
        return total, tuple(faces)


def total_of(count: int, sides: int = 6) -> Distribution:
    """The exact total of so many like dice; nothing but 0 where there are none.

    >>> total_of(2)[7], total_of(0)[0]
    (Fraction(1, 6), Fraction(1, 1))
    """
    return Dice.parse(f"{count}d{sides}" if count else "0").distribution()


def _pool(text: str, match: re.Match[str], sign: int) -> Pool:
    count = int(match["count"][:9] or 1)
    sides = int(match["sides"][:9])
    kept = count if match["kept"] is None else int(match["kept"][:9])
    if not 1 <= count <= MAX_DICE:
        raise InputError(f"dice {text!r}: {count} dice; use 1 to {MAX_DICE}")
    if not 1 <= sides <= MAX_SIDES:
        raise InputError(f"dice {text!r}: {sides} sides; use 1 to {MAX_SIDES}")
    if not 1 <= kept <= count:
        raise InputError(f"dice {text!r}: keeps {kept} of {count} dice; keep 1 to {count}")
    if kept < count > MAX_KEPT_DICE:
        raise InputError(f"dice {text!r}: keep from at most {MAX_KEPT_DICE} dice")
    highest = match["keep"] is None or match["keep"].lower() == "kh"
    return Pool(count, sides, kept, highest, sign)


def _pool_weights(pool: Pool) -> dict[int, int]:
    """Number of ways to reach each total of one pool."""
    weights = {0: 1}
    if pool.kept == pool.count:
        die = dict.fromkeys(range(1, pool.sides + 1), 1)
        for _ in range(pool.count):
            weights = _convolve(weights, die)
    else:
        weights = _kept_weights(pool)
    return {pool.sign * total: ways for total, ways in weights.items()}


def _kept_weights(pool: Pool) -> dict[int, int]:
    """Walk the faces from the side that is kept, deciding how many dice show each."""
    faces = range(pool.sides, 0, -1) if pool.highest else range(1, pool.sides + 1)
    states: dict[tuple[int, int], int] = {(pool.count, 0): 1}
    for face in faces:
        following: dict[tuple[int, int], int] = {}
        for (left, total), ways in states.items():
            for showing in range(left + 1):
                counted = max(0, min(showing, pool.kept - (pool.count - left)))
                state = (left - showing, total + counted * face)
                following[state] = following.get(state, 0) + ways * comb(left, showing)
        states = following
    return {total: ways for (left, total), ways in states.items() if left == 0}


def _convolve(first: dict[int, int], second: dict[int, int]) -> dict[int, int]:
    sums: dict[int, int] = {}
    for a, ways_a in first.items():
        for b, ways_b in second.items():
            sums[a + b] = sums.get(a + b, 0) + ways_a * ways_b
    return sums
