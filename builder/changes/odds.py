"""Exact odds of tables before and after a change: of the rules, or of one modifier."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from builder.exchange.sqlite.table_rows import places_of_axis
from rulesdb import InputError, Ruleset, Table
from rulesdb.dice import Distribution
from rulesdb.tables.axes import Interval
from rulesdb.tables.table import Modifier, show_value

_MAX_QUESTIONS = 400


@dataclass(frozen=True, slots=True)
class Shift:
    """The chances of the results of one question before and after; both are exact.

    ``inputs`` are those that are not rolled.
    """

    inputs: Mapping[str, Any]
    before: Distribution
    after: Distribution

    @property
    def rows(self) -> list[tuple[str, Fraction, Fraction]]:
        """Each result in words, with its chance before and after."""
        values = [value for value, _ in self.before]
        values_by_text = {
            show_value(value): value for value in [*values, *(value for value, _ in self.after)]
        }
        return [(text, self.before[value], self.after[value]) for text, value in values_by_text.items()]

    @property
    def mean_change(self) -> Fraction | None:
        """The change of the mean, if the results are numbers."""
        if self.before.mean is None or self.after.mean is None:
            return None
        return self.after.mean - self.before.mean

    @property
    def distance(self) -> Fraction:
        """The smallest possible share of games in which the result differs."""
        return sum((abs(after - before) for _, before, after in self.rows), Fraction(0)) / 2


def table_shifts(before: Table, after: Table) -> list[Shift]:
    """The questions of a table whose odds differ; none if it has no dice, or other axes than before.

    Raises:
        InputError: there are too many rolls.
    """
    names = [axis.name for axis in before.axes]
    if names != [axis.name for axis in after.axes] or not any(axis.dice for axis in after.axes):
        return []
    shifts = []
    for inputs in itertools.islice(_questions(after), _MAX_QUESTIONS):
        try:
            shift = Shift(inputs, before.odds(**inputs), after.odds(**inputs))
        except InputError:
            # A label that only one of the versions has.
            continue
        if shift.before != shift.after:
            shifts.append(shift)
    return shifts


def _questions(table: Table) -> Iterator[dict[str, Any]]:
    """The inputs that are not rolled, in every combination that can differ."""
    free = [axis for axis in table.axes if axis.dice is None]
    for places in itertools.product(*(places_of_axis(table, axis) for axis in free)):
        yield {
            axis.name: place if axis.is_label else Interval.parse(place).low
            for axis, place in zip(free, places, strict=True)
        }


@dataclass(frozen=True, slots=True)
class TableImpact:
    """The changes of a table by a supplement: its odds, or only its cells if it has no dice."""

    table: Table
    shifts: Sequence[Shift]


def supplement_impact(before: Ruleset, after: Ruleset, changed: Sequence[str]) -> list[TableImpact]:
    """The tables with some ids, with their odds in two versions of a game."""
    return [
        TableImpact(table, table_shifts(before.tables[slug], table) if slug in before.tables else [])
        for slug, table in after.tables.items()
        if table.id in changed
    ]


@dataclass(frozen=True, slots=True)
class ModifierShift:
    """The effect of one modifier: the odds without it, with it, and with it plus one."""

    modifier: Modifier
    use: Shift
    plus_one: Shift


def sensitivity(table: Table, inputs: Mapping[str, Any]) -> list[ModifierShift]:
    """The effect of each modifier of a table, and of one more on each, at some inputs.

    Raises:
        InputError: the table has no modifiers, or an input is missing or unknown.
    """
    if not table.modifiers:
        raise InputError(f"{table.id} has no modifiers; `brainbug show {table.id}` shows the table")
    base = table.odds(**inputs)
    shifts = []
    for modifier in table.modifiers:
        one = table.odds(modifiers=[modifier.id], **inputs)
        raised = replace(modifier, add=modifier.add + 1)
        others = tuple(raised if each.id == modifier.id else each for each in table.modifiers)
        two = replace(table, modifiers=others).odds(modifiers=[modifier.id], **inputs)
        shifts.append(ModifierShift(modifier, Shift(inputs, base, one), Shift(inputs, one, two)))
    return shifts
