"""Moves on decks: through doors, hatches and lifts, in suits and out of them, and over the hull."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from builder.boards.deck_ground import Crossing, DeckGround, deck_distance
from builder.boards.moves import Mover, Moves, Starts
from builder.boards.spots import Place, Region
from builder.geometry.hexgrid import Hex
from builder.geometry.paths import CostSearch, cheapest_way, quick_cost


class Suited(NamedTuple):
    """A unit at a place, in a suit."""

    level: int
    hex: Hex
    suited: bool = True


class Pause(NamedTuple):
    """A unit at a place, on its way to another one, with the cost of the last step."""

    level: int
    hex: Hex
    then: Stand
    cost: int


# Where a unit stands, and how; a place is that of a unit without a suit.
Stand: TypeAlias = Place | Suited | Pause
Step: TypeAlias = tuple[Stand, int]


class DeckSteps:
    """The steps of one kind of unit on one map.

    Hexes and doors cost points. A hatch takes a whole move by default; so do the ride of a lift, the boarding
    of one that has been called, and the cycle of an airlock, if the unit can do it. A unit that does not
    breathe the air in another hex stays out of it, unless it wears a suit, which it carries or can put on at
    a locker. No step leads out of an area that holds the unit's side.
    """

    def __init__(self, ground: DeckGround, mover: Mover) -> None:
        self.ground = ground
        self.mover = mover
        self._shaft = mover.allowance if ground.movement.shaft is None else ground.movement.shaft
        self._cells = frozenset(id for id, area in ground.decks.areas.items() if area.holds(mover.side))
        self._near: dict[Stand, tuple[Step, ...]] = {}
        self._all: dict[Stand, tuple[Step, ...]] = {}
        changes = mover.wears and (mover.suited or mover.has_suit or bool(ground.lockers))
        self.leads_far = changes or (ground.has_exits and self._breathes(ground.decks.outside))

    def start(self, place: Place) -> Stand:
        """The unit at a place where it starts, in its suit if it starts in one."""
        return Suited(*place) if self.mover.suited else place

    def near(self, stand: Stand) -> tuple[Step, ...]:
        """The steps inside, without putting a suit on or taking it off."""
        if stand not in self._near:
            if isinstance(stand, Pause):
                self._near[stand] = ((stand.then, stand.cost),)
            elif self._is_held(stand):
                self._near[stand] = tuple(self._in_cell(stand))
            elif isinstance(stand, Place) and not self.mover.load and self.ground.is_plain(stand):
                self._near[stand] = self.ground.plain(stand)
            else:
                self._near[stand] = tuple(self._inside(stand))
        return self._near[stand]

    def all(self, stand: Stand) -> tuple[Step, ...]:
        """Every step: inside, outside, and putting a suit on or taking it off."""
        if stand not in self._all:
            far = () if isinstance(stand, Pause) or self._is_held(stand) else self._far(stand)
            self._all[stand] = (*self.near(stand), *far)
        return self._all[stand]

    def _is_held(self, stand: Stand) -> bool:
        """Whether the unit is in an area that units of its side do not get out of."""
        cells = self._cells
        return bool(cells) and self.ground.decks.area_at.get(Place(stand.level, stand.hex)) in cells

    def _in_cell(self, stand: Place | Suited) -> Iterator[Step]:
        area_at, place = self.ground.decks.area_at, Place(stand.level, stand.hex)
        cell = area_at[place]
        plain = self.ground.plain(place)
        return self._walk(stand, tuple(step for step in plain if area_at.get(step[0]) == cell))

    def _inside(self, stand: Place | Suited) -> Iterator[Step]:
        ground, place = self.ground, Place(stand.level, stand.hex)
        crossings = (each for each in ground.crossings(place) if each.there in ground.decks.area_at)
        yield from self._walk(stand, ground.plain(place))
        yield from self._cross(stand, crossings)
        for there in ground.shafts.get(place, ()):
            if self._enters(stand, there):
                yield _like(stand, there), self._shaft
        for there in ground.lifts.get(place, ()):
            levels = abs(there.level - place.level)
            if levels == 1 or (self.mover.rides and levels):
                yield _like(stand, there), self._shaft
            elif levels:
                yield Pause(*place, _like(stand, there), -self._shaft * (levels - 1)), self._shaft

    def _far(self, stand: Place | Suited) -> Iterator[Step]:
        ground, mover, place = self.ground, self.mover, Place(stand.level, stand.hex)
        inside = ground.decks.area_at
        if ground.has_exits and self._breathes(ground.decks.outside, stand):
            crossings = (each for each in ground.crossings(place) if each.there not in inside)
            yield from self._cross(stand, crossings)
            if place not in inside:
                yield from self._outside(stand, place)
        if isinstance(stand, Suited) and mover.wears and self._breathes(ground.air(place)):
            yield place, mover.allowance
        elif mover.wears and (mover.has_suit or place in ground.lockers):
            yield Suited(*place), mover.allowance

    def _outside(self, stand: Place | Suited, place: Place) -> Iterator[Step]:
        """The steps from one hex outside to another; slow on a ship."""
        ground, hull = self.ground, self.ground.movement.hull
        if ground.decks.site != "ship":
            steps = ((there, ground.movement.open) for there in ground.outside(place))
            yield from self._walk(stand, tuple(steps))
        elif hull is not None:
            in_a_turn = ground.movement.moves * self.mover.allowance
            for there in ground.outside(place):
                yield _like(stand, there), -(in_a_turn // hull.hexes)
            for there in ground.above_and_below(place):
                yield _like(stand, there), -(in_a_turn // hull.levels)

    def _walk(self, stand: Place | Suited, steps: tuple[tuple[Place, int], ...]) -> Iterator[Step]:
        added = self._added(stand)
        if not added and isinstance(stand, Place):
            yield from steps
            return
        for there, cost in steps:
            yield _like(stand, there), cost + added

    def _cross(self, stand: Place | Suited, crossings: Iterator[Crossing]) -> Iterator[Step]:
        added = self._added(stand)
        for there, points, cycles, calls, waits in crossings:
            after, cost = _like(stand, there), points + added
            if not self._enters(stand, there):
                continue
            if calls and self.mover.rides:
                # The car comes at the end of the move; boarding it takes the next one.
                yield Pause(stand.level, stand.hex, after, self.mover.allowance), self.ground.movement.summons
            elif waits:
                yield Pause(stand.level, stand.hex, after, cost), self.mover.allowance
            elif not cycles:
                yield after, cost
            elif self.mover.cycles:
                yield Pause(stand.level, stand.hex, after, cost), self.mover.allowance

    def _added(self, stand: Place | Suited) -> int:
        """Points that a hex costs more because of what the unit wears and carries."""
        return self.mover.load + (self.mover.suit_cost if isinstance(stand, Suited) else 0)

    def _enters(self, stand: Place | Suited, there: Place) -> bool:
        """Whether the air of a hex admits a unit. One that cannot breathe where it is can go anywhere."""
        if self._breathes(self.ground.air(there), stand):
            return True
        return not self._breathes(self.ground.air(Place(stand.level, stand.hex)), stand)

    def _breathes(self, air: str, stand: Stand | None = None) -> bool:
        breathes = self.mover.breathes
        return breathes is None or isinstance(stand, Suited) or air in breathes


class DeckMoves(Moves):
    """The moves of one kind of unit on decks."""

    def __init__(self, ground: DeckGround, mover: Mover) -> None:
        self.allowance = mover.allowance
        self._steps = DeckSteps(ground, mover)
        self._searches: dict[Starts, CostSearch[Stand]] = {}
        self._points: dict[Starts, Mapping[Place, int]] = {}

    def first_moves(self, starts: Starts, goals: Collection[Region]) -> Mapping[Region, int]:
        search = self._search(starts)
        spent = {goal: search.cost_of(*_goals(goal)) for goal in goals}
        return {goal: -(-cost // self.allowance) for goal, cost in spent.items() if cost is not None}

    def may_reach(self, starts: Starts, goal: Region, moves: int) -> bool:
        """See :meth:`Moves.may_reach`; a quick search, which often finds a way inside, comes first."""
        begin, goals, distance = self._stands(starts), _goals(goal), deck_distance(goal.spot)
        for steps in (self._steps.near, self._steps.all) if self._steps.leads_far else (self._steps.near,):
            quick = quick_cost(begin, steps, goals, distance, self.allowance)
            if quick is not None and -(-quick // self.allowance) <= moves:
                return True
        return quick is not None and super().may_reach(starts, goal, moves)

    def reach(self, starts: Starts) -> Mapping[Place, int]:
        return {spot: -(-spent // self.allowance) for spot, spent in self.spent(starts).items()}

    def spent(self, starts: Starts) -> Mapping[Place, int]:
        """See :meth:`Moves.spent`; in a suit or without one, whichever is sooner."""
        if starts not in self._points:
            points: dict[Place, int] = {}
            # The search gives the smallest costs first.
            for stand, spent in self._search(starts).finish().items():
                points.setdefault(Place(stand.level, stand.hex), spent)
            self._points[starts] = points
        return self._points[starts]

    def way(self, starts: Starts, goal: Place) -> tuple[Place, ...]:
        costs = self._search(starts).finish()
        stands = {Place(stand.level, stand.hex): stand for stand in reversed(tuple(costs))}
        if goal not in stands:
            return ()
        before: dict[Stand, list[Stand]] = {}
        for stand in costs:
            for there, _ in self._steps.all(stand):
                before.setdefault(there, []).append(stand)
        way = cheapest_way(costs, self._steps.all, stands[goal], self.allowance, before=before.__getitem__)
        return tuple(dict.fromkeys(Place(stand.level, stand.hex) for stand in way))

    def _search(self, starts: Starts) -> CostSearch[Stand]:
        if starts not in self._searches:
            steps = self._steps.all if self._steps.leads_far else self._steps.near
            self._searches[starts] = CostSearch(self._stands(starts), steps, allowance=self.allowance)
        return self._searches[starts]

    def _stands(self, starts: Starts) -> list[Stand]:
        """How the unit stands where it may start."""
        return [self._steps.start(spot) for region in starts for spot in region.spots]


def _goals(goal: Region) -> tuple[Stand, ...]:
    """A unit at a goal, without a suit and with one."""
    return goal.spot, Suited(*goal.spot)


def _like(stand: Place | Suited, there: Place) -> Stand:
    """A unit at another place, in a suit if it has one on."""
    return Suited(*there) if isinstance(stand, Suited) else there
