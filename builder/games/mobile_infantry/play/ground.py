"""The table and the tunnels below it as play needs them: distances, sight, cover and places."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Sequence
from heapq import heappop, heappush
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from builder.boards.spots import Region
from builder.boards.table import TableMap, TunnelPlan
from builder.games.mobile_infantry.play.figures import Figures
from builder.geometry.shapes import Point, Shape
from builder.playtest.board import PlayBoard
from rulesdb.cache.methods import cached_method

Row: TypeAlias = NDArray[np.float32]
Mask: TypeAlias = NDArray[np.bool_]
_FAR = 1e6
_ROUNDING = 1e-4
# Parts of the way at which it is tested for bad going.
_SAMPLES = (0.25, 0.5, 0.75)
# Farther cells are offered as goals only every second row and column.
_FINE = 1.5


class Ground:
    """The cells of a table and, after them, those of its tunnels, an inch apart.

    Below ground, distances are measured along the tunnels. Above and below are joined at the entrances.
    """

    def __init__(self, table: TableMap, board: PlayBoard, figures: Figures) -> None:
        self.table = table
        self.board = board
        self.surface = len(board)
        below = _cells_below(table.plan, board.spots) if table.plan is not None else []
        self.spots: list[Point] = [*board.spots, *(board.spots[cell] for cell in below)]
        self.points = np.array(self.spots, dtype=np.float64)
        self._below = {cell: self.surface + number for number, cell in enumerate(below)}
        self._above = list(below)
        first = board.spots[0]
        self.columns = next(cell for cell in range(len(board)) if board.spots[cell][1] > first[1])
        terrain = {piece.terrain.slug: piece.terrain for piece in table.pieces}
        self.kinds: list[frozenset[str]] = [frozenset(slugs) for slugs in self._grounds()]
        self.kinds += [frozenset()] * len(below)
        self.is_bad = np.array([any(terrain[slug].get("bad_going") for slug in here) for here in self.kinds])
        self.is_cover = [any(terrain[slug].get("cover") for slug in here) for here in self.kinds]
        self.has_cover = np.array(self.is_cover)
        self.is_hard = [any(terrain[slug].get("cover") == "hard" for slug in here) for here in self.kinds]
        self.is_fort = [any(figures.is_static(slug) for slug in here) for here in self.kinds]
        self.is_roofed = [any(figures.covers_from_above(slug) for slug in here) for here in self.kinds]
        self.is_hill = ["hill" in here for here in self.kinds]
        self.is_flat = [not here - {"landing-zone"} for here in self.kinds]
        nodes = table.plan.of_kind("entrance") if table.plan is not None else ()
        self.entrances: tuple[int, ...] = tuple(board.nearest(node.at) for node in nodes)
        self.mouths = tuple((cell, self._nearest_below(self.spots[cell])) for cell in self.entrances)
        rooms = table.plan.of_kind("chamber") if table.plan is not None else ()
        self.chambers: tuple[frozenset[int], ...] = tuple(
            frozenset(self._below[cell] for cell in below if room.shape.contains(board.spots[cell]))
            for room in rooms
        )
        self._inside = self._tunnel_mask(below)

    def __len__(self) -> int:
        return len(self.spots)

    def _grounds(self) -> list[tuple[str, ...]]:
        """The terrain of each cell; walls and trenches are also that of the cells beside them."""
        thin = [piece for piece in self.table.pieces if piece.terrain.slug in ("wall", "trench")]
        grounds = [tuple(here) for here in self.board.grounds]
        for piece in thin:
            west, north, east, south = piece.shape.bounds
            for cell, (x, y) in enumerate(self.board.spots):
                is_close = west - 1 <= x <= east + 1 and north - 1 <= y <= south + 1
                if is_close and piece.shape.distance(Shape(((x, y),))) <= 1.0:
                    grounds[cell] = (*grounds[cell], piece.terrain.slug)
        return grounds

    def _nearest_below(self, point: Point) -> int:
        return min(self._below.values(), key=lambda cell: math.dist(self.spots[cell], point))

    def name(self, cell: int) -> str:
        """A cell in words."""
        if cell < self.surface:
            return self.board.name(cell)
        return f"{self.board.name(self._above[cell - self.surface])}, below ground"

    # Distances.

    @cached_method()
    def away(self, cell: int) -> Row:
        """The distance from a cell to each other, in inches."""
        row = np.full(len(self.spots), _FAR, dtype=np.float32)
        if cell < self.surface:
            flat = self.points[: self.surface] - self.points[cell]
            row[: self.surface] = np.hypot(flat[:, 0], flat[:, 1])
            for above, below in self.mouths:
                through = float(row[above]) + 1 + self._tunnels(below)
                row[self.surface :] = np.minimum(row[self.surface :], through)
        else:
            row[self.surface :] = self._tunnels(cell)
            for above, below in self.mouths:
                out = self.points[: self.surface] - self.points[above]
                through = float(row[below]) + 1 + np.hypot(out[:, 0], out[:, 1])
                row[: self.surface] = np.minimum(row[: self.surface], through)
        return row

    def distance(self, one: int, other: int) -> float:
        """The distance between two cells, in inches."""
        if one < self.surface and other < self.surface:
            return math.dist(self.spots[one], self.spots[other])
        return float(self.away(one)[other])

    def lengths(self, cell: int, others: Sequence[int]) -> list[float]:
        """The distances from a cell to some others, in inches."""
        surface, spots, dist = self.surface, self.spots, math.dist
        if cell >= surface:
            row = self.away(cell)
            return [float(row[other]) for other in others]
        here = spots[cell]
        return [
            dist(here, spots[other]) if other < surface else float(self.away(cell)[other]) for other in others
        ]

    @cached_method()
    def _tunnels(self, start: int) -> Row:
        """The way through the tunnels from a cell below ground to each other."""
        row, steps = [_FAR] * len(self._above), self._steps_below
        row[start - self.surface] = 0.0
        heap = [(0.0, start - self.surface)]
        while heap:
            spent, cell = heappop(heap)
            if spent > row[cell]:
                continue
            for there, inches in steps[cell]:
                total = spent + inches
                if total < row[there]:
                    row[there] = total
                    heappush(heap, (total, there))
        return np.array(row, dtype=np.float32)

    @functools.cached_property
    def _steps_below(self) -> list[list[tuple[int, float]]]:
        """The steps from each cell below ground, with their lengths; there, cells are numbered from 0."""
        return [
            [
                (self._below[step.there] - self.surface, step.cost / 100)
                for step in self.board.steps[cell]
                if step.there in self._below
            ]
            for cell in self._above
        ]

    def within(self, cell: int, inches: float) -> Mask:
        """The cells within a distance."""
        mask: Mask = self.away(cell) <= inches + _ROUNDING
        return mask

    def reached_from(self, cell: int) -> Mask:
        """The cells to which there is a way from a cell."""
        mask: Mask = self.away(cell) < _FAR
        return mask

    # Sight.

    def sees(self, one: int, other: int) -> bool:
        """Whether two cells are in line of sight of each other."""
        if one < self.surface and other < self.surface:
            return self.board.sees(one, other)
        if one < self.surface or other < self.surface:
            return False
        return self._sees_below(min(one, other), max(one, other))

    @cached_method()
    def _sees_below(self, one: int, other: int) -> bool:
        """Whether the line between two cells below ground stays in the tunnels."""
        start, end = self.spots[one], self.spots[other]
        parts = max(1, math.ceil(math.dist(start, end)))
        return all(
            self._is_tunnel(
                start[0] + (end[0] - start[0]) * part / parts, start[1] + (end[1] - start[1]) * part / parts
            )
            for part in range(1, parts)
        )

    def _tunnel_mask(self, below: Iterable[int]) -> Mask:
        mask = np.zeros(self.surface, dtype=np.bool_)
        mask[list(below)] = True
        return mask

    def _is_tunnel(self, x: float, y: float) -> bool:
        return bool(self._inside[self._cell_at(x, y)])

    def _cell_at(self, x: float, y: float) -> int:
        columns, rows = self.columns, self.surface // self.columns
        return min(rows - 1, max(0, int(y))) * columns + min(columns - 1, max(0, int(x)))

    def cell_at(self, x: float, y: float) -> int:
        """The cell above ground at a point; one at the edge if the point is off the table."""
        return self._cell_at(x, y)

    # Moves.

    @cached_method()
    def walk(self, cell: int, clear: float, bad: float) -> Mask:
        """The cells to which a trooper can move: so far, or less far if any of the way is bad going."""
        row = self.away(cell)
        mask: Mask = row <= bad + _ROUNDING
        if clear > bad and not self.is_bad[cell]:
            mask = mask | ((row <= clear + _ROUNDING) & ~self._crosses(cell, clear))
        return mask

    def _crosses(self, cell: int, clear: float) -> Mask:
        """Where a straight way from a cell ends in bad going or leads through it."""
        crosses: Mask = self.is_bad.copy()
        near = np.flatnonzero(self.away(cell)[: self.surface] <= clear + 1)
        if cell >= self.surface or not self.is_bad.any():
            return crosses
        ways = self.points[near] - self.points[cell]
        for share in _SAMPLES:
            at = self.points[cell] + ways * share
            columns = np.clip(at[:, 0].astype(int), 0, self.columns - 1)
            rows = np.clip(at[:, 1].astype(int), 0, self.surface // self.columns - 1)
            crosses[near] |= self.is_bad[rows * self.columns + columns]
        return crosses

    @cached_method()
    def offered(self, cell: int, clear: float, bad: float) -> tuple[int, ...]:
        """The cells that a team is offered: all that are near, every fourth of the others."""
        row, mask = self.away(cell), self.walk(cell, clear, bad)
        return tuple(int(there) for there in np.flatnonzero(mask) if self._is_fine(cell, int(there), row))

    def _is_fine(self, cell: int, there: int, row: Row) -> bool:
        if there == cell:
            return False
        if row[there] <= _FINE:
            return True
        x, y = self.spots[there]
        return int(x) % 2 == 0 and int(y) % 2 == 0

    # Places.

    @cached_method()
    def cells_in(self, region: Region) -> tuple[int, ...]:
        """The cells above ground in a region; the nearest one if no middle of a cell is in it."""
        shape = region.shape
        if shape is None:
            return ()
        inside = tuple(cell for cell, spot in enumerate(self.board.spots) if shape.contains(spot))
        return inside or (self.board.nearest(shape.center),)

    @cached_method()
    def around(self, region: Region, inches: float) -> frozenset[int]:
        """The cells above ground within a distance of a region."""
        cells = self.cells_in(region)
        mask = np.zeros(len(self.spots), dtype=np.bool_)
        for cell in cells:
            mask |= self.within(cell, inches)
        return frozenset(int(cell) for cell in np.flatnonzero(mask[: self.surface])) | set(cells)

    def free(self, mask: Mask, taken: Iterable[int]) -> Mask:
        """The cells of a mask that nobody is in."""
        free = mask.copy()
        free[[cell for cell in taken if cell >= 0]] = False
        return free

    def nearest_of(self, mask: Mask, row: Row) -> int:
        """The cell of a mask with the least value; -1 if the mask is empty."""
        cells = np.flatnonzero(mask)
        return int(cells[np.argmin(row[cells])]) if len(cells) else -1

    def field(self, cells: Sequence[int]) -> list[float]:
        """The distance from each cell to the nearest of some cells."""
        rows = [self.away(cell) for cell in cells]
        field: list[float] = np.min(rows, axis=0).tolist()
        return field


def _cells_below(plan: TunnelPlan, spots: Sequence[Point]) -> list[int]:
    """The cells that are in tunnels or chambers."""
    shapes = [Shape(tunnel.points, radius=tunnel.width / 2) for tunnel in plan.tunnels]
    shapes += [room.shape for room in plan.of_kind("chamber")]
    return [cell for cell, spot in enumerate(spots) if any(shape.contains(spot) for shape in shapes)]
