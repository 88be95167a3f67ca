"""Who sees whom on dots and floors, and what is between: cover, smoke and fire.

On the ground, lines of sight are those of the map. The chapter has no rule for floors, so these are house
rules: an eye is half a level above its floor, walls have heights, and a line above them is free. From a floor
of a building, one sees out by the windows, and from its roof, over the edge.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from builder.boards.cells.cells import crossings
from builder.boards.spots import TUNNEL, DotPlace
from builder.games.advanced_infantry.play.ground import Bools, Floats, Ground, Ints
from builder.geometry.shapes import ring_sides
from builder.geometry.sight import EPSILON
from builder.playtest.compiled import keep_compiled
from builder.scenario.model import Scenario
from rulesdb.cache.files import cache_folder

# A dot is between two others if the line passes through its plot.
_HALF = 0.5 - 1e-6


class _Wall(NamedTuple):
    """A piece of a wall, in whole numbers of the lattice.

    ``building`` is the number of the building that it belongs to, or -1; ``is_open`` is true if one sees
    through it, and ``owner`` the dot whose own view it does not block.
    """

    ends: tuple[tuple[float, float], tuple[float, float]]
    base: int
    top: float
    building: int
    is_open: bool
    owner: int
    structure: int


class _Walls(NamedTuple):
    """Walls as arrays."""

    ends: Floats
    base: Floats
    top: Floats
    building: Ints
    open: Bools
    owner: Ints

    @classmethod
    def of(cls, walls: Sequence[_Wall]) -> _Walls:
        return cls(
            np.array([wall.ends for wall in walls], dtype=np.float64).reshape(-1, 2, 2),
            np.array([wall.base for wall in walls], dtype=np.float64),
            np.array([wall.top for wall in walls], dtype=np.float64),
            np.array([wall.building for wall in walls], dtype=np.int64),
            np.array([wall.is_open for wall in walls], dtype=np.bool_),
            np.array([wall.owner for wall in walls], dtype=np.int64),
        )


class Sightlines:
    """Lines of sight between cells, and what is on them."""

    def __init__(self, ground: Ground, scenario: Scenario) -> None:
        self.ground = ground
        self._count = len(ground)
        self._dot_of = {dot: number for number, dot in enumerate(dict.fromkeys(s.dot for s in ground.spots))}
        self._owner = np.array([self._dot_of[spot.dot] for spot in ground.spots])
        self._level = np.array(ground.level, dtype=np.float64)
        self._floor = np.array(ground.floor)
        self._building = np.array(ground.building)
        self._indoors = np.array(ground.indoors)
        self._upper = np.flatnonzero(self._floor > 0)
        self._walls = self._all_walls()
        self._floors = self._compiled(scenario)
        self._cover_cells = np.flatnonzero(ground.is_cover)
        self._tunnel = {
            spot: number
            for number, tunnel in enumerate(ground.dots.tunnels)
            for spot in (DotPlace(dot, TUNNEL) for dot in tunnel.dots)
        }

    # Walls.

    def _all_walls(self) -> list[_Wall]:
        ground, dots = self.ground, self.ground.dots
        heights = ground.figures.heights
        of_edge = {edge: number for number, each in enumerate(ground.structures) for edge in each.edges}
        walls = []
        for edge, barrier in dots.barriers.items():
            if not (barrier.terrain and barrier.terrain.get("blocks_sight")):
                continue
            base = max(dots.level(edge.here), dots.level(edge.there))
            here, there = (dots.building_at.get(dot) for dot in edge)
            house = barrier.building or (here if here is there else None)
            number = dots.buildings.index(house) if house is not None else -1
            height = house.levels if house is not None else heights.get(barrier.terrain.slug, heights[""])
            ends = dots.lattice.edge_ends(edge)
            hole = of_edge.get(edge, -1)
            walls.append(_Wall(ends, base, base + height, number, not barrier.hides, -1, hole))
        felled = {each.dots[0]: number for number, each in enumerate(ground.structures) if not each.edges}
        for dot, terrain in dots.terrain.items():
            if terrain.get("blocks_sight"):
                top = dots.level(dot) + heights[""]
                for side in ring_sides(dots.lattice.cell(dot)):
                    owner = self._dot_of.get(dot, -1)
                    walls.append(_Wall(side, dots.level(dot), top, -1, False, owner, felled.get(dot, -1)))
        return walls

    @functools.lru_cache(maxsize=256)  # noqa: B019  (one for each play, which lives as long as its process)
    def _arrays(self, holes: tuple[int, ...]) -> _Walls:
        """The walls that stand after some breaches."""
        return _Walls.of([wall for wall in self._walls if wall.structure < 0 or wall.structure not in holes])

    def _look(self, cell: int, holes: tuple[int, ...], others: Ints | None = None) -> Bools:
        """Which of some cells are in sight of a cell, by the heights of everything between; all if none."""
        others = np.arange(self._count) if others is None else others
        walls = self._arrays(holes)
        seen = ~self._apart(cell)[others]
        if not len(walls.top) or not len(others):
            return np.asarray(seen)
        hidden = self._crossed(cell, others, walls, 1)
        # The line on the other side matters only where this one is blocked.
        left = np.flatnonzero(hidden & seen)
        hidden[left] = self._crossed(cell, others[left], walls, -1)
        return np.asarray(seen & ~hidden)

    def _apart(self, cell: int) -> Bools:
        """The cells on other floors of the same building, and those below ground, which nobody sees."""
        ground = self.ground
        if ground.floor[cell] == TUNNEL:
            own = self._tunnel[ground.spots[cell]]
            return np.array([self._tunnel.get(spot, -1) != own for spot in ground.spots])
        apart = self._floor == TUNNEL
        number = ground.building[cell]
        if number >= 0:
            same = (self._building == number) & (self._floor != ground.floor[cell])
            apart = apart | same
        return np.asarray(apart)

    def _crossed(self, cell: int, others: Ints, walls: _Walls, sign: int) -> Bools:
        """Which lines to other cells, moved slightly to one side, meet a wall that is high enough."""
        there = self.ground.whole[others].astype(np.float64)
        rows, columns, share = _meetings(self.ground.whole[cell].astype(np.float64), there, walls.ends, sign)
        owner, targets = walls.owner[columns], others[rows]
        counts = (owner < 0) | ((owner != self._owner[cell]) & (owner != self._owner[targets]))
        rows, columns, share, targets = rows[counts], columns[counts], share[counts], targets[counts]
        eye = self._level[cell] + self.ground.figures.eye
        height = eye + share * (self._level[targets] - self._level[cell])
        on_ground = (self._floor[cell] == 0) & (self._floor[targets] == 0)
        low = on_ground | (height < walls.top[columns])
        low &= ~(walls.open[columns] & (on_ground | self._fits(cell, targets, columns, height, walls)))
        hidden = np.zeros(len(others), dtype=np.bool_)
        hidden[rows[low]] = True
        return hidden

    def _fits(self, cell: int, targets: Ints, columns: Ints, height: Floats, walls: _Walls) -> Bools:
        """Which crossings of a building's wall are on the floor of whoever is inside it."""
        building, storey = walls.building[columns], np.floor(height - walls.base[columns])
        fits = (self._indoors[cell] == building) & (storey == self._floor[cell])
        fits |= (self._indoors[targets] == building) & (storey == self._floor[targets])
        return np.asarray(fits & (building >= 0))

    # Rows.

    def _compiled(self, scenario: Scenario) -> Bools:
        """For each cell on an upper floor or roof, the cells in sight."""
        size = (len(self._upper), self._count)

        def read(data: bytes) -> Bools:
            if len(data) != (size[0] * size[1] + 7) // 8:
                raise ValueError(f"{len(data)} bytes")
            bits = np.unpackbits(np.frombuffer(data, dtype=np.uint8), count=size[0] * size[1])
            return np.asarray(bits.reshape(size).astype(np.bool_))

        return keep_compiled(
            scenario,
            "floors",
            cache_folder(),
            lambda: np.array([self._look(int(cell), ()) for cell in self._upper], dtype=np.bool_).reshape(
                size
            ),
            lambda rows: np.packbits(rows).tobytes(),
            read,
        )

    @functools.lru_cache(maxsize=8192)  # noqa: B019
    def row(self, cell: int, holes: tuple[int, ...] = ()) -> Bools:
        """The cells in sight of a cell."""
        ground = self.ground
        known = len(ground.board)
        if cell >= known or ground.floor[cell] == TUNNEL:
            return self._look(cell, holes)
        if holes:
            return self._breached(cell, holes)
        if ground.floor[cell] > 0:
            return np.asarray(self._floors[int(np.searchsorted(self._upper, cell))])
        row = np.zeros(self._count, dtype=np.bool_)
        row[:known] = np.frombuffer(ground.board.hidden_from(cell), dtype=np.uint8) == 0
        row[self._upper] = self._floors[:, cell]
        return row & ~self._apart(cell)

    def _breached(self, cell: int, holes: tuple[int, ...]) -> Bools:
        """The cells in sight of a cell on the map after some breaches.

        What is behind only one of them is in sight as if it was the only one.
        """
        row, times = self._with_trees(cell).copy(), np.zeros(self._count, dtype=np.uint8)
        for hole in holes:
            behind, seen = self._through(cell, hole)
            row[behind] = seen
            times[behind] += 1
        again = np.flatnonzero(times > 1)
        row[again] = self._look(cell, holes, again)
        return row

    @functools.lru_cache(maxsize=2048)  # noqa: B019
    def _with_trees(self, cell: int) -> Bools:
        """The cells in sight of a cell, with the dots of trees, on which nobody is while they stand."""
        row, trees = self.row(cell).copy(), np.arange(len(self.ground.board), self._count)
        row[trees] = self._look(cell, (), trees)
        return row

    @functools.lru_cache(maxsize=16384)  # noqa: B019
    def _through(self, cell: int, hole: int) -> tuple[Ints, Bools]:
        """The cells that a breach may bring into sight of a cell, and whether it does."""
        ends = np.array([wall.ends for wall in self._walls if wall.structure == hole], dtype=np.float64)
        eye, there = self.ground.whole[cell].astype(np.float64), self.ground.whole.astype(np.float64)
        rows = [_meetings(eye, there, ends.reshape(-1, 2, 2), sign)[0] for sign in (1, -1)]
        behind = np.unique(np.concatenate(rows))
        return behind, self._look(cell, (hole,), behind)

    def sees(self, cell: int, target: int, holes: tuple[int, ...] = ()) -> bool:
        """Whether a cell is in sight of another."""
        return bool(self.row(cell, holes)[target])

    # What is between.

    @functools.lru_cache(maxsize=65536)  # noqa: B019
    def is_covered(self, cell: int, target: int) -> bool:
        """Whether the terrain covers a cell against fire from another; see :meth:`covered`."""
        ground = self.ground
        if ground.is_cover[target] or ground.indoors[target] not in (-1, ground.indoors[cell]):
            return True
        return self._is_between(cell, target, self._cover_cells[self._cover_cells != cell])

    def is_veiled(self, cell: int, target: int, veil: frozenset[int]) -> bool:
        """Whether the line between two cells passes through one of some cells, or ends there."""
        return self._is_between(cell, target, np.fromiter(veil, dtype=np.int64, count=len(veil)))

    def _is_between(self, cell: int, target: int, through: Ints) -> bool:
        """The same as :meth:`_passes` for one line."""
        ground = self.ground
        floors = self._floor[through]
        through = through[(floors == ground.floor[cell]) | (floors == ground.floor[target])]
        way, to = ground.points[target] - ground.points[cell], ground.points[through] - ground.points[cell]
        square, along = way @ way, to @ way
        aside = way[0] * to[:, 1] - way[1] * to[:, 0]
        close = (aside**2 <= _HALF**2 * square) & (along >= 0) & (along <= square)
        ends = self._owner[through]
        close |= (ends == self._owner[target]) | (ends == self._owner[cell])
        return bool(close.any())

    @functools.lru_cache(maxsize=8192)  # noqa: B019
    def covered(self, cell: int) -> Bools:
        """The cells that the terrain covers against fire from a cell: an obstruction there or on the way.

        Whoever fires over cover on his own dot is not hindered by it. A building covers those inside.
        """
        ground = self.ground
        cover = np.array(self._passes(cell, self._cover_cells, own=False))
        cover |= ground.is_cover
        inside = self._indoors
        cover |= (inside >= 0) & (inside != ground.indoors[cell])
        return cover

    @functools.lru_cache(maxsize=8192)  # noqa: B019
    def veiled(self, cell: int, veil: frozenset[int]) -> Bools:
        """The cells to which the line from a cell passes through one of some cells, or ends there."""
        return self._passes(cell, np.array(sorted(veil), dtype=np.int64), own=True)

    def _passes(self, cell: int, through: Ints, *, own: bool) -> Bools:
        """The cells to which a line passes through the plot of one of some cells on its floor."""
        ground = self.ground
        result = np.zeros(self._count, dtype=np.bool_)
        if not own:
            through = through[through != cell]
        if not len(through):
            return result
        eye = ground.points[cell]
        way, to = ground.points - eye, ground.points[through] - eye
        square = (way**2).sum(axis=1)[:, None]
        along = way @ to.T
        aside = way @ np.stack((to[:, 1], -to[:, 0]))
        close = (aside**2 <= _HALF**2 * square) & (along >= 0) & (along <= square)
        # Other dots are farther from an end than half a dot, so that only its own is near it.
        close |= self._owner[:, None] == self._owner[through][None, :]
        close |= (self._owner[through] == self._owner[cell])[None, :]
        floors = self._floor[through]
        close &= (floors == ground.floor[cell])[None, :] | (floors[None, :] == self._floor[:, None])
        return np.asarray(close.any(axis=1))


def _meetings(eye: Floats, there: Floats, ends: Floats, sign: int) -> tuple[Ints, Ints, Floats]:
    """Which lines from an eye, moved slightly to one side, cross which walls, and at what share of them."""
    lines = crossings(eye, there, ends[:, 0], ends[:, 1], sign * EPSILON)
    rows, columns = np.nonzero(lines.are)
    first, second = lines.before[rows, columns], lines.after[rows, columns]
    return rows, columns, first / (first - second)
