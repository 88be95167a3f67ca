"""Water on hexes that goes on through the swamps that it touches, as one river with fords."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from builder.geometry.hexgrid import Hex, HexGrid

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

_WATERS = frozenset({"shallow", "water"})
_MARSH = "marsh"
# How far inside the banks the channel through a swamp is, how round the bends are at its mouth, and how
# round the corners of open water, in mm.
_BANK, _BEND, _CORNER = 7.0, 4.0, 1.5
_TOUCHING = 0.01

Soften = Callable[[Collection[Hex], str, float], "BaseGeometry"]
"""The natural area of some hexes by their name for a seed and how far inside their edge it is, in mm."""


@dataclass(frozen=True, slots=True)
class Watercourse:
    """Hexes of water and swamp that touch.

    ``whole`` is the area of all of them, and ``swamp`` where it is swamp. ``open`` is the water with the
    channels that it has in the swamp: its shores curve from the banks into these.
    """

    whole: BaseGeometry
    swamp: BaseGeometry
    open: BaseGeometry

    def part(self, symbol: str, hexes: BaseGeometry) -> BaseGeometry:
        """The area of its swamp, or of its water, with its pieces on some hexes."""
        from shapely import get_parts, union_all

        water = self.whole.difference(self.swamp).intersection(self.open)
        area = self.whole.difference(water) if symbol == _MARSH else water
        # A sliver beside the hexes belongs to what has more of it.
        return union_all([each for each in get_parts(area) if hexes.covers(each.representative_point())])


def watercourse_of(
    hexes: Collection[Hex], symbols: Mapping[Hex, str], grid: HexGrid, soften: Soften, inset: float
) -> Watercourse | None:
    """The water and swamp in which some hexes are; None if there is only one of both.

    ``symbols`` has all hexes with terrain; a natural outline is ``inset`` mm inside the edge of its hexes.
    """
    wet = {hex for hex, symbol in symbols.items() if symbol in _WATERS or symbol == _MARSH}
    if not wet.issuperset(hexes):
        return None
    members = _reached(hexes, wet, grid)
    swamp = {hex for hex in members if symbols[hex] == _MARSH}
    if len(swamp) in (0, len(members)):
        return None
    # The swamp begins right across the water, from bank to bank.
    banks = {other for hex in swamp for _, other in grid.around(hex) if other not in members}
    name = grid.label(min(members))
    whole = soften(tuple(sorted(members)), f"river {name}", inset)
    ford = soften(tuple(sorted(swamp | banks)), f"ford {name}", 0.0)
    return Watercourse(whole, ford, _open_water(whole, ford))


def _open_water(whole: BaseGeometry, swamp: BaseGeometry) -> BaseGeometry:
    """The water and the channel through the swamp, with round corners where one becomes the other."""
    from shapely import get_parts, union_all

    water = whole.difference(swamp)
    channel = whole.buffer(-_BANK).buffer(-_CORNER).buffer(_CORNER)
    joined = water.union(channel)
    grown = joined.buffer(-_CORNER, quad_segs=6).buffer(_CORNER + _BEND, quad_segs=6)
    rounded = grown.buffer(-_BEND, quad_segs=6).intersection(whole)
    # Only corners at the swamp are cut off, not what rounding takes from the banks.
    corners = [each for each in get_parts(water.difference(rounded)) if each.dwithin(swamp, _TOUCHING)]
    return rounded.union(joined).difference(union_all(corners))


def _reached(hexes: Iterable[Hex], wet: Collection[Hex], grid: HexGrid) -> set[Hex]:
    """All wet hexes that are reached from some of them through wet ones."""
    reached = set(hexes)
    waiting = list(reached)
    while waiting:
        for _, other in grid.around(waiting.pop()):
            if other in wet and other not in reached:
                reached.add(other)
                waiting.append(other)
    return reached
