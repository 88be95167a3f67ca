"""The people of a force, listed or generated, and the squads that they form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from builder.scenario.forces.generated import generate_people
from builder.scenario.forces.read_people import read_member
from builder.scenario.model import Member, Squad
from builder.scenario.names import NameKind, Names
from rulesdb import Entry
from rulesdb.yaml_source import DataPath

ROLLED = "rolled"


@dataclass(slots=True)
class People:
    """The members of a force, its squads, its hand grenades, and blocks that could not be generated."""

    members: list[Member] = field(default_factory=list)
    squads: list[Squad] = field(default_factory=list)
    grenades: int | str | None = None
    faults: dict[DataPath, str] = field(default_factory=dict)


def read_people(
    data: Mapping[str, Any], unit: Entry | None, roster: Entry | None, path: DataPath, names: Names
) -> People:
    """The people of a force in the order of the file: listed, generated, then those of squads."""
    suited: bool = data.get("suited", False)
    people = People(grenades=data.get("grenades"))
    people.members += (
        read_member(item, roster, (*path, "members", index), names, suited=suited)
        for index, item in enumerate(data.get("members", ()))
    )
    people.grenades = _generate(data, unit, path, names, people, suited=suited, only=not people.members)
    listed = {member.id: member for member in people.members}
    for index, item in enumerate(data.get("members", ())):
        if "loader" in item:
            at = (*path, "members", index, "loader")
            names.check(NameKind.MEMBER, item["loader"], tuple(listed), at)
    for index, item in enumerate(data.get("squads", ())):
        at = (*path, "squads", index)
        for number, name in enumerate(item.get("members", ())):
            names.check(NameKind.MEMBER, name, tuple(listed), (*at, "members", number))
        named = [listed[name] for name in item.get("members", ()) if name in listed]
        before = len(people.members)
        grenades = _generate(item, unit, at, names, people, suited=suited, only=not named)
        members = (*named, *people.members[before:])
        people.squads.append(Squad(item["id"], item["title"], members, grenades, at))
    return people


def _generate(
    data: Mapping[str, Any],
    unit: Entry | None,
    path: DataPath,
    names: Names,
    people: People,
    *,
    suited: bool,
    only: bool,
) -> int | str | None:
    """Add the generated people of a force or squad; returns the grenades of all of its people.

    ``only`` is true if it has no other people; grenades are rolled only then.
    """
    grenades: int | str | None = data.get("grenades")
    if "generated" not in data or unit is None:
        return grenades
    at = (*path, "generated")
    taken = [int(member.id) for member in people.members if member.id.isdigit()]
    first = max(taken, default=0) + 1
    generated = generate_people(data["generated"], unit, at, names, first=first, suited=suited)
    if generated.fault:
        people.faults[at] = f"no people are generated: {generated.fault}"
    people.members += generated.members
    return generated.grenades if grenades is None and only and generated.members else grenades
