"""The cast of a scenario, compiled for play: people, creatures, weapons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from builder.scenario.model import Force, Member, Scenario
from rulesdb import Entry, Ruleset

HUMAN, PRED = "human", "pred"
SWARM = "swarm-pred"
# Counters that can be added in play: hatchlings, clones, and the parts of swarms.
_SPARE = 12
_ABILITY = {"bonus": 1, "penalty": -1}


@dataclass(frozen=True, slots=True)
class Arm:
    """A weapon or piece of equipment.

    ``row`` is its label in the tables of weapons; ``kind`` the class of its entry. ``dry`` is its label in
    the table of ammunition and ``damages`` in that of structural damage; both are empty if it has none.
    """

    slug: str
    title: str
    row: str
    kind: str
    is_automatic: bool
    pierces: bool
    rounds: int
    salvo: int
    dry: str
    damages: str
    outside: str
    drawn_for: bool


@dataclass(frozen=True, slots=True)
class Person:
    """A human; ``force``, ``squad`` and ``detail`` are numbers; abilities are -1, 0 or 1."""

    id: str
    name: str
    force: int
    squad: int
    unit: str
    activation: int
    panic: int
    fires: int
    throws: int
    fights: int
    position: str
    arm: int
    carries: tuple[int, ...]
    load: tuple[int, ...]
    rounds: int
    loader: int
    radio: bool
    suited: bool
    wounded: bool
    allowance: int
    armored: bool


@dataclass(frozen=True, slots=True)
class Brood:
    """The Preds: their form, their counters at the start and their powers."""

    force: int
    unit: str
    is_swarm: bool
    count: int
    swarms: tuple[int, ...]
    dummies: int
    panic: int
    powers: tuple[str, ...]
    draws: int
    allowance: int
    most: int
    native: bool


@dataclass(frozen=True, slots=True)
class Cast:
    """Everybody: people first, then the counters of each brood, with room for more of them."""

    people: tuple[Person, ...]
    broods: tuple[Brood, ...]
    arms: tuple[Arm, ...]
    brood_of: tuple[int, ...]

    @property
    def units(self) -> int:
        """The number of counters that there can be."""
        return len(self.people) + len(self.brood_of)

    @property
    def preds(self) -> range:
        """The numbers of the Preds' counters."""
        return range(len(self.people), self.units)

    def arm(self, slug: str) -> int:
        """The number of a weapon; -1 if the game has none of that name."""
        return next((number for number, arm in enumerate(self.arms) if arm.slug == slug), -1)


def read_cast(scenario: Scenario) -> Cast:
    """The cast of a scenario."""
    game = scenario.ruleset
    entries = game.of_kind("weapon")
    arms = tuple(_arm(game, entry) for entry in entries)
    numbers = {entry.slug: number for number, entry in enumerate(entries)}
    people: list[Person] = []
    broods = []
    squads: dict[tuple[str, str], int] = {}
    for index, force in enumerate(scenario.forces):
        if force.side != HUMAN:
            broods.append(_brood(game, index, force))
            continue
        first = len(people)
        places = {member.id: first + number for number, member in enumerate(force.members)}
        for member in force.members:
            squad = squads.setdefault((force.id, force.squad_of(member)), len(squads))
            people.append(_person(force, index, squad, member, numbers, places))
    slots = [number for number, brood in enumerate(broods) for _ in range(_slots(brood, len(people)))]
    return Cast(tuple(people), tuple(broods), arms, tuple(slots))


def _slots(brood: Brood, people: int) -> int:
    most = brood.count if brood.is_swarm else brood.count + people
    return most + brood.dummies + _SPARE


def _arm(game: Ruleset, entry: Entry) -> Arm:
    short = str(entry.get("abbreviation", ""))
    row = short or entry.slug
    fires: Sequence[str] = entry.get("fire", ())
    is_automatic = "automatic" in fires
    damages = _label(game, "structural-damage-dice", "cause", (row,))
    if not damages and is_automatic:
        damages = "automatic-weapon"
    drawn = _label(game, "random-effect-weapons", "weapon", (row,))
    return Arm(
        entry.slug,
        entry.title,
        row,
        str(entry["class"]),
        is_automatic,
        bool(entry.get("armor", False)),
        int(entry.get("rounds", 0)),
        int(entry.get("salvo", 1)),
        _label(game, "ammunition", "weapon", (row,)),
        damages,
        _label(game, "weapons-outside", "weapon", (row, "hand-grenade")),
        bool(drawn and game.result("random-effect-weapons", weapon=drawn)),
    )


def _label(game: Ruleset, table: str, axis: str, names: Sequence[str]) -> str:
    labels = next(each.labels for each in game.table(table).axes if each.name == axis)
    return next((name for name in names if name in labels), "")


def _person(
    force: Force, index: int, squad: int, member: Member, arms: Mapping[str, int], places: Mapping[str, int]
) -> Person:
    abilities = {letter: _ABILITY.get(value, 0) for letter, value in member.abilities.items()}
    unit = member.unit or force.unit
    return Person(
        member.id,
        member.name or member.id,
        index,
        squad,
        unit.slug,
        member.activation,
        member.panic,
        abilities.get("F", 0),
        abilities.get("G", 0),
        abilities.get("H", 0),
        member.position.slug if member.position is not None else "",
        arms[member.weapon.slug] if member.weapon is not None else -1,
        tuple(arms[entry.slug] for entry in member.carries),
        tuple(arms[entry.slug] for entry in member.load),
        -1 if member.rounds is None else member.rounds,
        places.get(member.loader, -1),
        force.radiocom or bool(unit.get("radiocom", False)),
        member.suited or force.suited,
        member.wounded,
        int(unit["movement"]),
        unit.slug == "marine",
    )


def _brood(game: Ruleset, index: int, force: Force) -> Brood:
    is_swarm = force.unit.slug == SWARM
    return Brood(
        index,
        force.unit.slug,
        is_swarm,
        force.count,
        force.swarms,
        force.dummies or 0,
        force.panic if isinstance(force.panic, int) else 0,
        tuple(power.slug for power in force.powers),
        0 if force.powers else int(force.unit.get("powers", 0)),
        int(force.unit["movement"]),
        int(force.unit.get("most", 1)),
        force.native,
    )
