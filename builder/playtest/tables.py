"""Tables of the database as flat arrays, which answer faster than a lookup and with the same results."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from rulesdb import Answer, Ruleset, Table
from rulesdb.tables import NO_EFFECT
from rulesdb.tables.axes import Axis

_OUTSIDE = -1


class Use(NamedTuple):
    """A cell of a table that was used."""

    table: FlatTable
    cell: int


class FlatTable:
    """A table as a flat array of results.

    >>> from rulesdb import open_game
    >>> results = FlatTable(open_game("handspan").table("firing-results"))
    >>> results.results[results.index("tank", "long", "kill")]
    24
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.id = table.id
        self._axes = [_FlatAxis(axis) for axis in table.axes]
        self._stays = table.beyond == "clamp"
        sizes = [len(axis.values) for axis in self._axes]
        self._strides = [_product(sizes[number + 1 :]) for number in range(len(sizes))]
        names = [axis.name for axis in table.axes]
        places = itertools.product(*(axis.values for axis in self._axes))
        self.inputs: tuple[tuple[str | int, ...], ...] = tuple(places)
        self._names = names
        self.results: tuple[Any, ...] = tuple(
            table.lookup(**_given(names, place)).result for place in self.inputs
        )
        self._shifts: dict[tuple[str, ...], tuple[tuple[int, int], ...]] = {}

    def index(self, *at: str | int, modifiers: Sequence[str] = ()) -> int:
        """The index of the cell at these inputs, one for each axis; -1 if it is beyond the table.

        Labels have to be written as in the table, and sets of modifiers have to be allowed.
        """
        if modifiers:
            at = self._modified(at, tuple(modifiers))
        index = 0
        for axis, stride, value in zip(self._axes, self._strides, at, strict=True):
            number = axis.number(value)
            if number == _OUTSIDE:
                if not self._stays:
                    return _OUTSIDE
                number = axis.nearest(value)
            index += number * stride
        return index

    def result(self, *at: str | int, modifiers: Sequence[str] = ()) -> Any:
        """The result at these inputs, one for each axis.

        Raises:
            InputError: an input is beyond the table, and the table has no result for that.
        """
        index = self.index(*at, modifiers=modifiers)
        if index != _OUTSIDE:
            return self.results[index]
        if self.table.beyond == "no-effect":
            return NO_EFFECT
        return self.table.lookup(modifiers=modifiers, **_given(self._names, at)).result

    def use(self, *at: str | int, modifiers: Sequence[str] = ()) -> Use:
        """The cell at these inputs as a use."""
        return Use(self, self.index(*at, modifiers=modifiers))

    def answer(self, index: int) -> Answer:
        """The result of a cell, with its citation."""
        return self.table.lookup(**_given(self._names, self.inputs[index]))

    @functools.cached_property
    def _modifiers(self) -> Mapping[str, tuple[int, int]]:
        """The number of the axis and the number to add, by the id of the modifier."""
        numbers = {name: number for number, name in enumerate(self._names)}
        return {modifier.id: (numbers[modifier.to], modifier.add) for modifier in self.table.modifiers}

    def _modified(self, at: tuple[str | int, ...], names: tuple[str, ...]) -> tuple[str | int, ...]:
        changed = list(at)
        for number, add in self._shift(names):
            changed[number] = self._axes[number].moved(changed[number], add)
        return tuple(changed)

    def _shift(self, names: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
        if names not in self._shifts:
            chosen = self.table.chosen(names)
            self._shifts[names] = tuple(self._modifiers[modifier.id] for modifier in chosen)
        return self._shifts[names]


class _FlatAxis:
    """The values of an axis, each with its number; of an axis without end, those up to its last range."""

    def __init__(self, axis: Axis) -> None:
        self.values: Sequence[str | int]
        if axis.is_label:
            self.values = axis.labels
        else:
            last = axis.bins[-1].low if axis.high is None else axis.high
            self.values = range(axis.low, last + 1)
        self._has_end = axis.is_label or axis.high is not None
        self._numbers = {value: number for number, value in enumerate(self.values)}

    def number(self, value: str | int) -> int:
        """The number of a value; -1 if it is beyond the axis."""
        number = self._numbers.get(value, _OUTSIDE)
        if number == _OUTSIDE and not self._has_end and isinstance(value, int) and value > self._low:
            return len(self.values) - 1
        return number

    def nearest(self, value: str | int) -> int:
        """The number of the first or last value, for one that is beyond the axis."""
        if isinstance(value, str):
            raise KeyError(value)
        return 0 if value < self._low else len(self.values) - 1

    def moved(self, value: str | int, add: int) -> str | int:
        """A value that a modifier has changed; labels move along the axis and stop at its ends."""
        if isinstance(value, int):
            return value + add
        return self.values[max(0, min(self._numbers[value] + add, len(self.values) - 1))]

    @property
    def _low(self) -> int:
        low = self.values[0]
        assert isinstance(low, int)
        return low


class Tables:
    """The tables of a game, each compiled when it is first used."""

    def __init__(self, game: Ruleset) -> None:
        self.game = game
        self._flat: dict[str, FlatTable] = {}
        self._rolls: dict[str, str] = {}

    def __getitem__(self, slug: str) -> FlatTable:
        if slug not in self._flat:
            self._flat[slug] = FlatTable(self.game.table(slug))
        return self._flat[slug]

    def figure(self, slug: str, *at: str | int, modifiers: Sequence[str] = ()) -> int:
        """A result that is a whole number."""
        return int(self[slug].result(*at, modifiers=modifiers))

    def dice(self, slug: str, *at: str | int) -> str:
        """The notation of a result that is dice."""
        return str(self[slug].result(*at))

    def roll(self, slug: str) -> str:
        """The notation of the dice that are rolled on a table.

        >>> from rulesdb import open_game
        >>> Tables(open_game("mobile-infantry")).roll("reaction")
        '1d6'
        """
        if slug not in self._rolls:
            dice = (axis.dice for axis in self.game.table(slug).axes if axis.dice is not None)
            self._rolls[slug] = next(dice).text
        return self._rolls[slug]


def _given(names: Sequence[str], values: Sequence[str | int]) -> dict[str, Any]:
    return dict(zip(names, values, strict=True))


def _product(numbers: Sequence[int]) -> int:
    product = 1
    for number in numbers:
        product *= number
    return product
