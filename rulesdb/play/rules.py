"""How units of a game are activated and attack, from the ``play`` block of its ruleset."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from rulesdb.model import Entry


@dataclass(frozen=True, slots=True)
class Outcome:
    """The effect of a result on the target: the ``wounds`` it loses, and whether it is pinned or removed."""

    wounds: int = 0
    pins: bool = False
    removes: bool = False


@dataclass(frozen=True, slots=True)
class Attack:
    """One way to attack.

    Attributes:
        id: its word, such as ``fire``.
        rule: slug of the rule about it.
        table: slug of the results table.
        column: the axis of the columns of that table; its other axis is one of dice.
        columns_first: whether that axis is the first one.
        columns: the labels of that axis, from the first column; they are whole numbers.
        dice: the dice that are rolled on the table.
        power_fact: keys that lead to the power in the attacker's entry; empty if a table gives it.
        power_table: slug of the table of power by weapon and range.
        ranges: the ranges of that table, from the nearest on.
        reach: slug of the table of the greatest distance by weapon and range; empty if only the next space
            is in reach.
        less: keys that lead to the number of columns by which the target's entry reduces the power.
        modifiers: the modifier of the results table for each situation, such as ``soft_cover``.
    """

    id: str
    rule: str
    table: str
    column: str
    columns_first: bool
    columns: tuple[int, ...]
    dice: str
    power_fact: tuple[str, ...] = ()
    power_table: str = ""
    ranges: tuple[str, ...] = ()
    reach: str = ""
    less: tuple[str, ...] = ()
    modifiers: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class PlayRules:
    """How machines play a game without code of its own.

    Attributes:
        rule: slug of the rule about the activation of a unit.
        first: slug of the table with the dice for who goes first.
        first_at: the place of these dice on its axes.
        wounds: keys that lead to the wounds in a unit's entry.
        stops: slug of the rule that units stop next to enemies; empty if they do not.
        alone: slug of the rule that two units never share a space; empty if those of a side can.
        sets_up_first: slug of the assumption about which side does; empty if the first one does.
        attacks: how units attack.
        results: the effect of each result of the tables.
    """

    rule: str
    first: str
    first_at: tuple[str, ...]
    wounds: tuple[str, ...]
    stops: str
    alone: str
    sets_up_first: str
    attacks: tuple[Attack, ...]
    results: Mapping[str, Outcome]


def fact_of(entry: Entry, keys: tuple[str, ...]) -> int:
    """The number that an entry gives under some keys; 0 if it does not."""
    value: Any = entry.facts if keys else 0
    for key in keys:
        value = value.get(key, {})
    return int(value or 0)
