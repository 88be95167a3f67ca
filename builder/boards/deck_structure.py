"""The structure of decks: boundaries, where areas meet, and connections between areas."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from builder.boards.deck_parts import Door
from builder.boards.spots import Place
from builder.geometry.hexgrid import OFFSETS, Direction, Hex, Hexside

if TYPE_CHECKING:
    from builder.boards.deck import HexMap

OUTSIDE = "outside"
_COLUMN = 1 << 12  # more than a map has rows
# A hexside between two areas is found from both; only the hex that it is named after reports it.
_OWN_SIDES = (Direction.N, Direction.NE, Direction.SE)
_LINK_KINDS = {"interior": "interior-door", "airtight": "airtight-door"}


class Boundary(NamedTuple):
    """A hexside where two areas, or an area and the outside, meet."""

    level: int
    side: Hexside
    here: str
    there: str
    door: Door | None

    @property
    def is_exterior(self) -> bool:
        """Whether one side is outside."""
        return OUTSIDE in (self.here, self.there)


@dataclass(frozen=True, slots=True)
class AreaLink:
    """A connection between two areas: ``kind`` as in the table of decompression barriers.

    ``door`` is its door or opening; ``None`` for a hatch or stairs.
    """

    here: str
    there: str
    kind: str
    places: tuple[Place, Place]
    door: Door | None = None

    @property
    def holds_air(self) -> bool:
        """Whether it holds air when the game starts."""
        return self.kind == "hatch" if self.door is None else self.door.is_sealed

    def other_end(self, area: str) -> str:
        """The area on the other side."""
        return self.there if area == self.here else self.here


def link_kind(door: Door) -> str:
    """The kind of link that a door or opening is."""
    return "open" if door.is_gap else _LINK_KINDS[door.kind]


def pieces_of(hexes: Iterable[Hex]) -> list[set[Hex]]:
    """Groups of hexes that are connected, in the order of their first hexes."""
    # Keys are plain tuples, which are equal to hexes.
    left: dict[tuple[int, int], Hex] = {hex: hex for hex in hexes}
    pieces = []
    for start in sorted(left):
        if start not in left:
            continue
        piece = [left.pop(start)]
        for column, row in piece:
            for _, across, down in OFFSETS[column % 2]:
                other = left.pop((column + across, row + down), None)
                if other is not None:
                    piece.append(other)
        pieces.append(set(piece))
    return pieces


def find_boundaries(hex_map: HexMap) -> tuple[Boundary, ...]:
    """Every boundary hexside once, level by level, in the order of the hexes."""
    boundaries = []
    # Letters hash faster than directions.
    doors = {(level, side.hex, side.direction.value): door for (level, side), door in hex_map.doors.items()}
    steps = tuple(tuple(_step(*way) for way in around) for around in OFFSETS)
    # Hexes as single numbers: most neighbors are in the same area, and this is the fastest way to check.
    levels: dict[int, dict[int, str]] = {}
    for (level, (column, row)), area in hex_map.area_at.items():
        levels.setdefault(level, {})[column * _COLUMN + row] = area
    for level in sorted(levels):
        area_at = levels[level].get
        for number in sorted(_at_borders(levels[level])):
            here = levels[level][number]
            column, row = divmod(number, _COLUMN)
            for is_own, direction, letter, step in steps[column % 2]:
                there = area_at(number + step, OUTSIDE)
                if there == here or not (is_own or there == OUTSIDE):
                    continue
                hex = Hex(column, row) if is_own else Hex(*divmod(number + step, _COLUMN))
                door = doors.get((level, hex, letter))
                boundaries.append(Boundary(level, Hexside(hex, direction), here, there, door))
    return tuple(boundaries)


def _at_borders(area_at: Mapping[int, str]) -> set[int]:
    """The hexes of a level with a neighbor that is not in the same area, as numbers."""
    areas: dict[str, set[int]] = {}
    for number, area in area_at.items():
        areas.setdefault(area, set()).add(number)
    borders: set[int] = set()
    for inside in areas.values():
        for parity, around in enumerate(OFFSETS):
            hexes = [number for number in inside if number // _COLUMN % 2 == parity]
            for _, across, down in around:
                step = across * _COLUMN + down
                borders.update(number for number in hexes if number + step not in inside)
    return borders


def _step(way: Direction, across: int, down: int) -> tuple[bool, Direction, str, int]:
    """Whether a hexside is named after the hex on this side; its direction and letter; the step across."""
    is_own = way in _OWN_SIDES
    direction = way if is_own else way.opposite
    return is_own, direction, direction.value, across * _COLUMN + down
