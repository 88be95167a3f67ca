"""Where the signs of hatches, stairs and lifts stand on a diagram of the set-up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product

from builder.draw.maps.decks.diagrams.free_room import Room
from builder.draw.surface.canvas import Point

# How small a sign becomes in a small room, and what is left free around it, in mm.
_SHARES, _AIR = (1.0, 0.8, 0.65), 0.2
# How far a sign is moved to make room for what is written beside it, in its radii.
_MOVES = (0.0, -1.5, 1.5, -3.0, 3.0, -4.5, 4.5)


def place_shaft(
    room: Room, at: Point, radius: float, ways: Sequence[Callable[[Room], bool]]
) -> tuple[Point, float] | None:
    """The middle of the sign of a shaft in its room, near its hex ``at`` a point, and its radius.

    What is written in the room fits beside the sign in the first of some ``ways`` that has room for both.
    None without room for even a small sign.
    """
    moves = sorted(product(_MOVES, _MOVES), key=lambda move: (move[0] ** 2 + move[1] ** 2, move))
    for share in _SHARES:
        half = radius * share
        wide = 2 * half + _AIR
        first = room.nearest(wide, wide, at)
        if first is None:
            continue
        for fits in (way for way in ways if way(room)):
            for right, down in moves:
                place = room.nearest(wide, wide, (at[0] + right * radius, at[1] + down * radius))
                if place is not None and fits(_beside(room, place, half)):
                    return place, half
        return first, half
    return None


def _beside(room: Room, at: Point, half: float) -> Room:
    """What is free beside a sign around a point."""
    rest = Room(room.area)
    rest.take((at[0] - half, at[1] - half, at[0] + half, at[1] + half))
    return rest
