"""4xx: where forces set up, and whether there is room for them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from builder.lint.check import ZONE_NAMES, Check
from builder.lint.finding import Defect, Severity
from builder.lint.room import crowded_groups
from builder.scenario.model import Force, Placement, Scenario
from builder.scenario.names import NameKind


class SharedZoneCheck(Check):
    """Ground where two sides may set up."""

    code = "BB403"
    aliases = ("BB222", "BB409", "BB421")
    slug = "shared-zone"
    what = "Two sides may set up on the same ground."
    why = "They could start in the same place."
    example = "crew and Preds both placed in the cargo hold"
    fix = "Give each side its own ground."
    needs = ZONE_NAMES

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        sides = {force.id: force.side for force in scenario.forces}
        zones = {zone.id: zone for zone in scenario.zones}
        for index, placement in enumerate(scenario.placements):
            zone, side = zones[placement.zone], sides[placement.force]
            for other in scenario.placements[:index]:
                shared = scenario.map.shared(zones[other.zone].region, zone.region)
                if sides[other.force] != side and shared:
                    two_zones = f"zones `{other.zone}` and `{zone.id}` of two sides share {shared}"
                    one_zone = f"both sides may set up in zone `{zone.id}`"
                    message = one_zone if other.zone == zone.id else two_zones
                    related = (("the other side's placement", other.path),)
                    yield Defect(message, (*placement.path, "zone"), related=related)
                    break


class CrowdedZoneCheck(Check):
    """Zones that are too small for the counters placed there."""

    code = "BB404"
    aliases = ("BB222", "BB420")
    slug = "crowded-zone"
    severity = Severity.WARNING
    what = (
        "More counters set up in some zones than the zones have hexes, or dots on all floors of their "
        "buildings. All forces count together; a force with several zones may start in any of them."
    )
    why = "Some must start stacked, which most games limit or forbid."
    example = "twelve figures in a zone of nine hexes"
    fix = "Make a zone larger, or split the placement."
    needs = ZONE_NAMES | {NameKind.VEHICLE}

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        parties = list(_parties(scenario))
        groups = crowded_groups([(party.counters, party.room) for party in parties])
        for group in groups:
            chosen = [parties[index] for index in group]
            counters = sum(party.counters for party in chosen)
            room = len({spot for party in chosen for spot in party.room})
            names = list(dict.fromkeys(f"`{step.zone}`" for party in chosen for step in party.steps))
            zones = f"{'zones' if len(names) > 1 else 'zone'} {', '.join(names)}"
            spots = scenario.map.spot_name[room != 1]
            message = f"{counters} counters set up in {room} {spots} of {zones}"
            # Creatures whose own rule lets them share hexes are counted by that rule.
            swarms = [party.force.unit.key for party in chosen if int(party.force.unit.get("most", 1)) > 1]
            yield Defect(message, (*chosen[-1].steps[-1].path, "zone"), rule=swarms[0] if swarms else "")


class UnmetLimitCheck(Check):
    """Limits of the set-up that nobody can keep to."""

    code = "BB447"
    slug = "unmet-limit"
    what = "A placement has limits for the parts of its zone that those who are placed cannot keep to."
    why = "Players would have to break one of them; machines leave out a limit that they cannot keep to."
    example = "limits: [{each: floor, at_most: 2}] for nine figures in a building of three floors"
    fix = "Change the limit, or the zone."
    needs = ZONE_NAMES | {NameKind.VEHICLE}

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        zones = {zone.id: zone.region for zone in scenario.zones}
        for step in scenario.placements:
            for limit in step.limits:
                if not any(scenario.map.part_of(spot, limit.each) for spot in zones[step.zone].spots):
                    yield Defect(f"no {limit.each} is in zone `{step.zone}`", limit.path)
                elif limit.most is not None and limit.most < limit.least:
                    yield Defect(f"at least {limit.least} cannot be at most {limit.most}", limit.path)
        for party in _parties(scenario):
            for step in party.steps:
                yield from _unmet(scenario, party, step)


def _unmet(scenario: Scenario, party: _Party, step: Placement) -> Iterator[Defect]:
    for limit in step.limits:
        inside = [scenario.map.part_of(spot, limit.each) for spot in party.room]
        parts = len(set(inside) - {""})
        if parts * limit.least > party.counters:
            message = f"{parts} times {limit.least} is more than the {party.counters} who are placed"
            yield Defect(message, limit.path)
        elif limit.most is not None and all(inside) and parts * limit.most < party.counters:
            message = f"{parts} times {limit.most} is less than the {party.counters} who are placed"
            yield Defect(message, limit.path)


@dataclass(frozen=True, slots=True)
class _Party:
    """Counters of a force that may start on the same ground."""

    force: Force
    counters: int
    room: Sequence[Any]
    steps: Sequence[Placement]


def _parties(scenario: Scenario) -> Iterator[_Party]:
    """Each placement with named members, and the rest of each force with all its other placements."""
    zones = {zone.id: zone.region for zone in scenario.zones}
    for force in scenario.forces:
        placements = scenario.placements_of(force)
        seated = scenario.seated(force)
        groups = [(len({*item.members} - seated), [item]) for item in placements if item.members]
        others = [item for item in placements if not item.members]
        # If a force is placed and also arrives, it is unknown how many start on the map.
        if others and not force.arrival:
            groups.append((_counters_left(scenario, force, placements), others))
        for counters, steps in groups:
            rooms = [scenario.map.room(zones[step.zone]) for step in steps]
            if counters > 0 and None not in rooms:
                room = dict.fromkeys(spot for spots in rooms if spots is not None for spot in spots)
                yield _Party(force, counters, list(room), steps)


def _counters_left(scenario: Scenario, force: Force, placements: Sequence[Placement]) -> int:
    """The number of counters of a force that no placement names and that do not start in a vehicle."""
    settled = scenario.seated(force).union(*(item.members for item in placements))
    return force.counters - len(settled)
