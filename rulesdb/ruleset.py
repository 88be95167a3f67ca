"""A loaded game: its entries, tables and procedures."""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType, ModuleType
from typing import Any

from rulesdb.arguments import require, require_each
from rulesdb.codes import Code
from rulesdb.constraints import Constraint
from rulesdb.dice import Dice
from rulesdb.errors import AmbiguousEntry, BrainbugError, DataError, InputError, UnknownEntry, brief
from rulesdb.links import links_in, replace_links, section_above, without_pointers
from rulesdb.model import Acts, Coverage, Document, Entry, LabelRows, Layer, Side
from rulesdb.movement import Movement
from rulesdb.nearest import did_you_mean, nearest
from rulesdb.own_code import OWN_GAMES, own_code, own_place
from rulesdb.play import PlayRules
from rulesdb.problem import Problem
from rulesdb.procedures import Procedure, collect_procedures
from rulesdb.tables import Table, show_value


@dataclass(frozen=True)
class Ruleset:
    """All data of one game. Entries are in the book's order; ``layers`` are its supplements.

    ``label_rows`` are the rows of tables for each entry that their labels name, by the key of the entry.
    ``coverage`` says how machines play each rule, by its slug; it is empty if none plays the game.
    """

    id: str
    title: str
    edition: str
    summary: str
    documents: tuple[Document, ...]
    sides: tuple[Side, ...]
    units: Mapping[str, str]
    entries: Mapping[str, Entry]
    tables: Mapping[str, Table]
    references: Mapping[str, frozenset[str]] = field(repr=False)
    subtitle: str = ""
    map_tables: tuple[str, ...] = ()
    sections: tuple[str, ...] = ()
    teams: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    chart_tables: tuple[str, ...] = ()
    common_tables: tuple[str, ...] = ()
    tracks: tuple[Mapping[str, Any], ...] = ()
    aid: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    face: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    movement: Movement | None = None
    play: PlayRules | None = None
    sight: str = ""
    structures: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    maps: tuple[str, ...] = ()
    acts: Acts | None = None
    people: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    checks: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    power_draw: str = ""
    rosters_required: bool = False
    scores: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    printing: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    questions: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    languages: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    coverage: Mapping[str, Coverage] = field(default_factory=lambda: MappingProxyType({}))
    label_rows: Mapping[str, tuple[LabelRows, ...]] = field(default_factory=lambda: MappingProxyType({}))
    module: str | None = None
    layers: tuple[Layer, ...] = ()

    @cached_property
    def procedures(self) -> Mapping[str, Procedure]:
        """The game's procedures by slug."""
        if self.module is None:
            return MappingProxyType({})
        with own_code(defines=True):
            module = _imported(self.module)
        with own_code(own_place(module), defines=True):
            return MappingProxyType(collect_procedures(module, self))

    def require_procedures(self) -> None:
        """Check the procedures, what they accept, and the links to them, which loading a game does not.

        Raises:
            OwnCodeError: they are the user's own, and cannot be imported or defined.
            DataError: an entry links to a procedure that does not exist.
        """
        for procedure in self.procedures.values():
            procedure.lookups()
        for entry in self.all_entries.values():
            self.plain_text(entry)

    @cached_property
    def all_entries(self) -> Mapping[str, Entry]:
        """Entries of the data files and of the procedures, by ``kind/slug``."""
        procedures = {procedure.entry.key: procedure.entry for procedure in self.procedures.values()}
        return MappingProxyType({**self.entries, **procedures})

    @cached_property
    def constraints(self) -> tuple[tuple[Entry, Constraint], ...]:
        """The requirements of rules: each rule with one of its constraints, in the book's order."""
        return tuple((entry, item) for entry in self.entries.values() for item in entry.constrains)

    @cached_property
    def limits(self) -> Mapping[str, tuple[tuple[Entry, Constraint], ...]]:
        """The constraints that general checks enforce, by the code of the check."""
        limits: dict[str, list[tuple[Entry, Constraint]]] = {}
        for rule, constraint in self.constraints:
            if constraint.limit is not None:
                limits.setdefault(constraint.code, []).append((rule, constraint))
        return MappingProxyType({code: tuple(some) for code, some in limits.items()})

    @cached_property
    def pots(self) -> Mapping[str, str]:
        """The titles of the pots that players fill with points, by name, from the game's tracks."""
        rows = (row for track in self.tracks for row in track.get("rows", ()))
        return MappingProxyType({row["pot"]: str(row["label"]) for row in rows if "pot" in row})

    @cached_property
    def optional_rules(self) -> tuple[Entry, ...]:
        """The optional rules, in the book's order; a scenario lists those in use."""
        return tuple(rule for rule in self.of_kind("rule") if rule.get("optional"))

    def of_kind(self, kind: str) -> tuple[Entry, ...]:
        """Every entry of a kind, in the book's order."""
        return self._by_kind.get(kind, ())

    @cached_property
    def _by_kind(self) -> Mapping[str, tuple[Entry, ...]]:
        entries: dict[str, list[Entry]] = {}
        for entry in self.all_entries.values():
            entries.setdefault(entry.kind, []).append(entry)
        return {kind: tuple(some) for kind, some in entries.items()}

    def find(self, kinds: str | Sequence[str], name: str) -> Entry:
        """The entry called ``name``, which is its id, slug, abbreviation or another of its names.

        >>> from rulesdb import open_game
        >>> open_game("bug-hunter").find("weapon", "MP").id
        'bug-hunter:weapon/machine-pistol'

        Raises:
            UnknownEntry: with the nearest slugs.
            AmbiguousEntry: several entries have that name; with their slugs.
        """
        require("name", name, str, "the name of an entry")
        wanted_kinds = (kinds,) if isinstance(kinds, str) else require_each("kinds", kinds, str, "kinds")
        bare = name.removeprefix(f"{self.id}:")
        for kind in wanted_kinds:
            entry = self.all_entries.get(f"{kind}/{bare}")
            if entry is not None:
                return entry
        if bare in self.all_entries and self.all_entries[bare].kind in wanted_kinds:
            return self.all_entries[bare]
        meant = [entry for entry in self._by_other_name.get(name, ()) if entry.kind in wanted_kinds]
        if len(meant) > 1:
            raise AmbiguousEntry(name, [entry.slug for entry in meant], " or ".join(wanted_kinds))
        if meant:
            return meant[0]
        slugs = [entry.slug for entry in self.all_entries.values() if entry.kind in wanted_kinds]
        raise UnknownEntry(name, nearest(bare.rpartition("/")[2], slugs), brief(" or ".join(wanted_kinds)))

    @cached_property
    def _by_other_name(self) -> Mapping[str, Sequence[Entry]]:
        """The entries with each abbreviation and other name."""
        entries: dict[str, list[Entry]] = {}
        for entry in self.all_entries.values():
            for name in dict.fromkeys((*entry.also, entry.get("abbreviation"))):
                if isinstance(name, str):
                    entries.setdefault(name, []).append(entry)
        return entries

    def entry(self, name: str) -> Entry:
        """The entry with this id or ``kind/slug``; an abbreviation may stand for the slug.

        Raises:
            UnknownEntry: with the nearest ids.
        """
        require("name", name, str, "the name of an entry")
        key = name.removeprefix(f"{self.id}:")
        if key in self.all_entries:
            return self.all_entries[key]
        kind, slash, other_name = key.partition("/")
        if slash:
            with suppress(UnknownEntry):
                return self.find(kind, other_name)
        raise UnknownEntry(name, [f"{self.id}:{near}" for near in nearest(key, self.all_entries)])

    def table(self, name: str) -> Table:
        """The table called ``name``.

        >>> from rulesdb import open_game
        >>> open_game("bug-hunter").table("random-panic").lookup(force="marine", die=5).result
        4
        """
        require("name", name, str, "the name of a table")
        return self.tables[name if name in self.tables else self.find("table", name).slug]

    def result(self, table: str, /, **inputs: Any) -> Any:
        """The result in a cell of a table."""
        return self.table(table).lookup(**inputs).result

    def figure(self, table: str, /, **inputs: Any) -> int:
        """The number in a cell of a table.

        >>> from rulesdb import open_game
        >>> open_game("bug-hunter").figure("door-costs", passage="lift-door", state="closed")
        3
        """
        result = self.result(table, **inputs)
        try:
            return int(result)
        except (TypeError, ValueError):
            raise InputError(f"{self.table(table).id}: {show_value(result)} is not a number") from None

    def figures(self, table: str, /, *rows: str) -> tuple[int, ...]:
        """The numbers in some rows of a table that has one axis."""
        axis, *others = self.table(table).axes
        if others:
            raise InputError(f"{self.table(table).id} has {len(others) + 1} axes; use a table with one")
        return tuple(self.figure(table, **{axis.name: row}) for row in rows)

    def dice(self, table: str, /, **inputs: Any) -> Dice:
        """The dice in a cell of a table."""
        return Dice.parse(self.result(table, **inputs))

    def procedure(self, name: str) -> Procedure:
        """The procedure called ``name``, bound to this game."""
        require("name", name, str, "the name of a procedure")
        return self.procedures[name if name in self.procedures else self.find("procedure", name).slug]

    def links_from(self, entry: Entry) -> tuple[Entry, ...]:
        """The entries that ``entry`` refers to in its text, its ``see`` and its facts.

        A rule also refers to the rule of the section above its own, and an entry that refers to nothing to
        the rule of its section.

        >>> from rulesdb import open_game
        >>> game = open_game("bug-hunter")
        >>> [target.slug for target in game.links_from(game.entry("rule/326.2"))][-1:]
        ['326.0']
        """
        require("entry", entry, Entry, "an entry")
        targets = dict.fromkeys((*links_in(entry.text), *entry.see))
        targets.update(dict.fromkeys(sorted(self.references.get(entry.key, frozenset()))))
        linked = [self.all_entries[target] for target in targets if target in self.all_entries]
        section = entry.provenance.source.section
        sections = [section_above(section)] if entry.kind == "rule" else [section, section_above(section)]
        if entry.kind == "rule" or not linked:
            rules = (self._rules_by_section.get(one.casefold()) for one in sections)
            rule = next((rule for rule in rules if rule is not None), None)
            if rule is not None and rule not in linked:
                linked.append(rule)
        return tuple(linked)

    @cached_property
    def _rules_by_section(self) -> Mapping[str, Entry]:
        """The first rule of each section of the book."""
        rules = reversed(self.of_kind("rule"))
        return {rule.provenance.source.section.casefold(): rule for rule in rules}

    @cached_property
    def _incoming(self) -> Mapping[str, tuple[Entry, ...]]:
        incoming: dict[str, list[Entry]] = {}
        for entry in self.all_entries.values():
            for target in self.links_from(entry):
                incoming.setdefault(target.key, []).append(entry)
        return {key: tuple(entries) for key, entries in incoming.items()}

    def links_to(self, entry: Entry) -> tuple[Entry, ...]:
        """The entries that refer to ``entry``."""
        require("entry", entry, Entry, "an entry")
        return self._incoming.get(entry.key, ())

    def _target(self, target: str, entry: Entry) -> Entry:
        """The entry that another one links to; links to procedures are not checked when a game is loaded."""
        if target not in self.all_entries:
            message = f"{entry.key} links to `{target}`, which does not exist"
            help = did_you_mean(target, self.all_entries)
            if entry.span is None:
                raise BrainbugError(f"{message}: {help}")
            raise DataError([Problem(Code.DANGLING_REFERENCE, message, entry.span, help)])
        return self.all_entries[target]

    def plain_text(self, entry: Entry, *, pointers: bool = True) -> str:
        """The entry's text without markup: links as their words or the target's title, no back quotes.

        ``pointers=False`` leaves out mere references to other entries, for printed sheets.
        """
        require("entry", entry, Entry, "an entry")
        words = replace_links(
            entry.text if pointers else without_pointers(entry.text),
            lambda target, title: title or self._target(target, entry).title.lower(),
        )
        return words.replace("``", "")


def _imported(module: str) -> ModuleType:
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name not in (module, module.rpartition(".")[0]):
            raise
        raise BrainbugError(
            f"{module} is not found; set {OWN_GAMES} before the first game is opened"
        ) from error
