"""Find groups of counters that do not fit on the ground that they share, one counter per spot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence


def crowded_groups(parties: Sequence[tuple[int, Sequence[Hashable]]]) -> list[list[int]]:
    """Groups of parties that do not all fit: for each place that is too small, the indexes of its parties.

    A party is a number of counters and the spots where any of them may start. A group has more counters than
    all of its spots together; parties that fit are in no group.

    >>> crowded_groups([(2, "ab"), (1, "bc")]), crowded_groups([(2, "ab"), (1, "b"), (3, "xyz")])
    ([], [[0, 1]])
    """
    groups = []
    left = dict(enumerate(parties))
    while group := _crowded_group(left):
        groups.append(group)
        left = {index: party for index, party in left.items() if index not in group}
    return groups


def _crowded_group(parties: dict[int, tuple[int, Sequence[Hashable]]]) -> list[int]:
    """One crowded group, as small as its first party allows; empty if all parties fit.

    Spots that the same parties may use are one place with room for as many counters. Counters get seats one
    after another; if there is none for a counter, all parties whose seats it could have taken crowd it.
    """
    users: dict[Hashable, list[int]] = {}
    for index, (_, spots) in parties.items():
        for spot in dict.fromkeys(spots):
            users.setdefault(spot, []).append(index)
    capacity = Counter(tuple(indexes) for indexes in users.values())
    places = {index: [place for place in capacity if index in place] for index in parties}
    seats: Counter[tuple[int, tuple[int, ...]]] = Counter()
    taken: Counter[tuple[int, ...]] = Counter()
    for index, (counters, _) in parties.items():
        while counters > 0:
            # Breadth-first search: which parties could move where, to free a seat for this one.
            came: dict[tuple[int, ...], tuple[int, tuple[int, ...] | None]] = {}
            queue: list[tuple[int, ...]] = []
            for place in places[index]:
                came[place] = (index, None)
                queue.append(place)
            free = None
            for place in queue:
                if taken[place] < capacity[place]:
                    free = place
                    break
                for other in place:
                    if seats[other, place]:
                        for onward in places[other]:
                            if onward not in came:
                                came[onward] = (other, place)
                                queue.append(onward)
            if free is None:
                return sorted({index, *(who for place in came for who in place if seats[who, place])})
            # The number of counters that can move along the whole chain at once.
            chain, step = [], free
            while True:
                who, before = came[step]
                chain.append((who, before, step))
                if before is None:
                    break
                step = before
            number = min(
                counters,
                capacity[free] - taken[free],
                *(seats[who, before] for who, before, _ in chain if before is not None),
            )
            taken[free] += number
            for who, before, after in chain:
                seats[who, after] += number
                if before is not None:
                    seats[who, before] -= number
            counters -= number
    return []
