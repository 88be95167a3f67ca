"""The units of a scenario, and what they attack with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from builder.scenario.model import Force, Scenario
from rulesdb import Entry
from rulesdb.play import PlayRules, fact_of


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of unit with the weapons that it has in hand: two units of a kind fight alike.

    Attributes:
        slug: that of its entry.
        weapons: the slugs of its weapons.
        movement: its movement points.
        wounds: the wounds that remove it.
        points: its price; 1 if it has none.
        entry: its entry.
    """

    slug: str
    weapons: tuple[str, ...]
    movement: int
    wounds: int
    points: int
    entry: Entry = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of a scenario: the numbers of its kind, side and force, and the wounds that it has left."""

    name: str
    kind: int
    side: int
    force: int
    wounds: int
    member: str = ""


def roster_of(scenario: Scenario, rules: PlayRules) -> tuple[tuple[Kind, ...], tuple[Unit, ...]]:
    """The kinds of unit that take part, and all units in the order of the file."""
    kinds: dict[Kind, int] = {}
    units: list[Unit] = []
    sides = [side.id for side in scenario.ruleset.sides]
    for index, force in enumerate(scenario.forces):
        for name, member, entry, weapons in _figures(force):
            kind = kinds.setdefault(_kind(scenario, rules, entry, weapons), len(kinds))
            wounds = list(kinds)[kind].wounds if force.wounds is None else force.wounds
            units.append(Unit(name, kind, sides.index(force.side), index, wounds, member))
    return tuple(kinds), tuple(units)


def _figures(force: Force) -> list[tuple[str, str, Entry, tuple[str, ...]]]:
    """The name, the id, the unit and the weapons of each figure of a force."""
    if force.members:
        return [
            (
                member.name,
                member.id,
                member.unit or force.unit,
                (member.weapon.slug,) if member.weapon is not None else _usual(member.unit or force.unit),
            )
            for member in force.members
        ]
    names = [f"{force.title} {number + 1}" for number in range(force.count)]
    if force.count == 1:
        names = [force.title]
    return [(name, "", force.unit, _usual(force.unit)) for name in names]


def _usual(unit: Entry) -> tuple[str, ...]:
    return tuple(unit.get("weapons", ()))


def _kind(scenario: Scenario, rules: PlayRules, entry: Entry, weapons: tuple[str, ...]) -> Kind:
    movement = scenario.ruleset.movement
    points = fact_of(entry, movement.allowance.fact) if movement is not None else 0
    if not points and movement is not None:
        points = movement.farthest.get(entry.slug, 0)
    price = int(entry.get("points", 0)) or 1
    return Kind(entry.slug, weapons, points, fact_of(entry, rules.wounds), price, entry)


def hands_of(scenario: Scenario, cards: Sequence[str]) -> Mapping[int, tuple[int, ...]]:
    """For each side, by its number, the number of each card that it has."""
    sides = [side.id for side in scenario.ruleset.sides]
    hands = {number: [0] * len(cards) for number in range(len(sides))}
    for force in scenario.forces:
        for entry, number in force.cards.values():
            hands[sides.index(force.side)][cards.index(entry.slug)] += number
    return {side: tuple(hand) for side, hand in hands.items()}
