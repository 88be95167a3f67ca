"""Lines of sight on dots and floors, and what is between: cover, smoke and fire.

On the ground, lines of sight are those of the map. The chapter has no rule for floors, so these are house
rules: an eye is half a level above its floor, walls have heights, and a line above them is free. From a floor
of a building, one sees out by the windows, and from its roof, over the edge.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from builder.boards.spots import TUNNEL, DotPlace
from builder.games.advanced_infantry.play.ground import Bools, Floats, Ground, Ints
from builder.geometry.shapes import ring_sides
from builder.geometry.sight import EPSILON
from builder.playtest.compiled import keep_compiled
from builder.scenario.model import Scenario
from rulesdb.cache.files import cache_folder
from rulesdb.cache.methods import cached_method

# A dot is between two others if the line passes through its plot.
_HALF = 0.5 - 1e-6
# An angle that is greater than that by which a line moves that is moved slightly to one side.
_NEARLY = 0.01


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
    structure: Ints

    @classmethod
    def of(cls, walls: Sequence[_Wall]) -> _Walls:
        return cls(
            np.array([wall.ends for wall in walls], dtype=np.float64).reshape(-1, 2, 2),
            np.array([wall.base for wall in walls], dtype=np.float64),
            np.array([wall.top for wall in walls], dtype=np.float64),
            np.array([wall.building for wall in walls], dtype=np.int64),
            np.array([wall.is_open for wall in walls], dtype=np.bool_),
            np.array([wall.owner for wall in walls], dtype=np.int64),
            np.array([wall.structure for wall in walls], dtype=np.int64),
        )


class _Lines(NamedTuple):
    """The walls that block the lines from a cell to all others, moved slightly to one side.

    For each: the cell at the end of the line, and the number of what can be breached there, from 1, or 0.
    """

    targets: Ints
    structures: Ints


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
        self._walls = _Walls.of(self._all_walls())
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

    def _look(self, cell: int, holes: tuple[int, ...] = ()) -> Bools:
        """The cells in sight of a cell after some breaches, by the heights of everything between.

        A line is blocked if it is on both sides.
        """
        stands, hidden = self._stands(holes), np.zeros((2, self._count), dtype=np.bool_)
        for side, lines in enumerate(self._lines(cell)):
            hidden[side, lines.targets[stands[lines.structures]]] = True
        return np.asarray(~(self._apart(cell) | hidden.all(axis=0)))

    def _behind(self, cell: int, holes: tuple[int, ...]) -> Bools:
        """The cells that breaches may have brought into sight, and the dots of trees."""
        stands, behind = self._stands(holes), np.zeros(self._count, dtype=np.bool_)
        behind[len(self.ground.board) :] = True
        for lines in self._lines(cell):
            behind[lines.targets[~stands[lines.structures]]] = True
        return behind

    @cached_method(256)
    def _stands(self, holes: tuple[int, ...]) -> Bools:
        """Whether each structure, by its number from 1, stands after some breaches."""
        stands = np.ones(1 + len(self.ground.structures), dtype=np.bool_)
        stands[[1 + hole for hole in holes]] = False
        return stands

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

    @cached_method(4096)
    def _lines(self, cell: int) -> tuple[_Lines, _Lines]:
        """The lines from a cell to all others, moved slightly to each side."""
        near = self._toward(cell)
        return self._meetings(cell, *near, 1), self._meetings(cell, *near, -1)

    def _toward(self, cell: int) -> tuple[Ints, Ints]:
        """Pairs of a cell and a wall that is in the direction of it, or nearly, from another cell."""
        to, ends = self.ground.whole - self.ground.whole[cell], self._walls.ends - self.ground.whole[cell]
        bearings = np.arctan2(to[:, 1], to[:, 0])
        order = bearings.argsort()
        # Three times around, so that a wall can be on both sides of the direction where bearings begin.
        around = np.concatenate([bearings[order] + turn for turn in (-math.tau, 0.0, math.tau)])
        first, last = np.arctan2(ends[..., 1], ends[..., 0]).T
        wide = (last - first + math.pi) % math.tau - math.pi
        low = np.searchsorted(around, np.minimum(first, first + wide) - _NEARLY)
        counts = np.searchsorted(around, np.maximum(first, first + wide) + _NEARLY) - low
        walls = np.repeat(np.arange(len(counts)), counts)
        places = np.arange(len(walls)) + np.repeat(low - counts.cumsum() + counts, counts)
        return order[places % len(order)], walls

    def _meetings(self, cell: int, targets: Ints, columns: Ints, sign: int) -> _Lines:
        """The meetings of lines, moved slightly to one side, with walls, of pairs of a cell and a wall."""
        walls, eye = self._walls, self.ground.whole[cell]
        way, starts, ends = self.ground.whole[targets] - eye, walls.ends[columns, 0], walls.ends[columns, 1]
        aside = sign * EPSILON * np.stack((-way[:, 1], way[:, 0]), axis=1)
        aside /= np.maximum(np.hypot(way[:, 0], way[:, 1]), 1.0)[:, None]
        along, start, end = ends - starts, starts - eye - aside, ends - eye - aside
        before, after = _cross(start, along), _cross(start - way, along)
        are = (before * after < 0) & (_cross(way, start) * _cross(way, end) < 0)
        targets, columns, first, second = targets[are], columns[are], before[are], after[are]
        owner = walls.owner[columns]
        counts = (owner < 0) | ((owner != self._owner[cell]) & (owner != self._owner[targets]))
        rise = self._level[targets] - self._level[cell]
        height = self._level[cell] + self.ground.figures.eye + first / (first - second) * rise
        on_ground = (self._floor[cell] == 0) & (self._floor[targets] == 0)
        low = on_ground | (height < walls.top[columns])
        low &= ~(walls.open[columns] & (on_ground | self._fits(cell, targets, columns, height)))
        # Small numbers, because there are many of them.
        small = np.min_scalar_type(max(self._count, 1 + len(self.ground.structures)))
        block = counts & low
        structures = 1 + walls.structure[columns[block]]
        return _Lines(targets[block].astype(small), structures.astype(small))

    def _fits(self, cell: int, targets: Ints, columns: Ints, height: Floats) -> Bools:
        """Which crossings of a building's wall are on the floor of whoever is inside it."""
        walls = self._walls
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
            lambda: np.array([self._look(int(cell)) for cell in self._upper], dtype=np.bool_).reshape(size),
            lambda rows: np.packbits(rows).tobytes(),
            read,
        )

    @cached_method(8192)
    def row(self, cell: int, holes: tuple[int, ...] = ()) -> Bools:
        """The cells in sight of a cell."""
        ground = self.ground
        dots = len(ground.board)
        if cell >= dots or ground.floor[cell] == TUNNEL:
            return self._look(cell, holes)
        if holes:
            behind = self._behind(cell, holes)
            return (
                np.where(behind, self._look(cell, holes), self.row(cell)) if behind.any() else self.row(cell)
            )
        if ground.floor[cell] > 0:
            return np.asarray(self._floors[int(np.searchsorted(self._upper, cell))])
        row = np.zeros(self._count, dtype=np.bool_)
        row[:dots] = np.frombuffer(ground.board.hidden_from(cell), dtype=np.uint8) == 0
        row[self._upper] = self._floors[:, cell]
        return row & ~self._apart(cell)

    def sees(self, cell: int, target: int, holes: tuple[int, ...] = ()) -> bool:
        """Whether a cell is in sight of another."""
        return bool(self.row(cell, holes)[target])

    # What is between.

    def is_covered(self, cell: int, target: int) -> bool:
        """Whether the terrain covers a cell against fire from another; see :meth:`covered`."""
        return bool(self.covered(cell)[target])

    @cached_method(65536)
    def is_over(self, cell: int, target: int, cells: frozenset[int]) -> bool:
        """The same as :meth:`veiled` for one line, which is faster if there are many cells."""
        ground = self.ground
        through = np.fromiter(cells, dtype=np.int64, count=len(cells))
        floors = self._floor[through]
        through = through[(floors == ground.floor[cell]) | (floors == ground.floor[target])]
        way, to = ground.points[target] - ground.points[cell], ground.points[through] - ground.points[cell]
        square, along = way @ way, to @ way
        aside = way[0] * to[:, 1] - way[1] * to[:, 0]
        close = (aside**2 <= _HALF**2 * square) & (along >= 0) & (along <= square)
        ends = self._owner[through]
        close |= (ends == self._owner[target]) | (ends == self._owner[cell])
        return bool(close.any())

    @cached_method(8192)
    def covered(self, cell: int) -> Bools:
        """The cells that the terrain covers against fire from a cell: an obstruction there or on the way.

        Whoever fires over cover on his own dot is not hindered by it. A building covers those inside.
        """
        ground = self.ground
        through = self._cover_cells[self._cover_cells != cell]
        cover = self._passes(cell, through).any(axis=1) | ground.is_cover
        inside = self._indoors
        cover |= (inside >= 0) & (inside != ground.indoors[cell])
        return np.asarray(cover)

    @cached_method(8192)
    def veiled(self, cell: int, veil: frozenset[int]) -> Bools:
        """The cells to which the line from a cell passes through one of some cells, or ends there."""
        shadows, together = self._shadows(cell), 0
        new = sorted(veil - shadows.keys())
        if new:
            rows = np.packbits(self._passes(cell, np.array(new)).T, axis=1)
            shadows.update((each, int.from_bytes(row.tobytes())) for each, row in zip(new, rows, strict=True))
        for each in veil:
            together |= shadows[each]
        size = (self._count + 7) // 8
        bits = np.unpackbits(np.frombuffer(together.to_bytes(size), dtype=np.uint8), count=self._count)
        return np.asarray(bits.view(np.bool_))

    @cached_method(512)
    def _shadows(self, cell: int) -> dict[int, int]:
        """For each cell that was asked about, those to which lines from a cell pass through it, as bits."""
        return {}

    def _passes(self, cell: int, through: Ints) -> Bools:
        """To which cells a line passes through the plots of some others on its floor, as a matrix."""
        ground = self.ground
        eye = ground.points[cell]
        way, to = ground.points - eye, ground.points[through] - eye
        square = (way**2).sum(axis=1)[:, None]
        along = way @ to.T
        aside = way @ np.stack((to[:, 1], -to[:, 0]))
        # In place, because these are large.
        aside *= aside
        close = aside <= _HALF**2 * square
        close &= along >= 0
        close &= along <= square
        # Other dots are farther from an end than half a dot, so that only its own is near it.
        close |= self._owner[:, None] == self._owner[through][None, :]
        close |= (self._owner[through] == self._owner[cell])[None, :]
        floors = self._floor[through]
        on_floor = floors == ground.floor[cell]
        if not on_floor.all():
            close &= on_floor[None, :] | (floors[None, :] == self._floor[:, None])
        return np.asarray(close)


def _cross(one: Floats, other: Floats) -> Floats:
    return np.asarray(one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0])
