"""The inputs of procedures: the values that each accepts, and how they are parsed from text."""

from __future__ import annotations

import dataclasses
import math
import re
import types
import typing
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rulesdb.errors import InputError, brief_repr

MAX_NUMBER = 9_999
"""No figure of a game is nearly as large, and larger ones would only take too long to compute."""

SIMPLE = (str, int, float, type(None))
"""Types of values that JSON can represent and that have no parts."""

_MAX_SEED = 1 << 64
_MAX_DEPTH = 50
_MAX_BITS = 4096
_MAX_REPEATS = 100
_YES = ("yes", "y", "true", "on", "1")
_NO = ("no", "n", "false", "off", "0")
_REPEATED = re.compile(r"(.+?)\s*[*×]\s*(\d{1,4})\Z")
_SAMPLE = re.compile(r"``([^`]+)``")


@dataclass(frozen=True, slots=True)
class Input:
    """One input of a procedure."""

    name: str
    type: Any
    required: bool
    default: Any = None

    @property
    def accepts(self) -> str:
        """The accepted values, in words."""
        return describe(self.type)

    @property
    def is_list(self) -> bool:
        """Whether it accepts several values, as in ``3,4``."""
        return any(typing.get_origin(option) is tuple for option in _options(self.type))

    def read(self, text: Any) -> Any:
        """The value of ``text``; a value of the right type is returned unchanged.

        Raises:
            InputError: naming the input, the text or value, and what is accepted.
        """
        return convert(self.name, self.type, text)


def require_range(low: int, high: int | None = None, /, **numbers: int) -> None:
    """Check that numbers are from ``low`` to ``high``; without ``high`` there is no upper limit.

    Raises:
        InputError: for the first number that is out of range.
    """
    for name, number in numbers.items():
        if number < low or (high is not None and number > high):
            raise InputError(f"{name}={number}: use {low}{' or more' if high is None else f'-{high}'}")


def describe(wanted: Any) -> str:
    """The values that an annotated type accepts, in words.

    >>> describe(tuple[int, ...]), describe(int | None), describe(bool)
    ('whole numbers, such as 3,4', 'a whole number, or none', 'yes or no')
    """
    options = _options(wanted)
    words = " or ".join(_describe_one(option) for option in options if option is not types.NoneType)
    return f"{words}, or none" if types.NoneType in options else words


def convert(name: str, wanted: Any, value: Any) -> Any:
    """Convert text to the annotated type: numbers, flags, lists, and types with a ``parse`` method.

    In a list, ``ER*3`` is three times ``ER``.

    >>> convert("dice", tuple[int, ...], "2, 4"), convert("weapons", tuple[str, ...], "ER*2,MG")
    ((2, 4), ('ER', 'ER', 'MG'))
    >>> convert("leadership", int | None, "none"), convert("medic", bool, "no")
    (None, False)

    Raises:
        InputError: naming the input, the text and how to write it.
    """
    if not isinstance(value, str):
        if not _fits(wanted, value):
            raise InputError(f"{name}={brief_repr(value)}: use {describe(wanted)}")
        return _limited(name, value) if isinstance(value, int) else value
    options = _options(wanted)
    if types.NoneType in options and value.strip().casefold() in ("", "none"):
        return None
    errors: list[InputError] = []
    for option in options:
        if option is not types.NoneType:
            try:
                return _convert_one(name, option, value)
            except InputError as error:
                errors.append(error)
    raise errors[0]


def split_list(value: str, numbers: bool = False) -> list[str]:
    """The parts of a list: split at commas if there are any, so that names may contain spaces.

    >>> split_list("room 1,room 2"), split_list("ER*2 MG"), split_list("3, 4", numbers=True)
    (['room 1', 'room 2'], ['ER', 'ER', 'MG'], ['3', '4'])

    Raises:
        InputError: a part is repeated too often.
    """
    marks = "[,;]" if re.search("[,;]", value) and not numbers else r"[\s,;]+"
    items: list[str] = []
    for item in (part.strip() for part in re.split(marks, value)):
        repeated = _REPEATED.match(item)
        if repeated is not None:
            if int(repeated[2]) > _MAX_REPEATS:
                raise InputError(f"{brief_repr(item)}: at most {_MAX_REPEATS} times")
            items += [repeated[1]] * int(repeated[2])
        elif item:
            items.append(item)
    return items


def as_plain(value: Any, depth: int = 0) -> Any:
    """A result that JSON can represent; the fields of a dataclass become names in words.

    Raises:
        TypeError: a part of it is of another type.
        ValueError: a number is infinite or too large, or parts are nested too deep or contain themselves.
    """
    if depth > _MAX_DEPTH:
        raise ValueError(f"a result that is nested more than {_MAX_DEPTH} deep")

    def inside(part: Any) -> Any:
        return as_plain(part, depth + 1)

    if hasattr(value, "as_json"):
        return inside(value.as_json())
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = dataclasses.fields(value)
        return {field.name.replace("_", " "): inside(getattr(value, field.name)) for field in fields}
    if isinstance(value, Mapping):
        return {str(key): inside(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [inside(part) for part in value]
    if isinstance(value, (set, frozenset)):
        return [inside(part) for part in sorted(value)]
    if isinstance(value, Fraction):
        return str(value)
    if not isinstance(value, SIMPLE):
        raise TypeError(f"a result with {brief_repr(value)}; use numbers, texts, lists and dataclasses")
    is_large = isinstance(value, int) and value.bit_length() > _MAX_BITS
    if is_large or (isinstance(value, float) and not math.isfinite(value)):
        raise ValueError(f"a result with the number {brief_repr(value)}")
    return value


def _options(wanted: Any) -> tuple[Any, ...]:
    """The members of a union, or the type alone."""
    if typing.get_origin(wanted) in (types.UnionType, typing.Union):
        return typing.get_args(wanted)
    return (wanted,)


def _fits(wanted: Any, value: object) -> bool:
    """Whether a value is of an annotated type; a list of numbers may be any sequence of numbers."""
    options = _options(wanted)
    if len(options) > 1:
        return any(_fits(option, value) for option in options)
    if typing.get_origin(wanted) is tuple:
        parts = typing.get_args(wanted)
        if not isinstance(value, (list, tuple)):
            return False
        if Ellipsis in parts:
            return all(_fits(parts[0], item) for item in value)
        return len(value) == len(parts) and all(map(_fits, parts, value))
    if isinstance(value, bool) or not isinstance(wanted, type):
        return wanted is bool or not isinstance(wanted, type)
    return isinstance(value, (int, float) if wanted is float else wanted)


def _describe_one(wanted: Any) -> str:
    if typing.get_origin(wanted) is tuple:
        parts = typing.get_args(wanted)
        if Ellipsis not in parts:
            return ", then ".join(describe(part) for part in parts)
        if parts[0] is int:
            return "whole numbers, such as 3,4"
        sample = _sample(parts[0])
        return f"one or more, separated by commas, such as {sample}" if sample else "names, such as a,b"
    words = {int: "a whole number", float: "a number", bool: "yes or no", str: "a name"}
    if wanted in words:
        return words[wanted]
    sample = _sample(wanted)
    return f"text such as {sample}" if sample else str(getattr(wanted, "__name__", wanted))


def _convert_one(name: str, wanted: Any, value: str) -> Any:
    if typing.get_origin(wanted) is tuple:
        return _convert_list(name, typing.get_args(wanted), value)
    text = value.strip()
    if wanted is bool:
        if text.casefold() in (*_YES, *_NO):
            return text.casefold() in _YES
        raise InputError(f"{name}={brief_repr(value)}: use yes or no")
    if wanted is int:
        if re.fullmatch(r"[-+]?\d{1,9}", text) is None:
            raise InputError(f"{name}={brief_repr(value)}: use a whole number, such as 3")
        return _limited(name, int(text))
    if wanted is float:
        if re.fullmatch(r"[-+]?\d{1,9}(\.\d{1,9})?", text) is None:
            raise InputError(f"{name}={brief_repr(value)}: use a number, such as 2.5")
        return float(text)
    parse = getattr(wanted, "parse", None)
    if parse is None:
        return text
    try:
        return parse(text)
    except InputError:
        raise
    except (TypeError, ValueError) as error:
        raise InputError(f"{name}={brief_repr(value)}: {error}; write {_describe_one(wanted)}") from error


def _limited(name: str, number: int) -> int:
    # A seed may be any number: it identifies a series of dice and counts nothing.
    most = _MAX_SEED if name == "seed" else MAX_NUMBER
    if abs(number) > most:
        raise InputError(f"{name}={brief_repr(number)}: use a number from -{most} to {most}")
    return number


def _convert_list(name: str, parts: tuple[Any, ...], value: str) -> tuple[Any, ...]:
    items = split_list(value, numbers=parts[0] in (int, float))
    if Ellipsis in parts:
        return tuple(convert(name, parts[0], item) for item in items)
    if len(items) != len(parts):
        given = f"{name}={brief_repr(value)}"
        raise InputError(f"{given}: {len(items)} given; use {len(parts)}, separated by commas")
    return tuple(convert(name, part, item) for part, item in zip(parts, items, strict=True))


def _sample(wanted: Any) -> str:
    """The first piece of code in the docstring of a ``parse`` method."""
    match = _SAMPLE.search(getattr(getattr(wanted, "parse", None), "__doc__", None) or "")
    return match[1] if match else ""
