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

Soften = Callable[[Collection[Hex], str, float], "BaseGeometry"]
"""The natural area of some hexes by their name for a seed and how far inside their edge it is, in mm."""


@dataclass(frozen=True, slots=True)
class Watercourse:
    """Hexes of water and swamp that touch: the area of all of them, and where it is swamp."""

    whole: BaseGeometry
    swamp: BaseGeometry

    def part(self, symbol: str, hexes: BaseGeometry) -> BaseGeometry:
        """The area of its swamp, or of its water, with its pieces on some hexes."""
        from shapely import get_parts, union_all

        is_swamp = symbol == _MARSH
        area = self.whole.intersection(self.swamp) if is_swamp else self.whole.difference(self.swamp)
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
    return Watercourse(whole, soften(tuple(sorted(swamp | banks)), f"ford {name}", 0.0))


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
