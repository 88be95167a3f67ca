"""Checks of the arguments of public functions: a value of a wrong type is an input error that shows it."""

from __future__ import annotations

import os
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import Any

from rulesdb.errors import InputError, brief_repr

_MAX_ITEMS = 100_000


def require(name: str, value: object, kind: type | tuple[type, ...], accepts: str) -> None:
    """Check the type of an argument; True and False are no numbers.

    >>> require("die", 3, int, "a whole number")
    >>> require("game", 5, str, "the id of a game")
    Traceback (most recent call last):
    rulesdb.errors.InputError: game=5: use the id of a game

    Raises:
        InputError: naming the argument, its value and what is accepted.
    """
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is int):
        raise InputError(f"{name}={brief_repr(value)}: use {accepts}")


def as_path(name: str, value: object) -> Path:
    """An argument that is a path, as text or as a ``Path``.

    Raises:
        InputError: it is neither, or no system can have a file of that name.
    """
    require(name, value, (str, Path), "the path of a file or folder")
    assert isinstance(value, (str, Path))
    try:
        raw = os.fsencode(value)
    except UnicodeEncodeError:
        raw = b"\0"
    if b"\0" in raw:
        raise InputError(f"{name}={brief_repr(str(value))}: a path cannot have such characters")
    return Path(value)


def require_each(name: str, values: Any, kind: type | tuple[type, ...], accepts: str) -> tuple[Any, ...]:
    """The items of an argument that takes several, each of the right type; a text is not a list of letters.

    Raises:
        InputError: as for :func:`require`, for the argument or for its first wrong item; or there are too
            many, perhaps without end.
    """
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        raise InputError(f"{name}={brief_repr(values)}: use a list of {accepts}")
    items = tuple(islice(values, _MAX_ITEMS + 1))
    if len(items) > _MAX_ITEMS:
        raise InputError(f"{name}: use a list of at most {_MAX_ITEMS} {accepts}")
    for item in items:
        if not isinstance(item, kind):
            raise InputError(f"{name}: {brief_repr(item)}: use a list of {accepts}")
    return items


def require_number(name: str, value: object, low: float, high: float, unit: str = "") -> None:
    """Check that an argument is a finite number in a range.

    Raises:
        InputError: it is not.
    """
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not is_number or not low <= value <= high:  # type: ignore[operator]
        raise InputError(f"{name}={brief_repr(value)}: use a number from {low:g} to {high:g} {unit}".rstrip())


def as_text(name: str, value: object) -> str:
    """An argument as Python writes it.

    Raises:
        InputError: Python cannot write it: a number is too large, or it contains itself too deeply.
    """
    try:
        return str(value)
    except Exception as error:
        raise InputError(f"{name}={brief_repr(value)}: use a value that can be written") from error
