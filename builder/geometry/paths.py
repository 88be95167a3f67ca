"""Cheapest paths over any graph."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from math import inf
from typing import Generic, TypeVar

Place = TypeVar("Place", bound=Hashable)


class CostSearch(Generic[Place]):
    """A search for the lowest cost from any of ``starts`` to other places, which goes only as far as needed.

    ``costs`` are those found so far, smallest first. The arguments are those of :func:`cheapest_costs`.

    >>> roads = {"a": [("b", 1), ("c", 5)], "b": [("c", 1)], "c": [("d", 1)], "d": []}
    >>> search = CostSearch(["a"], roads.__getitem__)
    >>> search.cost_of("b"), "c" in search.costs
    (1, False)
    >>> search.finish()
    {'a': 0, 'b': 1, 'c': 2, 'd': 3}
    """

    def __init__(
        self,
        starts: Iterable[Place] | Mapping[Place, int],
        steps: Callable[[Place], Iterable[tuple[Place, int]]],
        most: float = inf,
        *,
        allowance: float = inf,
    ) -> None:
        self.costs: dict[Place, int] = {}
        self._steps, self._most, self._allowance = steps, most, allowance
        # There are few different costs: the places of each wait together, in the order in which they were
        # met.
        self._waiting: dict[int, list[Place]] = {}
        for start, cost in (starts if isinstance(starts, Mapping) else dict.fromkeys(starts, 0)).items():
            self._waiting.setdefault(cost, []).append(start)
        self._ahead = list(self._waiting)
        heapq.heapify(self._ahead)

    def cost_of(self, *places: Place) -> int | None:
        """The lowest cost of any of some places; ``None`` if none can be reached."""
        costs = self.costs
        while self._ahead and costs.keys().isdisjoint(places):
            self._go_on()
        return min((costs[place] for place in places if place in costs), default=None)

    def finish(self) -> dict[Place, int]:
        """The cost of every place that can be reached."""
        while self._ahead:
            self._go_on()
        return self.costs

    def _go_on(self) -> None:
        """Find all places of the next smallest cost."""
        costs, waiting, steps, allowance = self.costs, self._waiting, self._steps, self._allowance
        cost = heapq.heappop(self._ahead)
        left = _left(cost, allowance)
        # The list grows during the loop if a step costs nothing.
        for place in waiting[cost]:
            if place in costs:
                continue
            costs[place] = cost
            for following, step in steps(place):
                if following in costs:
                    continue
                if step <= left:
                    total = cost + (step if step >= 0 else -step)
                elif step <= allowance:
                    total = cost + int(left) + step
                else:
                    continue
                if total > self._most:
                    continue
                if total in waiting:
                    waiting[total].append(following)
                else:
                    waiting[total] = [following]
                    heapq.heappush(self._ahead, total)
        del waiting[cost]


def cheapest_costs(
    starts: Iterable[Place] | Mapping[Place, int],
    steps: Callable[[Place], Iterable[tuple[Place, int]]],
    most: float = inf,
    *,
    allowance: float = inf,
) -> dict[Place, int]:
    """The lowest cost from any of ``starts`` to every place that can be reached for ``most`` or less.

    ``steps`` gives the places next to a place, each with its cost (0 or more). If ``starts`` is a mapping, it
    has the cost of each start. With an ``allowance``, points are spent move by move: a step that costs more
    than the remaining points waits for the next move, the rest is lost and counts as spent, and a step that
    costs more than the whole allowance is never made. A negative cost is spent in as many moves as it takes.

    >>> roads = {"a": [("b", 1), ("c", 5)], "b": [("c", 1)], "c": []}
    >>> cheapest_costs(["a"], roads.__getitem__)
    {'a': 0, 'b': 1, 'c': 2}
    >>> roads = {"a": [("b", 2)], "b": [("c", 2)], "c": [("d", 4)], "d": []}
    >>> cheapest_costs(["a"], roads.__getitem__, allowance=3)
    {'a': 0, 'b': 2, 'c': 5}
    >>> roads["c"] = [("d", -4)]
    >>> cheapest_costs(["a"], roads.__getitem__, allowance=3)
    {'a': 0, 'b': 2, 'c': 5, 'd': 9}
    """
    return CostSearch(starts, steps, most, allowance=allowance).finish()


def quick_cost(
    starts: Iterable[Place],
    steps: Callable[[Place], Iterable[tuple[Place, int | None]]],
    goals: Collection[Place],
    distance: Callable[[Place], float],
    allowance: float = inf,
    price: Callable[[Place, Place], int | None] = lambda one, other: None,
) -> int | None:
    """The cost of some path to one of ``goals``, not always the cheapest; ``None`` if there is none.

    It is found much sooner than the cheapest, because the search heads for the goals: ``distance`` returns
    the number of steps to the nearest. ``steps`` and ``allowance`` are those of :func:`cheapest_costs`. A
    cost that takes long to work out may be ``None`` among the steps: if the search gets there, it asks for
    the ``price`` of the step, which is ``None`` if it cannot be made.

    >>> roads = {"a": [("b", 1), ("c", 5)], "b": [("c", 1)], "c": []}
    >>> quick_cost(["a"], roads.__getitem__, ["c"], lambda place: "cba".index(place))
    5
    """
    costs = dict.fromkeys(starts, 0)
    # Among equals, the place that was found first comes first.
    ahead: list[tuple[float, int, Place, Place | None]]
    ahead = [(distance(start), number, start, None) for number, start in enumerate(costs)]
    heapq.heapify(ahead)
    number = len(ahead)
    while ahead:
        _, _, place, before = heapq.heappop(ahead)
        if before is not None:
            step = price(before, place) if place not in costs else None
            if step is None or step > allowance:
                continue
            costs[place] = _after(costs[before], step, allowance)
        cost = costs[place]
        if place in goals:
            return cost
        for following, step in steps(place):
            if following not in costs and (step is None or step <= allowance):
                if step is not None:
                    costs[following] = _after(cost, step, allowance)
                number += 1
                entry = (distance(following), number, following, place if step is None else None)
                heapq.heappush(ahead, entry)
    return None


def _after(cost: int, step: int, allowance: float) -> int:
    """The cost after one more step; one that costs more than the rest of a move waits for the next."""
    left = _left(cost, allowance)
    return cost + (abs(step) if step <= left else int(left) + step)


def connected_groups(
    places: Iterable[Place], neighbors: Callable[[Place], Iterable[Place]]
) -> list[list[Place]]:
    """Groups of places that are connected through neighbors among them, in the order of their first places.

    >>> connected_groups([1, 2, 3, 7, 8], lambda number: [number - 1, number + 1])
    [[1, 2, 3], [7, 8]]
    """
    left = dict.fromkeys(places)
    groups = []
    for start in tuple(left):
        if start not in left:
            continue
        group = [start]
        del left[start]
        for place in group:
            for other in neighbors(place):
                if other in left:
                    del left[other]
                    group.append(other)
        groups.append(group)
    return groups


def _left(cost: int, allowance: float) -> float:
    """The remaining allowance of the current move when ``cost`` has been spent in total."""
    return allowance if allowance == inf else allowance - cost % allowance


def cheapest_way(
    costs: Mapping[Place, int],
    steps: Callable[[Place], Iterable[tuple[Place, int]]],
    goal: Place,
    allowance: float = inf,
    *,
    before: Callable[[Place], Iterable[Place]] | None = None,
) -> tuple[Place, ...]:
    """The places of a cheapest path from a start to ``goal``; empty if there is none.

    ``costs`` are those of :func:`cheapest_costs` with the same ``steps`` and ``allowance``. ``before`` gives
    the places from which a step leads to a place; without it steps must exist in both directions, possibly at
    different costs. The choice among equally cheap paths is always the same.

    >>> roads = {"a": [("b", 1), ("c", 5)], "b": [("a", 1), ("c", 1)], "c": [("a", 5), ("b", 1)]}
    >>> cheapest_way(cheapest_costs(["a"], roads.__getitem__), roads.__getitem__, "c")
    ('a', 'b', 'c')
    """
    if goal not in costs:
        return ()

    def arrives(other: Place, place: Place) -> bool:
        left = _left(costs[other], allowance)
        return any(
            following == place
            and step <= allowance
            and costs[other] + (0 if step <= left else int(left)) + abs(step) == costs[place]
            for following, step in steps(other)
        )

    way = [goal]
    while costs[way[-1]] > 0:
        place = way[-1]
        others = before(place) if before is not None else (other for other, _ in steps(place))
        way.append(next(other for other in others if other in costs and arrives(other, place)))
    return tuple(way[::-1])


def first_turns(
    starts: Iterable[Place], a_turn: Callable[[Iterable[Place]], Iterable[Place]]
) -> dict[Place, int]:
    """The first turn in which each place can be reached; turn 0 for the starts.

    ``a_turn`` returns every place that can be reached from some places in one turn, with the whole allowance.
    Points left at the end of a turn are lost: a step that costs more than is left waits for the next turn,
    and one that costs more than the allowance is never made.

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
