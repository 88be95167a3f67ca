"""4xx: conditions that nobody can miss."""

from __future__ import annotations

from collections.abc import Iterator

from builder.lint.check import WALLS, Check
from builder.lint.finding import Finding, Severity
from builder.scenario.dot_moves import Spot, turns_to_reach
from builder.scenario.land_map import LandMap
from builder.scenario.model import HexMap, Objective, Scenario, Zone
from builder.scenario.walk import moves_a_turn, moves_of_side


class UncontestedCheck(Check):
    """A condition whose objectives are its side's own from the start to the end."""

    code = "BB426"
    slug = "uncontested"
    severity = Severity.INFO
    what = (
        "All objectives of a condition lie where its side sets up, and no other side can come there by the "
        "last turn."
    )
    why = "If holding them is all that the condition asks, it cannot be missed."
    example = "an objective in the humans' own zone, in a part of the ship without a door"
    fix = "Move the objective, or make sure that the condition asks for more than to be there."
    maps = frozenset({"hex", "land", "dots"})
    needs = frozenset(
        {"hex", "dot", "level", "area", "zone", "force", "side", "unit", "objective", "new area id", WALLS}
    )

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        known = {objective.id: objective for objective in scenario.objectives}
        for condition in scenario.victory:
            wanted = [known[id] for id in condition.objectives]
            # What has to be done at an objective is more than to be there.
            if not wanted or any(objective.act for objective in wanted):
                continue
            if all(
                _is_own_from_the_start(scenario, objective) and not _is_contested(scenario, objective)
                for objective in wanted
            ):
                yield self.finding(
                    scenario,
                    f"side `{condition.side}` starts where it needs to be, and no other side can come there",
                    (*condition.path, "objectives"),
                    "move an objective, or see that the condition asks for more",
                )


def _is_own_from_the_start(scenario: Scenario, objective: Objective) -> bool:
    own = {force.id for force in scenario.forces if force.side == objective.side}
    zones = {placement.zone for placement in scenario.placements if placement.force in own}
    return any(_holds(scenario, zone, objective) for zone in scenario.zones if zone.id in zones)


def _holds(scenario: Scenario, zone: Zone, objective: Objective) -> bool:
    if isinstance(scenario.map, HexMap):
        return objective.place in scenario.zone_places(zone)
    if isinstance(scenario.map, LandMap):
        return objective.place is not None and objective.place.hex in zone.hexes
    return objective.dot in zone.dots


def _is_contested(scenario: Scenario, objective: Objective) -> bool:
    """Whether a force of another side comes from off the map, or can walk there in time."""
    for force in scenario.forces:
        if force.side == objective.side:
            continue
        if force.arrival:
            return True
        if objective.dot is not None:
            spot = Spot(objective.dot, objective.floor)
            turn = turns_to_reach(scenario, force, (spot,)).get(spot)
            if turn is not None and turn <= scenario.turns:
                return True
        elif objective.place is not None:
            moves = moves_of_side(scenario, force.side)
            # A game without costs of moving says nothing of where anybody comes.
            in_time = scenario.turns * moves_a_turn(scenario)
            needed = moves.fewest(objective.place)
            if not moves or (needed is not None and needed <= in_time):
                return True
    return False
