"""Labels of an axis that name entries: every entry needs its row, and every row its entry."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rulesdb.codes import Code
from rulesdb.model import Entry, LabelRows
from rulesdb.nearest import did_you_mean
from rulesdb.tables.compiler import TableDefect


class EntryNames:
    """The entries of a game: those of each kind, and their slugs by each of their names."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._of_kind: dict[str, list[Entry]] = {}
        self._slugs: dict[str, dict[str, str]] = {}
        for entry in entries:
            self._of_kind.setdefault(entry.kind, []).append(entry)
            slugs = self._slugs.setdefault(entry.kind, {})
            for name in filter(None, (entry.slug, entry.get("abbreviation"), *entry.also)):
                slugs.setdefault(name, entry.slug)

    def of_kind(self, kind: str) -> Sequence[Entry]:
        return self._of_kind.get(kind, ())

    def slugs(self, kind: str) -> Mapping[str, str]:
        return self._slugs.get(kind, {})

    def keys(self, kind: str) -> list[str]:
        return [entry.key for entry in self.of_kind(kind)]


def entry_label_defects(axes: Sequence[Mapping[str, Any]], names: EntryNames) -> Iterator[TableDefect]:
    """The labels without an entry, and the entries without a label, of axes with the key ``entries``.

    Args:
        axes: the axes of a table as in its file.
        names: those of the game; a label is the slug, the abbreviation or another name of an entry.
    """
    for index, axis in enumerate(axes):
        if "entries" in axis:
            yield from _defects(axis, _claim(axis), names, ("axes", index))


def rows_of_entries(
    table: str, axes: Sequence[Mapping[str, Any]], names: EntryNames
) -> Iterator[tuple[str, LabelRows]]:
    """The rows of a table for each entry that its labels name, with the key of the entry."""
    for axis in axes:
        if "entries" in axis:
            claim = _claim(axis)
            slugs, means = names.slugs(claim["kind"]), _means(claim)
            labels: dict[str, list[str]] = {}
            for label in axis["labels"]:
                keys = means.get(label, ())
                keys = keys or ((f"{claim['kind']}/{slugs[label]}",) if label in slugs else ())
                for key in keys:
                    labels.setdefault(key, []).append(label)
            for key, named in labels.items():
                yield key, LabelRows(table, axis["name"], tuple(named))


def kinds_of_labels(axes: Sequence[Mapping[str, Any]]) -> list[str]:
    """The kinds of the entries that labels name."""
    claims = [_claim(axis) for axis in axes if "entries" in axis]
    keys = [key for claim in claims for keys in _means(claim).values() for key in keys]
    return [*(claim["kind"] for claim in claims), *(key.partition("/")[0] for key in keys)]


def _claim(axis: Mapping[str, Any]) -> Mapping[str, Any]:
    named = axis["entries"]
    return {"kind": named} if isinstance(named, str) else named


def _means(claim: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """The keys of the entries that a label means although it is not one of their names."""
    return {
        label: tuple(
            name if "/" in name else f"{claim['kind']}/{name}"
            for name in ([meant] if isinstance(meant, str) else meant)
        )
        for label, meant in claim.get("means", {}).items()
    }


def _defects(
    axis: Mapping[str, Any], claim: Mapping[str, Any], names: EntryNames, path: tuple[str | int, ...]
) -> Iterator[TableDefect]:
    name, kind = axis["name"], claim["kind"]
    slugs, means = names.slugs(kind), _means(claim)
    with_row: set[str] = set()
    for label in means:
        at = (*path, "entries", "means", label)
        if label not in axis["labels"]:
            help = did_you_mean(label, axis["labels"])
            yield TableDefect(Code.TABLE_AXIS, f"`{label}` is not a label of axis {name}", help, at)
        elif label in slugs:
            help = "delete it from `means`"
            yield TableDefect(Code.TABLE_AXIS, f"{name} {label}: it already names a {kind}", help, at)
        for key in means[label]:
            if key not in (keys := names.keys(key.partition("/")[0])):
                help = did_you_mean(key, keys)
                yield TableDefect(Code.TABLE_AXIS, f"{name} {label}: there is no `{key}`", help, at)
            with_row.add(key.removeprefix(f"{kind}/"))
    for place, label in enumerate(axis["labels"]):
        at = (*path, "labels", place)
        if label in claim.get("besides", ()):
            if label in slugs:
                help = "delete it from `besides`"
                yield TableDefect(
                    Code.TABLE_AXIS, f"{name} {label}: `besides` has it, but it is a {kind}", help, at
                )
        elif label in slugs:
            with_row.add(slugs[label])
        elif label not in means:
            help = f"{did_you_mean(label, slugs)}; a label that is none goes into `besides`"
            yield TableDefect(Code.TABLE_AXIS, f"{name} {label}: there is no such {kind}", help, at)
    without: Mapping[str, str] = claim.get("without", {})
    for slug in without:
        at = (*path, "entries", "without", slug)
        if slug not in slugs.values():
            yield TableDefect(
                Code.TABLE_AXIS, f"there is no {kind} `{slug}`", did_you_mean(slug, slugs.values()), at
            )
        elif slug in with_row:
            yield TableDefect(Code.TABLE_AXIS, f"{name} {slug} has a result", "delete it from `without`", at)
    if "some" in claim:
        return
    for entry in names.of_kind(kind):
        if entry.slug not in {*with_row, *without} and _is_meant(entry, claim):
            help = "add its row, or give the reason in `without` why it has none"
            yield TableDefect(Code.TABLE_GAP, f"{name} {entry.slug}: no result", help, (*path, "labels"))


def _is_meant(entry: Entry, claim: Mapping[str, Any]) -> bool:
    facts: Mapping[str, Any] = claim.get("where", {})
    return all(
        entry.get(fact) in (wanted if isinstance(wanted, list) else [wanted])
        for fact, wanted in facts.items()
    )
