"""The rows of a game, its documents, entries, procedures and supplements."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Any

from builder.exchange.sqlite.citation import Row, alternative_rows, as_json, citation_values
from rulesdb import Entry, Procedure, Ruleset
from rulesdb.links import links_in
from rulesdb.supplement import Supplement
from rulesdb.tables import show_value


def game_rows(game: Ruleset, position: int) -> Iterator[Row]:
    """The game itself, its units of measure, its sides and its documents."""
    yield (
        "games",
        {
            "id": game.id,
            "position": position,
            "title": game.title,
            "subtitle": game.subtitle,
            "edition": game.edition,
            "summary": game.summary.strip(),
        },
    )
    for quantity, unit in game.units.items():
        yield "measures", {"game_id": game.id, "quantity": quantity, "unit": unit}
    for number, side in enumerate(game.sides, 1):
        yield (
            "sides",
            {
                "game_id": game.id,
                "side": side.id,
                "position": number,
                "title": side.title,
                "text": side.text.strip(),
            },
        )
    yield from _document_rows(game)


def _document_rows(game: Ruleset) -> Iterator[Row]:
    """Every document that is described, then those that are only cited."""
    described = {document.id: document for document in game.documents}
    cited = [entry.provenance for entry in game.all_entries.values()]
    for table in game.tables.values():
        cited += [cell.provenance for _, cell in table.cells()]
        cited += [modifier.provenance for modifier in table.modifiers]
    ids = dict.fromkeys([*described, *(provenance.source.document for provenance in cited)])
    for number, id in enumerate(ids, 1):
        document = described.get(id)
        yield (
            "documents",
            {
                "id": f"{game.id}:{id}",
                "game_id": game.id,
                "document": id,
                "position": number,
                "title": document.title if document else id,
                "year": document.year if document else None,
                "publisher": document.publisher if document else "",
                "note": document.note if document else "",
            },
        )
        for place, author in enumerate(document.authors if document else (), 1):
            yield (
                "document_authors",
                {"document_id": f"{game.id}:{id}", "position": place, "author": author},
            )


def entry_rows(game: Ruleset, entry: Entry, position: int) -> Iterator[Row]:
    """An entry, with its names, other readings, figures and examples."""
    abbreviation = entry.get("abbreviation")
    names = [(abbreviation, "abbreviation")] * bool(abbreviation) + [(name, "name") for name in entry.also]
    yield (
        "entries",
        {
            "id": entry.id,
            "game_id": game.id,
            "kind": entry.kind,
            "slug": entry.slug,
            "position": position,
            "title": entry.title,
            "text": entry.text,
            "plain_text": game.plain_text(entry),
            "names": "; ".join(name for name, _ in names),
            **citation_values(game.id, entry.provenance),
        },
    )
    yield from alternative_rows(entry.provenance, entry.id)
    for number, (name, sort) in enumerate(names, 1):
        yield "other_names", {"entry_id": entry.id, "position": number, "name": name, "sort": sort}
    for number, (name, value) in enumerate(entry.facts.items(), 1):
        yield (
            "facts",
            {
                "entry_id": entry.id,
                "name": name,
                "position": number,
                "value": as_json(value),
                "text": show_value(value),
                "basis": str(entry.provenance.basis),
            },
        )
    for number, example in enumerate(entry.examples, 1):
        yield (
            "examples",
            {"entry_id": entry.id, "position": number, "title": example.title, "doctest": example.doctest},
        )


def link_rows(game: Ruleset, entry: Entry) -> Iterator[Row]:
    """The entries that this one points at, once each."""
    in_text = set(links_in(entry.text))
    for number, target in enumerate(game.links_from(entry), 1):
        place = "text" if target.key in in_text else "see" if target.key in entry.see else "figures"
        yield "links", {"from_id": entry.id, "to_id": target.id, "position": number, "place": place}


def section_rows(game: Ruleset) -> Iterator[Row]:
    """The sections of the book, with the rules that restate them."""
    rules = {entry.slug: entry.id for entry in game.of_kind("rule")}
    for number, slug in enumerate(game.sections, 1):
        yield (
            "sections",
            {"game_id": game.id, "section": slug, "position": number, "entry_id": rules.get(slug)},
        )


def procedure_rows(procedure: Procedure) -> Iterator[Row]:
    """A procedure and its inputs."""
    function: Callable[..., Any] = procedure.function
    if isinstance(function, functools.partial):
        function = function.func
    name = f"{function.__module__}.{getattr(function, '__qualname__', procedure.entry.slug)}"
    yield "procedures", {"entry_id": procedure.id, "function": name}
    for number, given in enumerate(procedure.inputs, 1):
        yield (
            "procedure_inputs",
            {
                "procedure_id": procedure.id,
                "name": given.name,
                "position": number,
                "accepts": procedure.accepts(given.name),
                "required": int(given.required),
                "default": None if given.required else repr(given.default),
            },
        )


def layer_rows(layer: Supplement, position: int) -> Iterator[Row]:
    """A supplement and its changes."""
    id = f"{layer.game}:layer/{position}"
    yield (
        "layers",
        {
            "id": id,
            "game_id": layer.game,
            "position": position,
            "title": layer.title,
            "file": layer.path.name,
        },
    )
    for number, change in enumerate(layer.changes, 1):
        value = next(change.data[name] for name in ("value", "cells", "facts") if name in change.data)
        yield (
            "layer_changes",
            {
                "layer_id": id,
                "position": number,
                "target_id": f"{layer.game}:{change.key}",
                "cell": as_json(dict(change.cell)) if change.cell else None,
                "expected": as_json(change.data["expect"]) if "expect" in change.data else None,
                "value": as_json(value),
                "reason": change.data["reason"],
            },
        )
