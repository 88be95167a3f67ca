"""Odds before they are printed or drawn: columns side by side for the same results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import Any

from builder.draw.surface.wording import Words
from rulesdb import Basis, Distribution, Provenance
from rulesdb.model import BASIS_MEANING
from rulesdb.tables import show_value


class Reading(StrEnum):
    """Which chance to show: of exactly this result, of at least this result, or of at most this result."""

    CHANCE = "chance"
    AT_LEAST = "at-least"
    AT_MOST = "at-most"

    @property
    def words(self) -> str:
        return self.value.replace("-", " ")


@dataclass(frozen=True, slots=True)
class OddsColumn:
    """One distribution; ``house`` are the results, as displayed, that depend on a house value."""

    label: str
    odds: Distribution
    house: frozenset[str] = frozenset()


@dataclass(frozen=True)
class OddsSheet:
    """Odds to show.

    ``id`` names the entry, or is the notation of plain dice; ``inputs`` are those that are the same for all
    columns, ``varied`` the name of the one in which they differ. The chances of a column add up to one,
    unless the results are ``overlapping``: events of which several can happen at once. ``sources`` are
    the provenances of all figures used; plain dice have none.
    """

    title: str
    id: str
    inputs: Mapping[str, str]
    columns: tuple[OddsColumn, ...]
    varied: str = ""
    overlapping: bool = False
    sources: tuple[Provenance, ...] = ()

    @cached_property
    def is_numeric(self) -> bool:
        """Whether the results are numbers, which have a mean and can be added up from either end."""
        return not self.overlapping and all(column.odds.is_numeric for column in self.columns)

    @cached_property
    def house(self) -> tuple[Provenance, ...]:
        """The sources of house values."""
        return tuple(source for source in self.sources if source.basis is Basis.HOUSE)

    @cached_property
    def results(self) -> tuple[Any, ...]:
        """Every result of every column: numbers from low to high, others in the order of the columns."""
        if self.is_numeric:
            return tuple(sorted({value for column in self.columns for value, _ in column.odds}))
        return merge_orders([value for value, _ in column.odds] for column in self.columns)

    def chances(self, column: OddsColumn, reading: Reading = Reading.CHANCE) -> tuple[Fraction, ...]:
        """The chances of :attr:`results` in one column."""
        by_result = {show_value(value): chance for value, chance in column.odds}
        exact = [by_result.get(show_value(value), Fraction(0)) for value in self.results]
        if reading is Reading.AT_MOST:
            return tuple(accumulate(exact))
        if reading is Reading.AT_LEAST:
            return tuple(accumulate(reversed(exact)))[::-1]
        return tuple(exact)

    def highest(self, reading: Reading = Reading.CHANCE) -> Fraction:
        """The highest chance of all columns, for the longest bar; 1 if there are no results."""
        chances = (chance for column in self.columns for chance in self.chances(column, reading))
        return max(chances, default=Fraction(0)) or Fraction(1)


def merge_orders(orders: Iterable[Sequence[Any]]) -> tuple[Any, ...]:
    """One order of all values; a new value comes right after the one that precedes it in its own order.

    >>> merge_orders([["none", "stun", "kill"], ["none", "wound", "kill"], ["panic", "none"]])
    ('panic', 'none', 'wound', 'stun', 'kill')
    """
    merged: list[Any] = []
    texts: list[str] = []
    for order in orders:
        place = 0
        for value in order:
            text = show_value(value)
            if text in texts:
                place = texts.index(text) + 1
            else:
                merged.insert(place, value)
                texts.insert(place, text)
                place += 1
    return tuple(merged)


def show_percent(chance: Fraction) -> str:
    """A chance as a percentage with one decimal, which is 0 or 100 only if it is exactly that.

    >>> [show_percent(Fraction(part, 9999)) for part in (0, 1, 3333, 9998, 9999)]
    ['0.0%', '<0.1%', '33.3%', '>99.9%', '100.0%']
    """
    percent = f"{float(chance):.1%}"
    if percent == "0.0%" and chance > 0:
        return "<0.1%"
    return ">99.9%" if percent == "100.0%" and chance < 1 else percent


def summary(column: OddsColumn, words: Words) -> tuple[str, ...]:
    """Mean and standard deviation of a column of numbers, in words; empty if it has none.

    >>> from rulesdb import Dice
    >>> from builder.draw.surface.wording import load_words
    >>> summary(OddsColumn("", Dice.parse("2d6").distribution()), load_words())
    ('mean 7', 'standard deviation 2.42')
    """
    mean, deviation = column.odds.mean, column.odds.standard_deviation
    if mean is None or deviation is None:
        return ()
    return (
        words("odds.mean", number=_short(float(mean), words)),
        words("odds.deviation", number=_short(deviation, words)),
    )


def house_marked(sheet: OddsSheet) -> frozenset[str]:
    """The results to mark one by one; empty if all figures are house values, or none is."""
    if len(sheet.house) in (0, len(sheet.sources)):
        return frozenset()
    return frozenset().union(*(column.house for column in sheet.columns))


def footnotes(sheet: OddsSheet, words: Words) -> tuple[str, ...]:
    """The notes that readers of a sheet need besides its figures."""
    notes = []
    if sheet.overlapping:
        notes.append(words("odds.overlapping"))
    if house_marked(sheet):
        notes.append(words("odds.marked"))
    return tuple(notes)


def basis_lines(sheet: OddsSheet, words: Words) -> tuple[tuple[str, bool], ...]:
    """The sources of the figures, one line each, with the meaning of house values if there are any.

    Each line has a flag that is true if it is about a house value.
    """
    lines = {
        f"{source.source} · {words.of('basis', source.basis)}": source.basis is Basis.HOUSE
        for source in sheet.sources
    }
    meaning = BASIS_MEANING[Basis.HOUSE]
    lines |= {words("odds.house", note=source.note or meaning): True for source in sheet.house}
    return tuple(lines.items())


def _short(number: float, words: Words) -> str:
    """A number with at most two decimals, or none if it is a thousand or more."""
    return words.number(round(number, 2), ".15g") if abs(number) < 1000 else words.number(number, ".0f")
