"""The rows of a game: its documents, entries and procedures, and the supplements applied to it."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from builder.exchange.sqlite.row import Row, alternative_rows, as_json, citation, columns, row, value_columns
from rulesdb import Entry, Procedure, Ruleset
from rulesdb.links import links_in
from rulesdb.model import Document
from rulesdb.supplement import Supplement


def game_rows(game: Ruleset, position: int) -> Iterator[Row]:
    """The game itself, its units of measure, sides, documents, entries, sections and procedures."""
    texts = columns(game, "id", "title", "subtitle", "edition")
    yield row("games", **texts, position=position, summary=game.summary.strip())
    for quantity, unit in game.units.items():
        yield row("measures", game_id=game.id, quantity=quantity, unit=unit)
    for number, side in enumerate(game.sides, 1):
        text = side.text.strip()
        yield row("sides", game_id=game.id, side=side.id, position=number, title=side.title, text=text)
    yield from _document_rows(game)
    for number, entry in enumerate(game.all_entries.values(), 1):
        yield from _entry_rows(game, entry, number)
    rules = {entry.slug: entry.id for entry in game.of_kind("rule")}
    for number, slug in enumerate(game.sections, 1):
        yield row("sections", game_id=game.id, section=slug, position=number, entry_id=rules.get(slug))
    for procedure in game.procedures.values():
        yield from _procedure_rows(procedure)


def _document_rows(game: Ruleset) -> Iterator[Row]:
    """Every document with a description, then those that are only cited."""
    cited = [entry.provenance for entry in game.all_entries.values()]
    for table in game.tables.values():
        cited += [cell.provenance for _, cell in table.cells()]
        cited += [modifier.provenance for modifier in table.modifiers]
    documents = {document.id: document for document in game.documents}
    for id in dict.fromkeys(provenance.source.document for provenance in cited):
        documents.setdefault(id, Document(id, title=id, year=None, publisher="", authors=(), note=""))
    for number, document in enumerate(documents.values(), 1):
        id = f"{game.id}:{document.id}"
        about = columns(document, "title", "year", "publisher", "note")
        yield row("documents", id=id, game_id=game.id, document=document.id, position=number, **about)
        for place, author in enumerate(document.authors, 1):
            yield row("document_authors", document_id=id, position=place, author=author)


def _entry_rows(game: Ruleset, entry: Entry, position: int) -> Iterator[Row]:
    """An entry, with its names, other readings, facts, examples and links."""
    abbreviation = entry.get("abbreviation")
    names = [(abbreviation, "abbreviation")] if abbreviation else []
    names += [(name, "name") for name in entry.also]
    yield row(
        "entries",
        **columns(entry, "id", "kind", "slug", "title", "text"),
        game_id=game.id,
        position=position,
        plain_text=game.plain_text(entry),
        names="; ".join(name for name, _ in names),
        **citation(game.id, entry.provenance),
    )
    yield from alternative_rows(entry.provenance, entry.id)
    for number, (name, sort) in enumerate(names, 1):
        yield row("other_names", entry_id=entry.id, position=number, name=name, sort=sort)
    basis = str(entry.provenance.basis)
    for number, (name, value) in enumerate(entry.facts.items(), 1):
        yield row("facts", entry_id=entry.id, name=name, position=number, basis=basis, **value_columns(value))
    for number, example in enumerate(entry.examples, 1):
        title, doctest = example.title, example.doctest
        yield row("examples", entry_id=entry.id, position=number, title=title, doctest=doctest)
    in_text = set(links_in(entry.text))
    for number, target in enumerate(game.links_from(entry), 1):
        place = "text" if target.key in in_text else "see" if target.key in entry.see else "figures"
        yield row("links", from_id=entry.id, to_id=target.id, position=number, place=place)


def _procedure_rows(procedure: Procedure) -> Iterator[Row]:
    function = procedure.function
    if isinstance(function, functools.partial):
        function = function.func
    name = f"{function.__module__}.{getattr(function, '__qualname__', procedure.entry.slug)}"
    yield row("procedures", entry_id=procedure.id, function=name)
    for number, given in enumerate(procedure.inputs, 1):
        yield row(
            "procedure_inputs",
            procedure_id=procedure.id,
            name=given.name,
            position=number,
            accepts=procedure.accepts(given.name),
            required=int(given.required),
            default=None if given.required else repr(given.default),
        )


def supplement_rows(supplement: Supplement, position: int) -> Iterator[Row]:
    """A supplement and its changes; ``position`` counts the supplements of one game."""
    game = supplement.game
    id = f"{game}:layer/{position}"
    file = supplement.path.name
    yield row("layers", id=id, game_id=game, position=position, title=supplement.title, file=file)
    for number, change in enumerate(supplement.changes, 1):
        value = next(change.data[name] for name in ("value", "cells", "facts") if name in change.data)
        yield row(
            "layer_changes",
            layer_id=id,
            position=number,
            target_id=f"{game}:{change.key}",
            cell=as_json(dict(change.cell)) if change.cell else None,
            expected=as_json(change.data["expect"]) if "expect" in change.data else None,
            value=as_json(value),
            reason=change.data["reason"],
        )
