"""Where we read JSON Schema more strictly, or more soundly, than Python's usual validator does.

A pattern's ``$`` means the very end and ``\\d`` the ten digits, as the standard has it; a text of nothing
but blanks counts as empty, and ``22.0`` not as a whole number; and whether a list repeats itself is told in
time that grows with the list.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

REFERENCE_KEYWORD = "x-brainbug-ref"

_TOKEN = re.compile(r"\\.|\[(?:\\.|[^\]\\])*\]|\$", re.DOTALL)


@lru_cache(maxsize=256)
def regex_of(pattern: str) -> re.Pattern[str]:
    """A pattern of JSON Schema as one of Python.

    >>> bool(regex_of("^\\\\d+$").search("12")), bool(regex_of("^\\\\d+$").search("12\\n"))
    (True, False)
    """
    return re.compile(_TOKEN.sub(lambda token: r"\Z" if token[0] == "$" else token[0], pattern), re.ASCII)


def is_long_enough(text: str, least: int) -> bool:
    """Whether a text has so many characters, and, if it needs any, one that is not blank.

    >>> is_long_enough("a b", 1), is_long_enough("  ", 1), is_long_enough("", 0)
    (True, False, True)
    """
    return len(text) >= least and (least == 0 or not text.isspace())


def is_whole(value: object) -> bool:
    """Whether a value is a whole number, written as one.

    >>> is_whole(22), is_whole(22.0), is_whole(True)
    (True, False, False)
    """
    return type(value) is int


def has_repeats(items: Sequence[Any]) -> bool:
    """Whether two items of a list are equal, as JSON counts it.

    >>> has_repeats([1, "1", True, {"a": [1]}]), has_repeats([{"a": [1]}, {"a": [1]}])
    (False, True)
    """
    if all(type(item) is str for item in items):
        return len(set(items)) < len(items)
    written = [json.dumps(item, sort_keys=True) for item in items]
    return len(set(written)) < len(written)
