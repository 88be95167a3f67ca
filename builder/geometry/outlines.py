"""Outlines of parts of a plane that are made of cells: the edges that only one cell has, joined to rings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Corner = tuple[int, int]


def rings(cells: Iterable[Sequence[Corner]]) -> tuple[tuple[Corner, ...], ...]:
    """The rings around a set of cells, given by their corners clockwise, and around the holes in it.

    Rings around cells run clockwise and those around holes the other way. Where cells meet in a corner only,
    each keeps a ring of its own.

    >>> square = lambda x: ((x, 0), (x + 1, 0), (x + 1, 1), (x, 1))
    >>> rings([square(0), square(1)])
    (((0, 0), (1, 0), (2, 0), (2, 1), (1, 1), (0, 1)),)
    """
    onward: dict[Corner, list[Corner]] = {}
    sides = {side for cell in cells for side in _sides(cell)}
    for start, end in sorted(sides):
        if (end, start) not in sides:
            onward.setdefault(start, []).append(end)
    found = []
    while onward:
        first = min(onward)
        ring = [first]
        at = _next(onward, first, first)
        while at != first:
            ring.append(at)
            at = _next(onward, ring[-2], at)
        found.append(tuple(ring))
    return tuple(found)


def _sides(cell: Sequence[Corner]) -> Iterable[tuple[Corner, Corner]]:
    return ((corner, cell[(index + 1) % len(cell)]) for index, corner in enumerate(cell))


def _next(onward: dict[Corner, list[Corner]], before: Corner, at: Corner) -> Corner:
    """Take the way on from a corner; the one that turns most to the right, where there are two."""
    ways = onward[at]
    best = max(ways, key=lambda way: _right_turn(before, at, way)) if len(ways) > 1 else ways[0]
    ways.remove(best)
    if not ways:
        del onward[at]
    return best


def _right_turn(before: Corner, at: Corner, way: Corner) -> int:
    one = (at[0] - before[0], at[1] - before[1])
    two = (way[0] - at[0], way[1] - at[1])
    return one[0] * two[1] - one[1] * two[0]
