"""2xx: buildings, doors and tunnels on a lattice of dots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from builder.boards.spots import TUNNEL, DotPlace
from builder.geometry.paths import connected_groups
from builder.lint.check import DotsCheck
from builder.lint.finding import Defect
from builder.scenario.model import Scenario
from rulesdb.yaml_source import DataPath

if TYPE_CHECKING:
    from builder.boards.dots import DotsMap


class BuildingInPiecesCheck(DotsCheck):
    """A building whose dots are not connected."""

    code = "BB245"
    slug = "building-in-pieces"
    what = "The dots of a building are not connected side by side."
    why = "It is drawn as several buildings with one name."
    example = "dots: 0304-0406 0709"
    fix = "Add the dots between, or make two buildings."

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        lattice = scenario.dots_map.lattice
        for building in scenario.dots_map.buildings:
            parts = connected_groups(sorted(building.dots), lattice.beside)
            if len(parts) > 1:
                separate = f"not connected: dot {lattice.label(min(parts[1]))}"
                message = f"building `{building.id}` is in {len(parts)} pieces; {separate}"
                yield Defect(message, (*building.path, "dots"))


class NoFloorCheck(DotsCheck):
    """Stairs or an objective where there is no floor."""

    code = "BB246"
    slug = "no-floor"
    what = (
        "Stairs are outside their building, or an objective or a zone is on a floor that does not exist or "
        "where nobody can stand."
    )
    why = "Nobody could get there."
    example = (
        "floor: 2 in a building with levels: 2, whose floors are 0 and 1 and whose roof is 2, without stairs"
    )
    fix = "Correct the dot or the floor, or add `stairs`."

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        dots = scenario.dots_map
        for building in dots.buildings:
            outside = [dot for dot in building.stairs if dot not in building.dots]
            if outside:
                message = f"stairs at {dots.lattice.label(outside[0])} are not in building `{building.id}`"
                yield Defect(message, (*building.path, "stairs"), "name dots of the building")
        for objective in scenario.objectives:
            spot = objective.region.spot
            if not dots.has_floor(spot.dot, spot.floor):
                message = f"objective `{objective.id}` is on floor {spot.floor}, but {_no_floor(dots, spot)}"
                yield Defect(message, (*objective.path, "floor"), "correct the floor or the dot")
            elif spot.floor != TUNNEL and dots.blocks(spot.dot):
                terrain = dots.terrain[spot.dot].title.lower()
                message = f"objective `{objective.id}` is on {terrain}, where nobody can stand"
                yield Defect(message, (*objective.path, "dot"), "move it to a dot that can be entered")

        for zone in scenario.zones:
            missing = [spot for spot in zone.region.spots if not dots.has_floor(*spot)]
            if missing:
                spot = missing[0]
                problem = f"at dot {dots.lattice.label(spot.dot)} {_no_floor(dots, spot)}"
                message = f"zone `{zone.id}` is on floor {spot.floor}, but {problem}"
                yield Defect(message, (*zone.path, "floor"), "correct the floor or the dots")


def _no_floor(dots: DotsMap, spot: DotPlace) -> str:
    """Why a dot does not have a floor."""
    if spot.floor == TUNNEL:
        return "there is no tunnel"
    building = dots.building_at.get(spot.dot)
    return f"the roof of `{building.id}` is {building.levels}" if building else "there is no building"


class TunnelNowhereCheck(DotsCheck):
    """A mouth of a tunnel that leads nowhere."""

    code = "BB247"
    slug = "tunnel-nowhere"
    what = "A mouth is not on its tunnel, opens where nobody can stand, or is not connected to another mouth."
    why = "Units that enter can only turn back."
    example = 'mouths: "0405 0910" with dots that stop at 0708'
    fix = "Add the dots between the mouths, each a neighbor of the one before, or move the mouth."

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        dots = scenario.dots_map
        for tunnel in dots.tunnels:
            parts = dots.lattice.parts(tunnel.dots)
            part_of = {dot: number for number, part in enumerate(parts) for dot in part}
            mouths = Counter(part_of[mouth] for mouth in tunnel.mouths if mouth in part_of)
            for mouth in tunnel.mouths:
                terrain = dots.terrain.get(mouth)
                if mouth not in part_of:
                    problem, help = "is not one of the tunnel's dots", "add it to them, or remove the mouth"
                elif terrain is not None and terrain.get("impassable"):
                    problem = f"opens where nobody can stand ({terrain.title.lower()})"
                    help = "move the mouth or the terrain"
                elif mouths[part_of[mouth]] == 1:
                    problem, help = "leads to no other mouth", ""
                else:
                    continue
                label = dots.lattice.label(mouth)
                message = f"mouth {label} of tunnel `{tunnel.id}` {problem}"
                yield Defect(message, (*tunnel.path, "mouths"), help, word=label)


class LooseDoorCheck(DotsCheck):
    """A door that is in no wall."""

    code = "BB248"
    slug = "loose-door"
    what = "A door, window or gap is not in an obstacle or the outer wall of a building."
    why = "It would be drawn in the open and have no effect."
    example = "doors: {0405/0406: door} with no wall between 0405 and 0406"
    fix = "Move it to a wall, or put a wall there."

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        dots = scenario.dots_map
        reported: set[DataPath] = set()
        for edge, door in dots.doors.items():
            if edge not in dots.barriers and door.path not in reported:
                reported.add(door.path)
                between = " and ".join(dots.lattice.label(dot) for dot in edge)
                yield Defect(f"no wall between {between} for this {door.kind}", door.path, key=True)
