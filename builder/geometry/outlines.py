"""Outlines of areas made of cells: the edges that only one cell has, joined to rings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from builder.geometry.shapes import ring_sides, turn

Corner = tuple[int, int]


def rings(cells: Iterable[Sequence[Corner]]) -> tuple[tuple[Corner, ...], ...]:
    """The rings around a set of cells, given by their corners clockwise, and around the holes in it.

    Rings around cells run clockwise and those around holes the other way. Cells that meet only in a corner
    have separate rings.

    >>> square = lambda x: ((x, 0), (x + 1, 0), (x + 1, 1), (x, 1))
    >>> rings([square(0), square(1)])
    (((0, 0), (1, 0), (2, 0), (2, 1), (1, 1), (0, 1)),)
    """
    onward: dict[Corner, list[Corner]] = {}
    sides = {side for cell in cells for side in ring_sides(cell)}
    for start, end in sorted(sides):
        if (end, start) not in sides:
            onward.setdefault(start, []).append(end)
    closed = []
    while onward:
        first = min(onward)
        ring = [first]
        at = _next(onward, first, first)
        while at != first:
            ring.append(at)
            at = _next(onward, ring[-2], at)
        closed.append(tuple(ring))
    return tuple(closed)


def _next(onward: dict[Corner, list[Corner]], before: Corner, at: Corner) -> Corner:
    """Take the next corner after a corner; if there are two, the one further to the right."""
    ways = onward[at]
    best = max(ways, key=lambda way: turn(before, at, way))
    ways.remove(best)
    if not ways:
        del onward[at]
    return best
