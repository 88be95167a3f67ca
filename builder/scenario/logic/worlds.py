"""All answers that the quantities of some conditions can have together, to decide questions about conditions.

Numbers matter only by the limits with which they are compared, so each quantity has few answers to try. Some
combinations that cannot happen are tried too, because not everything that ties quantities to each other is
known here: if no combination meets a condition, nothing does; if one does, it may still be impossible.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from builder.scenario.logic.conditions import (
    Adjoining,
    All,
    Any,
    Burning,
    Carrying,
    Compare,
    Condition,
    Damage,
    Destroyed,
    Done,
    Happened,
    Inside,
    LeftBy,
    Lost,
    Moment,
    Not,
    Points,
    Quantity,
    Standing,
    Turn,
    Who,
    Work,
    holds,
    quantities,
)
from builder.scenario.model import Scenario

# More combinations than this are not tried: for one question, and for all questions together.
MAX_WORLDS = 20_000
MAX_TRIED = 200_000

Answers = Mapping[Quantity, int]


@dataclass(frozen=True)
class _Bound:
    """Quantities whose sum is not greater than another quantity or, without one, than a number."""

    parts: tuple[Quantity, ...]
    whole: Quantity | None = None
    most: int = 0

    def holds(self, world: Answers) -> bool:
        most = self.most if self.whole is None else world[self.whole]
        return sum(map(world.__getitem__, self.parts)) <= most


@dataclass(frozen=True)
class Worlds:
    """The combinations of answers that a scenario allows, as far as known.

    ``tried`` has the number of combinations of each question so far.
    """

    scenario: Scenario
    tried: list[int] = field(default_factory=list)

    def of(self, conditions: Iterable[Condition], turns: Sequence[int]) -> Iterator[Answers] | None:
        """Every combination of answers about conditions in some turns; ``None`` if there are too many."""
        limits = self._limits(conditions)
        domains = {quantity: self._answers(quantity, values, turns) for quantity, values in limits.items()}
        size = math.prod(map(len, domains.values()))
        if size > MAX_WORLDS or sum(self.tried) + size > MAX_TRIED:
            return None
        self.tried.append(size)
        worlds = (
            dict(zip(domains, answers, strict=True)) for answers in itertools.product(*domains.values())
        )
        bounds = [*self._parts_and_wholes(domains), *self._shares_of_forces(domains)]
        return (world for world in worlds if all(bound.holds(world) for bound in bounds))

    def is_met(self, condition: Condition, world: Answers) -> bool:
        """Whether a condition is met if the quantities have these answers."""
        return holds(condition, self.answer(world))

    def answer(self, world: Answers) -> Callable[[Quantity], int]:
        """The number of any quantity that :meth:`of` has an answer for, or for whose parts it has."""

        def answer(quantity: Quantity) -> int:
            if not isinstance(quantity, Done):
                return world[quantity]
            return sum(self._is_done(id, quantity.by_turn, world) for id in quantity.objectives)

        return answer

    def at_start(self, condition: Condition) -> bool:
        """Whether a condition is met when the game begins, whatever the set-up."""
        worlds = self.of([condition], [1])
        if worlds is None:
            return False
        starts = [world for world in worlds if all(map(self._is_start, world.items()))]
        return bool(starts) and all(self.is_met(condition, world) for world in starts)

    def _limits(self, conditions: Iterable[Condition]) -> dict[Quantity, set[int]]:
        """The quantities that conditions ask about, with the numbers that they are compared with.

        An objective that counts only when the last turn ends stands for its own condition.
        """
        limits: dict[Quantity, set[int]] = {}
        queue, seen = list(conditions), set()
        for condition in queue:
            for part in _comparisons(condition):
                for quantity in quantities(part):
                    if not isinstance(quantity, Done):
                        numbers = limits.setdefault(quantity, set())
                        numbers |= {part.limit} if isinstance(part.limit, int) else set()
                        continue
                    for id in quantity.objectives:
                        meaning = self._meanings.get(id)
                        if meaning is None:
                            limits.setdefault(Done((id,)), set()).add(quantity.by_turn)
                        elif id not in seen:
                            seen.add(id)
                            queue.append(meaning)
        return limits

    @functools.cached_property
    def _meanings(self) -> Mapping[str, Condition]:
        """The conditions of objectives that count only when the last turn ends; others stay met."""
        return {
            objective.id: objective.done_by
            for objective in self.scenario.objectives
            if objective.done_by is not None
            and objective.done_at is Moment.LAST_TURN
            # An objective that refers to another one could lead in circles.
            and not any(isinstance(each, Done | Work) for each in quantities(objective.done_by))
        }

    def _is_done(self, id: str, by_turn: int, world: Answers) -> bool:
        meaning = self._meanings.get(id)
        if meaning is not None:
            return self.is_met(meaning, world)
        turn = world[Done((id,))]
        return bool(turn) and (not by_turn or turn <= by_turn)

    def _answers(self, quantity: Quantity, limits: set[int], turns: Sequence[int]) -> Sequence[int]:
        """The answers to try: those at and next to each limit, and the extremes."""
        if isinstance(quantity, Turn):
            near = {limit + step for limit in limits for step in (-1, 0, 1)} | {turns[0], turns[-1]}
            return sorted(near & set(turns))
        if isinstance(quantity, Done):
            named = {turn for limit in limits if limit for turn in (limit, limit + 1)}
            return sorted({0, turns[-1], *(turn for turn in named if turn <= turns[-1])})
        if isinstance(quantity, Destroyed | Burning | Happened):
            return (0, 1)
        most = self._most(quantity)
        near = {limit + step for limit in limits for step in (-1, 0, 1)} | {0, 1}
        if isinstance(quantity, Points | Damage | Work):
            return sorted(each for each in near if each >= 0)
        return sorted({most, *(each for each in near if 0 <= each <= most)})

    def _most(self, quantity: Quantity) -> int:
        """The number of units of a party; 1 for an item."""
        who = getattr(quantity, "who", Who())
        if who.item:
            return 1
        forces = [force for force in self.scenario.forces if _contains(who, force.id, force.side)]
        if who.captives:
            forces = [force for force in self.scenario.forces if force.id == who.captives]
        count = sum(max(force.count, len(force.members)) for force in forces)
        if isinstance(quantity, Carrying) and quantity.kind == "item":
            return min(1, count)
        return len(who.members) if who.members else count

    def _parts_and_wholes(self, asked: Iterable[Quantity]) -> Iterator[_Bound]:
        """Quantities with an upper bound, such as the units in a zone, which are at most all units."""
        asked = list(asked)
        for quantity in asked:
            who = getattr(quantity, "who", None)
            if who is None or who.item or who.captives:
                continue
            if isinstance(quantity, Inside | Adjoining | Carrying) and Standing(_plain(who)) in asked:
                yield _Bound((quantity,), Standing(_plain(who)))
            for other in asked:
                if (
                    isinstance(other, Standing | Inside | LeftBy)
                    and type(other) is type(quantity)
                    and replace(other, who=who) == quantity
                    and _is_part(self.scenario, who, other.who)
                ):
                    yield _Bound((quantity,), other)

    def _shares_of_forces(self, asked: Iterable[Quantity]) -> Iterator[_Bound]:
        """The bounds that the units of a force that stand, are lost or have left are at most its units."""
        shares: dict[str, list[Quantity]] = {}
        for quantity in asked:
            match quantity:
                case Standing(who) | Lost(who) | LeftBy(who=who) if who == Who(force=who.force):
                    if not (isinstance(quantity, LeftBy) and quantity.kind == "any"):
                        shares.setdefault(who.force, []).append(quantity)
        for force in self.scenario.forces:
            if force.id in shares:
                yield _Bound(tuple(shares[force.id]), most=self._most(Standing(Who(force=force.id))))

    def _is_start(self, pair: tuple[Quantity, int]) -> bool:
        """Whether a quantity can have an answer when the game begins."""
        quantity, answer = pair
        match quantity:
            case Standing():
                return answer == self._most(quantity)
            case Inside() | Adjoining() | Carrying() | Turn():
                return True
            case Damage():
                decks = self.scenario.map.decks
                return answer == (sum(area.damage for area in decks.areas.values()) if decks else 0)
        return answer == 0


def _comparisons(condition: Condition) -> Iterator[Compare]:
    match condition:
        case All(parts) | Any(parts):
            for part in parts:
                yield from _comparisons(part)
        case Not(part):
            yield from _comparisons(part)
        case Compare():
            yield condition


def _contains(who: Who, force: str, side: str) -> bool:
    """Whether a party includes a force, or some of its members."""
    return who.force == force if who.force else who.side in ("", side)


def _plain(who: Who) -> Who:
    """A party without regard to the states of its units."""
    return replace(who, only=(), unless=())


def _is_part(scenario: Scenario, who: Who, whole: Who) -> bool:
    """Whether all units of a party belong to another one."""
    if who == whole or whole.only or whole.unless or whole.item or whole.captives:
        return False
    if whole.members and not (who.members and set(who.members) <= set(whole.members)):
        return False
    if whole.force:
        return who.force == whole.force
    force = scenario.force(who.force)
    side = force.side if force is not None else who.side
    return not whole.side or side == whole.side
