"""Where troopers can go on a dots map, and in which turn, by the game's own action points.

Readings, as the chapter that we have gives the costs and not how they go together: a step pays for the
dearest thing that it meets, not for all of them; a contour is paid for as often as it is crossed; stairs are
changes of level; a window is climbed like a wall. What may fail by a roll is taken to go well.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from builder.geometry.dotlattice import Dot, Edge
from builder.geometry.paths import cheapest_costs, first_turns
from builder.scenario.dot_walls import Barrier, barriers
from builder.scenario.dots_map import DotsMap
from builder.scenario.model import Force, Scenario
from builder.scenario.trooper import JET_PACK, action_points
from rulesdb import Entry, Ruleset

TUNNEL = -1


class Spot(NamedTuple):
    """A dot on a floor: 0 is the ground, above the last floor of a building is its roof, -1 is a tunnel."""

    dot: Dot
    floor: int = 0


class Moves:
    """The ways from spot to spot on one map, with their action points."""

    def __init__(self, game: Ruleset, dots: DotsMap) -> None:
        self.dots = dots
        self.barriers = barriers(dots)
        table = game.table("terrain-costs")
        self.costs = {label: int(table.lookup(movement=label).result) for label in table.axes[0].labels}
        self.open = int(game.table("basic-figures").lookup(about="standard movement cost").result)
        self.crawl = self.open * int(game.table("tunnel-factor").lookup(**{"in": "tunnel"}).result)
        jet = game.table("jet-pack")
        self.flight_cost, least, most = (
            int(jet.lookup(about=about).result)
            for about in ("action points to activate", "fewest dots", "most dots")
        )
        self._beside_barriers = {dot for edge in self.barriers for dot in edge}
        self._walks: dict[Spot, tuple[tuple[Spot, int], ...]] = {}
        self.climbs = {far: int(game.procedure("flight")(far)[1]) for far in range(least, most + 1)}

    def walk(self, spot: Spot) -> tuple[tuple[Spot, int], ...]:
        """The spots one step away on foot; found once, as every force walks the same ground turn by turn."""
        if spot not in self._walks:
            self._walks[spot] = tuple(self._walk(spot))
        return self._walks[spot]

    def _walk(self, spot: Spot) -> Iterator[tuple[Spot, int]]:
        if spot.floor == TUNNEL:
            yield from self._crawl(spot)
            return
        for other in self.dots.lattice.neighbors(spot.dot):
            there = spot._replace(dot=other)
            cost = self._step(spot, there)
            if cost is not None:
                yield there, cost
        building = self.dots.building_at.get(spot.dot)
        if building is not None and spot.dot in building.stairs:
            for floor in (spot.floor - 1, spot.floor + 1):
                if 0 <= floor <= building.levels:
                    yield spot._replace(floor=floor), self.costs["change-level"]
        if spot.floor == 0 and self._tunnels_at(spot.dot, mouths=True):
            yield spot._replace(floor=TUNNEL), self.costs["enter-or-exit-tunnel"]

    def walk_a_turn(self, spots: Iterable[Spot], allowance: int) -> dict[Spot, int]:
        """Every spot that can be reached on foot in one turn, with the action points it takes."""
        return cheapest_costs(spots, self.walk, allowance)

    def fly_a_turn(self, spots: Iterable[Spot], allowance: int) -> dict[Spot, int]:
        """The same with one flight in the turn, before, after or between steps."""
        walked = self.walk_a_turn(spots, allowance)
        landed: dict[Spot, int] = {}
        waiting: dict[int, set[Spot]] = {}
        for dot in self.dots.lattice:
            if not self._blocks(dot):
                waiting.setdefault(dot.row, set()).add(Spot(dot, self._floor_outside(dot)))
        for spot, cost in sorted(walked.items(), key=lambda item: item[1]):
            if cost + self.flight_cost > allowance:
                break
            if self._may_take_off(spot):
                for landing in self._landings(spot, waiting):
                    landed[landing] = cost + self.flight_cost
                    waiting[landing.dot.row].discard(landing)
        flown = cheapest_costs(landed, self.walk, allowance)
        return flown | {spot: min(cost, flown.get(spot, cost)) for spot, cost in walked.items()}

    def _landings(self, start: Spot, waiting: Mapping[int, set[Spot]]) -> list[Spot]:
        """The spots, of those in each row, that one flight can reach; it crosses a row or column a dot."""
        far = max(self.climbs, default=0)
        column, row = start.dot
        near = (
            landing
            for rows in range(row - far, row + far + 1)
            for landing in waiting.get(rows, ())
            if -far <= landing.dot.column - column <= far
        )
        return sorted(landing for landing in near if self._flies(start, landing))

    def _flies(self, start: Spot, landing: Spot) -> bool:
        climb = self.climbs.get(self.dots.lattice.distance(start.dot, landing.dot))
        return climb is not None and abs(self._height(landing) - self._height(start)) <= climb

    def _floor_outside(self, dot: Dot) -> int:
        """The floor under the open sky: a building's roof, or the ground."""
        building = self.dots.building_at.get(dot)
        return building.levels if building is not None else 0

    def _step(self, here: Spot, there: Spot) -> int | None:
        """What a step to a neighboring dot on the same floor costs; nothing where there is no way."""
        one, other = here.dot, there.dot
        if here.floor > 0:
            building = self.dots.building_at.get(one)
            if building is None or self.dots.building_at.get(other) is not building:
                return None
            on_roof = here.floor == building.levels
            crossed = 0 if on_roof else self._crossing(one, other, here.floor)
            return None if crossed is None else max(self.open, crossed)
        crossed = self._crossing(one, other, 0)
        if crossed is None or self._blocks(other):
            return None
        levels = abs(self.dots.level(one) - self.dots.level(other))
        return max(self._entering(one, other), crossed, levels * self.costs["change-level"])

    def _entering(self, one: Dot, other: Dot) -> int:
        before, ground = self.dots.ground(one), self.dots.ground(other)
        found = self.open
        if ground is not None and "cost" in ground.facts and ground.get("paid", "enter") == "enter":
            found = self.costs[ground["cost"]]
        for terrain, beyond in ((before, ground), (ground, before)):
            if terrain is not None and terrain.get("paid") == "border" and terrain is not beyond:
                found = max(found, self.costs[terrain["cost"]])
        return found

    def _crossing(self, one: Dot, other: Dot, floor: int) -> int | None:
        """What stands between two neighbors; to a corner it is the easier of the two ways round."""
        if one not in self._beside_barriers and other not in self._beside_barriers:
            return 0
        edge = self.dots.lattice.edge(one, other)
        if edge is not None:
            return self._passing(edge, floor)
        ways = []
        for corner in (Dot(one.column, other.row), Dot(other.column, one.row)):
            edges = [Edge(min(dot, corner), max(dot, corner)) for dot in (one, other)]
            passed = [self._passing(edge, floor) for edge in edges]
            if None not in passed:
                ways.append(max(cost for cost in passed if cost is not None))
        return min(ways, default=None)

    def _passing(self, edge: Edge, floor: int) -> int | None:
        barrier = self.barriers.get(edge)
        if barrier is None:
            return 0
        if barrier.door is not None and not (floor > 0 and barrier.building is not None):
            return self.costs["climb-wall"] if barrier.door.kind == "window" else 0
        return self._climbing(barrier)

    def _climbing(self, barrier: Barrier) -> int | None:
        terrain = barrier.terrain
        if barrier.building is not None or (terrain is not None and terrain.get("impassable")):
            return None
        if terrain is not None and "cost" in terrain.facts:
            return self.costs[terrain["cost"]]
        return 0

    def _blocks(self, dot: Dot) -> bool:
        ground: Entry | None = self.dots.terrain.get(dot)
        return bool(ground and ground.get("impassable"))

    def _crawl(self, spot: Spot) -> Iterator[tuple[Spot, int]]:
        mine = self._tunnels_at(spot.dot)
        for other in self.dots.lattice.neighbors(spot.dot):
            if mine & self._tunnels_at(other):
                yield spot._replace(dot=other), self.crawl
        if self._tunnels_at(spot.dot, mouths=True) and not self._blocks(spot.dot):
            yield spot._replace(floor=0), self.costs["enter-or-exit-tunnel"]

    def _tunnels_at(self, dot: Dot, *, mouths: bool = False) -> set[str]:
        return {
            tunnel.id for tunnel in self.dots.tunnels if dot in (tunnel.mouths if mouths else tunnel.dots)
        }

    def _may_take_off(self, spot: Spot) -> bool:
        """Outdoors, on a roof, or beside a way out of a building."""
        if spot.floor == TUNNEL:
            return False
        building = self.dots.building_at.get(spot.dot)
        if building is None or spot.floor == building.levels:
            return True
        for edge, beyond in self.dots.lattice.edges_around(spot.dot):
            door = self.dots.doors.get(edge)
            outward = self.dots.building_at.get(beyond) is not building
            if door is not None and outward and (spot.floor == 0 or door.kind == "window"):
                return True
        return False

    def _height(self, spot: Spot) -> int:
        return self.dots.level(spot.dot) + spot.floor


def may_stand(dots: DotsMap, dot: Dot) -> bool:
    """Whether a figure can be set up on a dot."""
    terrain = dots.terrain.get(dot)
    return not (terrain is not None and terrain.get("impassable"))


def walking_costs(game: Ruleset, dots: DotsMap, starts: Iterable[Spot]) -> dict[Spot, int]:
    """Action points of the cheapest way on foot from any of the starts to every spot there is a way to."""
    return cheapest_costs(starts, Moves(game, dots).walk)


def turns_to_reach(scenario: Scenario, force: Force) -> dict[Spot, int]:
    """The first turn in which some figure of a force can be at each spot; 0 where it may start there.

    A zone inside a building takes in all its floors. Members with a jet pack fly. Nothing for a force that
    is placed nowhere.
    """
    if Moves not in scenario.worked_out:
        scenario.worked_out[Moves] = Moves(scenario.ruleset, scenario.dots_map)
    moves: Moves = scenario.worked_out[Moves]
    found: dict[Spot, int] = {}
    for flies in (False, True):
        members = [member for member in force.members if (JET_PACK in member.gear) is flies]
        starts = tuple(_starts(scenario, force, {member.id for member in members}))
        if not members or not starts:
            continue
        allowance = max(action_points(scenario.ruleset, member)[1] for member in members)
        a_turn = moves.fly_a_turn if flies else moves.walk_a_turn
        for spot, turn in first_turns(starts, functools.partial(a_turn, allowance=allowance)).items():
            found[spot] = min(turn, found.get(spot, turn))
    return found


def _starts(scenario: Scenario, force: Force, members: set[str]) -> Iterator[Spot]:
    named = {id for item in scenario.placements if item.force == force.id for id in item.members}
    for placement in scenario.placements:
        zone = scenario.zone(placement.zone)
        if placement.force != force.id or zone is None:
            continue
        if not members & (set(placement.members) or members - named):
            continue
        for dot in zone.dots:
            if may_stand(scenario.dots_map, dot):
                building = scenario.dots_map.building_at.get(dot)
                for floor in range(building.levels if building is not None else 1):
                    yield Spot(dot, floor)
