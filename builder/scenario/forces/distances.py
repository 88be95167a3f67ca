"""The distances between forces at the start on a table, as traits for constraints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from builder.boards.spots import Region
from rulesdb.conditions import Trait

if TYPE_CHECKING:
    from builder.scenario.model import Force, Placement, Scenario, Team


PLACEMENT_DISTANCES = ("inches_to_enemy", "inches_around_entrance")


def placement_distances(scenario: Scenario, placement: Placement) -> dict[str, Trait]:
    """Inches from the zone of a placement to the nearest enemy zone, and around an entrance."""
    zone, force = scenario.zone(placement.zone), scenario.force(placement.force)
    if zone is None or force is None:
        return {}
    enemies = {other.id for other in scenario.forces if other.side != force.side}
    zones = {other.zone for other in scenario.placements if other.force in enemies}
    regions = (other.region for other in scenario.zones if other.id in zones)
    ways = (scenario.map.inches_between(zone.region, region) for region in regions)
    radius = scenario.map.inches_around_entrance(zone.region)
    return {
        "inches_to_enemy": min((way for way in ways if way is not None), default=()),
        "inches_around_entrance": () if radius is None else radius,
    }


def team_distances(scenario: Scenario, force: Force, team: Team) -> dict[str, Trait]:
    """The shortest starting distance of other teams of the side, in inches, by what they are made of."""
    nearest: dict[str, float] = {}
    starts = _regions(scenario, force, team)
    for other_force in scenario.forces_of(force.side):
        for other in other_force.teams:
            ends = () if other is team or not other.made_of else _regions(scenario, other_force, other)
            for way in (scenario.map.inches_between(start, end) for start in starts for end in ends):
                if way is not None:
                    name = f"inches_to_team.{other.made_of}"
                    nearest[name] = min(way, nearest.get(name, way))
    return dict(nearest)


def _regions(scenario: Scenario, force: Force, team: Team) -> list[Region]:
    """The zones where a team may start."""
    placements = scenario.placements_of(force, {member.id for member in team.members})
    zones = (scenario.zone(item.zone) for item in placements)
    return [zone.region for zone in zones if zone is not None]
