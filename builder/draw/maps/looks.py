"""How something looks, by the words in its name and id."""

from __future__ import annotations

import functools
from collections.abc import Collection, Mapping
from pathlib import Path

from rulesdb.yaml_source import load_yaml

_SHORT = 4


@functools.cache
def _words() -> Mapping[str, Collection[str]]:
    data: Mapping[str, Collection[str]] = load_yaml(Path(__file__).with_suffix(".yaml")).data
    return data


def look_of(names: Collection[str], looks: Collection[str]) -> str:
    """The first of some looks that has a word in any of the names; empty if none has.

    >>> look_of(["Bonded Store", "shed"], ("office", "store"))
    'store'
    """
    text = " " + " ".join(names).casefold().replace("-", " ")
    return next((look for look in looks if any(_has(text, word) for word in _words()[look])), "")


def _has(text: str, word: str) -> bool:
    """Whether a word is in a text; a short one must begin a word, because it may be part of any other."""
    return (word if len(word) > _SHORT else f" {word}") in text
