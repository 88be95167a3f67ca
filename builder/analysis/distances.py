"""Distances between set-up zones and objectives."""

from __future__ import annotations

from dataclasses import dataclass

from builder.scenario.model import Scenario


@dataclass(frozen=True, slots=True)
class Distance:
    """The shortest distance between two places, in the map's unit.

    ``sides`` are those that start there or have an objective there.
    """

    ends: tuple[str, str]
    sides: tuple[str, str]
    length: float


def distances(scenario: Scenario) -> tuple[Distance, ...]:
    """Distances between zones of different sides, and from zones to the objectives of their side."""
    gap = scenario.map.gap
    places = []
    for zone in scenario.zones:
        forces = [scenario.force(item.force) for item in scenario.placements if item.zone == zone.id]
        for side in dict.fromkeys(force.side for force in forces if force is not None):
            places.append((zone.title, side, zone.region))
    between = [
        Distance((one, other), (side, other_side), gap(here, there))
        for number, (one, side, here) in enumerate(places)
        for other, other_side, there in places[number + 1 :]
        if side != other_side
    ]
    return (
        *between,
        *(
            Distance((zone, objective.title), (side, objective.side), gap(region, objective.region))
            for objective in scenario.objectives
            for zone, side, region in places
            if side == objective.side
        ),
    )
