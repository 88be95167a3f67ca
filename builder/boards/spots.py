"""Places on a board: a hex of a deck, a dot on a floor, or a point of a table."""

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
    """A dot on a floor: 0 is the ground, -1 a tunnel, and the floor above a building's last is its roof."""

    dot: Dot
    floor: int = 0


Spot = Place | DotPlace | Point


@dataclass(frozen=True, slots=True)
class Region:
    """A set of spots, with the areas of decks or the shape on a table that define it.

    An objective is a region of one spot, and a vehicle one of one or more. A zone of a table has a shape and
    no spots.
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
        """The spot of a region of one spot, or the first of several; ``None`` if it has no spots."""
        return self.spots[0] if self.spots else None
