"""The rows of a table of the rules: axes, cells and modifiers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from builder.exchange.sqlite.citation import Row, alternative_rows, as_json, citation_values
from rulesdb import Table
from rulesdb.tables import Cell, show_value
from rulesdb.tables.axes import Axis, Interval


def table_rows(table: Table, map_position: int | None) -> Iterator[Row]:
    """A table with its axes, cells and modifiers."""
    yield (
        "tables",
        {
            "entry_id": table.id,
            "result_name": table.result_name,
            "result_type": table.result_type,
            "hit_policy": table.hit_policy,
            "beyond": table.beyond,
            "map_position": map_position,
        },
    )
    for number, axis in enumerate(table.axes, 1):
        yield from _axis_rows(table, axis, number)
    seen: Counter[str] = Counter()
    for number, (at, cell) in enumerate(table.cells(), 1):
        permalink = table.permalink(at)
        seen[permalink] += 1
        # Where the first of several cells answers, a later one may stand at the same place.
        id = permalink if seen[permalink] == 1 else f"{permalink}~{seen[permalink]}"
        yield from _cell_rows(table, id, at, cell, number)
    for number, modifier in enumerate(table.modifiers, 1):
        id = f"{table.id}/{modifier.id}"
        yield (
            "modifiers",
            {
                "id": id,
                "table_id": table.id,
                "name": modifier.id,
                "position": number,
                "condition": modifier.when,
                "change": modifier.add,
                "axis_id": axis_id(table, modifier.to),
                "repeats": int(modifier.repeats),
                **citation_values(table.entry.game, modifier.provenance),
            },
        )
        yield from alternative_rows(modifier.provenance, table.id, modifier_id=id)


def axis_id(table: Table, name: str) -> str:
    """The key of an axis."""
    return f"{table.id}#{name}"


def place_values(axis: Axis, place: str) -> dict[str, Any]:
    """A label or range as the columns ``value``, ``low`` and ``high``."""
    if axis.is_label:
        return {"value": place, "low": None, "high": None}
    interval = Interval.parse(place)
    return {"value": place, "low": interval.low, "high": interval.high}


def in_words(at: Mapping[str, str]) -> str:
    """Inputs as people read them.

    >>> in_words({"force": "marine", "die": "5"})
    'force marine, die 5'
    """
    return ", ".join(f"{name} {place}" for name, place in at.items())


def _axis_rows(table: Table, axis: Axis, position: int) -> Iterator[Row]:
    sort = "label" if axis.is_label else "number" if axis.dice is None else "dice"
    yield (
        "axes",
        {
            "id": axis_id(table, axis.name),
            "table_id": table.id,
            "name": axis.name,
            "position": position,
            "title": axis.title,
            "sort": sort,
            "dice": axis.dice.text if axis.dice else None,
            "unit": axis.unit,
            "accepts": axis.accepts,
        },
    )
    for number, place in enumerate(axis.labels or [str(interval) for interval in axis.bins], 1):
        yield (
            "axis_places",
            {"axis_id": axis_id(table, axis.name), "position": number, **place_values(axis, place)},
        )


def _cell_rows(table: Table, id: str, at: Mapping[str, str], cell: Cell, position: int) -> Iterator[Row]:
    value = cell.value
    yield (
        "cells",
        {
            "id": id,
            "table_id": table.id,
            "position": position,
            "inputs": in_words(at),
            "value": as_json(value),
            "text": show_value(value),
            "number": value if isinstance(value, int) and not isinstance(value, bool) else None,
            **citation_values(table.entry.game, cell.provenance),
        },
    )
    for axis in table.axes:
        yield (
            "cell_inputs",
            {"cell_id": id, "axis_id": axis_id(table, axis.name), **place_values(axis, at[axis.name])},
        )
    yield from alternative_rows(cell.provenance, table.id, cell_id=id)
