"""2xx: buildings, doors and tunnels on a lattice of dots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from builder.boards.dots import Building
from builder.geometry.dotlattice import Dot, DotLattice
from builder.lint.check import Check
from builder.lint.checks.dots import DOT_NAMES, DOTS
from builder.lint.finding import Finding
from builder.scenario.model import Scenario
from rulesdb.yaml_source import DataPath


class BuildingInPiecesCheck(Check):
    """A building that is not one."""

    code = "BB245"
    slug = "building-in-pieces"
    what = "The dots of a building do not form one block: some do not lie side by side with the others."
    why = "It is drawn as several buildings with one name."
    example = "dots: 0304-0406 0709"
    fix = "Add the dots between, or make two buildings of it."
    maps = DOTS
    needs = DOT_NAMES

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        for building in scenario.dots_map.buildings:
            parts = _parts(scenario.dots_map.lattice, building)
            if len(parts) > 1:
                apart = scenario.dots_map.lattice.label(min(parts[1]))
                yield self.finding(
                    scenario,
                    f"building `{building.id}` lies in {len(parts)} pieces; dot {apart} begins another",
                    (*building.path, "dots"),
                    "add the dots between, or make two buildings of it",
                )


class NoFloorCheck(Check):
    """Stairs or an objective where there is no floor."""

    code = "BB246"
    slug = "no-floor"
    what = "Stairs lie outside their building, or an objective is on a floor that is not there."
    why = "Nobody could come there."
    example = (
        "floor: 2 in a building with levels: 2, whose floors are 0 and 1 and whose roof is 2, without stairs"
    )
    fix = "Correct the dot or the floor, or add `stairs`."
    maps = DOTS
    needs = DOT_NAMES

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        dots = scenario.dots_map
        for building in dots.buildings:
            outside = [dot for dot in building.stairs if dot not in building.dots]
            if outside:
                yield self.finding(
                    scenario,
                    f"stairs at {dots.lattice.label(outside[0])} are not in building `{building.id}`",
                    (*building.path, "stairs"),
                    "name dots of the building",
                )
        for objective in scenario.objectives:
            spot = objective.region.spot
            if not dots.has_floor(spot.dot, spot.floor):
                inside = dots.building_at.get(spot.dot)
                there = f"the roof of `{inside.id}` is {inside.levels}" if inside else "there is no building"
                yield self.finding(
                    scenario,
                    f"objective `{objective.id}` is on floor {spot.floor}, and {there}",
                    (*objective.path, "floor"),
                    "correct the floor or the dot",
                )


class TunnelNowhereCheck(Check):
    """A mouth of a tunnel that leads nowhere."""

    code = "BB247"
    slug = "tunnel-nowhere"
    what = (
        "A mouth is not on its tunnel, opens where nobody can stand, or the tunnel does not run on from it "
        "to another mouth."
    )
    why = "Who goes in could only turn round."
    example = 'mouths: "0405 0910" with dots that stop at 0708'
    fix = "Add the dots between the mouths, each a neighbor of the one before, or move the mouth."
    maps = DOTS
    needs = DOT_NAMES

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        dots = scenario.dots_map
        for tunnel in dots.tunnels:
            parts = dots.lattice.parts(tunnel.dots)
            part_of = {dot: number for number, part in enumerate(parts) for dot in part}
            mouths = Counter(part_of[mouth] for mouth in tunnel.mouths if mouth in part_of)
            for mouth in tunnel.mouths:
                terrain = dots.terrain.get(mouth)
                if mouth not in part_of:
                    said, help = "is not one of the tunnel's dots", "add it to them, or take the mouth away"
                elif terrain is not None and terrain.get("impassable"):
                    said = f"opens where nobody can stand ({terrain.title.lower()})"
                    help = "move the mouth, or the terrain"
                elif mouths[part_of[mouth]] == 1:
                    said = "leads to no other mouth"
                    help = "add the dots between the mouths, each a neighbor of the one before"
                else:
                    continue
                yield self.finding(
                    scenario,
                    f"mouth {dots.lattice.label(mouth)} of tunnel `{tunnel.id}` {said}",
                    (*tunnel.path, "mouths"),
                    help,
                    word=dots.lattice.label(mouth),
                )


class LooseDoorCheck(Check):
    """A door that is in no wall."""

    code = "BB248"
    slug = "loose-door"
    what = "A door, window or gap stands where there is neither an obstacle nor the outer wall of a building."
    why = "It would be drawn in the open, and means nothing."
    example = "doors: {0405/0406: door} with no wall between 0405 and 0406"
    fix = "Move it to a wall, or put a wall there."
    maps = DOTS
    needs = DOT_NAMES

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        dots = scenario.dots_map
        told: set[DataPath] = set()
        for edge, door in dots.doors.items():
            if edge not in dots.barriers and door.path not in told:
                told.add(door.path)
                between = " and ".join(dots.lattice.label(dot) for dot in edge)
                yield self.finding(
                    scenario,
                    f"there is no wall between {between} for the {door.kind} to be in",
                    door.path,
                    "move it to a wall, or put a wall there",
                    key=True,
                )


def _parts(lattice: DotLattice, building: Building) -> list[set[Dot]]:
    """The blocks of dots that lie side by side."""
    left, parts = set(building.dots), []
    while left:
        part = [min(left)]
        left.discard(part[0])
        for dot in part:
            beside = [other for other in lattice.beside(dot) if other in left]
            left.difference_update(beside)
            part += beside
        parts.append(set(part))
    return parts
