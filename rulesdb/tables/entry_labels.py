"""Labels of an axis that name entries: every entry needs its row, and every row its entry."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rulesdb.codes import Code
from rulesdb.model import Entry
from rulesdb.nearest import did_you_mean
from rulesdb.tables.compiler import TableDefect


def entry_label_defects(axes: Sequence[Mapping[str, Any]], entries: Iterable[Entry]) -> Iterator[TableDefect]:
    """The labels without an entry, and the entries without a label, of axes with the key ``entries``.

    Args:
        axes: the axes of a table as in its file.
        entries: those of the game; a label is the slug, the abbreviation or another name of an entry.
    """
    all_entries = list(entries)
    for index, axis in enumerate(axes):
        if "entries" in axis:
            named = axis["entries"]
            claim = {"kind": named} if isinstance(named, str) else named
            of_kind = [entry for entry in all_entries if entry.kind == claim["kind"]]
            yield from _defects(axis, claim, of_kind, ("axes", index))


def kinds_of_labels(axes: Sequence[Mapping[str, Any]]) -> list[str]:
    """The kinds of the entries that labels name."""
    named = [axis["entries"] for axis in axes if "entries" in axis]
    return [claim if isinstance(claim, str) else claim["kind"] for claim in named]


def _defects(
    axis: Mapping[str, Any], claim: Mapping[str, Any], entries: Sequence[Entry], path: tuple[str | int, ...]
) -> Iterator[TableDefect]:
    name, kind = axis["name"], claim["kind"]
    slugs = {called: entry.slug for entry in reversed(entries) for called in _names(entry)}
    with_row: set[str] = set()
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
        else:
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
    for entry in entries:
        if entry.slug not in with_row and entry.slug not in without and _is_meant(entry, claim):
            help = "add its row, or give the reason in `without` why it has none"
            yield TableDefect(Code.TABLE_GAP, f"{name} {entry.slug}: no result", help, (*path, "labels"))


def _is_meant(entry: Entry, claim: Mapping[str, Any]) -> bool:
    facts: Mapping[str, Any] = claim.get("where", {})
    return all(
        entry.get(fact) in (wanted if isinstance(wanted, list) else [wanted])
        for fact, wanted in facts.items()
    )


def _names(entry: Entry) -> tuple[str, ...]:
    return tuple(filter(None, (entry.slug, entry.get("abbreviation"), *entry.also)))
