"""Open country on hexes as numbered cells."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from builder.boards.cells.cells import Cells, CellStep, Sightlines, crossing
from builder.boards.land_moves import LandSteps
from builder.boards.spots import Place
from builder.geometry.hexgrid import Hex, HexGrid
from builder.geometry.hexlayout import HexLayout
from builder.geometry.shapes import ring_sides
from builder.geometry.sight import EPSILON
from rulesdb import Ruleset
from rulesdb.movement import Movement

if TYPE_CHECKING:
    from builder.boards.land import LandMap

_Way = tuple[tuple[int, int], ...]
"""The hexes between two others, as columns and rows from the first."""


def land_cells(land: LandMap, game: Ruleset, movement: Movement) -> Cells:
    """All hexes of the map; a step costs what the ground costs, with levels and obstacles."""
    spots = [Place(0, hex) for hex in land.grid]
    numbers = {place: number for number, place in enumerate(spots)}
    walk = LandSteps(land, movement)
    layout = HexLayout(land.grid, land.hex_size)
    grounds = [() if entry is None else (entry.slug,) for entry in map(land.ground, land.grid)]

    def measure(cell: int) -> list[float]:
        here = spots[cell].hex
        return [land.grid.distance(here, place.hex) for place in spots]

    return Cells(
        spots=spots,
        points=np.array([layout.center(place.hex) for place in spots], dtype=np.float64),
        levels=[land.level(place.hex) for place in spots],
        grounds=grounds,
        steps=[tuple(CellStep(numbers[there], cost) for there, cost in walk(place)) for place in spots],
        barriers=(),
        measure=measure,
        look=_LandSight(land, game, layout).look,
    )


class _LandSight:
    """Lines of sight over open country: the same answers as :meth:`LandMap.sight`.

    Which hexes are between two others depends only on their distance in columns and rows, so it is computed
    once for all pairs with the same distance.
    """

    def __init__(self, land: LandMap, game: Ruleset, layout: HexLayout) -> None:
        self._hexes = list(land.grid)
        self._levels = {hex: land.level(hex) for hex in self._hexes}
        self._rule = game.procedure(game.sight) if game.sight and any(self._levels.values()) else None
        walls = [layout.side(side) for side, obstacle in land.obstacles.items() if obstacle.kind == "wall"]
        self._walls = np.array(walls, dtype=np.float64).reshape(-1, 2, 2)
        self._points = np.array([layout.center(hex) for hex in self._hexes], dtype=np.float64)
        # Far enough from the edges of a larger grid for every pair.
        grid = HexGrid(2 * land.grid.columns + 2, 3 * land.grid.rows + 2)
        self._pairs = HexLayout(grid, land.hex_size)
        self._ways: dict[tuple[int, int, int], tuple[_Way, ...]] = {}
        self._verdicts: dict[tuple[int, int, tuple[int, ...]], bool] = {}

    def look(self, cell: int) -> Sightlines:
        """The lines of sight from a cell."""
        blocked = np.zeros(len(self._hexes), dtype=np.bool_)
        others = np.flatnonzero(np.arange(len(blocked)) != cell)
        if len(self._walls) and len(others):
            sides = [self._crossed(cell, others, sign) for sign in (1, -1)]
            blocked[others] = sides[0] & sides[1]
        if self._rule is not None:
            here = self._hexes[cell]
            for other in others:
                if not blocked[other]:
                    one, last = sorted((here, self._hexes[other]))
                    blocked[other] = not self._passes(self._rule, one, last)
        return Sightlines(blocked, {})

    def _passes(self, rule: Callable[..., bool], one: Hex, other: Hex) -> bool:
        """Whether the levels on a line let it pass: on one side, if it runs along hexsides."""
        column, row = one
        levels, ends = self._levels, (self._levels[one], self._levels[other])
        for way in self._between(column % 2, other.column - column, other.row - row):
            hexes = (Hex(column + across, row + down) for across, down in way)
            between = tuple(sorted({levels[hex] for hex in hexes if hex in levels}))
            if (*ends, between) not in self._verdicts:
                self._verdicts[*ends, between] = rule(shooter=ends[0], target=ends[1], between=between)
            if self._verdicts[*ends, between]:
                return True
        return False

    def _between(self, parity: int, across: int, down: int) -> tuple[_Way, ...]:
        """The hexes between two, given the parity of the first one's column and the way to the second."""
        key = (parity, across, down)
        if key not in self._ways:
            layout = self._pairs
            here = Hex(2 - parity, layout.grid.rows // 2)
            there = Hex(here.column + across, here.row + down)
            self._ways[key] = tuple(
                tuple((hex.column - here.column, hex.row - here.row) for hex in way)
                for way in _hexes_between(layout, here, there)
            )
        return self._ways[key]

    def _crossed(self, cell: int, others: NDArray[np.intp], sign: int) -> NDArray[np.bool_]:
        """Which lines to other cells, moved slightly to one side, cross a wall."""
        # From the smaller cell to the greater, so that sight is the same both ways.
        forward = (others > cell)[:, None]
        eye, there = self._points[cell][None, :], self._points[others]
        starts, ends = np.where(forward, eye, there), np.where(forward, there, eye)
        way = ends - starts
        aside = sign * EPSILON * np.stack((-way[:, 1], way[:, 0]), axis=1)
        aside /= np.hypot(way[:, 0], way[:, 1])[:, None]
        crossed = crossing(starts + aside, ends + aside, self._walls[:, 0], self._walls[:, 1])
        return np.asarray(crossed.any(axis=1))


def _hexes_between(layout: HexLayout, here: Hex, there: Hex) -> tuple[frozenset[Hex], ...]:
    """The same as :func:`builder.geometry.hexlayout.hexes_between`, for all hexes of the box at once."""
    columns = range(min(here.column, there.column), max(here.column, there.column) + 1)
    rows = range(min(here.row, there.row) - 1, max(here.row, there.row) + 2)
    box = [Hex(column, row) for column in columns for row in rows]
    hexes = [hex for hex in box if hex not in (here, there)]
    if not hexes:
        return (frozenset(),)
    eye, target = np.array(layout.center(here)), np.array(layout.center(there))
    way = target - eye
    aside = EPSILON * layout.size / np.hypot(*way) * np.array((-way[1], way[0]))
    moved = np.array((aside, -aside))
    sides = np.array([side for hex in hexes for side in ring_sides(layout.corners(hex))])
    crossed = crossing(eye + moved, target + moved, sides[:, 0], sides[:, 1])
    inside = np.asarray(crossed.reshape(2, len(hexes), 6).any(axis=2))
    return tuple(
        dict.fromkeys(frozenset(hexes[at] for at in np.flatnonzero(inside[side])) for side in (0, 1))
    )
