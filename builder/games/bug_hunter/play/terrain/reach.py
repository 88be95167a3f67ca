"""How far a counter can move in a round, and by which way."""

from __future__ import annotations

import heapq
from collections.abc import Hashable, Iterator, Mapping, Set
from typing import NamedTuple

from builder.games.bug_hunter.play.effects import added_cost, moved
from builder.games.bug_hunter.play.situation import allowance, is_human, is_sealed, is_sealed_in
from builder.games.bug_hunter.play.stage import Stage
from builder.games.bug_hunter.play.state import CAGED, INCAPACITATED, OFF, SUITED, State
from builder.games.bug_hunter.play.terrain.ground import INTERIOR, NO_EDGE, WALL
from builder.scenario.logic.effects import Cost, Movement

# What effects add to the costs of doors, by the kind of edge, if there are none.
_NO_COST: tuple[int, ...] = (0, 0, 0)
# The maximum number of searches that are cached, of all games together.
_MAX_KEPT = 20_000


class Arrival(NamedTuple):
    """How a cell is reached: the points spent, the cell before, and the hexes passed outside."""

    spent: int
    before: int
    outside: int


class Ways:
    """The cells that a counter can reach with some points, each with the way there."""

    def __init__(self, start: int, arrivals: Mapping[int, Arrival]) -> None:
        self.start = start
        self.arrivals = arrivals

    def to(self, goal: int) -> tuple[int, ...]:
        """The cells on the way to a goal, without the start."""
        way = []
        while goal != self.start:
            way.append(goal)
            goal = self.arrivals[goal].before
        return tuple(reversed(way))


def friends_at(stage: Stage, state: State, unit: int) -> dict[int, int]:
    """The friends of a counter who are on their feet: how many there are in each cell."""
    people = len(stage.people)
    side = slice(0, people) if unit < people else slice(people, None)
    friends: dict[int, int] = {}
    for cell, hurt in zip(state.at[side], state.health[side], strict=True):
        if cell != OFF and hurt < INCAPACITATED:
            friends[cell] = friends.get(cell, 0) + 1
    here = state.at[unit]
    if here != OFF and state.health[unit] < INCAPACITATED:
        friends[here] -= 1
    return friends


def enemies_at(stage: Stage, state: State, unit: int) -> set[int]:
    """The cells with enemies of a counter who are on their feet."""
    people = len(stage.people)
    side = slice(people, None) if unit < people else slice(0, people)
    return {
        cell
        for cell, hurt, flags in zip(state.at[side], state.health[side], state.flags[side], strict=True)
        if cell != OFF and hurt < INCAPACITATED and not flags & CAGED
    }


def ways_of(
    stage: Stage, state: State, unit: int, points: int, *, climbs: bool = True, load: int = 0
) -> Ways:
    """The ways of a counter with some points; ``climbs`` if it may change levels with the whole of them.

    What it carries adds ``load`` points to every hex.
    """
    enemies = enemies_at(stage, state, unit)
    start = state.at[unit]
    vertical = climbs and points == allowance(stage, state, unit) and not is_sealed_in(stage, state, unit)
    finder = _Finder(stage, state, unit, points, load)
    key = (start, points, vertical, finder.key)
    ways = finder.find(key, vertical, frozenset())
    # Only enemies on the way matter, so that most searches serve again.
    met = enemies & ways.arrivals.keys()
    met.discard(start)
    return finder.find((*key, frozenset(met)), vertical, met) if met else ways


def places_of(stage: Stage, state: State, unit: int, ways: Ways) -> list[int]:
    """The cells of some ways where the counter can stop: those with room, in order."""
    bars = stage.assumes("enemy-hex", "barred")
    barred = enemies_at(stage, state, unit) if bars else set()
    if not is_human(stage, unit) and stage.brood(unit).is_swarm:
        return _swarm_places(stage, state, unit, ways, barred)
    if stage.stack:
        friends = friends_at(stage, state, unit)
        barred |= {cell for cell, number in friends.items() if number >= stage.stack}
    return sorted(ways.arrivals.keys() - barred - {ways.start})


def _swarm_places(stage: Stage, state: State, unit: int, ways: Ways, barred: set[int]) -> list[int]:
    """Source: bug-hunter 320.2."""
    most = stage.brood(unit).most
    crowd: dict[int, int] = {}
    for other in stage.preds:
        if other != unit and state.at[other] != OFF:
            crowd[state.at[other]] = crowd.get(state.at[other], 0) + state.size[other]
    return sorted(
        cell
        for cell in ways.arrivals
        if cell != ways.start and crowd.get(cell, 0) + state.size[unit] <= most and cell not in barred
    )


class _Finder:
    def __init__(self, stage: Stage, state: State, unit: int, points: int, load: int) -> None:
        self.stage = stage
        self.state = state
        self.unit = unit
        self.points = points
        self.human = is_human(stage, unit)
        self.added = _added(stage, state, unit) + load
        self.hull = stage.movement.hull.hexes if stage.movement.hull is not None else 0
        self.doors_cost = _NO_COST
        if self.hull and stage.scenario_effects.of(Movement):
            self.hull = moved(stage, state, unit, self.hull)
        if stage.scenario_effects.of(Cost):
            self.doors_cost = tuple(
                added_cost(stage, state, unit, "door-costs", stage.door_labels[kind])
                if kind in stage.door_labels
                else 0
                for kind in range(len(_NO_COST))
            )
        self.is_ship = stage.ground.decks.site == "ship"
        self.shut: frozenset[int] = frozenset()
        if any(state.damage):
            self.shut = frozenset(
                area
                for group, damage in enumerate(state.damage)
                if damage >= stage.movement.shut_down_at > 0
                for area in stage.ground.groups[group]
            )
        self.cell_held = is_sealed_in(stage, state, unit)

    @property
    def key(self) -> Hashable:
        """Everything about the counter and the ground that decides where it can go."""
        state, now = self.state, clock(self.stage, self.state)
        return (
            self.human,
            self.added,
            self.hull,
            state.hull[self.unit],
            self.cell_held,
            self.doors_cost,
            self.shut,
            state.open,
            state.held,
            state.active,
            tuple(state.air),
            tuple(state.car),
            tuple(moved == now for moved in state.car_moved),
        )

    def find(self, key: Hashable, vertical: bool, enemies: Set[int]) -> Ways:
        """The ways past some enemies: those that are kept for a key, or else new ones."""
        kept = self.stage.ways
        ways: Ways | None = kept.get(key)
        if ways is None:
            start = self.state.at[self.unit]
            arrivals = self.search(start, enemies)
            for there in self.vertical(start) if vertical else ():
                arrivals.setdefault(there, Arrival(self.points, start, 0))
            if len(kept) >= _MAX_KEPT:
                kept.clear()
            kept[key] = ways = Ways(start, arrivals)
        return ways

    def search(self, start: int, enemies: Set[int]) -> dict[int, Arrival]:
        """Every cell within the points; whoever enters the hex of an enemy stops there."""
        arrivals = {start: Arrival(0, start, self.state.hull[self.unit])}
        queue = [(0, start)]
        done = set()
        bars = self.stage.assumes("enemy-hex", "barred")
        while queue:
            spent, cell = heapq.heappop(queue)
            if cell in done:
                continue
            done.add(cell)
            if cell in enemies and cell != start:
                continue
            for there, cost, outside in self.steps(cell, arrivals[cell].outside):
                total = spent + cost
                best = arrivals.get(there)
                if total > self.points or (best is not None and best.spent <= total):
                    continue
                if bars and there in enemies:
                    continue
                arrivals[there] = Arrival(total, cell, outside)
                heapq.heappush(queue, (total, there))
        return arrivals

    def steps(self, cell: int, outside: int) -> Iterator[tuple[int, int, int]]:
        """The next cells, each with its cost and the hexes passed outside in this turn."""
        stage, state, ground = self.stage, self.state, self.stage.ground
        here = ground.area_of[cell]
        for there, edge, over, _ in ground.steps[cell]:
            area = ground.area_of[there]
            cost = ground.entry[there] + over + self.added
            if area in self.shut:
                cost += stage.movement.shut_down
            if edge != NO_EDGE:
                if self.cell_held or not self._passes(edge, cell, there):
                    continue
                if edge not in state.open:
                    kind = ground.edges[edge].kind
                    cost += stage.door_costs[kind, edge in state.held] + self.doors_cost[kind]
            passed = outside
            if area == ground.outside and here == ground.outside and self.is_ship:
                if outside >= self.hull:
                    continue
                passed += 1
            yield there, cost, passed

    def vertical(self, start: int) -> Iterator[int]:
        """The cells above and below that take the whole move: hatches, shafts and the hull."""
        stage, state, ground = self.stage, self.state, self.stage.ground
        for there, _ in ground.hatches.get(start, ()):
            if self._can_breathe_alike(start, there):
                yield there
        if not self.human and start in ground.shaft_at:
            yield from _shaft_steps(stage, start)
        if ground.is_outside(start) and self.is_ship and not state.hull[self.unit]:
            for level in (-1, 1):
                place = ground.places[start]
                other = ground.cell_at.get(place._replace(level=place.level + level))
                if other is not None and ground.is_outside(other):
                    yield other

    def _can_breathe_alike(self, here: int, there: int) -> bool:
        """Whether a hatch opens: it seals itself against air that is lost on one side."""
        air, area_of = self.state.air, self.stage.ground.area_of
        return air[area_of[here]] == air[area_of[there]]

    def _passes(self, edge: int, cell: int, there: int) -> bool:
        stage, state = self.stage, self.state
        if edge not in state.open:
            kind = stage.ground.edges[edge].kind
            if kind == WALL or (kind != INTERIOR and is_sealed(stage, state, edge)):
                return False
        if not self.human:
            return True
        return all(_car_lets(stage, state, cell, place) for place in (cell, there))


def _added(stage: Stage, state: State, unit: int) -> int:
    """Points that every hex costs more because of what a counter wears, carries and leads."""
    if not is_human(stage, unit):
        return 0
    added = 0
    if state.flags[unit] & SUITED:
        added += stage.figure("movement-additions", "spacesuit-worn")
    elif stage.cast.arm("spacesuit") in state.carried[unit]:
        added += stage.figure("movement-additions", "spacesuit-carried")
    return added


def _shaft_steps(stage: Stage, cell: int) -> Iterator[int]:
    """The cells one stop above and below in a shaft.

    Source: bug-hunter 325.2
    """
    lift = stage.ground.shafts[stage.ground.shaft_at[cell]]
    for number, stop in enumerate(lift.stops):
        if cell in stop:
            for other in (number - 1, number + 1):
                if 0 <= other < len(lift.stops):
                    yield lift.stops[other][stop.index(cell)]


def _car_lets(stage: Stage, state: State, cell: int, place: int) -> bool:
    """Whether the car of a lift lets humans in or out at a place: it is there, and has not moved.

    Source: bug-hunter 303.3
    """
    number = stage.ground.shaft_at.get(place, -1)
    if number < 0:
        return True
    lift = stage.ground.shafts[number]
    return place in lift.stops[state.car[number]] and state.car_moved[number] != clock(stage, state)


def clock(stage: Stage, state: State) -> int:
    """The number of the round since the start of the game."""
    return state.turn * (stage.rounds + 1) + state.round
