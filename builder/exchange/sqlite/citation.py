"""Where a datum comes from, in columns: the same ones wherever a datum stands."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from builder.exchange.sqlite.schema import Column, link, text
from rulesdb import Provenance

Row = tuple[str, Mapping[str, Any]]
"""A row: the name of its relation, and its values by column."""


def cited() -> tuple[Column, ...]:
    """The columns."""
    return (
        link("basis", "bases", "How the datum relates to the book"),
        link("document_id", "documents", "Document that it is cited from"),
        text("section", "Place in that document"),
        text("note", "How it was derived, read or made; empty where the print speaks for itself"),
    )


def citation_values(game: str, provenance: Provenance) -> dict[str, Any]:
    """The values of those columns."""
    return {
        "basis": str(provenance.basis),
        "document_id": f"{game}:{provenance.source.document}",
        "section": provenance.source.section,
        "note": provenance.note,
    }


def alternative_rows(
    provenance: Provenance, entry_id: str, *, cell_id: str | None = None, modifier_id: str | None = None
) -> list[Row]:
    """The other readings of a datum."""
    return [
        (
            "alternatives",
            {
                "id": None,
                "entry_id": entry_id,
                "cell_id": cell_id,
                "modifier_id": modifier_id,
                "position": number,
                "text": reading,
            },
        )
        for number, reading in enumerate(provenance.alternatives, 1)
    ]


def as_json(value: Any) -> str:
    """A value as JSON, with its letters as they are."""
    return json.dumps(value, ensure_ascii=False)
