"""Packs boxes of several sizes onto as few sheets as possible."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

Size = tuple[float, float]
_EPSILON = 1e-6


@dataclass(frozen=True, slots=True)
class Spot:
    """The place of the box with this index in the list, in mm from the top left corner of its sheet."""

    index: int
    x: float
    y: float


@dataclass(slots=True)
class _Sheet:
    """The boxes on a sheet, and its free rectangles (x, y, width, height)."""

    free: list[tuple[float, float, float, float]]
    spots: list[Spot] = field(default_factory=list)
    covered: float = 0.0

    def load(self, *, evenly: bool) -> tuple[int, float]:
        """How full it is for another box: its boxes, and the area they cover in square mm."""
        return (len(self.spots), round(self.covered, 3)) if evenly else (0, 0.0)


def gather(boxes: Sequence[Size], room: Size, gap: float, *, evenly: bool = False) -> list[list[Spot]]:
    """The boxes on sheets of a size, not rotated, ``gap`` mm from their neighbors.

    Large boxes are placed first, each where it fits most tightly, or ``evenly``: on the sheet with the fewest
    boxes, and of several the one that is least covered. Sheets are in the order of their first box, and so
    are boxes in a single row or column.

    >>> [len(sheet) for sheet in gather([(90, 90), (60, 90), (60, 90)], (150, 100), 4)]
    [1, 2]
    >>> [(spot.index, spot.x) for spot in gather([(30, 90), (60, 90)], (150, 100), 4)[0]]
    [(0, 0.0), (1, 34.0)]
    >>> [len(sheet) for sheet in gather([(90, 60), (90, 40), (50, 20)], (90, 90), 4, evenly=True)]
    [1, 2]
    """
    sheets: list[_Sheet] = []
    by_size = sorted(range(len(boxes)), key=lambda index: (-boxes[index][0] * boxes[index][1], index))
    for index in by_size:
        width, height = boxes[index]
        places = [
            (*sheet.load(evenly=evenly), min(wide - width, tall - height), number, at)
            for number, sheet in enumerate(sheets)
            for at, (_, _, wide, tall) in enumerate(sheet.free)
            if width <= wide + _EPSILON and height <= tall + _EPSILON
        ]
        if not places:
            sheets.append(_Sheet([(0.0, 0.0, *room)]))
            places = [(0, 0.0, 0.0, len(sheets) - 1, 0)]
        *_, number, at = min(places)
        _put(sheets[number], index, at, (width, height), gap)
    gathered = [_in_order(sorted(sheet.spots, key=lambda spot: spot.index), boxes, gap) for sheet in sheets]
    return sorted(gathered, key=lambda spots: spots[0].index)


def _in_order(spots: list[Spot], boxes: Sequence[Size], gap: float) -> list[Spot]:
    """The boxes of a sheet; those of a single row from left to right, those of a single column downwards."""
    if not any(spot.x for spot in spots):
        y, column = 0.0, []
        for spot in spots:
            column.append(Spot(spot.index, 0.0, y))
            y += boxes[spot.index][1] + gap
        return column
    if any(spot.y for spot in spots):
        return spots
    x, row = 0.0, []
    for spot in spots:
        row.append(Spot(spot.index, x, 0.0))
        x += boxes[spot.index][0] + gap
    return row


def _put(sheet: _Sheet, index: int, at: int, size: Size, gap: float) -> None:
    """Put a box into a free rectangle, and split the rest so that the larger part is as large as possible."""
    x, y, wide, tall = sheet.free.pop(at)
    width, height = size[0] + gap, size[1] + gap
    sheet.spots.append(Spot(index, x, y))
    sheet.covered += size[0] * size[1]
    beside = (x + width, y, wide - width, tall)
    under = (x, y + height, wide, tall - height)
    if max(beside[2], 0) * tall > wide * max(under[3], 0):
        under = (x, y + height, size[0], tall - height)
    else:
        beside = (x + width, y, wide - width, size[1])
    sheet.free += [free for free in (beside, under) if free[2] > 0 and free[3] > 0]
