"""When the sides can first meet and reach objectives, at full movement along the fastest path."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from builder.scenario.model import Scenario

Way = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Reach:
    """The first move (on a map of dots, turn) in which a force can be in a place.

    ``moves`` is 0 if it starts there. ``way`` is a fastest path, spot by spot; empty for flights.
    """

    force: str
    moves: int
    way: Way = ()


@dataclass(frozen=True, slots=True)
class Contact:
    """Where two forces can first meet, in which move, and on which paths."""

    forces: tuple[str, str]
    moves: int
    where: str
    ways: tuple[Way, Way] = ((), ())


def first_contacts(scenario: Scenario) -> tuple[Contact, ...]:
    """For each pair of forces of different sides, the first move in which they can meet.

    The place is the one with the lowest total cost for both. Empty on open tables.
    """
    reach = scenario.reach
    reached = [(force, reach.first_moves(force)) for force in scenario.forces]
    spent = {force.id: reach.spent(force) for force in scenario.forces}
    contacts = []
    for (one, here), (other, there) in combinations(reached, 2):
        shared = [
            (max(moves, there[spot]), spent[one.id][spot] + spent[other.id][spot], spot)
            for spot, moves in here.items()
            if spot in there
        ]
        if shared and one.side != other.side:
            moves, _, spot = min(shared)
            ways = reach.way(one, spot), reach.way(other, spot)
            contacts.append(Contact((one.id, other.id), moves, scenario.map.describe(spot), ways))
    return tuple(contacts)


def objective_reach(scenario: Scenario) -> Mapping[str, tuple[Reach, ...]]:
    """For each objective, the forces that can reach it, fastest first. Empty on open tables."""
    reach = scenario.reach
    reached = [(force, reach.first_moves(force)) for force in scenario.forces]
    return {
        objective.id: tuple(
            sorted(
                (
                    Reach(force.id, moves[spot], reach.way(force, spot))
                    for force, moves in reached
                    if (spot := objective.region.spot) in moves
                ),
                key=lambda reach: (reach.moves, reach.force),
            )
        )
        for objective in scenario.objectives
    }
