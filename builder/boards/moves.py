"""How a unit moves over a board: the cost of steps, the allowance of a move, and how far it gets."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from builder.boards.spots import Region
from builder.geometry.paths import CostSearch, cheapest_way, quick_cost
from builder.geometry.shapes import Shape

S = TypeVar("S")
Starts = tuple[Region, ...]
EPSILON = 1e-6


@dataclass(frozen=True, slots=True)
class Mover:
    """The properties of a unit that affect its moves.

    Attributes:
        allowance: the points of a move.
        flies: whether it flies.
        cycles: whether it can cycle an airlock.
        rides: whether it rides lifts; others climb their shafts.
        breathes: the atmospheres that do not harm it; ``None`` if none does.
        wears: whether it can put on a suit against harmful air.
        suited: whether it starts in a suit.
        has_suit: whether it carries a suit, which it can put on anywhere.
        suit_cost: points that a suit adds to every hex.
        load: points that what it carries adds to every hex of a deck.
        side: the side that it fights for.
        slow: the points of a move in bad going; 0 if that does not slow it.
        on_hull: whether it is a vehicle that crawls over the outside of a ship.
    """

    allowance: int
    flies: bool = False
    cycles: bool = True
    rides: bool = True
    breathes: frozenset[str] | None = None
    wears: bool = False
    suited: bool = False
    has_suit: bool = False
    suit_cost: int = 0
    load: int = 0
    side: str = ""
    slow: int = 0
    on_hull: bool = False


class Moves(ABC):
    """The moves of one kind of unit on one board."""

    @abstractmethod
    def first_moves(self, starts: Starts, goals: Collection[Region]) -> Mapping[Region, int]:
        """The first move in which the unit can be at each goal; 0 if it starts there, missing if never."""

    def may_reach(self, starts: Starts, goal: Region, moves: int) -> bool:
        """Whether the unit can be at a goal by the end of this many moves."""
        return self.first_moves(starts, (goal,)).get(goal, moves + 1) <= moves

    def reach(self, starts: Starts) -> Mapping[Any, int]:
        """The first move in which the unit can be at each spot; empty on a board without spots."""
        return MappingProxyType({})

    def spent(self, starts: Starts) -> Mapping[Any, int]:
        """The points spent to reach each spot, with those lost at the ends of moves; empty without spots."""
        return MappingProxyType({})

    def way(self, starts: Starts, goal: Any) -> tuple[Any, ...]:
        """The spots of a fastest path from a start to ``goal``; empty if there is none."""
        return ()

    def hindrance(self, starts: Starts, goal: Region, moves: int) -> str:
        """The only reason why the unit cannot be at a goal by the end of this many moves.

        ``distance`` if it is too far away even over open ground, ``levels`` if the unit could be there if the
        ground were flat, or empty.
        """
        return ""


class StepMoves(Moves, Generic[S]):
    """Moves from spot to spot with an allowance of points for each move.

    A unit enters a spot only if the rest of its allowance covers the whole cost; otherwise it waits for the
    next move. A step that costs more than the allowance is never made. Points left at the end of a move are
    lost. ``flies`` is true if it can also move in another way than by steps.
    """

    flies = False

    def __init__(self, allowance: int) -> None:
        self.allowance = allowance
        self._searches: dict[Starts, CostSearch[S]] = {}

    @abstractmethod
    def steps(self, spot: S) -> Iterable[tuple[S, int]]:
        """The spots one step away, each with what the step costs."""

    @abstractmethod
    def distance_to(self, goal: S) -> Callable[[S], float]:
        """An estimate of the number of steps to a goal, which decides what a search tries first."""

    def start_spots(self, starts: Starts) -> Iterable[S]:
        """The spots where the unit can start."""
        return list(dict.fromkeys(spot for region in starts for spot in region.spots))

    def reach(self, starts: Starts) -> Mapping[S, int]:
        return {spot: -(-spent // self.allowance) for spot, spent in self.spent(starts).items()}

    def way(self, starts: Starts, goal: S) -> tuple[S, ...]:
        return cheapest_way(self.spent(starts), self.steps, goal, self.allowance)

    def first_moves(self, starts: Starts, goals: Collection[Region]) -> Mapping[Region, int]:
        search = self._search(starts)
        spent = {goal: search.cost_of(goal.spot) for goal in goals}
        return {goal: -(-cost // self.allowance) for goal, cost in spent.items() if cost is not None}

    def may_reach(self, starts: Starts, goal: Region, moves: int) -> bool:
        """See :meth:`Moves.may_reach`; a quick search, which often suffices, comes first."""
        quick = self.quick_cost(self.start_spots(starts), goal.spot)
        if quick is not None and -(-quick // self.allowance) <= moves:
            return True
        return (quick is not None or self.flies) and super().may_reach(starts, goal, moves)

    def quick_cost(self, begin: Iterable[S], goal: S) -> int | None:
        """The cost of a way to a goal that is found quickly, not always the cheapest; ``None`` if none."""
        return quick_cost(begin, self.steps, (goal,), self.distance_to(goal), self.allowance)

    def spent(self, starts: Starts) -> Mapping[S, int]:
        return self._search(starts).finish()

    def _search(self, starts: Starts) -> CostSearch[S]:
        if starts not in self._searches:
            begin = self.start_spots(starts)
            self._searches[starts] = CostSearch(begin, self.steps, allowance=self.allowance)
        return self._searches[starts]


class StraightMoves(Moves):
    """Moves across an open table in a straight line.

    ``pace`` is the greatest distance of one move, in the table's unit, and ``slow_pace`` that in bad going.
    Only bad going around the goal counts, because a unit can go around the rest.
    """

    def __init__(self, pace: float, slow_pace: float = 0.0, bad_going: Sequence[Shape] = ()) -> None:
        self.pace = pace
        self.slow_pace = slow_pace or pace
        self.bad_going = bad_going

    def first_moves(self, starts: Starts, goals: Collection[Region]) -> Mapping[Region, int]:
        """See :meth:`Moves.first_moves`; regions without a shape are never reached."""
        shapes = [region.shape for region in starts if region.shape is not None]
        moves = {}
        for goal in goals:
            if goal.shape is not None and shapes:
                gap = min(shape.distance(goal.shape) for shape in shapes)
                bad = min(gap, max((each.depth(goal.shape.center) for each in self.bad_going), default=0.0))
                needed = (gap - bad) / self.pace + bad / self.slow_pace
                moves[goal] = max(0, math.ceil(needed - EPSILON))
        return moves
