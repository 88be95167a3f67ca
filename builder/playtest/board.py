"""A board compiled once to numbered cells, with all lines of sight; cached by the hash of its file."""

from __future__ import annotations

import json
import operator
import struct
from collections.abc import Callable, Mapping, Sequence
from heapq import heappop, heappush
from pathlib import Path
from typing import Any

import numpy as np

from builder.boards.board import Board
from builder.boards.cells.cells import Barrier, Cells, CellStep
from builder.playtest.compiled import keep_compiled
from builder.scenario.model import Scenario
from rulesdb import Ruleset
from rulesdb.cache.files import cache_folder

UNREACHABLE = float("inf")
_HEAD = struct.Struct(">Q")
_there = operator.itemgetter(0)
StepCost = Callable[[int, CellStep], float | None]
"""Returns the cost of a step from a cell for a unit; ``None`` if it cannot make the step."""


class PlayBoard:
    """The cells of a board, and lines of sight. It never changes; which barriers are open is part of a state.

    Attributes:
        spots: the spot of each cell.
        cell_of: the cell of each spot.
        points: the middle of each cell on a plane.
        levels: the level of each cell.
        grounds: for each cell, the slugs of its terrain or the id of its area.
        steps: the steps from each cell.
        barriers: the doors, hatches and the like between cells.
    """

    def __init__(self, board: Board[Any], cells: Cells, sight: _Sight) -> None:
        self.spots = tuple(cells.spots)
        self.cell_of: Mapping[Any, int] = {spot: cell for cell, spot in enumerate(self.spots)}
        self.points = cells.points
        self.levels = tuple(cells.levels)
        self.grounds = tuple(cells.grounds)
        self.steps = tuple(cells.steps)
        self.barriers: tuple[Barrier, ...] = tuple(cells.barriers)
        self.near = tuple(tuple(map(_there, steps)) for steps in self.steps)
        self._describe = board.describe
        self._measure = cells.measure
        self._distances: dict[int, Sequence[float]] = {}
        self._blocked = sight.blocked
        self._through = sight.through
        self._count = len(self.spots)

    def __len__(self) -> int:
        return self._count

    def name(self, cell: int) -> str:
        """A cell in words."""
        return self._describe(self.spots[cell])

    def distances(self, cell: int) -> Sequence[float]:
        """The straight distance from a cell to each other: in hexes, or in the unit of the map."""
        if cell not in self._distances:
            self._distances[cell] = self._measure(cell)
        return self._distances[cell]

    def distance(self, one: int, other: int) -> float:
        """The straight distance between two cells."""
        return self.distances(one)[other]

    def sees(self, eye: int, target: int, is_open: Sequence[bool] | bytes | bytearray = b"") -> bool:
        """Whether a cell is in sight of another; ``is_open`` states for each barrier whether it is open."""
        at = eye * self._count + target
        if self._blocked[at]:
            return False
        ways = self._through.get(at)
        return ways is None or any(all(is_open[number] for number in way) for way in ways)

    def hidden_from(self, eye: int) -> bytes | memoryview:
        """For each cell, 1 if it is out of sight of a cell even if all barriers are open."""
        return self._blocked[eye * self._count : (eye + 1) * self._count]

    def nearest(self, point: tuple[float, float]) -> int:
        """The cell nearest to a point of an open table."""
        return min(range(self._count), key=lambda cell: _squared(self.spots[cell], point))

    def field(self, goals: Sequence[int], cost: StepCost, most: float = UNREACHABLE) -> list[float]:
        """The cost of the cheapest way from each cell to the nearest goal; over ``most`` if that is far away.

        ``cost`` is called with steps toward the goals; each step of the board has one in the other direction.
        """
        field = [UNREACHABLE] * self._count
        heap: list[tuple[float, int]] = []
        for goal in goals:
            field[goal] = 0.0
            heap.append((0.0, goal))
        heap.sort()
        while heap:
            spent, cell = heappop(heap)
            if spent > field[cell]:
                continue
            for step in self.back[cell]:
                price = cost(step[0], step[1])
                if price is None:
                    continue
                total = spent + price
                if total < field[step[0]] and total <= most:
                    field[step[0]] = total
                    heappush(heap, (total, step[0]))
        return field

    def reach(self, start: int, cost: StepCost, most: float) -> dict[int, float]:
        """The cells that can be reached from a cell for at most ``most``, with the cost of each."""
        spent_at = {start: 0.0}
        heap = [(0.0, start)]
        while heap:
            spent, cell = heappop(heap)
            if spent > spent_at[cell]:
                continue
            for step in self.steps[cell]:
                price = cost(cell, step)
                if price is None:
                    continue
                total = spent + price
                if total <= most and total < spent_at.get(step.there, UNREACHABLE):
                    spent_at[step.there] = total
                    heappush(heap, (total, step.there))
        return spent_at

    @property
    def back(self) -> tuple[tuple[tuple[int, CellStep], ...], ...]:
        """The steps into each cell, each with the cell where it begins."""
        if not hasattr(self, "_back"):
            into: list[list[tuple[int, CellStep]]] = [[] for _ in self.spots]
            for cell, steps in enumerate(self.steps):
                for step in steps:
                    into[step.there].append((cell, step))
            self._back = tuple(map(tuple, into))
        return self._back


class _Sight:
    """Lines of sight between all cells: a byte for each pair, and the barriers on the way of some."""

    def __init__(
        self, blocked: bytes | memoryview, through: Mapping[int, tuple[tuple[int, ...], ...]]
    ) -> None:
        self.blocked = blocked
        self.through = through

    @classmethod
    def compiled(cls, cells: Cells) -> _Sight:
        """All lines of sight of a board."""
        count = len(cells.spots)
        rows, through = [], {}
        for cell in range(count):
            lines = cells.look(cell)
            rows.append(lines.blocked.astype(np.uint8).tobytes())
            through.update({cell * count + other: ways for other, ways in lines.through.items()})
        return cls(b"".join(rows), through)

    @classmethod
    def read(cls, data: bytes, count: int) -> _Sight:
        """Those that :meth:`written` wrote.

        Raises:
            ValueError, struct.error: the data is of another board, or damaged.
        """
        listed, packed = _HEAD.size + _HEAD.unpack_from(data)[0], (count * count + 7) // 8
        if len(data) != listed + packed:
            raise ValueError(f"{len(data)} bytes instead of {listed + packed}")
        bits = np.unpackbits(np.frombuffer(data, dtype=np.uint8, offset=listed), count=count * count)
        through = json.loads(data[_HEAD.size : listed])
        return cls(bits.data, {int(at): tuple(map(tuple, ways)) for at, ways in through.items()})

    def written(self) -> bytes:
        """The same as a file: the length of the barriers on the way, these as JSON, a bit for each pair."""
        through = json.dumps(self.through).encode("ascii")
        blocked = np.packbits(np.frombuffer(self.blocked, dtype=np.uint8))
        return _HEAD.pack(len(through)) + through + blocked.tobytes()


def compile_board(scenario: Scenario, folder: Path | None = None) -> PlayBoard:
    """The board of a scenario; its lines of sight are cached by the hash of the file.

    Raises:
        InputError: no machine plays on this kind of map.
    """
    cells = scenario.map.cells(scenario.ruleset)
    sight = keep_compiled(
        scenario,
        "board",
        folder or cache_folder(),
        lambda: _Sight.compiled(cells),
        _Sight.written,
        lambda data: _Sight.read(data, len(cells.spots)),
    )
    return PlayBoard(scenario.map, cells, sight)


def board_of(board: Board[Any], game: Ruleset) -> PlayBoard:
    """A board compiled without a cache."""
    cells = board.cells(game)
    return PlayBoard(board, cells, _Sight.compiled(cells))


def _squared(spot: tuple[float, float], point: tuple[float, float]) -> float:
    return (spot[0] - point[0]) ** 2 + (spot[1] - point[1]) ** 2
