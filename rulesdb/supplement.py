"""Supplements: figures that an owner of a printed game lays over the database.

A supplement is a file of changes, each with its target, what it expects to find there, the new value
and where that comes from. The database itself never changes. What a change does not fit is an error.
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
from rulesdb.errors import DataError
from rulesdb.model import Basis, Citation, Entry, Layer, Provenance
from rulesdb.nearest import did_you_mean
from rulesdb.problem import Problem, Span
from rulesdb.schemas import SchemaSet
from rulesdb.tables.compiler import DefectiveTable, TableDefect, compile_table
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
    schemas: SchemaSet = field(repr=False, compare=False)

    def problem(self, message: str, help: str, *keys: str | int) -> Problem:
        """A reason why the change does not fit."""
        span = self.source.value_span((*self.path, *keys))
        return Problem(Code.SUPPLEMENT, message, span, help)


@dataclass(frozen=True, slots=True)
class Supplement:
    """A file of changes to one game; ``title`` names the layer wherever one of its values appears."""

    path: Path
    game: str
    title: str
    changes: tuple[Change, ...]
    text: str = field(default="", repr=False)

    @property
    def layer(self) -> Layer:
        """What a game keeps of it."""
        return Layer(self.title, str(self.path), hashlib.sha256(self.text.encode("utf-8")).hexdigest())


def read_supplement(path: Path, schemas: SchemaSet) -> Supplement:
    """One file, checked by the schema, but not yet against its game.

    Raises:
        DataError: the file cannot be read or breaks the schema.
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
        DataError: the file cannot be read, breaks the schema, or is for another game.
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
    """An entry's data with the changes that are meant for it laid over, in order.

    Where a change does not fit, its problems come with the data as it was.
    """
    mine = [change for change in changes if change.key == key]
    if not mine:
        return data, []
    laid = copy.deepcopy(dict(data))
    steps: list[tuple[Change, dict[str, Any]]] = []
    for change in mine:
        problems = _lay_over(laid, change)
        if problems:
            return data, problems
        steps.append((change, copy.deepcopy(laid)))
    problems = _defects(steps)
    return (data, problems) if problems else (laid, [])


def unknown_targets(changes: Iterable[Change], keys: Sequence[str]) -> list[Problem]:
    """A problem for each change whose target is not an entry."""
    return [
        change.problem(f"there is no entry `{change.key}`", did_you_mean(change.key, keys), "target")
        for change in changes
        if change.key not in keys
    ]


def _lay_over(data: dict[str, Any], change: Change) -> list[Problem]:
    """Make one change; the reasons where it cannot be made."""
    holds_cells = "cells" in data
    if data["basis"] == "house":
        # That figures rise or fall there is a claim of ours, which the printed ones need not keep.
        data.pop("monotone", None)
    if holds_cells and change.cell:
        return _change_cell(data, change)
    if holds_cells and "cells" in change.data:
        if "expect" in change.data and change.data["expect"] != data["cells"]:
            return [_unmet(change, data["cells"], change.data["expect"])]
        data["cells"] = change.data["cells"]
        data.pop("otherwise", None)
        _mark(data, change)
        return []
    if not holds_cells and "facts" in change.data and not change.cell:
        return _change_facts(data, change)
    wanted = "cells" if holds_cells else "facts"
    return [change.problem(f"{change.key} takes `{wanted}`", f"write `{wanted}:`", "target")]


def _change_facts(data: dict[str, Any], change: Change) -> list[Problem]:
    facts: dict[str, Any] = change.data["facts"]
    fixed = [name for name in ("id", "source", "basis") if name in facts]
    if fixed:
        said = f"`{fixed[0]}` is not a fact and cannot be changed"
        return [change.problem(said, "take it away", "facts", fixed[0])]
    expected = change.data.get("expect", {})
    if not isinstance(expected, dict):
        help = "write it like `facts`: one `name: value` a line"
        return [change.problem("`expect` is not a block of facts", help, "expect")]
    for name, value in expected.items():
        if data.get(name) != value:
            return [_unmet(change, data.get(name), value)]
    data.update(facts)
    # A layer below may have marked the entry as a supplement's, which is no basis that a file can state.
    plain = {**data, "basis": str(Basis.PRINTED)} if data["basis"] == Basis.SUPPLEMENT else data
    checked = change.schemas.check(_Laid.over(plain, change), change.key.partition("/")[0])
    _mark(data, change)
    return [
        replace(problem, message=problem.message.replace("`entries[0].", "`facts."))
        for problem in checked.problems
    ]


def _change_cell(data: dict[str, Any], change: Change) -> list[Problem]:
    """Replace one cell; a list of cells is keyed by its axis first."""
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
        known = _places(axis, len(holder)) if isinstance(holder, list) else list(holder)
        if wanted not in known:
            message = f"{axis['name']} has no `{wanted}`"
            return [change.problem(message, did_you_mean(wanted, known), "target")]
        key = known.index(wanted) if isinstance(holder, list) else wanted
    found = holder[key]
    now = found["value"] if isinstance(found, dict) and "value" in found else found
    if "expect" in change.data and change.data["expect"] != now:
        return [_unmet(change, now, change.data["expect"])]
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


def _defects(steps: Sequence[tuple[Change, Mapping[str, Any]]]) -> list[Problem]:
    """What is wrong with a table after the last change, shown where the change that brought it says it."""
    found = {defect.message: defect for defect in _table_defects(*steps[-1])} if steps else {}
    blamed = dict.fromkeys(found, steps[-1][0]) if found else {}
    standing = set(found)
    for change, data in reversed(steps[:-1] if found else ()):
        standing &= {defect.message for defect in _table_defects(change, data)}
        blamed.update(dict.fromkeys(standing, change))
    return [
        replace(
            blamed[message].problem(
                f"table {blamed[message].key.partition('/')[2]}: {message}",
                defect.help,
                *_blame(blamed[message], defect.path),
            ),
            code=defect.code,
        )
        for message, defect in found.items()
    ]


def _table_defects(change: Change, data: Mapping[str, Any]) -> tuple[TableDefect, ...]:
    """The defects of a table; none of an entry that is not a table."""
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


def _blame(change: Change, path: DataPath) -> DataPath:
    """Where the change says what a defect at ``path`` of the table is about."""
    return ("value",) if change.cell else path if path[:1] == ("cells",) else ("cells",)


@dataclass(frozen=True, slots=True)
class _Laid(YamlSource):
    """A file of one entry as a change leaves it; its places are those of the change."""

    change: Change

    @classmethod
    def over(cls, data: Mapping[str, Any], change: Change) -> _Laid:
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


def _unmet(change: Change, found: Any, expected: Any) -> Problem:
    return change.problem(
        f"expects {expected!r}, but finds {found!r}",
        "the database, or a layer below, holds another value now; check the figure and fix `expect`",
        "expect",
    )
