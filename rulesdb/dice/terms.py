"""The terms of a dice expression: what each can total, in how many ways, and how it is thrown.

Dice of different terms are different dice, so that terms are independent and plain convolution of whole
numbers is exact.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from dataclasses import dataclass
from itertools import accumulate
from math import comb, prod

Ways = dict[int, int]


@dataclass(frozen=True, slots=True)
class Thrown:
    """One pool as it fell: every face in the order thrown, and whether that die counts."""

    pool: Pool
    faces: tuple[int, ...]
    counted: tuple[bool, ...]

    def __str__(self) -> str:
        """The pool and its faces; a die that does not count stands in parentheses."""
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
    def low(self) -> int:
        """The lowest total."""

    @property
    @abstractmethod
    def high(self) -> int:
        """The highest total."""

    @property
    @abstractmethod
    def pools(self) -> tuple[Pool, ...]:
        """Its pools, in the order written."""

    @property
    @abstractmethod
    def spread(self) -> int:
        """At most so many different totals."""

    @property
    @abstractmethod
    def work(self) -> int:
        """About so many elementary steps to find :meth:`ways`."""

    @abstractmethod
    def ways(self) -> Ways:
        """The number of ways to reach each total."""

    @abstractmethod
    def throw(self, rng: random.Random, thrown: list[Thrown]) -> int:
        """Throw the pools from left to right, add them to ``thrown``, and give the total."""


@dataclass(frozen=True, slots=True)
class Number(Term):
    """A whole number."""

    value: int

    @property
    def low(self) -> int:
        return self.value

    @property
    def high(self) -> int:
        return self.value

    @property
    def pools(self) -> tuple[Pool, ...]:
        return ()

    @property
    def spread(self) -> int:
        return 1

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

    Where ``scoring`` is given, nothing is added: each die that shows one of these faces counts one.
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
    def low(self) -> int:
        if self.scoring is None:
            return self.kept
        return self.count if len(self.scoring) == self.sides else 0

    @property
    def high(self) -> int:
        return self.kept * self.sides if self.scoring is None else self.count

    @property
    def pools(self) -> tuple[Pool, ...]:
        return (self,)

    @property
    def spread(self) -> int:
        return self.high - self.low + 1

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
            found = {
                scored: comb(self.count, scored) * hits**scored * misses ** (self.count - scored)
                for scored in range(self.low, self.count + 1)
            }
            return {scored: ways for scored, ways in found.items() if ways}
        if self.kept == self.count:
            sums = [1]
            for _ in range(self.count):
                sums = _add_die(sums, self.sides)
            return dict(enumerate(sums, self.count))
        best = _highest_ways(self.count, self.sides, self.kept)
        if self.highest:
            return best
        # Turned over, a face is sides + 1 less itself, and the highest dice are the lowest.
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
    def low(self) -> int:
        return min(self.factor * self.term.low, self.factor * self.term.high)

    @property
    def high(self) -> int:
        return max(self.factor * self.term.low, self.factor * self.term.high)

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
        found: Ways = {}
        for total, ways in self.term.ways().items():
            found[self.factor * total] = found.get(self.factor * total, 0) + ways
        return found

    def throw(self, rng: random.Random, thrown: list[Thrown]) -> int:
        return self.factor * self.term.throw(rng, thrown)


@dataclass(frozen=True, slots=True)
class Sum(Term):
    """Terms added up."""

    terms: tuple[Term, ...]

    @property
    def low(self) -> int:
        return sum(term.low for term in self.terms)

    @property
    def high(self) -> int:
        return sum(term.high for term in self.terms)

    @property
    def pools(self) -> tuple[Pool, ...]:
        return tuple(pool for term in self.terms for pool in term.pools)

    @property
    def spread(self) -> int:
        return min(self.high - self.low + 1, prod(term.spread for term in self.terms))

    @property
    def work(self) -> int:
        reached = [Sum(self.terms[:end]).spread for end in range(1, len(self.terms))]
        joins = sum(so_far * term.spread for so_far, term in zip(reached, self.terms[1:], strict=True))
        return joins + sum(term.work for term in self.terms)

    def ways(self) -> Ways:
        found: Ways = {0: 1}
        for term in self.terms:
            found = _convolve(found, term.ways())
        return found

    def throw(self, rng: random.Random, thrown: list[Thrown]) -> int:
        return sum(term.throw(rng, thrown) for term in self.terms)


@dataclass(frozen=True, slots=True)
class Extreme(Term):
    """The highest of several terms, or the lowest."""

    highest: bool
    terms: tuple[Term, ...]

    @property
    def low(self) -> int:
        return self._choose([term.low for term in self.terms])

    @property
    def high(self) -> int:
        return self._choose([term.high for term in self.terms])

    @property
    def pools(self) -> tuple[Pool, ...]:
        return tuple(pool for term in self.terms for pool in term.pools)

    @property
    def spread(self) -> int:
        return min(self.high - self.low + 1, sum(term.spread for term in self.terms))

    @property
    def work(self) -> int:
        return sum(term.work + term.spread for term in self.terms)

    def ways(self) -> Ways:
        parts = [term.ways() for term in self.terms]
        totals = sorted(set().union(*parts), reverse=not self.highest)
        reached = [0] * len(parts)
        before = 0
        found: Ways = {}
        for total in totals:
            reached = [so_far + part.get(total, 0) for so_far, part in zip(reached, parts, strict=True)]
            now = prod(reached)
            if now > before:
                found[total] = now - before
            before = now
        return found

    def throw(self, rng: random.Random, thrown: list[Thrown]) -> int:
        return self._choose([term.throw(rng, thrown) for term in self.terms])

    def _choose(self, totals: list[int]) -> int:
        return max(totals) if self.highest else min(totals)


def _add_die(ways: list[int], sides: int) -> list[int]:
    """One die more; ``ways`` starts at the lowest total. Each new entry is the sum of ``sides`` old ones."""
    running = [0, *accumulate(ways)]
    last = len(ways)
    return [running[min(end, last)] - running[max(0, end - sides)] for end in range(1, last + sides)]


def _highest_ways(count: int, sides: int, kept: int) -> Ways:
    """Ways of the highest ``kept`` dice.

    Sorted by the lowest face that is kept, and by how many dice are above it: those are free to show any
    higher face, the rest of the kept show just that face, and the dropped ones that or less.
    """
    found: Ways = {}
    for face in range(1, sides + 1):
        higher = [1]
        for above in range(kept if face < sides else 1):
            rest = count - above
            others = sum(
                comb(rest, same) * (face - 1) ** (rest - same) for same in range(kept - above, rest + 1)
            )
            lowest = kept * face + above
            for total, ways in enumerate(higher, lowest):
                found[total] = found.get(total, 0) + comb(count, above) * others * ways
            higher = _add_die(higher, sides - face)
    return {total: found[total] for total in sorted(found)}


def _convolve(first: Ways, second: Ways) -> Ways:
    sums: Ways = {}
    for a, ways_a in first.items():
        for b, ways_b in second.items():
            sums[a + b] = sums.get(a + b, 0) + ways_a * ways_b
    return sums
