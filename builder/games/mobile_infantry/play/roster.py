"""The roster: troopers in their teams, bugs, and the Retrieval Craft."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from builder.scenario.model import Scenario
from rulesdb import InputError

MI, BUG = "mi", "bug"
SIDES = (MI, BUG)
BUGS = ("warrior", "flying-warrior", "tank-bug", "brain-bug")
WARRIOR, FLYER, TANK, BRAIN = BUGS
CRAFT = "retrieval-craft"
RIFLE, NUKE = "assault-rifle", "nuke-launcher"
OFFICERS = ("lieutenant", "captain", "major")
RADIO = "radio-trooper"
NO_TEAM = -1
_ROLLED = "rolled"


@dataclass(frozen=True, slots=True)
class Unit:
    """A trooper, a bug or a Craft: what never changes about it.

    Attributes:
        name: its name in words.
        side: ``mi`` or ``bug``.
        force: the id of its force.
        member: its id in its force; empty for bugs and Craft.
        kind: the slug of its unit or vehicle.
        team: the number of its team; -1 for bugs and Craft.
        weapon: the slug of its weapon; empty for bugs.
        has_nuke: whether it has a nuke launcher as well.
    """

    name: str
    side: str
    force: str
    member: str
    kind: str
    team: int = NO_TEAM
    weapon: str = ""
    has_nuke: bool = False


@dataclass(frozen=True, slots=True)
class Team:
    """A team of troopers.

    Attributes:
        title: its title.
        force: the id of its force.
        id: its id in its force.
        squad: the number of its squad.
        is_command: whether it is a command team.
        experience: its experience; empty if it is rolled.
        members: the numbers of its units.
    """

    title: str
    force: str
    id: str
    squad: int
    is_command: bool
    experience: str
    members: tuple[int, ...]


def roster_of(scenario: Scenario, craft: int) -> tuple[tuple[Unit, ...], tuple[Team, ...]]:
    """The units, troopers first and Craft last, and the teams.

    Raises:
        InputError: there are no troopers, or a force of them has no teams.
    """
    units: list[Unit] = []
    teams: list[Team] = []
    squads = 0
    always = scenario.ruleset.teams.get("always", {})
    for force in scenario.forces:
        if force.side != MI:
            continue
        if not force.teams:
            raise InputError(f"force {force.id} lists no teams, which play by machine needs")
        for team in force.teams:
            is_command = team.made_of not in ("", "fire-team")
            first = len(units)
            for member in team.members:
                kind = member.unit.slug if member.unit else force.unit.slug
                arms = member.weapon.slug if member.weapon else RIFLE
                weapon, has_nuke = (RIFLE, True) if arms == NUKE else (arms, False)
                alike = sum(other.name == member.name for other in team.members)
                number = f" {member.id[len(team.id) :] or member.id}" if alike > 1 else ""
                name = f"{team.title}, {member.name}{number}"
                units.append(Unit(name, MI, force.id, member.id, kind, len(teams), weapon, has_nuke))
            stated = always.get(team.made_of, team.experience)
            experience = "" if stated == _ROLLED else stated
            numbers = tuple(range(first, len(units)))
            teams.append(Team(team.title, force.id, team.id, squads, is_command, experience, numbers))
        squads += 1
    if not teams:
        raise InputError("there is no force of the MI; play by machine needs one with teams")
    units += _bugs(scenario)
    home = teams[0].force
    units += (Unit(f"Retrieval Craft {number + 1}", MI, home, "", CRAFT) for number in range(craft))
    return tuple(units), tuple(teams)


def _bugs(scenario: Scenario) -> Iterator[Unit]:
    for force in scenario.forces:
        if force.side == BUG:
            for number in range(force.count):
                name = force.unit.title if force.count == 1 else f"{force.unit.title} {number + 1}"
                yield Unit(name, BUG, force.id, "", force.unit.slug)
