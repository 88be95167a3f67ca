"""Where stairs and objectives are in a section through a building, which is seen from the south."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from builder.boards.dots import Building
from builder.draw.maps.dots.site import Site
from builder.geometry.dotlattice import Dot

Span = tuple[float, float]
"""The west and the east end of something, in mm from the west end of a section."""


def share_of(site: Site, building: Building, dot: Dot) -> float:
    """How far east of the west wall of a building a dot is, as a share of the way to the east wall."""
    west, _, east, _ = site.area(building.dots).bounds
    return (site.lattice.at(dot)[0] - west) / (east - west)


def flights(shares: Iterable[float], wide: float, long: float, air: float) -> list[Span]:
    """Flights of stairs ``long`` mm long in a section ``wide`` mm wide, as near to their places as can be.

    They are ``air`` mm inside its walls, from west to east; of several at one place there is one.

    >>> flights([0.9, 0.1, 0.95], 40.0, 10.0, 2.0)
    [(2.0, 12.0), (28.0, 38.0)]
    """
    placed: list[Span] = []
    for share in sorted(shares):
        west = max(air, min(share * wide - long / 2, wide - air - long))
        if not placed or west >= placed[-1][1]:
            placed.append((west, west + long))
    return placed


def place_beside(share: float, wide: float, half: float, taken: Sequence[Span]) -> float:
    """The middle of a sign ``half`` mm to each side, as near to its place as what is ``taken`` lets it be.

    Where there is no room at all, it is where it covers least.

    >>> place_beside(0.7, 34.0, 3.0, [(2.0, 11.0), (23.0, 32.0)])
    20.0
    """
    home = share * wide
    ends = [end for west, east in taken for end in (west - half, east + half)]
    spots = [min(max(spot, half), wide - half) for spot in (home, *ends)]

    def covered(spot: float) -> float:
        return sum(max(0.0, min(spot + half, east) - max(spot - half, west)) for west, east in taken)

    return min(spots, key=lambda spot: (round(covered(spot), 3), abs(spot - home)))
