"""Records the tables and entries that the result of a procedure depends on.

A procedure has a basis of its own. Its result may depend on something less certain: a house value in a cell,
or a figure of a supplement. So each run gets a copy of the game whose tables record their answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from types import MappingProxyType
from typing import Any

from rulesdb.dice.distribution import Distribution
from rulesdb.model import Basis, Entry, Provenance
from rulesdb.ruleset import Ruleset
from rulesdb.tables import Answer, Table


@dataclass(slots=True)
class Journal:
    """The trace of a run, and each source that it used with its provenance."""

    trace: list[str] = field(default_factory=list)
    sources: dict[tuple[str, Provenance], None] = field(default_factory=dict)
    lines: set[str] = field(default_factory=set)

    def add(self, key: str, provenance: Provenance, steps: Iterable[str] = (), again: bool = False) -> None:
        """Record a source and its steps; steps recorded before are repeated only with ``again``."""
        self.sources.setdefault((key, provenance))
        slug = key.partition("/")[2]
        lines = [f"{slug}: {step}" for step in steps]
        if lines and provenance.basis is not Basis.PRINTED:
            lines[-1] += f" [{provenance.basis}]"
        if again or not self.lines.issuperset(lines):
            self.trace += lines
            self.lines.update(lines)

    def provenance(self, own: Provenance) -> Provenance:
        """The provenance of the result: ``own``, unless it depends on a house value or on a supplement."""
        for basis in (Basis.HOUSE, Basis.SUPPLEMENT):
            if own.basis is basis:
                return own
            sources = {key: source for key, source in self.sources if source.basis is basis}
            if sources:
                names = (f"{key} ({source.note})" if source.note else key for key, source in sources.items())
                note = f"{own.note} Depends on {basis} values: {'; '.join(names)}".strip()
                return replace(own, basis=basis, note=note)
        return own


def watched(game: Ruleset, journal: Journal) -> Ruleset:
    """A copy of ``game`` whose tables and entries record their use in ``journal``."""
    tables = {slug: _WatchedTable(**_parts(table), journal=journal) for slug, table in game.tables.items()}
    return _WatchedRuleset(**{**_parts(game), "tables": MappingProxyType(tables)}, journal=journal)


def _parts(thing: Any) -> dict[str, Any]:
    return {part.name: getattr(thing, part.name) for part in fields(thing)}


@dataclass(frozen=True, slots=True)
class _WatchedTable(Table):
    journal: Journal
    traced: bool = True

    def odds(self, *, modifiers: Sequence[str] = (), **inputs: Any) -> Distribution:
        """The same as the table's, without the result of each face in the trace."""
        return Table.odds(replace(self, traced=False), modifiers=modifiers, **inputs)

    def _answer(self, given: Mapping[str, Any], names: Sequence[str], trace: list[str]) -> Answer:
        rolled = bool(trace)
        answer = Table._answer(self, given, names, trace)
        steps = answer.trace if self.traced else ()
        self.journal.add(self.entry.key, answer.provenance, steps, again=rolled)
        return answer


@dataclass(frozen=True, slots=True)
class _WatchedEntry(Entry):
    journal: Journal = field(default_factory=Journal, compare=False, repr=False)

    def __getitem__(self, name: str) -> Any:
        self.journal.add(self.key, self._provenance_of(name))
        return self.facts[name]

    def get(self, name: str, default: Any = None) -> Any:
        """The same as the entry's."""
        return self[name] if name in self.facts else default

    def _provenance_of(self, name: str) -> Provenance:
        """The provenance of one figure, which may differ from that of its entry."""
        for about in self.facts.get("bases", ()):
            if about["of"] == name:
                others = tuple(about.get("alternatives", ()))
                return Provenance(self.provenance.source, Basis(about["basis"]), about["note"], others)
        return self.provenance


@dataclass(frozen=True)
class _WatchedRuleset(Ruleset):
    journal: Journal = field(default_factory=Journal)

    def find(self, kinds: str | Sequence[str], name: str) -> Entry:
        """The same as the game's; uses of the entry's figures are recorded."""
        return self._watch(Ruleset.find(self, kinds, name))

    def of_kind(self, kind: str) -> tuple[Entry, ...]:
        """The same as the game's; uses of the entries' figures are recorded."""
        return tuple(self._watch(entry) for entry in Ruleset.of_kind(self, kind))

    def _watch(self, entry: Entry) -> Entry:
        return _WatchedEntry(**{**_parts(entry), "journal": self.journal})
