"""The analysis of a scenario as data for JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from builder.analysis.contact import Way, first_contacts, objective_reach
from builder.analysis.counter_mix import counter_mix
from builder.analysis.dead_ground import dead_ground
from builder.analysis.distances import distances
from builder.analysis.seals import Barrier, Seal, door_states, seals
from builder.scenario.model import Scenario, Zone

SCHEMA_VERSION = 2


def report_of(scenario: Scenario) -> dict[str, Any]:
    """Seals, door states, contacts, reach of objectives, distances, dead ground and counter mix."""
    board, movement = scenario.map, scenario.ruleset.movement
    # If no air harms anybody, seals do not matter.
    decks = board.decks if movement is not None and movement.air is not None else None
    return {
        "schema_version": SCHEMA_VERSION,
        "scenario": scenario.id,
        "map": board.kind,
        "counted_in": board.counted_in,
        "seals": [_seal(scenario, seal) for seal in seals(decks)] if decks else [],
        "doors": [
            {"open": _barrier(scenario, state.door), **_seal(scenario, state.joined)}
            for state in (door_states(decks) if decks else ())
        ],
        "contacts": [
            {
                "forces": list(contact.forces),
                "moves": contact.moves,
                "where": contact.where,
                "ways": [_way(scenario, way) for way in contact.ways],
            }
            for contact in first_contacts(scenario)
        ],
        "objectives": {
            id: [
                {"force": reach.force, "moves": reach.moves, "way": _way(scenario, reach.way)}
                for reach in reaches
            ]
            for id, reaches in objective_reach(scenario).items()
            if reaches
        },
        "distances": [
            {
                "between": list(distance.ends),
                "sides": list(distance.sides),
                "distance": round(distance.length, 1),
                "unit": board.distance_unit,
            }
            for distance in (distances(scenario) if board.distance_unit else ())
        ],
        "dead_ground": {zone.id: _dead_from(scenario, zone) for zone in scenario.zones},
        "counters": [asdict(mix) for mix in counter_mix(scenario)],
    }


def _way(scenario: Scenario, way: Way) -> list[str]:
    return [scenario.map.describe(spot) for spot in way]


def _dead_from(scenario: Scenario, zone: Zone) -> Mapping[str, Any]:
    dead = dead_ground(scenario, zone)
    return {"hidden": len(dead.hidden), "of": dead.of, "unit": dead.unit}


def _seal(scenario: Scenario, seal: Seal) -> dict[str, Any]:
    areas = scenario.hex_map.areas
    return {
        "areas": [areas[id].name for id in seal.areas],
        "hexes": seal.hexes,
        "barriers": seal.strength,
        "breach": [_barrier(scenario, barrier) for barrier in seal.breach],
    }


def _barrier(scenario: Scenario, barrier: Barrier) -> str:
    names = {id: area.name for id, area in scenario.hex_map.areas.items()}
    between = " and ".join(names.get(id, id) for id in (barrier.here, barrier.there))
    return f"{barrier.kind.replace('-', ' ')} at {barrier.where}, between {between}"
