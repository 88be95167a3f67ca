"""Shares the free room of sheets among what is only drawn where there is room."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from builder.draw.surface.canvas import Rectangle
from builder.draw.surface.filler import Filler

Size = tuple[float, float]
_TINY = 1e-6
# Less than this is no room, in mm.
_LEAST = 20.0
# Two fillers in a room of at least this width are beside each other; how much of it the first has then.
_WIDE, _FIRST = 200.0, 0.64


@dataclass(frozen=True, slots=True)
class Filling:
    """The place of a filler: the index of its sheet, and its box (left, top, width, height) in mm there."""

    sheet: int
    box: Rectangle


@dataclass(slots=True)
class _Room:
    """A free box on a sheet, and the indexes of the fillers in it."""

    sheet: int
    box: Rectangle
    inside: list[int] = field(default_factory=list)


def share_room(
    sheets: Sequence[Sequence[Rectangle]], size: Size, fillers: Sequence[Filler], gap: float
) -> list[Filling | None]:
    """The place of each filler, None if it has none, on sheets of a size in mm with what is on them already.

    Each goes to a sheet with as few others as possible, and to the largest room there; those that come first
    choose first.

    >>> from builder.draw.surface.canvas import Drawing
    >>> low = Filler(lambda width: 30.0, lambda room: Drawing("", "", *room, None, (), {}))
    >>> share_room([[(0, 0, 90, 70)], [(0, 0, 90, 50)]], (90.0, 100.0), [low], 4)
    [Filling(sheet=1, box=(0.0, 54, 90.0, 30.0))]
    """
    rooms = [
        _Room(number, box) for number, boxes in enumerate(sheets) for box in free_boxes(boxes, size, gap)
    ]
    for index in range(len(fillers)):
        fitting = [room for room in rooms if _boxes([*room.inside, index], room.box, fillers, gap)]
        if not fitting:
            continue
        best = min(
            fitting,
            key=lambda room: (
                sum(len(other.inside) for other in rooms if other.sheet == room.sheet),
                -round(room.box[2] * room.box[3]),
                room.sheet,
                room.box,
            ),
        )
        best.inside.append(index)
        rooms = [
            room
            for room in rooms
            if room is best or room.sheet != best.sheet or _are_apart(room.box, best.box, gap)
        ]
    places: list[Filling | None] = [None] * len(fillers)
    for room in rooms:
        for index, box in (_boxes(room.inside, room.box, fillers, gap) or {}).items():
            places[index] = Filling(room.sheet, box)
    return places


def share_or_shorten(
    sheets: Sequence[Sequence[Rectangle]], size: Size, fillers: Sequence[Filler], gap: float
) -> tuple[list[Filler], list[Filling | None]]:
    """The fillers with their places as of :func:`share_room`; those without any are the shorter ones."""
    places = share_room(sheets, size, fillers, gap)
    shorter = [
        filler.shorter if place is None and filler.shorter is not None else filler
        for filler, place in zip(fillers, places, strict=True)
    ]
    if all(one is other for one, other in zip(fillers, shorter, strict=True)):
        return shorter, places
    return shorter, share_room(sheets, size, shorter, gap)


def free_boxes(taken: Sequence[Rectangle], size: Size, gap: float) -> list[Rectangle]:
    """The largest boxes of a sheet that are ``gap`` mm from what is on it, none within another.

    >>> free_boxes([(0, 0, 60, 50)], (100.0, 90.0), 5)
    [(0.0, 55, 100.0, 35.0), (65, 0.0, 35.0, 90.0)]
    """
    wide, tall = size
    lefts = {0.0, *(x + width + gap for x, _, width, _ in taken)}
    rights = {wide, *(x - gap for x, *_ in taken)}
    tops = {0.0, *(y + height + gap for _, y, _, height in taken)}
    bottoms = {tall, *(y - gap for _, y, *_ in taken)}
    boxes = [
        (left, top, right - left, bottom - top)
        for left in lefts
        for right in rights
        for top in tops
        for bottom in bottoms
        if right - left >= _LEAST and bottom - top >= _LEAST
    ]
    free = [box for box in boxes if all(_are_apart(box, other, gap) for other in taken)]
    return sorted(box for box in free if not any(_holds(other, box) for other in free if other != box))


def thin_strips(sheets: Sequence[Sequence[Rectangle]], size: Size, lowest: float, useful: float) -> int:
    """How many sheets have a strip below everything that is white to see, and too low to be of use.

    It is from ``lowest`` to ``useful`` mm high.
    """
    left = [size[1] - max(y + height for _, y, _, height in boxes) for boxes in sheets]
    return sum(lowest < rest < useful for rest in left)


def _boxes(
    inside: Sequence[int], box: Rectangle, fillers: Sequence[Filler], gap: float
) -> dict[int, Rectangle] | None:
    """The boxes of some fillers in a free box; None if they do not fit, and nothing for none.

    Two are beside each other where there is the width, else all are below each other, those that grow last.
    """
    x, y, wide, tall = box
    order = sorted(inside, key=lambda index: (fillers[index].grows, index))
    if len(order) == 2 and wide >= _WIDE:
        first = (wide - 2 * gap) * _FIRST
        columns = ((x, y, first, tall), (x + first + 2 * gap, y, wide - first - 2 * gap, tall))
        heights = [fillers[index].least(column[2]) for index, column in zip(order, columns, strict=True)]
        if all(height is not None and height <= tall + _TINY for height in heights):
            return dict(zip(order, columns, strict=True))
    least = [height for index in order if (height := fillers[index].least(wide)) is not None]
    spare = tall - sum(least) - gap * (len(order) - 1)
    if len(least) < len(order) or spare < -_TINY:
        return None
    growing = [index for index in order if fillers[index].grows]
    growing, places = growing or [index for index in order if fillers[index].airy], dict[int, Rectangle]()
    for index, height in zip(order, least, strict=True):
        high = height + (max(0.0, spare) / len(growing) if index in growing else 0.0)
        places[index] = (x, y, wide, high)
        y += high + gap
    return places


def _are_apart(one: Rectangle, other: Rectangle, gap: float) -> bool:
    """Whether two boxes are ``gap`` mm from each other at least."""
    (x1, y1, wide1, tall1), (x2, y2, wide2, tall2) = one, other
    across = x1 >= x2 + wide2 + gap - _TINY or x2 >= x1 + wide1 + gap - _TINY
    return across or y1 >= y2 + tall2 + gap - _TINY or y2 >= y1 + tall1 + gap - _TINY


def _holds(outer: Rectangle, inner: Rectangle) -> bool:
    (x1, y1, wide1, tall1), (x2, y2, wide2, tall2) = outer, inner
    is_within = x1 <= x2 + _TINY and x2 + wide2 <= x1 + wide1 + _TINY
    return is_within and y1 <= y2 + _TINY and y2 + tall2 <= y1 + tall1 + _TINY
