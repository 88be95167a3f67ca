"""Maps of dots as numbered cells: every dot that can be entered, with the floors of buildings and tunnels."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from builder.boards.cells.cells import Cells, CellStep, Floats, Sightlines, crossings
from builder.boards.dot_moves import DotSteps
from builder.boards.spots import TUNNEL, DotPlace
from builder.geometry.dotlattice import Dot
from builder.geometry.shapes import Point, ring_sides
from builder.geometry.sight import EPSILON
from rulesdb import Entry
from rulesdb.movement import Movement

if TYPE_CHECKING:
    from builder.boards.dots import DotsMap

# The number of pieces of wall that lines of sight from one dot are tested against at a time.
_PAIRS_AT_ONCE = 200_000


def dot_cells(dots: DotsMap, movement: Movement) -> Cells:
    """All dots that can be entered, floor by floor; steps cost as much as for a figure on foot.

    Doors are never open: each adds the cost that the game gives, and blocks sight.
    """
    spots = [place for dot in dots.lattice for place in _floors(dots, dot) if dots.has_ground(place)]
    numbers = {place: number for number, place in enumerate(spots)}
    walk = DotSteps(movement, dots)

    def grounds(place: DotPlace) -> tuple[str, ...]:
        entry = _ground(dots, place)
        return () if entry is None else (entry.slug,)

    def measure(cell: int) -> list[float]:
        here = spots[cell].dot
        return [dots.lattice.distance(here, place.dot) for place in spots]

    return Cells(
        spots=spots,
        points=np.array([dots.lattice.at(place.dot) for place in spots], dtype=np.float64),
        levels=[dots.level(place.dot) + place.floor for place in spots],
        grounds=[grounds(place) for place in spots],
        steps=[
            tuple(CellStep(numbers[there], cost) for there, cost in walk(place) if there in numbers)
            for place in spots
        ],
        barriers=(),
        measure=measure,
        look=_DotSight(dots, spots).look,
    )


def _floors(dots: DotsMap, dot: Dot) -> list[DotPlace]:
    building = dots.building_at.get(dot)
    floors = range(building.levels + 1 if building is not None else 1)
    places = [DotPlace(dot, floor) for floor in floors]
    return [*places, DotPlace(dot, TUNNEL)] if dots.has_floor(dot, TUNNEL) else places


def _merged(edges: Iterable[tuple[Point, Point]]) -> list[tuple[Point, Point]]:
    """The same walls in fewer pieces: those that continue each other in a straight line are one."""
    lines: dict[tuple[bool, float], list[tuple[float, float]]] = {}
    for one, other in edges:
        across = one[1] == other[1]
        ends = sorted((one[0], other[0]) if across else (one[1], other[1]))
        lines.setdefault((across, one[1] if across else one[0]), []).append((ends[0], ends[1]))
    walls: list[tuple[Point, Point]] = []
    for (across, at), pieces in lines.items():
        joined: list[list[float]] = []
        for start, end in sorted(pieces):
            if joined and start <= joined[-1][1]:
                joined[-1][1] = max(end, joined[-1][1])
            else:
                joined.append([start, end])
        walls += [((a, at), (b, at)) if across else ((at, a), (at, b)) for a, b in joined]
    return walls


def _ground(dots: DotsMap, place: DotPlace) -> Entry | None:
    """The terrain at a place; under a roof and in a tunnel, that of the building or the tunnel."""
    building = dots.building_at.get(place.dot)
    if place.floor == TUNNEL:
        return dots.tunnel_terrain
    if building is not None:
        return dots.building_terrain if place.floor < building.levels else None
    return dots.ground(place.dot)


class _DotSight:
    """Lines of sight between dots: the same answers as :meth:`DotsMap.sight`."""

    def __init__(self, dots: DotsMap, spots: list[DotPlace]) -> None:
        lattice = dots.lattice
        self._spots = spots
        self._numbers = {dot: number for number, dot in enumerate(dict.fromkeys(spot.dot for spot in spots))}
        self._of_spot = np.array([self._numbers[spot.dot] for spot in spots])
        self._points = np.array([lattice.whole(dot) for dot in self._numbers], dtype=np.float64)
        walls = _merged(lattice.edge_ends(edge) for edge, barrier in dots.barriers.items() if barrier.hides)
        owners = [-1] * len(walls)
        for dot, terrain in dots.terrain.items():
            if terrain.get("blocks_sight"):
                outline = list(ring_sides(lattice.cell(dot)))
                walls += outline
                owners += [self._numbers.get(dot, -1)] * len(outline)
        self._walls: Floats = np.array(walls, dtype=np.float64).reshape(-1, 2, 2)
        # For each piece of wall around the terrain of a dot, that dot, which it does not hide; otherwise -1.
        self._owners = np.array(owners, dtype=np.intp)

    def look(self, cell: int) -> Sightlines:
        """The lines of sight from a cell."""
        return Sightlines(self._hidden[self._of_spot[cell]][self._of_spot], {})

    @functools.cached_property
    def _hidden(self) -> NDArray[np.bool_]:
        """Which dots are out of sight of each other."""
        count = len(self._points)
        hidden = np.zeros((count, count), dtype=np.bool_)
        at_once = max(1, _PAIRS_AT_ONCE // max(1, len(self._walls)))
        for dot in range(count if len(self._walls) else 0):
            for first in range(dot + 1, count, at_once):
                others = np.arange(first, min(count, first + at_once))
                blocked = self._crossed(dot, others, 1)
                # The line on the other side matters only where this one is blocked.
                left = others[blocked]
                hidden[dot, left] = self._crossed(dot, left, -1)
        result: NDArray[np.bool_] = hidden | hidden.T
        return result

    def _crossed(self, dot: int, others: NDArray[np.intp], sign: int) -> NDArray[np.bool_]:
        """Which lines to other dots, moved slightly to one side, cross a wall."""
        eye, there = self._points[dot], self._points[others]
        crossed = crossings(eye, there, self._walls[:, 0], self._walls[:, 1], sign * EPSILON).are
        owner = self._owners[None, :]
        counts = (owner < 0) | ((owner != dot) & (owner != others[:, None]))
        return np.asarray((crossed & counts).any(axis=1))
