"""What a scenario relies on in the database."""

from __future__ import annotations

from collections.abc import Iterable

from builder.scenario.dots_map import DotsMap
from builder.scenario.land_map import LandMap
from builder.scenario.model import HexMap, Scenario
from builder.scenario.table_map import TableMap
from rulesdb import Basis, Entry


def entries_used(scenario: Scenario) -> tuple[Entry, ...]:
    """Every entry that the scenario names or that its sheets print, once, in the order met."""
    used: dict[str, Entry] = {}

    def add(entry: Entry | None) -> None:
        if entry is not None:
            used.setdefault(entry.id, entry)

    for force in scenario.forces:
        add(force.unit)
        add(force.roster)
        for member in force.members:
            add(member.unit)
            add(member.position)
            add(member.weapon)
            for item in member.carries:
                add(item)
        for power in force.powers:
            add(power)
        for card, _ in force.cards.values():
            add(card)
    for vehicle in scenario.vehicles:
        add(vehicle.kind)
    add(scenario.mission)
    if isinstance(scenario.map, DotsMap):
        add(scenario.map.open_ground)
    for terrain in _terrain_of(scenario.map):
        add(terrain)
    if isinstance(scenario.map, DotsMap):
        add(scenario.map.building_terrain if scenario.map.buildings else None)
        add(scenario.map.tunnel_terrain if scenario.map.tunnels else None)
    for rule in scenario.special_rules:
        add(rule.overrides)
    for slug in scenario.ruleset.map_tables:
        add(scenario.ruleset.table(slug).entry)
    return tuple(used.values())


def _terrain_of(map: HexMap | LandMap | TableMap | DotsMap) -> Iterable[Entry]:
    """The kinds of terrain on a map, each once; hundreds of hexes or dots share a few."""
    found: list[Entry] = []
    if isinstance(map, TableMap):
        found += (piece.terrain for piece in map.pieces)
    if isinstance(map, (LandMap, DotsMap)):
        found += map.terrain.values()
    if isinstance(map, DotsMap):
        found += (obstacle.terrain for obstacle in map.obstacles.values())
    return {id(entry): entry for entry in found}.values()


def house_entries(scenario: Scenario) -> tuple[Entry, ...]:
    """The entries used whose values are ours and not the book's."""
    return tuple(entry for entry in entries_used(scenario) if entry.provenance.basis is Basis.HOUSE)


def house_markers(scenario: Scenario) -> str:
    """What is ours of the game's markers: ``markers`` themselves, only ``numbers`` of them, or nothing."""
    markers = scenario.ruleset.of_kind("marker")
    if any(marker.provenance.basis is Basis.HOUSE for marker in markers):
        return "markers"
    bases = [basis for marker in markers for basis in marker.get("bases", ()) if basis["of"] == "copies"]
    return "numbers" if any(basis["basis"] == Basis.HOUSE for basis in bases) else ""
