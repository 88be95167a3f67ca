"""The entries of the database that a scenario uses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulesdb import Basis, Entry, Ruleset

if TYPE_CHECKING:
    from builder.scenario.model import Scenario


def entries_used(scenario: Scenario) -> tuple[Entry, ...]:
    """Every entry that the scenario names or its sheets print, once, in order of appearance."""
    return tuple({entry.id: entry for entry in _mentions(scenario) if entry is not None}.values())


def _mentions(scenario: Scenario) -> Iterator[Entry | None]:
    for force in scenario.forces:
        yield from (force.unit, force.roster)
        for member in force.members:
            yield from (member.unit, member.position, member.weapon, *member.carries, *member.load)
        yield from (charge.charge for charge in force.charges)
        yield from (captive.by for captive in force.captives)
        yield from force.powers
        yield from (weapon for weapon, _ in force.supplies.values())
        yield from (card for card, _ in force.cards.values())
    yield from (vehicle.kind for vehicle in scenario.vehicles)
    yield scenario.mission
    yield from scenario.optional_rules or ()
    yield from scenario.map.terrain_entries()
    for feature in scenario.map.decks.features if scenario.map.decks else ():
        yield from feature.holds
    yield from (rule.overrides for rule in scenario.special_rules)
    yield from (scenario.ruleset.table(slug).entry for slug in scenario.ruleset.map_tables)


def house_markers(game: Ruleset) -> str:
    """The house values of the game's markers: the ``markers``, only their ``numbers``, or none ("")."""
    markers = game.of_kind("marker")
    if any(marker.provenance.basis is Basis.HOUSE for marker in markers):
        return "markers"
    bases = [basis for marker in markers for basis in marker.get("bases", ()) if basis["of"] == "copies"]
    return "numbers" if any(basis["basis"] == Basis.HOUSE for basis in bases) else ""
