"""Short texts of the aid in rows: panels beside each other are of one height, and all columns end at one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import lcm

from builder.draw.sheets.aid.briefs import Panel
from builder.draw.sheets.aid.pages.spacing import GUTTER, Elastic, Placed, columns_block
from builder.draw.surface.flow import Block

APART = 1.8
"""Between parts of a group below each other, in mm."""
# How much higher rows may be than sorted by height, so that the texts stay in their order.
_IN_ORDER = 1.02

# In so many columns, a text across both is not too long to read.
_FEW = 2
# Writes a part in a width in mm; ``None`` if it is too narrow.
Write = Callable[[int, float], Block | None]


def panel_rows(parts: Sequence[int], write: Write, width: float, columns: int) -> Elastic | None:
    """Parts in rows of panels, ``columns`` of them in a row, and the rest sharing the width of the last ones.

    They are in their order, or from the lowest to the highest if that takes much less room. ``None`` if there
    is no second row, or if not all are texts on panels.
    """
    if columns < 2 or len(parts) <= columns:
        return None
    blocks = {part: write(part, _wide(width, columns)) for part in parts}
    if not all(isinstance(block, Panel) for block in blocks.values()):
        return None
    tall = {part: block.height for part, block in blocks.items() if block is not None}
    orders = (parts, sorted(parts, key=lambda part: tall[part]))
    in_order, by_height = (_rows(order, write, width, columns) for order in orders)
    is_much_less = in_order.height > _IN_ORDER * by_height.height
    return by_height if is_much_less else in_order


def _rows(parts: Iterable[int], write: Write, width: float, columns: int) -> Elastic:
    rows = _batches(list(parts), columns)
    # All rows are on one grid, however many share the last ones.
    grid = lcm(*map(len, rows))
    step, y, placed = (width + GUTTER) / grid, 0.0, list[Placed]()
    for row in rows:
        span = grid // len(row)
        panels = [panel for part in row if isinstance(panel := write(part, _wide(width, len(row))), Panel)]
        tall = max(panel.height for panel in panels)
        placed += [
            Placed(0, at * span, span, y, panel.of_height(tall), step) for at, panel in enumerate(panels)
        ]
        y += tall + APART
    return columns_block(placed, APART)


def _batches(parts: Sequence[int], columns: int) -> list[Sequence[int]]:
    """The parts of each row; one that would be alone in the last row shares it with one of the row above.

    >>> _batches([1, 2, 3, 4, 5, 6, 7], 3)
    [[1, 2, 3], [4, 5], [6, 7]]
    """
    rows = [parts[start : start + columns] for start in range(0, len(parts), columns)]
    if columns > _FEW and len(rows) > 1 and len(rows[-1]) == 1:
        rows[-2:] = [rows[-2][:-1], [*rows[-2][-1:], *rows[-1]]]
    return rows


def _wide(width: float, count: int) -> float:
    """The width of each of so many panels in a row."""
    return (width + GUTTER) / count - GUTTER
