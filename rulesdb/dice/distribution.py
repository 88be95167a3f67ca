"""An exact probability distribution over any values."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rulesdb.arguments import require
from rulesdb.errors import InputError, brief_repr


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
        """Merge equal values; numbers are in ascending order, other values in the order given."""
        require("weighted", weighted, Iterable, "pairs of a value and its chance")
        merged: dict[str, tuple[Any, Fraction]] = {}
        for pair in weighted:
            try:
                value, weight = pair
            except (TypeError, ValueError):
                raise InputError(f"{brief_repr(pair)}: use pairs of a value and its chance") from None
            if not isinstance(weight, (int, Fraction)):
                raise InputError(f"{brief_repr(pair)}: use a Fraction or a whole number as the chance")
            try:
                key = _identity(value)
            except Exception as error:
                raise InputError(f"{brief_repr(value)}: use values that can be written as JSON") from error
            merged[key] = (value, weight + merged[key][1] if key in merged else weight)
        rows = [row for row in merged.values() if row[1]]
        if all(isinstance(value, int) and not isinstance(value, bool) for value, _ in rows):
            rows.sort(key=lambda row: row[0])
        return cls(tuple(rows))

    def __iter__(self) -> Iterator[tuple[Any, Fraction]]:
        return iter(self.outcomes)

    def __getitem__(self, value: Any) -> Fraction:
        """The chance of ``value``; zero if it cannot happen."""
        try:
            wanted = _identity(value)
        except Exception:
            # A value that JSON cannot represent is never an outcome.
            return Fraction(0)
        return next((chance for value, chance in self.outcomes if _identity(value) == wanted), Fraction(0))

    def map(self, function: Callable[[Any], Any]) -> Distribution:
        """The distribution of ``function`` of the value."""
        if not callable(function):
            raise InputError(f"function={brief_repr(function)}: use a function of a value")
        return Distribution.of((function(value), weight) for value, weight in self.outcomes)

    def _repr_html_(self) -> str:
        """The chances in a notebook."""
        from rulesdb.notebook import distribution_html

        return distribution_html(self)

    @property
    def is_numeric(self) -> bool:
        """Whether every value is a number, so that there is a mean and an order from low to high."""
        return all(
            isinstance(value, (int, Fraction)) and not isinstance(value, bool) for value, _ in self.outcomes
        )

    @property
    def mean(self) -> Fraction | None:
        """The expected value, or ``None`` if a value is not a number."""
        return self._expected(lambda value: value) if self.is_numeric else None

    @property
    def variance(self) -> Fraction | None:
        """The mean of the squared distance from the mean, or ``None`` if a value is not a number."""
        mean = self.mean
        if mean is None:
            return None
        return self._expected(lambda value: value * value) - mean * mean

    @property
    def standard_deviation(self) -> float | None:
        """The root of the variance, or ``None`` if a value is not a number.

        >>> Distribution.of([(1, Fraction(1, 2)), (4, Fraction(1, 2))]).standard_deviation
        1.5
        """
        variance = self.variance
        return None if variance is None else math.sqrt(variance)

    def at_least(self, value: Any) -> Fraction:
        """The chance of ``value`` or more; the values must be numbers.

        >>> coins = Distribution.of([(0, Fraction(1, 4)), (1, Fraction(1, 2)), (2, Fraction(1, 4))])
        >>> coins.at_least(1), coins.at_most(0)
        (Fraction(3, 4), Fraction(1, 4))
        """
        self._require_number(value)
        return sum((chance for other, chance in self.outcomes if other >= value), Fraction(0))

    def at_most(self, value: Any) -> Fraction:
        """The chance of ``value`` or less; the values must be numbers."""
        self._require_number(value)
        return sum((chance for other, chance in self.outcomes if other <= value), Fraction(0))

    def _require_number(self, value: Any) -> None:
        require("value", value, (int, float, Fraction), "a number")
        if not self.is_numeric:
            results = ", ".join(str(outcome) for outcome, _ in self.outcomes[:4])
            raise InputError(f"value={value}: the results ({results} …) are not numbers; look up one with []")

    def _expected(self, function: Callable[[Any], Any]) -> Fraction:
        """The mean of a number that is a function of the value."""
        # Fractions are slow to add: each sum is reduced to lowest terms.
        whole = math.lcm(*(chance.denominator for _, chance in self.outcomes))
        total = sum(
            function(value) * chance.numerator * (whole // chance.denominator)
            for value, chance in self.outcomes
        )
        return Fraction(total) / whole
