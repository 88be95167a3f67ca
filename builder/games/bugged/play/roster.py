"""The roster: the kinds of unit of the game, and the units and cards of a scenario."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from builder.scenario.model import Scenario
from rulesdb import Entry, Ruleset

FIRST, SECOND = "first", "second"
SIDES = (FIRST, SECOND)


@dataclass(frozen=True, slots=True)
class Kind:
    """The sheet of a unit; skills, damage, dodge and armor are numbers of dice."""

    slug: str
    title: str
    race: str
    melee_skill: int
    melee_damage: int
    range_skill: int
    range_damage: int
    dodge: int
    armor: int
    movement: int
    wounds: int
    points: int
    carries: int
    is_vehicle: bool


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of a scenario: the number of its kind at the start, of its side and of its force."""

    name: str
    kind: int
    side: int
    force: int
    wounds: int


def kinds_of(game: Ruleset) -> tuple[Kind, ...]:
    """All unit sheets of the game."""
    return tuple(_kind(entry) for entry in game.of_kind("unit"))


def _kind(entry: Entry) -> Kind:
    scores: Mapping[str, int] = entry["scores"]
    return Kind(
        slug=entry.slug,
        title=entry.title,
        race=str(entry.get("race", "")),
        melee_skill=scores["melee_skill"],
        melee_damage=scores["melee_damage"],
        range_skill=scores["range_skill"],
        range_damage=scores["range_damage"],
        dodge=scores["dodge"],
        armor=scores["armor"],
        movement=scores["movement"],
        wounds=scores["wounds"],
        points=int(entry["points"]),
        carries=scores.get("carries", 0),
        is_vehicle=bool(entry.get("vehicle")),
    )


def units_of(scenario: Scenario, kinds: Sequence[Kind]) -> tuple[Unit, ...]:
    """The units of all forces, in the order of the file."""
    numbers = {kind.slug: number for number, kind in enumerate(kinds)}
    units = []
    for index, force in enumerate(scenario.forces):
        kind = numbers[force.unit.slug]
        for number in range(force.count):
            name = kinds[kind].title if force.count == 1 else f"{kinds[kind].title} {number + 1}"
            wounds = kinds[kind].wounds if force.wounds is None else force.wounds
            units.append(Unit(name, kind, SIDES.index(force.side), index, wounds))
    return tuple(units)


def cards_of(scenario: Scenario, cards: Sequence[str]) -> tuple[tuple[int, ...], ...]:
    """For each side, the number that it has of each card of the game."""
    hands = [[0] * len(cards) for _ in SIDES]
    for force in scenario.forces:
        for entry, number in force.cards.values():
            hands[SIDES.index(force.side)][cards.index(entry.slug)] += number
    return tuple(map(tuple, hands))
