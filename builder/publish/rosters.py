"""The forces of a scenario, as paragraphs of Markdown."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

from builder.draw.sheets.rosters import ability_letters
from builder.publish.markdown import role, running
from builder.reading.markdown import pipe_table
from builder.scenario.model import Force, Member, Scenario
from rulesdb import Entry, InputError
from rulesdb.nearest import did_you_mean


def roster_parts(scenario: Scenario, force: str = "") -> list[str]:
    """The forces of a scenario, or one of them: its people, team by team.

    Raises:
        InputError: the scenario has no such force.
    """
    forces = {one.id: one for one in scenario.forces}
    if force and force not in forces:
        raise InputError(f"{scenario.source.path}: no force `{force}`; {did_you_mean(force, forces)}")
    chosen = [forces[force]] if force else forces.values()
    return [
        part
        for one in chosen
        for part in force_parts(one, scenario.side_title(one.side), scenario.force(one.rides_in))
    ]


def force_parts(force: Force, side: str = "", carrier: Force | None = None) -> Iterator[str]:
    """A force: its title and side, its text, its members or creatures, its powers and cards.

    ``carrier`` is the force in whose units it starts.
    """
    yield " · ".join(filter(None, [f"**{running(force.title)}**", running(side), _roles([force.roster])]))
    yield running(force.text)
    for team in force.teams:
        experience = f", {running(team.experience)}" if team.experience else ""
        yield f"*{running(team.title)}*{experience}"
        yield _members(team.members)
    for squad in force.squads:
        grenades = "" if squad.grenades is None else f" · hand grenades: {squad.grenades}"
        yield f"*{running(squad.title)}*{grenades}"
        yield _members(squad.members)
    if force.members and not force.groups:
        yield _members(force.members)
    species = f", {running(force.species_title)}" if force.species else ""
    facts = {
        "": f"{running(str(force.amount('count')))} × {role(force.unit)}{species}"
        if not force.members
        else "",
        "Powers: ": "drawn before the game" if force.draws_powers else _roles(force.powers),
        "Origin: ": "native" if force.native else "",
        "Dummies: ": running(str(force.amount("dummies"))) if force.dummies else "",
        "Formation: ": running(force.formation),
        "Laid charges: ": ", ".join(
            f"{role(charge.charge)}, set off by {running(charge.detonator.name)}" for charge in force.charges
        ),
        "Captives: ": ", ".join(f"{captive.count} ({role(captive.by)})" for captive in force.captives),
        "Swarms: ": ", ".join(map(str, force.swarms)),
        "Orders: ": f"only {', '.join(force.orders)}" if force.orders else "",
        "Preservation: ": "{chits} chits, limit {limit}".format(**force.preservation)
        if force.preservation
        else "",
        "Radiocom: ": "all" if force.radiocom else "",
        "Hand grenades: ": "" if force.grenades is None else str(force.grenades),
        "Wounds left: ": "" if force.wounds is None else str(force.wounds),
        "Supplies: ": ", ".join(f"{number} × {role(item)}" for item, number in force.supplies.values()),
        "Aboard: ": "" if carrier is None else running(carrier.title),
        "Panic: ": "" if force.panic is None else running(str(force.panic)),
        "Cards: ": ", ".join(f"{number} × {role(card)}" for card, number in force.cards.values()),
    }
    yield "\n".join(f"- {title}{fact}" for title, fact in facts.items() if fact)


def _roles(entries: Sequence[Entry | None]) -> str:
    return ", ".join(role(entry) for entry in entries if entry is not None)


_COLUMNS: Mapping[str, Callable[[Member], str]] = MappingProxyType(
    {
        "ID": lambda member: running(member.id),
        "Name": lambda member: running(member.name),
        "Position": lambda member: _roles([member.position]),
        "Unit": lambda member: _roles([member.unit]),
        "Experience": lambda member: running(member.experience),
        "Activation": lambda member: str(member.activation or ""),
        "Panic": lambda member: str(member.panic or ""),
        "Abilities": lambda member: running(
            ", ".join(ability_letters(member.abilities) if member.abilities else ())
        ),
        "Weapon": lambda member: role(member.weapon) if member.weapon else running(member.usual),
        "Carries": lambda member: _roles(member.carries),
        "Load": lambda member: _roles(member.load),
        "Rounds": lambda member: "" if member.rounds is None else str(member.rounds),
        "Loader": lambda member: running(member.loader),
        "Spacesuit": lambda member: "on" if member.suited else "",
        "Leads": lambda member: "" if not member.leads else str(member.leadership or "yes"),
        "Gear": lambda member: running(", ".join(member.gear)),
    }
)


def _members(members: Sequence[Member]) -> str:
    """A row for each member, with the columns that are not empty for all of them."""
    columns = {head: [text(member) for member in members] for head, text in _COLUMNS.items()}
    used = {head: texts for head, texts in columns.items() if any(texts)}
    rows = zip(*used.values(), strict=True)
    return pipe_table([*used], [[text or "–" for text in row] for row in rows])
