"""Open tables as numbered cells: a lattice of points."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from builder.boards.cells.cells import Cells, CellStep, Floats, Sightlines, crossing
from builder.geometry.shapes import Point, Shape

if TYPE_CHECKING:
    from builder.boards.table import TableMap

# The distance between cells, about the size of a figure's base, by the table's unit.
CELL_STEPS: Mapping[str, float] = MappingProxyType({"inch": 1.0, "centimetre": 2.5})
# Costs of steps are whole numbers: hundredths of the table's unit.
COSTS_A_UNIT = 100
# Sixteen ways, so that a path of steps is at most three in a hundred longer than a straight line.
_WAYS = tuple(
    (across, down) for across in range(-2, 3) for down in range(-2, 3) if math.gcd(across, down) == 1
)


def table_cells(table: TableMap) -> Cells:
    """Points of the whole table; a step costs its length, whatever the ground."""
    size = CELL_STEPS[table.unit]
    columns, rows = int(table.width // size), int(table.depth // size)
    spots = [((column + 0.5) * size, (row + 0.5) * size) for row in range(rows) for column in range(columns)]
    points = np.array(spots, dtype=np.float64)
    shapes = [(piece.terrain.slug, piece.shape) for piece in table.pieces]
    grounds = [tuple(slug for slug, shape in shapes if _contains(shape, spot)) for spot in spots]
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
    steps = []
    for row in range(rows):
        down_ok = [way for way in _WAYS if 0 <= row + way[1] < rows]
        for column in range(columns):
            cell = row * columns + column
            inner = 1 < column < columns - 2
            ways = down_ok if inner else [way for way in down_ok if 0 <= column + way[0] < columns]
            steps.append(
                tuple(
                    [CellStep(cell + down * columns + across, costs[across, down]) for across, down in ways]
                )
            )
    return steps


class _TableSight:
    """Lines of sight over a table: the same answers as :meth:`TableMap.sight`."""

    def __init__(self, points: Floats, screens: list[Shape]) -> None:
        self._points = points
        self._screens = screens
        self._inside = [
            np.array([_contains(screen, (x, y)) for x, y in points], dtype=np.bool_) for screen in screens
        ]

    def look(self, cell: int) -> Sightlines:
        """The lines of sight from a cell."""
        blocked = np.zeros(len(self._points), dtype=np.bool_)
        for screen, inside in zip(self._screens, self._inside, strict=True):
            if not inside[cell]:
                blocked |= ~inside & self._hits(screen, cell)
        return Sightlines(blocked, {})

    def _hits(self, screen: Shape, cell: int) -> NDArray[np.bool_]:
        """Which lines from a cell to the others come within a shape that contains neither end."""
        starts, ends = (np.array([part[end] for part in screen.segments]) for end in (0, 1))
        eye = self._points[cell]
        hits = np.zeros(len(self._points), dtype=np.bool_)
        middle = screen.center
        reach = max(math.dist(corner, middle) for corner in screen.points) + screen.radius
        near = np.flatnonzero(_distances(eye, self._points, np.array(middle)) <= reach)
        ends_near = self._points[near]
        found = np.asarray(crossing(eye[None, :], ends_near, starts, ends).any(axis=1))
        for corner in screen.points:
            found |= _distances(eye, ends_near, np.array(corner)) <= screen.radius
        hits[near] = found
        return hits


def _contains(shape: Shape, spot: Point) -> bool:
    """Whether a point is in a shape; fast if it is not in its box."""
    west, north, east, south = shape.bounds
    return west <= spot[0] <= east and north <= spot[1] <= south and shape.contains(spot)


def _distances(start: Floats, ends: Floats, point: Floats) -> Floats:
    """The distance of a point from each line from a start to an end."""
    way = ends - start
    squared = (way * way).sum(axis=1)
    along = np.clip((way * (point - start)).sum(axis=1) / np.where(squared == 0, 1.0, squared), 0.0, 1.0)
    gap = (point - start) - way * along[:, None]
    result: Floats = np.hypot(gap[:, 0], gap[:, 1])
    return result
