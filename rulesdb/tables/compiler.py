"""Compiles a table's entry in a data file to a :class:`~rulesdb.tables.table.Table`, and proves it complete.

The proof: every label has a branch and every branch a label; every number that an axis can take, and every
total of its dice, has exactly one result (``unique``) or at least one (``first``); every cell has the
declared type; results rise or fall along an axis if the table claims so. A defect comes with a
counterexample.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
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


def _is_citation(value: Any) -> bool:
    parts = value.values() if isinstance(value, dict) and set(value) == {"document", "section"} else (None,)
    return all(isinstance(part, str) for part in parts)


# The keys of a cell besides its value, with how to write them; they are too deep for the schema.
_CELL_KEYS: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "source": (_is_citation, "write it as {document: name, section: place}"),
    "basis": (
        lambda value: isinstance(value, str) and value in list(Basis),
        f"use one of {', '.join(Basis)}",
    ),
    "note": (lambda value: isinstance(value, str), "write a text"),
    "alternatives": (
        lambda value: isinstance(value, list) and all(isinstance(part, str) for part in value),
        "write a list of texts",
    ),
}


@dataclass(frozen=True, slots=True)
class TableDefect:
    """A defect of a table, and the path of the data at fault."""

    code: Code
    message: str
    help: str
    path: DataPath


class DefectiveTable(InputError):
    """A table that does not have exactly one result for every input."""

    def __init__(self, defects: list[TableDefect]) -> None:
        self.defects = tuple(defects)
        super().__init__("; ".join(defect.message for defect in defects))


@dataclass(frozen=True, slots=True)
class _Place:
    """A place in the cells: its path in the data, and the places on the axes that lead to it."""

    path: DataPath
    at: Mapping[str, Any]

    def below(self, key: str | int, axis: Axis, value: Any) -> _Place:
        """The place of ``value`` on the next axis, which the data have under ``key``."""
        return _Place((*self.path, key), {**self.at, axis.name: value})

    def on(self, axis: Axis, value: Any) -> _Place:
        """The place of ``value`` on the next axis, which is missing from the data."""
        return replace(self, at={**self.at, axis.name: value})

    def __str__(self) -> str:
        """``force marine, die 4: ``, for a counterexample."""
        return ", ".join(f"{name} {value}" for name, value in self.at.items()) + ": " if self.at else ""


def compile_table(entry: Entry, data: Mapping[str, Any]) -> Table:
    """Compile ``data`` that are valid under the schema of tables.

    Raises:
        DefectiveTable: with every defect.
    """
    return _Compiler(entry, data).run()


def provenance_from(data: Mapping[str, Any], inherited: Provenance) -> Provenance:
    """The provenance in ``data``, completed from the ``inherited`` one."""
    changes: dict[str, Any] = {}
    if "source" in data:
        changes["source"] = Citation(**data["source"])
    if "basis" in data:
        changes |= {"basis": Basis(data["basis"]), "note": "", "alternatives": ()}
    if "note" in data:
        changes["note"] = data["note"]
    if "alternatives" in data:
        changes["alternatives"] = tuple(data["alternatives"])
    return replace(inherited, **changes) if changes else inherited


class _Compiler:
    def __init__(self, entry: Entry, data: Mapping[str, Any]) -> None:
        self.entry = entry
        self.data = data
        self.axes: tuple[Axis, ...] = ()
        self.policy: str = data.get("hit_policy", "unique")
        self.result: Mapping[str, Any] = data["result"]
        self.defects: list[TableDefect] = []

    def run(self) -> Table:
        axes: list[Axis] = []
        for index, axis_data in enumerate(self.data["axes"]):
            try:
                axes.append(axis_from(axis_data))
            except InputError as error:
                self._defect(Code.TABLE_AXIS, str(error), "fix the axis", "axes", index)
        self._stop_if_defective()
        self.axes = tuple(axes)
        for index, axis in enumerate(axes):
            self._check_axis(index, axis)
        modifiers = tuple(map(self._modifier, range(len(self.data.get("modifiers", ())))))
        self._stop_if_defective()
        root = self._node(self.data["cells"], 0, _Place(("cells",), {}))
        self._stop_if_defective()
        assert root is not None
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
            self._check_monotone(table, index, claim)
        self._stop_if_defective()
        return table

    def _stop_if_defective(self) -> None:
        if self.defects:
            raise DefectiveTable(self.defects)

    def _check_axis(self, index: int, axis: Axis) -> None:
        if [other.name for other in self.axes].count(axis.name) > 1:
            message = f"two axes are called `{axis.name}`"
            self._defect(Code.TABLE_AXIS, message, "rename one", "axes", index, "name")
        for before, after in itertools.pairwise(axis.bins):
            if before.high is None or after.low != before.high + 1:
                message = f"axis {axis.name}: {after} does not follow {before}"
                help = "let each range start where the one before it ends"
                self._defect(Code.TABLE_GAP, message, help, "axes", index, "ranges")
        dice = axis.dice
        if dice and (axis.low > dice.low or (axis.high is not None and axis.high < dice.high)):
            ranges, totals = f"{axis.low} to {axis.high}", f"{dice.low} to {dice.high}"
            message = f"axis {axis.name}: the ranges run from {ranges}, {dice.text} from {totals}"
            self._defect(Code.TABLE_GAP, message, "cover every total of the dice", "axes", index, "ranges")

    def _modifier(self, index: int) -> Modifier:
        data = self.data["modifiers"][index]
        names = [axis.name for axis in self.axes]
        if data["to"] not in names:
            message, help = f"modifier {data['id']}: no axis `{data['to']}`", did_you_mean(data["to"], names)
            self._defect(Code.TABLE_AXIS, message, help, "modifiers", index, "to")
        others = [other["id"] for other in self.data["modifiers"] if other["id"] != data["id"]]
        for place, excluded in enumerate(data.get("excludes", ())):
            if excluded not in others:
                message = f"modifier {data['id']}: no other modifier `{excluded}`"
                help = did_you_mean(excluded, others)
                self._defect(Code.TABLE_AXIS, message, help, "modifiers", index, "excludes", place)
        self._check_choice(index, data)
        return Modifier(
            data["id"],
            data["when"],
            data["add"],
            data["to"],
            provenance_from(data, self.entry.provenance),
            data.get("repeats", False),
            tuple(data.get("excludes", ())),
            data.get("choice", ""),
        )

    def _check_choice(self, index: int, data: Mapping[str, Any]) -> None:
        """A choice is of at least two modifiers that count once, and exclude each other without saying so."""
        if "choice" not in data:
            return
        others = [other for other in self.data["modifiers"] if other["id"] != data["id"]]
        rivals = [other["id"] for other in others if other.get("choice") == data["choice"]]
        if not rivals:
            message = f"modifier {data['id']}: no other modifier has the choice `{data['choice']}`"
            help = did_you_mean(data["choice"], [other["choice"] for other in others if "choice" in other])
            self._defect(Code.TABLE_AXIS, message, help, "modifiers", index, "choice")
        if data.get("repeats"):
            message = f"modifier {data['id']} repeats, but is one of a choice"
            self._defect(
                Code.TABLE_AXIS, message, "delete `repeats` or `choice`", "modifiers", index, "repeats"
            )
        for place, excluded in enumerate(data.get("excludes", ())):
            if excluded in rivals:
                message = f"modifier {data['id']}: its choice already excludes `{excluded}`"
                help = "delete it from `excludes`"
                self._defect(Code.TABLE_AXIS, message, help, "modifiers", index, "excludes", place)

    def _node(self, raw: Any, depth: int, place: _Place) -> Node | None:
        if depth == len(self.axes):
            return self._cell(raw, place)
        axis = self.axes[depth]
        rows = self._rows(axis, raw, place)
        if rows is None:
            return None
        other = None
        if "otherwise" in self.data and depth + 1 == len(self.axes):
            other = self._cell(self.data["otherwise"], _Place(("otherwise",), {}))
        if axis.is_label:
            branches: dict[str, Node | None] = {}
            labelled = {label: (key, value) for label, key, value in rows}
            for label in axis.labels:
                if label in labelled:
                    key, value = labelled[label]
                    branches[label] = self._node(value, depth + 1, place.below(key, axis, label))
                else:
                    branches[label] = other
                    if other is None:
                        where = place.on(axis, label)
                        self._defect_at(where, Code.TABLE_GAP, "no result", "add the missing row")
            inner = {label: node for label, node in branches.items() if node is not None}
            return Labelled(MappingProxyType(inner))
        bins = [
            (interval, self._node(value, depth + 1, place.below(key, axis, interval)))
            for interval, key, value in rows
        ]
        intervals = [interval for interval, _, _ in rows]
        self._check_cover(axis, intervals, place)
        if other is not None:
            bins += [(gap, other) for gap in _gaps(axis, intervals)]
        if self.policy != "first":
            bins.sort(key=lambda item: item[0].low)
        return Binned(tuple((interval, node) for interval, node in bins if node is not None))

    def _rows(self, axis: Axis, raw: Any, place: _Place) -> list[tuple[Any, str | int, Any]] | None:
        """The labels or ranges along an axis, each with its key and its value in the data."""
        if isinstance(raw, dict):
            rows = []
            for key, value in raw.items():
                try:
                    rows.append((key if axis.is_label else Interval.parse(key), key, value))
                except InputError as error:
                    self._defect_at(place, Code.TABLE_AXIS, str(error), "fix the range", key)
                if axis.is_label and key not in axis.labels:
                    message = f"`{key}` is not a label of axis {axis.name}"
                    self._defect_at(place, Code.TABLE_AXIS, message, did_you_mean(key, axis.labels), key)
            return rows
        if not isinstance(raw, list):
            message = f"{raw!r} is not a row of results along {axis.name}"
            help = "write a list, or a block with one key for each place"
            self._defect_at(place, Code.TABLE_CELL, message, help)
            return None
        places = axis.labels or axis.bins
        if len(raw) == len(places):
            return list(zip(places, range(len(raw)), raw, strict=True))
        code = Code.TABLE_GAP if len(raw) < len(places) else Code.TABLE_OVERLAP
        message = f"{len(raw)} results along {axis.name}, which has {len(places)} places"
        self._defect_at(place, code, message, f"give one result for each of {axis.accepts}")
        return None

    def _check_cover(self, axis: Axis, intervals: Sequence[Interval], place: _Place) -> None:
        for interval in intervals:
            is_too_high = axis.high is not None and (interval.high is None or interval.high > axis.high)
            if interval.low < axis.low or is_too_high:
                message = f"{axis.name} {interval} is outside {axis.accepts}"
                self._defect_at(place, Code.TABLE_AXIS, message, "keep the ranges inside the axis")
        if self.policy == "unique":
            for before, after in itertools.pairwise(sorted(intervals, key=lambda each: each.low)):
                if before.high is None or after.low <= before.high:
                    where, message = place.on(axis, after.low), f"two results ({before} and {after})"
                    help = "let the ranges not overlap, or state another hit_policy"
                    self._defect_at(where, Code.TABLE_OVERLAP, message, help)
        if self.policy != "collect" and "otherwise" not in self.data:
            for gap in _gaps(axis, intervals):
                help = "add the missing range, or an `otherwise`"
                self._defect_at(place.on(axis, gap.low), Code.TABLE_GAP, "no result", help)

    def _cell(self, raw: Any, place: _Place) -> Cell | None:
        provenance = self.entry.provenance
        value = raw
        if isinstance(raw, dict) and "value" in raw:
            wrong = [key for key, (fits, _) in _CELL_KEYS.items() if key in raw and not fits(raw[key])]
            for key in wrong:
                message = f"{raw[key]!r} cannot be the {key} of a cell"
                self._defect_at(place, Code.TABLE_CELL, message, _CELL_KEYS[key][1], key)
            unknown = [key for key in raw if key != "value" and key not in _CELL_KEYS]
            for key in unknown:
                message = f"`{key}` is not a key of a cell"
                help = f"{did_you_mean(key, _CELL_KEYS)}; put a text with commas in quotes"
                self._defect_at(place, Code.TABLE_CELL, message, help, key)
            if wrong or unknown:
                return None
            provenance = provenance_from(raw, provenance)
            value = raw["value"]
        kind = self.result["type"]
        try:
            fits = _TYPES[kind](value)
        except InputError:
            fits = False
        if not fits:
            message, help = f"{value!r} is not of type {kind}", f"write a result of type {kind}"
        elif kind == "label" and value not in self.result["labels"]:
            message = f"`{value}` is not a result of this table"
            help = did_you_mean(value, self.result["labels"])
        else:
            return Cell(value, provenance)
        self._defect_at(place, Code.TABLE_CELL, message, help)
        return None

    def _check_monotone(self, table: Table, index: int, claim: Mapping[str, Any]) -> None:
        """Along one axis, for all places on the others, the result only rises or only falls."""
        axes = {axis.name: axis for axis in self.axes}
        along = claim["along"]
        if along not in axes:
            help = did_you_mean(along, axes)
            self._defect(Code.TABLE_AXIS, f"no axis `{along}`", help, "monotone", index, "along")
            return
        scale = self.result.get("labels")
        sign = -1 if claim["direction"] == "falling" else 1
        steps = _steps(axes.pop(along))
        for held in itertools.product(*map(_steps, axes.values())):
            at: dict[str, Any] = dict(zip(axes, held, strict=True))
            values = [table.lookup(**{**at, along: step}).result for step in steps]
            ranks = [sign * (scale.index(value) if scale else value) for value in values]
            for (step, rank), (following, next_rank) in itertools.pairwise(zip(steps, ranks, strict=True)):
                where = ", ".join(f"{name} {value}" for name, value in {**at, along: following}.items())
                if next_rank < rank and where not in claim.get("exceptions", ()):
                    message = f"{where}: the result is out of order after that at {along} {step}"
                    help = "check the figure against the book, or list it under `exceptions`"
                    self._defect(Code.TABLE_ORDER, message, help, "monotone", index)

    def _defect(self, code: Code, message: str, help: str, *path: str | int) -> None:
        self.defects.append(TableDefect(code, message, help, path))

    def _defect_at(self, place: _Place, code: Code, message: str, help: str, *keys: str | int) -> None:
        self._defect(code, f"{place}{message}", help, *place.path, *keys)


def _steps(axis: Axis) -> list[str | int]:
    """The places of an axis at which the result can change: labels, totals of dice, the starts of ranges."""
    if axis.is_label:
        return list(axis.labels)
    if axis.dice is not None:
        last = axis.bins[-1]
        return list(range(axis.low, (last.low if last.high is None else last.high) + 1))
    return [interval.low for interval in axis.bins]


def _gaps(axis: Axis, intervals: Iterable[Interval]) -> list[Interval]:
    """The parts of an axis that no interval covers."""
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
