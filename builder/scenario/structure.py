"""What follows from a hex map: walls, links between areas, and where one can walk."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from builder.geometry.hexgrid import Hexside
from builder.scenario.model import Door, HexMap, Place

OUTSIDE = "outside"
LINK_KINDS = {"open": "open", "interior": "interior-door", "airtight": "airtight-door"}


@dataclass(frozen=True, slots=True)
class Boundary:
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


def boundaries(hex_map: HexMap) -> Iterator[Boundary]:
    """Every boundary hexside once, level by level, in the order of the hexes."""
    for place in sorted(hex_map.area_at):
        here = hex_map.area_at[place]
        for direction, other in hex_map.grid.around(place.hex):
            there = hex_map.area_at.get(Place(place.level, other), OUTSIDE)
            side = hex_map.grid.hexside(place.hex, direction)
            if there == here or (there != OUTSIDE and side.hex != place.hex):
                continue
            yield Boundary(place.level, side, here, there, hex_map.doors.get((place.level, side)))


def area_links(hex_map: HexMap) -> tuple[AreaLink, ...]:
    """Every way between areas (and the outside) that is not solid wall."""
    links: list[AreaLink] = []
    for boundary in boundaries(hex_map):
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
