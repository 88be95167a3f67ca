"""When the sides can first meet, and what each can reach when, at full movement and by the best way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from builder.scenario.dot_moves import Spot, turns_to_reach, way_on_foot
from builder.scenario.dots_map import DotsMap
from builder.scenario.model import Force, Place, Scenario
from builder.scenario.walk import allowance, walk_costs, walk_way

Way = tuple[Place, ...] | tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class Reach:
    """The first move (on a map of dots, turn) in which a force can stand in a place.

    ``moves`` is 0 where it starts there. ``way`` is a best way, place by place; of jet packs it is not told.
    """

    force: str
    moves: int
    way: Way = ()


@dataclass(frozen=True, slots=True)
class Contact:
    """Where two forces can first meet in one place, in which move, and on which ways."""

    forces: tuple[str, str]
    moves: int
    where: str
    ways: tuple[Way, Way] = ((), ())


def moves_to(scenario: Scenario, force: Force) -> Mapping[Place, int]:
    """The least number of full moves from a force's set-up zones to every place that it can come to."""
    a_move = allowance(force)
    return {place: -(-cost // a_move) for place, cost in walk_costs(scenario, force).items()}


def first_contacts(scenario: Scenario) -> tuple[Contact, ...]:
    """For each pair of forces of different sides the first move in which they can meet.

    Of all places where they can, the one that costs the two least together. On a map of dots turns are
    counted in place of moves.
    """
    if isinstance(scenario.map, DotsMap):
        return _first_contacts_on_dots(scenario)
    reached = [(force, walk_costs(scenario, force)) for force in scenario.forces]
    found = []
    for (one, here), (other, there) in combinations(reached, 2):
        if one.side == other.side:
            continue
        shared = [
            (
                max(-(-cost // allowance(one)), -(-there[place] // allowance(other))),
                cost + there[place],
                place,
            )
            for place, cost in here.items()
            if place in there
        ]
        if shared:
            moves, _, place = min(shared)
            ways = walk_way(scenario, one, place), walk_way(scenario, other, place)
            found.append(Contact((one.id, other.id), moves, describe(scenario, place), ways))
    return tuple(found)


def _first_contacts_on_dots(scenario: Scenario) -> tuple[Contact, ...]:
    reached = [(force, turns_to_reach(scenario, force)) for force in scenario.forces]
    found = []
    for (one, here), (other, there) in combinations(reached, 2):
        shared = [
            (max(turn, there[spot]), turn + there[spot], spot) for spot, turn in here.items() if spot in there
        ]
        if shared and one.side != other.side:
            turns, _, spot = min(shared)
            ways = way_on_foot(scenario, one, spot), way_on_foot(scenario, other, spot)
            found.append(Contact((one.id, other.id), turns, describe(scenario, spot), ways))
    return tuple(found)


def objective_reach(scenario: Scenario) -> Mapping[str, tuple[Reach, ...]]:
    """For each objective the forces that can come there, soonest first; in turns on a map of dots."""
    reached: list[tuple[Force, Mapping[Any, int]]]
    if isinstance(scenario.map, DotsMap):
        reached = [(force, turns_to_reach(scenario, force)) for force in scenario.forces]
    else:
        reached = [(force, moves_to(scenario, force)) for force in scenario.forces]
    found = {}
    for objective in scenario.objectives:
        reaches: list[Reach] = []
        for force, there in reached:
            if objective.dot is not None:
                spot = Spot(objective.dot, objective.floor)
                if spot in there:
                    reaches.append(Reach(force.id, there[spot], way_on_foot(scenario, force, spot)))
            elif objective.place is not None and objective.place in there:
                way = walk_way(scenario, force, objective.place)
                reaches.append(Reach(force.id, there[objective.place], way))
        found[objective.id] = tuple(sorted(reaches, key=lambda reach: (reach.moves, reach.force)))
    return found


def describe(scenario: Scenario, place: Place | Spot) -> str:
    """A place in words."""
    if isinstance(place, Spot):
        return scenario.dots_map.describe(place.dot, place.floor)
    if scenario.map.kind == "land":
        return scenario.land_map.describe(place.hex)
    return scenario.hex_map.describe(place)
