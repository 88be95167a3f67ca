"""The kind of a room, by the words in its name: the color and pattern of its floor, and its furniture."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from builder.boards.deck_parts import Area
from rulesdb.yaml_source import load_yaml

PLAIN = "room"
_OTHERS = MappingProxyType({"corridor": "corridor", "airlock": "airlock", "lift": "lift"})


def room_kind(area: Area) -> str:
    """The kind of an area: a corridor, an airlock, a lift, or a kind of room in ``rooms.yaml``.

    A room whose name says nothing is plain, and a bay is a hold.
    """
    if area.kind in _OTHERS:
        return _OTHERS[area.kind]
    return kind_of_name(area.name) or ("hold" if area.kind == "bay" else PLAIN)


@functools.cache
def kind_of_name(name: str) -> str:
    """The kind of room that a name says, in English or German; empty if it says none.

    >>> kind_of_name("Crew Quarters"), kind_of_name("Mannschaftsquartier"), kind_of_name("Pump Room 2")
    ('quarters', 'quarters', 'pumps')
    >>> kind_of_name("Room 7")
    ''
    """
    name = name.casefold()
    fitting = [(len(word), kind) for word, pattern, kind in _words() if re.search(pattern, name)]
    return max(fitting, default=(0, ""))[1]


def floor_pattern(kind: str) -> str:
    """The pattern of the floor of a kind of room, with its step in mm, such as ``tiles-9``."""
    return str(_rooms().get(kind, {}).get("pattern", ""))


def floor_of(kind: str) -> str:
    """The kind of room whose floor has the color of that of a kind: its own, or what ``rooms.yaml`` says."""
    return str(_rooms().get(kind, {}).get("floor", kind))


@functools.cache
def _rooms() -> Mapping[str, Mapping[str, Any]]:
    data: Mapping[str, Mapping[str, Any]] = load_yaml(Path(__file__).with_name("rooms.yaml")).data
    return data


@functools.cache
def _words() -> tuple[tuple[str, str, str], ...]:
    """Each word with a pattern to find it, and its kind."""
    words = []
    for kind, about in _rooms().items():
        words += [(word, rf"\b{re.escape(word)}\b", kind) for word in about["en"]]
        words += [(word, re.escape(word), kind) for word in about["de"]]
    return tuple(words)
