"""Dice: exact distributions and seeded rolls of dice notation.

The notation is that of :mod:`rulesdb.dice.notation`: ``2d6``, ``10-1d3``, ``4d6kh2``, ``max(0, 1d6-3)``,
``2*1d6``, ``5d6>=5``; and opposed rolls, ``3d6 vs 2d6`` and ``4d6 vs 3d6 x2``.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

from rulesdb.arguments import require
from rulesdb.dice.distribution import Distribution
from rulesdb.dice.notation import MAX_NUMBER, NotationError, parse_notation
from rulesdb.dice.terms import Pool, Term, Thrown, Ways
from rulesdb.errors import InputError, brief_repr

MAX_TOTALS = 10_000
MAX_WORK = 2_500_000

_MIN_TIMES = 2


@dataclass(frozen=True, slots=True)
class Throw:
    """One roll: its result, the total of each side, and the throw of every pool."""

    result: int | str
    totals: tuple[int, ...]
    thrown: tuple[Thrown, ...]


@dataclass(frozen=True, slots=True)
class Dice:
    """A parsed dice expression that has a total.

    >>> dice = Dice.parse("2d6+1")
    >>> dice.low, dice.high, dice.distribution()[8]
    (3, 13, Fraction(1, 6))
    """

    text: str
    term: Term

    @classmethod
    def parse(cls, text: str) -> Dice:
        """Parse the notation.

        Raises:
            InputError: with a caret under the place in the text that cannot be parsed.
        """
        roll = parse_roll(text)
        if isinstance(roll, OpposedRoll):
            at = text.lower().index("vs")
            raise NotationError(text, at, "an opposed roll has no total", "give the dice of one side")
        return roll

    @classmethod
    def pool(cls, count: int, sides: int = 6) -> Dice:
        """Equal dice that are added up; without any, the total is 0.

        >>> Dice.pool(2).distribution()[7], Dice.pool(0).high
        (Fraction(1, 6), 0)
        """
        require("count", count, int, "a number of dice")
        require("sides", sides, int, "a number of sides")
        return cls.parse(f"{_bounded(count)}d{_bounded(sides)}" if count else "0")

    @property
    def pools(self) -> tuple[Pool, ...]:
        """The pools of dice, in the order written."""
        return self.term.pools

    @property
    def low(self) -> int:
        """The lowest total."""
        return self.term.low

    @property
    def high(self) -> int:
        """The highest total."""
        return self.term.high

    def distribution(self) -> Distribution:
        """The exact distribution of the total.

        Raises:
            InputError: there are too many totals, or too many ways to reach them.
        """
        ways = self.ways()
        whole = sum(ways.values())
        return Distribution.of((total, Fraction(count, whole)) for total, count in ways.items())

    def ways(self) -> Ways:
        """The number of equally likely ways to reach each total.

        Raises:
            InputError: as for :meth:`distribution`.
        """
        if self.term.spread > MAX_TOTALS:
            raise InputError(
                f"odds of {self.text}: up to {self.term.spread} totals; use fewer dice or sides, "
                f"for at most {MAX_TOTALS}"
            )
        if self.term.work > MAX_WORK:
            raise InputError(
                f"odds of {self.text}: about {self.term.work} steps to compute; use fewer dice or sides, "
                f"for at most {MAX_WORK}"
            )
        return self.term.ways()

    def roll(self, rng: random.Random) -> tuple[int, tuple[int, ...]]:
        """Roll once: the total, and the face of every die in the order thrown."""
        throw = self.throw(rng)
        return throw.totals[0], tuple(face for pool in throw.thrown for face in pool.faces)

    def throw(self, rng: random.Random) -> Throw:
        """Roll once; the result shows for every die whether it counts."""
        require("rng", rng, random.Random, "a random.Random, such as random.Random(1)")
        thrown: list[Thrown] = []
        total = self.term.throw(rng, thrown)
        return Throw(total, (total,), tuple(thrown))


@dataclass(frozen=True, slots=True)
class OpposedRoll:
    """Two sides that each roll; the result is that of the first: win, tie or lose.

    If ``times`` is given, a win by a total of at least that many times the other's is a separate result.

    >>> dict(parse_roll("1d6 vs 1d6").distribution())
    {'win': Fraction(5, 12), 'tie': Fraction(1, 6), 'lose': Fraction(5, 12)}
    >>> [outcome for outcome, _ in parse_roll("4d6 vs 3d6 x2").distribution()]
    ['double win', 'win', 'tie', 'lose']
    """

    text: str
    own: Dice
    other: Dice
    times: int | None = None

    @classmethod
    def of(cls, own: int, other: int, times: int | None = None) -> OpposedRoll:
        """Two pools of six-sided dice, by their numbers of dice."""
        require("times", times, (int, type(None)), "a whole number, or None")
        if times is not None and times < _MIN_TIMES:
            raise InputError(f"times={brief_repr(times)}: use {_MIN_TIMES} or more, or None")
        sides = Dice.pool(own), Dice.pool(other)
        return cls(f"{own}d6 vs {other}d6", *sides, None if times is None else _bounded(times))

    def judge(self, own: int, other: int) -> str:
        """The result of two totals."""
        require("own", own, int, "a whole number")
        require("other", other, int, "a whole number")
        if own <= other:
            return "tie" if own == other else "lose"
        return self._great if self.times is not None and own >= self.times * other else "win"

    def distribution(self) -> Distribution:
        """The exact chance of each possible result, the best first.

        Raises:
            InputError: as for :meth:`Dice.distribution`.
        """
        own, other = self.own.ways(), self.other.ways()
        totals = sorted(other)
        up_to = [0, *accumulate(other[total] for total in totals)]
        outcomes = dict.fromkeys((self._great, "win", "tie", "lose"), 0)
        for total, ways in own.items():
            tied = other.get(total, 0)
            beaten = up_to[bisect_right(totals, total)] - tied
            great = 0
            if self.times is not None:
                great = up_to[bisect_right(totals, min(total - 1, total // self.times))]
            outcomes[self._great] += ways * great
            outcomes["win"] += ways * (beaten - great)
            outcomes["tie"] += ways * tied
            outcomes["lose"] += ways * (up_to[-1] - beaten - tied)
        whole = sum(own.values()) * up_to[-1]
        return Distribution.of((outcome, Fraction(ways, whole)) for outcome, ways in outcomes.items())

    def throw(self, rng: random.Random) -> Throw:
        """Roll both sides once, the first side first."""
        own, other = self.own.throw(rng), self.other.throw(rng)
        totals = (*own.totals, *other.totals)
        return Throw(self.judge(*totals), totals, (*own.thrown, *other.thrown))

    @property
    def _great(self) -> str:
        """The name of a win by a total of ``times`` the other's."""
        names = {None: "win", 2: "double win", 3: "triple win"}
        return names.get(self.times, f"win by x{self.times}")


def _bounded(number: int) -> int:
    """A number that can be written: one far over every limit becomes one that is just over them."""
    return max(-MAX_NUMBER - 1, min(number, MAX_NUMBER + 1))


def parse_roll(text: str) -> Dice | OpposedRoll:
    """Parse dice notation, of one side or of two that are opposed.

    Raises:
        InputError: with a caret under the place in the text that cannot be parsed.
    """
    notation = parse_notation(text)
    own, *others = (Dice(side.text, side.term) for side in notation.sides)
    return OpposedRoll(notation.text, own, others[0], notation.times) if others else own
