"""A row of the file, and columns that many rows have."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from rulesdb import Provenance
from rulesdb.tables import show_value

Row = tuple[str, dict[str, Any]]
"""The name of a relation, and values by column."""


def row(relation: str, /, **values: Any) -> Row:
    """A row of a relation."""
    return relation, values


def columns(source: object, *names: str) -> dict[str, Any]:
    """Attributes of an object, as columns of the same names."""
    return {name: getattr(source, name) for name in names}


def citation(game: str, provenance: Provenance) -> dict[str, Any]:
    """The values of the columns for the source of a datum."""
    return {
        "basis": str(provenance.basis),
        "document_id": f"{game}:{provenance.source.document}",
        "section": provenance.source.section,
        "note": provenance.note,
    }


def alternative_rows(
    provenance: Provenance, entry_id: str, *, cell_id: str | None = None, modifier_id: str | None = None
) -> Iterator[Row]:
    """The other readings of a datum."""
    of = {"id": None, "entry_id": entry_id, "cell_id": cell_id, "modifier_id": modifier_id}
    for number, reading in enumerate(provenance.alternatives, 1):
        yield row("alternatives", **of, position=number, text=reading)


def as_json(value: Any) -> str:
    """A value as JSON, without escapes for non-ASCII letters."""
    return json.dumps(value, ensure_ascii=False)


def value_columns(value: Any) -> dict[str, str]:
    """A value as the columns ``value`` (JSON) and ``text`` (for people)."""
    return {"value": as_json(value), "text": show_value(value)}
