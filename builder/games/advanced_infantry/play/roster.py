"""The roster: the troopers of a scenario, their arms and squads, and the crewed weapons."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from builder.boards.spots import DotPlace
from builder.games.advanced_infantry.play.figures import GRENADE, RIFLE, SMOKE, Figures
from builder.games.advanced_infantry.trooper import JET_PACK, experience_of, grenades, rounds
from builder.scenario.model import Member, Scenario
from rulesdb import Entry

ATTACKER, DEFENDER = "attacker", "defender"
SIDES = (ATTACKER, DEFENDER)
UNCOUNTED = -1
# Weapons that take the place of a trooper's primary or secondary weapon.
_SECONDARY = ("light-anti-tank-weapon",)


@dataclass(frozen=True, slots=True)
class Arm:
    """A weapon that a trooper fires or throws, with the rounds that he starts with; -1 if not counted."""

    weapon: str
    rounds: int
    is_primary: bool
    is_secondary: bool = False


@dataclass(frozen=True, slots=True)
class Trooper:
    """A trooper of a scenario.

    ``side``, ``force`` and ``squad`` are numbers. ``arms`` are what he fires or throws, without a crewed
    weapon, which is the ``gun`` with that number, or -1. ``first_round`` is where the rounds of his arms
    begin in the state's.
    """

    name: str
    member: str
    side: int
    force: int
    squad: int
    experience: str
    leads: bool
    leadership: int
    arms: tuple[Arm, ...]
    first_round: int
    gun: int
    has_pack: bool


@dataclass(frozen=True, slots=True)
class Gun:
    """A crewed weapon: who carries it at the start, and who helps.

    ``spot`` and ``facing`` are where it is set up at the start: ``None`` and empty if its player chooses;
    ``is_set_up`` is false if it starts in parts.
    """

    weapon: str
    carrier: int
    crew: tuple[int, ...]
    is_set_up: bool
    spot: DotPlace | None
    facing: str


def troopers_of(scenario: Scenario, figures: Figures) -> tuple[tuple[Trooper, ...], tuple[str, ...]]:
    """The troopers of all forces, in the order of the file; and the names of their squads."""
    troopers: list[Trooper] = []
    squads: list[str] = []
    rounds_before = guns = 0
    for index, force in enumerate(scenario.forces):
        for team in force.teams:
            squads.append(team.title or team.id)
            for member in team.members:
                arms = tuple(_arms(scenario, figures, member))
                is_gunner = member.weapon is not None and figures.is_crewed(member.weapon.slug)
                skill = figures.leadership if member.leadership is None else member.leadership
                troopers.append(
                    Trooper(
                        name=member.name,
                        member=member.id,
                        side=SIDES.index(force.side),
                        force=index,
                        squad=len(squads) - 1,
                        experience=experience_of(scenario.ruleset, member),
                        leads=member.leads,
                        leadership=skill if member.leads else 0,
                        arms=arms,
                        first_round=rounds_before,
                        gun=guns if is_gunner else -1,
                        has_pack=JET_PACK in member.gear,
                    )
                )
                rounds_before += len(arms)
                guns += is_gunner
    return tuple(troopers), tuple(squads)


def _arms(scenario: Scenario, figures: Figures, member: Member) -> Iterator[Arm]:
    game = scenario.ruleset
    in_hand = member.weapon
    if in_hand is None:
        yield Arm(RIFLE, UNCOUNTED, is_primary=True)
    elif not figures.is_crewed(in_hand.slug):
        number = rounds(game, member, in_hand)
        yield Arm(in_hand.slug, UNCOUNTED if number is None else number, is_primary=True)
    carried = {weapon.slug: weapon for weapon in member.carries if weapon.slug != SMOKE}
    for slug, weapon in carried.items():
        number = rounds(game, member, weapon)
        counted = UNCOUNTED if number is None else number
        yield Arm(slug, counted, _is_primary(weapon), slug in _SECONDARY)
    hand, smoke = grenades(game, member)
    if hand:
        yield Arm(GRENADE, hand, is_primary=False)
    if smoke:
        yield Arm(SMOKE, smoke, is_primary=False)


def _is_primary(weapon: Entry) -> bool:
    return weapon.slug not in _SECONDARY and weapon.get("class") != "grenade"


def guns_of(scenario: Scenario, figures: Figures, troopers: tuple[Trooper, ...]) -> Iterator[Gun]:
    """The crewed weapons, in the order of those who carry them."""
    numbers = {(trooper.force, trooper.member): number for number, trooper in enumerate(troopers)}
    emplaced = {(each.force.id, each.gunner.id): each for each in scenario.emplacements}
    for index, force in enumerate(scenario.forces):
        for member in force.members:
            if member.weapon is None or not figures.is_crewed(member.weapon.slug):
                continue
            emplacement = emplaced.get((force.id, member.id))
            yield Gun(
                weapon=member.weapon.slug,
                carrier=numbers[index, member.id],
                crew=tuple(numbers[index, id] for id in member.crew),
                is_set_up=emplacement is not None,
                spot=emplacement.region.spot if emplacement is not None and emplacement.region else None,
                facing=emplacement.facing if emplacement is not None else "",
            )
