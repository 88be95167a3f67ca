"""How far set-up zones and objectives of an open table lie from each other, in a straight line."""

from __future__ import annotations

from dataclasses import dataclass

from builder.geometry.shapes import circle
from builder.scenario.model import Scenario


@dataclass(frozen=True, slots=True)
class Distance:
    """The shortest way between two places in the table's unit.

    ``sides`` are those who start there or want to be there.
    """

    ends: tuple[str, str]
    sides: tuple[str, str]
    far: float


def distances(scenario: Scenario) -> tuple[Distance, ...]:
    """Between zones of different sides, and from each zone to the objectives of its own side."""
    places = []
    for zone in scenario.zones:
        forces = [scenario.force(item.force) for item in scenario.placements if item.zone == zone.id]
        for side in dict.fromkeys(force.side for force in forces if force is not None):
            if zone.shape is not None:
                places.append((zone.title, side, zone.shape))
    found = [
        Distance((one, other), (mine, theirs), here.distance(there))
        for number, (one, mine, here) in enumerate(places)
        for other, theirs, there in places[number + 1 :]
        if mine != theirs
    ]
    for objective in scenario.objectives:
        if objective.at is not None:
            spot = circle(objective.at, 0.0)
            found += [
                Distance((zone, objective.title), (side, objective.side), shape.distance(spot))
                for zone, side, shape in places
                if side == objective.side
            ]
    return tuple(found)
