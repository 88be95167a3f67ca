"""The table as play needs it: how far figures get from each cell, cover, adjacency and arcs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from builder.boards.cells.cells import CellStep
from builder.boards.cells.table_cells import COSTS_A_UNIT
from builder.boards.spots import Region
from builder.geometry.shapes import Shape
from builder.playtest.board import PlayBoard
from builder.scenario.model import Scenario
from rulesdb import Entry
from rulesdb.cache.methods import cached_method

# Cells farther away than this many steps are offered as goals of a move only every second row and column.
_FINE = 2
_ROUNDING = 1e-6


class Ground:
    """The cells of a table; results are cached for all games of a process."""

    def __init__(self, scenario: Scenario, board: PlayBoard) -> None:
        self.board = board
        table = scenario.table_map
        self._pieces = table.pieces
        terrain: dict[str, Entry] = {piece.terrain.slug: piece.terrain for piece in table.pieces}
        self._terrain = terrain
        self.is_climb = [any(terrain[slug].get("bad_going") for slug in here) for here in board.grounds]
        self.is_covered = [any(terrain[slug].get("cover") for slug in here) for here in board.grounds]
        self._walls = [
            piece.shape
            for piece in table.pieces
            if piece.terrain.get("cover")
            and not piece.terrain.get("blocks_sight")
            and not piece.shape.encloses
        ]
        first = board.spots[0]
        self.step = min(math.dist(first, board.spots[cell]) for cell in board.near[0])
        self.columns = next(cell for cell in range(len(board)) if board.spots[cell][1] > first[1])
        self._near_enough = self.step * math.sqrt(2) + _ROUNDING

    @cached_method()
    def beside(self, cell: int) -> frozenset[int]:
        """The cells next to a cell, in which figures are adjacent to it."""
        distances = self.board.distances(cell)
        return frozenset(there for there in self.board.near[cell] if distances[there] <= self._near_enough)

    @cached_method()
    def within(self, cell: int, distance: float) -> tuple[int, ...]:
        """The cells within a distance of a cell, in a straight line, without the cell itself."""
        distances = self.board.distances(cell)
        most = distance + _ROUNDING
        return tuple(there for there, away in enumerate(distances) if away <= most and there != cell)

    @cached_method()
    def walk(self, cell: int, flat: float, climb: float) -> tuple[int, ...]:
        """The cells that a human can go to in a move: so far on flat ground, or as much less as he climbs."""

        def cost(here: int, step: CellStep) -> float:
            share = flat if not (self.is_climb[here] or self.is_climb[step.there]) else min(flat, climb)
            return step.cost / (share * COSTS_A_UNIT)

        reach = self.board.reach(cell, cost, 1.0 + _ROUNDING)
        return tuple(sorted(there for there in reach if there != cell))

    def field(self, goals: Sequence[int], flat: float, climb: float) -> list[float]:
        """For each cell, in how many moves a human is at one of the goals, as a fraction."""

        def cost(here: int, step: CellStep) -> float:
            share = flat if not (self.is_climb[here] or self.is_climb[step.there]) else min(flat, climb)
            return step.cost / (share * COSTS_A_UNIT)

        return self.board.field(goals, cost)

    @cached_method()
    def offered(self, cell: int, reach: tuple[int, ...]) -> tuple[int, ...]:
        """The cells of a reach that a figure is offered: all that are near, every fourth of the others."""
        return tuple(there for there in reach if self._is_fine(cell, there))

    def _is_fine(self, cell: int, there: int) -> bool:
        row, column = divmod(there, self.columns)
        here_row, here_column = divmod(cell, self.columns)
        if max(abs(row - here_row), abs(column - here_column)) <= _FINE:
            return True
        return row % 2 == 0 and column % 2 == 0

    @cached_method()
    def is_hidden(self, eye: int, target: int) -> bool:
        """Whether a target is partly hidden: in cover, or behind a low wall that the firer is not at."""
        if self.is_covered[target]:
            return True
        line = Shape((self.board.spots[eye], self.board.spots[target]))
        at_wall = Shape((self.board.spots[eye],), radius=self._near_enough)
        return any(wall.distance(line) == 0.0 and wall.distance(at_wall) > 0.0 for wall in self._walls)

    def in_open(self, cell: int) -> bool:
        """Whether nothing covers a figure from a blast."""
        return not self.is_covered[cell]

    def is_ahead(self, cell: int, faced: int, other: int, share: float) -> bool:
        """Whether a cell is in front of a figure that faces another: in an arc of this share of a circle."""
        x, y = self.board.spots[cell]
        ahead, to = (
            math.atan2(self.board.spots[there][1] - y, self.board.spots[there][0] - x)
            for there in (faced, other)
        )
        turn = abs(math.remainder(to - ahead, math.tau))
        return turn <= share * math.pi + _ROUNDING

    @cached_method()
    def cells_in(self, region: Region) -> tuple[int, ...]:
        """The cells in a region; the one nearest to its middle if no middle of a cell is in it."""
        shape = region.shape
        if shape is None:
            return ()
        inside = tuple(cell for cell, spot in enumerate(self.board.spots) if shape.contains(spot))
        return inside or (self.board.nearest(shape.center),)

    @cached_method()
    def cells_by(self, region: Region, distance: float) -> tuple[int, ...]:
        """The cells within a distance of a region, and in it."""
        shape = region.shape
        if shape is None:
            return ()
        spots = enumerate(self.board.spots)
        return tuple(cell for cell, spot in spots if shape.distance(Shape((spot,))) <= distance + _ROUNDING)

    def edge(self, name: str) -> tuple[int, ...]:
        """The cells along an edge of the table."""
        count, columns = len(self.board), self.columns
        edges = {
            "north": range(columns),
            "south": range(count - columns, count),
            "west": range(0, count, columns),
            "east": range(columns - 1, count, columns),
        }
        return tuple(edges[name])

    def thinned(self, cells: Iterable[int]) -> tuple[int, ...]:
        """Every second row and column of some cells; all of them if few are left."""
        every = tuple(cells)
        few = tuple(cell for cell in every if cell // self.columns % 2 == 0 and cell % self.columns % 2 == 0)
        return few or every
