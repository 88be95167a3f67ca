"""2xx: the map's areas and what stands in them."""

from __future__ import annotations

from collections.abc import Iterator

from builder.boards.deck_structure import OUTSIDE, pieces_of
from builder.lint.check import Check
from builder.lint.finding import Finding
from builder.scenario.model import Scenario
from builder.scenario.names import NameKind

_MAP_NAMES = frozenset({NameKind.HEX, NameKind.LEVEL, NameKind.NEW_AREA, NameKind.NEW_HEXSIDE})


class AreaUnreachableCheck(Check):
    """An area without a way in."""

    code = "BB205"
    slug = "area-unreachable"
    what = "An area cannot be reached from the rest of the map by door, opening, hatch or lift."
    why = "Nobody can enter it without breaching a wall; most often a door has been forgotten."
    example = "a store room with no door"
    fix = "Add a door, or open the wall."
    maps = frozenset({"hex"})
    needs = _MAP_NAMES | {NameKind.WALLS}

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        areas = scenario.hex_map.areas
        joined: dict[str, set[str]] = {id: set() for id in areas}
        for link in scenario.hex_map.links:
            if OUTSIDE not in (link.here, link.there):
                joined[link.here].add(link.there)
                joined[link.there].add(link.here)
        islands = _islands(joined)
        mainland = max(islands, key=len)
        for island in islands:
            if island is mainland:
                continue
            first = next(area for area in areas.values() if area.id in island)
            others = f" (with {', '.join(sorted(island - {first.id}))})" if len(island) > 1 else ""
            yield self.finding(
                scenario,
                f"area `{first.id}`{others} cannot be reached from the rest of the map",
                first.path,
                "add a door to a neighboring area",
                key=True,
            )


class AreaInPiecesCheck(Check):
    """An area whose hexes do not hang together."""

    code = "BB209"
    slug = "area-in-pieces"
    what = "The hexes of an area on one level are not all adjacent to each other in a chain."
    why = "An area is one space for air and damage; two pieces would share air through walls."
    example = "hexes: 0304-0306 0901"
    fix = "Correct the hex, or make two areas of it."
    maps = frozenset({"hex"})
    needs = _MAP_NAMES

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        grid = scenario.hex_map.grid
        for area in scenario.hex_map.areas.values():
            pieces = pieces_of(place.hex for place in area.places)
            if len(pieces) > 1:
                smallest = min(pieces, key=lambda piece: (len(piece), min(piece)))
                apart = ", ".join(grid.label(hex) for hex in sorted(smallest)[:6])
                more = f" and {len(smallest) - 6} more" if len(smallest) > 6 else ""
                lie = "lie" if len(smallest) > 1 else "lies"
                yield self.finding(
                    scenario,
                    f"area `{area.id}` is in {len(pieces)} pieces; apart {lie} {apart}{more}",
                    (*area.path, "hexes"),
                    "correct the hex, or make two areas",
                )


class FeatureOffFloorCheck(Check):
    """Something that stands outside every area."""

    code = "BB210"
    slug = "feature-off-floor"
    what = "Machinery, a locker, a console or an objective is in a hex of no area."
    why = "It would float outside the hull."
    example = "machinery: {0101: obstructing}, where 0101 is space"
    fix = "Move it to a hex of an area."
    maps = frozenset({"hex"})
    needs = _MAP_NAMES

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        hex_map = scenario.hex_map
        for feature in hex_map.features:
            if feature.place not in hex_map.area_at:
                yield self.finding(
                    scenario,
                    f"{feature.kind} at {hex_map.describe(feature.place)} is in no area",
                    feature.path,
                    "move it to a hex of an area",
                    word=hex_map.grid.label(feature.place.hex),
                )
        for objective in scenario.objectives:
            if not hex_map.has_ground(objective.region.spot):
                yield self.finding(
                    scenario,
                    f"objective `{objective.id}` at {scenario.where(objective)} is in no area",
                    (*objective.path, "hex"),
                    "move it to a hex of an area",
                )


def _islands(joined: dict[str, set[str]]) -> list[set[str]]:
    """Groups of names that are joined to each other, in the order of their first names."""
    islands: list[set[str]] = []
    seen: set[str] = set()
    for start in joined:
        if start in seen:
            continue
        island: set[str] = set()
        waiting = [start]
        while waiting:
            name = waiting.pop()
            if name not in island:
                island.add(name)
                waiting += joined[name]
        seen |= island
        islands.append(island)
    return islands
