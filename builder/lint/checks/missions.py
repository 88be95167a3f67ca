"""4xx: a scenario against the mission that it plays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from builder.geometry.shapes import Shape, circle
from builder.lint.check import Check
from builder.lint.finding import Finding, Severity
from builder.scenario.mission_plan import FAR, distances_of, places_of, tunnels_of
from builder.scenario.model import Scenario
from builder.scenario.table_map import TunnelPlan
from rulesdb import Entry
from rulesdb.yaml_source import DataPath

_NEEDS = frozenset({"mission", "terrain", "tunnel end", "new tunnel id"})
_TABLE = frozenset({"table"})
_SLACK = 1e-6


class _MissionCheck(Check):
    """A check of scenarios that play a mission on a table."""

    maps = _TABLE
    needs = _NEEDS

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        if scenario.mission is not None:
            yield from self.against(scenario, scenario.mission)

    def against(self, scenario: Scenario, mission: Entry) -> Iterator[Finding]:
        """Everything that does not go with the mission."""
        raise NotImplementedError


class MissionTerrainCheck(_MissionCheck):
    """More terrain than the mission allows."""

    code = "BB410"
    slug = "mission-terrain"
    what = "There are more pieces of terrain than the mission lets its player lay down."
    why = "The mission states the most; what a fort is built of does not count."
    example = "13 pieces in Bravo Two Zero, which has 12 at the most"
    fix = "Take pieces away, or leave `mission:` out."

    def against(self, scenario: Scenario, mission: Entry) -> Iterator[Finding]:
        most = mission.get("terrain", {}).get("pieces")
        counted = [piece for piece in scenario.table_map.pieces if not _is_built(piece.terrain, mission)]
        if most is not None and len(counted) > most:
            yield self.finding(
                scenario,
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

    def against(self, scenario: Scenario, mission: Entry) -> Iterator[Finding]:
        for place in places_of(scenario.ruleset, mission):
            found = list(_places(scenario, place["id"]))
            wanted = place.get("count", 1)
            if len(found) < wanted or ("count" in place and len(found) > wanted):
                yield self.finding(
                    scenario,
                    f"{mission.title} wants {wanted} of `{place['id']}` ({place['title']}), "
                    f"and there are {len(found)}",
                    ("scenario", "mission"),
                    f"name an objective or zone `{place['id']}` or `{place['id']}-…`",
                    rule=mission.key,
                )
            elif place.get("each_sector"):
                yield from self._sectors(scenario, mission, place, found)

    def _sectors(
        self,
        scenario: Scenario,
        mission: Entry,
        place: Mapping[str, Any],
        found: list[tuple[str, Shape, DataPath]],
    ) -> Iterator[Finding]:
        count = mission["sectors"]
        wide = scenario.table_map.width / count
        taken: dict[int, str] = {}
        for id, shape, path in found:
            sector = min(count - 1, int(shape.center[0] // wide))
            if sector in taken:
                yield self.finding(
                    scenario,
                    f"`{id}` and `{taken[sector]}` are in the same sector, the {sector + 1}. from the west",
                    path,
                    f"each of the {count} sectors has one; they are {wide:g} wide",
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

    def against(self, scenario: Scenario, mission: Entry) -> Iterator[Finding]:
        for (what, other), (least, most) in distances_of(scenario.ruleset, mission).items():
            for index, (id, shape, path) in enumerate(_places(scenario, what)):
                gaps = list(_gaps(scenario, shape, index, what, other, most < FAR))
                if not gaps:
                    continue
                near, name = min(gaps)
                if near < least - _SLACK or near > most + _SLACK:
                    wanted = f"at least {least:g}" if near < least else f"at most {most:g}"
                    sign = scenario.table_map.sign
                    yield self.finding(
                        scenario,
                        f"`{id}` is {near:.3g}{sign} from {name}; {mission.title} wants {wanted}{sign}",
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

    def against(self, scenario: Scenario, mission: Entry) -> Iterator[Finding]:
        wanted = tunnels_of(scenario.ruleset, mission)
        plan = scenario.table_map.plan
        if not wanted:
            return
        if plan is None:
            yield self.finding(
                scenario,
                f"{mission.title} needs a plan of tunnels",
                ("scenario", "mission"),
                "add `tunnels:` to the map",
                rule=mission.key,
            )
            return
        for said, path in _plan_faults(plan, wanted, scenario.table_map.sign):
            yield self.finding(scenario, said, path, "change the plan", rule=mission.key)


class MissionRetrievalCheck(_MissionCheck):
    """More troops than the Craft can take off before the game ends."""

    code = "BB414"
    slug = "mission-retrieval"
    severity = Severity.WARNING
    what = "The Craft of the mission cannot take all figures off in the turns there are."
    why = "Some would be lost however well they are played."
    example = "83 figures and three Craft of ten on rounds 6, 9 and 12"
    fix = "Field fewer figures, or let the game run longer."

    def against(self, scenario: Scenario, mission: Entry) -> Iterator[Finding]:
        retrieval = mission.get("retrieval", {})
        if "capacity" not in retrieval or "craft" not in retrieval:
            return
        side = next(place["side"] for place in places_of(scenario.ruleset, mission) if place["side"] != "bug")
        figures = sum(force.count for force in scenario.forces if force.side == side and not force.arrival)
        if "rounds" in retrieval:
            trips = sum(turn <= scenario.turns for turn in retrieval["rounds"])
        else:
            trips = 1 + max(0, scenario.turns - 2) // max(1, retrieval["away"])
        room = trips * retrieval["craft"] * retrieval["capacity"]
        if figures > room:
            yield self.finding(
                scenario,
                f"{figures} figures, and room for {room} on all flights up to turn {scenario.turns}",
                ("schedule", "turns"),
                "field fewer figures, or let the game run longer",
                rule=mission.key,
            )


def _is_built(terrain: Entry, mission: Entry) -> bool:
    """Whether a piece is part of a fort, or the wreck that the mission itself puts down."""
    symbol = terrain.get("symbol", "")
    built = {"wall", "trench", "tower", "bunker", "pad"} if "fortifications" in mission.facts else set()
    return symbol in built or symbol == "wreck"


def _places(scenario: Scenario, place: str) -> Iterator[tuple[str, Shape, DataPath]]:
    """What in the scenario is a place of the mission: its id is the place's, or starts with it."""
    for zone in scenario.zones:
        if zone.shape is not None and _is_called(zone.id, place):
            yield zone.id, zone.shape, (*zone.path, "id")
    for objective in scenario.objectives:
        if objective.at is not None and _is_called(objective.id, place):
            yield objective.id, circle(objective.at, 0), (*objective.path, "at")
    plan = scenario.table_map.plan
    for node in plan.nodes.values() if plan else ():
        if place == node.kind or (place == "lair" and node.kind == "chamber" and node.text):
            yield node.id, node.shape, (*node.path, "at")


def _is_called(id: str, place: str) -> bool:
    return id == place or id.startswith(f"{place}-")


def _gaps(
    scenario: Scenario, shape: Shape, index: int, what: str, other: str, is_most: bool
) -> Iterator[tuple[float, str]]:
    """Distances to the other places; where a most is stated, to the far side of the shape."""
    table = scenario.table_map
    if other == "table-edge":
        west, north, east, south = shape.bounds
        edges = (west, north, table.width - east, table.depth - south)
        if is_most:
            edges = (east, south, table.width - west, table.depth - north)
        yield min(edges), "the edge"
    elif other == "table-center":
        center = circle((table.width / 2, table.depth / 2), 0)
        yield (circle(shape.center, 0).distance(center)), "the center"
    else:
        for place, (id, there, _) in enumerate(_places(scenario, other)):
            if what != other or place != index:
                yield (shape.farthest(there) if is_most else shape.distance(there)), f"`{id}`"


def _plan_faults(plan: TunnelPlan, wanted: Mapping[str, Any], sign: str) -> Iterator[tuple[str, DataPath]]:
    for kind, count, span in (
        ("entrances", len(plan.of_kind("entrance")), wanted["entrances"]),
        ("tunnels", len(plan.tunnels), wanted["tunnels"]),
        ("chambers", len(plan.of_kind("chamber")), {"least": wanted["chambers"], "most": wanted["chambers"]}),
    ):
        if not span["least"] <= count <= span.get("most", FAR):
            path = (*plan.path, kind) if count else plan.path
            yield f"{count} {kind}; the mission has {_span(span)}", path
    for tunnel in plan.tunnels:
        for name, value in (("length", tunnel.length), ("width", tunnel.width)):
            if not wanted[name]["least"] - _SLACK <= value <= wanted[name]["most"] + _SLACK:
                ends = " to ".join(f"`{end.id}`" for end in tunnel.ends)
                yield (
                    f"the {name} of the tunnel from {ends} is {value:.3g}{sign}; "
                    f"the mission has {_span(wanted[name])}",
                    (*tunnel.path, "width" if name == "width" else "from"),
                )
    for node in plan.of_kind("chamber"):
        if node.diameter != wanted["diameter"]:
            yield (
                f"chamber `{node.id}` is {node.diameter:g}{sign} across; "
                f"the mission has {wanted['diameter']}",
                (*node.path, "diameter"),
            )


def _span(span: Mapping[str, int]) -> str:
    least, most = span["least"], span.get("most")
    if most is None:
        return f"{least} or more"
    return str(least) if least == most else f"{least}-{most}"
