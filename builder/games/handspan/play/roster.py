"""The units of a scenario, numbered: the humans in the file's order, then the bugs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from builder.scenario.model import Force, Member, Scenario
from rulesdb import Entry, InputError, Ruleset

HUMAN, BUG = "human", "bug"
GUNS = ("assault-rifle", "sniper-rifle", "submachine-gun", "squad-machine-gun")
NO_GUN = -1


@dataclass(frozen=True, slots=True)
class Unit:
    """The constant data of a unit.

    Attributes:
        name: its name in words.
        side: ``human`` or ``bug``.
        force: the id of its force.
        member: its id in its force; empty for a bug.
        kind: the slug of its unit.
        team: the number of its team; -1 for a bug.
        rank: its rank if it leads, or empty.
        gun: the number of its gun in :data:`GUNS` at the start.
        grenades: the grenades that it carries.
        missiles: the missiles that it carries.
        wounded: whether it starts wounded.
    """

    name: str
    side: str
    force: str
    member: str
    kind: str
    team: int = -1
    rank: str = ""
    gun: int = NO_GUN
    grenades: int = 0
    missiles: int = 0
    wounded: bool = False


def units_of(scenario: Scenario) -> Sequence[Unit]:
    """All units: humans first, so that their numbers do not depend on the bugs.

    Raises:
        InputError: a force of humans has no teams of figures.
    """
    humans: list[Unit] = []
    bugs: list[Unit] = []
    teams = 0
    for force in scenario.forces:
        if force.side == HUMAN:
            if not force.teams:
                raise InputError(f"force {force.id} lists no figures in teams, which play by machine needs")
            for team in force.teams:
                humans += (_human(force, member, teams) for member in team.members)
                teams += 1
        else:
            title = force.unit.title
            bugs += (
                Unit(f"{title} {number}", BUG, force.id, "", force.unit.slug)
                for number in range(1, force.count + 1)
            )
    return (*humans, *bugs)


def _human(force: Force, member: Member, team: int) -> Unit:
    armed: tuple[Entry, ...] = (*((member.weapon,) if member.weapon else ()), *member.carries)
    slugs = [weapon.slug for weapon in armed]
    gun = next((GUNS.index(slug) for slug in slugs if slug in GUNS), NO_GUN)
    return Unit(
        member.name,
        HUMAN,
        force.id,
        member.id,
        force.unit.slug,
        team,
        member.experience if member.leads else "",
        gun,
        slugs.count("hand-grenade"),
        slugs.count("guided-missile"),
        member.wounded,
    )


def supplies_of(scenario: Scenario) -> Mapping[str, int]:
    """The spare missiles of each force, by its id."""
    return {
        force.id: sum(number for weapon, number in force.supplies.values() if weapon.slug == "guided-missile")
        for force in scenario.forces
    }


def order_of(game: Ruleset, units: Sequence[Unit], choice: str) -> Sequence[int]:
    """The humans in the order in which they act: by rank, or as listed."""
    humans = [number for number, unit in enumerate(units) if unit.side == HUMAN]
    if choice == "listed":
        return humans
    ranks = game.table("command-points").axes[0].labels
    return sorted(humans, key=lambda number: _place(ranks, units[number].rank))


def _place(ranks: Sequence[str], rank: str) -> int:
    return ranks.index(rank) if rank in ranks else len(ranks)
