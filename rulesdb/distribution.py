"""An exact probability distribution over any values."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any


def _identity(value: Any) -> str:
    return json.dumps(value, sort_keys=True, default=str)


@dataclass(frozen=True, slots=True)
class Distribution:
    """Values and their exact chances, in a fixed order; the chances add up to one.

    >>> coin = Distribution.of([("heads", Fraction(1, 2)), ("tails", Fraction(1, 2))])
    >>> coin["heads"]
    Fraction(1, 2)
    """

    outcomes: tuple[tuple[Any, Fraction], ...]

    @classmethod
    def of(cls, weighted: Iterable[tuple[Any, Fraction]]) -> Distribution:
        """Merge equal values; numbers come in rising order, other values in the order met."""
        merged: dict[str, tuple[Any, Fraction]] = {}
        for value, weight in weighted:
            key = _identity(value)
            known = merged.get(key)
            merged[key] = (value, weight if known is None else known[1] + weight)
        rows = [row for row in merged.values() if row[1]]
        if all(isinstance(value, int) and not isinstance(value, bool) for value, _ in rows):
            rows.sort(key=lambda row: row[0])
        return cls(tuple(rows))

    def __iter__(self) -> Iterator[tuple[Any, Fraction]]:
        return iter(self.outcomes)

    def __getitem__(self, value: Any) -> Fraction:
        """The chance of ``value``; zero if it cannot happen."""
        wanted = _identity(value)
        return next((p for known, p in self.outcomes if _identity(known) == wanted), Fraction(0))

    def map(self, function: Callable[[Any], Any]) -> Distribution:
        """The distribution of ``function`` of the value."""
        return Distribution.of((function(value), weight) for value, weight in self.outcomes)

    @property
    def mean(self) -> Fraction | None:
        """The expected value, or ``None`` where a value is not a number."""
        total = Fraction(0)
        for value, weight in self.outcomes:
            if isinstance(value, bool) or not isinstance(value, (int, Fraction)):
                return None
            total += value * weight
        return total
