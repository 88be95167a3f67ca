"""Reads the ``play`` block of a ruleset, and checks that the tables that it names fit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from rulesdb.codes import Code
from rulesdb.dice import Dice
from rulesdb.errors import InputError
from rulesdb.model import Entry
from rulesdb.nearest import did_you_mean
from rulesdb.play.rules import Attack, Outcome, PlayRules, fact_of
from rulesdb.problem import Problem
from rulesdb.tables import Table
from rulesdb.yaml_source import YamlSource

_BLOCK = "play"


def read_play(
    source: YamlSource, tables: Mapping[str, Table], entries: Mapping[str, Entry]
) -> tuple[PlayRules | None, tuple[Problem, ...]]:
    """The ``play`` block of a ruleset and the problems in it; ``None`` if the game has no such block.

    ``tables`` are by slug, ``entries`` by ``kind/slug``.
    """
    if _BLOCK not in source.data:
        return None, ()
    reader = _Reader(source, tables)
    block = source.data[_BLOCK]
    attacks = tuple(filter(None, (reader.attack(number) for number in range(len(block["attacks"])))))
    rules = PlayRules(
        rule=block["rule"],
        first=block["first"]["table"],
        first_at=reader.first_at(),
        wounds=_keys(block["wounds"]),
        stops=block.get("stops_near_enemies", ""),
        alone=block.get("one_in_a_space", ""),
        sets_up_first=block.get("sets_up_first", ""),
        attacks=attacks,
        results=MappingProxyType({label: Outcome(**does) for label, does in block["results"].items()}),
    )
    if not reader.problems:
        reader.problems += _choices_that_are_no_sides(rules, source, entries)
        reader.problems += _units_without(rules, source, entries)
        reader.problems += _unknown_modifiers(rules, tables, entries)
    return rules, tuple(reader.problems)


class _Reader:
    """Reads the parts of a block that name tables."""

    def __init__(self, source: YamlSource, tables: Mapping[str, Table]) -> None:
        self.block: dict[str, Any] = source.data[_BLOCK]
        self.source = source
        self.tables = tables
        self.problems: list[Problem] = []

    def report(self, message: str, help: str, *path: str | int) -> None:
        """Add a problem of a value of the block."""
        span = self.source.value_span((_BLOCK, *path))
        self.problems.append(Problem(Code.BAD_VALUE, message, span, help))

    def first_at(self) -> tuple[str, ...]:
        """The place of the dice for who goes first on the axes of their table."""
        cell = self.block["first"]
        table = self.tables[cell["table"]]
        try:
            Dice.parse(str(table.lookup(**cell["at"]).result))
        except InputError as error:
            self.report(str(error), "name a cell that has dice", "first", "at")
            return ()
        return tuple(str(cell["at"][axis.name]) for axis in table.axes)

    def attack(self, number: int) -> Attack | None:
        """One of the attacks; ``None``, and a problem, if its tables do not fit."""
        item = self.block["attacks"][number]
        at = ("attacks", number)
        table = self.tables[item["table"]]
        dice = [axis.dice for axis in table.axes if axis.dice is not None]
        columns = [axis for axis in table.axes if axis.name == item["column"]]
        if len(table.axes) != 2 or len(dice) != 1 or len(columns) != 1 or not columns[0].is_label:
            message = f"table {item['table']} is no results table with columns `{item['column']}`"
            help = "name a table with two axes, one of labels for the columns and one of dice"
            self.report(message, help, *at, "column")
            return None
        labels = columns[0].labels
        if not all(label.isdecimal() for label in labels) or sorted(map(int, labels)) != list(
            range(int(labels[0]), int(labels[0]) + len(labels))
        ):
            message = f"the columns of table {item['table']} are {', '.join(labels)}"
            self.report(message, "number the columns without a gap, such as 1, 2, 3", *at, "column")
            return None
        self._check_results(table, number)
        self._check_modifiers(item, table, number)
        ranges = self._ranges(item, number)
        return Attack(
            id=item["id"],
            rule=item["rule"],
            table=item["table"],
            column=item["column"],
            columns_first=table.axes[0] is columns[0],
            columns=tuple(map(int, labels)),
            dice=dice[0].text,
            power_fact=_keys(item["power"].get("fact", "")),
            power_table=item["power"].get("table", ""),
            ranges=ranges,
            reach=item.get("reach", ""),
            less=_keys(item.get("less", "")),
            modifiers=MappingProxyType(dict(item.get("modifiers", {}))),
        )

    def _check_results(self, table: Table, number: int) -> None:
        effects = self.block["results"]
        missing = [
            result
            for result in dict.fromkeys(str(cell.value) for _, cell in table.cells())
            if result not in effects
        ]
        if missing:
            message = f"`results` does not say what {' and '.join(f'`{each}`' for each in missing)} does"
            self.report(message, "add a line for each result of the table", "attacks", number, "table")

    def _check_modifiers(self, item: Mapping[str, Any], table: Table, number: int) -> None:
        modifiers = {each.id: each for each in table.modifiers}
        for situation, id in item.get("modifiers", {}).items():
            if id not in modifiers:
                message = f"table {item['table']} has no modifier `{id}`"
                self.report(message, did_you_mean(id, modifiers), "attacks", number, "modifiers", situation)

    def _ranges(self, item: Mapping[str, Any], number: int) -> tuple[str, ...]:
        """The ranges of the table of power, which the table of reach must have, too."""
        slug, reach = item["power"].get("table", ""), item.get("reach", "")
        if bool(slug) != bool(reach):
            message = "an attack at a distance has a table of power by weapon and range, and one of `reach`"
            self.report(message, "add the other table, or leave out both", "attacks", number, "power")
            return ()
        if not slug:
            return ()
        axes = [self.tables[each].axes for each in (slug, reach)]
        if any(len(each) != 2 or not all(axis.is_label for axis in each) for each in axes):
            message = f"tables {slug} and {reach} need an axis of weapons and one of ranges"
            self.report(message, "give both tables these two axes of labels", "attacks", number, "power")
            return ()
        if [axis.labels for axis in axes[0]] != [axis.labels for axis in axes[1]]:
            message = f"tables {slug} and {reach} do not have the same weapons and ranges"
            self.report(
                message, "give both tables the same labels in the same order", "attacks", number, "reach"
            )
            return ()
        return axes[0][1].labels


def _units_without(rules: PlayRules, source: YamlSource, entries: Mapping[str, Entry]) -> Iterator[Problem]:
    """Units without wounds, which no attack could remove."""
    name = ".".join(rules.wounds)
    for entry in entries.values():
        if entry.kind == "unit" and fact_of(entry, rules.wounds) < 1 and entry.span is not None:
            message = f"{entry.key} has no `{name}`, which `play: wounds` of the ruleset names"
            yield Problem(Code.BAD_VALUE, message, entry.span, f"give it `{name}` of 1 or more")


def _choices_that_are_no_sides(
    rules: PlayRules, source: YamlSource, entries: Mapping[str, Entry]
) -> Iterator[Problem]:
    """Choices of the assumption about which side sets up first that do not name a side."""
    sides = [side["id"] for side in source.data["sides"]]
    entry = entries.get(f"assumption/{rules.sets_up_first}")
    for choice in entry["choices"] if entry is not None else ():
        if choice["id"] not in sides:
            message = f"choice `{choice['id']}` of assumption {rules.sets_up_first} is no side"
            span = source.value_span((_BLOCK, "sets_up_first"))
            yield Problem(Code.BAD_VALUE, message, span, did_you_mean(choice["id"], sides))


def _unknown_modifiers(
    rules: PlayRules, tables: Mapping[str, Table], entries: Mapping[str, Entry]
) -> Iterator[Problem]:
    """Cards whose modifier is not in the results table of any attack."""
    modifier_ids = [each.id for attack in rules.attacks for each in tables[attack.table].modifiers]
    for entry in entries.values():
        id = entry.facts.get("does", {}).get("modifier", "") if entry.kind == "card" else ""
        if id and id not in modifier_ids and entry.span is not None:
            message = f"{entry.key} names the modifier `{id}`, which no results table of an attack has"
            yield Problem(Code.BAD_VALUE, message, entry.span, did_you_mean(id, modifier_ids))


def _keys(text: str) -> tuple[str, ...]:
    return tuple(text.split(".")) if text else ()
