"""Where something can be on a board: a hex of a deck, a dot on a floor, or a point of a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from builder.geometry.dotlattice import Dot
from builder.geometry.hexgrid import Hex
from builder.geometry.shapes import Point, Shape

TUNNEL = -1


class Place(NamedTuple):
    """A hex on a level; ``level`` counts from 0 at the top."""

    level: int
    hex: Hex


class DotPlace(NamedTuple):
    """A dot on a floor: 0 is the ground, above the last floor of a building is its roof, -1 is a tunnel."""

    dot: Dot
    floor: int = 0


Spot = Place | DotPlace | Point


@dataclass(frozen=True, slots=True)
class Region:
    """A set of spots, with the form in which the file gives it: areas of decks, or a shape on a table.

    An objective or a vehicle is a region of one spot. A zone of a table has no spots: its shape says it all.
    """

    spots: tuple[Any, ...] = ()
    shape: Shape | None = None
    areas: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        """Whether it is anywhere on the map."""
        return bool(self.spots) or self.shape is not None

    def hexes(self, level: int = 0) -> tuple[Hex, ...]:
        """Its hexes on one level of a map of hexes."""
        return tuple(place.hex for place in self.spots if place.level == level)

    @property
    def dots(self) -> tuple[Dot, ...]:
        """Its dots on a lattice, whatever their floors."""
        return tuple(dict.fromkeys(spot.dot for spot in self.spots))

    @property
    def spot(self) -> Any:
        """The one spot of a region that has one; ``None`` if it is nowhere or is not made of spots."""
        return self.spots[0] if self.spots else None
