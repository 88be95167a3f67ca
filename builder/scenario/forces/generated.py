"""People whose ratings, positions and grenades are rolled on the game's tables, from a seed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Protocol

from builder.scenario.forces.read_people import axis_labels
from builder.scenario.model import Member
from builder.scenario.names import NameKind, Names
from rulesdb import Entry, InputError, Ruleset
from rulesdb.yaml_source import DataPath


class _Soldier(Protocol):
    """The ratings of somebody; abilities are letters, in parentheses for a penalty."""

    activation: int
    panic: int
    abilities: tuple[str, ...]


class _Place(Protocol):
    """A line of a roster; the position is empty for none."""

    weapon: str
    position: str
    soldier: _Soldier


class _Squad(Protocol):
    """The result of the game's generator."""

    soldiers: tuple[_Place, ...]
    grenades: int


@dataclass(frozen=True, slots=True)
class GeneratedPeople:
    """Generated members and the number of their hand grenades; ``fault`` is the reason if there are none."""

    members: tuple[Member, ...] = ()
    grenades: int = 0
    fault: str = ""


def generate_people(
    data: Mapping[str, Any], unit: Entry, path: DataPath, names: Names, *, first: int, suited: bool
) -> GeneratedPeople:
    """The people of a ``generated`` block, numbered from its ``first`` or else from ``first``.

    The same block gives the same people. Ids rise with activation ratings among those with the same weapon.
    """
    game = names.ruleset
    arms = list(_arms(data, path, names))
    if "generator" not in game.people:
        return GeneratedPeople(fault=f"{game.title} has no tables to generate people with")
    count: int = data["count"]
    if len(arms) > count:
        return GeneratedPeople(fault=f"{len(arms)} weapons for {count} people")
    in_hand: list[Entry | None] = [*arms, *[None] * (count - len(arms))]
    labels = [_label(game, weapon) for weapon in in_hand]
    entries = (
        names.entry(NameKind.POSITION, name, (*path, "positions", index))
        for index, name in enumerate(data.get("positions", ()))
    )
    positions = tuple(entry.slug for entry in entries if entry is not None)
    roll = game.procedure(game.people["generator"])
    try:
        squad: _Squad = roll(unit.slug, tuple(labels), data["seed"], positions)
    except InputError as error:
        return GeneratedPeople(fault=str(error))
    # The generator sorts by weapon; people whose weapons have one label have them in the file's order.
    order = {label: number for number, label in enumerate(dict.fromkeys(labels))}
    weapons = [weapon for _, weapon in sorted(zip(labels, in_hand, strict=True), key=lambda it: order[it[0]])]
    numbers = range(data.get("first", first), data.get("first", first) + count)
    members = tuple(
        _member(game, unit, place, weapon, f"{number:02}", name, path, suited)
        for place, weapon, number, name in zip(
            squad.soldiers, weapons, numbers, _names(data.get("names", ()), count), strict=True
        )
    )
    return GeneratedPeople(members, squad.grenades)


def _arms(data: Mapping[str, Any], path: DataPath, names: Names) -> Iterator[Entry]:
    """The weapons in hand, one for each of the people who have one."""
    for name, number in data.get("weapons", {}).items():
        at = (*path, "weapons", name)
        entry = names.entry(NameKind.WEAPON, name, at, is_key=True)
        for _ in range(number if entry is not None else 0):
            assert entry is not None
            yield entry


def _label(game: Ruleset, weapon: Entry | None) -> str:
    """The generator's name of a weapon."""
    short = str(weapon.get("abbreviation", "")) if weapon is not None else ""
    return short if short in axis_labels(game, "weapons") else str(game.people["weapons"]["others"])


def _names(names: Sequence[str], count: int) -> list[str]:
    return [*names[:count], *[""] * (count - len(names))]


def _member(
    game: Ruleset,
    unit: Entry,
    place: _Place,
    weapon: Entry | None,
    id: str,
    name: str,
    path: DataPath,
    suited: bool,
) -> Member:
    position = game.find("position", place.position) if place.position else None
    soldier = place.soldier
    called = position.title if position is not None else unit.title
    return Member(
        row=0,
        id=id,
        name=name or f"{called} {id}",
        path=path,
        position=position,
        activation=soldier.activation,
        panic=soldier.panic,
        abilities=MappingProxyType(
            {letter.strip("()"): "penalty" if "(" in letter else "bonus" for letter in soldier.abilities}
        ),
        weapon=weapon,
        suited=suited,
    )
