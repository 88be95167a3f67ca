"""The map as play needs it: what steps cost, who is in front of whom, and how far everything is."""

from __future__ import annotations

import functools
from collections.abc import Collection, Mapping
from heapq import heappop, heappush
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from builder.boards.land import LandMap
from builder.boards.spots import Place, Region
from builder.geometry.hexgrid import Direction, Hex, HexGrid
from builder.playtest.board import UNREACHABLE, PlayBoard
from builder.playtest.tables import Tables
from rulesdb.cache.methods import cached_method

FACINGS = tuple(Direction)
NOWHERE = -1
Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Arrival(NamedTuple):
    """A cell that a unit can reach: the movement points it costs, and the cell before it."""

    spent: int
    before: int


class Ground:
    """The hexes of a scenario as numbered cells.

    Attributes:
        board: the compiled board, with lines of sight.
        near: the cells next to each cell.
        contact: the cell itself and those next to it.
        level: the level of each cell.
        walled: the pairs of cells with an obstacle between them, both ways.
        steps: the steps from each cell, with what they cost; those that nobody can make are missing.
        far: the distance in hexes between two cells, as a matrix.
        sight: whether a cell sees another, as a matrix.
    """

    def __init__(
        self, land: LandMap, board: PlayBoard, tables: Tables, assumptions: Mapping[str, str]
    ) -> None:
        self.board = board
        self.near = board.near
        self.contact = tuple(frozenset((cell, *near)) for cell, near in enumerate(board.near))
        self.level = board.levels
        self._land = land
        self._tables = tables
        self._assume = assumptions
        self.walled = frozenset(
            (one, other)
            for side in land.obstacles
            for one, other in self._both_ways(side.hex, land.grid.across(side))
        )
        self.steps = tuple(tuple(self._steps_from(cell)) for cell in range(len(board)))
        cells = range(len(board))
        self.far = np.array([board.distances(cell) for cell in cells], dtype=np.int64)
        self.distance: list[list[int]] = [row.tolist() for row in self.far]
        self.sight: Bools = np.array([[board.sees(eye, target) for target in cells] for eye in cells])
        self._in_front = self._arcs(tables.figure("facing", "forward"))

    def __len__(self) -> int:
        return len(self.board)

    def _both_ways(self, one: Hex, other: Hex) -> list[tuple[int, int]]:
        cells = [self.board.cell_of.get(Place(0, hex), NOWHERE) for hex in (one, other)]
        return [] if NOWHERE in cells else [(cells[0], cells[1]), (cells[1], cells[0])]

    # Movement.

    def _steps_from(self, cell: int) -> list[tuple[int, int]]:
        costs = ((there, self._cost(cell, there)) for there in self.near[cell])
        return [(there, cost) for there, cost in costs if cost]

    def _cost(self, cell: int, there: int) -> int:
        """The cost of a step; 0 if nobody can make it."""
        entry = self._land.ground(self.board.spots[there].hex)
        terrain = str(entry["cost"]) if entry is not None and "cost" in entry.facts else "easy"
        cost, factor = self._tables.figure("terrain-costs", terrain), self._tables["climb-factor"]
        up = self.level[there] - self.level[cell]
        if up > 1 and self._assume["cliffs"] == "barred":
            return 0
        climbs = (up if self._assume["cliffs"] == "each-level" else 1) if up > 0 else 0
        is_walled = (cell, there) in self.walled
        crosses = is_walled and (not climbs or self._assume["obstacle-uphill"] == "both")
        for _ in range(climbs):
            cost *= int(factor.result("up a level"))
        return cost * int(factor.result("across an obstacle")) if crosses else cost

    def reach(self, start: int, points: int, closed: Collection[int] = ()) -> Mapping[int, Arrival]:
        """The cells within some movement points of a cell, which is one of them; none is ``closed``.

        They are in the order of their numbers.
        """
        if not closed:
            return self._reach(start, points, frozenset())
        return self._reach(start, points, frozenset(self._reach(start, points, frozenset()).keys() & closed))

    @cached_method(2048)
    def _reach(self, start: int, points: int, closed: frozenset[int]) -> Mapping[int, Arrival]:
        # No way to a closed cell is cheaper than this.
        spent, before, steps = dict.fromkeys(closed, -1), {start: NOWHERE}, self.steps
        spent[start] = used = 0
        # Points are few whole numbers, so that a list for each is faster than a heap.
        rings = {0: [start]}
        while rings:
            for cell in sorted(rings.pop(used, ())):
                if spent[cell] < used:
                    continue
                for there, cost in steps[cell]:
                    total = used + cost
                    if total <= points and total < spent.get(there, total + 1):
                        spent[there], before[there] = total, cell
                        rings.setdefault(total, []).append(there)
            used += 1
        return {cell: Arrival(spent[cell], before[cell]) for cell in sorted(before)}

    def cost_of(self, cell: int, there: int) -> int:
        """The cost of a step; 0 if nobody can make it."""
        return next((cost for other, cost in self.steps[cell] if other == there), 0)

    @cached_method()
    def travel_to(self, goal: int) -> Floats:
        """The movement points from each cell to a goal, as if no units were in the way."""
        field = np.full(len(self), UNREACHABLE)
        field[goal] = 0
        heap = [(0.0, goal)]
        while heap:
            spent, cell = heappop(heap)
            if spent > field[cell]:
                continue
            for before in self.near[cell]:
                cost = self.cost_of(before, cell)
                if cost and spent + cost < field[before]:
                    field[before] = spent + cost
                    heappush(heap, (spent + cost, before))
        return field

    @cached_method()
    def travel_from(self, start: int) -> Floats:
        """The movement points from a cell to each other, as if no units were in the way."""
        field = np.full(len(self), UNREACHABLE)
        for cell, arrival in self.reach(start, 10**6).items():
            field[cell] = arrival.spent
        return field

    @functools.cached_property
    def touching(self) -> Bools:
        """Whether a unit in a cell can fight one in another in melee, as a matrix."""
        matrix = np.zeros((len(self), len(self)), dtype=np.bool_)
        for cell, others in enumerate(self.near):
            for there in others:
                matrix[cell, there] = self.touches(cell, there)
        return matrix

    def touches(self, cell: int, there: int) -> bool:
        """Whether units in two cells can fight in melee.

        Source: bugged Melee Combat
        """
        if cell == there:
            return True
        if self.distance[cell][there] != 1 or abs(self.level[cell] - self.level[there]) > 1:
            return False
        return (cell, there) not in self.walled or self._assume["melee-over-obstacles"] == "allowed"

    # Sight.

    def _arcs(self, hexsides: int) -> list[bytes]:
        """For each cell, the facings that have each other cell in the forward arc, as bits."""
        hexes = [spot.hex for spot in self.board.spots]
        rows = []
        seen: dict[tuple[int, int, int], int] = {}
        for eye in hexes:
            row = bytearray()
            for target in hexes:
                key = (eye.column % 2, target.column - eye.column, target.row - eye.row)
                if key not in seen:
                    seen[key] = sum(
                        1 << number
                        for number, facing in enumerate(FACINGS)
                        if HexGrid.in_arc(eye, facing, target, hexsides)
                    )
                row.append(seen[key])
            rows.append(bytes(row))
        return rows

    def facings_toward(self, cell: int, target: int) -> int:
        """The facings of a unit that have a cell in its forward arc, as bits."""
        return self._in_front[cell][target]

    def is_in_front(self, cell: int, facing: int, target: int) -> bool:
        """Whether a cell is in the forward arc of a unit."""
        return bool(self._in_front[cell][target] >> facing & 1)

    def facing_to(self, cell: int, target: int) -> int:
        """The facing nearest to a target: the middle of those that have it in the forward arc."""
        bits = self._in_front[cell][target]
        fits = [facing for facing in range(6) if bits >> facing & 1]
        middle = [facing for facing in fits if (facing - 1) % 6 in fits and (facing + 1) % 6 in fits]
        return (middle or fits or [0])[0]

    # Places.

    def cells_in(self, region: Region) -> tuple[int, ...]:
        """The cells of a region."""
        return tuple(self.board.cell_of[spot] for spot in region.spots if spot in self.board.cell_of)

    def edge(self, name: str) -> tuple[int, ...]:
        """The cells along an edge of the map."""
        grid = self._land.grid
        lines = {
            "north": lambda hex: hex.row == 1,
            "south": lambda hex: hex.row == grid.rows,
            "west": lambda hex: hex.column == 1,
            "east": lambda hex: hex.column == grid.columns,
        }
        return tuple(cell for cell, spot in enumerate(self.board.spots) if lines[name](spot.hex))

    def drifted(self, cell: int, direction: int, hexes: int) -> Hex:
        """The hex at a distance from a cell in a direction, from 0 for the top; perhaps off the map."""
        hex: Hex = self.board.spots[cell].hex
        for _ in range(hexes):
            hex = self._land.grid.step(hex, FACINGS[direction])
        return hex

    def around(self, hex: Hex, radius: int) -> tuple[int, ...]:
        """The cells within a distance of a hex, which may be off the map."""
        spots = enumerate(self.board.spots)
        return tuple(cell for cell, spot in spots if HexGrid.distance(hex, spot.hex) <= radius)
