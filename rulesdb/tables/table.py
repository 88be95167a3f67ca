"""The engine of every table: lookup, roll, odds, and the trace of an answer."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any
from urllib.parse import quote

from rulesdb.arguments import as_text, require, require_each
from rulesdb.dice.dice import MAX_TOTALS
from rulesdb.dice.distribution import Distribution
from rulesdb.errors import InputError, brief_repr
from rulesdb.model import Basis, Entry, Provenance
from rulesdb.nearest import did_you_mean
from rulesdb.tables.axes import Axis, Interval

NO_EFFECT = "no effect"
_BASIS_BY_CERTAINTY = (Basis.PRINTED, Basis.DERIVED, Basis.READING, Basis.SUPPLEMENT, Basis.HOUSE)


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
    """The branches of a number axis, in the order of the file."""

    bins: tuple[tuple[Interval, Node], ...]


Node = Cell | Labelled | Binned


@dataclass(frozen=True, slots=True)
class Modifier:
    """A condition that changes a table's input.

    ``add`` is added to the number on axis ``to``; on a label axis it moves that many labels on. A modifier
    that ``repeats`` counts as often as it is given, for example for each casualty. Modifiers that it
    ``excludes`` cannot be given with it, nor it with them; and of those of one ``choice``, such as the
    effects of which a weapon has one, only one can be given.
    """

    id: str
    when: str
    add: int
    to: str
    provenance: Provenance
    repeats: bool = False
    excludes: tuple[str, ...] = ()
    choice: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of a table or procedure, and its trace."""

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

        ``modifiers`` are ids; a modifier that repeats is given once for each time that it counts.

        Raises:
            InputError: an input is missing, unknown or out of range.
        """
        return self._answer(self._read(inputs, required=True), modifiers, [])

    def roll(self, rng: random.Random, *, modifiers: Sequence[str] = (), **inputs: Any) -> Answer:
        """The same as :meth:`lookup`, but rolls the dice of each dice axis that is not given."""
        require("rng", rng, random.Random, "a random.Random, such as random.Random(1)")
        given = self._read(inputs, required=False)
        trace: list[str] = []
        for axis in self.axes:
            if axis.dice is not None and axis.name not in given:
                total, faces = axis.dice.roll(rng)
                given[axis.name] = total
                each = f" ({' '.join(map(str, faces))})" if len(faces) > 1 else ""
                trace.append(f"{axis.name}: rolled {axis.dice.text} = {total}{each}")
        self._require(given)
        return self._answer(given, modifiers, trace)

    def odds(self, *, modifiers: Sequence[str] = (), **inputs: Any) -> Distribution:
        """The exact distribution of the result over the dice that are not given.

        Raises:
            InputError: an input is missing, unknown or out of range, or there are too many rolls.
        """
        given = self._read(inputs, required=False)
        rolls = {axis.name: axis.dice for axis in self.axes if axis.dice and axis.name not in given}
        self._require({**given, **rolls})
        totals = {name: dice.distribution().outcomes for name, dice in rolls.items()}
        count = math.prod(map(len, totals.values()))
        if count > MAX_TOTALS:
            raise InputError(
                f"odds of {self.id}: {count} rolls; give {' or '.join(rolls)}, for at most {MAX_TOTALS}"
            )
        weighted: list[tuple[dict[str, Any], Fraction]] = [(given, Fraction(1))]
        for name, outcomes in totals.items():
            weighted = [
                ({**at, name: total}, weight * chance)
                for at, weight in weighted
                for total, chance in outcomes
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
        require("inputs", inputs, Mapping, "the value of each input by its name")
        modifiers = require_each("modifiers", modifiers, str, "ids of modifiers")
        values = {
            axis.name: as_text(axis.name, inputs[axis.name]) for axis in self.axes if axis.name in inputs
        }
        pairs = [f"{name}={quote(value, errors='replace')}" for name, value in values.items()]
        pairs += [f"modifier={quote(','.join(modifiers), safe=',', errors='replace')}"] * bool(modifiers)
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
        given = {axis.name: axis.read(inputs[axis.name]) for axis in self.axes if axis.name in inputs}
        if required:
            self._require(given)
        return given

    def _require(self, given: Mapping[str, Any]) -> None:
        missing = [f"{axis.name}: {axis.accepts}" for axis in self.axes if axis.name not in given]
        if missing:
            raise InputError(f"{self.id} needs {'; '.join(missing)}")

    def _answer(self, given: Mapping[str, Any], names: Sequence[str], trace: list[str]) -> Answer:
        at = dict(given)
        modifiers = self.chosen(names)
        for modifier in modifiers:
            self._modify(at, modifier, trace)
        for axis in self.axes:
            if not axis.is_label:
                at[axis.name] = self._bound(axis, at[axis.name], trace)
        sources = [self.entry.provenance]
        result: Any = NO_EFFECT
        if None not in at.values():
            cells = list(self._matching(self.root, 0, at))
            if self.hit_policy == "collect":
                result = [cell.value for cell in cells]
            else:
                result, cells = cells[0].value, cells[:1]
            sources = [cell.provenance for cell in cells] or sources
            where = ", ".join(f"{axis.name}={at[axis.name]}" for axis in self.axes)
            trace.append(f"{self.result_name} at {where}: {show_value(result)}")
        provenance = _weakest([*sources, *(modifier.provenance for modifier in modifiers)])
        return Answer(self.id, dict(given), result, provenance, tuple(trace))

    def _matching(self, node: Node, depth: int, at: Mapping[str, Any]) -> Iterator[Cell]:
        if isinstance(node, Cell):
            yield node
            return
        value = at[self.axes[depth].name]
        if isinstance(node, Labelled):
            yield from self._matching(node.branches[value], depth + 1, at)
            return
        for interval, child in node.bins:
            if value in interval:
                yield from self._matching(child, depth + 1, at)

    def chosen(self, names: Sequence[str]) -> list[Modifier]:
        """The modifiers with these ids, in their order.

        Raises:
            InputError: one is unknown, is repeated but counts once, or excludes another one; or two are of
                one choice.
        """
        if not names:
            return []
        names = require_each("modifiers", names, str, "ids of modifiers")
        ids = [modifier.id for modifier in self.modifiers]
        for name in names:
            if name not in ids:
                raise InputError(unknown_name(self.id, "modifier", name, ids))
        counts = Counter(names)
        for modifier in self.modifiers:
            if counts[modifier.id] > 1 and not modifier.repeats:
                raise InputError(f"{self.id}: modifier {modifier.id!r} counts once; give it once")
            for rival in self.rivals(modifier):
                if counts[modifier.id] and counts[rival.id]:
                    both = f"{modifier.id!r} and {rival.id!r}"
                    message = f"modifiers {both} are of one choice ({modifier.choice}); give one of them"
                    raise InputError(f"{self.id}: {message}")
            for other in modifier.excludes:
                if counts[modifier.id] and counts[other]:
                    both = f"{modifier.id!r} and {other!r}"
                    raise InputError(f"{self.id}: modifiers {both} do not go together; give one of them")
        return [modifier for modifier in self.modifiers for _ in range(counts[modifier.id])]

    def rivals(self, modifier: Modifier) -> tuple[Modifier, ...]:
        """The other modifiers of its choice."""
        return tuple(
            other
            for other in self.modifiers
            if modifier.choice and other.choice == modifier.choice and other.id != modifier.id
        )

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
    """The least certain of the sources of an answer, so that no answer seems more certain than it is.

    If several are equally uncertain, it is the first of them, with the notes and other readings of all.
    """
    if len(parts) == 1:
        return parts[0]
    basis = max((part.basis for part in parts), key=_BASIS_BY_CERTAINTY.index)
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
        return ", ".join(f"{str(name).replace('_', ' ')} {show_value(part)}" for name, part in value.items())
    if isinstance(value, list):
        return ", ".join(show_value(part) for part in value) or "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def unknown_name(id: str, what: str, name: str, names: Collection[str]) -> str:
    """The message about an input or modifier that ``id`` does not have: the nearest name, and all names.

    >>> unknown_name("game:table/x", "input", "forse", ["force", "die"])
    "game:table/x has no input 'forse': did you mean `force`? It takes die, force"
    """
    near = did_you_mean(name, names)
    rest = f" It takes {', '.join(sorted(names))}" if near.endswith("?") else ""
    return f"{id} has no {what} {brief_repr(name)}: {near}{rest}"
