"""The ground of decks, the same for every unit: what a step costs, and which steps take more than points."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from builder.boards.deck_parts import Passage
from builder.boards.deck_structure import OUTSIDE
from builder.boards.spots import Place
from builder.geometry.hexgrid import OFFSETS, Hex, HexGrid
from rulesdb.movement import Movement

if TYPE_CHECKING:
    from builder.boards.deck import HexMap

Steps = tuple[tuple[Place, int], ...]

# The number of hexes that a change of one level counts as in an estimate of the distance.
_HEXES_A_LEVEL = 4


class Standing(Protocol):
    """A unit at a hex of a level."""

    @property
    def level(self) -> int: ...
    @property
    def hex(self) -> Hex: ...


class Crossing(NamedTuple):
    """A step through a door that some units cannot pass at once: into other air or a lift car.

    ``calls`` is true if the car starts on another level, so that it has to be called; ``waits`` is true if
    the opening is made in the first move, so that units can pass in the next.
    """

    there: Place
    cost: int
    cycles: bool
    calls: bool
    waits: bool = False


class DeckGround:
    """The steps over the decks of one map that do not depend on the unit. Results are cached.

    ``lockers`` are the places with suits, ``has_exits`` is true if a door that can be opened leads outside.
    """

    def __init__(self, decks: HexMap, movement: Movement) -> None:
        self.decks = decks
        self.movement = movement
        self.lockers = frozenset(each.place for each in decks.features if each.has_suits)
        machinery = movement.open if movement.machinery is None else movement.machinery
        dark = dict.fromkeys(decks.shut_down, movement.shut_down)
        points = {area: movement.open + dark.get(area, 0) for area in dict.fromkeys(decks.area_at.values())}
        # Keys are plain tuples, which are equal to places.
        self._entered: dict[tuple[int, tuple[int, int]], tuple[Place, str, int]] = {
            place: (place, area, points[area]) for place, area in decks.area_at.items()
        }
        for each in decks.features:
            if each.kind == "machinery" and each.place in self._entered:
                area = decks.area_at[each.place]
                self._entered[each.place] = each.place, area, machinery + dark.get(area, 0)
        self._berths: set[tuple[Place, Place]] = set()
        for berth in decks.berths:
            beside = decks.ends(berth.level, berth.side)
            self._berths |= {beside, beside[::-1]}
        self._doors: dict[tuple[Place, Place], tuple[int, Passage]] = {}
        self.has_exits = False
        for (level, side), door in decks.doors.items():
            ends = decks.ends(level, side)
            areas = [decks.area_at.get(place, OUTSIDE) for place in ends]
            passage = decks.passage(door, *areas)
            if passage is not Passage.SHUT:
                cost = 0 if door.is_gap else movement.doors.get(door.kind, 0)
                for way in (ends, ends[::-1]):
                    if passage is not Passage.EXIT or way[0] in decks.area_at:
                        self._doors[way] = cost, passage
                self.has_exits = self.has_exits or OUTSIDE in areas
        for ends in decks.docks:
            self._doors[ends] = self._doors[ends[::-1]] = 0, Passage.FREE
            self.has_exits = True
        self.shafts: dict[Place, list[Place]] = {}
        for hatch in decks.hatches:
            self._join([Place(level, hatch.hex) for level in hatch.levels])
        self._called = {
            Place(level, hex)
            for lift in decks.lifts
            for level in lift.levels
            for hex in lift.hexes
            if level != lift.starts
        }
        self.lifts: dict[Place, tuple[Place, ...]] = {}
        for lift in decks.lifts:
            for hex in lift.hexes:
                stops = tuple(Place(level, hex) for level in lift.levels)
                self.lifts |= dict.fromkeys(stops, stops)
        self._outside: dict[Place, Sequence[Place]] = {}
        self._plain: dict[Place, Steps] = {}
        self._crossings: dict[Place, tuple[Crossing, ...]] = {}

    def air(self, place: Place) -> str:
        """The atmosphere of a hex at the start."""
        return self.decks.air(self.decks.area_at.get(place, OUTSIDE))

    def plain(self, place: Place) -> Steps:
        """The hexes one step away that every unit can enter, each with what the step costs."""
        if place not in self._plain:
            self._look_around(place)
        return self._plain[place]

    def crossings(self, place: Place) -> tuple[Crossing, ...]:
        """The other steps to neighboring hexes, which not every unit can make."""
        if place not in self._crossings:
            self._look_around(place)
        return self._crossings[place]

    def is_plain(self, place: Place) -> bool:
        """Whether only plain steps lead away from a place."""
        return not self.crossings(place) and place not in self.shafts and place not in self.lifts

    def outside(self, place: Place) -> Sequence[Place]:
        """The neighboring hexes outside where a unit can be."""
        if place not in self._outside:
            level, (column, row) = place
            around = OFFSETS[column % 2]
            places = [Place(level, Hex(column + across, row + down)) for _, across, down in around]
            self._outside[place] = [
                there for there in places if there not in self._entered and self.decks.is_open_outside(there)
            ]
        return self._outside[place]

    def above_and_below(self, place: Place) -> Iterator[Place]:
        """The hexes outside on the next levels where a unit can be."""
        for level in (place.level - 1, place.level + 1):
            there = place._replace(level=level)
            if there not in self._entered and self.decks.is_open_outside(there):
                yield there

    def _join(self, places: list[Place]) -> None:
        for place in places:
            self.shafts.setdefault(place, []).extend(other for other in places if other != place)

    def _look_around(self, place: Place) -> None:
        plain: list[tuple[Place, int]] = []
        crossings: list[Crossing] = []
        level, (column, row) = place
        _, here, _ = self._entered.get(place, (place, OUTSIDE, 0))
        for _, across, down in OFFSETS[column % 2]:
            spot = level, (column + across, row + down)
            entered = self._entered.get(spot)
            if entered is not None and entered[1] == here:
                over = self.movement.berth if (place, entered[0]) in self._berths else 0
                plain.append((entered[0], entered[2] + over))
            elif (place, spot) in self._doors:
                there, area, cost = entered or (Place(level, Hex(*spot[1])), OUTSIDE, self.movement.open)
                points, passage = self._doors[place, there]
                cost += points
                calls, waits = there in self._called, (place, there) in self.decks.docks
                is_free = passage is Passage.FREE and not calls and not waits
                if is_free and self.decks.air(area) == self.decks.air(here):
                    plain.append((there, cost))
                else:
                    crossings.append(Crossing(there, cost, passage is not Passage.FREE, calls, waits))
        self._plain[place], self._crossings[place] = tuple(plain), tuple(crossings)


def deck_distance(goal: Place) -> Callable[[Standing], float]:
    """A function that estimates the distance of a unit from a goal in hexes."""

    def distance(spot: Standing) -> float:
        return HexGrid.distance(spot.hex, goal.hex) + _HEXES_A_LEVEL * abs(spot.level - goal.level)

    return distance
