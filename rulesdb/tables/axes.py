"""The axes of a table: the inputs that they accept, and the ranges of their results."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from rulesdb.dice import Dice
from rulesdb.errors import InputError, brief_repr
from rulesdb.nearest import did_you_mean

_RANGE = re.compile(r"(-?\d{1,9})(?:\s*(?:-|–|\.\.)\s*(-?\d{1,9})|(\+))?\Z")


@dataclass(frozen=True, slots=True, order=True)
class Interval:
    """Whole numbers from ``low`` to ``high``; without an end if ``high`` is ``None``.

    >>> Interval.parse("31-84"), Interval.parse("6+"), Interval.parse("4")
    (Interval(low=31, high=84), Interval(low=6, high=None), Interval(low=4, high=4))
    """

    low: int
    high: int | None

    @classmethod
    def parse(cls, text: str) -> Interval:
        """Parse ``5``, ``1-30`` or ``6+``.

        Raises:
            InputError: the text is none of these, or runs backwards.
        """
        match = _RANGE.match(text.strip())
        if match is None:
            raise InputError(f"range {text!r}: write it as 5, 1-30 or 6+")
        low = int(match[1])
        high = None if match[3] else int(match[2]) if match[2] is not None else low
        if high is not None and high < low:
            raise InputError(f"range {text!r} runs backwards; write {high}-{low}")
        return cls(low, high)

    def __contains__(self, number: int) -> bool:
        return self.low <= number and (self.high is None or number <= self.high)

    def __str__(self) -> str:
        if self.high is None:
            return f"{self.low}+"
        return str(self.low) if self.high == self.low else f"{self.low}-{self.high}"


def list_words(words: Collection[str]) -> str:
    """Words in a list; separated by semicolons if one has a comma.

    >>> list_words(["short", "long"]), list_words(["ER, P", "LR"])
    ('short, long', 'ER, P; LR')
    """
    return ("; " if any("," in word for word in words) else ", ").join(words)


@dataclass(frozen=True, slots=True)
class Axis:
    """One input of a table.

    An axis has ``labels`` (one of some words), or ``dice`` (the total of a roll), or neither: then it accepts
    a whole number. ``bins`` are the ranges of a list of cells; those of a roll may exceed its totals, for
    modified rolls.
    """

    name: str
    title: str
    labels: tuple[str, ...] = ()
    dice: Dice | None = None
    bins: tuple[Interval, ...] = ()
    unit: str = ""

    @property
    def is_label(self) -> bool:
        return bool(self.labels)

    @property
    def low(self) -> int:
        """The lowest number that this axis accepts."""
        return self.bins[0].low

    @property
    def high(self) -> int | None:
        """The highest number that this axis accepts; ``None`` if there is no end."""
        return self.bins[-1].high

    @property
    def accepts(self) -> str:
        """The accepted values, in words."""
        if self.is_label:
            return list_words(self.labels)
        span = str(Interval(self.low, self.high))
        if self.dice is None:
            return span
        modified = (self.low, self.high) != (self.dice.low, self.dice.high)
        return f"{span} ({self.dice.text}{', modified' if modified else ''})"

    def read(self, value: Any) -> str | int:
        """Check one input and convert it to the axis's type; a number out of range is accepted.

        Raises:
            InputError: naming the axis, the value and what is accepted.
        """
        if self.is_label:
            text = _text_of(value)
            if text in self.labels:
                return text
            folded = {label.casefold(): label for label in self.labels}
            if text.casefold() in folded:
                return folded[text.casefold()]
            raise InputError(f"{self.name}={brief_repr(text)}: {did_you_mean(text, self.labels)}")
        number = _text_of(value).strip()
        if isinstance(value, bool) or not re.fullmatch(r"[-+]?\d{1,9}", number):
            raise InputError(f"{self.name}={brief_repr(value)}: use a whole number, {self.accepts}")
        return int(number)


def _text_of(value: object) -> str:
    """The text of an input; anything that has none, such as an endless number, as messages show it."""
    try:
        return str(value)
    except Exception:
        return brief_repr(value)


def axis_from(data: dict[str, Any]) -> Axis:
    """Build an axis from its entry in a table.

    Raises:
        InputError: bad dice or ranges.
    """
    name = data["name"]
    dice = Dice.parse(data["roll"]) if "roll" in data else None
    if "ranges" in data:
        bins = tuple(Interval.parse(str(text)) for text in data["ranges"])
    elif dice is not None:
        bins = tuple(Interval(face, face) for face in range(dice.low, dice.high + 1))
    else:
        bins = ()
    return Axis(
        name=name,
        title=data.get("title", name),
        labels=tuple(data.get("labels", ())),
        dice=dice,
        bins=bins,
        unit=data.get("unit", ""),
    )
