"""Numbers of a scenario that dice can decide: rolled by players, or from a seed in the file."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from rulesdb import InputError
from rulesdb.codes import Code
from rulesdb.dice import Dice
from rulesdb.problem import Problem
from rulesdb.yaml_source import DataPath, YamlSource

# The keys of a force whose number dice can decide, with the minimum of each.
_MIN_AMOUNTS: Mapping[str, int] = MappingProxyType({"count": 1, "dummies": 0})
_MAX_AMOUNT = 99


def number_of(value: Any) -> int:
    """A number in a file: the highest possible if players roll it.

    >>> number_of(4), number_of("2D6"), number_of({"dice": "2D6", "seed": 3})
    (4, 12, 7)
    """
    if isinstance(value, int):
        return value
    if isinstance(value, str):
        return Dice.parse(value).high
    return Dice.parse(value["dice"]).roll(random.Random(value["seed"]))[0]


def dice_of(force: Mapping[str, Any]) -> Mapping[str, Dice]:
    """The dice that players roll for numbers of a force, by key."""
    texts = {key: force[key] for key in _MIN_AMOUNTS if isinstance(force.get(key), str)}
    return MappingProxyType({key: Dice.parse(text) for key, text in texts.items()})


def bad_dice(source: YamlSource) -> Iterator[Problem]:
    """The problems of forces with dice that cannot be parsed, or whose results are too low or too high."""
    for index, force in enumerate(source.data["forces"]):
        for key in _MIN_AMOUNTS:
            path: DataPath = ("forces", index, key)
            value = force.get(key)
            if isinstance(value, Mapping):
                path, value = (*path, "dice"), value["dice"]
            if isinstance(value, str):
                yield from _problems(source, path, value, _MIN_AMOUNTS[key])


def _problems(source: YamlSource, path: DataPath, text: str, least: int) -> Iterator[Problem]:
    try:
        dice = Dice.parse(text)
    except InputError as error:
        message, *_ = str(error).splitlines()
        yield Problem(Code.BAD_VALUE, f"`{text}`: {message}", source.value_span(path), "write dice as in 2D6")
        return
    if not dice.pools:
        message = f"`{text}` has no dice"
        yield Problem(
            Code.BAD_VALUE, message, source.value_span(path), "write a number without quotes, or 2D6"
        )
    elif dice.low < least or dice.high > _MAX_AMOUNT:
        message = f"`{text}` gives {dice.low} to {dice.high}; the number must be {least} to {_MAX_AMOUNT}"
        yield Problem(Code.BAD_VALUE, message, source.value_span(path), "use other dice, as in 2D6")
