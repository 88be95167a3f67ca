"""Moves from hex to hex, on decks and over open country, by the game's own tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from builder.boards.deck_parts import Passage
from builder.boards.deck_structure import OUTSIDE
from builder.boards.moves import Mover, StepMoves
from builder.boards.spots import Place
from builder.geometry.hexgrid import OFFSETS, Hex
from rulesdb import Entry
from rulesdb.movement import Movement

if TYPE_CHECKING:
    from builder.boards.deck import HexMap
    from builder.boards.land import LandMap


class DeckMoves(StepMoves[Place]):
    """Moves on decks: hexes cost the same, doors more; a hatch or lift takes a whole move by default.

    So does the cycle of an airlock between unequal atmospheres, if the mover can do it. Other airtight doors
    between such atmospheres stay shut. No step leads out of an area that holds the mover's side.
    """

    def __init__(self, decks: HexMap, movement: Movement, mover: Mover) -> None:
        super().__init__(mover.allowance)
        self._open = movement.open
        self._steps: dict[Place, tuple[tuple[Place, int], ...]] = {}
        self._shaft = mover.allowance if movement.shaft is None else movement.shaft
        self._vertical: dict[Place, list[Place]] = {}
        shafts = [[Place(level, hatch.hex) for level in hatch.levels] for hatch in decks.hatches]
        shafts += [[Place(level, lift.hex) for level in lift.levels] for lift in decks.lifts]
        for places in shafts:
            for place in places:
                self._vertical.setdefault(place, []).extend(other for other in places if other != place)
        self._through: dict[tuple[Place, Place], int] = {}
        for (level, side), door in decks.doors.items():
            ends = decks.ends(level, side)
            cost = movement.open + (0 if door.is_gap else movement.doors.get(door.kind, 0))
            passage = decks.passage(door, *(decks.area_at.get(place, OUTSIDE) for place in ends))
            if passage is Passage.CYCLE and mover.cycles:
                cost = max(cost, mover.allowance)
            elif passage is not Passage.FREE:
                continue
            self._through[ends] = self._through[ends[::-1]] = cost
        # Keys are plain tuples, which are equal to places.
        self._areas: dict[tuple[int, tuple[int, int]], tuple[Place, str]] = {
            place: (place, area) for place, area in decks.area_at.items()
        }
        self._cells = frozenset(area.id for area in decks.areas.values() if area.holds(mover.side))

    def steps(self, spot: Place) -> tuple[tuple[Place, int], ...]:
        """The hexes one step away, each with what the step costs."""
        if spot not in self._steps:
            self._steps[spot] = tuple(self._find_steps(spot))
        return self._steps[spot]

    def _find_steps(self, spot: Place) -> Iterator[tuple[Place, int]]:
        _, here = self._areas.get(spot, (spot, OUTSIDE))
        level, (column, row) = spot
        for _, across, down in OFFSETS[column % 2]:
            entered = self._areas.get((level, (column + across, row + down)))
            if entered is not None:
                there, area = entered
                if area == here:
                    yield there, self._open
                elif (spot, there) in self._through and here not in self._cells:
                    yield there, self._through[spot, there]
        for other in self._vertical.get(spot, ()) if here not in self._cells else ():
            yield other, self._shaft


class LandSteps:
    """The steps over open country: ground costs, and more up a level or across an obstacle."""

    def __init__(self, land: LandMap, movement: Movement) -> None:
        self._steps: dict[Place, tuple[tuple[Place, int], ...]] = {}

        def cost(entry: Entry | None) -> int:
            named = entry is not None and "cost" in entry.facts
            return movement.ground[entry["cost"]] if entry is not None and named else movement.open

        entering = {hex: cost(entry) for hex, entry in land.terrain.items()}
        usual = cost(land.open_ground)
        self._crossed: set[tuple[Hex, Hex]] = set()
        for side in land.obstacles:
            ends = side.hex, land.grid.across(side)
            self._crossed |= {ends, ends[::-1]}
        # Keys are plain tuples, which are equal to hexes.
        self._ground: dict[tuple[int, int], tuple[Place, int, int]] = {
            hex: (Place(0, hex), entering.get(hex, usual), land.level(hex)) for hex in land.grid
        }
        self._movement = movement

    def __call__(self, spot: Place) -> tuple[tuple[Place, int], ...]:
        """The hexes one step away; cached, because every unit walks the same ground."""
        if spot not in self._steps:
            self._steps[spot] = tuple(self._find_steps(spot))
        return self._steps[spot]

    def _find_steps(self, spot: Place) -> Iterator[tuple[Place, int]]:
        here = spot.hex
        column, row = here
        height = self._ground[here][2]
        for _, across, down in OFFSETS[column % 2]:
            entered = self._ground.get((column + across, row + down))
            if entered is not None:
                there, cost, height_there = entered
                is_obstructed = (here, there.hex) in self._crossed
                costs = self._movement
                factor = costs.up if height_there > height else costs.over if is_obstructed else costs.level
                yield there, cost * factor


class LandMoves(StepMoves[Place]):
    """The moves of a unit over open country."""

    def __init__(self, over_land: LandSteps, allowance: int) -> None:
        super().__init__(allowance)
        self._over_land = over_land

    def steps(self, spot: Place) -> tuple[tuple[Place, int], ...]:
        """The hexes one step away, each with what the step costs."""
        return self._over_land(spot)
