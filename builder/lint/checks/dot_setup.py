"""4xx: set-up and objectives on a lattice of dots."""

from __future__ import annotations

from collections.abc import Iterator

from builder.geometry.dotlattice import Dot
from builder.lint.check import Check
from builder.lint.checks.dots import DOTS
from builder.lint.finding import Finding, Severity
from builder.scenario.dot_moves import Spot, is_surely_in_reach, may_stand, turns_to_reach
from builder.scenario.dots_map import DotsMap
from builder.scenario.model import Force, Objective, Placement, Scenario, Zone
from rulesdb.yaml_source import DataPath

_NAMES = frozenset({"dot", "terrain", "zone", "force", "member", "unit"})
_INFANTRY = frozenset({"advanced-infantry"})


class CrowdedDotsCheck(Check):
    """A zone with fewer dots than figures."""

    code = "BB420"
    slug = "crowded-dots"
    severity = Severity.WARNING
    what = (
        "More figures set up in a zone than it has dots, over all the floors of its buildings, to stand on."
    )
    why = "Two would have to start on one dot."
    example = "nine troopers in a zone of eight dots"
    fix = "Make the zone larger, or split the placement."
    maps = DOTS
    needs = _NAMES

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        placed: dict[str, int] = {}
        for placement, force, zone in _placed(scenario):
            named = {id for item in scenario.placements if item.force == force.id for id in item.members}
            figures = len(placement.members) or force.count - len(named)
            placed[zone.id] = placed.get(zone.id, 0) + figures
            room = sum(_floors(scenario, dot) for dot in zone.dots)
            if placed[zone.id] > room:
                yield self.finding(
                    scenario,
                    f"{placed[zone.id]} figures set up in zone `{zone.id}`, which has room for {room}",
                    (*placement.path, "zone"),
                    "make the zone larger, or split the placement",
                )


class SharedDotsCheck(Check):
    """Two sides that set up on the same dots."""

    code = "BB421"
    slug = "shared-dots"
    what = "Set-up zones of two sides have a dot in common."
    why = "They could start in the same place."
    example = "attackers and defenders both placed in zone: mill"
    fix = "Give each side dots of its own."
    maps = DOTS
    needs = _NAMES

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        owners: dict[Dot, tuple[str, DataPath]] = {}
        for placement, force, zone in _placed(scenario):
            for dot in zone.dots:
                side, path = owners.setdefault(dot, (force.side, placement.path))
                if side != force.side:
                    yield self.finding(
                        scenario,
                        f"both sides may set up on {scenario.dots_map.describe(dot)}",
                        (*placement.path, "zone"),
                        "give each side dots of its own",
                        related=(("the other side is placed here", scenario.source.value_span(path)),),
                    )
                    break


class DotReachCheck(Check):
    """An objective that cannot be reached in time."""

    code = "BB422"
    slug = "dot-out-of-reach"
    what = (
        "No trooper of an objective's side can come there by the last turn, by the game's action points and "
        "with every roll in his favor; or there is no way at all."
    )
    why = "The condition that needs it could never be met."
    example = "an objective sixty dots away in a game of five turns"
    fix = "Move the objective or the zone, open a way, or add turns."
    rule = "rule/advanced-terrain"
    games = _INFANTRY
    maps = DOTS
    needs = _NAMES | {"objective", "experience", "toughness"}

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        judged = tuple(_in_doubt(scenario))
        goals: dict[str, set[Spot]] = {}
        for objective, spot in judged:
            goals.setdefault(objective.side, set()).add(spot)
        reached = {
            force.id: turns_to_reach(scenario, force, goals[force.side])
            for force in scenario.forces
            if force.side in goals
        }
        for objective, spot in judged:
            mine = [reached[force.id] for force in scenario.forces if force.side == objective.side]
            mine = [turns for turns in mine if turns]
            turns = [found[spot] for found in mine if spot in found]
            if mine and not turns:
                said = "cannot be reached from its side's set-up zones"
            elif turns and min(turns) > scenario.turns:
                said = f"takes at least {min(turns)} turns to reach; the game has {scenario.turns}"
            else:
                continue
            yield self.finding(
                scenario,
                f"objective `{objective.id}` {said}",
                (*objective.path, "dot"),
                "move the objective or the zone, open a way, or add turns",
            )


def _placed(scenario: Scenario) -> Iterator[tuple[Placement, Force, Zone]]:
    """The steps of the set-up, each with the first force and zone of the names that it gives."""
    forces = {force.id: force for force in reversed(scenario.forces)}
    zones = {zone.id: zone for zone in reversed(scenario.zones)}
    for placement in scenario.placements:
        yield placement, forces[placement.force], zones[placement.zone]


def _in_doubt(scenario: Scenario) -> Iterator[tuple[Objective, Spot]]:
    """The objectives that a quick look finds no way to in time; most need no longer one."""
    for objective in scenario.objectives:
        if objective.dot is None or not _can_be_judged(scenario.dots_map, objective.dot, objective.floor):
            continue
        spot = Spot(objective.dot, objective.floor)
        forces = (force for force in scenario.forces if force.side == objective.side)
        if not any(is_surely_in_reach(scenario, force, spot, scenario.turns) for force in forces):
            yield objective, spot


def _can_be_judged(dots: DotsMap, dot: Dot, floor: int) -> bool:
    """Whether the floor is there, and its building's stairs are where they can be."""
    building = dots.building_at.get(dot)
    return dots.has_floor(dot, floor) and (building is None or set(building.stairs) <= set(building.dots))


def _floors(scenario: Scenario, dot: Dot) -> int:
    """How many figures can start on a dot: one a floor."""
    if not may_stand(scenario.dots_map, dot):
        return 0
    building = scenario.dots_map.building_at.get(dot)
    return building.levels if building is not None else 1
