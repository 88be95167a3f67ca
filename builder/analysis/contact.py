"""When the sides can first meet, and what each can reach when, at full movement and by the best way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from builder.scenario.model import Force, Place, Scenario
from builder.scenario.walk import allowance, walk_costs


@dataclass(frozen=True, slots=True)
class Reach:
    """The first move in which a force can stand in a place; ``moves`` is 0 where it starts there."""

    force: str
    moves: int


@dataclass(frozen=True, slots=True)
class Contact:
    """Where two forces can first meet in one place, and in which move."""

    forces: tuple[str, str]
    moves: int
    where: str


def moves_to(scenario: Scenario, force: Force) -> Mapping[Place, int]:
    """The least number of full moves from a force's set-up zones to every place that it can come to."""
    a_move = allowance(force)
    return {place: -(-cost // a_move) for place, cost in walk_costs(scenario, force).items()}


def first_contacts(scenario: Scenario) -> tuple[Contact, ...]:
    """For each pair of forces of different sides the first move in which they can meet.

    Of all places where they can, the one that costs the two least together.
    """
    reached = [(force, walk_costs(scenario, force)) for force in scenario.forces]
    found = []
    for index, (one, here) in enumerate(reached):
        for other, there in reached[index + 1 :]:
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
                found.append(Contact((one.id, other.id), moves, _describe(scenario, place)))
    return tuple(found)


def objective_reach(scenario: Scenario) -> Mapping[str, tuple[Reach, ...]]:
    """For each objective the forces that can come there, soonest first."""
    reached = [(force, moves_to(scenario, force)) for force in scenario.forces]
    return {
        objective.id: tuple(
            sorted(
                (
                    Reach(force.id, there[objective.place])
                    for force, there in reached
                    if objective.place is not None and objective.place in there
                ),
                key=lambda reach: (reach.moves, reach.force),
            )
        )
        for objective in scenario.objectives
    }


def _describe(scenario: Scenario, place: Place) -> str:
    if scenario.map.kind == "land":
        return scenario.land_map.describe(place.hex)
    return scenario.hex_map.describe(place)
