"""Stricter interpretations of JSON Schema than those of the ``jsonschema`` package.

In a pattern, ``$`` matches only the very end and ``\\d`` only the ten digits, as in the standard. A text of
blanks counts as empty, and ``22.0`` is not a whole number. Finding repeated items takes linear time.
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
    """Whether a text has at least ``least`` characters, of which one is not blank unless ``least`` is 0.

    >>> is_long_enough("a b", 1), is_long_enough("  ", 1), is_long_enough("", 0)
    (True, False, True)
    """
    return len(text) >= least and (least == 0 or not text.isspace())


def is_whole(value: object) -> bool:
    """Whether a value is a whole number without a decimal point.

    >>> is_whole(22), is_whole(22.0), is_whole(True)
    (True, False, False)
    """
    return type(value) is int


def has_repeats(items: Sequence[Any]) -> bool:
    """Whether two items of a list are equal as JSON values.

    >>> has_repeats([1, "1", True, {"a": [1]}]), has_repeats([{"a": [1]}, {"a": [1]}])
    (False, True)
    """
    if all(type(item) is str for item in items):
        return len(set(items)) < len(items)
    written = [json.dumps(item, sort_keys=True) for item in items]
    return len(set(written)) < len(written)
