"""4xx: comparison of a scenario with its mission."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from builder.games.mobile_infantry.checks import GAMES
from builder.games.mobile_infantry.mission_plan import FAR, distances_of, places_of, tunnels_of
from builder.geometry import shapes
from builder.geometry.shapes import Shape
from builder.lint.check import Check
from builder.lint.finding import Defect, Severity
from builder.lint.repeats import repeats
from builder.scenario.model import Objective, Scenario
from builder.scenario.names import NameKind
from rulesdb import Entry
from rulesdb.yaml_source import DataPath

if TYPE_CHECKING:
    from builder.boards.table import TableMap, TunnelPlan

_PLACES = {NameKind.TERRAIN, NameKind.TUNNEL_END, NameKind.NEW_TUNNEL, NameKind.ZONE, NameKind.OBJECTIVE}
_NEEDS = frozenset({NameKind.MISSION} | _PLACES)
_TABLE = frozenset({"table"})
# Smaller than anybody can measure on a table, but larger than rounding errors.
_SLACK = 1e-4
_CENTER = "table-center"
_CRASH = "crash-site"
_MEETING = "rendezvous"
_WRECK = "wreck"
# The distance in inches that counts as close to a wreck: the one that keeps a team together near bugs.
_AROUND = 6
# Rounds from the one before a call to the landing: a call starts a round, and the Craft come in the next.
_CALL = 2
_FORT = frozenset({"wall", "trench", "tower", "bunker", "pad"})
# How to add places that are usually neither objectives nor zones.
_TO_ADD = MappingProxyType(
    {"entrance": "add entrances to the plan of tunnels", "lair": "name them in a chamber's `text`"}
)

_Place = tuple[str, Shape, DataPath]


class _MissionCheck(Check):
    """A check of scenarios that play a mission on a table."""

    games = GAMES
    maps = _TABLE
    needs = _NEEDS

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        mission = scenario.mission
        if mission is not None:
            for defect in self.compare(scenario, mission):
                yield replace(defect, rule=mission.key)

    @abstractmethod
    def compare(self, scenario: Scenario, mission: Entry) -> Iterator[Defect]:
        """Every difference between the scenario and the mission."""


class MissionTerrainCheck(_MissionCheck):
    """More terrain than the mission allows."""

    code = "BB410"
    slug = "mission-terrain"
    what = "There are more pieces of terrain than the mission allows."
    why = "The mission limits them; the parts of a fort and the crashed Craft do not count."
    example = "13 pieces in Bravo Two Zero, which allows 12"
    fix = "Remove pieces, or delete `mission:`."

    def compare(self, scenario: Scenario, mission: Entry) -> Iterator[Defect]:
        most = mission.get("terrain", {}).get("pieces")
        free = _free_symbols(scenario, mission)
        counted = [piece for piece in scenario.table_map.pieces if piece.terrain.get("symbol") not in free]
        if most is not None and len(counted) > most:
            message = f"{len(counted)} pieces of terrain; {mission.title} allows {most}"
            yield Defect(message, (*counted[most].path, "id"), "remove pieces")


class MissionPlacesCheck(_MissionCheck):
    """A place of the mission that the scenario does not have."""

    code = "BB411"
    slug = "mission-place"
    what = "A place of the mission is missing, there are too few or too many, or not one in each sector."
    why = "Without it the mission cannot be played or won."
    example = "Bravo Two Zero with two objectives"
    fix = "Add an objective, zone or chamber whose id is the place's, or begins with it and a hyphen."

    def compare(self, scenario: Scenario, mission: Entry) -> Iterator[Defect]:
        for place in places_of(scenario.ruleset, mission):
            id, wanted = place["id"], place.get("count", 1)
            places = list(_places(scenario, id))
            too_many = "count" in place and len(places) > wanted
            if len(places) < wanted or too_many:
                there = {0: "there is none", 1: "there is 1"}.get(len(places), f"there are {len(places)}")
                needs = f"{mission.title} needs {wanted} of `{id}` ({place['title']}), and {there}"
                to_add = _TO_ADD.get(id, f"name an objective or zone `{id}` or `{id}-…`")
                help = f"keep {wanted}, and give the others another id" if too_many else to_add
                yield Defect(needs, ("scenario", "mission"), help)
            elif place.get("each_sector"):
                yield from _sector_defects(scenario.table_map, mission["sectors"], places)


class MissionDistanceCheck(_MissionCheck):
    """Two places nearer to each other, or farther apart, than the mission allows."""

    code = "BB412"
    slug = "mission-distance"
    what = "The distance between two places is not what the mission states."
    why = "The distances make a mission hard but not hopeless."
    example = "an objective 4 inches from the edge in Bravo Two Zero, which requires 6"
    fix = "Move one of the two."

    def compare(self, scenario: Scenario, mission: Entry) -> Iterator[Defect]:
        table = scenario.table_map
        for (what, other), stated in distances_of(scenario.ruleset, mission).items():
            least, most = (bound * _inch(table) for bound in stated)
            for index, (id, shape, path) in enumerate(_places(scenario, what)):
                # If there is no other place, nothing is too near to it or too far.
                gaps = _gaps(scenario, shape, index, what, other, most < FAR)
                near, name = min(gaps, default=(least, other))
                # A place off the table is at a negative distance from its edge, which BB201 reports.
                if 0 <= near < least - _SLACK:
                    wanted, up_to = f"at least {least:g}{table.sign}", ""
                elif near > most + _SLACK:
                    wanted, up_to = f"at most {most:g}{table.sign}", "" if other == _CENTER else "up to "
                else:
                    continue
                distance = f"{up_to}{_figure(near, least, most)}{table.sign} from {name}"
                yield Defect(f"`{id}` is {distance}; {mission.title} requires {wanted}", path)


class MissionTunnelsCheck(_MissionCheck):
    """A tunnel plan that differs from the mission's."""

    code = "BB413"
    slug = "mission-tunnels"
    what = (
        "The numbers or sizes of entrances, tunnels and chambers are not those of the mission, two chambers "
        "overlap, or a tunnel runs through a chamber."
    )
    why = "The mission states them, so that both sides know what to expect below."
    example = "a tunnel 30 inches long in Tunnel Rats, which has 12 to 24"
    fix = "Change the plan; a tunnel's length is counted between the rims of its chambers."

    def compare(self, scenario: Scenario, mission: Entry) -> Iterator[Defect]:
        wanted = tunnels_of(scenario.ruleset, mission)
        plan = scenario.table_map.plan
        if wanted and plan is None:
            message = f"{mission.title} needs a plan of tunnels"
            yield Defect(message, ("scenario", "mission"), "add `tunnels:` to the map")
        elif wanted and plan is not None:
            yield from _plan_defects(plan, wanted, scenario.table_map)


class MissionRetrievalCheck(_MissionCheck):
    """More troops than the Craft can take off before the game ends."""

    code = "BB414"
    slug = "mission-retrieval"
    severity = Severity.WARNING
    what = "The Craft of the mission cannot pick up all figures before the game ends."
    why = "Some would be lost, however well their side plays."
    example = "32 figures, and three Craft of ten that can land only once before the game ends"
    fix = "Field fewer figures, or add turns."

    def compare(self, scenario: Scenario, mission: Entry) -> Iterator[Defect]:
        retrieval = mission.get("retrieval", {})
        if "craft" not in retrieval:
            return
        figures = sum(force.count for force in scenario.forces if force.side != "bug" and not force.arrival)
        if "rounds" in retrieval:
            trips = sum(turn <= scenario.turns for turn in retrieval["rounds"])
        else:
            # Called in one round, they land in the next: in the second at the earliest.
            away = max(1, retrieval["away"])
            rounds = [_first_round(scenario, objective) or 0 for objective in _meetings(scenario)]
            trips = max(0, (scenario.turns - max(rounds, default=0) - _CALL + away) // away)
        room = trips * retrieval["craft"] * retrieval["capacity"]
        if figures > room:
            message = f"{figures} figures, and room for {room} on all flights up to turn {scenario.turns}"
            yield Defect(message, ("schedule", "turns"))


class MissionMeetingCheck(_MissionCheck):
    """A rendezvous that cannot be reached before the last Craft."""

    code = "BB430"
    slug = "late-meeting"
    what = "The rendezvous can be reached before the game ends, but not before the last Craft leave it."
    why = "Nobody could get away, however fast the troops march."
    example = "a rendezvous 13 rounds away in a mission whose last Craft pass over in round 12"
    fix = "Move the rendezvous nearer, or add turns if the Craft are called."

    def compare(self, scenario: Scenario, mission: Entry) -> Iterator[Defect]:
        retrieval = mission.get("retrieval", {})
        last = max(retrieval["rounds"]) if "rounds" in retrieval else scenario.turns - _CALL
        for objective in _meetings(scenario):
            first = _first_round(scenario, objective)
            # BB405 reports objectives that take longer than the game.
            if first is not None and last < first <= scenario.turns:
                message = f"objective `{objective.id}` takes at least {first} rounds to reach"
                help = f"move it nearer, or the start of the {scenario.side_title(objective.side)}"
                due = f"it must be reached by round {last} for the last Craft"
                yield Defect(f"{message}; {due}", (*objective.path, "at"), help)


class MissionWreckCheck(_MissionCheck):
    """A wreck that is not at the crash site, or survivors who are not around it."""

    code = "BB431"
    slug = "mission-wreck"
    what = (
        "The crashed Craft is more than 6 inches from the crash site or too near to an edge, or its "
        "survivors do not start around it."
    )
    why = "The survivors defend the Craft, and their rescuers look for both in one place."
    example = "a wreck in the north-west and survivors in the south-east"
    fix = "Move the wreck, the crash site and the survivors to one place."

    def compare(self, scenario: Scenario, mission: Entry) -> Iterator[Defect]:
        table = scenario.table_map
        wrecks = [piece for piece in table.pieces if piece.terrain.slug == _WRECK]
        if not wrecks or not any(place["id"] == _CRASH for place in places_of(scenario.ruleset, mission)):
            return
        near, sign = _AROUND * _inch(table), table.sign
        edge = distances_of(scenario.ruleset, mission)[_CRASH, "table-edge"][0] * _inch(table)
        for piece in wrecks:
            path = (*piece.path, "id")
            gap = min(distance for distance, _ in _gaps(scenario, piece.shape, 0, "", "table-edge", False))
            if 0 <= gap < edge - _SLACK:
                message = f"`{piece.id}` is {_figure(gap, edge)}{sign} from the edge"
                yield Defect(f"{message}; {mission.title} requires at least {edge:g}{sign}", path)
        for id, shape, path in _places(scenario, _CRASH):
            gap = min(piece.shape.distance(shape) for piece in wrecks)
            if gap > near + _SLACK:
                yield Defect(f"`{id}` is {_figure(gap, near)}{sign} from the crashed Craft", path)
        # A limit of the mission's rule reports if more than one team is away from the landing zone.
        survivors = {force.id for force in scenario.forces if len(force.teams) == 1}
        landings = [shape for _, shape, _ in _places(scenario, "landing")]
        starts = [*landings, *(shape for _, shape, _ in _places(scenario, _CRASH))]
        for placement in scenario.placements:
            zone = scenario.zone(placement.zone)
            start = zone.region.shape if zone is not None else None
            if start is None or placement.force not in survivors:
                continue
            gap = min(piece.shape.distance(start) for piece in wrecks)
            if landings and gap > near + _SLACK and not any(place.covers(start) for place in starts):
                where = f"zone `{placement.zone}`, {_figure(gap, near)}{sign} from the crashed Craft"
                message = f"`{placement.force}` starts in {where}, and not in the landing zone"
                yield Defect(message, (*placement.path, "zone"))


class UnscorableCheck(_MissionCheck):
    """Points that nobody can score."""

    code = "BB417"
    slug = "unscorable"
    severity = Severity.WARNING
    what = "The mission gives points for killing creatures of a kind that no force has."
    why = "A side would count on points that it cannot get."
    example = "no Flying Warriors in a mission that scores them"
    fix = "Add a force of that unit."
    maps = frozenset()
    needs = frozenset({NameKind.MISSION, NameKind.UNIT})

    def compare(self, scenario: Scenario, mission: Entry) -> Iterator[Defect]:
        fielded = {force.unit.slug for force in scenario.forces}
        units = {unit.slug for unit in scenario.ruleset.of_kind("unit")}
        for line in mission["victory"]:
            unit = str(line["event"]).removesuffix("-killed").removesuffix("-captured")
            if unit in units and unit not in fielded:
                message = f"{mission.title} scores `{line['event']}`, and no force is of unit `{unit}`"
                yield Defect(message, ("scenario", "mission"), f"add a force with `unit: {unit}`")


def _meetings(scenario: Scenario) -> list[Objective]:
    """The objectives where the troops meet the Craft."""
    return [objective for objective in scenario.objectives if _is_called(objective.id, _MEETING)]


def _first_round(scenario: Scenario, objective: Objective) -> int | None:
    """The first round in which its side can be at an objective; ``None`` if it is unknown."""
    forces = scenario.forces_of(objective.side)
    if not forces or not all(scenario.reach.parties(force) for force in forces):
        return None
    return scenario.reach.first_move(forces, objective.region)


def _inch(table: TableMap) -> float:
    """An inch, the unit of missions, in the map's unit."""
    return 1 / table.in_inches


def _figure(value: float, *bounds: float) -> str:
    """A length rounded to a tenth, or unrounded if rounding would make it equal to a violated bound."""
    tenths = round(value, 1)
    return f"{value:g}" if tenths in bounds else f"{tenths:g}"


def _free_symbols(scenario: Scenario, mission: Entry) -> frozenset[str]:
    """Symbols of pieces that do not count as terrain: the parts of a fort, and the wreck at a crash site."""
    is_crash = any(place["id"] == _CRASH for place in places_of(scenario.ruleset, mission))
    return (_FORT if "fortifications" in mission.facts else frozenset()) | ({_WRECK} if is_crash else set())


def _places(scenario: Scenario, place: str) -> Iterator[_Place]:
    """The id, shape and path of everything whose id is that of a place of the mission, or starts with it.

    Entrances of the plan are places of that name. Without a lair, a chamber with a `text` counts as one.
    """
    called = list(_places_called(scenario, place))
    yield from called
    plan = scenario.table_map.plan
    if place == "lair" and not called and plan is not None:
        for node in plan.of_kind("chamber"):
            if node.text:
                yield node.id, node.shape, (*node.path, "at")


def _places_called(scenario: Scenario, place: str) -> Iterator[_Place]:
    for zone in scenario.zones:
        if zone.region.shape is not None and _is_called(zone.id, place):
            yield zone.id, zone.region.shape, (*zone.path, "id")
    for objective in scenario.objectives:
        if objective.region.shape is not None and _is_called(objective.id, place):
            yield objective.id, objective.region.shape, (*objective.path, "at")
    plan = scenario.table_map.plan
    for node in plan.nodes.values() if plan else ():
        if place == node.kind or _is_called(node.id, place):
            yield node.id, node.shape, (*node.path, "at")


def _is_called(id: str, place: str) -> bool:
    return id == place or id.startswith(f"{place}-")


def _gaps(
    scenario: Scenario, shape: Shape, index: int, what: str, other: str, is_most: bool
) -> Iterator[tuple[float, str]]:
    """Distances to the other places; from the far side of the shape if the mission states a maximum.

    For the distance to the center of the table, the middle of the shape counts.
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


def _sector_defects(table: TableMap, count: int, places: Iterable[_Place]) -> Iterator[Defect]:
    """Places that share one of the sectors from west to east."""
    wide = table.width / count

    def sector(place: _Place) -> int:
        # A place on the east edge is in the last sector.
        return min(count, int(place[1].center[0] // wide) + 1)

    for other, place in repeats(places, sector):
        where = f"in the same sector, number {sector(place)} from the west"
        help = f"each of the {count} sectors has one; they are {wide:g}{table.sign} wide"
        yield Defect(f"`{place[0]}` and `{other[0]}` are {where}", place[2], help)


def _plan_defects(plan: TunnelPlan, wanted: Mapping[str, Any], table: TableMap) -> Iterator[Defect]:
    """Every difference between a plan of tunnels and the mission's requirements."""
    help, inch, sign = "change the plan", _inch(table), table.sign
    chambers = plan.of_kind("chamber")
    for kind, count, span in (
        ("entrance", len(plan.of_kind("entrance")), wanted["entrances"]),
        ("tunnel", len(plan.tunnels), wanted["tunnels"]),
        ("chamber", len(chambers), {"least": wanted["chambers"], "most": wanted["chambers"]}),
    ):
        least, most = _bounds(span, 1)
        if not least <= count <= most:
            counted = f"1 {kind}" if count == 1 else f"{count} {kind}s"
            yield Defect(f"{counted}; the mission has {_span(least, most)}", (*plan.path, f"{kind}s"), help)
    ways = [(tunnel, shapes.line(tunnel.points, tunnel.width)) for tunnel in plan.tunnels]
    for index, node in enumerate(chambers):
        for other in chambers[:index]:
            if node.shape.distance(other.shape) < _SLACK:
                yield Defect(
                    f"chamber `{node.id}` runs into `{other.id}`", (*node.path, "at"), "move one of them"
                )
        for tunnel, way in ways:
            if node not in tunnel.ends and way.distance(node.shape) == 0.0:
                ends = " to ".join(f"`{end.id}`" for end in tunnel.ends)
                message = f"the tunnel from {ends} runs through chamber `{node.id}`"
                yield Defect(message, (*tunnel.path, "from"), "route it around the chamber, or end it there")
    measured: list[tuple[str, float, Mapping[str, int], DataPath]] = []
    for tunnel in plan.tunnels:
        ends = " to ".join(f"`{end.id}`" for end in tunnel.ends)
        for name, value, key in (("length", tunnel.length, "from"), ("width", tunnel.width, "width")):
            what = f"the {name} of the tunnel from {ends}"
            measured.append((what, value, wanted[name], (*tunnel.path, key)))
    across = {"least": wanted["diameter"], "most": wanted["diameter"]}
    for node in chambers:
        what = f"the diameter of chamber `{node.id}`"
        measured.append((what, node.diameter, across, (*node.path, "diameter")))
    for what, value, span, path in measured:
        least, most = _bounds(span, inch)
        if not least - _SLACK <= value <= most + _SLACK:
            figure = f"{_figure(value, least, most)}{sign}"
            yield Defect(f"{what} is {figure}; the mission has {_span(least, most)}{sign}", path, help)


def _bounds(span: Mapping[str, int], unit: float) -> tuple[float, float]:
    return span["least"] * unit, span.get("most", FAR) * unit


def _span(least: float, most: float) -> str:
    if most == FAR:
        return f"{least:g} or more"
    return f"{least:g}" if least == most else f"{least:g}-{most:g}"
