"""The base class of readers of maps, and functions that they share."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from builder.boards.board import Board
from builder.boards.spots import Region
from builder.geometry.hexgrid import Direction, HexGrid, Hexside
from builder.scenario.map_kinds import MapKind
from builder.scenario.names import NameKind, Names
from rulesdb.yaml_source import DataPath

S = TypeVar("S")


class MapReader(ABC):
    """Reads the ``map`` block of a scenario, and what has a place on the map."""

    def __init__(self, kind: MapKind, names: Names) -> None:
        self.kind = kind
        self.names = names

    @abstractmethod
    def read_map(self, data: Mapping[str, Any]) -> Board[Any]:
        """The map; unknown names in it are reported."""

    @abstractmethod
    def read_zone(self, data: Mapping[str, Any], path: DataPath) -> Region:
        """The region of a zone on the map that was read."""

    @abstractmethod
    def read_place(self, data: Mapping[str, Any], path: DataPath) -> Region | None:
        """The place of an objective or vehicle; ``None`` if it could not be read, which is reported."""


def read_spot(
    kind: NameKind, read: Callable[[str], S | None], text: str | int, path: DataPath, names: Names
) -> S | None:
    """One hex or dot; one that is off the map is reported."""
    spot = read(str(text))
    if spot is None:
        names.note(kind, str(text), path)
    return spot


def read_blocks(
    kind: NameKind,
    read_block: Callable[[str], tuple[S, ...] | None],
    text: str | int,
    path: DataPath,
    names: Names,
) -> tuple[S, ...]:
    """The hexes or dots of a list, each once; blocks that are off the map are reported."""
    spots: dict[S, None] = {}
    for word in filter(None, re.split(r"[ ,]+", str(text))):
        block = read_spot(kind, read_block, word, path, names) or ()
        names.count(len(block), path)
        spots.update(dict.fromkeys(block))
    return tuple(spots)


def read_hexsides(
    grid: HexGrid, block: Mapping[str, Any], path: DataPath, names: Names
) -> Iterator[tuple[Hexside, str, Any]]:
    """The hexsides that are keys of a block: each once, with its key and value.

    Reported are hexes that are off the map, and hexsides that have been named from their other hex.
    """
    first: dict[Hexside, str] = {}
    for text, value in block.items():
        number, _, direction = text.partition("/")
        hex = grid.read(number)
        if hex is None:
            names.note(NameKind.HEX, text, (*path, text), is_key=True)
            continue
        side = grid.hexside(hex, Direction(direction))
        if side in first:
            names.note(NameKind.NEW_HEXSIDE, text, (*path, text), (first[side],), is_key=True)
        else:
            first[side] = text
            yield side, text, value
