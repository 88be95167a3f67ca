"""4xx: a scenario against the mission that it plays."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from builder.boards.table import TableMap, TunnelPlan
from builder.games.mobile_infantry.checks import GAMES
from builder.games.mobile_infantry.mission_plan import FAR, distances_of, places_of, tunnels_of
from builder.geometry.shapes import Shape
from builder.lint.check import Check
from builder.lint.finding import Defect, Severity
from builder.scenario.model import Scenario
from builder.scenario.names import NameKind
from rulesdb import Entry
from rulesdb.yaml_source import DataPath

_NEEDS = frozenset({NameKind.MISSION, NameKind.TERRAIN, NameKind.TUNNEL_END, NameKind.NEW_TUNNEL})
_TABLE = frozenset({"table"})
# What a table in inches or centimetres cannot be laid to; six digits of a figure still show more.
_SLACK = 1e-4
_CENTER = "table-center"
_FORT = frozenset({"wall", "trench", "tower", "bunker", "pad"})
# How to add what is neither an objective nor a zone as a rule.
_TO_ADD = MappingProxyType(
    {"entrance": "add entrances to the plan of tunnels", "lair": "say in a chamber's `text` who is there"}
)


class _MissionCheck(Check):
    """A check of scenarios that play a mission on a table."""

    games = GAMES
    maps = _TABLE
    needs = _NEEDS

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        if scenario.mission is not None:
            yield from self.against(scenario, scenario.mission)

    def against(self, scenario: Scenario, mission: Entry) -> Iterator[Defect]:
        """Everything that does not go with the mission."""
        raise NotImplementedError


class MissionTerrainCheck(_MissionCheck):
    """More terrain than the mission allows."""

    code = "BB410"
    slug = "mission-terrain"
    what = "There are more pieces of terrain than the mission lets its player lay down."
    why = "The mission states the most; what a fort is built of and the Craft that is down do not count."
    example = "13 pieces in Bravo Two Zero, which has 12 at the most"
    fix = "Take pieces away, or leave `mission:` out."

    def against(self, scenario: Scenario, mission: Entry) -> Iterator[Defect]:
        most = mission.get("terrain", {}).get("pieces")
        besides = _not_laid(scenario, mission)
        counted = [piece for piece in scenario.table_map.pieces if piece.terrain.get("symbol") not in besides]
        if most is not None and len(counted) > most:
            yield Defect(
                f"{len(counted)} pieces of terrain; {mission.title} has {most} at the most",
                (*counted[most].path, "id"),
                "take pieces away",
                rule=mission.key,
            )


class MissionPlacesCheck(_MissionCheck):
    """A place that the mission needs and the scenario lacks."""

    code = "BB411"
    slug = "mission-place"
    what = (
        "A place of the mission is missing, or there are not as many as it wants, or not one in each sector."
    )
    why = "Without it the mission cannot be played, or not won."
    example = "Bravo Two Zero with two objectives"
    fix = "Add an objective, zone or chamber whose id is the place's, or begins with it and a hyphen."

    def against(self, scenario: Scenario, mission: Entry) -> Iterator[Defect]:
        for place in places_of(scenario.ruleset, mission):
            id, places = place["id"], list(_places(scenario, place["id"]))
            wanted = place.get("count", 1)
            is_crowded = "count" in place and len(places) > wanted
            if len(places) < wanted or is_crowded:
                there = {0: "there is none", 1: "there is 1"}.get(len(places), f"there are {len(places)}")
                to_add = _TO_ADD.get(id, f"name an objective or zone `{id}` or `{id}-…`")
                yield Defect(
                    f"{mission.title} wants {wanted} of `{id}` ({place['title']}), and {there}",
                    ("scenario", "mission"),
                    f"keep {wanted}, and give what is left over another id" if is_crowded else to_add,
                    rule=mission.key,
                )
            elif place.get("each_sector"):
                yield from self._sectors(scenario, mission, places)

    def _sectors(
        self, scenario: Scenario, mission: Entry, places: list[tuple[str, Shape, DataPath]]
    ) -> Iterator[Defect]:
        table, count = scenario.table_map, mission["sectors"]
        wide = table.width / count
        taken: dict[int, str] = {}
        for id, shape, path in places:
            # What lies on the east edge is in the last.
            sector = min(count, int(shape.center[0] // wide) + 1)
            if sector in taken:
                yield Defect(
                    f"`{id}` and `{taken[sector]}` are in the same sector, number {sector} from the west",
                    path,
                    f"each of the {count} sectors has one; they are {wide:g}{table.sign} wide",
                    rule=mission.key,
                )
            taken.setdefault(sector, id)


class MissionDistanceCheck(_MissionCheck):
    """Two places nearer to each other, or farther apart, than the mission allows."""

    code = "BB412"
    slug = "mission-distance"
    what = "The distance between two places is not what the mission states."
    why = "Distances are what makes a mission hard but not hopeless."
    example = "an objective 4 inches from the edge in Bravo Two Zero, which wants 6 at least"
    fix = "Move one of the two."

    def against(self, scenario: Scenario, mission: Entry) -> Iterator[Defect]:
        table = scenario.table_map
        for (what, other), stated in distances_of(scenario.ruleset, mission).items():
            least, most = (bound * _inch(table) for bound in stated)
            for index, (id, shape, path) in enumerate(_places(scenario, what)):
                # Where there is no other place, nothing is too near to it or too far.
                gaps = _gaps(scenario, shape, index, what, other, most < FAR)
                near, name = min(gaps, default=(least, other))
                # Off the table it is less than nothing, which BB231 finds.
                if 0 <= near < least - _SLACK:
                    wanted, up_to = f"at least {least:g}{table.sign}", ""
                elif near > most + _SLACK:
                    wanted, up_to = f"at most {most:g}{table.sign}", "" if other == _CENTER else "up to "
                else:
                    continue
                yield Defect(
                    f"`{id}` is {up_to}{_figure(near, least, most)}{table.sign} from {name}; "
                    f"{mission.title} wants {wanted}",
                    path,
                    "move one of the two",
                    rule=mission.key,
                )


class MissionTunnelsCheck(_MissionCheck):
    """A tunnel plan that is not as the mission wants it."""

    code = "BB413"
    slug = "mission-tunnels"
    what = "The numbers or sizes of entrances, tunnels and chambers are not those of the mission."
    why = "The mission states them, so that both sides know what to expect below."
    example = "a tunnel 30 inches long in Tunnel Rats, which has 12 to 24"
    fix = "Change the plan; a tunnel's length is counted between the rims of its chambers."

    def against(self, scenario: Scenario, mission: Entry) -> Iterator[Defect]:
        wanted = tunnels_of(scenario.ruleset, mission)
        plan = scenario.table_map.plan
        if not wanted:
            return
        if plan is None:
            yield Defect(
                f"{mission.title} needs a plan of tunnels",
                ("scenario", "mission"),
                "add `tunnels:` to the map",
                rule=mission.key,
            )
            return
        for message, path in _plan_faults(plan, wanted, scenario.table_map):
            yield Defect(message, path, "change the plan", rule=mission.key)


class MissionRetrievalCheck(_MissionCheck):
    """More troops than the Craft can take off before the game ends."""

    code = "BB414"
    slug = "mission-retrieval"
    severity = Severity.WARNING
    what = "The Craft of the mission cannot take all figures off in the turns there are."
    why = "Some would be lost however well they are played."
    example = "32 figures, and three Craft of ten that can land only once before the game ends"
    fix = "Field fewer figures, or let the game run longer."

    def against(self, scenario: Scenario, mission: Entry) -> Iterator[Defect]:
        retrieval = mission.get("retrieval", {})
        if "craft" not in retrieval:
            return
        figures = sum(force.count for force in scenario.forces if force.side != "bug" and not force.arrival)
        if "rounds" in retrieval:
            trips = sum(turn <= scenario.turns for turn in retrieval["rounds"])
        else:
            # Called in one round, they land in the next: in the second at the soonest.
            away = max(1, retrieval["away"])
            trips = (scenario.turns - 2 + away) // away
        room = trips * retrieval["craft"] * retrieval["capacity"]
        if figures > room:
            yield Defect(
                f"{figures} figures, and room for {room} on all flights up to turn {scenario.turns}",
                ("schedule", "turns"),
                "field fewer figures, or let the game run longer",
                rule=mission.key,
            )


class UnscorableCheck(Check):
    """Points that nobody can score."""

    code = "BB417"
    slug = "unscorable"
    severity = Severity.WARNING
    what = "The mission gives points for killing creatures of a kind that no force has."
    why = "A side would count on points that are not there."
    example = "no Flying Warriors in a mission that scores them"
    fix = "Add a force of that unit."
    games = GAMES
    needs = frozenset({NameKind.MISSION, NameKind.UNIT})

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        if scenario.mission is None:
            return
        fielded = {force.unit.slug for force in scenario.forces}
        units = {unit.slug for unit in scenario.ruleset.of_kind("unit")}
        for line in scenario.mission["victory"]:
            unit = str(line["event"]).removesuffix("-killed").removesuffix("-captured")
            if unit in units and unit not in fielded:
                yield Defect(
                    f"{scenario.mission.title} scores `{line['event']}`, and no force is of unit `{unit}`",
                    ("scenario", "mission"),
                    f"add a force with `unit: {unit}`",
                    rule=scenario.mission.key,
                )


def _inch(table: TableMap) -> float:
    """An inch, in which missions state what they want, in the map's unit."""
    return 25.4 / table.unit_mm


def _figure(value: float, *bounds: float) -> str:
    """A measure to a tenth, or unrounded if it would look like a bound that it misses."""
    tenths = round(value, 1)
    return f"{value:g}" if tenths in bounds else f"{tenths:g}"


def _not_laid(scenario: Scenario, mission: Entry) -> frozenset[str]:
    """Symbols of what is not laid as terrain: the parts of a fort, and the wreck at a crash site."""
    is_crash = any(place["id"] == "crash-site" for place in places_of(scenario.ruleset, mission))
    return (_FORT if "fortifications" in mission.facts else frozenset()) | ({"wreck"} if is_crash else set())


def _places(scenario: Scenario, place: str) -> Iterator[tuple[str, Shape, DataPath]]:
    """What in the scenario is a place of the mission: its id is the place's, or starts with it.

    Entrances of the plan are places of that name, and a chamber with a `text` is the lair.
    """
    for zone in scenario.zones:
        if zone.region.shape is not None and _is_called(zone.id, place):
            yield zone.id, zone.region.shape, (*zone.path, "id")
    for objective in scenario.objectives:
        if objective.region.shape is not None and _is_called(objective.id, place):
            yield objective.id, objective.region.shape, (*objective.path, "at")
    plan = scenario.table_map.plan
    for node in plan.nodes.values() if plan else ():
        is_lair = place == "lair" and node.kind == "chamber" and node.text
        if place == node.kind or is_lair or _is_called(node.id, place):
            yield node.id, node.shape, (*node.path, "at")


def _is_called(id: str, place: str) -> bool:
    return id == place or id.startswith(f"{place}-")


def _gaps(
    scenario: Scenario, shape: Shape, index: int, what: str, other: str, is_most: bool
) -> Iterator[tuple[float, str]]:
    """Distances to the other places; from the far side of the shape if the mission states a maximum.

    The middle of the shape counts for the way to the center of the table.
    """
    table = scenario.table_map
    if other == "table-edge":
        west, north, east, south = shape.bounds
        edges = (west, north, table.width - east, table.depth - south)
        if is_most:
            edges = (east, south, table.width - west, table.depth - north)
        yield min(edges), "the edge"
    elif other == _CENTER:
        yield math.dist(shape.center, (table.width / 2, table.depth / 2)), "the center"
    else:
        for place, (id, there, _) in enumerate(_places(scenario, other)):
            if what != other or place != index:
                yield (shape.farthest(there) if is_most else shape.distance(there)), f"`{id}`"


def _plan_faults(
    plan: TunnelPlan, wanted: Mapping[str, Any], table: TableMap
) -> Iterator[tuple[str, DataPath]]:
    chambers = plan.of_kind("chamber")
    for kind, count, span in (
        ("entrance", len(plan.of_kind("entrance")), wanted["entrances"]),
        ("tunnel", len(plan.tunnels), wanted["tunnels"]),
        ("chamber", len(chambers), {"least": wanted["chambers"], "most": wanted["chambers"]}),
    ):
        least, most = _bounds(span, 1)
        if not least <= count <= most:
            counted = f"1 {kind}" if count == 1 else f"{count} {kind}s"
            yield f"{counted}; the mission has {_span(least, most)}", (*plan.path, f"{kind}s")
    sign = table.sign
    for tunnel in plan.tunnels:
        ends = " to ".join(f"`{end.id}`" for end in tunnel.ends)
        for name, value, key in (("length", tunnel.length, "from"), ("width", tunnel.width, "width")):
            least, most = _bounds(wanted[name], _inch(table))
            if not _is_within(value, least, most):
                yield (
                    f"the {name} of the tunnel from {ends} is {_figure(value, least, most)}{sign}; "
                    f"the mission has {_span(least, most)}{sign}",
                    (*tunnel.path, key),
                )
    across = wanted["diameter"] * _inch(table)
    for node in chambers:
        if not _is_within(node.diameter, across, across):
            yield (
                f"chamber `{node.id}` is {_figure(node.diameter, across)}{sign} across; "
                f"the mission has {across:g}{sign}",
                (*node.path, "diameter"),
            )


def _bounds(span: Mapping[str, int], unit: float) -> tuple[float, float]:
    return span["least"] * unit, span.get("most", FAR) * unit


def _is_within(value: float, least: float, most: float) -> bool:
    return least - _SLACK <= value <= most + _SLACK


def _span(least: float, most: float) -> str:
    if most == FAR:
        return f"{least:g} or more"
    return f"{least:g}" if least == most else f"{least:g}-{most:g}"
