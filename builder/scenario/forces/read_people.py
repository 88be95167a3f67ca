"""The people of a force: on a row of a roster, or with ratings of their own."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from builder.scenario.model import Member
from builder.scenario.names import NameKind, Names
from rulesdb import Entry, Ruleset
from rulesdb.yaml_source import DataPath

_RATINGS = ("position", "activation", "panic", "abilities")


def read_member(
    data: Mapping[str, Any], roster: Entry | None, path: DataPath, names: Names, *, suited: bool
) -> Member:
    """A figure with the ratings of its row of the roster, unless the file gives its own."""
    rows = roster.get("members", ()) if roster is not None else ()
    number = data.get("row", 0)
    own = frozenset(name for name in _RATINGS if name in data)
    ratings = {**(rows[number - 1] if 0 < number <= len(rows) else {}), **{name: data[name] for name in own}}
    if "abilities" in own:
        _check_abilities(data["abilities"], (*path, "abilities"), names)
    position = ratings.get("position")
    weapon, carries = read_arms(data, "", path, names)
    return Member(
        row=number,
        id=data["id"],
        name=data["name"],
        position=names.entry(NameKind.POSITION, position, (*path, "position")) if position else None,
        activation=ratings.get("activation", 0),
        panic=ratings.get("panic", 0),
        abilities=MappingProxyType(ratings.get("abilities", {})),
        weapon=weapon,
        carries=carries,
        path=path,
        wounded=data.get("wounded", False),
        suited=data.get("suited", suited),
        own=own,
        load=read_weapons(data, "load", path, names),
        rounds=data.get("rounds"),
        loader=data.get("loader", ""),
    )


def _check_abilities(abilities: Mapping[str, str], path: DataPath, names: Names) -> None:
    """Report abilities that the game does not have."""
    letters = axis_labels(names.ruleset, "abilities")
    for letter in abilities:
        if letter not in letters:
            names.note(NameKind.ABILITY, letter, (*path, letter), letters, is_key=True)


def axis_labels(game: Ruleset, key: str) -> tuple[str, ...]:
    """The labels of an axis that ``people`` names in a game's ruleset; none if it does not."""
    axis = game.people.get(key)
    if axis is None:
        return ()
    return next(each.labels for each in game.table(axis["table"]).axes if each.name == axis["axis"])


def read_arms(
    data: Mapping[str, Any], default: str, path: DataPath, names: Names
) -> tuple[Entry | None, tuple[Entry, ...]]:
    """The weapon that a figure has in hand, and the others that it carries."""
    carries = read_weapons(data, "carries", path, names)
    weapon = data.get("weapon", default)
    in_hand = names.entry(NameKind.WEAPON, weapon, (*path, "weapon")) if weapon else None
    return in_hand, carries


def read_weapons(data: Mapping[str, Any], key: str, path: DataPath, names: Names) -> tuple[Entry, ...]:
    """The weapons of a list; unknown ones are reported and left out."""
    entries = (
        names.entry(NameKind.WEAPON, name, (*path, key, index))
        for index, name in enumerate(data.get(key, ()))
    )
    return tuple(entry for entry in entries if entry is not None)
