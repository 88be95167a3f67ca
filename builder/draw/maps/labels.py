"""The room for an area's name on a map, by its hexes alone: an estimate that needs no drawing."""

from __future__ import annotations

import math
from collections.abc import Iterator, Set

from builder.boards.deck import HexMap
from builder.boards.deck_parts import Area
from builder.draw.surface.type import CONDENSED_BOLD, Metrics, Type
from builder.geometry.hexgrid import Hex
from builder.geometry.hexlayout import HexLayout

MIN_NAME_SIZE = 2.5
"""The smallest size of names in mm: seven points."""
NARROW_NAME = Type(CONDENSED_BOLD, MIN_NAME_SIZE)
# Half of a wall, and some space beside it.
_MARGIN = 1.5


def ways_to_break(text: str) -> Iterator[list[str]]:
    """A text on two lines, broken at each of its spaces."""
    words = text.split()
    return ([" ".join(words[:at]), " ".join(words[at:])] for at in range(1, len(words)))


def narrowest(text: str, metrics: Metrics) -> float:
    """The width of a name in mm, in the smallest type and on two lines if that is narrower."""
    ways = [[text], *ways_to_break(text)]
    return min(max(metrics.width(line, NARROW_NAME) for line in lines) for lines in ways)


def widest_line(
    hex_map: HexMap, layout: HexLayout, area: Area, level: int, enough: float = math.inf
) -> float:
    """The longest line for an area's name on a level, in mm, or the first that is long ``enough``."""
    hexes = {place.hex for place in area.places if place.level == level}
    taken = hex_map.symbol_hexes.get(level, frozenset())
    widest = 0.0
    for hex in hexes - taken or hexes:
        west, east = _reach(layout.radius, hex, *_run(hex, hexes, taken))
        widest = max(widest, west + east - 2 * _MARGIN)
        if widest >= enough:
            break
    return widest


def _reach(radius: float, hex: Hex, west: int, east: int) -> tuple[float, float]:
    """The length of a line to the west and east of a hex's middle, to straight walls beyond its columns."""
    to_west, to_east = ((aside * 1.5 + 0.75) * radius for aside in (hex.column - west, east - hex.column))
    return to_west, to_east


def _run(hex: Hex, hexes: Set[Hex], taken: Set[Hex]) -> tuple[int, int]:
    """The columns at the ends of the line through the lower part of a hex.

    The line runs through the lower part of hexes in every second column, and through the upper part of those
    in the columns between, which are half a hex lower.
    """
    column, row = hex
    beside = row if column % 2 else row + 1

    def is_free(other: int) -> bool:
        there = (other, row if (other - column) % 2 == 0 else beside)
        return there in hexes and there not in taken

    west = column
    while is_free(west - 1):
        west -= 1
    east = column
    while is_free(east + 1):
        east += 1
    return west, east
