"""``brainbug analyze``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from builder.analysis.contact import first_contacts, objective_reach
from builder.analysis.dead_ground import dead_by_zone
from builder.analysis.seals import Barrier, Seal, door_states, seals
from builder.scenario.load import load_scenario
from builder.scenario.model import HexMap, Scenario, Zone
from rulesdb import BrainbugError


@click.command()
@click.argument("scenario", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def analyze(scenario: Path, as_json: bool) -> None:
    """Tell what follows from a scenario: seals, first contact, reach, dead ground.

    Seals: for each compartment the fewest walls and doors whose loss lets the outside in, with all doors
    shut, and then with each airtight door open in turn. Contact and reach count full moves by the best way.
    """
    if not scenario.is_file():
        raise BrainbugError(f"there is no file {scenario}")
    loaded = load_scenario(scenario)
    report = _report(loaded)
    if as_json:
        click.echo(json.dumps(report, indent=2, ensure_ascii=False))
        return
    click.secho(f"{loaded.title} ({loaded.ruleset.title})", bold=True)
    told = [(title, lines) for title, lines in _lines(report) if lines]
    for title, lines in told:
        click.echo()
        click.secho(title, bold=True)
        for line in lines:
            click.echo(f"  {line}")
    if not told:
        click.echo(f"nothing can be told yet of a map of kind {loaded.map.kind}")


def _report(scenario: Scenario) -> dict[str, Any]:
    ship = scenario.map if isinstance(scenario.map, HexMap) else None
    dead = dead_by_zone(scenario) if ship else {}
    return {
        "schema_version": 1,
        "scenario": scenario.id,
        "seals": [_seal(scenario, seal) for seal in seals(ship)] if ship else [],
        "doors": [
            {"open": _barrier(scenario, state.door), **_seal(scenario, state.joined)}
            for state in (door_states(ship) if ship else ())
        ],
        "contacts": [
            {"forces": list(contact.forces), "moves": contact.moves, "where": contact.where}
            for contact in first_contacts(scenario)
        ],
        "objectives": {
            id: [{"force": reach.force, "moves": reach.moves} for reach in reaches]
            for id, reaches in objective_reach(scenario).items()
            if reaches
        },
        "dead_ground": {
            zone.id: {"hexes": len(dead[zone.id]), "of": _on_decks_of(scenario, zone)}
            for zone in scenario.zones
            if zone.id in dead
        },
    }


def _on_decks_of(scenario: Scenario, zone: Zone) -> int:
    decks = {place.level for place in scenario.zone_places(zone)}
    return sum(place.level in decks for place in scenario.hex_map.area_at)


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


def _lines(report: dict[str, Any]) -> list[tuple[str, list[str]]]:
    seal_lines = []
    for seal in sorted(report["seals"], key=lambda seal: seal["barriers"]):
        how = "; ".join(seal["breach"]) or "open to the outside"
        seal_lines.append(f"{seal['barriers']}  {', '.join(seal['areas'])} ({seal['hexes']} hexes): {how}")
    doors = [
        f"{state['open']}: {len(state['areas'])} areas, {state['hexes']} hexes behind {state['barriers']}"
        for state in report["doors"]
    ]
    contacts = [
        f"{' and '.join(contact['forces'])}: move {contact['moves']}, at {contact['where']}"
        for contact in report["contacts"]
    ]
    reach = [
        f"{id}: " + ", ".join(f"{found['force']} in move {found['moves']}" for found in reaches)
        for id, reaches in report["objectives"].items()
    ]
    dead = [
        f"from {zone}: {found['hexes']} of {found['of']} hexes on its decks are out of sight"
        for zone, found in report["dead_ground"].items()
    ]
    return [
        ("Seals: barriers that must go before the outside comes in", seal_lines),
        ("With one airtight door or hatch open", doors),
        ("First contact, at full movement", contacts),
        ("Objectives in reach", reach),
        ("Dead ground", dead),
    ]
