"""Moves from dot to dot, by action points.

The chapter in the database gives costs, but not how they combine, so these are readings: a step costs as much
as the most expensive thing that it meets, not the sum; every contour crossed costs; stairs are changes of
level; a window is climbed like a wall. Rolls are assumed to succeed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from builder.boards.dot_flight import DotFlight
from builder.boards.moves import Starts, StepMoves
from builder.boards.spots import TUNNEL, DotPlace, Region
from builder.geometry.dotlattice import Dot
from builder.geometry.paths import cheapest_costs, first_turns, quick_cost
from rulesdb import Entry
from rulesdb.movement import Movement

if TYPE_CHECKING:
    from builder.boards.dots import Barrier, DotsMap


class DotSteps:
    """The steps from spot to spot on one map, with their action points."""

    def __init__(self, movement: Movement, dots: DotsMap) -> None:
        self.dots = dots
        self.movement = movement
        self.crawl = movement.open * movement.tunnel_factor
        # Each under both orders of its dots.
        self._standing: dict[tuple[Dot, Dot], Barrier] = {}
        for (here, there), barrier in dots.barriers.items():
            self._standing[here, there] = self._standing[there, here] = barrier
        self._beside_barriers = {dot for edge in self._standing for dot in edge}
        # Dots that differ from open ground on the level; of most maps, these are few.
        self._special = self._beside_barriers.union(
            dots.terrain,
            dots.elevation,
            dots.building_at,
            (dot for tunnel in dots.tunnels for dot in tunnel.dots),
        )
        self._steps: dict[DotPlace, tuple[tuple[DotPlace, int], ...]] = {}

    def __call__(self, spot: DotPlace) -> tuple[tuple[DotPlace, int], ...]:
        """The spots one step away on foot; cached, because every force walks the same ground."""
        if spot not in self._steps:
            priced = (
                (there, self.price(spot, there) if cost is None else cost) for there, cost in self.near(spot)
            )
            self._steps[spot] = tuple((there, cost) for there, cost in priced if cost is not None)
        return self._steps[spot]

    def near(self, spot: DotPlace) -> Iterator[tuple[DotPlace, int | None]]:
        """The spots one step away, with ``None`` for each cost that depends on walls and levels."""
        if spot.floor == TUNNEL:
            yield from self._crawl(spot)
            return
        here, floor = spot
        # Most steps on the ground are between dots that are alike.
        plain = self._plain_step(here) if floor == 0 else None
        special = self._special
        is_open = floor == 0 and here not in special
        for other in self.dots.lattice.neighbors(here):
            there = DotPlace(other, floor)
            is_like = (is_open and other not in special) or (plain is not None and self._is_like(here, other))
            yield there, plain if is_like else None
        if is_open:
            return
        building = self.dots.building_at.get(here)
        if building is not None and here in building.stairs:
            for other_floor in (floor - 1, floor + 1):
                if 0 <= other_floor <= building.levels:
                    yield DotPlace(here, other_floor), self.movement.change_level
        if floor == 0 and self._tunnels_at(here, mouths=True):
            yield spot._replace(floor=TUNNEL), self.movement.tunnel_mouth

    def _plain_step(self, dot: Dot) -> int | None:
        """The cost of a step to a dot that is alike; ``None`` next to walls or on blocked ground."""
        if dot in self._beside_barriers or self.dots.blocks(dot):
            return None
        ground = self.dots.ground(dot)
        return self._cost_of(ground) if ground is not None else self.movement.open

    def _is_like(self, one: Dot, other: Dot) -> bool:
        """Whether two dots have the same ground and level, and the second has no walls around it."""
        dots = self.dots
        return (
            other not in self._beside_barriers
            and dots.terrain.get(one) is dots.terrain.get(other)
            and dots.elevation.get(one, 0) == dots.elevation.get(other, 0)
        )

    def price(self, here: DotPlace, there: DotPlace) -> int | None:
        """The cost of a step to a neighboring dot on the same floor; ``None`` if it is blocked."""
        one, other = here.dot, there.dot
        if here.floor > 0:
            building = self.dots.building_at.get(one)
            if building is None or self.dots.building_at.get(other) is not building:
                return None
            on_roof = here.floor == building.levels
            crossed = 0 if on_roof else self._crossing(one, other, here.floor)
            return None if crossed is None else max(self.movement.open, crossed)
        crossed = self._crossing(one, other, 0)
        if crossed is None or self.dots.blocks(other):
            return None
        levels = abs(self.dots.level(one) - self.dots.level(other))
        return max(self._entering(one, other), crossed, levels * self.movement.change_level)

    def _entering(self, one: Dot, other: Dot) -> int:
        before, ground = self.dots.ground(one), self.dots.ground(other)
        cost = self._cost_of(ground) if ground is not None else self.movement.open
        for terrain, other_side in ((before, ground), (ground, before)):
            if terrain is not None and terrain.get("paid") == "border" and terrain is not other_side:
                cost = max(cost, self.movement.ground[terrain["cost"]])
        return cost

    def _cost_of(self, ground: Entry) -> int:
        """The cost of entering terrain, without what is paid at its border."""
        enters = "cost" in ground.facts and ground.get("paid", "enter") == "enter"
        return self.movement.ground[ground["cost"]] if enters else self.movement.open

    def _crossing(self, one: Dot, other: Dot, floor: int) -> int | None:
        """The cost of barriers between two neighbors; diagonally, by the easier path around the corner."""
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
        """The cost of the barrier between two dots side by side; ``None`` if nobody can pass it."""
        barrier = self._standing.get((one, other))
        if barrier is None:
            return 0
        if barrier.door is not None and not (floor > 0 and barrier.building is not None):
            return self.movement.doors.get(barrier.door.kind, 0)
        return self._climbing(barrier)

    def _climbing(self, barrier: Barrier) -> int | None:
        terrain = barrier.terrain
        if barrier.building is not None or (terrain is not None and terrain.get("impassable")):
            return None
        if terrain is not None and "cost" in terrain.facts:
            return self.movement.ground[terrain["cost"]]
        return 0

    def _crawl(self, spot: DotPlace) -> Iterator[tuple[DotPlace, int]]:
        tunnels = self._tunnels_at(spot.dot)
        for other in self.dots.lattice.neighbors(spot.dot):
            if tunnels & self._tunnels_at(other):
                yield spot._replace(dot=other), self.crawl
        if self._tunnels_at(spot.dot, mouths=True) and not self.dots.blocks(spot.dot):
            yield spot._replace(floor=0), self.movement.tunnel_mouth

    def _tunnels_at(self, dot: Dot, *, mouths: bool = False) -> set[str]:
        return {
            tunnel.id for tunnel in self.dots.tunnels if dot in (tunnel.mouths if mouths else tunnel.dots)
        }


class DotMoves(StepMoves[DotPlace]):
    """The moves of one figure: on foot, or with one flight in each turn."""

    def __init__(self, on_foot: DotSteps, flight: DotFlight | None, allowance: int) -> None:
        super().__init__(allowance)
        self.on_foot = on_foot
        self.flight = flight
        self.flies = flight is not None

    def steps(self, spot: DotPlace) -> tuple[tuple[DotPlace, int], ...]:
        """The spots one step away on foot."""
        return self.on_foot(spot)

    def quick_cost(self, begin: Iterable[DotPlace], goal: DotPlace) -> int | None:
        """See :meth:`StepMoves.quick_cost`; most walls on the map are not on the way."""
        on_foot = self.on_foot
        return quick_cost(begin, on_foot.near, (goal,), self.distance_to(goal), self.allowance, on_foot.price)

    def start_spots(self, starts: Starts) -> Iterable[DotPlace]:
        """The spots of some regions that can be entered."""
        return list(dict.fromkeys(spot for region in starts for spot in self.on_foot.dots.room(region)))

    def spent(self, starts: Starts) -> Mapping[DotPlace, int]:
        """See :meth:`Moves.spent`; turns with a flight count in full."""
        if self.flight is None:
            return super().spent(starts)
        turns = self._fly(self.start_spots(starts), ())
        return {spot: turn * self.allowance for spot, turn in turns.items()}

    def first_moves(self, starts: Starts, goals: Collection[Region]) -> Mapping[Region, int]:
        """See :meth:`Moves.first_moves`; the search ends as soon as all goals are found."""
        if self.flight is None:
            return super().first_moves(starts, goals)
        turns = self._fly(self.start_spots(starts), [goal.spot for goal in goals])
        return {goal: turns[goal.spot] for goal in goals if goal.spot in turns}

    def way(self, starts: Starts, goal: DotPlace) -> tuple[DotPlace, ...]:
        """See :meth:`Moves.way`; empty for units that fly."""
        return super().way(starts, goal) if self.flight is None else ()

    def hindrance(self, starts: Starts, goal: Region, moves: int) -> str:
        """See :meth:`Moves.hindrance`; empty for units that fly."""
        steps = min(map(self.distance_to(goal.spot), self.start_spots(starts)), default=0)
        is_far = steps * self.on_foot.movement.open > self.allowance * moves
        return "distance" if is_far and self.flight is None else ""

    def distance_to(self, goal: DotPlace) -> Callable[[DotPlace], float]:
        distance = self.on_foot.dots.lattice.distance
        return lambda spot: distance(spot.dot, goal.dot)

    def walk_a_turn(self, spots: Iterable[DotPlace]) -> dict[DotPlace, int]:
        """Every spot that can be reached on foot in one turn, with the action points it takes."""
        return cheapest_costs(spots, self.on_foot, self.allowance)

    def fly_a_turn(self, spots: Iterable[DotPlace]) -> dict[DotPlace, int]:
        """The same with one flight in the turn, before, after or between steps."""
        walked = self.walk_a_turn(spots)
        if self.flight is None:
            return walked
        landed = self.flight.landings(walked, self.allowance)
        flown = cheapest_costs(landed, self.on_foot, self.allowance)
        return flown | {spot: min(cost, flown.get(spot, cost)) for spot, cost in walked.items()}

    def _fly(self, starts: Iterable[DotPlace], goals: Collection[DotPlace]) -> dict[DotPlace, int]:
        left = set(goals)

        def a_turn(spots: Iterable[DotPlace]) -> Iterable[DotPlace]:
            if goals and not left:
                return ()
            reached = self.fly_a_turn(spots)
            left.difference_update(reached)
            return reached

        return first_turns(starts, a_turn)
