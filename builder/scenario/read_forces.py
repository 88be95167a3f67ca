"""The ``forces`` block of a scenario: humans on a roster, teams, or creatures by number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from builder.scenario.model import Force, Member, Team
from builder.scenario.names import NameKind, Names
from rulesdb import Entry, InputError
from rulesdb.yaml_source import DataPath

DRAWN = "drawn"


def read_force(data: Mapping[str, Any], path: DataPath, names: Names) -> Force | None:
    """One force; ``None`` if its unit is unknown."""
    unit = names.entry(NameKind.UNIT, data["unit"], (*path, "unit"))
    roster = names.entry(NameKind.ROSTER, data["roster"], (*path, "roster")) if "roster" in data else None
    species, title, powers = _species(data, roster, path, names)
    own_powers = data.get("powers", ())
    if own_powers != DRAWN:
        entries = (
            names.entry(NameKind.POWER, name, (*path, "powers", index))
            for index, name in enumerate(own_powers)
        )
        powers += tuple(entry for entry in entries if entry is not None)
    teams = tuple(
        team
        for index, item in enumerate(data.get("teams", ()))
        if (team := _team(item, (*path, "teams", index), names)) is not None
    )
    members = tuple(
        _member(item, roster, (*path, "members", index), names, suited=data.get("suited", False))
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
        draws_powers=own_powers == DRAWN,
        native=data.get("native", False),
        suited=data.get("suited", False),
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
    """The id, title and powers of the species that a force names."""
    wanted = data.get("species")
    if wanted is None or roster is None:
        return wanted, "", ()
    species = {item["id"]: item for item in roster.get("species", ())}
    names.check(NameKind.SPECIES, wanted, tuple(species), (*path, "species"))
    if wanted not in species:
        return wanted, "", ()
    powers = tuple(names.ruleset.find("power", name) for name in species[wanted]["powers"])
    return wanted, species[wanted]["title"], powers


def _member(
    data: Mapping[str, Any], roster: Entry | None, path: DataPath, names: Names, *, suited: bool
) -> Member:
    """A figure with the ratings of its row of the roster."""
    rows = roster.get("members", ()) if roster is not None else ()
    row = rows[data["row"] - 1] if data["row"] <= len(rows) else {}
    position = row.get("position")
    weapon, carries = _arms(data, "", path, names)
    return Member(
        row=data["row"],
        id=data["id"],
        name=data["name"],
        position=names.ruleset.find("position", position) if position else None,
        activation=row.get("activation", 0),
        panic=row.get("panic", 0),
        abilities=MappingProxyType(row.get("abilities", {})),
        weapon=weapon,
        carries=carries,
        path=path,
        wounded=data.get("wounded", False),
        suited=data.get("suited", suited),
    )


def _arms(
    data: Mapping[str, Any], default: str, path: DataPath, names: Names
) -> tuple[Entry | None, tuple[Entry, ...]]:
    """The weapon that a figure has in hand, and what it carries besides."""
    carries = [
        names.entry(NameKind.WEAPON, name, (*path, "carries", index))
        for index, name in enumerate(data.get("carries", ()))
    ]
    weapon = data.get("weapon", default)
    in_hand = names.entry(NameKind.WEAPON, weapon, (*path, "weapon")) if weapon else None
    return in_hand, tuple(entry for entry in carries if entry is not None)


def _team(data: Mapping[str, Any], path: DataPath, names: Names) -> Team | None:
    """A team with its figures, numbered from 1; ``None`` if what it is made of is unknown."""
    if "figures" in data:
        made_of, members = "", _listed(data, path, names)
    else:
        row = _organization(data["made_of"], (*path, "made_of"), names)
        if row is None:
            return None
        made_of, members = row, _organized(data, row, path, names)
    experience = data.get("experience", "")
    _check_experience(experience, (*path, "experience"), names, is_listed=not made_of)
    return Team(data["id"], data["title"], made_of, experience, tuple(members), path)


def _organization(made_of: str, path: DataPath, names: Names) -> str | None:
    """The row of the game's table of organization that a team is made of."""
    if "organization" not in names.ruleset.teams:
        names.note(NameKind.ORGANIZATION, made_of, path)
        return None
    axis = names.ruleset.table(names.ruleset.teams["organization"]).axes[0]
    try:
        return str(axis.read(made_of))
    except InputError:
        names.note(NameKind.ORGANIZATION, made_of, path, axis.labels)
        return None


def _organized(data: Mapping[str, Any], made_of: str, path: DataPath, names: Names) -> Iterator[Member]:
    """The figures that the game's table of organization gives a team."""
    game = names.ruleset
    table = game.table(game.teams["organization"])
    parts: Mapping[str, int] = table.lookup(**{table.axes[0].name: made_of}).result
    figures = [f"unit/{name}" for name, number in parts.items() for _ in range(number)]
    units = [game.entries[figure] for figure in figures if figure in game.entries]
    weapons = _weapons(data, path, names, len(units))
    usual = game.find("weapon", game.teams["weapon"]) if "weapon" in game.teams else None
    for number, unit in enumerate(units, 1):
        weapon = weapons.get(number, usual)
        yield Member(number, f"{data['id']}{number}", unit.title, path=path, weapon=weapon, unit=unit)


def _listed(data: Mapping[str, Any], path: DataPath, names: Names) -> Iterator[Member]:
    """The figures that the file lists."""
    teams = names.ruleset.teams
    for number, item in enumerate(data["figures"], 1):
        at = (*path, "figures", number - 1)
        _check_experience(item.get("experience", ""), (*at, "experience"), names, is_listed=True)
        weapon, carries = _arms(item, teams.get("weapon", ""), at, names)
        yield Member(
            number,
            f"{data['id']}{number}",
            item["name"],
            weapon=weapon,
            carries=carries,
            path=at,
            experience=item.get("experience", data.get("experience", "")),
            gear=tuple(item.get("gear", ())),
            leads=item.get("leads", False),
            usual=str(teams.get("usual", "")),
            wounded=item.get("wounded", False),
        )


def _check_experience(experience: str, path: DataPath, names: Names, *, is_listed: bool = False) -> None:
    """Report an unknown experience level; that of listed figures is never rolled."""
    if not experience or "experience" not in names.ruleset.teams:
        return
    table = names.ruleset.table(names.ruleset.teams["experience"])
    levels = set(table.axes[0].labels) or {str(cell.value) for _, cell in table.cells()}
    accepted = (*(() if is_listed else ("rolled",)), *sorted(levels))
    names.check(NameKind.EXPERIENCE, experience, accepted, path)


def _weapons(data: Mapping[str, Any], path: DataPath, names: Names, figures: int) -> dict[int, Entry]:
    """The weapons of a team's figures that do not have the usual one, by number."""
    weapons: dict[int, Entry] = {}
    for key, name in data.get("weapons", {}).items():
        entry = names.entry(NameKind.WEAPON, name, (*path, "weapons", key))
        if int(key) > figures:
            numbers = tuple(str(number) for number in range(1, figures + 1))
            names.note(NameKind.FIGURE, key, (*path, "weapons", key), numbers, is_key=True)
        elif entry is not None:
            weapons[int(key)] = entry
    return weapons
