"""Supplements: figures that an owner of a printed game lays over the database.

A supplement is a file of changes, each with its target, what it expects to find there, the new value
and where that comes from. The database itself never changes. What a change does not fit is an error.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from rulesdb.dice import Dice
from rulesdb.errors import DataError
from rulesdb.nearest import did_you_mean
from rulesdb.problem import Problem
from rulesdb.validate import SchemaSet
from rulesdb.yaml_source import DataPath, YamlSource, load_yaml


@dataclass(frozen=True, slots=True)
class Change:
    """One change: the key of its entry, the inputs of a single cell if it means one, and the data."""

    key: str
    cell: Mapping[str, str]
    data: Mapping[str, Any]
    layer: str
    source: YamlSource
    path: DataPath

    def problem(self, message: str, help: str, *keys: str | int) -> Problem:
        """A reason why the change does not fit."""
        span = self.source.value_span((*self.path, *keys))
        return Problem("BB017", "supplement", message, span, help)


def load_supplement(path: Path, game: str, schemas: SchemaSet) -> tuple[Change, ...]:
    """The changes of one file.

    Raises:
        DataError: the file cannot be read, breaks the schema, or is for another game.
    """
    source = load_yaml(path)
    checked = schemas.check(source, "supplement")
    if checked.problems:
        raise DataError(checked.problems, source.text)
    if source.data["game"] != game:
        span = source.value_span(("game",))
        message = f"the supplement is for {source.data['game']}, not for {game}"
        raise DataError([Problem("BB017", "supplement", message, span, f"write `{game}`")], source.text)
    changes = []
    for index, data in enumerate(source.data["changes"] or ()):
        key, _, cell = data["target"].removeprefix(f"{game}:").partition("#")
        pairs = (pair.partition("=") for pair in cell.split("&") if pair)
        inputs = {name: unquote(value) for name, _, value in pairs}
        changes.append(Change(key, inputs, data, source.data["title"], source, ("changes", index)))
    return tuple(changes)


def game_of_supplement(path: Path, schemas: SchemaSet) -> str:
    """The id of the game that a supplement is for; raises as :func:`load_supplement` does."""
    source = load_yaml(path)
    checked = schemas.check(source, "supplement")
    if checked.problems:
        raise DataError(checked.problems, source.text)
    game: str = source.data["game"]
    return game


def apply_changes(
    key: str, data: Mapping[str, Any], changes: Sequence[Change]
) -> tuple[Mapping[str, Any], list[Problem]]:
    """An entry's data with the changes that are meant for it laid over, in order."""
    mine = [change for change in changes if change.key == key]
    if not mine:
        return data, []
    changed = copy.deepcopy(dict(data))
    problems: list[Problem] = []
    for change in mine:
        if change.cell:
            problems += _change_cell(changed, change)
        elif "cells" in change.data and "cells" in changed:
            changed["cells"] = change.data["cells"]
            changed.pop("otherwise", None)
            _mark(changed, change)
        elif "facts" in change.data and "cells" not in changed:
            problems += _change_facts(changed, change)
        else:
            wanted = "cells" if "cells" in changed else "facts"
            problems.append(change.problem(f"{key} takes `{wanted}`", f"write `{wanted}:`", "target"))
    return changed, problems


def unknown_targets(changes: Iterable[Change], keys: Sequence[str]) -> list[Problem]:
    """A problem for each change whose target is not an entry."""
    return [
        change.problem(f"there is no entry `{change.key}`", did_you_mean(change.key, keys), "target")
        for change in changes
        if change.key not in keys
    ]


def _change_facts(data: dict[str, Any], change: Change) -> list[Problem]:
    expected = change.data.get("expect", {})
    for name, value in expected.items() if isinstance(expected, dict) else ():
        if data.get(name) != value:
            return [_unmet(change, data.get(name), value)]
    data.update(change.data["facts"])
    _mark(data, change)
    return []


def _change_cell(data: dict[str, Any], change: Change) -> list[Problem]:
    """Replace one cell; a list of cells is keyed by its axis first."""
    holder: Any = data
    key: str | int = "cells"
    for axis in data.get("axes", ()):
        holder, wanted = holder[key], change.cell.get(axis["name"])
        if wanted is None:
            help = f"add {axis['name']}= to the target"
            return [change.problem(f"the target names no {axis['name']}", help, "target")]
        if isinstance(holder, list):
            places = (
                axis.get("labels") or axis.get("ranges") or [str(face + 1) for face in range(len(holder))]
            )
            known = [str(place) for place in places]
            key = known.index(wanted) if wanted in known else wanted
        else:
            known, key = list(holder), wanted
        if wanted not in known:
            message = f"{axis['name']} has no `{wanted}`"
            return [change.problem(message, did_you_mean(wanted, known), "target")]
    found = holder[key]
    now = found["value"] if isinstance(found, dict) and "value" in found else found
    if "expect" in change.data and change.data["expect"] != now:
        return [_unmet(change, now, change.data["expect"])]
    if "value" not in change.data:
        return [change.problem("the change of a cell needs `value`", "add `value:`", "target")]
    marked: dict[str, Any] = {"value": change.data["value"]}
    _mark(marked, change)
    holder[key] = marked
    return []


def _places(axis: Mapping[str, Any], count: int) -> list[str]:
    """What the items of a list of cells stand for."""
    if "labels" in axis or "ranges" in axis:
        return [str(place) for place in axis.get("labels", axis.get("ranges", ()))]
    low = Dice.parse(axis["roll"]).low
    return [str(low + index) for index in range(count)]


def _mark(data: dict[str, Any], change: Change) -> None:
    data["basis"] = "supplement"
    data["note"] = f"{change.layer}: {change.data['reason']}"
    data.pop("alternatives", None)


def _unmet(change: Change, found: Any, expected: Any) -> Problem:
    return change.problem(
        f"expects {expected!r}, but finds {found!r}",
        "the database has changed since; check the figure and mend `expect`",
        "expect",
    )
