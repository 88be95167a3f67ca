"""The tiles to paint with: cells of one color for areas and terrain, strokes for what is on their sides."""

from __future__ import annotations

import colorsys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy

from builder.exchange.pictures import Picture, png_picture
from builder.exchange.tiled.cells import SIDE, TILE_HEIGHT, TILE_WIDTH
from builder.geometry.hexgrid import Direction

Color = tuple[int, int, int]
# The color of pixels where a tile is transparent; Tiled reads it from the tileset.
CLEAR: Color = (255, 0, 255)
CLEAR_TEXT = "ff00ff"
# The sides of the rectangle around a dot.
PLOT_SIDES = ("N", "E", "S", "W")
_GROW = 8
_COLUMNS = 8
_THICK = 9.0
_SHRUNK = 0.8


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile: its ``key`` in the scenario, its title, color, and the side of a cell that it is on, if any.

    The plot of ground that a tile for dots shows is ``shift`` pixels below the middle of its cell. ``more``
    are further properties.
    """

    key: str
    title: str
    color: Color
    side: str = ""
    dashed: bool = False
    shift: int = 0
    more: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class TileSheet:
    """The tiles of one tileset, in the order of their numbers from 0.

    ``box`` is the size of a cell of the map in pixels. ``plot`` is the width of the rectangular plot of
    ground around a dot; it is ``None`` for tiles that fill a hex.
    """

    name: str
    kind: str
    tiles: Sequence[Tile]
    box: tuple[int, int] = (TILE_WIDTH, TILE_HEIGHT)
    plot: int | None = None

    @property
    def grown(self) -> tuple[int, int]:
        """How much wider and higher its tiles are than a cell, half of it on each side."""
        grow = _GROW if any(tile.side for tile in self.tiles) else 0
        return grow, grow + 2 * max(abs(tile.shift) for tile in self.tiles)

    @property
    def size(self) -> tuple[int, int]:
        """The size of a tile in pixels."""
        return self.box[0] + self.grown[0], self.box[1] + self.grown[1]

    @property
    def columns(self) -> int:
        """The number of tiles beside each other in the image."""
        return min(_COLUMNS, len(self.tiles))

    @cached_property
    def numbers(self) -> Mapping[tuple[str, str, int], int]:
        """The number of each tile by its key, side and shift."""
        return {(tile.key, tile.side, tile.shift): number for number, tile in enumerate(self.tiles)}

    def picture(self) -> Picture:
        """The image with all tiles."""
        wide, tall = self.size
        rows = -(-len(self.tiles) // self.columns)
        sheet = numpy.full((rows * tall, self.columns * wide, 3), CLEAR, dtype=numpy.uint8)
        for number, tile in enumerate(self.tiles):
            row, column = divmod(number, self.columns)
            mask = self._side_mask(tile) if tile.side else self._cell_mask(tile)
            part = sheet[row * tall : (row + 1) * tall, column * wide : (column + 1) * wide]
            part[mask] = tile.color
        return png_picture(sheet)

    def _cell_mask(self, tile: Tile) -> Any:
        """The pixels of a cell in its box: neighbors meet without a gap."""
        wide, tall = self.size
        y, x = numpy.mgrid[0:tall, 0:wide] + 0.5
        below = numpy.abs(y - tall / 2 - tile.shift)
        if self.plot is not None:
            return (numpy.abs(x - wide / 2) <= self.plot / 2) & (below <= self.box[1] / 2)
        inset = below * ((wide - SIDE) / 2 / (tall / 2))
        return (x >= inset) & (x <= wide - inset)

    def _side_mask(self, tile: Tile) -> Any:
        """The pixels of a stroke along a side, in the larger box of such tiles."""
        wide, tall = self.size
        (x1, y1), (x2, y2) = self._ends(tile)
        y, x = numpy.mgrid[0:tall, 0:wide] + 0.5
        length = float(numpy.hypot(x2 - x1, y2 - y1))
        along = ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length
        aside = numpy.abs((x - x1) * (y2 - y1) - (y - y1) * (x2 - x1)) / length
        ends = length * (1 - _SHRUNK) / 2
        mask = (aside <= _THICK / 2) & (along >= ends) & (along <= length - ends)
        return mask & ((along // 6) % 2 == 0) if tile.dashed else mask

    def _ends(self, tile: Tile) -> tuple[tuple[float, float], tuple[float, float]]:
        """The two ends of a side in the larger box."""
        across = (SIDE if self.plot is None else self.plot) / 2
        center, middle = self.size[0] / 2, self.size[1] / 2 + tile.shift
        west, east, top, bottom = (
            center - across,
            center + across,
            middle - self.box[1] / 2,
            middle + self.box[1] / 2,
        )
        left, right = center - self.box[0] / 2, center + self.box[0] / 2
        corners: tuple[tuple[float, float], ...] = (
            (west, top), (east, top), (right, middle), (east, bottom), (west, bottom), (left, middle)
        )  # fmt: skip
        names: tuple[str, ...] = tuple(Direction)
        if self.plot is not None:
            corners, names = ((west, top), (east, top), (east, bottom), (west, bottom)), PLOT_SIDES
        at = names.index(tile.side)
        return corners[at], corners[(at + 1) % len(corners)]


def hue(number: int, light: float = 0.72) -> Color:
    """A color for each number, far from those of the numbers next to it.

    >>> hue(0) != hue(1)
    True
    """
    red, green, blue = colorsys.hls_to_rgb((number * 0.61803) % 1.0, light, 0.6)
    return round(red * 255), round(green * 255), round(blue * 255)
