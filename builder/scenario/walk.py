"""Where a unit can go from a place and at what cost, by the game's own tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from builder.geometry.hexgrid import Hex
from builder.geometry.paths import cheapest_costs
from builder.scenario.land_map import LandMap
from builder.scenario.model import Force, HexMap, Place, Scenario
from builder.scenario.structure import OUTSIDE
from rulesdb import Ruleset

Steps = Callable[[Place], Iterable[tuple[Place, int]]]


def walk_costs(scenario: Scenario, force: Force) -> Mapping[Place, int]:
    """Movement points from a force's set-up zones to every hex that it can come to.

    Nothing where the force is not placed, or the map is not one of hexes.
    """
    starts = [
        place
        for placement in scenario.placements
        if placement.force == force.id and (zone := scenario.zone(placement.zone)) is not None
        for place in (
            scenario.zone_places(zone)
            if isinstance(scenario.map, HexMap)
            else tuple(Place(0, hex) for hex in zone.hexes)
        )
    ]
    if isinstance(scenario.map, HexMap) and "door-costs" in scenario.ruleset.tables:
        return cheapest_costs(starts, ship_steps(scenario.ruleset, scenario.map, allowance(force)))
    if isinstance(scenario.map, LandMap) and {"terrain-costs", "climb-factor"} <= set(
        scenario.ruleset.tables
    ):
        return cheapest_costs(starts, land_steps(scenario.ruleset, scenario.map))
    return {}


def allowance(force: Force) -> int:
    """Movement points of a move of the force's unit; 1 where the database gives none."""
    return int(force.unit.get("movement", force.unit.get("scores", {}).get("movement", 0))) or 1


def ship_steps(game: Ruleset, ship: HexMap, a_round: int) -> Steps:
    """Steps between hexes of decks; a hatch or lift takes a whole allowance, ``a_round``."""
    table = game.table("door-costs")
    doors = {
        "open": 0,
        "interior": int(table.lookup(passage="interior-door", state="closed").result),
        "airtight": int(table.lookup(passage="airtight-door", state="closed").result),
    }
    vertical: dict[Place, list[Place]] = {}
    shafts = [[Place(level, hatch.hex) for level in hatch.levels] for hatch in ship.hatches]
    shafts += [[Place(level, lift.hex) for level in lift.levels] for lift in ship.lifts]
    for places in shafts:
        for place in places:
            vertical.setdefault(place, []).extend(other for other in places if other != place)

    def steps(place: Place) -> Iterator[tuple[Place, int]]:
        here = ship.area_at.get(place, OUTSIDE)
        for direction, hex in ship.grid.around(place.hex):
            there = Place(place.level, hex)
            if there not in ship.area_at:
                continue
            if ship.area_at[there] == here:
                yield there, 1
                continue
            door = ship.doors.get((place.level, ship.grid.hexside(place.hex, direction)))
            if door is not None:
                yield there, 1 + doors[door.kind]
        for other in vertical.get(place, ()):
            yield other, a_round

    return steps


def land_steps(game: Ruleset, land: LandMap) -> Steps:
    """Steps between hexes of open country: the ground entered, more up a level or across an obstacle."""
    costs = _labels(game, "terrain-costs", "terrain")
    factor = _labels(game, "climb-factor", "step")
    cheapest = min(costs.values())

    def cost(hex: Hex) -> int:
        entry = land.ground(hex)
        return costs[entry["cost"]] if entry is not None and "cost" in entry.facts else cheapest

    def steps(place: Place) -> Iterator[tuple[Place, int]]:
        for direction, other in land.grid.around(place.hex):
            if other not in land.grid:
                continue
            climbs = land.level(other) > land.level(place.hex)
            crosses = land.grid.hexside(place.hex, direction) in land.obstacles
            way = "up a level" if climbs else "across an obstacle" if crosses else "level or down"
            yield Place(0, other), cost(other) * factor[way]

    return steps


def _labels(game: Ruleset, table: str, axis: str) -> dict[str, int]:
    found = game.table(table)
    return {label: int(found.lookup(**{axis: label}).result) for label in found.axes[0].labels}
