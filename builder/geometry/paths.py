"""Cheapest paths over any graph."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Hashable, Iterable, Mapping
from math import inf
from typing import TypeVar

Place = TypeVar("Place", bound=Hashable)


def cheapest_costs(
    starts: Iterable[Place] | Mapping[Place, int],
    steps: Callable[[Place], Iterable[tuple[Place, int]]],
    most: float = inf,
) -> dict[Place, int]:
    """The least cost from any of ``starts`` to every place that can be reached for ``most`` or less.

    ``steps`` gives the places next to a place, each with its cost (0 or more). Starts that are a mapping
    have a cost already.

    >>> roads = {"a": [("b", 1), ("c", 5)], "b": [("c", 1)], "c": []}
    >>> cheapest_costs(["a"], roads.__getitem__)
    {'a': 0, 'b': 1, 'c': 2}
    """
    costs: dict[Place, int] = {}
    # Few costs are ever different: the places of each wait together, in the order in which they were met.
    waiting: dict[int, list[Place]] = {}
    for start, cost in (starts if isinstance(starts, Mapping) else dict.fromkeys(starts, 0)).items():
        waiting.setdefault(cost, []).append(start)
    ahead = list(waiting)
    heapq.heapify(ahead)
    while ahead:
        cost = heapq.heappop(ahead)
        # The list grows while it is walked, where a step costs nothing.
        for place in waiting[cost]:
            if place in costs:
                continue
            costs[place] = cost
            for following, step in steps(place):
                if following in costs or (total := cost + step) > most:
                    continue
                if total in waiting:
                    waiting[total].append(following)
                else:
                    waiting[total] = [following]
                    heapq.heappush(ahead, total)
        del waiting[cost]
    return costs


def cheapest_way(
    costs: Mapping[Place, int], steps: Callable[[Place], Iterable[tuple[Place, int]]], goal: Place
) -> tuple[Place, ...]:
    """The places of a cheapest way to ``goal``, from a start to it; empty where there is none.

    ``costs`` are those of :func:`cheapest_costs` with the same ``steps``, which must lead both ways between
    two places, if perhaps at different costs. Of equal ways it is always the same.

    >>> roads = {"a": [("b", 1), ("c", 5)], "b": [("a", 1), ("c", 1)], "c": [("a", 5), ("b", 1)]}
    >>> cheapest_way(cheapest_costs(["a"], roads.__getitem__), roads.__getitem__, "c")
    ('a', 'b', 'c')
    """
    if goal not in costs:
        return ()
    way = [goal]
    while costs[way[-1]] > 0:
        place = way[-1]
        before = next(
            other
            for other, _ in steps(place)
            if other in costs
            and any(next == place and costs[other] + cost == costs[place] for next, cost in steps(other))
        )
        way.append(before)
    return tuple(way[::-1])


def first_turns(
    starts: Iterable[Place], a_turn: Callable[[Iterable[Place]], Iterable[Place]]
) -> dict[Place, int]:
    """The first turn in which each place can be reached; turn 0 stands for the starts.

    ``a_turn`` gives every place that can be reached in one turn from any of some places, with the whole
    allowance of a turn. What is left of it at a turn's end is lost, so that a step that costs more than is
    left waits for the next turn, and one that costs more than the allowance is never made.

    >>> roads = {"a": [("b", 2)], "b": [("c", 2)], "c": [("d", 4)], "d": []}
    >>> first_turns(["a"], lambda places: cheapest_costs(places, roads.__getitem__, 3))
    {'a': 0, 'b': 1, 'c': 2}
    """
    turns = dict.fromkeys(starts, 0)
    newest = list(turns)
    turn = 0
    while newest:
        turn += 1
        newest = [place for place in a_turn(newest) if place not in turns]
        turns.update(dict.fromkeys(newest, turn))
    return turns
