"""Entries of the rules database as the page shows them: their text, figures and links."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from builder.studio.document import State
from rulesdb import Basis, Entry, Library, Ruleset
from rulesdb.description import Fact, Grid, describe, plain

_MAX_LINES = 3


def entry_card(library: Library, id: str) -> dict[str, Any]:
    """An entry with everything about it: paragraphs, rows of facts and figures, tables and links.

    Raises:
        UnknownEntry: there is no such game or entry.
    """
    game = library.open(id.partition(":")[0])
    entry = game.entry(id)
    about = describe(entry, game)
    grids = [_grid("", grid) for grid in (about.grid, about.modifiers) if grid is not None]
    grids += [_grid(fact.title, fact.grid) for fact in about.facts if fact.grid is not None]
    grids += [_grid(each.table.title, each.grid) for each in about.figures if not each.line]
    return {
        "id": about.id,
        "kind": about.kind,
        "title": about.title,
        "source": source_of(entry),
        "notes": [about.provenance.note] if about.provenance.note else [],
        "paragraphs": [plain(paragraph) for paragraph in about.paragraphs],
        "rows": [*_facts(about.facts), *figure_rows(game, entry)],
        "grids": grids,
        "links": [{"id": link.id, "title": link.title or link.slug, "kind": link.kind} for link in about.see],
    }


def source_of(entry: Entry) -> str:
    """The source of an entry, and its basis unless it is printed."""
    basis = entry.provenance.basis
    return f"{entry.provenance.source}{'' if basis is Basis.PRINTED else f' · {basis}'}"


def figure_rows(game: Ruleset, entry: Entry) -> list[list[str]]:
    """The rows of tables about an entry, each as the title of the table and the values."""
    figures = describe(entry, game).figures
    return [[f"{each.table.title}{each.qualifier}", plain(each.line)] for each in figures if each.line]


def value_entries(state: State, kinds: Sequence[str], value: object) -> dict[str, Any]:
    """The entries that a value can name, and figures of those that it does name.

    ``choices`` are the ids and titles of all entries of the kinds, ``entries`` those that the value names.
    """
    game = state.game
    words = value if isinstance(value, list) else [value]
    entries = [entry for kind in kinds for entry in game.of_kind(kind)]
    by_slug = {entry.slug: entry for entry in entries}
    named = [by_slug[str(word)] for word in words if str(word) in by_slug]
    return {
        "choices": [{"id": entry.slug, "title": entry.title} for entry in entries],
        "entries": [_in_brief(game, entry) for entry in named],
    }


def brief(state: State, kind: str, slug: str) -> dict[str, Any] | None:
    """Figures of one entry of the game; None if there is none."""
    entries: list[dict[str, Any]] = value_entries(state, (kind,), slug)["entries"]
    return entries[0] if entries else None


def _in_brief(game: Ruleset, entry: Entry) -> dict[str, Any]:
    rows = figure_rows(game, entry)[:_MAX_LINES]
    return {"id": entry.id, "title": entry.title, "source": source_of(entry), "rows": rows}


def _facts(facts: Sequence[Fact]) -> Iterator[list[str]]:
    for fact in facts:
        text = "; ".join(filter(None, [plain(fact.prose), *map(plain, fact.items)]))
        if text:
            yield [fact.title, text]


def _grid(title: str, grid: Grid) -> dict[str, Any]:
    rows = [[place.text for place in row] for row in grid.rows]
    return {"title": title, "heads": list(grid.heads), "rows": rows}
