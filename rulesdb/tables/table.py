"""The one engine of every table: lookup, roll, odds, and the trace of an answer."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any
from urllib.parse import quote

from rulesdb.dice.distribution import Distribution
from rulesdb.errors import InputError
from rulesdb.model import Basis, Entry, Provenance
from rulesdb.nearest import did_you_mean
from rulesdb.tables.axes import Axis, Interval

NO_EFFECT = "no effect"
_FROM_THE_FIRMEST = (Basis.PRINTED, Basis.DERIVED, Basis.READING, Basis.SUPPLEMENT, Basis.HOUSE)


@dataclass(frozen=True, slots=True)
class Cell:
    """One result, with its own citation."""

    value: Any
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class Labelled:
    """The branches of a label axis."""

    branches: Mapping[str, Node]


@dataclass(frozen=True, slots=True)
class Binned:
    """The branches of a number axis, in the order written."""

    bins: tuple[tuple[Interval, Node], ...]


Node = Cell | Labelled | Binned


@dataclass(frozen=True, slots=True)
class Modifier:
    """A condition that changes a table's input.

    ``add`` is added to the number on axis ``to``; on a label axis it moves that many labels along. One that
    ``repeats`` counts as often as it is given, as for each casualty. Those that it ``excludes`` cannot be
    given with it, whichever of the two says so.
    """

    id: str
    when: str
    add: int
    to: str
    provenance: Provenance
    repeats: bool = False
    excludes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """What a table or procedure says, and why."""

    id: str
    inputs: Mapping[str, Any]
    result: Any
    provenance: Provenance
    trace: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """The shape that ``brainbug resolve --json`` prints."""
        return {
            "id": self.id,
            "inputs": dict(self.inputs),
            "result": self.result,
            **self.provenance.as_json(),
            "trace": list(self.trace),
        }


@dataclass(frozen=True, slots=True)
class Table:
    """Axes × cells.

    Built by :func:`rulesdb.tables.compiler.compile_table`, which proves that every input has exactly
    one answer under the table's hit policy.
    """

    entry: Entry
    axes: tuple[Axis, ...]
    result_name: str
    result_type: str
    hit_policy: str
    beyond: str
    modifiers: tuple[Modifier, ...]
    root: Node

    @property
    def id(self) -> str:
        return self.entry.id

    def lookup(self, *, modifiers: Sequence[str] = (), **inputs: Any) -> Answer:
        """The cell at ``inputs``; every axis must be given.

        ``modifiers`` are ids; one that repeats is named once for each time that it counts.

        Raises:
            InputError: an input is missing, unknown or out of range.
        """
        return self._answer(self._read(inputs, required=True), modifiers, [])

    def roll(self, rng: random.Random, *, modifiers: Sequence[str] = (), **inputs: Any) -> Answer:
        """As :meth:`lookup`, throwing the dice of each dice axis that is not given."""
        known = self._read(inputs, required=False)
        trace: list[str] = []
        for axis in self.axes:
            if axis.dice is not None and axis.name not in known:
                total, faces = axis.dice.roll(rng)
                known[axis.name] = total
                shown = f" ({' '.join(map(str, faces))})" if len(faces) > 1 else ""
                trace.append(f"{axis.name}: rolled {axis.dice.text} = {total}{shown}")
        self._require(known)
        return self._answer(known, modifiers, trace)

    def odds(self, *, modifiers: Sequence[str] = (), **inputs: Any) -> Distribution:
        """The exact distribution of the result over the dice that are not given."""
        known = self._read(inputs, required=False)
        thrown = [axis for axis in self.axes if axis.dice is not None and axis.name not in known]
        self._require({**known, **{axis.name: 0 for axis in thrown}})
        weighted: list[tuple[dict[str, Any], Fraction]] = [(known, Fraction(1))]
        for axis in thrown:
            assert axis.dice is not None
            faces = axis.dice.distribution()
            weighted = [
                ({**at, axis.name: face}, weight * chance)
                for at, weight in weighted
                for face, chance in faces
            ]
        return Distribution.of((self._answer(at, modifiers, []).result, weight) for at, weight in weighted)

    def cells(self) -> Iterator[tuple[dict[str, str], Cell]]:
        """Every cell with the label or range of each axis that leads to it, in the book's order."""

        def walk(node: Node, depth: int, at: dict[str, str]) -> Iterator[tuple[dict[str, str], Cell]]:
            if isinstance(node, Cell):
                yield dict(at), node
                return
            name = self.axes[depth].name
            branches = node.branches.items() if isinstance(node, Labelled) else node.bins
            for key, child in branches:
                yield from walk(child, depth + 1, {**at, name: str(key)})

        return walk(self.root, 0, {})

    def permalink(self, inputs: Mapping[str, Any], modifiers: Sequence[str] = ()) -> str:
        """``id#axis=value&…``, the same on the command line, the site and in an editor."""
        pairs = [f"{axis.name}={quote(str(inputs[axis.name]))}" for axis in self.axes if axis.name in inputs]
        pairs += [f"modifier={quote(','.join(modifiers), safe=',')}"] * bool(modifiers)
        return f"{self.id}#{'&'.join(pairs)}"

    def _repr_html_(self) -> str:
        """The table in a notebook."""
        from rulesdb.notebook import table_html

        return table_html(self)

    def _read(self, inputs: Mapping[str, Any], *, required: bool) -> dict[str, Any]:
        names = [axis.name for axis in self.axes]
        for name in inputs:
            if name not in names:
                raise InputError(unknown_name(self.id, "input", name, names))
        known = {axis.name: axis.read(inputs[axis.name]) for axis in self.axes if axis.name in inputs}
        if required:
            self._require(known)
        return known

    def _require(self, known: Mapping[str, Any]) -> None:
        missing = [axis for axis in self.axes if axis.name not in known]
        if missing:
            wanted = "; ".join(f"{axis.name}: {axis.accepts}" for axis in missing)
            raise InputError(f"{self.id} needs {wanted}")

    def _answer(self, known: Mapping[str, Any], wanted: Sequence[str], trace: list[str]) -> Answer:
        at = dict(known)
        chosen = self._chosen(wanted)
        for modifier in chosen:
            self._modify(at, modifier, trace)
        found: list[Cell] = []
        for axis in self.axes:
            if not axis.is_label:
                at[axis.name] = self._bound(axis, at[axis.name], trace)
        if any(value is None for value in at.values()):
            counting = [self.entry.provenance, *(modifier.provenance for modifier in chosen)]
            return Answer(self.id, dict(known), NO_EFFECT, _weakest(counting), tuple(trace))
        self._collect(self.root, 0, at, found)
        where = ", ".join(f"{axis.name}={at[axis.name]}" for axis in self.axes)
        if self.hit_policy == "collect":
            result: Any = [cell.value for cell in found]
        else:
            result, found = found[0].value, found[:1]
        sources = [cell.provenance for cell in found] or [self.entry.provenance]
        provenance = _weakest([*sources, *(modifier.provenance for modifier in chosen)])
        trace.append(f"{self.result_name} at {where}: {show_value(result)}")
        return Answer(self.id, dict(known), result, provenance, tuple(trace))

    def _collect(self, node: Node, depth: int, at: Mapping[str, Any], found: list[Cell]) -> None:
        if isinstance(node, Cell):
            found.append(node)
            return
        value = at[self.axes[depth].name]
        if isinstance(node, Labelled):
            self._collect(node.branches[value], depth + 1, at, found)
            return
        for interval, child in node.bins:
            if value in interval:
                self._collect(child, depth + 1, at, found)

    def _chosen(self, wanted: Sequence[str]) -> list[Modifier]:
        if not wanted:
            return []
        known = {modifier.id: modifier for modifier in self.modifiers}
        for name in wanted:
            if name not in known:
                raise InputError(unknown_name(self.id, "modifier", name, known))
        counts = Counter(wanted)
        for modifier in self.modifiers:
            if counts[modifier.id] > 1 and not modifier.repeats:
                raise InputError(f"{self.id}: modifier {modifier.id!r} counts once; give it once")
            for other in modifier.excludes:
                if counts[modifier.id] and counts[other]:
                    both = f"{modifier.id!r} and {other!r}"
                    raise InputError(f"{self.id}: modifiers {both} do not go together; give one of them")
        return [modifier for modifier in self.modifiers for _ in range(counts[modifier.id])]

    def _modify(self, at: dict[str, Any], modifier: Modifier, trace: list[str]) -> None:
        axis = next(axis for axis in self.axes if axis.name == modifier.to)
        before = at[axis.name]
        if axis.is_label:
            place = axis.labels.index(before) + modifier.add
            at[axis.name] = axis.labels[max(0, min(place, len(axis.labels) - 1))]
        else:
            at[axis.name] = before + modifier.add
        basis = modifier.provenance.basis
        source = f"{modifier.provenance.source}{'' if basis is Basis.PRINTED else f', {basis}'}"
        change = f"{before} becomes {at[axis.name]}"
        trace.append(f"{modifier.id} ({source}): {modifier.add:+d} to {axis.name}, {change}")

    def _bound(self, axis: Axis, value: int, trace: list[str]) -> int | None:
        inside = max(axis.low, value if axis.high is None else min(value, axis.high))
        if inside == value:
            return value
        if self.beyond == "clamp":
            trace.append(f"{axis.name}: {value} counts as {inside}")
            return inside
        if self.beyond == "no-effect":
            trace.append(f"{axis.name}: {value} is beyond the table: {NO_EFFECT}")
            return None
        raise InputError(f"{self.id}: {axis.name}={value} is out of range; use {axis.accepts}")


def _weakest(parts: Sequence[Provenance]) -> Provenance:
    """That of the part of an answer that is least sure, so that no answer seems surer than it is.

    Where several are as weak it is the first of them, with the notes and other readings of all.
    """
    if len(parts) == 1:
        return parts[0]
    basis = max((part.basis for part in parts), key=_FROM_THE_FIRMEST.index)
    weak = [part for part in parts if part.basis is basis]
    notes = dict.fromkeys(part.note for part in weak if part.note)
    others = dict.fromkeys(reading for part in weak for reading in part.alternatives)
    return replace(weak[0], note=" ".join(notes), alternatives=tuple(others))


def show_value(value: Any) -> str:
    """A result in words: records as ``name value`` pairs, spans as ``8-12``, flags as yes or no.

    >>> show_value({"movement points": 3, "rounds": 1})
    'movement points 3, rounds 1'
    >>> show_value({"entrances": {"least": 3}, "tunnels": {"least": 8, "most": 12}})
    'entrances 3+, tunnels 8-12'
    >>> show_value(None)
    'nothing'
    """
    if value is None or value == "":
        return "nothing"
    if isinstance(value, Mapping):
        if "least" in value and value.keys() <= {"least", "most"}:
            return str(Interval(value["least"], value.get("most")))
        return ", ".join(f"{name.replace('_', ' ')} {show_value(part)}" for name, part in value.items())
    if isinstance(value, list):
        return ", ".join(show_value(part) for part in value) or "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def unknown_name(id: str, what: str, name: str, known: Collection[str]) -> str:
    """What to say of an input or modifier that ``id`` does not have: the nearest, and all that it has.

    >>> unknown_name("game:table/x", "input", "forse", ["force", "die"])
    "game:table/x has no input 'forse': did you mean `force`? It takes die, force"
    """
    near = did_you_mean(name, known)
    rest = f" It takes {', '.join(sorted(known))}" if near.endswith("?") else ""
    return f"{id} has no {what} {name!r}: {near}{rest}"
