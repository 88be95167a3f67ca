"""The fronts of vehicles on decks: which of their hexes are in front, and what they touch."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from builder.boards.spots import Place, Region
from builder.geometry.hexgrid import Direction, Hexside

if TYPE_CHECKING:
    from builder.boards.deck import HexMap

_TURNED = (0, 1, -1)


class Front(NamedTuple):
    """A front hex, the area that it touches, and the hexside between; the one ahead if it touches none."""

    place: Place
    against: Place
    side: Hexside


def front_hexes(decks: HexMap, region: Region, facing: Direction) -> Iterator[Place]:
    """The hexes of a vehicle that have no other of its hexes in front of them."""
    own = set(region.spots)
    for place in region.spots:
        if _ahead(decks, place, facing) not in own:
            yield place


def fronts(decks: HexMap, region: Region, facing: Direction) -> Iterator[Front]:
    """Each front hex with the area that it touches: straight ahead, or half to its right or left."""
    directions = list(Direction)
    for place in front_hexes(decks, region, facing):
        ways = [directions[(directions.index(facing) + turn) % len(directions)] for turn in _TURNED]
        way = next((way for way in ways if _ahead(decks, place, way) in decks.area_at), facing)
        yield Front(place, _ahead(decks, place, way), decks.grid.hexside(place.hex, way))


def front_words(decks: HexMap, region: Region, facing: Direction) -> Iterator[str]:
    """``wall``, ``door`` or ``clear`` for what each front hex of a vehicle touches."""
    for front in fronts(decks, region, facing):
        if front.against not in decks.area_at or decks.area_at[front.against] == decks.area_at.get(
            front.place
        ):
            yield "clear"
        else:
            yield "door" if (front.place.level, front.side) in decks.doors else "wall"


def _ahead(decks: HexMap, place: Place, direction: Direction) -> Place:
    return Place(place.level, decks.grid.step(place.hex, direction))
