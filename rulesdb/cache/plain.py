"""Compiled games as plain data: the lists, strings and numbers of JSON.

A value of the model is written as the list of its fields. Their annotations determine how each field is
written, and what is accepted when it is read: a file cannot name a module, a function, or a class that is not
listed here. Provenances and entries, which many values share, are written once and referred to by number.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Any

from rulesdb.constraints import Constraint, Limit, Selector
from rulesdb.dice import Dice
from rulesdb.model import (
    Acts,
    Basis,
    Citation,
    Coverage,
    Document,
    Entry,
    Example,
    LabelRows,
    Layer,
    Provenance,
    Side,
)
from rulesdb.movement import Air, Allowance, Flight, Hull, Movement
from rulesdb.play import Attack, Outcome, PlayRules
from rulesdb.problem import Span
from rulesdb.ruleset import Ruleset
from rulesdb.tables import Axis, Binned, Cell, Interval, Labelled, Modifier, Table

_RECORDS: Mapping[str, type] = MappingProxyType(
    {
        kind.__name__: kind
        for kind in (
            Acts,
            Air,
            Allowance,
            Attack,
            Axis,
            Binned,
            Cell,
            Citation,
            Constraint,
            Coverage,
            Document,
            Entry,
            Example,
            Flight,
            Hull,
            Interval,
            LabelRows,
            Labelled,
            Layer,
            Limit,
            Modifier,
            Movement,
            Outcome,
            PlayRules,
            Provenance,
            Ruleset,
            Selector,
            Side,
            Span,
            Table,
        )
    }
)
_ATOMS: Mapping[str, type] = MappingProxyType({"str": str, "int": int, "bool": bool})
_UNIONS: Mapping[str, str] = MappingProxyType({"Node": "Cell | Labelled | Binned"})
_BASES: Mapping[str, Basis] = MappingProxyType({basis.value: basis for basis in Basis})
# In this order, because entries contain provenances.
_SHARED = ("Provenance", "Entry")
_JSON_ATOMS = (str, int, float, bool, type(None))


class NotPlain(ValueError):
    """A value that does not match its annotation."""


class _Shared:
    """Values that several others contain: their data for writing, the values themselves for reading."""

    def __init__(self) -> None:
        self.rows: dict[str, list[Any]] = {name: [] for name in _SHARED}
        self.numbers: dict[int, int] = {}


@dataclass(frozen=True, slots=True)
class _Form:
    """How the values of an annotation are written and read."""

    write: Callable[[Any, _Shared], Any]
    read: Callable[[Any, _Shared], Any]
    atom: type | None = None


def plain_json(game: Ruleset) -> bytes:
    """A game as JSON.

    Raises:
        NotPlain: a value in it does not match its annotation.
    """
    shared = _Shared()
    data = _form("Ruleset").write(game, shared)
    return json.dumps([data, shared.rows], separators=(",", ":")).encode("ascii")


def game_from_json(text: bytes) -> Ruleset:
    """The game that :func:`plain_json` wrote.

    Raises:
        BrainbugError, LookupError, RecursionError, TypeError, ValueError: the text is not valid.
    """
    data, rows = json.loads(text)
    shared = _Shared()
    for name in _SHARED:
        read = _record(_RECORDS[name]).read
        shared.rows[name] = [read(row, shared) for row in rows[name]]
    game: Ruleset = _form("Ruleset").read(data, shared)
    return game


@functools.cache
def _form(annotation: str) -> _Form:
    """The form for an annotation of the model."""
    alternatives = _split(_UNIONS.get(annotation, annotation), " | ")
    if len(alternatives) > 1:
        first, *others = alternatives
        return _optional(first) if others == ["None"] else _union(alternatives)
    name, _, inside = annotation.partition("[")
    parts = _split(inside.removesuffix("]"), ", ")
    match name:
        case "tuple":
            return _sequence(parts[0], tuple) if parts[1] == "..." else _row(parts, _tuple)
        case "frozenset":
            return _sequence(parts[0], frozenset)
        case "Mapping":
            return _mapping(parts[1])
        case "Any":
            return _Form(_write_any, lambda data, shared: data)
        case "Dice":
            return _Form(lambda dice, shared: dice.text, lambda text, shared: _dice(_of_type(str, text)))
        case "Basis":
            return _Form(lambda basis, shared: basis.value, lambda text, shared: _BASES[text])
    if name in _ATOMS:
        return _atom(_ATOMS[name])
    return _reference(name) if name in _SHARED else _record(_RECORDS[name])


def _split(text: str, separator: str) -> list[str]:
    """The parts of an annotation between separators that are not in brackets."""
    parts: list[str] = []
    for piece in text.split(separator):
        if parts and parts[-1].count("[") > parts[-1].count("]"):
            parts[-1] += separator + piece
        else:
            parts.append(piece)
    return parts


def _atom(kind: type) -> _Form:
    def same(value: Any, shared: _Shared) -> Any:
        if type(value) is not kind:
            raise NotPlain(f"not of type {kind.__name__}")
        return value

    return _Form(same, same, kind)


def _optional(annotation: str) -> _Form:
    form = _form(annotation)
    write, read = form.write, form.read
    return _Form(
        lambda value, shared: None if value is None else write(value, shared),
        lambda data, shared: None if data is None else read(data, shared),
    )


def _union(names: list[str]) -> _Form:
    """Records of several classes, each after the name of its class. They may contain each other."""

    def write(value: Any, shared: _Shared) -> list[Any]:
        name = type(value).__name__
        return [name, _form(name).write(value, shared)]

    def read(data: Any, shared: _Shared) -> Any:
        name, fields = data
        if name not in names:
            raise NotPlain(f"not one of {names}")
        return _form(name).read(fields, shared)

    return _Form(write, read)


def _sequence(annotation: str, kind: type[tuple[Any, ...]] | type[frozenset[Any]]) -> _Form:
    form = _form(annotation)
    write, read, empty = form.write, form.read, kind()

    def write_all(values: Any, shared: _Shared) -> list[Any]:
        # The order of a set varies.
        ordered = sorted(values) if kind is frozenset else values
        return [write(value, shared) for value in _of_type(kind, values) and ordered]

    def read_all(data: Any, shared: _Shared) -> Any:
        return kind([read(each, shared) for each in data]) if _of_type(list, data) else empty

    return _Form(write_all, read_all)


def _row(annotations: list[str], kind: Callable[..., Any]) -> _Form:
    """Values of several types in a fixed order, which ``kind`` combines into one value."""
    forms = [_form(annotation) for annotation in annotations]
    writers = [form.write for form in forms]
    # Most fields are texts and numbers, and testing their types here is faster than a call for each.
    simple = [(place, form.atom) for place, form in enumerate(forms) if form.atom]
    places, types = [place for place, _ in simple], [atom for _, atom in simple]
    readers = [(place, form.read) for place, form in enumerate(forms) if not form.atom]
    length = len(forms)

    def write(values: Any, shared: _Shared) -> list[Any]:
        return [write(value, shared) for write, value in zip(writers, values, strict=True)]

    def read(data: Any, shared: _Shared) -> Any:
        if type(data) is not list or len(data) != length or [type(data[place]) for place in places] != types:
            raise NotPlain(f"not a list of {annotations}")
        for place, read in readers:
            data[place] = read(data[place], shared)
        return kind(*data)

    return _Form(write, read)


@functools.cache
def _record(kind: type) -> _Form:
    """The fields of a dataclass, in order."""
    row = _row([str(field.type) for field in fields(kind)], kind)
    names = [field.name for field in fields(kind)]
    return _Form(lambda value, shared: row.write([getattr(value, name) for name in names], shared), row.read)


def _reference(name: str) -> _Form:
    """The number of a shared value."""

    def write(value: Any, shared: _Shared) -> int:
        if id(value) not in shared.numbers:
            data = _record(_RECORDS[name]).write(value, shared)
            shared.numbers[id(value)] = len(shared.rows[name])
            shared.rows[name].append(data)
        return shared.numbers[id(value)]

    return _Form(write, lambda number, shared: shared.rows[name][number])


def _mapping(annotation: str) -> _Form:
    form = _form(annotation)
    write, read = form.write, form.read

    def write_all(values: Any, shared: _Shared) -> dict[str, Any]:
        if type(values) not in (dict, MappingProxyType):
            raise NotPlain("not a mapping")
        return {_of_type(str, key): write(value, shared) for key, value in values.items()}

    def read_all(data: Any, shared: _Shared) -> Mapping[str, Any]:
        return MappingProxyType({key: read(each, shared) for key, each in _of_type(dict, data).items()})

    def read_any(data: Any, shared: _Shared) -> Mapping[str, Any]:
        return MappingProxyType(_of_type(dict, data))

    return _Form(write_all, read_any if annotation == "Any" else read_all)


def _write_any(value: Any, shared: _Shared) -> Any:
    """A value of facts or cells, which is already plain data."""
    if type(value) is dict:
        return {_of_type(str, key): _write_any(each, shared) for key, each in value.items()}
    if type(value) is list:
        return [_write_any(each, shared) for each in value]
    if type(value) not in _JSON_ATOMS:
        raise NotPlain(f"not data: {type(value).__name__}")
    return value


def _of_type(kind: type, value: Any) -> Any:
    if type(value) is not kind:
        raise NotPlain(f"not of type {kind.__name__}")
    return value


@functools.lru_cache(maxsize=100)
def _dice(text: str) -> Dice:
    return Dice.parse(text)


def _tuple(*values: Any) -> tuple[Any, ...]:
    return values
