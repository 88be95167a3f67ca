"""The terms of a dice expression: their possible totals, the ways to reach each, and how they are thrown.

Different terms have different dice. So terms are independent, and convolution of whole numbers is exact.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from itertools import accumulate, pairwise
from math import comb, prod

Ways = dict[int, int]


@dataclass(frozen=True, slots=True)
class Thrown:
    """The throw of one pool: every face in the order thrown, and whether that die counts."""

    pool: Pool
    faces: tuple[int, ...]
    counted: tuple[bool, ...]

    def __str__(self) -> str:
        """The pool and its faces; a die that does not count is in parentheses."""
        faces = (
            str(face) if counts else f"({face})"
            for face, counts in zip(self.faces, self.counted, strict=True)
        )
        return f"{self.pool}: {' '.join(faces)}"


class Term(ABC):
    """A part of an expression that has a total."""

    __slots__ = ()

    @property
    @abstractmethod
    def bounds(self) -> tuple[int, int]:
        """The lowest and the highest total."""

    @property
    def low(self) -> int:
        """The lowest total."""
        return self.bounds[0]

    @property
    def high(self) -> int:
        """The highest total."""
        return self.bounds[1]

    @property
    def pools(self) -> tuple[Pool, ...]:
        """Its pools, in the order written."""
        return ()

    @property
    def spread(self) -> int:
        """The largest possible number of different totals."""
        return self.high - self.low + 1

    @property
    @abstractmethod
    def work(self) -> int:
        """The approximate number of elementary steps of :meth:`ways`."""

    @abstractmethod
    def ways(self) -> Ways:
        """The number of ways to reach each total."""

    @abstractmethod
    def throw(self, rng: random.Random, thrown: list[Thrown]) -> int:
        """Throw the pools from left to right, append them to ``thrown``, and return the total."""


@dataclass(frozen=True, slots=True)
class Number(Term):
    """A whole number."""

    value: int

    @property
    def bounds(self) -> tuple[int, int]:
        return self.value, self.value

    @property
    def work(self) -> int:
        return 1

    def ways(self) -> Ways:
        return {self.value: 1}

    def throw(self, rng: random.Random, thrown: list[Thrown]) -> int:
        return self.value


@dataclass(frozen=True, slots=True)
class Pool(Term):
    """``count`` dice of ``sides`` sides, of which the highest or lowest ``kept`` are added up.

    If ``scoring`` is given, the total is the number of dice that show one of these faces.
    """

    count: int
    sides: int
    kept: int
    highest: bool = True
    scoring: range | None = None

    def __str__(self) -> str:
        keep = f"k{'h' if self.highest else 'l'}{self.kept}" if self.kept < self.count else ""
        score = ""
        if self.scoring is not None:
            top = self.scoring.stop > self.sides
            score = f">={self.scoring.start}" if top else f"<={self.scoring.stop - 1}"
        return f"{self.count}d{self.sides}{keep}{score}"

    @property
    def bounds(self) -> tuple[int, int]:
        if self.scoring is None:
            return self.kept, self.kept * self.sides
        return self.count if len(self.scoring) == self.sides else 0, self.count

    @property
    def pools(self) -> tuple[Pool, ...]:
        return (self,)

    @property
    def work(self) -> int:
        if self.scoring is not None:
            return self.count
        if self.kept == self.count:
            return self.count * self.spread
        return self.sides * self.kept * (self.sides * self.kept // 2 + self.count)

    def ways(self) -> Ways:
        if self.scoring is not None:
            hits, misses = len(self.scoring), self.sides - len(self.scoring)
            return {
                scored: comb(self.count, scored) * hits**scored * misses ** (self.count - scored)
                for scored in range(self.low, self.count + 1)
            }
        if self.kept == self.count:
            sums = [1]
            for _ in range(self.count):
                sums = _add_die(sums, self.sides)
            return dict(enumerate(sums, self.count))
        best = _highest_ways(self.count, self.sides, self.kept)
        if self.highest:
            return best
        # If each face is subtracted from sides + 1, the highest dice become the lowest.
        return {self.kept * (self.sides + 1) - total: ways for total, ways in best.items()}

    def throw(self, rng: random.Random, thrown: list[Thrown]) -> int:
        faces = tuple(rng.randint(1, self.sides) for _ in range(self.count))
        if self.scoring is not None:
            counted = tuple(face in self.scoring for face in faces)
            thrown.append(Thrown(self, faces, counted))
            return sum(counted)
        order = sorted(range(self.count), key=lambda die: -faces[die] if self.highest else faces[die])
        kept = set(order[: self.kept])
        thrown.append(Thrown(self, faces, tuple(die in kept for die in range(self.count))))
        return sum(faces[die] for die in kept)


@dataclass(frozen=True, slots=True)
class Scaled(Term):
    """A term times a whole number; a term that is subtracted is scaled by -1."""

    factor: int
    term: Term

    @property
    def bounds(self) -> tuple[int, int]:
        ends = self.factor * self.term.low, self.factor * self.term.high
        return min(ends), max(ends)

    @property
    def pools(self) -> tuple[Pool, ...]:
        return self.term.pools

    @property
    def spread(self) -> int:
        return self.term.spread

    @property
    def work(self) -> int:
        return self.term.work + self.spread

    def ways(self) -> Ways:
        sums: Ways = {}
        for total, ways in self.term.ways().items():
            sums[self.factor * total] = sums.get(self.factor * total, 0) + ways
        return sums

    def throw(self, rng: random.Random, thrown: list[Thrown]) -> int:
        return self.factor * self.term.throw(rng, thrown)


@dataclass(frozen=True, slots=True)
class _Compound(Term):
    """Several terms."""

    terms: tuple[Term, ...]

    @property
    def pools(self) -> tuple[Pool, ...]:
        return tuple(pool for term in self.terms for pool in term.pools)


@dataclass(frozen=True, slots=True)
class Sum(_Compound):
    """Terms added up."""

    @property
    def bounds(self) -> tuple[int, int]:
        return sum(term.low for term in self.terms), sum(term.high for term in self.terms)

    @property
    def spread(self) -> int:
        return min(self.high - self.low + 1, prod(term.spread for term in self.terms))

    @property
    def work(self) -> int:
        spreads = [Sum(self.terms[:end]).spread for end in range(1, len(self.terms))]
        joins = sum(so_far * term.spread for so_far, term in zip(spreads, self.terms[1:], strict=True))
        return joins + sum(term.work for term in self.terms)

    def ways(self) -> Ways:
        return reduce(_convolve, (term.ways() for term in self.terms))

    def throw(self, rng: random.Random, thrown: list[Thrown]) -> int:
        return sum(term.throw(rng, thrown) for term in self.terms)


@dataclass(frozen=True, slots=True)
class Extreme(_Compound):
    """The highest of several terms, or the lowest."""

    highest: bool

    @property
    def bounds(self) -> tuple[int, int]:
        return self._choose(term.low for term in self.terms), self._choose(term.high for term in self.terms)

    @property
    def spread(self) -> int:
        return min(self.high - self.low + 1, sum(term.spread for term in self.terms))

    @property
    def work(self) -> int:
        return sum(term.work + term.spread for term in self.terms)

    def ways(self) -> Ways:
        parts = [term.ways() for term in self.terms]
        totals = sorted(set().union(*parts), reverse=not self.highest)
        # The ways of each term to reach a total that is at most as extreme.
        up_to = zip(*(accumulate([part.get(total, 0) for total in totals]) for part in parts), strict=True)
        sums = [0, *map(prod, up_to)]
        return {
            total: now - before
            for total, (before, now) in zip(totals, pairwise(sums), strict=True)
            if now > before
        }

    def throw(self, rng: random.Random, thrown: list[Thrown]) -> int:
        return self._choose([term.throw(rng, thrown) for term in self.terms])

    def _choose(self, totals: Iterable[int]) -> int:
        return max(totals) if self.highest else min(totals)


def _add_die(ways: list[int], sides: int) -> list[int]:
    """Add a die to ``ways``, which start at the lowest total; each entry is a sum of ``sides`` old ones."""
    running = [0, *accumulate(ways)]
    last = len(ways)
    return [running[min(end, last)] - running[max(0, end - sides)] for end in range(1, last + sides)]


def _highest_ways(count: int, sides: int, kept: int) -> Ways:
    """The ways to reach each total of the highest ``kept`` dice.

    They are counted by the lowest kept face and by the number of dice above it: those show any higher face,
    the other kept dice show exactly that face, and the dropped dice that face or less.
    """
    sums: Ways = {}
    for face in range(1, sides + 1):
        higher = [1]
        for above in range(kept if face < sides else 1):
            rest = count - above
            others = sum(
                comb(rest, same) * (face - 1) ** (rest - same) for same in range(kept - above, rest + 1)
            )
            lowest = kept * face + above
            for total, ways in enumerate(higher, lowest):
                sums[total] = sums.get(total, 0) + comb(count, above) * others * ways
            higher = _add_die(higher, sides - face)
    return dict(sorted(sums.items()))


def _convolve(first: Ways, second: Ways) -> Ways:
    sums: Ways = {}
    for a, ways_a in first.items():
        for b, ways_b in second.items():
            sums[a + b] = sums.get(a + b, 0) + ways_a * ways_b
    return sums
