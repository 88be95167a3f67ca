"""2xx: doors, airlocks, hatches and lifts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from builder.boards.deck import HexMap
from builder.boards.deck_parts import Door
from builder.boards.deck_structure import OUTSIDE, AreaLink
from builder.boards.spots import Place
from builder.geometry.hexgrid import Hex
from builder.lint.check import Check
from builder.lint.finding import Applicability, Finding, Fix, Severity
from builder.lint.layout import Layout
from builder.scenario.model import Scenario
from builder.scenario.names import NameKind

_MAP_NAMES = frozenset(
    {NameKind.HEX, NameKind.LEVEL, NameKind.NEW_AREA, NameKind.NEW_HEXSIDE, NameKind.WALLS}
)


class DoorNotOnWallCheck(Check):
    """A door where there is no wall."""

    code = "BB203"
    slug = "door-not-on-wall"
    what = "A door's hexside is not between two areas, or between an area and the outside."
    why = "Walls run only where areas meet; a door in the middle of a room would not be drawn."
    example = "0305/N: interior, where 0305 and 0304 are both in the bridge"
    fix = "Choose the hexside where the two areas meet."
    maps = frozenset({"hex"})
    needs = _MAP_NAMES

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        hex_map = scenario.hex_map
        for (level, side), door in hex_map.doors.items():
            area = hex_map.area_at.get(Place(level, side.hex))
            if area != hex_map.area_at.get(Place(level, hex_map.grid.across(side))):
                continue
            where = f"both sides are in area `{area}`" if area else "neither side is in an area"
            walls = _walls_nearby(hex_map, door)
            yield self.finding(
                scenario,
                f"no wall at hexside {door.text}: {where}",
                door.path,
                f"walls nearby: {', '.join(walls)}" if walls else "put it where two areas meet",
                key=True,
            )


class AirlockDoorsCheck(Check):
    """An airlock that cannot work as one."""

    code = "BB204"
    slug = "airlock-doors"
    what = "An airlock needs at least two airtight doors, to different places, and no other opening."
    why = "An airlock lets people pass between atmospheres because it can be shut on both sides."
    example = "an area of kind airlock with one airtight door"
    fix = "Give it an airtight door on each side."
    fixable = (Applicability.UNSAFE,)
    maps = frozenset({"hex"})
    needs = _MAP_NAMES

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        links = scenario.hex_map.links_by_area
        for area in scenario.hex_map.areas.values():
            if area.kind != "airlock":
                continue
            connected = _behind_airtight_doors(links[area.id], area.id)
            if len(connected) < 2:
                problem = f"leads only to `{connected.pop()}`" if connected else "has no airtight door"
                yield self.finding(scenario, f"airlock `{area.id}` {problem}", area.path, key=True)
            for link in links[area.id]:
                if link.kind in ("interior-door", "open"):
                    door = _door(scenario.hex_map, link)
                    yield self.finding(
                        scenario,
                        f"airlock `{area.id}` has an opening that is not airtight, at hexside {door.text}",
                        area.path,
                        _sealing(door, "make that door airtight"),
                        key=True,
                        fixes=_airtight(scenario, door, Applicability.UNSAFE),
                    )


class UnsealedAreaCheck(Check):
    """An area that leaks air from the start."""

    code = "BB206"
    slug = "unsealed-area"
    what = "Two places with different atmospheres are joined by an interior door or an open hexside."
    why = "Only airtight doors, walls and hatches hold air; the area would have lost its air before the game."
    example = "an interior door in the hull of a ship in vacuum"
    fix = "Make the door airtight, or give both places the same atmosphere."
    fixable = (Applicability.UNSAFE,)
    maps = frozenset({"hex"})
    needs = _MAP_NAMES

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        hex_map = scenario.hex_map
        for link in hex_map.links:
            if link.kind not in ("interior-door", "open"):
                continue
            here, there = (_air(hex_map, id) for id in (link.here, link.there))
            if here == there:
                continue
            door = _door(hex_map, link)
            path = " → ".join(_leak(hex_map, link))
            yield self.finding(
                scenario,
                f"air leaks through hexside {door.text}: {path}",
                door.path,
                _sealing(door, "make the door airtight"),
                key=True,
                fixes=_airtight(scenario, door, Applicability.UNSAFE),
            )


class HatchNowhereCheck(Check):
    """A hatch that does not join two areas of neighboring levels."""

    code = "BB207"
    slug = "hatch-nowhere"
    what = "A hatch's hex is not in an area on both of its levels, or the levels are not neighbors."
    why = "A hatch leads up or down one level, from floor to floor."
    example = "a hatch at 0605 where the lower deck has no area"
    fix = "Move the hatch to a hex that is floor on both levels."
    maps = frozenset({"hex"})
    needs = _MAP_NAMES

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        hex_map = scenario.hex_map
        for hatch in hex_map.hatches:
            if hatch.levels[1] - hatch.levels[0] != 1:
                upper, lower = (hex_map.levels[level].id for level in hatch.levels)
                yield self.finding(
                    scenario,
                    f"levels `{upper}` and `{lower}` are not neighbors",
                    (*hatch.path, "levels"),
                    "join neighboring levels, with one hatch for each step",
                )
            for level in hatch.levels:
                place = Place(level, hatch.hex)
                if place not in hex_map.area_at:
                    yield self.finding(
                        scenario,
                        f"the hatch leads nowhere: {hex_map.describe(place)} is in no area",
                        (*hatch.path, "hex"),
                    )


class LiftDoorCheck(Check):
    """A lift stop without an airtight door."""

    code = "BB208"
    slug = "lift-door"
    what = "A lift has no airtight door on one of its levels, or a door that is not airtight."
    why = "All lift doors are airtight; without one nobody can enter the lift there."
    example = "a lift that stops at the lower deck, where its hex has no door"
    fix = "Put an airtight door on one of the lift's hexsides on that level."
    fixable = (Applicability.SAFE,)
    maps = frozenset({"hex"})
    needs = _MAP_NAMES

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        hex_map = scenario.hex_map
        for lift in hex_map.lifts:
            for level in lift.levels:
                doors = hex_map.doors_by_area.get((lift.id, level), ())
                where = hex_map.describe(Place(level, lift.hex))
                if not doors:
                    yield self.finding(
                        scenario,
                        f"lift `{lift.id}` has no door at {where}",
                        (*lift.path, "levels"),
                        "add an airtight door to `doors` of that level",
                    )
                for door in doors:
                    if door.kind != "airtight":
                        yield self.finding(
                            scenario,
                            f"lift door {door.text} is not airtight",
                            door.path,
                            "write `airtight`",
                            fixes=_airtight(scenario, door, Applicability.SAFE),
                        )


class AirlockPurposeCheck(Check):
    """An airlock between places with the same atmosphere."""

    code = "BB211"
    slug = "airlock-without-purpose"
    severity = Severity.WARNING
    what = "All doors of an airlock lead to places with the same atmosphere."
    why = "The airlock would have no effect; often the outer door is at the wrong hexside."
    example = "an airlock between two pressurized corridors"
    fix = "Let one of its doors lead outside, or make it a room."
    maps = frozenset({"hex"})
    needs = _MAP_NAMES

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        hex_map = scenario.hex_map
        links = hex_map.links_by_area
        for area in hex_map.areas.values():
            connected = _behind_airtight_doors(links[area.id], area.id)
            airs = {_air(hex_map, id) for id in connected}
            if area.kind == "airlock" and len(connected) > 1 and len(airs) == 1:
                yield self.finding(
                    scenario,
                    f"airlock `{area.id}` joins places that are all {airs.pop()}",
                    area.path,
                    key=True,
                )


def _door(hex_map: HexMap, link: AreaLink) -> Door:
    """The door or opening that a link goes through."""
    return next(door for door in hex_map.doors.values() if _ends(hex_map, door) == link.places)


def _ends(hex_map: HexMap, door: Door) -> tuple[Place, Place]:
    """The places on both sides of a door, in the order of a link through it."""
    return Place(door.level, door.side.hex), Place(door.level, hex_map.grid.across(door.side))


def _sealing(door: Door, help: str) -> str:
    """Help for a door that is not airtight; an open gap has no door yet."""
    return "put an airtight door there" if door.kind == "open" else help


def _airtight(scenario: Scenario, door: Door, sure: Applicability) -> tuple[Fix, ...]:
    edit = Layout(scenario.source).rewrite(door.path, "airtight")
    return (Fix(f"make hexside {door.text} airtight", sure, (edit,)),) if edit is not None else ()


def _behind_airtight_doors(links: Iterable[AreaLink], area: str) -> set[str]:
    """The ids of the places that airtight doors connect an area to."""
    return {link.there if link.here == area else link.here for link in links if link.kind == "airtight-door"}


def _air(hex_map: HexMap, id: str) -> str:
    if id == OUTSIDE:
        return hex_map.outside
    return hex_map.areas[id].atmosphere


def _leak(hex_map: HexMap, link: AreaLink) -> Iterator[str]:
    """The path of the air, from the farthest hex of the area that loses it to the worse atmosphere."""
    order = ["vacuum", "hostile", "benign"]
    worse, better = sorted(
        link.places, key=lambda place: order.index(_air(hex_map, hex_map.area_at.get(place, OUTSIDE)))
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
    place = next(place for place in _ends(hex_map, door) if door.text.startswith(label(place.hex)))
    area = hex_map.area_at.get(place)
    return [
        f"{label(place.hex)}/{direction}"
        for direction, other in hex_map.grid.around(place.hex)
        if hex_map.area_at.get(Place(place.level, other)) != area
    ]
