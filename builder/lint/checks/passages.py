"""2xx: doors, airlocks, hatches and lifts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from builder.boards.deck_parts import Door
from builder.boards.deck_structure import OUTSIDE, AreaLink
from builder.boards.spots import Place
from builder.geometry.hexgrid import Hex
from builder.lint.check import ZONE_NAMES, Check, DeckCheck
from builder.lint.finding import Applicability, Defect, Fix, Severity
from builder.lint.redraft import Redraft
from builder.scenario.model import Scenario
from rulesdb.yaml_source import DataPath

if TYPE_CHECKING:
    from builder.boards.deck import HexMap


class DoorNotOnWallCheck(DeckCheck):
    """A door where there is no wall."""

    code = "BB203"
    slug = "door-not-on-wall"
    what = "A door's hexside is not between two areas, or between an area and the outside."
    why = "Walls run only where areas meet; a door in the middle of a room would not be drawn."
    example = "0305/N: interior, where 0305 and 0304 are both in the bridge"
    fix = "Choose the hexside where the two areas meet."

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        hex_map = scenario.hex_map
        for (level, side), door in hex_map.doors.items():
            area, other = (hex_map.area_at.get(place) for place in hex_map.ends(level, side))
            if area == other:
                where = f"both sides are in area `{area}`" if area else "neither side is in an area"
                walls = ", ".join(_walls_nearby(hex_map, door))
                help = f"walls nearby: {walls}" if walls else "put it where two areas meet"
                yield Defect(f"no wall at hexside {door.text}: {where}", door.path, help, key=True)


class AirlockDoorsCheck(DeckCheck):
    """An airlock that cannot work as one."""

    code = "BB204"
    slug = "airlock-doors"
    what = "An airlock needs at least two airtight doors, to different places, and no other opening."
    why = "An airlock lets people pass between atmospheres because it can be shut on both sides."
    example = "an area of kind airlock with one airtight door"
    fix = "Give it an airtight door on each side."
    fixable = (Applicability.UNSAFE,)

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        links = scenario.hex_map.links_by_area
        for area in scenario.hex_map.areas.values():
            if area.kind != "airlock":
                continue
            connected = _behind_airtight_doors(links[area.id], area.id)
            if len(connected) < 2:
                problem = f"leads only to `{connected.pop()}`" if connected else "has no airtight door"
                yield Defect(f"airlock `{area.id}` {problem}", area.path, key=True)
            for door in _other_doors(links[area.id]):
                message = f"airlock `{area.id}` has an opening that is not airtight, at hexside {door.text}"
                yield _to_seal(scenario, door, message, area.path)


class HeldDoorCheck(Check):
    """An open door that nobody holds."""

    code = "BB249"
    slug = "held-door"
    what = "A door starts open, and nobody sets up next to it."
    why = "A door stays open only while somebody next to it holds it; it would close at once."
    example = "0303/SE: {kind: airtight, starts: open}, far from all set-up zones"
    fix = "Let somebody set up next to it, or leave out `starts`."
    needs = ZONE_NAMES | DeckCheck.needs
    maps = DeckCheck.maps

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        hex_map = scenario.hex_map
        used = {placement.zone for placement in scenario.placements}
        starts = {spot for zone in scenario.zones if zone.id in used for spot in zone.region.spots}
        for (level, side), door in hex_map.doors.items():
            if door.starts == "open" and starts.isdisjoint(hex_map.ends(level, side)):
                message = f"door {door.text} starts open, but nobody sets up next to it"
                yield Defect(message, (*door.path, "starts"))


class UnsealedAreaCheck(DeckCheck):
    """An area that leaks air from the start."""

    code = "BB206"
    slug = "unsealed-area"
    what = "An interior door, an open hexside or an open door joins two places with different atmospheres."
    why = "Only airtight doors, walls and hatches hold air; the area would have lost its air before the game."
    example = "an interior door in the hull of a ship in vacuum"
    fix = "Make the door airtight, or give both places the same atmosphere."
    fixable = (Applicability.UNSAFE,)

    def leaks_by(self, door: Door) -> bool:
        """Whether the check applies to a door that does not hold air."""
        return not _has_leaked(door)

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        hex_map = scenario.hex_map
        for link in hex_map.links:
            for door in filter(self.leaks_by, _leaking_doors([link])):
                if hex_map.air(link.here) != hex_map.air(link.there):
                    path = " → ".join(_leak(hex_map, link))
                    message = f"air leaks through hexside {door.text}: {path}"
                    yield _to_seal(scenario, door, message, door.path)


class BreachedAreaCheck(UnsealedAreaCheck):
    """An area with a breach that still has its air."""

    code = "BB251"
    slug = "breached-area"
    what = "Two places with different atmospheres are joined by a breach or a broken door."
    why = "A hole that is there at the start has already let the air out."
    example = "a breach in the hull of a room that is full of air"
    fix = "Give both places the same atmosphere, or close the hole."

    def leaks_by(self, door: Door) -> bool:
        return _has_leaked(door)


class HatchNowhereCheck(DeckCheck):
    """A hatch that does not join two areas of neighboring levels."""

    code = "BB207"
    slug = "hatch-nowhere"
    what = "A hatch's hex is not in an area on both of its levels, or the levels are not neighbors."
    why = "A hatch leads up or down one level, from floor to floor."
    example = "a hatch at 0605 where the lower deck has no area"
    fix = "Move the hatch to a hex that is floor on both levels."

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        hex_map = scenario.hex_map
        for hatch in hex_map.hatches:
            if hatch.levels[1] - hatch.levels[0] != 1:
                upper, lower = (hex_map.levels[level].id for level in hatch.levels)
                message = f"levels `{upper}` and `{lower}` are not neighbors"
                help = "join neighboring levels, with one hatch for each step"
                yield Defect(message, (*hatch.path, "levels"), help)
            for level in hatch.levels:
                place = Place(level, hatch.hex)
                if place not in hex_map.area_at:
                    message = f"the hatch leads nowhere: {hex_map.describe(place)} is in no area"
                    yield Defect(message, (*hatch.path, "hex"), aspect=hatch.kind)


class LiftDoorCheck(DeckCheck):
    """A lift stop without an airtight door."""

    code = "BB208"
    slug = "lift-door"
    what = "A lift has no airtight door on one of its levels, or a door that is not airtight."
    why = "All lift doors are airtight; without one nobody can enter the lift there."
    example = "a lift that stops at the lower deck, where its hex has no door"
    fix = "Put an airtight door on one of the lift's hexsides on that level."
    fixable = (Applicability.SAFE,)

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        hex_map = scenario.hex_map
        for lift in hex_map.lifts:
            for level in lift.levels:
                doors = hex_map.doors_by_area.get((lift.id, level), ())
                where = hex_map.describe(Place(level, lift.hex))
                if not doors:
                    message = f"lift `{lift.id}` has no door at {where}"
                    help = "add an airtight door to `doors` of that level"
                    yield Defect(message, (*lift.path, "levels"), help)
                for door in doors:
                    if door.kind != "airtight":
                        message = f"lift door {door.text} is not airtight"
                        fixes = _airtight(scenario, door, Applicability.SAFE)
                        yield Defect(message, door.path, "write `airtight`", fixes=fixes)


class AirlockPurposeCheck(DeckCheck):
    """An airlock between places with the same atmosphere."""

    code = "BB211"
    slug = "airlock-without-purpose"
    severity = Severity.INFO
    what = "All doors of an airlock lead to places inside with the same atmosphere."
    why = "The airlock would have no effect; often the outer door is at the wrong hexside."
    example = "an airlock between two pressurized corridors"
    fix = "Let one of its doors lead outside, or make it a room."

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        hex_map = scenario.hex_map
        links = hex_map.links_by_area
        for area in hex_map.areas.values():
            connected = _behind_airtight_doors(links[area.id], area.id)
            airs = {hex_map.air(id) for id in connected}
            if area.kind == "airlock" and len(connected - {OUTSIDE}) > 1 and len(airs) == 1:
                message = f"airlock `{area.id}` joins places that are all {airs.pop()}"
                yield Defect(message, area.path, key=True)


def _leaking_doors(links: Iterable[AreaLink]) -> list[Door]:
    """The doors and openings of some links that do not hold air."""
    return [link.door for link in links if link.door is not None and not link.holds_air]


def _has_leaked(door: Door) -> bool:
    return door.kind == "breach" or door.starts == "broken"


def _to_seal(scenario: Scenario, door: Door, message: str, path: DataPath) -> Defect:
    """A defect whose fix is an airtight door; an open gap has no door yet."""
    help = "put an airtight door there" if door.kind == "open" else "make the door airtight"
    if _has_leaked(door) or door.starts == "open":
        help = "give both sides the same atmosphere, or put an airtight door there that is closed"
    fixes = _airtight(scenario, door, Applicability.UNSAFE)
    return Defect(message, path, help, key=True, aspect=door.kind, fixes=fixes)


def _airtight(scenario: Scenario, door: Door, sure: Applicability) -> tuple[Fix, ...]:
    draft = Redraft(scenario.source)
    draft.set(door.path, "airtight")
    return draft.fixes(f"make hexside {door.text} airtight", sure)


def _behind_airtight_doors(links: Iterable[AreaLink], area: str) -> set[str]:
    """The ids of the places that airtight doors, broken ones too, connect an area to."""
    return {link.other_end(area) for link in links if link.door is not None and link.door.kind == "airtight"}


def _other_doors(links: Iterable[AreaLink]) -> list[Door]:
    """The doors and openings of some links that are neither airtight doors nor breaches."""
    doors = [link.door for link in links if link.door is not None]
    return [door for door in doors if door.kind not in ("airtight", "breach")]


def _leak(hex_map: HexMap, link: AreaLink) -> Iterator[str]:
    """The path of the air, from the farthest hex of the area that loses it to the worse atmosphere."""
    order = ["vacuum", "hostile", "benign"]
    worse, better = sorted(
        link.places, key=lambda place: order.index(hex_map.air(hex_map.area_at.get(place, OUTSIDE)))
    )
    if better in hex_map.area_at:
        yield from _way_through(hex_map, better)
    else:
        yield OUTSIDE
    yield hex_map.grid.label(worse.hex) if worse in hex_map.area_at else OUTSIDE


def _way_through(hex_map: HexMap, end: Place) -> Iterator[str]:
    """The hexes of the shortest path through an area to one of its hexes, from the farthest one."""
    # An area with several levels is a shaft, and has the same hex on each.
    hexes = {place.hex for place in hex_map.areas[hex_map.area_at[end]].places}
    following: dict[Hex, Hex | None] = {end.hex: None}
    reached = [end.hex]
    for hex in reached:
        for other in hex_map.grid.neighbors(hex):
            if other in hexes and other not in following:
                following[other] = hex
                reached.append(other)
    step: Hex | None = reached[-1]
    while step is not None:
        yield hex_map.grid.label(step)
        step = following[step]


def _walls_nearby(hex_map: HexMap, door: Door) -> list[str]:
    """Hexsides with a wall around the hex that the file names for a door."""
    label = hex_map.grid.label
    ends = hex_map.ends(door.level, door.side)
    place = next(place for place in ends if door.text.startswith(label(place.hex)))
    area = hex_map.area_at.get(place)
    return [
        f"{label(place.hex)}/{direction}"
        for direction, other in hex_map.grid.around(place.hex)
        if hex_map.area_at.get(Place(place.level, other)) != area
    ]
