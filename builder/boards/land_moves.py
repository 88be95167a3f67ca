"""Moves from hex to hex over open country, by the game's own tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from builder.boards.moves import Starts, StepMoves
from builder.boards.spots import Place, Region
from builder.geometry.hexgrid import OFFSETS, Hex, HexGrid
from rulesdb import Entry
from rulesdb.movement import Movement

if TYPE_CHECKING:
    from builder.boards.land import LandMap


class LandSteps:
    """The steps over open country: the cost of the ground, plus that of levels and obstacles."""

    def __init__(self, land: LandMap, movement: Movement) -> None:
        self._steps: dict[Place, tuple[tuple[Place, int], ...]] = {}

        def cost(entry: Entry | None) -> int:
            named = entry is not None and "cost" in entry.facts
            return movement.ground[entry["cost"]] if entry is not None and named else movement.open

        self._land = land
        self._entering = {hex: cost(entry) for hex, entry in land.terrain.items()}
        self._usual = cost(land.open_ground)
        self._crossed: set[tuple[Hex, Hex]] = set()
        for side in land.obstacles:
            ends = side.hex, land.grid.across(side)
            self._crossed |= {ends, ends[::-1]}
        # Keys are plain tuples, which are equal to hexes; most hexes are never needed.
        self._ground: dict[tuple[int, int], tuple[Place, int, int] | None] = {}
        self._movement = movement

    def flat(self) -> LandSteps:
        """The steps if the land had no levels and no obstacles."""
        level = self._movement.level
        return LandSteps(self._land, replace(self._movement, up=level, over=level))

    def __call__(self, spot: Place) -> tuple[tuple[Place, int], ...]:
        """The hexes one step away; cached, because every unit walks the same ground."""
        if spot not in self._steps:
            self._steps[spot] = tuple(self._find_steps(spot))
        return self._steps[spot]

    def _find_steps(self, spot: Place) -> Iterator[tuple[Place, int]]:
        here = spot.hex
        column, row = here
        height = self._land.level(here)
        for _, across, down in OFFSETS[column % 2]:
            entered = self._entered((column + across, row + down))
            if entered is not None:
                there, cost, height_there = entered
                is_obstructed = (here, there.hex) in self._crossed
                costs = self._movement
                factor = costs.up if height_there > height else costs.over if is_obstructed else costs.level
                yield there, cost * factor

    def _entered(self, numbers: tuple[int, int]) -> tuple[Place, int, int] | None:
        """A hex with the cost of its ground and its level; ``None`` off the map."""
        if numbers not in self._ground:
            hex = Hex(*numbers)
            on_map = hex in self._land.grid
            cost = self._entering.get(hex, self._usual)
            self._ground[numbers] = (Place(0, hex), cost, self._land.level(hex)) if on_map else None
        return self._ground[numbers]


class LandMoves(StepMoves[Place]):
    """The moves of a unit over open country."""

    def __init__(self, over_land: LandSteps, allowance: int) -> None:
        super().__init__(allowance)
        self._over_land = over_land

    def steps(self, spot: Place) -> tuple[tuple[Place, int], ...]:
        """The hexes one step away, each with what the step costs."""
        return self._over_land(spot)

    def hindrance(self, starts: Starts, goal: Region, moves: int) -> str:
        on_the_flat = LandMoves(self._over_land.flat(), self.allowance)
        return "levels" if on_the_flat.may_reach(starts, goal, moves) else ""

    def distance_to(self, goal: Place) -> Callable[[Place], float]:
        return lambda spot: HexGrid.distance(spot.hex, goal.hex)
