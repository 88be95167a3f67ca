"""An entry as JSON; the shape is described in ``docs/guide/resolving.md``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulesdb import Entry, Provenance, Ruleset, Table
from rulesdb.description.facts import Replaced, bases_of, facts_of
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


def modifier_json(modifier: Modifier) -> dict[str, Any]:
    """A modifier without its provenance."""
    names = ("id", "when", "add", "to", "repeats")
    return {name: getattr(modifier, name) for name in names} | {"excludes": list(modifier.excludes)}


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


def _table(table: Table) -> dict[str, Any]:
    unit = table.entry["result"].get("unit")
    return {
        "result": {"name": table.result_name, "type": table.result_type} | ({"unit": unit} if unit else {}),
        "beyond": table.beyond,
        "hit_policy": table.hit_policy,
        "modifiers": [
            {**modifier_json(modifier), **_provenance(modifier.provenance)} for modifier in table.modifiers
        ],
        "cells": [
            {"at": at, "value": cell.value, "permalink": table.permalink(at), **_provenance(cell.provenance)}
            for at, cell in table.cells()
        ],
    }
