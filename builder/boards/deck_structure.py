"""The structure of decks: walls, and the ways between areas. Walls follow from areas."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from builder.boards.deck_parts import Door
from builder.boards.spots import Place
from builder.geometry.hexgrid import OFFSETS, Direction, Hex, Hexside

if TYPE_CHECKING:
    from builder.boards.deck import HexMap

OUTSIDE = "outside"
_COLUMN = 1 << 12  # more than a map has rows
# A hexside between two areas is found from both, and counts at the hex that it is named after.
_OWN_SIDES = (Direction.N, Direction.NE, Direction.SE)
LINK_KINDS = {"open": "open", "interior": "interior-door", "airtight": "airtight-door"}


class Boundary(NamedTuple):
    """A hexside where two areas, or an area and the outside, meet."""

    level: int
    side: Hexside
    here: str
    there: str
    door: Door | None

    @property
    def is_exterior(self) -> bool:
        """Whether the outside lies on one side."""
        return OUTSIDE in (self.here, self.there)


@dataclass(frozen=True, slots=True)
class AreaLink:
    """A way from one area to another: ``kind`` as the table of decompression barriers names it.

    ``door`` is the door or opening that it goes through; ``None`` for a hatch.
    """

    here: str
    there: str
    kind: str
    places: tuple[Place, Place]
    door: Door | None = None

    @property
    def holds_air(self) -> bool:
        """Whether no air passes while it is shut."""
        return self.kind in ("airtight-door", "hatch")

    def other_end(self, area: str) -> str:
        """The area on the other side."""
        return self.there if area == self.here else self.here


def pieces_of(hexes: Iterable[Hex]) -> list[set[Hex]]:
    """Groups of hexes that are connected, in the order of their first hexes."""
    # A plain tuple is equal to the hex it stands for, and finds it.
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
    # Directions take long to hash; their letters do not.
    doors = {(level, side.hex, side.direction.value): door for (level, side), door in hex_map.doors.items()}
    steps = tuple(tuple(_step(*way) for way in around) for around in OFFSETS)
    # Hexes by one number each: most neighbors are in the same area, and this finds that out soonest.
    levels: dict[int, dict[int, str]] = {}
    for (level, (column, row)), area in hex_map.area_at.items():
        levels.setdefault(level, {})[column * _COLUMN + row] = area
    for level in sorted(levels):
        area_at = levels[level].get
        for number, here in sorted(levels[level].items()):
            column, row = divmod(number, _COLUMN)
            for is_own, direction, letter, step in steps[column % 2]:
                there = area_at(number + step, OUTSIDE)
                if there == here or not (is_own or there == OUTSIDE):
                    continue
                hex = Hex(column, row) if is_own else Hex(*divmod(number + step, _COLUMN))
                door = doors.get((level, hex, letter))
                boundaries.append(Boundary(level, Hexside(hex, direction), here, there, door))
    return tuple(boundaries)


def _step(way: Direction, across: int, down: int) -> tuple[bool, Direction, str, int]:
    """Whether a hexside is named after the hex on this side; its direction, its letter, how to cross it."""
    is_own = way in _OWN_SIDES
    direction = way if is_own else way.opposite
    return is_own, direction, direction.value, across * _COLUMN + down
