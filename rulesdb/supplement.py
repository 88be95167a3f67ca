"""Supplements: files of changes to the database, written by owners of a printed game.

Each change has a target, the value that it expects there, the new value and the reason. The database itself
never changes. A change that does not fit is an error.
"""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from rulesdb.codes import Code
from rulesdb.dice import Dice
from rulesdb.errors import DataError, brief
from rulesdb.model import Basis, Citation, Entry, Layer, Provenance
from rulesdb.nearest import did_you_mean
from rulesdb.problem import Problem, Span, first_problems
from rulesdb.schemas import SchemaSet
from rulesdb.tables.compiler import DefectiveTable, TableDefect, compile_table
from rulesdb.yaml_source import DataPath, YamlSource, load_yaml


@dataclass(frozen=True, slots=True)
class Change:
    """One change: the key of its entry, the inputs of the cell if it changes a single one, and the data."""

    key: str
    cell: Mapping[str, str]
    data: Mapping[str, Any]
    layer: str
    source: YamlSource
    path: DataPath
    schemas: SchemaSet = field(repr=False, compare=False)

    def problem(self, message: str, help: str, *keys: str | int) -> Problem:
        """A problem that says why the change does not fit."""
        span = self.source.value_span((*self.path, *keys))
        return Problem(Code.SUPPLEMENT, message, span, help)


@dataclass(frozen=True, slots=True)
class Supplement:
    """A file of changes to one game; ``title`` is the name of the layer next to each of its values."""

    path: Path
    game: str
    title: str
    changes: tuple[Change, ...]
    text: str = field(default="", repr=False)

    @property
    def layer(self) -> Layer:
        """The game's record of this supplement."""
        return Layer(self.title, str(self.path), hashlib.sha256(self.text.encode("utf-8")).hexdigest())


def read_supplement(path: Path, schemas: SchemaSet) -> Supplement:
    """One file, checked against the schema, but not yet against its game.

    Raises:
        DataError: the file cannot be read or does not match the schema.
    """
    source = load_yaml(path)
    checked = schemas.check(source, "supplement")
    if checked.problems:
        raise DataError(checked.problems, source.text)
    game, title = source.data["game"], source.data["title"]
    changes = []
    for index, data in enumerate(source.data["changes"] or ()):
        key, _, cell = data["target"].removeprefix(f"{game}:").partition("#")
        pairs = (pair.partition("=") for pair in cell.split("&") if pair)
        inputs = {name: unquote(value) for name, _, value in pairs}
        changes.append(Change(key, inputs, data, title, source, ("changes", index), schemas))
    return Supplement(path, game, title, tuple(changes), source.text)


def load_supplement(path: Path, game: str, schemas: SchemaSet) -> Supplement:
    """A file of changes to ``game``.

    Raises:
        DataError: the file cannot be read, does not match the schema, or is for another game.
    """
    supplement = read_supplement(path, schemas)
    if supplement.game != game:
        source = load_yaml(path)
        span = source.value_span(("game",))
        message = f"the supplement is for {supplement.game}, not for {game}"
        raise DataError([Problem(Code.SUPPLEMENT, message, span, f"write `{game}`")], source.text)
    return supplement


def named_game(path: Path) -> str:
    """The id of the game that a supplement names; empty if the file cannot be read or names none."""
    try:
        data = load_yaml(path).data
    except DataError:
        return ""
    game = data.get("game") if isinstance(data, dict) else None
    return game if isinstance(game, str) else ""


def apply_changes(
    key: str, data: Mapping[str, Any], changes: Sequence[Change]
) -> tuple[Mapping[str, Any], list[Problem]]:
    """An entry's data after the changes to it; if one does not fit, the original data and the problems."""
    own = [change for change in changes if change.key == key]
    if not own:
        return data, []
    changed = copy.deepcopy(dict(data))
    steps: list[tuple[Change, dict[str, Any]]] = []
    for change in own:
        problems = _apply(changed, change)
        if problems:
            return data, problems
        steps.append((change, copy.deepcopy(changed)))
    problems = _defects(steps)
    return (data, problems) if problems else (changed, [])


def unknown_targets(changes: Iterable[Change], keys: Sequence[str]) -> list[Problem]:
    """A problem for each change whose target is not an entry."""
    entry_keys = frozenset(keys)
    return first_problems(
        change.problem(f"there is no entry `{brief(change.key)}`", did_you_mean(change.key, keys), "target")
        for change in changes
        if change.key not in entry_keys
    )


def _apply(data: dict[str, Any], change: Change) -> list[Problem]:
    """Apply one change, and return the problems if it does not fit."""
    has_cells = "cells" in data
    if data["basis"] == "house":
        # The claim that the figures rise or fall is about house values; printed ones need not.
        data.pop("monotone", None)
    if has_cells and change.cell:
        return _change_cell(data, change)
    if has_cells and "cells" in change.data:
        if "expect" in change.data and change.data["expect"] != data["cells"]:
            return [_unmet(change, data["cells"], change.data["expect"])]
        data["cells"] = change.data["cells"]
        data.pop("otherwise", None)
        _mark(data, change)
        return []
    if not has_cells and "facts" in change.data and not change.cell:
        return _change_facts(data, change)
    wanted = "cells" if has_cells else "facts"
    return [change.problem(f"{change.key} takes `{wanted}`", f"write `{wanted}:`", "target")]


def _change_facts(data: dict[str, Any], change: Change) -> list[Problem]:
    facts: dict[str, Any] = change.data["facts"]
    fixed = [name for name in ("id", "source", "basis") if name in facts]
    if fixed:
        message = f"`{fixed[0]}` is not a fact and cannot be changed"
        return [change.problem(message, "delete it", "facts", fixed[0])]
    expected = change.data.get("expect", {})
    if not isinstance(expected, dict):
        help = "write it like `facts`: one `name: value` a line"
        return [change.problem("`expect` is not a block of facts", help, "expect")]
    for name, value in expected.items():
        if data.get(name) != value:
            return [_unmet(change, data.get(name), value)]
    data.update(facts)
    # A layer below may have given the entry the basis `supplement`, which the schema does not allow.
    plain = {**data, "basis": str(Basis.PRINTED)} if data["basis"] == Basis.SUPPLEMENT else data
    checked = change.schemas.check(_ChangedSource.over(plain, change), change.key.partition("/")[0])
    _mark(data, change)
    return [
        replace(problem, message=problem.message.replace("`entries[0].", "`facts."))
        for problem in checked.problems
    ]


def _change_cell(data: dict[str, Any], change: Change) -> list[Problem]:
    """Replace one cell, or return the problems."""
    names = [axis["name"] for axis in data["axes"]]
    for name in change.cell:
        if name not in names:
            return [change.problem(f"the table has no axis `{name}`", did_you_mean(name, names), "target")]
    if "value" not in change.data:
        return [change.problem("the change of a cell needs `value`", "add `value:`", "target")]
    holder: Any = data
    key: str | int = "cells"
    for axis in data["axes"]:
        holder, wanted = holder[key], change.cell.get(axis["name"])
        if wanted is None:
            help = f"add {axis['name']}= to the target"
            return [change.problem(f"the target names no {axis['name']}", help, "target")]
        places = _places(axis, len(holder)) if isinstance(holder, list) else list(holder)
        if wanted not in places:
            message = f"{axis['name']} has no `{wanted}`"
            return [change.problem(message, did_you_mean(wanted, places), "target")]
        key = places.index(wanted) if isinstance(holder, list) else wanted
    cell = holder[key]
    now = cell["value"] if isinstance(cell, dict) and "value" in cell else cell
    if "expect" in change.data and change.data["expect"] != now:
        return [_unmet(change, now, change.data["expect"])]
    marked: dict[str, Any] = {"value": change.data["value"]}
    _mark(marked, change)
    holder[key] = marked
    return []


def _places(axis: Mapping[str, Any], count: int) -> list[str]:
    """The labels or ranges of the items of a list of cells."""
    if "labels" in axis or "ranges" in axis:
        return [str(place) for place in axis.get("labels", axis.get("ranges", ()))]
    low = Dice.parse(axis["roll"]).low
    return [str(low + index) for index in range(count)]


def _defects(steps: Sequence[tuple[Change, Mapping[str, Any]]]) -> list[Problem]:
    """The defects of a table after the last change, each at the change that introduced it."""
    defects = {defect.message: defect for defect in _table_defects(*steps[-1])}
    causes = dict.fromkeys(defects, steps[-1][0])
    remaining = set(defects)
    for change, data in reversed(steps[:-1] if defects else ()):
        remaining &= {defect.message for defect in _table_defects(change, data)}
        causes.update(dict.fromkeys(remaining, change))
    problems = []
    for message, defect in defects.items():
        change = causes[message]
        text, keys = f"table {change.key.partition('/')[2]}: {message}", _keys_at_fault(change, defect.path)
        problems.append(replace(change.problem(text, defect.help, *keys), code=defect.code))
    return problems


def _table_defects(change: Change, data: Mapping[str, Any]) -> tuple[TableDefect, ...]:
    """The defects of a table; none if the entry is not a table."""
    if "cells" not in data:
        return ()
    kind, _, slug = change.key.partition("/")
    source = data["source"]
    provenance = Provenance(Citation(source["document"], source["section"]), Basis.SUPPLEMENT)
    try:
        compile_table(Entry("", kind, slug, data["title"], "", provenance), data)
    except DefectiveTable as error:
        return error.defects
    return ()


def _keys_at_fault(change: Change, path: DataPath) -> DataPath:
    """The place in the change that caused a defect at ``path`` of the table."""
    return ("value",) if change.cell else path if path[:1] == ("cells",) else ("cells",)


@dataclass(frozen=True, slots=True)
class _ChangedSource(YamlSource):
    """A file with one changed entry; its places are those of the change."""

    change: Change

    @classmethod
    def over(cls, data: Mapping[str, Any], change: Change) -> _ChangedSource:
        file = {"kind": change.key.partition("/")[0], "entries": [dict(data)]}
        return cls(change.source.path, change.source.text, file, {}, {}, change)

    def value_span(self, path: DataPath) -> Span:
        return self.change.source.value_span((*self.change.path, "facts", *path[2:]))

    def key_span(self, path: DataPath) -> Span:
        return self.change.source.key_span((*self.change.path, "facts", *path[2:]))


def _mark(data: dict[str, Any], change: Change) -> None:
    data["basis"] = "supplement"
    data["note"] = f"{change.layer}: {change.data['reason']}"
    data.pop("alternatives", None)


def _unmet(change: Change, actual: Any, expected: Any) -> Problem:
    return change.problem(
        f"expects {expected!r}, but finds {actual!r}",
        "the database, or an earlier supplement, now has another value; check the figure and fix `expect`",
        "expect",
    )
