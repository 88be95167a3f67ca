"""A table's entry in a data file to a :class:`~rulesdb.tables.table.Table`, with proof that it is whole.

What is proved: every label has a branch and no branch lacks a label; every number that an axis can
take, every face of its dice, has exactly one result (``unique``) or at least one (``first``); every
cell has the declared type; numbers rise or fall along an axis where the table says they do. A
defect comes with a counterexample.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rulesdb.codes import Code
from rulesdb.dice import Dice
from rulesdb.errors import InputError
from rulesdb.model import Basis, Citation, Entry, Provenance
from rulesdb.nearest import did_you_mean
from rulesdb.tables.axes import Axis, Interval, axis_from
from rulesdb.tables.table import Binned, Cell, Labelled, Modifier, Node, Table

DataPath = tuple[str | int, ...]
_TYPES: Mapping[str, Callable[[Any], bool]] = {
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "text": lambda value: isinstance(value, str),
    "label": lambda value: isinstance(value, str),
    "flag": lambda value: isinstance(value, bool),
    "dice": lambda value: isinstance(value, str) and bool(Dice.parse(value).text),
    "record": lambda value: (
        isinstance(value, dict) and all(part not in (None, "") for part in value.values())
    ),
}


# What a cell may state of itself beside its value; it lies too deep for the schema.
_STATED: Mapping[str, Callable[[Any], bool]] = {
    "source": lambda value: (
        isinstance(value, dict)
        and set(value) == {"document", "section"}
        and all(isinstance(part, str) for part in value.values())
    ),
    "basis": lambda value: isinstance(value, str) and value in list(Basis),
    "note": lambda value: isinstance(value, str),
    "alternatives": lambda value: isinstance(value, list) and all(isinstance(part, str) for part in value),
}
_STATED_HELP: Mapping[str, str] = {
    "source": "write it as {document: name, section: place}",
    "basis": f"use one of {', '.join(Basis)}",
    "note": "write a text",
    "alternatives": "write a list of texts",
}


@dataclass(frozen=True, slots=True)
class TableDefect:
    """What is wrong with a table, and the path of the data that is to blame."""

    code: Code
    message: str
    help: str
    path: DataPath


class DefectiveTable(InputError):
    """A table whose cells do not answer every question once."""

    def __init__(self, defects: list[TableDefect]) -> None:
        self.defects = tuple(defects)
        super().__init__("; ".join(defect.message for defect in defects))


def compile_table(entry: Entry, data: Mapping[str, Any]) -> Table:
    """Compile ``data``, which has passed the schema of tables.

    Raises:
        DefectiveTable: with every defect found.
    """
    compiler = _Compiler(entry, data)
    table = compiler.run()
    if compiler.defects:
        raise DefectiveTable(compiler.defects)
    assert table is not None
    return table


def provenance_from(data: Mapping[str, Any], inherited: Provenance) -> Provenance:
    """The provenance that ``data`` states, completed with what it inherits."""
    found = inherited
    if "source" in data:
        found = replace(found, source=Citation(data["source"]["document"], data["source"]["section"]))
    if "basis" in data:
        found = replace(found, basis=Basis(data["basis"]), note="", alternatives=())
    if "note" in data:
        found = replace(found, note=data["note"])
    if "alternatives" in data:
        found = replace(found, alternatives=tuple(data["alternatives"]))
    return found


class _Compiler:
    def __init__(self, entry: Entry, data: Mapping[str, Any]) -> None:
        self.entry = entry
        self.data = data
        self.axes: tuple[Axis, ...] = ()
        self.policy: str = data.get("hit_policy", "unique")
        self.result: Mapping[str, Any] = data["result"]
        self.defects: list[TableDefect] = []

    def run(self) -> Table | None:
        axes: list[Axis] = []
        for index, axis_data in enumerate(self.data["axes"]):
            try:
                axes.append(axis_from(axis_data))
            except InputError as error:
                self._defect(Code.TABLE_AXIS, str(error), "fix the axis", ("axes", index))
        if self.defects:
            return None
        self.axes = tuple(axes)
        self._check_axes()
        modifiers = tuple(self._modifier(index) for index in range(len(self.data.get("modifiers", ()))))
        if self.defects:
            return None
        root = self._node(self.data["cells"], 0, ("cells",), {})
        if self.defects or root is None:
            return None
        table = Table(
            entry=self.entry,
            axes=self.axes,
            result_name=self.result["name"],
            result_type=self.result["type"],
            hit_policy=self.policy,
            beyond=self.data.get("beyond", "error"),
            modifiers=modifiers,
            root=root,
        )
        for index, claim in enumerate(self.data.get("monotone", ())):
            self._check_monotone(table, claim, ("monotone", index))
        return table

    def _check_axes(self) -> None:
        for index, axis in enumerate(self.axes):
            if [other.name for other in self.axes].count(axis.name) > 1:
                self._defect(
                    Code.TABLE_AXIS,
                    f"two axes are called `{axis.name}`",
                    "rename one",
                    ("axes", index, "name"),
                )
            following = axis.bins[1:]
            for before, after in zip(axis.bins, following, strict=False):
                if before.high is None or after.low != before.high + 1:
                    self._defect(
                        Code.TABLE_GAP,
                        f"axis {axis.name}: {after} does not follow on {before}",
                        "let each range start where the one before it ends",
                        ("axes", index, "ranges"),
                    )
            dice = axis.dice
            if dice and (axis.low > dice.low or (axis.high is not None and axis.high < dice.high)):
                self._defect(
                    Code.TABLE_GAP,
                    f"axis {axis.name}: the ranges run from {axis.low} to {axis.high}, "
                    f"{dice.text} from {dice.low} to {dice.high}",
                    "cover every total of the dice",
                    ("axes", index, "ranges"),
                )

    def _modifier(self, index: int) -> Modifier:
        data = self.data["modifiers"][index]
        names = [axis.name for axis in self.axes]
        if data["to"] not in names:
            self._defect(
                Code.TABLE_AXIS,
                f"modifier {data['id']}: no axis `{data['to']}`",
                did_you_mean(data["to"], names),
                ("modifiers", index, "to"),
            )
        self._check_excludes(index)
        return Modifier(
            data["id"],
            data["when"],
            data["add"],
            data["to"],
            provenance_from(data, self.entry.provenance),
            data.get("repeats", False),
            tuple(data.get("excludes", ())),
        )

    def _check_excludes(self, index: int) -> None:
        """Every modifier that is excluded is another of this table."""
        data = self.data["modifiers"][index]
        others = [other["id"] for other in self.data["modifiers"] if other["id"] != data["id"]]
        for place, excluded in enumerate(data.get("excludes", ())):
            if excluded not in others:
                self._defect(
                    Code.TABLE_AXIS,
                    f"modifier {data['id']}: no other modifier `{excluded}`",
                    did_you_mean(excluded, others),
                    ("modifiers", index, "excludes", place),
                )

    def _node(self, raw: Any, depth: int, path: DataPath, at: Mapping[str, Any]) -> Node | None:
        if depth == len(self.axes):
            return self._cell(raw, path, at)
        axis = self.axes[depth]
        if axis.is_label:
            return self._labelled(axis, raw, depth, path, at)
        return self._binned(axis, raw, depth, path, at)

    def _labelled(
        self, axis: Axis, raw: Any, depth: int, path: DataPath, at: Mapping[str, Any]
    ) -> Node | None:
        if isinstance(raw, list):
            if len(raw) != len(axis.labels):
                self._miscounted(axis, raw, len(axis.labels), path, at)
                return None
            keyed: dict[str, tuple[Any, str | int]] = {
                label: (raw[index], index) for index, label in enumerate(axis.labels)
            }
        elif isinstance(raw, dict):
            for key in raw:
                if key not in axis.labels:
                    self._defect(
                        Code.TABLE_AXIS,
                        f"{_at(at)}`{key}` is not a label of axis {axis.name}",
                        did_you_mean(key, axis.labels),
                        (*path, key),
                    )
            keyed = {key: (value, key) for key, value in raw.items() if key in axis.labels}
        else:
            self._not_a_row(axis, raw, path, at)
            return None
        branches: dict[str, Node] = {}
        for label in axis.labels:
            here = {**at, axis.name: label}
            node: Node | None
            if label in keyed:
                value, key = keyed[label]
                node = self._node(value, depth + 1, (*path, key), here)
            else:
                node = self._otherwise(depth + 1)
                if node is None:
                    self._defect(Code.TABLE_GAP, f"{_at(here)}no result", "add the missing row", path)
            if node is not None:
                branches[label] = node
        return Labelled(branches)

    def _binned(self, axis: Axis, raw: Any, depth: int, path: DataPath, at: Mapping[str, Any]) -> Node | None:
        entries: list[tuple[Interval, Any, str | int]] = []
        if isinstance(raw, list):
            if len(raw) != len(axis.bins):
                self._miscounted(axis, raw, len(axis.bins), path, at)
                return None
            entries = [(axis.bins[index], value, index) for index, value in enumerate(raw)]
        elif isinstance(raw, dict):
            for key, value in raw.items():
                try:
                    entries.append((Interval.parse(key), value, key))
                except InputError as error:
                    self._defect(Code.TABLE_AXIS, f"{_at(at)}{error}", "fix the range", (*path, key))
        else:
            self._not_a_row(axis, raw, path, at)
            return None
        bins: list[tuple[Interval, Node]] = []
        for interval, value, key in entries:
            node = self._node(value, depth + 1, (*path, key), {**at, axis.name: interval})
            if node is not None:
                bins.append((interval, node))
        self._check_cover(axis, [entry[0] for entry in entries], path, at)
        other = self._otherwise(depth + 1)
        if other is not None:
            bins += [(gap, other) for gap in _gaps(axis, [entry[0] for entry in entries])]
        if self.policy != "first":
            bins.sort(key=lambda item: item[0].low)
        return Binned(tuple(bins))

    def _check_cover(
        self, axis: Axis, intervals: list[Interval], path: DataPath, at: Mapping[str, Any]
    ) -> None:
        for interval in intervals:
            beyond_end = axis.high is not None and (interval.high is None or interval.high > axis.high)
            if interval.low < axis.low or beyond_end:
                self._defect(
                    Code.TABLE_AXIS,
                    f"{_at(at)}{axis.name} {interval} is outside {axis.accepts}",
                    "keep the ranges inside the axis",
                    path,
                )
        if self.policy == "unique":
            ordered = sorted(intervals, key=lambda interval: interval.low)
            for before, after in itertools.pairwise(ordered):
                if before.high is None or after.low <= before.high:
                    self._defect(
                        Code.TABLE_OVERLAP,
                        f"{_at({**at, axis.name: after.low})}two results ({before} and {after})",
                        "let the ranges not overlap, or state another hit_policy",
                        path,
                    )
        if self.policy != "collect" and "otherwise" not in self.data:
            for gap in _gaps(axis, intervals):
                self._defect(
                    Code.TABLE_GAP,
                    f"{_at({**at, axis.name: gap.low})}no result",
                    "add the missing range, or an `otherwise`",
                    path,
                )

    def _otherwise(self, depth: int) -> Node | None:
        """The declared result of what the rows leave out; only for the last axis."""
        if "otherwise" not in self.data or depth != len(self.axes):
            return None
        return self._cell(self.data["otherwise"], ("otherwise",), {})

    def _cell(self, raw: Any, path: DataPath, at: Mapping[str, Any]) -> Cell | None:
        provenance = self.entry.provenance
        value = raw
        if isinstance(raw, dict) and "value" in raw:
            wrong = [key for key, fits in _STATED.items() if key in raw and not fits(raw[key])]
            for key in wrong:
                self._defect(
                    Code.TABLE_CELL,
                    f"{_at(at)}{raw[key]!r} cannot be the {key} of a cell",
                    _STATED_HELP[key],
                    (*path, key),
                )
            if wrong:
                return None
            provenance = provenance_from(raw, provenance)
            value = raw["value"]
        kind = self.result["type"]
        try:
            fits = _TYPES[kind](value)
        except InputError:
            fits = False
        if kind == "label" and fits and value not in self.result["labels"]:
            self._defect(
                Code.TABLE_CELL,
                f"{_at(at)}`{value}` is not a result of this table",
                did_you_mean(value, self.result["labels"]),
                path,
            )
            return None
        if not fits:
            self._defect(
                Code.TABLE_CELL,
                f"{_at(at)}{value!r} is not of type {kind}",
                f"write a result of type {kind}",
                path,
            )
            return None
        return Cell(value, provenance)

    def _check_monotone(self, table: Table, claim: Mapping[str, Any], path: DataPath) -> None:
        """Along one axis, with the others held, the result never turns back."""
        names = [axis.name for axis in self.axes]
        along = claim["along"]
        if along not in names:
            self._defect(Code.TABLE_AXIS, f"no axis `{along}`", did_you_mean(along, names), (*path, "along"))
            return
        scale = self.result.get("labels")
        sign = -1 if claim["direction"] == "falling" else 1
        steps = _steps(self.axes[names.index(along)])
        others = [axis for axis in self.axes if axis.name != along]
        for held in itertools.product(*(_steps(axis) for axis in others)):
            at: dict[str, Any] = dict(zip((axis.name for axis in others), held, strict=True))
            values = [table.lookup(**{**at, along: step}).result for step in steps]
            ranks = [sign * (scale.index(value) if scale else value) for value in values]
            for (step, rank), (following, next_rank) in itertools.pairwise(zip(steps, ranks, strict=True)):
                where = ", ".join(
                    [*(f"{name} {value}" for name, value in at.items()), f"{along} {following}"]
                )
                if next_rank < rank and where not in claim.get("exceptions", ()):
                    self._defect(
                        Code.TABLE_ORDER,
                        f"{where}: the result turns back from that at {along} {step}",
                        "check the figure against the book, or list it under `exceptions`",
                        path,
                    )

    def _miscounted(
        self, axis: Axis, raw: list[Any], wanted: int, path: DataPath, at: Mapping[str, Any]
    ) -> None:
        self._defect(
            Code.TABLE_GAP if len(raw) < wanted else Code.TABLE_OVERLAP,
            f"{_at(at)}{len(raw)} results along {axis.name}, which has {wanted} places",
            f"give one result for each of {axis.accepts}",
            path,
        )

    def _not_a_row(self, axis: Axis, raw: Any, path: DataPath, at: Mapping[str, Any]) -> None:
        self._defect(
            Code.TABLE_CELL,
            f"{_at(at)}{raw!r} stands where the results along {axis.name} belong",
            "write a list, or a block with one key for each place",
            path,
        )

    def _defect(self, code: Code, message: str, help: str, path: DataPath) -> None:
        self.defects.append(TableDefect(code, message, help, path))


def _steps(axis: Axis) -> list[str | int]:
    """The places of an axis at which an ordered result can turn: labels, faces, the starts of ranges."""
    if axis.is_label:
        return list(axis.labels)
    if axis.dice is not None:
        last = axis.bins[-1]
        return list(range(axis.low, (last.low if last.high is None else last.high) + 1))
    return [interval.low for interval in axis.bins]


def _gaps(axis: Axis, intervals: list[Interval]) -> list[Interval]:
    """The stretches of an axis that no interval covers."""
    gaps: list[Interval] = []
    at: int | None = axis.low
    for interval in sorted(intervals, key=lambda item: item.low):
        if at is None:
            break
        if interval.low > at:
            gaps.append(Interval(at, interval.low - 1))
        at = None if interval.high is None else max(at, interval.high + 1)
    if at is not None and (axis.high is None or at <= axis.high):
        gaps.append(Interval(at, axis.high))
    return gaps


def _at(at: Mapping[str, Any]) -> str:
    """``force marine, die 4: `` for a counterexample."""
    return ", ".join(f"{name} {value}" for name, value in at.items()) + ": " if at else ""
