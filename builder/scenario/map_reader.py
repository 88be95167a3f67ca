"""What a reader of one kind of map does."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, TypeVar

from builder.boards.board import Board
from builder.boards.spots import Region
from builder.scenario.names import NameKind, Names, Unread
from rulesdb.yaml_source import DataPath

S = TypeVar("S")


class MapReader(ABC):
    """Reads the ``map`` block of a scenario, and what has a place on the map.

    ``title`` names the kind of map in messages. ``place_keys`` give a place, all of them needed;
    ``more_place_keys`` may be there too. Exactly one of ``zone_keys`` gives a zone.
    """

    title: ClassVar[str]
    place_keys: ClassVar[tuple[str, ...]]
    more_place_keys: ClassVar[tuple[str, ...]] = ()
    zone_keys: ClassVar[tuple[str, ...]]

    def __init__(self, names: Names) -> None:
        self.names = names

    @abstractmethod
    def read_map(self, data: Mapping[str, Any]) -> Board[Any]:
        """The map; names in it that mean nothing are noted."""

    @abstractmethod
    def read_zone(self, data: Mapping[str, Any], path: DataPath) -> Region:
        """The region of a zone on the map that was read."""

    @abstractmethod
    def read_place(self, data: Mapping[str, Any], path: DataPath) -> Region | None:
        """The place of an objective or vehicle; ``None`` if it could not be read, which is noted."""


def words_of(text: str | int) -> list[str]:
    """The words of a list of hexes or dots, which commas or spaces separate."""
    return [word for word in re.split(r"[ ,]+", str(text)) if word]


def read_blocks(
    kind: NameKind,
    read_block: Callable[[str], tuple[S, ...] | None],
    text: str | int,
    path: DataPath,
    names: Names,
) -> tuple[S, ...]:
    """The hexes or dots of a list, each once; blocks that are off the map are noted."""
    spots: dict[S, None] = {}
    for word in words_of(text):
        block = read_block(word)
        if block is None:
            names.note(Unread(kind, word, path))
            continue
        names.count(len(block), path)
        spots.update(dict.fromkeys(block))
    return tuple(spots)
