"""The structure of decks: walls, and the ways between areas. Walls follow from areas."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from builder.boards.deck_parts import Door
from builder.boards.spots import Place
from builder.geometry.hexgrid import OFFSETS, Direction, Hex, Hexside

if TYPE_CHECKING:
    from builder.boards.deck import HexMap

OUTSIDE = "outside"
# Between two areas a hexside is met twice, and counts where it has the hex's own name.
_COLUMN = 1 << 12  # more than a map has rows
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
    """A way from one area to another: ``kind`` as the table of decompression barriers names it."""

    here: str
    there: str
    kind: str
    places: tuple[Place, Place]


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


def find_links(hex_map: HexMap) -> tuple[AreaLink, ...]:
    """Every way between areas (and the outside) that is not solid wall."""
    links: list[AreaLink] = []
    for boundary in hex_map.boundaries:
        if boundary.door is not None:
            ends = (
                Place(boundary.level, boundary.side.hex),
                Place(boundary.level, hex_map.grid.across(boundary.side)),
            )
            links.append(AreaLink(boundary.here, boundary.there, LINK_KINDS[boundary.door.kind], ends))
    for hatch in hex_map.hatches:
        upper, lower = (Place(level, hatch.hex) for level in hatch.levels)
        if upper in hex_map.area_at and lower in hex_map.area_at:
            links.append(AreaLink(hex_map.area_at[upper], hex_map.area_at[lower], "hatch", (upper, lower)))
    return tuple(links)


def links_by_area(hex_map: HexMap) -> Mapping[str, tuple[AreaLink, ...]]:
    """The links of each area and of the outside; every area is there."""
    links: dict[str, list[AreaLink]] = {id: [] for id in (*hex_map.areas, OUTSIDE)}
    for link in hex_map.links:
        for area in dict.fromkeys((link.here, link.there)):
            links[area].append(link)
    return MappingProxyType({area: tuple(of_area) for area, of_area in links.items()})


def doors_by_area(hex_map: HexMap) -> Mapping[tuple[str, int], tuple[Door, ...]]:
    """The doors and openings in the walls of an area on a level; no key if there is none."""
    doors: dict[tuple[str, int], list[Door]] = {}
    for boundary in hex_map.boundaries:
        if boundary.door is not None:
            for area in (boundary.here, boundary.there):
                doors.setdefault((area, boundary.level), []).append(boundary.door)
    return MappingProxyType({key: tuple(of_area) for key, of_area in doors.items()})
