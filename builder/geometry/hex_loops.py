"""The corners of hexes as whole numbers, which match exactly, and the loops around groups of hexes.

A corner is counted in half radii to the right and half sizes down, from the top left of the grid's box.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

Corner = tuple[int, int]
# The corners of a hex, clockwise from the left end of its north side, from the top left of its box; and for
# the side that begins at each corner, the hex beyond it, from even columns and from odd.
CORNERS = ((1, 0), (3, 0), (4, 1), (3, 2), (1, 2), (0, 1))
BEYOND = (
    ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)),
    ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1)),
)


def corner_of_box(column: int, row: int) -> Corner:
    """The top left corner of a hex's box."""
    return 3 * (column - 1), 2 * (row - 1) + (0 if column % 2 else 1)


def loops_around(
    hexes: Iterable[tuple[int, int]], at_edge: Iterable[tuple[int, int]] | None = None
) -> list[list[Corner]]:
    """The loops around some hexes, clockwise, and around holes counterclockwise, from corner to corner.

    It is quicker if those ``at_edge`` are known, which are on a loop.

    >>> loops_around([(1, 1)])
    [[(0, 1), (1, 0), (3, 0), (4, 1), (3, 2), (1, 2)]]
    """
    there: set[tuple[int, int]] = set(hexes)
    following: dict[Corner, list[Corner]] = {}
    for column, row in sorted(there if at_edge is None else at_edge):
        left, top = corner_of_box(column, row)
        for side, (across, down) in enumerate(BEYOND[column % 2]):
            if (column + across, row + down) not in there:
                (x1, y1), (x2, y2) = CORNERS[side], CORNERS[(side + 1) % 6]
                following.setdefault((left + x1, top + y1), []).append((left + x2, top + y2))
    return [_loop(start, following) for start in sorted(following) if following[start]]


def _loop(start: Corner, following: Mapping[Corner, list[Corner]]) -> list[Corner]:
    """One loop; its steps are removed."""
    points = [start]
    while following[points[-1]]:
        points.append(following[points[-1]].pop(0))
    return points[:-1]
