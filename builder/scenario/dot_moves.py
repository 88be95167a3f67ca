"""Where troopers can go on a dots map, and in which turn, by the game's own action points.

Readings, as the chapter that we have gives the costs and not how they go together: a step pays for the
dearest thing that it meets, not for all of them; a contour is paid for as often as it is crossed; stairs are
changes of level; a window is climbed like a wall. What may fail by a roll is taken to go well.
"""

from __future__ import annotations

import functools
import heapq
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from builder.geometry.dotlattice import Dot
from builder.geometry.paths import cheapest_costs, cheapest_way, first_turns
from builder.scenario.dot_walls import Barrier, barriers
from builder.scenario.dots_map import DotsMap
from builder.scenario.model import Force, Scenario
from rulesdb import Entry, Ruleset

TUNNEL = -1


class Spot(NamedTuple):
    """A dot on a floor: 0 is the ground, above the last floor of a building is its roof, -1 is a tunnel."""

    dot: Dot
    floor: int = 0


class Moves:
    """The ways from spot to spot on one map, with their action points."""

    def __init__(self, game: Ruleset, dots: DotsMap) -> None:
        self.game = game
        self.dots = dots
        self._standing = {(edge.here, edge.there): barrier for edge, barrier in barriers(dots).items()}
        table = game.table("terrain-costs")
        self.costs = {label: int(table.lookup(movement=label).result) for label in table.axes[0].labels}
        self.open = int(game.table("basic-figures").lookup(about="standard movement cost").result)
        self.crawl = self.open * int(game.table("tunnel-factor").lookup(**{"in": "tunnel"}).result)
        self.flight_cost = self._of_a_jet("action points to activate")
        self._beside_barriers = {dot for edge in self._standing for dot in edge}
        self._walks: dict[Spot, tuple[tuple[Spot, int], ...]] = {}

    def _of_a_jet(self, about: str) -> int:
        return int(self.game.table("jet-pack").lookup(about=about).result)

    @functools.cached_property
    def climbs(self) -> Mapping[int, int]:
        """The levels that a flight can rise or sink, by how far it goes."""
        least, most = self._of_a_jet("fewest dots"), self._of_a_jet("most dots")
        flight = self.game.procedure("flight")
        return {far: int(flight(far)[1]) for far in range(least, most + 1)}

    def walk(self, spot: Spot) -> tuple[tuple[Spot, int], ...]:
        """The spots one step away on foot; found once, as every force walks the same ground turn by turn."""
        if spot not in self._walks:
            self._walks[spot] = tuple(self._walk(spot))
        return self._walks[spot]

    def _walk(self, spot: Spot) -> Iterator[tuple[Spot, int]]:
        if spot.floor == TUNNEL:
            yield from self._crawl(spot)
            return
        here, floor = spot
        # Most steps on the ground are to a dot that is like the one they start from.
        plain = self._plain_step(here) if floor == 0 else None
        for other in self.dots.lattice.neighbors(here):
            there = Spot(other, floor)
            cost = plain if plain is not None and self._is_like(here, other) else self._step(spot, there)
            if cost is not None:
                yield there, cost
        building = self.dots.building_at.get(here)
        if building is not None and here in building.stairs:
            for other_floor in (floor - 1, floor + 1):
                if 0 <= other_floor <= building.levels:
                    yield Spot(here, other_floor), self.costs["change-level"]
        if floor == 0 and self._tunnels_at(here, mouths=True):
            yield spot._replace(floor=TUNNEL), self.costs["enter-or-exit-tunnel"]

    def walk_a_turn(self, spots: Iterable[Spot], allowance: int) -> dict[Spot, int]:
        """Every spot that can be reached on foot in one turn, with the action points it takes."""
        return cheapest_costs(spots, self.walk, allowance)

    def turns_on_foot(
        self, starts: Iterable[Spot], allowance: int, goals: Collection[Spot] = (), *, haste: int = 1
    ) -> dict[Spot, int]:
        """The first turn in which each spot can be reached on foot; 0 for the starts.

        What is left at a turn's end is lost. As one can always wait, whoever is somewhere sooner can be
        anywhere sooner: so the points of all turns are counted through, and one search does for them all.
        Where there are ``goals``, it heads for them, and ends when all are found. With more ``haste`` than 1
        it finds them far sooner, by a way that may take longer than the best.
        """
        spent = dict.fromkeys(starts, 0)
        turns: dict[Spot, int] = {}
        left = set(goals)
        distance, least = self.dots.lattice.distance, min((self.open, self.crawl, *self.costs.values()))
        ends = {goal.dot for goal in goals}
        known: dict[Dot, int] = {}

        def still(spot: Spot) -> int:
            """Points that the way to the nearest goal takes at the very least, times ``haste``."""
            dot = spot.dot
            if dot not in known:
                known[dot] = min([distance(dot, end) for end in ends], default=0) * least * haste
            return known[dot]

        queue = [(still(spot), 0, spot) for spot in sorted(spent)]
        heapq.heapify(queue)
        while queue and (left or not goals):
            _, so_far, spot = heapq.heappop(queue)
            if spot in turns:
                continue
            turns[spot] = -(-so_far // allowance)
            left.discard(spot)
            into_turn = so_far % allowance
            for there, cost in self.walk(spot):
                if cost > allowance:
                    continue
                wait = allowance - into_turn if into_turn and into_turn + cost > allowance else 0
                total = so_far + wait + cost
                if total < spent.get(there, total + 1):
                    spent[there] = total
                    heapq.heappush(queue, (total + still(there), total, there))
        return turns

    def turns_flying(
        self, starts: Iterable[Spot], allowance: int, goals: Collection[Spot] = ()
    ) -> dict[Spot, int]:
        """The same with a flight in each turn."""
        left = set(goals)

        def a_turn(spots: Iterable[Spot]) -> Iterable[Spot]:
            if goals and not left:
                return ()
            reached = self.fly_a_turn(spots, allowance)
            left.difference_update(reached)
            return reached

        return first_turns(starts, a_turn)

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

    def _plain_step(self, dot: Dot) -> int | None:
        """What a step costs from a dot to one that is like it; nothing where walls are about, or no way."""
        if dot in self._beside_barriers or self._blocks(dot):
            return None
        ground = self.dots.ground(dot)
        return self._cost_of(ground) if ground is not None else self.open

    def _is_like(self, one: Dot, other: Dot) -> bool:
        """Whether the ground is the same on both dots, and as high, and the second has no walls about it."""
        dots = self.dots
        return (
            other not in self._beside_barriers
            and dots.terrain.get(one) is dots.terrain.get(other)
            and dots.elevation.get(one, 0) == dots.elevation.get(other, 0)
        )

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
        found = self._cost_of(ground) if ground is not None else self.open
        for terrain, beyond in ((before, ground), (ground, before)):
            if terrain is not None and terrain.get("paid") == "border" and terrain is not beyond:
                found = max(found, self.costs[terrain["cost"]])
        return found

    def _cost_of(self, ground: Entry) -> int:
        """What it costs to enter such ground, border or not."""
        enters = "cost" in ground.facts and ground.get("paid", "enter") == "enter"
        return self.costs[ground["cost"]] if enters else self.open

    def _crossing(self, one: Dot, other: Dot, floor: int) -> int | None:
        """What stands between two neighbors; to a corner it is the easier of the two ways round."""
        if one not in self._beside_barriers and other not in self._beside_barriers:
            return 0
        if one.column == other.column or one.row == other.row:
            return self._passing(one, other, floor)
        ways = []
        for corner in (Dot(one.column, other.row), Dot(other.column, one.row)):
            to, onward = self._passing(one, corner, floor), self._passing(corner, other, floor)
            if to is not None and onward is not None:
                ways.append(max(to, onward))
        return min(ways, default=None)

    def _passing(self, one: Dot, other: Dot, floor: int) -> int | None:
        """What it costs to pass what stands between two dots that lie side by side."""
        barrier = self._standing.get((one, other) if one < other else (other, one))
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


def turns_to_reach(scenario: Scenario, force: Force, goals: Collection[Spot] = ()) -> dict[Spot, int]:
    """The first turn in which some figure of a force can be at each spot; 0 where it may start there.

    Where only some ``goals`` matter, the search ends when all are found, and other spots may be missing.
    A zone inside a building takes in all its floors. Members with a jet pack fly. Nothing for a force that
    is placed nowhere.
    """
    moves = _moves(scenario)
    found: dict[Spot, int] = {}
    for flies, starts, allowance in _parties(scenario, force):
        search = moves.turns_flying if flies else moves.turns_on_foot
        for spot, turn in search(starts, allowance, goals).items():
            found[spot] = min(turn, found.get(spot, turn))
    return found


def way_on_foot(scenario: Scenario, force: Force, goal: Spot) -> tuple[Spot, ...]:
    """The spots of a way on foot that takes the fewest action points; empty where there is none.

    Source: advanced-infantry Terrain
    """
    moves = _moves(scenario)
    starts = tuple(_starts(scenario, force, {member.id for member in force.members}))
    return cheapest_way(cheapest_costs(starts, moves.walk), moves.walk, goal)


def is_surely_in_reach(scenario: Scenario, force: Force, goal: Spot, turns: int) -> bool:
    """Whether a quick look finds a way on foot in so many turns; where it does not, there may be one."""
    moves = _moves(scenario)
    return any(
        moves.turns_on_foot(starts, allowance, (goal,), haste=8).get(goal, turns + 1) <= turns
        for _, starts, allowance in _parties(scenario, force)
    )


def _moves(scenario: Scenario) -> Moves:
    if Moves not in scenario.worked_out:
        scenario.worked_out[Moves] = Moves(scenario.ruleset, scenario.dots_map)
    moves: Moves = scenario.worked_out[Moves]
    return moves


def _parties(scenario: Scenario, force: Force) -> Iterator[tuple[bool, tuple[Spot, ...], int]]:
    """The members that walk and those that fly: which, where they may start, and the most that one moves."""
    game, movement = scenario.ruleset, scenario.ruleset.movement
    assert movement is not None
    gear = movement.flight.gear if movement.flight is not None else ""
    points = game.procedure(movement.allowance.procedure)
    usual = movement.allowance.experience
    for flies in (False, True):
        members = [member for member in force.members if (gear in member.gear) is flies]
        starts = tuple(_starts(scenario, force, {member.id for member in members}))
        # Those of one experience move alike.
        kinds = {member.experience: member for member in members}.values()
        if kinds and starts:
            yield flies, starts, max(points(member.experience or usual, flies)[1] for member in kinds)


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
