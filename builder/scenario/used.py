"""The entries of the database that a scenario uses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesdb import Basis, Entry, Ruleset

if TYPE_CHECKING:
    from builder.scenario.model import Scenario


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
    for terrain in scenario.map.terrain_entries():
        add(terrain)
    for rule in scenario.special_rules:
        add(rule.overrides)
    for slug in scenario.ruleset.map_tables:
        add(scenario.ruleset.table(slug).entry)
    return tuple(used.values())


def house_markers(game: Ruleset) -> str:
    """What is a house value in the game's markers: ``markers``, only ``numbers`` of them, or neither ("")."""
    markers = game.of_kind("marker")
    if any(marker.provenance.basis is Basis.HOUSE for marker in markers):
        return "markers"
    bases = [basis for marker in markers for basis in marker.get("bases", ()) if basis["of"] == "copies"]
    return "numbers" if any(basis["basis"] == Basis.HOUSE for basis in bases) else ""
