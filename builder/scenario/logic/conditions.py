"""Conditions as frozen data, and their evaluation on anything that knows the facts of a game in play.

A condition is a tree of :class:`All`, :class:`Any`, :class:`Not` and :class:`Compare`, which compares a
quantity with a number. A quantity is a question about the game in play that a number answers, such as "how
many of the crew are standing?"; a question of yes or no has the answers 1 and 0.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from types import MappingProxyType
from typing import Protocol

from builder.boards.spots import Region

ALL = "all"
ANY_WAY = "any"
HERE = "here"
EDGES = ("north", "east", "south", "west")


class Moment(StrEnum):
    """When a condition is checked. ``ONCE``: at any moment, as soon as it is met."""

    ONCE = "once"
    END_OF_TURN = "end of turn"
    LAST_TURN = "last turn"


class Sign(StrEnum):
    """How a quantity is compared with a number."""

    AT_LEAST = "at_least"
    AT_MOST = "at_most"
    MORE_THAN = "more_than"
    FEWER_THAN = "fewer_than"


_COMPARE: Mapping[Sign, Callable[[int, int], bool]] = MappingProxyType(
    {
        Sign.AT_LEAST: operator.ge,
        Sign.AT_MOST: operator.le,
        Sign.MORE_THAN: operator.gt,
        Sign.FEWER_THAN: operator.lt,
    }
)


@dataclass(frozen=True, slots=True)
class Who:
    """A set of units: a force, or all of a side, or all units if both are empty.

    ``members`` limits it to some members of the force. Only units in all states of ``only``, and in none of
    ``unless``, belong to it. ``item`` and ``captives`` stand for a thing, and for the captives of a force,
    in place of units.
    """

    force: str = ""
    side: str = ""
    members: tuple[str, ...] = ()
    item: str = ""
    captives: str = ""
    only: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Where:
    """A place on the map: the part of the scenario with an ``id``, or, without one, spots.

    ``kind`` is what the id names, such as ``zone`` or ``objective``; ``spots`` is the text of a place
    without an id. ``not_on`` are the slugs of terrain that does not count. Places are equal if they are
    named alike; ``region`` and ``title`` follow from that.
    """

    kind: str = ""
    id: str = ""
    spots: str = ""
    not_on: tuple[str, ...] = ()
    region: Region = field(default_factory=Region, compare=False, repr=False)
    title: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Done:
    """The number of ``objectives`` that have been carried out, by a turn if ``by_turn`` is not 0."""

    objectives: tuple[str, ...]
    by_turn: int = 0


@dataclass(frozen=True, slots=True)
class Standing:
    """The number of units that are neither dead, nor incapacitated, nor gone."""

    who: Who


@dataclass(frozen=True, slots=True)
class Lost:
    """The number of units that are dead or incapacitated."""

    who: Who


@dataclass(frozen=True, slots=True)
class Inside:
    """The number of standing units in a place; for an item, 1 if it is there."""

    who: Who
    where: Where


@dataclass(frozen=True, slots=True)
class Adjoining:
    """The number of standing units next to a place."""

    who: Who
    where: Where


@dataclass(frozen=True, slots=True)
class LeftBy:
    """The number of units that have left the map by a way.

    ``kind`` is ``edge``, ``objective``, ``vehicle`` or, if the way does not matter, ``any``.
    """

    who: Who
    kind: str
    way: str


@dataclass(frozen=True, slots=True)
class Carrying:
    """The number of units that carry an item, or a weapon: ``kind`` is ``item`` or ``weapon``."""

    who: Who
    kind: str
    thing: str


@dataclass(frozen=True, slots=True)
class Destroyed:
    """1 if an item is destroyed."""

    item: str


@dataclass(frozen=True, slots=True)
class Burning:
    """1 if fire burns in a place."""

    where: Where


@dataclass(frozen=True, slots=True)
class Happened:
    """1 if what an entry of the game describes, as in ``rule/319.0``, has been carried out to its end."""

    entry: str


@dataclass(frozen=True, slots=True)
class Turn:
    """The number of the current turn."""


@dataclass(frozen=True, slots=True)
class Points:
    """The victory points of a side."""

    side: str


@dataclass(frozen=True, slots=True)
class Damage:
    """The points of structural damage on all decks together."""


class Unit(StrEnum):
    """The units in which work at an objective is counted."""

    TURNS = "end_turns"
    ROUNDS = "spend_rounds"
    POINTS = "spend_points"
    ACTS = "acts"


@dataclass(frozen=True, slots=True)
class Work:
    """The amount of work done at a place: turns ended there, whole rounds or action points spent, or acts.

    If ``same`` is true, one unit has to do all of it; if ``in_a_row`` is true, only turns or rounds that
    follow each other count. ``within`` is the distance from which units can do it.
    """

    unit: Unit
    who: Who
    where: Where
    within: int = 0
    same: bool = False
    in_a_row: bool = True


Quantity = (
    Done
    | Standing
    | Lost
    | Inside
    | Adjoining
    | LeftBy
    | Carrying
    | Destroyed
    | Burning
    | Happened
    | Turn
    | Points
    | Damage
    | Work
)


@dataclass(frozen=True, slots=True)
class Compare:
    """A quantity compared with a number, or with the points of another side."""

    quantity: Quantity
    sign: Sign
    limit: int | Points


@dataclass(frozen=True, slots=True)
class All:
    """Met if all parts are met."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Any:
    """Met if a part is met."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """Met if its part is not met."""

    part: Condition


@dataclass(frozen=True, slots=True)
class Otherwise:
    """Met if no other victory condition is met when the last turn ends; the caller has to check that."""


Condition = All | Any | Not | Otherwise | Compare


class Facts(Protocol):
    """The facts of a game in play: the answers to the questions that conditions ask."""

    def turn(self) -> int:
        """The number of the current turn."""

    def done(self, objective: str) -> int:
        """The turn in which an objective was carried out; 0 if it was not."""

    def standing(self, who: Who) -> int:
        """The number of units that are neither dead, nor incapacitated, nor gone."""

    def lost(self, who: Who) -> int:
        """The number of units that are dead or incapacitated."""

    def inside(self, who: Who, where: Where) -> int:
        """The number of standing units in a place; for an item or captives, 1 if they are there."""

    def adjoining(self, who: Who, where: Where) -> int:
        """The number of standing units next to a place."""

    def left_by(self, who: Who, kind: str, way: str) -> int:
        """The number of units that have left the map by a way."""

    def carrying(self, who: Who, kind: str, thing: str) -> int:
        """The number of units that carry an item or a weapon."""

    def destroyed(self, item: str) -> bool:
        """Whether an item is destroyed."""

    def burning(self, where: Where) -> bool:
        """Whether fire burns in a place."""

    def happened(self, entry: str) -> bool:
        """Whether what an entry of the game describes has been carried out to its end."""

    def points(self, side: str) -> int:
        """The victory points of a side."""

    def damage(self) -> int:
        """The points of structural damage on all decks together."""

    def work(self, work: Work) -> int:
        """The amount of work done at a place."""


def measure(quantity: Quantity, facts: Facts) -> int:
    """The number that answers the question of a quantity."""
    match quantity:
        case Done(objectives, by_turn):
            turns = [facts.done(objective) for objective in objectives]
            return sum(1 for turn in turns if turn and (not by_turn or turn <= by_turn))
        case Standing(who):
            return facts.standing(who)
        case Lost(who):
            return facts.lost(who)
        case Inside(who, where):
            return facts.inside(who, where)
        case Adjoining(who, where):
            return facts.adjoining(who, where)
        case LeftBy(who, kind, way):
            return facts.left_by(who, kind, way)
        case Carrying(who, kind, thing):
            return facts.carrying(who, kind, thing)
        case Destroyed(item):
            return int(facts.destroyed(item))
        case Burning(where):
            return int(facts.burning(where))
        case Happened(entry):
            return int(facts.happened(entry))
        case Turn():
            return facts.turn()
        case Points(side):
            return facts.points(side)
        case Damage():
            return facts.damage()
        case Work():
            return facts.work(quantity)


def holds(condition: Condition, answer: Callable[[Quantity], int]) -> bool:
    """Whether a condition is met if ``answer`` gives the number of each quantity.

    >>> six = Compare(Standing(Who(force="crew")), Sign.AT_LEAST, 6)
    >>> late = Compare(Turn(), Sign.AT_LEAST, 10)
    >>> answers = {six.quantity: 5, late.quantity: 10}
    >>> holds(six, answers.__getitem__), holds(Any((six, late)), answers.__getitem__)
    (False, True)
    >>> holds(All((Not(six), late)), answers.__getitem__)
    True
    """
    match condition:
        case All(parts):
            return all(holds(part, answer) for part in parts)
        case Any(parts):
            return any(holds(part, answer) for part in parts)
        case Not(part):
            return not holds(part, answer)
        case Otherwise():
            return True
        case Compare(quantity, sign, limit):
            return _COMPARE[sign](answer(quantity), limit if isinstance(limit, int) else answer(limit))


def is_met(condition: Condition, facts: Facts) -> bool:
    """Whether a condition is met in a game in play. ``Otherwise`` always is: check it after all others."""
    return holds(condition, partial(measure, facts=facts))


def comparisons(condition: Condition | None) -> Iterator[Compare]:
    """Every comparison of a condition, in its order."""
    match condition:
        case All(parts) | Any(parts):
            for part in parts:
                yield from comparisons(part)
        case Not(part):
            yield from comparisons(part)
        case Compare():
            yield condition


def quantities(condition: Condition | None) -> Iterator[Quantity]:
    """Every quantity that a condition mentions, in its order; one that occurs twice comes twice."""
    for each in comparisons(condition):
        yield each.quantity
        if not isinstance(each.limit, int):
            yield each.limit


def conjuncts(condition: Condition | None) -> Iterator[Compare]:
    """The comparisons that have to be met whenever the condition is."""
    match condition:
        case All(parts):
            for part in parts:
                yield from conjuncts(part)
        case Compare():
            yield condition


def places_of(condition: Condition | None) -> Iterator[tuple[str, str]]:
    """The kind and id of every place and objective that a condition mentions."""
    for quantity in quantities(condition):
        match quantity:
            case Done(objectives):
                yield from (("objective", id) for id in objectives)
            case Inside(_, where) | Adjoining(_, where) | Burning(where) | Work(where=where):
                yield where.kind, where.id
            case LeftBy(_, kind, way):
                yield kind, way
