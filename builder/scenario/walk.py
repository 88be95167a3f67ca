"""Where a unit can go from a place and at what cost, by the game's own tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from builder.geometry.hexgrid import OFFSETS, Hex
from builder.geometry.paths import cheapest_costs, cheapest_way
from builder.scenario.land_map import LandMap
from builder.scenario.model import Force, HexMap, Place, Scenario
from builder.scenario.structure import OUTSIDE
from rulesdb import Entry, Ruleset

_ROUNDS = "rounds-of-a-turn"

Steps = Callable[[Place], Iterable[tuple[Place, int]]]


def walk_costs(scenario: Scenario, force: Force) -> Mapping[Place, int]:
    """Movement points from a force's set-up zones to every hex that it can come to.

    Nothing where the force is not placed, or the map is not one of hexes. Forces that start in the same
    zones and move alike share one answer, which is worked out once.
    """
    steps = _steps_of(scenario, force)
    return {} if steps is None else _costs_from(scenario, _zones_of(scenario, force), steps)


def walk_way(scenario: Scenario, force: Force, goal: Place) -> tuple[Place, ...]:
    """The hexes of a cheapest way of a force from where it sets up to a hex; empty where there is none."""
    steps = _steps_of(scenario, force)
    return cheapest_way(walk_costs(scenario, force), steps, goal) if steps is not None else ()


@dataclass(frozen=True, slots=True)
class SideMoves:
    """The moves of a side's forces: for those that move alike, what each hex costs, and what a move has."""

    parties: tuple[tuple[Mapping[Place, int], int], ...]

    def __bool__(self) -> bool:
        """Whether any force can be anywhere; not where the game has no costs of moving."""
        return any(costs for costs, _ in self.parties)

    def fewest(self, place: Place) -> int | None:
        """The fewest moves, each of a unit's whole allowance, in which some force can be at a hex."""
        needed = (-(-costs[place] // a_move) for costs, a_move in self.parties if place in costs)
        return min(needed, default=None)


def moves_of_side(scenario: Scenario, side: str) -> SideMoves:
    """How the forces of a side come to hexes, worked out once.

    Forces that move alike are looked at as one with all their zones: the answer is the same, and a crew in
    many forces takes no longer than in one.
    """
    question = ("moves", side)
    if question not in scenario.worked_out:
        scenario.worked_out[question] = _moves_of_side(scenario, side)
    moves: SideMoves = scenario.worked_out[question]
    return moves


def _moves_of_side(scenario: Scenario, side: str) -> SideMoves:
    alike: dict[tuple[Steps, int], dict[str, None]] = {}
    for force in scenario.forces:
        steps = _steps_of(scenario, force) if force.side == side else None
        if steps is not None:
            zones = alike.setdefault((steps, allowance(force)), {})
            zones.update(dict.fromkeys(_zones_of(scenario, force)))
    return SideMoves(
        tuple(
            (_costs_from(scenario, tuple(zones), steps), a_move) for (steps, a_move), zones in alike.items()
        )
    )


def moves_a_turn(scenario: Scenario) -> int:
    """How often a unit moves in a turn: once, or where turns have rounds as often as they have those.

    Source: bug-hunter 313.1 (house)
    """
    game = scenario.ruleset
    return int(game.table(_ROUNDS).lookup(**{"in": "turn"}).result) if _ROUNDS in game.tables else 1


def _zones_of(scenario: Scenario, force: Force) -> tuple[str, ...]:
    named = (placement.zone for placement in scenario.placements if placement.force == force.id)
    return tuple(dict.fromkeys(name for name in named if scenario.zone(name) is not None))


def _costs_from(scenario: Scenario, zones: tuple[str, ...], steps: Steps) -> Mapping[Place, int]:
    question = ("costs", zones, steps)
    if question not in scenario.worked_out:
        starts = [place for name in zones for place in _places_of(scenario, name)]
        scenario.worked_out[question] = cheapest_costs(starts, steps)
    costs: Mapping[Place, int] = scenario.worked_out[question]
    return costs


def _places_of(scenario: Scenario, name: str) -> tuple[Place, ...]:
    zone = scenario.zone(name)
    if zone is None:
        return ()
    if isinstance(scenario.map, HexMap):
        return scenario.zone_places(zone)
    return tuple(Place(0, hex) for hex in zone.hexes)


def _steps_of(scenario: Scenario, force: Force) -> Steps | None:
    """The steps of the force's moves, made once for all forces that move alike; ``None`` without tables."""
    game, tables = scenario.ruleset, set(scenario.ruleset.tables)
    question: tuple[str, int]
    if isinstance(scenario.map, HexMap) and "door-costs" in tables:
        question = ("steps", allowance(force))
        if question not in scenario.worked_out:
            scenario.worked_out[question] = ship_steps(game, scenario.map, allowance(force))
    elif isinstance(scenario.map, LandMap) and {"terrain-costs", "climb-factor"} <= tables:
        question = ("steps", 0)
        if question not in scenario.worked_out:
            scenario.worked_out[question] = land_steps(game, scenario.map)
    else:
        return None
    steps: Steps = scenario.worked_out[question]
    return steps


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

    through: dict[tuple[Place, Place], int] = {}
    for (level, side), door in ship.doors.items():
        ends = Place(level, side.hex), Place(level, ship.grid.across(side))
        through[ends] = through[ends[::-1]] = 1 + doors[door.kind]
    # A plain tuple is equal to the place it stands for, and finds it, with its area, in one look.
    known: dict[tuple[int, tuple[int, int]], tuple[Place, str]] = {
        place: (place, area) for place, area in ship.area_at.items()
    }

    def steps(place: Place) -> Iterator[tuple[Place, int]]:
        _, here = known.get(place, (place, OUTSIDE))
        level, (column, row) = place
        for _, across, down in OFFSETS[column % 2]:
            found = known.get((level, (column + across, row + down)))
            if found is not None:
                there, area = found
                if area == here:
                    yield there, 1
                elif (place, there) in through:
                    yield there, through[place, there]
        for other in vertical.get(place, ()):
            yield other, a_round

    return _remembered(steps)


def _remembered(steps: Callable[[Place], Iterable[tuple[Place, int]]]) -> Steps:
    """The same steps, looked for once for each place, as every force of a scenario walks the same ground."""
    known: dict[Place, tuple[tuple[Place, int], ...]] = {}

    def again(place: Place) -> tuple[tuple[Place, int], ...]:
        if place not in known:
            known[place] = tuple(steps(place))
        return known[place]

    return again


def land_steps(game: Ruleset, land: LandMap) -> Steps:
    """Steps between hexes of open country: the ground entered, more up a level or across an obstacle."""
    costs = _labels(game, "terrain-costs", "terrain")
    factor = _labels(game, "climb-factor", "step")
    cheapest = min(costs.values())

    def cost(entry: Entry | None) -> int:
        return costs[entry["cost"]] if entry is not None and "cost" in entry.facts else cheapest

    entering = {hex: cost(entry) for hex, entry in land.terrain.items()}
    usual = cost(land.open_ground)
    grid = land.grid
    crossed = {pair for side in land.obstacles for pair in _both_ways(side.hex, grid.across(side))}
    # A plain tuple is equal to the hex it stands for, and finds all that one pays for there in one look.
    known: dict[tuple[int, int], tuple[Place, int, int]] = {
        hex: (Place(0, hex), entering.get(hex, usual), land.level(hex)) for hex in grid
    }
    up, over, level = (factor[way] for way in ("up a level", "across an obstacle", "level or down"))

    def steps(place: Place) -> Iterator[tuple[Place, int]]:
        here = place.hex
        column, row = here
        height = land.level(here)
        for _, across, down in OFFSETS[column % 2]:
            found = known.get((column + across, row + down))
            if found is not None:
                there, paid, height_there = found
                times = up if height_there > height else over if (here, there.hex) in crossed else level
                yield there, paid * times

    return _remembered(steps)


def _both_ways(one: Hex, other: Hex) -> tuple[tuple[Hex, Hex], tuple[Hex, Hex]]:
    return (one, other), (other, one)


def _labels(game: Ruleset, table: str, axis: str) -> dict[str, int]:
    found = game.table(table)
    return {label: int(found.lookup(**{axis: label}).result) for label in found.axes[0].labels}
