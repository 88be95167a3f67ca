"""The size of hexes that fills sheets of paper: as large as fits, on as few sheets as possible."""

from __future__ import annotations

import math

from builder.geometry.hexgrid import HexGrid
from builder.geometry.hexlayout import HexLayout

FIT = "fit"
"""What a file says instead of a size."""
# In mm. Counters of 15.9 mm cover smaller hexes; larger ones need no more than their numbers.
SMALLEST, LARGEST = 16.0, 20.0
_STEP = 0.5
# The room for a map on A4 and on Letter, upright and on its side, and how far sheets overlap.
_ROOMS = (((190.0, 278.5), (277.0, 191.5)), ((195.9, 260.9), (259.4, 197.4)))
_OVERLAP = 10.0
# What is around the hexes: margins, and the title above them.
_ACROSS, _DOWN = 6.0, 16.0
KEY_FOOT = 56.0
"""The height in mm of the key of open country at the foot of a sheet of A4, or of how sheets are joined."""
_EPSILON = 1e-6


def fitting_size(grid: HexGrid, foot: float = 0.0) -> float:
    """The largest size in mm, to half a millimeter, with which a map takes the fewest sheets of paper.

    Of these, one that leaves a ``foot`` of that many mm free below it on A4 is taken, if there is any.

    >>> fitting_size(HexGrid(27, 9)), fitting_size(HexGrid(20, 11)), fitting_size(HexGrid(20, 11), KEY_FOOT)
    (18.0, 20.0, 17.5)
    """
    sizes = [SMALLEST + step * _STEP for step in range(round((LARGEST - SMALLEST) / _STEP) + 1)]
    fewest = sheets(grid, SMALLEST)
    fitting = [size for size in sizes if sheets(grid, size) == fewest]
    return max([size for size in fitting if foot and _has_foot(grid, size, foot)] or fitting)


def _has_foot(grid: HexGrid, size: float, foot: float) -> bool:
    """Whether the fewest sheets of A4 of a map of one size leave a foot free below it."""
    layout, (fewest, _) = HexLayout(grid, size), sheets(grid, size)
    for wide, tall in _ROOMS[0]:
        down = _parts(layout.height + _DOWN, tall)
        part = (layout.height + _DOWN + (down - 1) * _OVERLAP) / down
        if _parts(layout.width + _ACROSS, wide) * down == fewest and part + foot <= tall:
            return True
    return False


def sheets(grid: HexGrid, size: float) -> tuple[int, int]:
    """The sheets of A4 and of Letter that a map with hexes of a size takes, turned the better way."""
    layout = HexLayout(grid, size)
    a4, letter = (
        min(_parts(layout.width + _ACROSS, wide) * _parts(layout.height + _DOWN, tall) for wide, tall in ways)
        for ways in _ROOMS
    )
    return a4, letter


def _parts(length: float, room: float) -> int:
    """The sheets next to each other that a length takes."""
    return max(1, math.ceil((length - _OVERLAP) / (room - _OVERLAP) - _EPSILON))


def read_hex_size(value: float | str, grid: HexGrid, foot: float = 0.0) -> float:
    """The size of hexes in mm that a file gives, or the one that fits, with a ``foot`` free if possible.

    >>> read_hex_size("fit", HexGrid(27, 9)), read_hex_size(17, HexGrid(27, 9))
    (18.0, 17.0)
    """
    return fitting_size(grid, foot) if isinstance(value, str) else float(value)
