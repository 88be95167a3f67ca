"""The effects of events and special rules: all of them, those that apply now, and what they change."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, MutableSequence, Sequence
from typing import Any, TypeVar

from builder.scenario.logic.conditions import Facts, is_met
from builder.scenario.logic.effects import Arrival, Ban, Effect, Movement, Opening
from builder.scenario.model import Event, Scenario

E = TypeVar("E")
ALWAYS = -1
"""Stands for the number of an event if the effect is that of a special rule, which always applies."""

IsUnderWay = Callable[[int], bool]
"""Whether the event with a number has begun and is not over."""


class Effects:
    """All effects of a scenario: those of special rules first, then those of events, in the file's order."""

    def __init__(self, scenario: Scenario) -> None:
        rules = ((ALWAYS, rule.effects or ()) for rule in scenario.special_rules)
        events = ((number, event.effects or ()) for number, event in enumerate(scenario.events))
        parts = (*rules, *events)
        self.all: tuple[tuple[int, Effect], ...] = tuple(
            (number, effect) for number, effects in parts for effect in effects
        )
        self._by_kind: dict[type, tuple[tuple[int, Any], ...]] = {}

    def of(self, kind: type[E]) -> tuple[tuple[int, E], ...]:
        """The effects of a kind, each with the number of its event, or :data:`ALWAYS`."""
        if kind not in self._by_kind:
            self._by_kind[kind] = tuple(each for each in self.all if isinstance(each[1], kind))
        return self._by_kind[kind]

    def active(self, kind: type[E], is_under_way: IsUnderWay) -> Iterator[E]:
        """The effects of a kind that apply now."""
        for event, effect in self.of(kind):
            if event == ALWAYS or is_under_way(event):
                yield effect

    def is_open(self, objective: str, is_under_way: IsUnderWay) -> bool:
        """Whether an objective can be carried out now."""
        openings = [effect for _, effect in self.of(Opening) if objective in effect.objectives]
        if not openings:
            return True
        now = [effect for effect in self.active(Opening, is_under_way) if objective in effect.objectives]
        if any(effect.closes for effect in now):
            return False
        return any(not effect.closes for effect in now) or all(effect.closes for effect in openings)

    def is_banned(self, entry: str, side: str, is_under_way: IsUnderWay) -> bool:
        """Whether a side may not use an entry of the game, as in ``card/telepathy``."""
        return any(
            effect.who.side in ("", side) and any(each.key == entry for each in effect.entries)
            for effect in self.active(Ban, is_under_way)
        )


def moved_by(points: int, effects: Iterable[Movement]) -> int:
    """A movement allowance after the effects that concern a unit; never below 0.

    >>> from fractions import Fraction
    >>> from builder.scenario.logic.conditions import Who
    >>> moved_by(7, [Movement(Who(), times=Fraction(1, 2), plus=1), Movement(Who(), at_most=3)])
    3
    """
    for effect in effects:
        points = int(points * effect.times) + effect.plus
        points = points if effect.at_most is None else min(points, effect.at_most)
    return max(0, points)


def advance_events(events: Sequence[Event], started: MutableSequence[int], facts: Facts) -> list[int]:
    """Begin and end the events of this turn, and return the numbers of those that begin.

    Args:
        events: those of the scenario.
        started: for each event, the turn in which it began, and minus that once it is over: arrivals in every
            turn still know when it began. Changed in place.
        facts: what is the case.
    """
    beginning = []
    for number, event in enumerate(events):
        if begins(event, facts):
            started[number] = facts.turn()
            beginning.append(number)
        elif started[number] > 0 and is_over(event, started[number], facts):
            started[number] = -started[number]
    return beginning


def begins(event: Event, facts: Facts) -> bool:
    """Whether an event happens in this turn."""
    span = event.span
    if event.turn != facts.turn() or (span.condition is not None and not is_met(span.condition, facts)):
        return False
    return span.unless is None or not is_met(span.unless, facts)


def is_over(event: Event, begun: int, facts: Facts) -> bool:
    """Whether the effects of an event that began in a turn have ended."""
    span = event.span
    if span.turns and facts.turn() >= begun + span.turns:
        return True
    return span.until is not None and is_met(span.until, facts)


def arrivals_due(
    arrivals: Sequence[tuple[int, Arrival]], started: Sequence[int], turn: int
) -> Iterator[tuple[int, Arrival]]:
    """The arrivals of this turn, each with its number: those that begin now, and those of every turn.

    Args:
        arrivals: each with the number of its event.
        started: for each event, the turn in which it began; 0 or less if it has not, or is over.
        turn: the number of the turn.
    """
    for number, (event, arrival) in enumerate(arrivals):
        begun = started[event]
        if begun == turn or (arrival.every_turn and begun > 0):
            yield number, arrival


def edges_of(arrival: Arrival) -> tuple[str, ...]:
    """The edges of the map by which units come on."""
    return (arrival.edge,) if arrival.edge else ("north", "east", "south", "west")
