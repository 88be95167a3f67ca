"""The ``forces`` block of a scenario: humans on a roster, teams, or creatures by number."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from builder.scenario.forces.amount import dice_of, number_of
from builder.scenario.forces.read_held import ReadPlace, read_captives, read_charges
from builder.scenario.forces.read_people import axis_labels
from builder.scenario.forces.read_squads import read_people
from builder.scenario.forces.read_teams import read_team
from builder.scenario.model import Force
from builder.scenario.names import NameKind, Names
from rulesdb import Entry, InputError
from rulesdb.yaml_source import DataPath

DRAWN = "drawn"


def read_force(data: Mapping[str, Any], path: DataPath, names: Names, read_place: ReadPlace) -> Force | None:
    """One force; ``None`` if its unit is unknown."""
    unit = names.entry(NameKind.UNIT, data["unit"], (*path, "unit"))
    roster = names.entry(NameKind.ROSTER, data["roster"], (*path, "roster")) if "roster" in data else None
    species, title, powers = _species(data, roster, path, names)
    faults: dict[DataPath, str] = {}
    powers += _own_powers(data, unit, path, names, faults)
    teams = tuple(
        team
        for index, item in enumerate(data.get("teams", ()))
        if (team := read_team(item, (*path, "teams", index), names)) is not None
    )
    people = read_people(data, unit, roster, path, names)
    members = (*people.members, *(member for team in teams for member in team.members))
    formation = data.get("formation", "")
    if formation:
        accepted = axis_labels(names.ruleset, "formations")
        names.check(NameKind.FORMATION, formation, accepted, (*path, "formation"))
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
        count=number_of(data.get("count", len(members) or sum(data.get("swarms", ())))),
        dummies=number_of(data["dummies"]) if "dummies" in data else None,
        dice=dice_of(data),
        panic=data.get("panic"),
        text=data.get("text", "").strip(),
        path=path,
        teams=teams,
        squads=tuple(people.squads),
        formation=formation,
        grenades=people.grenades,
        faults=MappingProxyType({**people.faults, **faults}),
        has_unread_team=len(teams) < len(data.get("teams", ())),
        arrival=data.get("arrival", ""),
        color=data.get("color", ""),
        draws_powers=data.get("powers") == DRAWN,
        lists_powers=isinstance(data.get("powers"), list),
        native=data.get("native", False),
        suited=data.get("suited", False),
        rides_in=data.get("rides_in", ""),
        wounds=data.get("wounds"),
        swarms=tuple(data.get("swarms", ())),
        preservation=MappingProxyType(data.get("preservation", {})),
        orders=tuple(data.get("orders", ())),
        charges=read_charges(data, members, path, names, read_place),
        captives=read_captives(data, path, names, read_place),
        radiocom=data.get("radiocom", unit.get("radiocom", False)),
        supplies=_numbered(NameKind.WEAPON, "supplies", data, path, names),
        cards=_numbered(NameKind.CARD, "cards", data, path, names),
    )


def _numbered(
    kind: NameKind, key: str, data: Mapping[str, Any], path: DataPath, names: Names
) -> Mapping[str, tuple[Entry, int]]:
    """The entries that are keys of a block, each with its number."""
    block = data.get(key, {}).items()
    entries = (
        (name, names.entry(kind, name, (*path, key, name), is_key=True), number) for name, number in block
    )
    return MappingProxyType({name: (entry, number) for name, entry, number in entries if entry is not None})


def _own_powers(
    data: Mapping[str, Any], unit: Entry | None, path: DataPath, names: Names, faults: dict[DataPath, str]
) -> tuple[Entry, ...]:
    """The powers that a force lists, or that are drawn from its seed; adds why none could be drawn."""
    wanted, at = data.get("powers", ()), (*path, "powers")
    if wanted == DRAWN or unit is None:
        return ()
    if isinstance(wanted, Mapping):
        game = names.ruleset
        if not game.power_draw:
            faults[at] = f"no powers are drawn: {game.title} has no deck of powers"
            return ()
        try:
            wanted = game.procedure(game.power_draw)(form=unit.slug, seed=wanted["seed"])
        except InputError as error:
            faults[at] = f"no powers are drawn: {error}"
            return ()
        return tuple(game.find("power", slug) for slug in wanted)
    entries = (names.entry(NameKind.POWER, name, (*at, index)) for index, name in enumerate(wanted))
    return tuple(entry for entry in entries if entry is not None)


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
