"""The pixels of a map of Tiled: where each hex is, and which hex is at a pixel."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import dist

from builder.geometry.hexgrid import Hex, HexGrid

TILE_WIDTH, TILE_HEIGHT, SIDE = 120, 104, 60
"""The box of a hex in pixels, and the length of its upper side: nearly regular, in whole pixels."""
COLUMN_STEP = (TILE_WIDTH + SIDE) // 2
_HALF = TILE_HEIGHT // 2


def corner_of(hex: Hex) -> tuple[int, int]:
    """The top left corner of a hex's box."""
    lower = _HALF if hex.column % 2 == 0 else 0
    return (hex.column - 1) * COLUMN_STEP, (hex.row - 1) * TILE_HEIGHT + lower


def center_of(hex: Hex) -> tuple[int, int]:
    """The middle of a hex."""
    x, y = corner_of(hex)
    return x + TILE_WIDTH // 2, y + TILE_HEIGHT // 2


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


def blocks_text(grid: HexGrid, hexes: Iterable[Hex]) -> str:
    """Hexes as blocks in a file: columns with the same rows are one block.

    >>> blocks_text(HexGrid(9, 9), [Hex(2, 3), Hex(2, 4), Hex(3, 3), Hex(3, 4), Hex(5, 5)])
    '0203-0304 0505'
    """
    blocks: list[list[Hex]] = []
    for first, last in _runs(hexes):
        block = next(
            (
                block
                for block in blocks
                if (block[0].row, block[1].row, block[1].column) == (first.row, last.row, first.column - 1)
            ),
            None,
        )
        if block is None:
            blocks.append([first, last])
        else:
            block[1] = last
    labels = ((grid.label(first), grid.label(last)) for first, last in blocks)
    return " ".join(first if first == last else f"{first}-{last}" for first, last in labels)


def _runs(hexes: Iterable[Hex]) -> Iterator[tuple[Hex, Hex]]:
    """The unbroken runs of each column, first and last hex."""
    start: Hex | None = None
    last: Hex | None = None
    for hex in sorted(set(hexes)):
        if start is not None and last is not None and hex != (last.column, last.row + 1):
            yield start, last
            start = hex
        start, last = start or hex, hex
    if start is not None and last is not None:
        yield start, last
