"""The map as play needs it: steps and what they cost, distances, arcs, and structures."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from builder.boards.dot_moves import DotSteps
from builder.boards.dots import DotsMap
from builder.boards.spots import TUNNEL, DotPlace, Region
from builder.games.advanced_infantry.play.figures import Figures
from builder.geometry.dotlattice import Dot, Edge, Lattice
from builder.playtest.board import PlayBoard
from rulesdb import Entry, Ruleset
from rulesdb.cache.methods import cached_method

NOWHERE = -1
UNREACHABLE = 1e9
Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
DEEP, SHALLOW, WIRE = "deep-water", "shallow-water", "barbed-wire"


@dataclass(frozen=True, slots=True)
class Structure:
    """A part of a structure that can be breached: a piece of wall, the walls around a dot, or a tree.

    ``dots`` are those on which its damage is tracked, ``edges`` what opens when it is breached; a tree has
    no edges, and opens its own dot.
    """

    title: str
    toughness: int
    dots: tuple[Dot, ...]
    edges: tuple[Edge, ...]
    is_large: bool


class Reach:
    """The cells that can be reached from a cell, as if nobody was in the way.

    ``cells`` and ``costs`` are in the order of the cells; ``before`` has the cell before each.
    """

    __slots__ = ("actions", "before", "cells", "cost_of", "costs")

    def __init__(self, spent: Mapping[int, int], before: Mapping[int, int]) -> None:
        self.cells = sorted(spent)
        self.costs = [spent[cell] for cell in self.cells]
        self.cost_of = spent
        self.before = before
        self.actions = [("go", cell) for cell in self.cells]

    def way(self, start: int, goal: int) -> tuple[int, ...]:
        """The cells of the cheapest way, without the first."""
        way, cell = [], goal
        while cell != start:
            way.append(cell)
            cell = self.before[cell]
        return tuple(reversed(way))


class Ground:
    """The dots of a scenario, floor by floor, as numbered cells.

    Trees that can be destroyed are cells, too, which nobody enters while they stand.

    Attributes:
        dots: the map.
        board: the compiled board, with lines of sight on the ground.
        spots: the spot of each cell.
        cell_of: the cell of each spot.
        floor: the floor of each cell; -1 in a tunnel.
        level: the height of each cell in levels.
        terrain: the slug of the terrain of each cell; empty on floors and in the open.
        indoors: for each cell, the number of the building in which it is, or -1; roofs are outdoors.
        far: the distance in dots between two cells, as a matrix.
        structures: what can be breached.
    """

    def __init__(self, dots: DotsMap, board: PlayBoard, game: Ruleset, figures: Figures) -> None:
        self.dots = dots
        self.board = board
        self.figures = figures
        trees = sorted(dot for dot, entry in dots.terrain.items() if entry.get("toughness"))
        self.trees = tuple(trees)
        self.spots: tuple[DotPlace, ...] = (*board.spots, *(DotPlace(dot) for dot in trees))
        self.cell_of: Mapping[DotPlace, int] = {spot: cell for cell, spot in enumerate(self.spots)}
        self.tree_cells = frozenset(range(len(board.spots), len(self.spots)))
        self.floor = tuple(spot.floor for spot in self.spots)
        self.level = tuple(dots.level(spot.dot) + max(0, spot.floor) for spot in self.spots)
        self.terrain = tuple(self._terrain(spot) for spot in self.spots)
        self.building = tuple(self._building(spot) for spot in self.spots)
        self.indoors = tuple(
            number if number >= 0 and spot.floor < dots.buildings[number].levels else NOWHERE
            for number, spot in zip(self.building, self.spots, strict=True)
        )
        self.is_cover = np.array([self._is_cover(spot) for spot in self.spots])
        self.burns_long = tuple(self._has_fuel(cell) for cell in range(len(self.spots)))
        self.whole = np.array([dots.lattice.whole(spot.dot) for spot in self.spots], dtype=np.int64)
        lattice = dots.lattice
        self.points = np.array([lattice.at(spot.dot) for spot in self.spots]) / lattice.spacing
        self.far = self._distances()
        assert game.movement is not None
        self._walk = DotSteps(game.movement, dots)
        self.steps: list[tuple[tuple[int, int], ...]] = [
            tuple((step.there, step.cost) for step in steps) for steps in board.steps
        ] + [()] * len(trees)
        self.structures = tuple(self._structures())
        self._structures_at: dict[Dot, list[int]] = {}
        for number, structure in enumerate(self.structures):
            for dot in structure.dots:
                self._structures_at.setdefault(dot, []).append(number)
        self.arcs = tuple(dots.lattice.arcs)
        self.neighbors: tuple[tuple[int, ...], ...] = tuple(
            self._beside(cell) for cell in range(len(self.spots))
        )

    def __len__(self) -> int:
        return len(self.spots)

    def name(self, cell: int) -> str:
        """A cell in words."""
        return self.dots.describe(self.spots[cell])

    # What is where.

    def _entry(self, spot: DotPlace) -> Entry | None:
        is_ground = spot.floor == 0 and spot.dot not in self.dots.building_at
        return self.dots.terrain.get(spot.dot) if is_ground else None

    def _terrain(self, spot: DotPlace) -> str:
        entry = self._entry(spot)
        return entry.slug if entry is not None else ""

    def _is_cover(self, spot: DotPlace) -> bool:
        entry = self._entry(spot)
        return entry is not None and bool(entry.get("cover"))

    def _building(self, spot: DotPlace) -> int:
        return NOWHERE if spot.floor == TUNNEL else self.building_of(spot.dot)

    def building_of(self, dot: Dot) -> int:
        """The number of the building on a dot; -1 if there is none."""
        building = self.dots.building_at.get(dot)
        return NOWHERE if building is None else self.dots.buildings.index(building)

    def _has_fuel(self, cell: int) -> bool:
        return (
            self.building[cell] >= 0
            or (bool(self.is_cover[cell]) and self.terrain[cell] != "swamp")
            or self.terrain[cell] == "tree"
        )

    def _distances(self) -> Ints:
        """The distances of the lattice between all cells; floors do not count."""
        columns = np.array([spot.dot.column for spot in self.spots], dtype=np.int64)
        rows = np.array([spot.dot.row for spot in self.spots], dtype=np.int64)
        if self.dots.lattice.kind is Lattice.SQUARE:
            across = np.abs(columns[:, None] - columns[None, :])
            return np.asarray(np.maximum(across, np.abs(rows[:, None] - rows[None, :])))
        skewed = rows - (columns - 1) // 2
        q, r = columns[:, None] - columns[None, :], skewed[:, None] - skewed[None, :]
        return np.asarray(np.maximum(np.maximum(np.abs(q), np.abs(r)), np.abs(q + r)))

    def _beside(self, cell: int) -> tuple[int, ...]:
        """The cells of neighboring dots on the same floor, whatever is between."""
        spot = self.spots[cell]
        beside = (DotPlace(dot, spot.floor) for dot in self.dots.lattice.neighbors(spot.dot))
        return tuple(self.cell_of[each] for each in beside if each in self.cell_of)

    def cells_in(self, region: Region) -> tuple[int, ...]:
        """The cells of a region."""
        return tuple(self.cell_of[spot] for spot in region.spots if spot in self.cell_of)

    def edge(self, name: str) -> tuple[int, ...]:
        """The cells on the ground along an edge of the map."""
        lattice = self.dots.lattice
        lines = {
            "north": lambda dot: dot.row == 1,
            "south": lambda dot: dot.row == lattice.rows,
            "west": lambda dot: dot.column == 1,
            "east": lambda dot: dot.column == lattice.columns,
        }
        spots = enumerate(self.spots[: len(self.board.spots)])
        return tuple(cell for cell, spot in spots if not spot.floor and lines[name](spot.dot))

    def roof_of(self, dot: Dot) -> int:
        """The cell of a dot under the open sky; -1 if nobody can be there."""
        building = self.dots.building_at.get(dot)
        return self.cell_of.get(DotPlace(dot, building.levels if building is not None else 0), NOWHERE)

    # Arcs.

    @cached_method(16384)
    def in_arc(self, cell: int, facing: int) -> Bools:
        """Which cells are in the arc of a weapon, as :meth:`DotLattice.in_arc`."""
        lattice, here = self.dots.lattice, self.whole[cell]
        right, down = (self.whole - here).T
        if lattice.kind is Lattice.SQUARE:
            across, ahead = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))[facing]
            along = right * across + down * ahead
            wide = 4 * along**2 >= 3 * (right**2 + down**2) * (across**2 + ahead**2)
            return np.asarray((along > 0) & wide)
        dot = self.spots[cell].dot
        rays = [lattice.whole(lattice.step(dot, name)) for name in _RAYS[facing]]
        (x1, y1), (x2, y2) = ((int(x - here[0]), int(y - here[1])) for x, y in rays)
        inside = (x1 * down - y1 * right >= 0) & (right * y2 - down * x2 >= 0)
        return np.asarray(inside & ((right != 0) | (down != 0)))

    def facing_to(self, cell: int, target: int) -> int:
        """The direction of an arc in whose middle a target is, nearly."""
        return max(
            range(len(self.arcs)),
            key=lambda facing: (bool(self.in_arc(cell, facing)[target]), -self._aside(cell, facing, target)),
        )

    def _aside(self, cell: int, facing: int, target: int) -> float:
        right, down = self.points[target] - self.points[cell]
        bearing = np.degrees(np.arctan2(right, -down))
        aside = abs(bearing - self.dots.lattice.bearing(self.arcs[facing])) % 360
        return float(min(aside, 360 - aside))

    # Structures.

    def _structures(self) -> Iterator[Structure]:
        tables = self.figures.tables
        walls: dict[int, dict[Dot, list[Edge]]] = {}
        for edge, barrier in self.dots.barriers.items():
            if barrier.building is not None:
                number = self.dots.buildings.index(barrier.building)
                own = edge.here if self.dots.building_at.get(edge.here) is barrier.building else edge.there
                walls.setdefault(number, {}).setdefault(own, []).append(edge)
            elif barrier.terrain is not None and barrier.terrain.get("toughness"):
                row = self.dots.obstacles[edge].toughness or str(barrier.terrain["toughness"])
                strength = tables.figure("toughness", row)
                yield Structure(barrier.terrain.title, strength, (edge.here, edge.there), (edge,), True)
        for number, by_dot in walls.items():
            building = self.dots.buildings[number]
            strength = tables.figure("toughness", building.toughness)
            for dot, edges in by_dot.items():
                yield Structure(building.name or building.id, strength, (dot,), tuple(edges), True)
        for dot in self.trees:
            strength = tables.figure("toughness", str(self.dots.terrain[dot]["toughness"]))
            yield Structure(self.dots.terrain[dot].title, strength, (dot,), (), False)

    def structures_at(self, dot: Dot) -> tuple[int, ...]:
        """The structures of which the damage is tracked on a dot."""
        return tuple(self._structures_at.get(dot, ()))

    @cached_method(256)
    def broken(self, holes: tuple[int, ...]) -> tuple[frozenset[Edge], frozenset[int]]:
        """The edges that breaches open, and the cells of trees that are down."""
        edges = frozenset(edge for number in holes for edge in self.structures[number].edges)
        felled = (self.structures[number].dots[0] for number in holes if not self.structures[number].edges)
        return edges, frozenset(self.cell_of[DotPlace(dot)] for dot in felled)

    # Movement.

    @cached_method(256)
    def steps_with(self, holes: tuple[int, ...]) -> list[tuple[tuple[int, int], ...]]:
        """The steps from each cell, with those that breaches make possible."""
        if not holes:
            return self.steps
        edges, felled = self.broken(holes)
        steps = list(self.steps)
        more: dict[int, dict[int, int]] = {}
        pairs = [
            (self.cell_of.get(DotPlace(here)), self.cell_of.get(DotPlace(there)))
            for edge in edges
            for here, there in (edge, (edge.there, edge.here))
        ]
        pairs += [
            pair for tree in felled for near in self.neighbors[tree] for pair in ((tree, near), (near, tree))
        ]
        for one, other in pairs:
            if one is None or other is None or (other in self.tree_cells and other not in felled):
                continue
            if one in self.tree_cells and one not in felled:
                continue
            more.setdefault(one, {})[other] = self.figures.breach_cost
        for cell, added in more.items():
            costs = {there: cost for there, cost in steps[cell] if there not in added}
            steps[cell] = tuple(sorted({**costs, **added}.items()))
        return steps

    def cost_of(self, cell: int, there: int, holes: tuple[int, ...] = ()) -> int:
        """The cost of a step; 0 if nobody can make it."""
        return next((cost for other, cost in self.steps_with(holes)[cell] if other == there), 0)

    @functools.cached_property
    def _pace(self) -> tuple[int, int]:
        """The most dots and the fewest action points of any step."""
        steps = [
            (self.far[cell, there], cost) for cell, steps in enumerate(self.steps) for there, cost in steps
        ]
        least = min((cost for _, cost in steps), default=1)
        return int(max((dots for dots, _ in steps), default=1)), min(least, self.figures.breach_cost)

    @cached_method(8192)
    def near(self, cell: int, points: int) -> frozenset[int]:
        """The cells that are so near that some action points may be enough, by their distance in dots."""
        dots, cost = self._pace
        return frozenset(np.flatnonzero(self.far[cell] <= dots * (points // cost)).tolist())

    @cached_method(4096)
    def reach(
        self,
        start: int,
        points: int,
        holes: tuple[int, ...],
        closed: frozenset[int],
        burning: frozenset[int],
        extra: tuple[tuple[tuple[int, int], int], ...],
    ) -> Reach:
        """The cells within some action points of a cell.

        Args:
            start: the cell.
            points: the action points.
            holes: what has been breached.
            closed: the cells that cannot be entered.
            burning: those that can only be entered with the first step, whatever it costs.
            extra: action points that some steps cost in addition.
        """
        steps = self.steps_with(holes)
        more, dear = dict(extra), {cell for (cell, _), _ in extra}
        # Nobody gets to a cell that costs as much as the points, and to a closed one even for nothing.
        spent = [points + 1] * len(self)
        for cell in closed | burning:
            spent[cell] = -1
        spent[start], before = 0, {start: NOWHERE}
        # Points are few whole numbers, so that a list for each is faster than a heap.
        rings: list[list[int]] = [[start], *([] for _ in range(points))]
        for used in range(points):
            for cell in sorted(rings[used]):
                if spent[cell] < used:
                    continue
                for there, cost in steps[cell]:
                    total = used + cost
                    if total < spent[there]:
                        if cell in dear:
                            total += more.get((cell, there), 0)
                            if total >= spent[there]:
                                continue
                        spent[there], before[there] = total, cell
                        rings[total].append(there)
        for there, cost in steps[start]:
            if there in burning and there not in closed:
                spent[there], before[there] = cost, start
        return Reach({cell: spent[cell] for cell in before}, before)

    @cached_method(512)
    def travel(self, goals: frozenset[int], holes: tuple[int, ...]) -> list[float]:
        """The action points from each cell to the nearest of some goals, as if nobody was in the way."""
        back = self._steps_into(holes)
        field = [UNREACHABLE] * len(self)
        for goal in goals:
            field[goal] = 0.0
        rings: dict[int, list[int]] = {0: list(goals)}
        spent = 0
        while rings:
            for cell in rings.pop(spent, ()):
                if field[cell] < spent:
                    continue
                for before, cost in back[cell]:
                    total = spent + cost
                    if total < field[before]:
                        field[before] = float(total)
                        rings.setdefault(total, []).append(before)
            spent += 1
        return field

    @cached_method(32)
    def _steps_into(self, holes: tuple[int, ...]) -> list[list[tuple[int, int]]]:
        """The steps into each cell, each with the cell where it begins and what it costs."""
        now = self.steps_with(holes)
        changed = {cell for cell, steps in enumerate(now) if not holes or steps is not self.steps[cell]}
        into: dict[int, list[tuple[int, int]]] = {
            there: [] for cell in changed for there, _ in (*self.steps[cell], *now[cell])
        }
        for cell in changed:
            for there, cost in now[cell]:
                into[there].append((cell, cost))
        if not holes:
            return [into.get(cell, []) for cell in range(len(self))]
        back = self._steps_into(()).copy()
        for there, steps in into.items():
            back[there] = [step for step in back[there] if step[0] not in changed] + steps
        return back

    def outside_of(self, structure: int) -> Iterable[int]:
        """The cells on the ground from which or on which a structure is hit."""
        number = self.structures[structure]
        dots = {dot for edge in number.edges for dot in edge} or set(number.dots)
        return [self.cell_of[DotPlace(dot)] for dot in sorted(dots) if DotPlace(dot) in self.cell_of]


_RAYS = (("N", "NE"), ("NE", "SE"), ("SE", "S"), ("S", "SW"), ("SW", "NW"), ("NW", "N"))
