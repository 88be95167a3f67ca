"""The decks of a scenario, compiled for play: cells, edges, ways up and down, and lines of sight."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import numpy as np

from builder.boards.deck import HexMap
from builder.boards.deck_structure import OUTSIDE
from builder.boards.spots import Place
from builder.games.bug_hunter.play.terrain.sightlines import Sightlines
from rulesdb.movement import Movement

NOWHERE = -1
NO_EDGE = -1
WALL, INTERIOR, AIRTIGHT = range(3)


class Step(NamedTuple):
    """A step to the next hex: the edge that it crosses, and the points for a berth in the way.

    ``direction`` counts clockwise from the north.
    """

    there: int
    edge: int
    over: int
    direction: int


@dataclass(frozen=True, slots=True)
class Edge:
    """A hexside between two areas: the cells and areas on both sides, and what is there.

    ``starts_open`` is true if nothing closes it; ``starts_held`` if somebody holds its door at the start.
    """

    ends: tuple[int, int]
    areas: tuple[int, int]
    kind: int
    starts_open: bool
    starts_held: bool


@dataclass(frozen=True, slots=True)
class Shaft:
    """The cells of a lift, one group for each level at which it stops, from above."""

    area: int
    levels: tuple[int, ...]
    stops: tuple[tuple[int, ...], ...]
    starts: int
    controls: int


Draw: TypeAlias = Callable[[HexMap, Sequence[Place], Sequence[Edge]], Sightlines]


class Ground:
    """The cells of all hexes where somebody can be, inside and outside, as integers.

    ``outside`` is the number of the outside among the areas: one more than the last of them. ``draw`` finds
    the lines of sight between places, over hexsides with doors and walls.
    """

    def __init__(self, decks: HexMap, movement: Movement, draw: Draw) -> None:
        self.decks = decks
        self.areas = tuple(decks.areas.values())
        self.outside = len(self.areas)
        self._area_index = {area.id: index for index, area in enumerate(self.areas)}
        self.places = tuple(sorted({*decks.area_at, *_open_places(decks)}))
        self.cell_at: Mapping[Place, int] = {place: cell for cell, place in enumerate(self.places)}
        self.level = tuple(place.level for place in self.places)
        self.area_of = tuple(self._number_of(decks.area_at.get(place, OUTSIDE)) for place in self.places)
        self.cells_of = tuple(
            tuple(cell for cell, of in enumerate(self.area_of) if of == area)
            for area in range(self.outside + 1)
        )
        self.far = _distances(self.places)
        self.machinery, self.damaged = self._machines()
        self.lockers = {
            self.cell_at[each.place]: -1 if each.suits is None else each.suits
            for each in decks.features
            if each.has_suits
        }
        self.entry = tuple(
            movement.machinery if cell in self.machinery and movement.machinery else movement.open
            for cell in range(len(self.places))
        )
        self.edges = self._edges()
        self.docks = self._docks()
        self.steps = self._steps(movement.berth)
        self.beside = tuple(tuple(step.there for step in steps) for steps in self.steps)
        self.hatches = self._hatches()
        self.shafts = tuple(self._shaft(index) for index in range(len(decks.lifts)))
        self.shaft_at = {
            cell: index for index, lift in enumerate(self.shafts) for stop in lift.stops for cell in stop
        }
        self.group_of, self.groups = self._compartments()
        self.sight = draw(decks, self.places, self.edges)

    def cells(self, places: Iterable[Place]) -> tuple[int, ...]:
        """The cells of some places, without those where nobody can be."""
        return tuple(self.cell_at[place] for place in places if place in self.cell_at)

    def label(self, cell: int) -> str:
        """A cell in words."""
        return self.decks.describe(self.places[cell]) if cell != NOWHERE else "off the map"

    def is_outside(self, cell: int) -> bool:
        """Whether a cell is outside."""
        return self.area_of[cell] == self.outside

    def _number_of(self, area: str) -> int:
        return self._area_index.get(area, self.outside)

    def _machines(self) -> tuple[Mapping[int, str], frozenset[int]]:
        features = [each for each in self.decks.features if each.place in self.cell_at]
        machines = {self.cell_at[each.place]: each.name for each in features if each.kind == "machinery"}
        damaged = (self.cell_at[each.place] for each in features if each.kind == "damaged-machinery")
        return machines, frozenset(damaged)

    def _edges(self) -> tuple[Edge, ...]:
        edges = []
        for level, side, _, _, door in self.decks.boundaries:
            ends = self.decks.ends(level, side)
            cells = tuple(self.cell_at.get(place, NOWHERE) for place in ends)
            if NOWHERE in cells:
                continue
            areas = tuple(self.area_of[cell] for cell in cells)
            kind = WALL if door is None else AIRTIGHT if door.kind == "airtight" else INTERIOR
            edges.append(
                Edge(
                    (cells[0], cells[1]),
                    (areas[0], areas[1]),
                    kind,
                    door is not None and door.is_gap,
                    door is not None and door.is_open and not door.is_gap,
                )
            )
        return tuple(edges)

    def _docks(self) -> tuple[int, ...]:
        pairs = {frozenset(self.cells(ends)) for ends in self.decks.docks}
        return tuple(number for number, edge in enumerate(self.edges) if frozenset(edge.ends) in pairs)

    def _steps(self, berth: int) -> tuple[tuple[Step, ...], ...]:
        crossed = {frozenset(edge.ends): number for number, edge in enumerate(self.edges)}
        berths = {frozenset(self.cells(self.decks.ends(each.level, each.side))) for each in self.decks.berths}
        steps = []
        for place in self.places:
            around = []
            for direction, (_, hex) in enumerate(self.decks.grid.around(place.hex)):
                there = self.cell_at.get(Place(place.level, hex))
                if there is not None:
                    pair = frozenset((self.cell_at[place], there))
                    over = berth if pair in berths else 0
                    around.append(Step(there, crossed.get(pair, NO_EDGE), over, direction))
            steps.append(tuple(around))
        return tuple(steps)

    def _hatches(self) -> Mapping[int, tuple[tuple[int, bool], ...]]:
        """The cells above and below each cell with a hatch or stairs, and whether it is a hatch."""
        ways: dict[int, list[tuple[int, bool]]] = {}
        for hatch in self.decks.hatches:
            cells = self.cells(Place(level, hatch.hex) for level in hatch.levels)
            for here in cells:
                others = ((there, hatch.kind == "hatch") for there in cells if there != here)
                ways.setdefault(here, []).extend(others)
        return {cell: tuple(there) for cell, there in ways.items()}

    def _shaft(self, index: int) -> Shaft:
        lift = self.decks.lifts[index]
        stops = tuple(self.cells(Place(level, hex) for hex in lift.hexes) for level in lift.levels)
        named = (each.place for each in self.decks.features if each.name == lift.controls and lift.controls)
        controls = next(iter(self.cells(named)), NOWHERE)
        return Shaft(self._number_of(lift.id), lift.levels, stops, lift.levels.index(lift.starts), controls)

    def _compartments(self) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
        groups = tuple(tuple(map(self._number_of, group)) for group in self.decks.compartments)
        group_of = [len(groups)] * (self.outside + 1)
        for number, group in enumerate(groups):
            for area in group:
                group_of[area] = number
        return tuple(group_of), groups


def _open_places(decks: HexMap) -> Iterable[Place]:
    """The places outside where a unit can be."""
    if decks.site != "ship":
        return (Place(len(decks.levels) - 1, hex) for hex in decks.grid)
    beside = (Place(place.level, hex) for place in decks.area_at for _, hex in decks.grid.around(place.hex))
    return (place for place in beside if place not in decks.area_at)


def _distances(places: Sequence[Place]) -> tuple[bytes, ...]:
    """The hexes between each two cells, whatever their levels."""
    column, row = np.array([place.hex for place in places], dtype=np.int16).reshape(-1, 2).T
    # As :meth:`builder.geometry.hexgrid.HexGrid.distance`, for all pairs at once.
    q = column[:, None] - column[None, :]
    r = row[:, None] - row[None, :] - ((column - 1) // 2)[:, None] + ((column - 1) // 2)[None, :]
    far = np.maximum(np.maximum(np.abs(q), np.abs(r)), np.abs(q + r))
    return tuple(line.tobytes() for line in far.astype(np.uint8))
