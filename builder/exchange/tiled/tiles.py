"""The tiles to paint with: hexes of one color for areas and terrain, and strokes for what is on hexsides."""

from __future__ import annotations

import colorsys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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
_GROW = 8
SIDE_SIZE = (TILE_WIDTH + _GROW, TILE_HEIGHT + _GROW)
SIDE_OFFSET = (-_GROW // 2, _GROW // 2)
_COLUMNS = 8
_THICK = 9.0
_SHRUNK = 0.8


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile: its ``key`` in the scenario, its title, color, side if it is on a hexside, and kind of room."""

    key: str
    title: str
    color: Color
    side: Direction | None = None
    dashed: bool = False
    room: str = ""


@dataclass(frozen=True)
class TileSheet:
    """The tiles of one tileset, in the order of their numbers from 0."""

    name: str
    kind: str
    tiles: Sequence[Tile]

    @property
    def is_of_sides(self) -> bool:
        """Whether its tiles are on hexsides."""
        return any(tile.side is not None for tile in self.tiles)

    @property
    def size(self) -> tuple[int, int]:
        """The size of a tile in pixels."""
        return SIDE_SIZE if self.is_of_sides else (TILE_WIDTH, TILE_HEIGHT)

    @property
    def columns(self) -> int:
        """The number of tiles beside each other in the image."""
        return min(_COLUMNS, len(self.tiles))

    @cached_property
    def numbers(self) -> Mapping[tuple[str, Direction | None], int]:
        """The number of each tile by its key and side."""
        return {(tile.key, tile.side): number for number, tile in enumerate(self.tiles)}

    def picture(self) -> Picture:
        """The image with all tiles."""
        wide, tall = self.size
        rows = -(-len(self.tiles) // self.columns)
        sheet = numpy.full((rows * tall, self.columns * wide, 3), CLEAR, dtype=numpy.uint8)
        for number, tile in enumerate(self.tiles):
            row, column = divmod(number, self.columns)
            mask = _hex_mask() if tile.side is None else _side_mask(tile.side, dashed=tile.dashed)
            part = sheet[row * tall : (row + 1) * tall, column * wide : (column + 1) * wide]
            part[mask] = tile.color
        return png_picture(sheet)


def hue(number: int, light: float = 0.72) -> Color:
    """A color for each number, far from those of the numbers next to it.

    >>> hue(0) != hue(1)
    True
    """
    red, green, blue = colorsys.hls_to_rgb((number * 0.61803) % 1.0, light, 0.6)
    return round(red * 255), round(green * 255), round(blue * 255)


def _hex_mask() -> Any:
    """The pixels of a hex in its box: neighbors meet without a gap."""
    y, x = numpy.mgrid[0:TILE_HEIGHT, 0:TILE_WIDTH] + 0.5
    slope = (TILE_WIDTH - SIDE) / 2 / (TILE_HEIGHT / 2)
    inset = numpy.abs(y - TILE_HEIGHT / 2) * slope
    return (x >= inset) & (x <= TILE_WIDTH - inset)


def _side_mask(side: Direction, *, dashed: bool) -> Any:
    """The pixels of a stroke along a hexside, in the larger box of such tiles."""
    wide, tall = SIDE_SIZE
    left, right, top, bottom = _GROW / 2, wide - _GROW / 2, _GROW / 2, tall - _GROW / 2
    west, east, middle = left + (TILE_WIDTH - SIDE) / 2, right - (TILE_WIDTH - SIDE) / 2, tall / 2
    corners = ((west, top), (east, top), (right, middle), (east, bottom), (west, bottom), (left, middle))
    at = tuple(Direction).index(side)
    (x1, y1), (x2, y2) = corners[at], corners[(at + 1) % 6]
    y, x = numpy.mgrid[0:tall, 0:wide] + 0.5
    length = float(numpy.hypot(x2 - x1, y2 - y1))
    along = ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length
    aside = numpy.abs((x - x1) * (y2 - y1) - (y - y1) * (x2 - x1)) / length
    ends = length * (1 - _SHRUNK) / 2
    mask = (aside <= _THICK / 2) & (along >= ends) & (along <= length - ends)
    return mask & ((along // 6) % 2 == 0) if dashed else mask
