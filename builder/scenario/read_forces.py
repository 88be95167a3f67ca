"""The ``forces`` block of a scenario: humans on a roster, teams, or creatures by number."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from builder.scenario.model import Force, Member, Team
from builder.scenario.names import NameKind, Names, Unread
from rulesdb import Entry, InputError
from rulesdb.yaml_source import DataPath


def read_force(data: Mapping[str, Any], path: DataPath, names: Names) -> Force | None:
    """One force; ``None`` if its unit is unknown."""
    unit = names.entry(NameKind.UNIT, data["unit"], (*path, "unit"))
    roster = names.entry(NameKind.ROSTER, data["roster"], (*path, "roster")) if "roster" in data else None
    species, title, powers = _species(data, roster, path, names)
    teams = tuple(
        team
        for index, item in enumerate(data.get("teams", ()))
        if (team := _team(item, (*path, "teams", index), names)) is not None
    )
    members = tuple(
        _member(item, roster, (*path, "members", index), names)
        for index, item in enumerate(data.get("members", ()))
    ) + tuple(member for team in teams for member in team.members)
    side = names.side(data, path)
    if unit is None:
        return None
    return Force(
        id=data["id"],
        title=data["title"],
        side=side,
        unit=unit,
        roster=roster,
        members=members,
        species=species,
        species_title=title,
        powers=powers,
        count=data.get("count", len(members)),
        dummies=data.get("dummies"),
        panic=data.get("panic"),
        text=data.get("text", "").strip(),
        path=path,
        teams=teams,
        has_unread_team=len(teams) < len(data.get("teams", ())),
        arrival=data.get("arrival", ""),
        color=data.get("color", ""),
        cards=MappingProxyType(
            {
                name: (card, number)
                for name, number in data.get("cards", {}).items()
                if (card := names.entry(NameKind.CARD, name, (*path, "cards", name))) is not None
            }
        ),
    )


def _species(
    data: Mapping[str, Any], roster: Entry | None, path: DataPath, names: Names
) -> tuple[str | None, str, tuple[Entry, ...]]:
    wanted = data.get("species")
    if wanted is None or roster is None:
        return wanted, "", ()
    species = {item["id"]: item for item in roster.get("species", ())}
    if wanted not in species:
        names.note(Unread(NameKind.SPECIES, wanted, (*path, "species"), tuple(species), in_database=True))
        return wanted, "", ()
    chosen = species[wanted]
    powers = tuple(names.ruleset.find("power", name) for name in chosen["powers"])
    return wanted, chosen["title"], powers


def _member(data: Mapping[str, Any], roster: Entry | None, path: DataPath, names: Names) -> Member:
    rows = roster.get("members", ()) if roster is not None else ()
    row = rows[data["row"] - 1] if data["row"] <= len(rows) else {}
    position = row.get("position")
    weapon = data.get("weapon")
    carries = [
        names.entry(NameKind.WEAPON, name, (*path, "carries", index))
        for index, name in enumerate(data.get("carries", ()))
    ]
    return Member(
        row=data["row"],
        id=data["id"],
        name=data["name"],
        position=names.ruleset.find("position", position) if position else None,
        activation=row.get("activation", 0),
        panic=row.get("panic", 0),
        abilities=MappingProxyType(row.get("abilities", {})),
        weapon=names.entry(NameKind.WEAPON, weapon, (*path, "weapon")) if weapon else None,
        carries=tuple(entry for entry in carries if entry is not None),
        path=path,
        wounded=data.get("wounded", False),
    )


def _team(data: Mapping[str, Any], path: DataPath, names: Names) -> Team | None:
    """A team with the figures that the game's table of organization gives it, numbered from 1."""
    tables = names.ruleset.teams
    if "figures" in data:
        return _listed_team(data, path, names)
    if "organization" not in tables:
        names.note(Unread(NameKind.ORGANIZATION, data["made_of"], (*path, "made_of"), in_database=True))
        return None
    organization = names.ruleset.table(tables["organization"])
    try:
        made_of = str(organization.axes[0].read(data["made_of"]))
    except InputError:
        labels = organization.axes[0].labels
        names.note(
            Unread(NameKind.ORGANIZATION, data["made_of"], (*path, "made_of"), labels, in_database=True)
        )
        return None
    parts: Mapping[str, int] = organization.lookup(**{organization.axes[0].name: made_of}).result
    figures = [name for name, number in parts.items() for _ in range(number)]
    units = [
        names.ruleset.entries[f"unit/{name}"] for name in figures if f"unit/{name}" in names.ruleset.entries
    ]
    experience = data.get("experience", "")
    _check_experience(experience, (*path, "experience"), names)
    weapons = _weapons(data, path, names, len(units))
    usual = names.ruleset.find("weapon", tables["weapon"]) if "weapon" in tables else None
    members = tuple(
        Member(
            row=number,
            id=f"{data['id']}{number}",
            name=unit.title,
            position=None,
            activation=0,
            panic=0,
            abilities=MappingProxyType({}),
            weapon=weapons.get(number, usual),
            carries=(),
            path=path,
            unit=unit,
        )
        for number, unit in enumerate(units, 1)
    )
    return Team(data["id"], data["title"], made_of, experience, members, path)


def _listed_team(data: Mapping[str, Any], path: DataPath, names: Names) -> Team:
    """A team with the figures that the file lists, numbered from 1."""
    usual = str(names.ruleset.teams.get("usual", ""))
    default = names.ruleset.teams.get("weapon", "")
    experience = data.get("experience", "")
    _check_experience(experience, (*path, "experience"), names, is_listed=True)
    members = []
    for number, item in enumerate(data["figures"], 1):
        at = (*path, "figures", number - 1)
        _check_experience(item.get("experience", ""), (*at, "experience"), names, is_listed=True)
        weapon = item.get("weapon", default)
        carries = [
            names.entry(NameKind.WEAPON, name, (*at, "carries", index))
            for index, name in enumerate(item.get("carries", ()))
        ]
        members.append(
            Member(
                row=number,
                id=f"{data['id']}{number}",
                name=item["name"],
                position=None,
                activation=0,
                panic=0,
                abilities=MappingProxyType({}),
                weapon=names.entry(NameKind.WEAPON, weapon, (*at, "weapon")) if weapon else None,
                carries=tuple(entry for entry in carries if entry is not None),
                path=at,
                experience=item.get("experience", experience),
                gear=tuple(item.get("gear", ())),
                leads=item.get("leads", False),
                usual=usual,
                wounded=item.get("wounded", False),
            )
        )
    return Team(data["id"], data["title"], "", experience, tuple(members), path)


def _check_experience(experience: str, path: DataPath, names: Names, *, is_listed: bool = False) -> None:
    """Report an unknown experience level; that of listed figures is never rolled."""
    if not experience or "experience" not in names.ruleset.teams:
        return
    table = names.ruleset.table(names.ruleset.teams["experience"])
    levels = set(table.axes[0].labels) or {str(cell.value) for _, cell in table.cells()}
    accepted = (*(() if is_listed else ("rolled",)), *sorted(levels))
    if experience not in accepted:
        names.note(Unread(NameKind.EXPERIENCE, experience, path, accepted, in_database=True))


def _weapons(data: Mapping[str, Any], path: DataPath, names: Names, figures: int) -> dict[int, Entry]:
    weapons: dict[int, Entry] = {}
    for key, name in data.get("weapons", {}).items():
        entry = names.entry(NameKind.WEAPON, name, (*path, "weapons", key))
        if int(key) > figures:
            numbers = tuple(str(number) for number in range(1, figures + 1))
            names.note(Unread(NameKind.FIGURE, key, (*path, "weapons", key), numbers, is_key=True))
        elif entry is not None:
            weapons[int(key)] = entry
    return weapons
