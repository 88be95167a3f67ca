"""The base class of boards of hexes: decks and open country."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from builder.boards.board import Board
from builder.boards.spots import Place, Region
from builder.geometry.hexgrid import Direction, Hex, HexGrid


class HexBoard(Board[Place]):
    """A board of numbered hexes."""

    spot_name: ClassVar[tuple[str, str]] = ("hex", "hexes")
    spot_key: ClassVar[str] = "hex"
    grid: HexGrid

    @property
    def facings(self) -> Sequence[str]:
        return tuple(direction.value for direction in Direction)

    @property
    def extent(self) -> str:
        last = Hex(self.grid.columns, self.grid.rows)
        return f"the map runs from {self.grid.label(Hex(1, 1))} to {self.grid.label(last)}"

    def gap(self, one: Region, other: Region) -> float:
        """Hexes between two regions; levels do not count."""
        return min(self.grid.distance(a.hex, b.hex) for a in one.spots for b in other.spots)

    def nearest_first(self, eyes: Sequence[Place], target: Place) -> Sequence[Place]:
        return sorted(eyes, key=lambda eye: self.grid.distance(eye.hex, target.hex))
