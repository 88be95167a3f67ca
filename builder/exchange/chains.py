"""Segments of walls joined to lines."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from builder.geometry.shapes import Point

Segment = tuple[Point, Point]


def chains(segments: Iterable[Segment]) -> list[list[Point]]:
    """Segments joined to lines, which are closed, or end at points where not exactly two segments meet.

    >>> chains([((0, 0), (1, 0)), ((1, 0), (1, 1)), ((1, 1), (2, 2)), ((1, 1), (0, 2))])
    [[(0, 0), (1, 0), (1, 1)], [(0, 2), (1, 1)], [(1, 1), (2, 2)]]
    """
    ends: defaultdict[Point, list[Point]] = defaultdict(list)
    for start, end in segments:
        ends[start].append(end)
        ends[end].append(start)
    left = {frozenset((start, end)) for start in ends for end in ends[start]}
    junctions = [point for point in sorted(ends) if len(ends[point]) != 2]
    lines = []
    # Loops without a junction begin at any of their points.
    for point in [*junctions, *sorted(ends)]:
        for other in sorted(ends[point]):
            if frozenset((point, other)) not in left:
                continue
            line = [point, other]
            left.remove(frozenset(line))
            while len(ends[line[-1]]) == 2:
                onward = next((to for to in ends[line[-1]] if frozenset((line[-1], to)) in left), None)
                if onward is None:
                    break
                left.remove(frozenset((line[-1], onward)))
                line.append(onward)
            lines.append(line)
    return lines
