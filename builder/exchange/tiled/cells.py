"""The pixels of a map of Tiled: where each hex is, and which hex is at a pixel."""

from __future__ import annotations

from math import dist

from builder.geometry.hexgrid import Direction, Hex, HexGrid, Hexside

TILE_WIDTH, TILE_HEIGHT, SIDE = 120, 104, 60
"""The box of a hex in pixels, and the length of its upper side: nearly regular, in whole pixels."""
COLUMN_STEP = (TILE_WIDTH + SIDE) // 2
_HALF = TILE_HEIGHT // 2
Pixel = tuple[int, int]
# The corners of a hex in its box, clockwise from the left end of its north side.
_WEST, _EAST = (TILE_WIDTH - SIDE) // 2, (TILE_WIDTH + SIDE) // 2
_CORNERS = (
    (_WEST, 0), (_EAST, 0), (TILE_WIDTH, _HALF), (_EAST, TILE_HEIGHT), (_WEST, TILE_HEIGHT), (0, _HALF)
)  # fmt: skip


def corner_of(hex: Hex) -> tuple[int, int]:
    """The top left corner of a hex's box."""
    lower = _HALF if hex.column % 2 == 0 else 0
    return (hex.column - 1) * COLUMN_STEP, (hex.row - 1) * TILE_HEIGHT + lower


def center_of(hex: Hex) -> tuple[int, int]:
    """The middle of a hex."""
    x, y = corner_of(hex)
    return x + TILE_WIDTH // 2, y + TILE_HEIGHT // 2


def side_ends(side: Hexside) -> tuple[Pixel, Pixel]:
    """The two ends of a hexside.

    >>> side_ends(Hexside(Hex(1, 1), Direction.N)), side_ends(Hexside(Hex(2, 1), Direction.NW))
    (((30, 0), (90, 0)), ((90, 104), (120, 52)))
    """
    left, top = corner_of(side.hex)
    at = tuple(Direction).index(side.direction)
    (x1, y1), (x2, y2) = _CORNERS[at], _CORNERS[(at + 1) % 6]
    return (left + x1, top + y1), (left + x2, top + y2)


def hex_at(grid: HexGrid, x: float, y: float) -> Hex | None:
    """The hex whose middle is nearest to a pixel; ``None`` if the pixel is off the map.

    >>> hex_at(HexGrid(9, 9), *center_of(Hex(4, 5)))
    Hex(column=4, row=5)
    """
    column = round((x - TILE_WIDTH / 2) / COLUMN_STEP) + 1
    near = [
        Hex(at, row)
        for at in range(column - 1, column + 2)
        for row in (int(y // TILE_HEIGHT), int(y // TILE_HEIGHT) + 1)
    ]
    best = min(
        (hex for hex in near if hex in grid), key=lambda hex: dist(center_of(hex), (x, y)), default=None
    )
    return best if best is not None and dist(center_of(best), (x, y)) <= TILE_WIDTH else None
