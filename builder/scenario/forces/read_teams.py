"""The teams of a force: figures that a table of organization gives, or that the file lists."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from builder.scenario.forces.read_people import read_arms
from builder.scenario.model import Member, Team
from builder.scenario.names import NameKind, Names
from rulesdb import Entry, InputError, Ruleset
from rulesdb.yaml_source import DataPath

_ROLLED = "rolled"


def read_team(data: Mapping[str, Any], path: DataPath, names: Names) -> Team | None:
    """A team with its figures, numbered from 1; ``None`` if its organization is unknown and it lists none."""
    made_of = _organization(data["made_of"], (*path, "made_of"), names) if "made_of" in data else ""
    is_listed = "figures" in data
    if made_of is None and not is_listed:
        return None
    units = _units(names.ruleset, made_of) if made_of else ()
    members = _listed(data, units, path, names) if is_listed else _organized(data, units, path, names)
    experience = data.get("experience", "")
    _check_experience(experience, (*path, "experience"), names, is_rolled=True)
    return Team(data["id"], data["title"], made_of or "", is_listed, experience, tuple(members), path)


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


def _units(game: Ruleset, made_of: str) -> Sequence[Entry]:
    """The units of the figures that the game's table of organization gives a team."""
    table = game.table(game.teams["organization"])
    parts: Mapping[str, int] = table.lookup(**{table.axes[0].name: made_of}).result
    figures = [f"unit/{name}" for name, number in parts.items() for _ in range(number)]
    return [game.entries[figure] for figure in figures if figure in game.entries]


def _organized(
    data: Mapping[str, Any], units: Sequence[Entry], path: DataPath, names: Names
) -> Iterator[Member]:
    """A figure for each unit of a team's organization."""
    game = names.ruleset
    weapons = _weapons(data, path, names, len(units))
    usual = game.find("weapon", game.teams["weapon"]) if "weapon" in game.teams else None
    for number, unit in enumerate(units, 1):
        weapon = weapons.get(number, usual)
        yield Member(number, f"{data['id']}{number}", unit.title, path=path, weapon=weapon, unit=unit)


def _listed(
    data: Mapping[str, Any], units: Sequence[Entry], path: DataPath, names: Names
) -> Iterator[Member]:
    """The figures that the file lists; they are the units of the team's organization, in its order."""
    teams, experience = names.ruleset.teams, data.get("experience", "")
    of_team = "" if experience == _ROLLED else experience
    for number, item in enumerate(data["figures"], 1):
        at = (*path, "figures", number - 1)
        _check_experience(item.get("experience", ""), (*at, "experience"), names)
        weapon, carries = read_arms(item, teams.get("weapon", ""), at, names)
        yield Member(
            number,
            f"{data['id']}{number}",
            item["name"],
            weapon=weapon,
            carries=carries,
            path=at,
            unit=units[number - 1] if number <= len(units) else None,
            experience=item.get("experience", of_team),
            gear=tuple(item.get("gear", ())),
            leads=bool(item.get("leads", False)),
            leadership=None if isinstance(item.get("leads"), bool) else item.get("leads"),
            rounds=item.get("rounds"),
            crew=tuple(item.get("crew", ())),
            usual=str(teams.get("usual", "")),
            wounded=item.get("wounded", False),
        )


def _check_experience(experience: str, path: DataPath, names: Names, *, is_rolled: bool = False) -> None:
    """Report an unknown experience level; ``is_rolled`` accepts a roll, if the game has one."""
    if not experience or "experience" not in names.ruleset.teams:
        return
    table = names.ruleset.table(names.ruleset.teams["experience"])
    levels = set(table.axes[0].labels) or {str(cell.value) for _, cell in table.cells()}
    rolls = is_rolled and table.axes[0].dice is not None
    accepted = (*((_ROLLED,) if rolls else ()), *sorted(levels))
    names.check(NameKind.EXPERIENCE, experience, accepted, path)


def _weapons(data: Mapping[str, Any], path: DataPath, names: Names, figures: int) -> dict[int, Entry]:
    """The weapons of those of a team's figures that do not have the usual one, by number."""
    weapons: dict[int, Entry] = {}
    for key, name in data.get("weapons", {}).items():
        entry = names.entry(NameKind.WEAPON, name, (*path, "weapons", key))
        if int(key) > figures:
            numbers = tuple(str(number) for number in range(1, figures + 1))
            names.note(NameKind.FIGURE, key, (*path, "weapons", key), numbers, is_key=True)
        elif entry is not None:
            weapons[int(key)] = entry
    return weapons
