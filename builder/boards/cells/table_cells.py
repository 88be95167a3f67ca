"""Open tables as numbered cells: a lattice of points."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import repeat
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from builder.boards.cells.cells import NO_BARRIER, Cells, CellStep, Floats, Sightlines, crossing
from builder.geometry.shapes import Point, Shape

if TYPE_CHECKING:
    from builder.boards.table import TableMap

# The distance between cells, about the size of a figure's base, by the table's unit.
CELL_STEPS: Mapping[str, float] = MappingProxyType({"inch": 1.0, "centimetre": 2.5})
# Costs of steps are whole numbers: hundredths of the table's unit.
COSTS_A_UNIT = 100
# Sixteen directions, so that a path of steps is at most 3% longer than a straight line.
_Way: TypeAlias = tuple[int, int]
_WAYS: tuple[_Way, ...] = tuple(
    (across, down) for across in range(-2, 3) for down in range(-2, 3) if math.gcd(across, down) == 1
)


def table_cells(table: TableMap) -> Cells:
    """Points of the whole table; a step costs its length, whatever the ground."""
    size = CELL_STEPS[table.unit]
    columns, rows = int(table.width // size), int(table.depth // size)
    spots = [((column + 0.5) * size, (row + 0.5) * size) for row in range(rows) for column in range(columns)]
    points = np.array(spots, dtype=np.float64)
    grounds: list[tuple[str, ...]] = [()] * len(spots)
    for piece in table.pieces:
        for cell in _cells_in(piece.shape, points):
            grounds[cell] += (piece.terrain.slug,)
    screens = [piece.shape for piece in table.pieces if piece.terrain.get("blocks_sight")]
    sight = _TableSight(points, screens)

    def measure(cell: int) -> list[float]:
        away = points - points[cell]
        distances: list[float] = np.hypot(away[:, 0], away[:, 1]).tolist()
        return distances

    return Cells(
        spots=spots,
        points=points,
        levels=[0] * len(spots),
        grounds=grounds,
        steps=_steps(columns, rows, size),
        barriers=(),
        measure=measure,
        look=sight.look,
    )


def _steps(columns: int, rows: int, size: float) -> list[tuple[CellStep, ...]]:
    """The steps from each cell, row by row."""
    costs = {way: round(math.hypot(*way) * size * COSTS_A_UNIT) for way in _WAYS}
    most = max(across for across, _ in _WAYS)
    steps: list[tuple[CellStep, ...]] = []
    for row in range(rows):
        ways = [way for way in _WAYS if 0 <= row + way[1] < rows]
        west, east = range(min(most, columns)), range(max(most, columns - most), columns)
        steps += (_near_edge(columns, row, column, ways, costs) for column in west)
        inner = range(row * columns + most, row * columns + columns - most)
        lanes = [
            _lane(inner.start + down * columns + across, len(inner), costs[across, down])
            for across, down in ways
        ]
        steps += zip(*lanes, strict=True)
        steps += (_near_edge(columns, row, column, ways, costs) for column in east)
    return steps


def _near_edge(
    columns: int, row: int, column: int, ways: Sequence[_Way], costs: Mapping[_Way, int]
) -> tuple[CellStep, ...]:
    return tuple(
        CellStep((row + down) * columns + column + across, costs[across, down])
        for across, down in ways
        if 0 <= column + across < columns
    )


def _lane(first: int, count: int, cost: int) -> Iterator[CellStep]:
    """Steps to some cells in a row, created without a Python call for each of tens of thousands."""
    theres = range(first, first + count)
    return map(tuple.__new__, repeat(CellStep), zip(theres, repeat(cost), repeat(NO_BARRIER)))


class _TableSight:
    """Lines of sight over a table: the same answers as :meth:`TableMap.sight`."""

    def __init__(self, points: Floats, screens: list[Shape]) -> None:
        self._points = points
        self._screens = screens
        self._inside = [np.zeros(len(points), dtype=np.bool_) for _ in screens]
        for screen, inside in zip(screens, self._inside, strict=True):
            inside[_cells_in(screen, points)] = True

    def look(self, cell: int) -> Sightlines:
        """The lines of sight from a cell."""
        blocked = np.zeros(len(self._points), dtype=np.bool_)
        lines = _Lines(self._points[cell], self._points)
        for screen, inside in zip(self._screens, self._inside, strict=True):
            if not inside[cell]:
                blocked |= ~inside & self._hits(screen, lines)
        return Sightlines(blocked, {})

    def _hits(self, screen: Shape, lines: _Lines) -> NDArray[np.bool_]:
        """Which lines from a cell to the others come within a shape that contains neither end."""
        middle = screen.center
        reach = max(math.dist(corner, middle) for corner in screen.points) + screen.radius
        hits: NDArray[np.bool_] = lines.distances(middle) <= reach
        if len(screen.points) == 1:
            return hits
        starts, ends = (np.array([part[end] for part in screen.segments]) for end in (0, 1))
        near = np.flatnonzero(hits)
        ends_near = self._points[near]
        blocked = np.asarray(crossing(lines.start[None, :], ends_near, starts, ends).any(axis=1))
        close = _Lines(lines.start, ends_near)
        for corner in screen.points:
            blocked |= close.distances(corner) <= screen.radius
        hits[near] = blocked
        return hits


class _Lines:
    """The lines from a point to others."""

    def __init__(self, start: Floats, ends: Floats) -> None:
        self.start = start
        self._x, self._y = ends[:, 0] - start[0], ends[:, 1] - start[1]
        squared = self._x * self._x + self._y * self._y
        self._squared = np.where(squared == 0, 1.0, squared)

    def distances(self, point: Point) -> Floats:
        """The distance of a point from each line."""
        x, y = point[0] - self.start[0], point[1] - self.start[1]
        along = np.clip((self._x * x + self._y * y) / self._squared, 0.0, 1.0)
        result: Floats = np.hypot(x - self._x * along, y - self._y * along)
        return result


def _cells_in(shape: Shape, points: Floats) -> list[int]:
    """The points in a shape; most are not even in its box."""
    west, north, east, south = shape.bounds
    x, y = points[:, 0], points[:, 1]
    boxed = np.flatnonzero((west <= x) & (x <= east) & (north <= y) & (y <= south)).tolist()
    return [cell for cell in boxed if shape.contains((float(x[cell]), float(y[cell])))]
