"""An entry as JSON; the shape is described in ``docs/guide/resolving.md``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rulesdb import Entry, Provenance, Ruleset, Table
from rulesdb.description.facts import Replaced, bases_of, facts_of
from rulesdb.description.figures import figure_cells
from rulesdb.description.grids import Located
from rulesdb.description.questions import Question, questions_of
from rulesdb.model import BASIS_MEANING
from rulesdb.tables import Modifier

SCHEMA_VERSION = 1


def entry_json(game: Ruleset, entry: Entry, replaced: Mapping[str, Replaced]) -> dict[str, Any]:
    """Everything about an entry as plain values, under stable names."""
    data: dict[str, Any] = {
        "id": entry.id,
        "game": entry.game,
        "kind": entry.kind,
        "slug": entry.slug,
        "title": entry.title,
        "also": list(entry.also),
        "text": game.plain_text(entry),
        **_provenance(entry.provenance),
        "basis_meaning": BASIS_MEANING[entry.provenance.basis],
        "facts": dict(facts_of(entry)),
        "facts_basis": list(bases_of(entry)),
        "figures": [_figure(game.tables[rows.table], cells) for rows, cells in figure_cells(entry, game)],
        "replaced": {
            name: {"before": change.before, "layer": change.layer} for name, change in replaced.items()
        },
        "examples": [{"title": example.title, "doctest": example.doctest} for example in entry.examples],
        "links_from": [other.id for other in game.links_from(entry)],
        "links_to": [other.id for other in game.links_to(entry)],
    }
    if entry.kind == "table":
        table = game.table(entry.slug)
        data |= {"inputs": list(map(_input, questions_of(game, table))), **_table(table)}
    elif entry.kind == "procedure":
        data["inputs"] = list(map(_input, questions_of(game, game.procedure(entry.slug))))
    return data


def modifier_json(table: Table, modifier: Modifier) -> dict[str, Any]:
    """A modifier without its provenance; it also excludes the others of its choice."""
    names = ("id", "when", "add", "to", "repeats")
    excludes = [*modifier.excludes, *(other.id for other in table.rivals(modifier))]
    choice = {"choice": modifier.choice or None}
    return {name: getattr(modifier, name) for name in names} | {"excludes": excludes} | choice


def _provenance(provenance: Provenance) -> dict[str, Any]:
    return {"note": "", "alternatives": [], **provenance.as_json()}


def _input(question: Question) -> dict[str, Any]:
    return {
        "name": question.name,
        "accepts": question.accepts,
        "words": list(question.words),
        "dice": None if question.dice is None else question.dice.text,
        "many": question.many,
        "required": question.required,
        "default": question.default or None,
    }


def _figure(table: Table, cells: Sequence[Located]) -> dict[str, Any]:
    """The cells of a table about an entry."""
    return {
        "table": table.id,
        "title": table.entry.title,
        **_provenance(table.entry.provenance),
        "result": _result(table),
        "cells": _cells(table, cells),
    }


def _result(table: Table) -> dict[str, str]:
    unit = table.entry["result"].get("unit")
    return {"name": table.result_name, "type": table.result_type} | ({"unit": unit} if unit else {})


def _cells(table: Table, cells: Iterable[Located]) -> list[dict[str, Any]]:
    return [
        {"at": at, "value": cell.value, "permalink": table.permalink(at), **_provenance(cell.provenance)}
        for at, cell in cells
    ]


def _table(table: Table) -> dict[str, Any]:
    return {
        "result": _result(table),
        "beyond": table.beyond,
        "hit_policy": table.hit_policy,
        "modifiers": [
            {**modifier_json(table, modifier), **_provenance(modifier.provenance)}
            for modifier in table.modifiers
        ],
        "cells": _cells(table, table.cells()),
    }
