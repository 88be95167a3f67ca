"""All that follows from a scenario, as data that JSON can hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from builder.analysis.contact import Way, describe, first_contacts, objective_reach
from builder.analysis.counter_mix import counter_mix
from builder.analysis.dead_ground import dead_dots, dead_ground
from builder.analysis.dead_land import dead_hexes, dead_points
from builder.analysis.distances import distances
from builder.analysis.seals import Barrier, Seal, door_states, seals
from builder.scenario.model import HexMap, Scenario, Zone

SCHEMA_VERSION = 2


def report_of(scenario: Scenario) -> dict[str, Any]:
    """Seals, door states, contacts, reach of objectives, distances, dead ground and counter mix."""
    ship = scenario.map if isinstance(scenario.map, HexMap) else None
    table = scenario.map.kind == "table"
    return {
        "schema_version": SCHEMA_VERSION,
        "scenario": scenario.id,
        "map": scenario.map.kind,
        "counted_in": "turns" if scenario.map.kind == "dots" else "moves",
        "seals": [_seal(scenario, seal) for seal in seals(ship)] if ship else [],
        "doors": [
            {"open": _barrier(scenario, state.door), **_seal(scenario, state.joined)}
            for state in (door_states(ship) if ship else ())
        ],
        "contacts": [
            {
                "forces": list(contact.forces),
                "moves": contact.moves,
                "where": contact.where,
                "ways": [_way(scenario, way) for way in contact.ways],
            }
            for contact in (() if table else first_contacts(scenario))
        ],
        "objectives": {
            id: [
                {"force": reach.force, "moves": reach.moves, "way": _way(scenario, reach.way)}
                for reach in reaches
            ]
            for id, reaches in ({} if table else objective_reach(scenario)).items()
            if reaches
        },
        "distances": [
            {
                "between": list(found.ends),
                "sides": list(found.sides),
                "distance": round(found.far, 1),
                "unit": scenario.table_map.unit,
            }
            for found in (distances(scenario) if table else ())
        ],
        "dead_ground": _dead_by_zone(scenario),
        "counters": [
            {
                "force": mix.force,
                "title": mix.title,
                "size": mix.size,
                "printed": mix.printed,
                "at_once": mix.at_once,
                "grows": mix.grows,
            }
            for mix in counter_mix(scenario)
        ],
    }


def _way(scenario: Scenario, way: Way) -> list[str]:
    return [describe(scenario, place) for place in way]


def _dead_by_zone(scenario: Scenario) -> Mapping[str, Mapping[str, Any]]:
    """For each zone how much cannot be seen from it, of how much."""
    return {zone.id: _dead_from(scenario, zone) for zone in scenario.zones}


def _dead_from(scenario: Scenario, zone: Zone) -> Mapping[str, Any]:
    if scenario.map.kind == "hex":
        decks = {place.level for place in scenario.zone_places(zone)}
        on_decks = sum(place.level in decks for place in scenario.hex_map.area_at)
        return {"hidden": len(dead_ground(scenario, zone)), "of": on_decks, "unit": "hexes on its decks"}
    if scenario.map.kind == "land":
        every = scenario.land_map.grid
        return {"hidden": len(dead_hexes(scenario, zone)), "of": every.columns * every.rows, "unit": "hexes"}
    if scenario.map.kind == "dots":
        lattice = scenario.dots_map.lattice
        return {"hidden": len(dead_dots(scenario, zone)), "of": len(list(lattice)), "unit": "dots"}
    hidden, looked_at = dead_points(scenario, zone)
    return {"hidden": len(hidden), "of": looked_at, "unit": "points of the table"}


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
