"""Cheapest paths over any graph."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

Place = TypeVar("Place", bound=Hashable)


def cheapest_costs(
    starts: Iterable[Place], steps: Callable[[Place], Iterable[tuple[Place, int]]]
) -> dict[Place, int]:
    """The least cost from any of ``starts`` to every place that can be reached.

    ``steps`` gives the places next to a place, each with its cost (0 or more).

    >>> roads = {"a": [("b", 1), ("c", 5)], "b": [("c", 1)], "c": []}
    >>> cheapest_costs(["a"], roads.__getitem__)
    {'a': 0, 'b': 1, 'c': 2}
    """
    costs: dict[Place, int] = {}
    order = 0
    queue: list[tuple[int, int, Place]] = []
    for start in starts:
        queue.append((0, order, start))
        order += 1
    heapq.heapify(queue)
    while queue:
        cost, _, place = heapq.heappop(queue)
        if place in costs:
            continue
        costs[place] = cost
        for following, step in steps(place):
            if following not in costs:
                heapq.heappush(queue, (cost + step, order, following))
                order += 1
    return costs
