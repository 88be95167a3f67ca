"""Loads a game's folder of data files as a :class:`~rulesdb.ruleset.Ruleset`."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from rulesdb.arguments import as_path, require, require_each
from rulesdb.codes import Code
from rulesdb.constraints import Constraint
from rulesdb.errors import DataError
from rulesdb.library import id_of_folder
from rulesdb.links import links_in
from rulesdb.model import (
    Acts,
    Basis,
    Citation,
    Coverage,
    Document,
    Entry,
    Example,
    LabelRows,
    Provenance,
    Side,
)
from rulesdb.movement import Movement, read_movement
from rulesdb.nearest import did_you_mean
from rulesdb.play.reading import read_play
from rulesdb.problem import Problem, Span
from rulesdb.ruleset import Ruleset
from rulesdb.schemas import NOT_ENTRIES, Reference, SchemaSet
from rulesdb.shipped import SCENARIOS, procedures_module
from rulesdb.supplement import Change, apply_changes, load_supplement, unknown_targets
from rulesdb.tables import Table
from rulesdb.tables.compiler import DefectiveTable, TableDefect, compile_table
from rulesdb.tables.entry_labels import EntryNames, entry_label_defects, kinds_of_labels, rows_of_entries
from rulesdb.vocabulary import KIND, load_vocabulary
from rulesdb.yaml_source import DataPath, YamlSource, load_yaml

_COMMON = {
    "id",
    "title",
    "text",
    "source",
    "basis",
    "note",
    "alternatives",
    "also",
    "see",
    "examples",
    "constrains",
}
ANY_KIND = "any"
_QUESTIONS = "questions"
_LANGUAGE = "language"
_TEXTS_OF_LANGUAGE = ("terms", "entries", "phrases")
_COVERAGE = "coverage"
_TABLE_ONLY = {"axes", "cells"}
_HEAD_ONLY = {"kind", "documents", "sides", "acts", "movement", "play", "print"}


@dataclass
class _Loading:
    """The contents of the files of one game that have been loaded so far."""

    game: str
    documents: set[str]
    entries: dict[str, Entry] = field(default_factory=dict)
    tables: dict[str, Table] = field(default_factory=dict)
    references: list[tuple[str, YamlSource, Reference]] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    changes: tuple[Change, ...] = ()
    asked: list[YamlSource] = field(default_factory=list)
    translated: list[YamlSource] = field(default_factory=list)
    covered: list[YamlSource] = field(default_factory=list)
    axes: list[tuple[str, YamlSource, DataPath, Sequence[Mapping[str, Any]]]] = field(default_factory=list)
    unread: set[str] = field(default_factory=set)

    def may_have(self, kinds: Iterable[str]) -> bool:
        """Whether a file that could not be used may have an entry of one of these kinds."""
        return not self.unread.isdisjoint((*kinds, ANY_KIND))

    def has_or_may_have(self, key: str) -> bool:
        """Whether an entry exists, could not be read, or is a procedure, which is not loaded yet."""
        kind = key.partition("/")[0]
        return key in self.entries or kind == "procedure" or self.may_have([kind])

    def dangling(self, message: str, span: Span | None, wanted: str, names: Iterable[str]) -> None:
        """Report an unknown name, with the nearest of ``names``."""
        assert span is not None
        self.problems.append(Problem(Code.DANGLING_REFERENCE, message, span, did_you_mean(wanted, names)))


def load_ruleset(folder: Path, schemas: SchemaSet | None = None, supplements: Sequence[Path] = ()) -> Ruleset:
    """Load and validate one game's folder.

    Raises:
        DataError: with every problem of every file.
    """
    folder = as_path("folder", folder)
    require("schemas", schemas, (SchemaSet, type(None)), "a rulesdb.schemas.SchemaSet, or None")
    paths = require_each("supplements", supplements, (str, Path), "paths of files")
    schemas = schemas or SchemaSet()
    game = id_of_folder(folder)
    head = _read(folder / "ruleset.yaml", folder)
    checked = schemas.check(head, "ruleset")
    if checked.problems:
        raise DataError(checked.problems)
    about: dict[str, Any] = head.data
    documents = tuple(Document(**_frozen_values(item)) for item in about["documents"])
    layers = [load_supplement(as_path("supplements", path), game, schemas) for path in paths]
    changes = tuple(change for supplement in layers for change in supplement.changes)
    loading = _Loading(game, {document.id for document in documents}, changes=changes)
    for path in sorted(folder.rglob("*.yaml")):
        if path.name != "ruleset.yaml" and folder / SCENARIOS not in path.parents:
            _load_file(path, folder, schemas, loading)
    loading.references += [("ruleset", head, reference) for reference in checked.references]
    references = _resolve_references(loading)
    _check_links(loading)
    questions = _questions(loading)
    languages = _languages(loading)
    coverage = _coverage(loading)
    names = EntryNames(loading.entries.values())
    loading.problems += _check_labels(loading, names)
    if not loading.unread:
        loading.problems += unknown_targets(changes, list(loading.entries))
    movement = play = None
    if not loading.problems:
        movement, bad_cells = read_movement(head, loading.tables)
        play, unfit_tables = read_play(head, loading.tables, loading.entries)
        loading.problems += [*bad_cells, *unfit_tables]
        _check_costs(loading, movement)
    if loading.problems:
        raise DataError(sorted(loading.problems, key=lambda problem: problem.span))
    plain = {key: value for key, value in about.items() if key not in _HEAD_ONLY}
    return Ruleset(
        id=game,
        documents=documents,
        sides=tuple(Side(**side) for side in about["sides"]),
        entries=MappingProxyType(loading.entries),
        tables=MappingProxyType(loading.tables),
        references=MappingProxyType(references),
        movement=movement,
        play=play,
        acts=_acts(about["acts"]) if "acts" in about else None,
        printing=MappingProxyType(about.get("print", {})),
        questions=MappingProxyType(questions),
        languages=MappingProxyType(languages),
        coverage=MappingProxyType(coverage),
        label_rows=MappingProxyType(_label_rows(loading, names)),
        module=procedures_module(folder),
        layers=tuple(supplement.layer for supplement in layers),
        **_frozen_values(plain),
    )


def _frozen_values(data: Mapping[str, Any]) -> dict[str, Any]:
    """The same keys with read-only values."""
    return {key: _frozen(value) for key, value in data.items()}


def _frozen(value: Any) -> Any:
    if isinstance(value, dict):
        return MappingProxyType(value)
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def _acts(data: Mapping[str, Any]) -> Acts:
    names = tuple((axis["table"], axis["axis"]) for axis in data["names"])
    return Acts(**_frozen_values({**data, "names": names}))


def _check_costs(loading: _Loading, movement: Movement | None) -> None:
    """Report kinds of terrain whose ``cost`` is not in the table of costs that the ruleset names."""
    for entry in loading.entries.values():
        cost = entry.get("cost")
        if movement and entry.kind == "terrain" and cost is not None and cost not in movement.ground:
            message = f"{entry.key} costs `{cost}`, which is not in the table of `movement: ground`"
            loading.dangling(message, entry.span, cost, movement.ground)


def _read(path: Path, folder: Path) -> YamlSource:
    return load_yaml(path, shown_as=str(Path(folder.name) / path.relative_to(folder)))


def _load_file(path: Path, folder: Path, schemas: SchemaSet, loading: _Loading) -> None:
    """Load the entries of one file, or only its defects if it has any."""
    try:
        source = _read(path, folder)
    except DataError as error:
        loading.problems += error.problems
        loading.unread.add(ANY_KIND)
        return
    kind = source.data.get("kind") if isinstance(source.data, dict) else None
    kinds = [_QUESTIONS, _LANGUAGE, _COVERAGE, *(name for name in schemas.names() if name not in NOT_ENTRIES)]
    if kind not in kinds:
        loading.unread.add(ANY_KIND)
        loading.problems.append(
            Problem(
                Code.BAD_VALUE,
                f"`{kind}` is not a kind of entry" if kind else "key `kind` is missing",
                source.value_span(("kind",)),
                did_you_mean(str(kind), kinds),
            )
        )
        return
    checked = schemas.check(source, kind)
    if checked.problems:
        loading.problems += checked.problems
        loading.unread.add(kind)
        return
    if kind == _QUESTIONS:
        loading.asked.append(source)
        return
    if kind == _LANGUAGE:
        loading.translated.append(source)
        return
    if kind == _COVERAGE:
        loading.covered.append(source)
        return
    keys: list[str] = []
    for index, data in enumerate(source.data["entries"]):
        data, unfit = apply_changes(f"{kind}/{data['id']}", data, loading.changes)
        loading.problems += unfit
        entry = _entry(loading.game, kind, data, source, ("entries", index))
        keys.append(entry.key)
        _admit(entry, data, source, ("entries", index), loading)
    for reference in checked.references:
        loading.references.append((keys[int(reference.path[1])], source, reference))


def _entry(game: str, kind: str, data: Mapping[str, Any], source: YamlSource, path: DataPath) -> Entry:
    facts = {key: value for key, value in data.items() if key not in _COMMON | _TABLE_ONLY}
    return Entry(
        game=game,
        kind=kind,
        slug=data["id"],
        title=data["title"],
        text=data.get("text", "").strip(),
        provenance=Provenance(
            Citation(data["source"]["document"], data["source"]["section"]),
            Basis(data["basis"]),
            data.get("note", ""),
            tuple(data.get("alternatives", ())),
        ),
        facts=MappingProxyType(facts),
        also=tuple(data.get("also", ())),
        see=tuple(data.get("see", ())),
        examples=tuple(Example(item["title"], item["doctest"]) for item in data.get("examples", ())),
        constrains=tuple(Constraint.parse(item) for item in data.get("constrains", ())),
        span=source.value_span((*path, "id")),
    )


def _admit(
    entry: Entry, data: Mapping[str, Any], source: YamlSource, path: DataPath, loading: _Loading
) -> None:
    first = loading.entries.setdefault(entry.key, entry)
    if first is not entry:
        assert first.span is not None
        assert entry.span is not None
        message, help = f"id `{entry.slug}` is taken by another {entry.kind}", "give one of them another id"
        related = (("first used here", first.span),)
        loading.problems.append(Problem(Code.DUPLICATE_ID, message, entry.span, help, related))
        return
    document = entry.provenance.source.document
    if document not in loading.documents:
        span = source.value_span((*path, "source", "document"))
        loading.dangling(f"no document `{document}`", span, document, loading.documents)
    if entry.kind == "table":
        loading.axes.append((entry.slug, source, path, data["axes"]))
        try:
            loading.tables[entry.slug] = compile_table(entry, data)
        except DefectiveTable as error:
            loading.problems += [_table_problem(entry.slug, source, path, each) for each in error.defects]


def _table_problem(slug: str, source: YamlSource, path: DataPath, defect: TableDefect) -> Problem:
    message = f"table {slug}: {defect.message}"
    return Problem(defect.code, message, source.value_span((*path, *defect.path)), defect.help)


def _check_labels(loading: _Loading, names: EntryNames) -> Iterator[Problem]:
    """The defects of axes whose labels name entries, unless some of the entries could not be loaded."""
    for slug, source, path, axes in loading.axes:
        if not loading.may_have(kinds_of_labels(axes)):
            for defect in entry_label_defects(axes, names):
                yield _table_problem(slug, source, path, defect)


def _label_rows(loading: _Loading, names: EntryNames) -> dict[str, tuple[LabelRows, ...]]:
    """The rows of tables for each entry that their labels name, by the key of the entry."""
    rows: dict[str, tuple[LabelRows, ...]] = {}
    for slug, _, _, axes in loading.axes:
        for key, labeled in rows_of_entries(slug, axes, names):
            rows[key] = (*rows.get(key, ()), labeled)
    return rows


def _resolve_references(loading: _Loading) -> dict[str, frozenset[str]]:
    """The keys of the entries that each entry refers to; a dangling reference is a problem."""
    by_kind: dict[str, dict[str, str]] = {}
    for entry in loading.entries.values():
        for name in (entry.slug, entry.key, entry.id, entry.get("abbreviation"), *entry.also):
            if name:
                by_kind.setdefault(entry.kind, {}).setdefault(name, entry.key)
    targets: dict[str, set[str]] = {}
    for owner, source, reference in loading.references:
        names = ChainMap(*(by_kind.get(kind, {}) for kind in reference.kinds))
        if reference.wanted in names:
            targets.setdefault(owner, set()).add(names[reference.wanted])
        elif not loading.may_have(reference.kinds):
            message = f"no {' or '.join(reference.kinds)} is called `{reference.wanted}`"
            loading.dangling(message, source.value_span(reference.path), reference.wanted, names)
    return {owner: frozenset(keys) for owner, keys in targets.items()}


def _questions(loading: _Loading) -> dict[str, tuple[str, ...]]:
    """The questions that each entry answers; an entry that does not exist is a problem."""
    questions: dict[str, tuple[str, ...]] = {}
    for source in loading.asked:
        for key, asked in source.data[_QUESTIONS].items():
            questions[key] = (*questions.get(key, ()), *asked)
            if not loading.has_or_may_have(key):
                span = source.key_span((_QUESTIONS, key))
                loading.dangling(f"there is no entry `{key}`", span, key, loading.entries)
    return questions


def _languages(loading: _Loading) -> dict[str, Any]:
    """The texts of each language; texts of an entry that does not exist are a problem."""
    languages: dict[str, Any] = {}
    for source in loading.translated:
        texts = {key: source.data.get(key, {}) for key in _TEXTS_OF_LANGUAGE}
        language = languages.setdefault(source.data["language"], {key: {} for key in _TEXTS_OF_LANGUAGE})
        for key, more in texts.items():
            language[key] |= more
        for key in texts["entries"]:
            if not loading.has_or_may_have(key):
                span = source.key_span(("entries", key))
                loading.dangling(f"there is no entry `{key}`", span, key, loading.entries)
    return languages


def _coverage(loading: _Loading) -> dict[str, Coverage]:
    """How machines play each rule, by its slug; an unknown rule, or one listed twice, is a problem."""
    coverage: dict[str, Coverage] = {}
    for source in loading.covered:
        listed = [(slug, "played", "", index) for index, slug in enumerate(source.data.get("played", ()))]
        for how in ("simply", "not_played", "no_effect"):
            listed += [(slug, how, why, slug) for slug, why in source.data.get(how, {}).items()]
        for slug, how, why, key in listed:
            span = source.value_span((how, key)) if how == "played" else source.key_span((how, key))
            if slug in coverage:
                message = f"rule `{slug}` is listed twice"
                loading.problems.append(Problem(Code.BAD_VALUE, message, span, "keep it once"))
            elif not loading.has_or_may_have(f"rule/{slug}"):
                loading.dangling(f"there is no entry `rule/{slug}`", span, slug, loading.entries)
            coverage[slug] = Coverage(how, why)
    return coverage


def _check_links(loading: _Loading) -> None:
    """Report links and concepts that do not exist; procedures are not loaded yet."""
    for entry in loading.entries.values():
        concepts = [concept.id for concept in load_vocabulary()] if entry.kind == KIND else [entry.slug]
        if entry.slug not in concepts:
            message = f"the shared vocabulary has no concept `{entry.slug}`"
            loading.dangling(message, entry.span, entry.slug, concepts)
        for target in (*links_in(entry.text), *entry.see):
            if not loading.has_or_may_have(target):
                message = f"{entry.key} links to `{target}`, which does not exist"
                loading.dangling(message, entry.span, target, loading.entries)
