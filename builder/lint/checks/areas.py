"""2xx: areas of decks and what is in them, and tunnels below tables."""

from __future__ import annotations

from collections.abc import Iterator

from builder.boards.deck_structure import OUTSIDE, pieces_of
from builder.boards.spots import Place
from builder.geometry.paths import cheapest_costs, connected_groups
from builder.lint.check import DECK_NAMES, Check, DeckCheck
from builder.lint.finding import Defect
from builder.scenario.model import Scenario
from builder.scenario.names import NameKind


class AreaUnreachableCheck(DeckCheck):
    """An area that cannot be entered."""

    code = "BB205"
    slug = "area-unreachable"
    what = "An area cannot be reached from the rest of the map, inside or outside."
    why = "Nobody can enter it without breaching a wall; most often a door has been forgotten."
    example = "a store room with no door"
    fix = "Add a door to a neighboring area, or open the wall."

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        areas = scenario.hex_map.areas
        joined: dict[str, set[str]] = {id: set() for id in (*areas, OUTSIDE)}
        for link in scenario.hex_map.links:
            if OUTSIDE not in (link.here, link.there) or scenario.hex_map.can_open(link):
                joined[link.here].add(link.there)
                joined[link.there].add(link.here)
        islands = connected_groups(joined, joined.__getitem__)
        mainland = max(islands, key=len)
        for first, *others in (island for island in islands if island not in (mainland, [OUTSIDE])):
            with_others = f" (with {', '.join(sorted(others))})" if others else ""
            message = f"area `{first}`{with_others} cannot be reached from the rest of the map"
            yield Defect(message, areas[first].path, key=True)


class AreaInPiecesCheck(DeckCheck):
    """An area whose hexes are not connected."""

    code = "BB209"
    slug = "area-in-pieces"
    what = "The hexes of an area on one level are not all connected."
    why = "An area is one space for air and damage; two pieces would share air through walls."
    example = "hexes: 0304-0306 0901"
    fix = "Correct the hex, or make two areas."
    needs = DECK_NAMES

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        grid = scenario.hex_map.grid
        for area in scenario.hex_map.areas.values():
            pieces = pieces_of(place.hex for place in area.places)
            if len(pieces) > 1:
                smallest = min(pieces, key=lambda piece: (len(piece), min(piece)))
                separate = ", ".join(grid.label(hex) for hex in sorted(smallest)[:6])
                more = f" and {len(smallest) - 6} more" if len(smallest) > 6 else ""
                yield Defect(
                    f"area `{area.id}` is in {len(pieces)} pieces; not connected: {separate}{more}",
                    (*area.path, "hexes"),
                )


class FeatureOffFloorCheck(DeckCheck):
    """Something that is outside every area."""

    code = "BB210"
    slug = "feature-off-floor"
    what = (
        "Machinery, a locker or a console is in a hex of no area, or an objective is, on a map that is "
        "neither a ship nor a base."
    )
    why = "It would be drawn outside the hull."
    example = "machinery: {0101: obstructing}, where 0101 is space"
    fix = "Move it to a hex of an area."
    needs = DECK_NAMES

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        hex_map = scenario.hex_map
        for feature in hex_map.features:
            if feature.place not in hex_map.area_at:
                message = f"{feature.kind} at {hex_map.describe(feature.place)} is in no area"
                yield Defect(message, feature.path, word=hex_map.grid.label(feature.place.hex))
        # Outside a ship there is its hull, and outside a base the ground.
        for objective in scenario.objectives if not hex_map.site else ():
            if not hex_map.has_ground(objective.region.spot):
                message = f"objective `{objective.id}` at {scenario.where(objective)} is in no area"
                yield Defect(message, (*objective.path, "hex"))


class VehicleOutlineCheck(DeckCheck):
    """A vehicle that does not fit where it is."""

    code = "BB250"
    slug = "vehicle-outline"
    what = (
        "The hexes of a vehicle are not all connected, a wall is between them, or one of them has something "
        "else in it."
    )
    why = "The vehicle is one piece; it could not be put there."
    example = "hexes: 0303 0403, which are in two rooms"
    fix = "Move the vehicle, or correct its hexes."
    needs = DeckCheck.needs | {NameKind.VEHICLE, NameKind.FORCE, NameKind.MEMBER}

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        decks = scenario.hex_map
        names = {"locker": "a locker", "console": "a console"}
        things = [(each.place, names.get(each.kind, "machinery")) for each in decks.features]
        things += [(Place(level, hatch.hex), "a hatch") for hatch in decks.hatches for level in hatch.levels]
        things += [(place, "a lift") for lift in decks.lifts for place in decks.areas[lift.id].places]
        taken = dict(reversed(things))
        for vehicle in scenario.vehicles:
            spots, key = vehicle.region.spots, "hexes" if len(vehicle.region.spots) > 1 else decks.spot_key
            pieces = pieces_of(place.hex for place in spots)
            areas = list(dict.fromkeys(decks.area_at.get(place, OUTSIDE) for place in spots))
            blocked = next((place for place in spots if place in taken), None)
            if len(pieces) > 1:
                problem = f"is in {len(pieces)} pieces"
            elif len(areas) > 1:
                problem = f"is in `{areas[0]}` and in `{areas[1]}`, with a wall between them"
            elif blocked is not None:
                problem = f"is on {taken[blocked]}, at {decks.describe(blocked)}"
            else:
                problem = ""
            if problem:
                yield Defect(f"vehicle `{vehicle.id}` {problem}", (*vehicle.path, key))
            taken |= {place: f"vehicle `{vehicle.id}`" for place in spots if place not in taken}


class TunnelUnreachableCheck(Check):
    """A chamber or junction that no entrance leads to."""

    code = "BB233"
    slug = "tunnel-unreachable"
    what = "A chamber or junction is not joined to any entrance, or a junction joins fewer than two tunnels."
    why = "Nobody could get there, and the plan would mislead its owner."
    example = "a chamber that is in none of the tunnels"
    fix = "Add a tunnel, or remove the place."
    maps = frozenset({"table"})
    needs = frozenset({NameKind.TUNNEL_END, NameKind.NEW_TUNNEL})

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        plan = scenario.table_map.plan
        if plan is None:
            return
        joined: dict[str, list[str]] = {id: [] for id in plan.nodes}
        for tunnel in plan.tunnels:
            here, there = (end.id for end in tunnel.ends)
            joined[here].append(there)
            joined[there].append(here)
        starts = [node.id for node in plan.of_kind("entrance")]
        reached = cheapest_costs(starts, lambda id: [(other, 1) for other in joined[id]])
        for node in plan.nodes.values():
            if node.id not in reached:
                problem = f"no entrance leads to {node.kind} `{node.id}`"
            elif node.kind == "junction" and len(joined[node.id]) < 2:
                problem = f"junction `{node.id}` joins fewer than two tunnels"
            else:
                continue
            yield Defect(problem, (*node.path, "id"))
