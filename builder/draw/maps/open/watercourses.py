"""Water on hexes that goes on through the swamps that it touches, and over stony fords, as one river."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from builder.geometry.hexgrid import Hex, HexGrid

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

WATERS = frozenset({"shallow", "water"})
"""The symbols of water that units are in, rather than on a ford."""
_MARSH = "marsh"
# Ground that is a ford if it parts two waters, and else a bank.
_STONY = "rocks"
# How far inside the banks the channel through a ford is, how round the bends are at its mouth, and how
# round the corners of open water, in mm.
_BANK, _BEND, _CORNER = 7.0, 4.0, 1.5
_TOUCHING = 0.01

Soften = Callable[[Collection[Hex], str, float], "BaseGeometry"]
"""The natural area of some hexes by their name for a seed and how far inside their edge it is, in mm."""


@dataclass(frozen=True, slots=True)
class Watercourse:
    """Hexes of water and of fords that touch.

    ``whole`` is the area of all of them, and ``ford`` where it is swamp or stony. ``open`` is the water with
    the channels that it has in the fords: its shores curve from the banks into these.
    """

    whole: BaseGeometry
    ford: BaseGeometry
    open: BaseGeometry

    def part(self, symbol: str, hexes: BaseGeometry) -> BaseGeometry:
        """The area of its fords, or of its water, with its pieces on some hexes."""
        from shapely import get_parts, union_all

        water = self.whole.difference(self.ford).intersection(self.open)
        area = water if symbol in WATERS else self.whole.difference(water)
        # A sliver beside the hexes belongs to what has more of it.
        return union_all([each for each in get_parts(area) if hexes.covers(each.representative_point())])


def watercourse_of(
    hexes: Collection[Hex], symbols: Mapping[Hex, str], grid: HexGrid, soften: Soften, inset: float
) -> Watercourse | None:
    """The water and fords in which some hexes are; None if there is only one of both.

    ``symbols`` has all hexes with terrain; a natural outline is ``inset`` mm inside the edge of its hexes.
    """
    water = {hex for hex, symbol in symbols.items() if symbol in WATERS}
    wet = water | {hex for hex, symbol in symbols.items() if symbol == _MARSH}
    wet |= _stony_fords(symbols, water, grid)
    if not wet.issuperset(hexes):
        return None
    members = _reached(hexes, wet, grid)
    fords = members - water
    if len(fords) in (0, len(members)):
        return None
    # A ford begins right across the water, from bank to bank.
    banks = {other for hex in fords for _, other in grid.around(hex) if other not in members}
    name = grid.label(min(members))
    whole = soften(tuple(sorted(members)), f"river {name}", inset)
    ford = soften(tuple(sorted(fords | banks)), f"ford {name}", 0.0)
    return Watercourse(whole, ford, _open_water(whole, ford))


def _stony_fords(symbols: Mapping[Hex, str], water: Collection[Hex], grid: HexGrid) -> set[Hex]:
    """The stony hexes that part a water in two: those that touch, with water at two ends."""
    fords, left = set[Hex](), {hex for hex, symbol in symbols.items() if symbol == _STONY}
    while left:
        group = _reached({min(left)}, left, grid)
        left -= group
        ends = {other for hex in group for _, other in grid.around(hex) if other in water}
        if ends and not ends <= _reached({min(ends)}, water, grid):
            fords |= group
    return fords


def _open_water(whole: BaseGeometry, ford: BaseGeometry) -> BaseGeometry:
    """The water and the channel through a ford, with round corners where one becomes the other."""
    from shapely import get_parts, union_all

    water = whole.difference(ford)
    channel = whole.buffer(-_BANK).buffer(-_CORNER).buffer(_CORNER)
    joined = water.union(channel)
    grown = joined.buffer(-_CORNER, quad_segs=6).buffer(_CORNER + _BEND, quad_segs=6)
    rounded = grown.buffer(-_BEND, quad_segs=6).intersection(whole)
    # Only corners at the ford are cut off, not what rounding takes from the banks.
    corners = [each for each in get_parts(water.difference(rounded)) if each.dwithin(ford, _TOUCHING)]
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
