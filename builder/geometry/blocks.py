"""Cells of a grid as few words, such as ``0204-0406 0501``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from builder.geometry.hexgrid import NumberedGrid, Numbers


def block_words(grid: NumberedGrid[Any], cells: Iterable[Numbers]) -> list[str]:
    """Few words for some cells: blocks where they form rectangles.

    >>> from builder.geometry.hexgrid import HexGrid
    >>> block_words(HexGrid(9, 9), {(2, 4), (2, 5), (3, 4), (3, 5), (5, 1)})
    ['0204-0305', '0501']
    """
    wanted = set(cells)
    by_column, by_row = (_rectangles(wanted, down_first=down_first) for down_first in (True, False))
    blocks = min((by_column, by_row), key=len)
    label = grid.label
    return [label(one) if one == other else f"{label(one)}-{label(other)}" for one, other in sorted(blocks)]


def blocks_text(grid: NumberedGrid[Any], cells: Iterable[Numbers]) -> str:
    """The same as one text of a file."""
    return " ".join(block_words(grid, cells))


def _rectangles(cells: set[Numbers], *, down_first: bool) -> list[tuple[Numbers, Numbers]]:
    """The first and last cells of rectangles that cover some cells, each once."""
    left = set(cells)
    blocks = []
    for column, row in sorted(cells, key=lambda cell: cell if down_first else (cell[1], cell[0])):
        if (column, row) not in left:
            continue
        east, south = column, row
        if down_first:
            while (column, south + 1) in left:
                south += 1
            while all((east + 1, y) in left for y in range(row, south + 1)):
                east += 1
        else:
            while (east + 1, row) in left:
                east += 1
            while all((x, south + 1) in left for x in range(column, east + 1)):
                south += 1
        left -= {(x, y) for x in range(column, east + 1) for y in range(row, south + 1)}
        blocks.append(((column, row), (east, south)))
    return blocks
