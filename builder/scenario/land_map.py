"""The frozen model of open country on hexes: terrain and elevation in the hexes, obstacles between them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from builder.geometry.hexgrid import Hex, HexGrid, Hexside
from rulesdb import Entry
from rulesdb.yaml_source import DataPath


@dataclass(frozen=True, slots=True)
class Obstacle:
    """What stands on a hexside: a ``wall`` that hides, or a ``hedge`` that is seen over."""

    side: Hexside
    kind: str
    path: DataPath


@dataclass(frozen=True, slots=True)
class LandMap:
    """A map of numbered hexes without rooms."""

    kind: ClassVar[str] = "land"
    title: str
    grid: HexGrid
    hex_size: float
    open_ground: Entry | None
    terrain: Mapping[Hex, Entry]
    elevation: Mapping[Hex, int]
    obstacles: Mapping[Hexside, Obstacle]
    labels: Mapping[str, Hex]
    overlaps: tuple[tuple[Hex, str, str, DataPath], ...]

    def ground(self, hex: Hex) -> Entry | None:
        """The terrain of a hex."""
        return self.terrain.get(hex, self.open_ground)

    def level(self, hex: Hex) -> int:
        """The elevation of a hex; 0 is the ground."""
        return self.elevation.get(hex, 0)

    def describe(self, hex: Hex) -> str:
        """A hex in words."""
        return f"hex {self.grid.label(hex)}"
