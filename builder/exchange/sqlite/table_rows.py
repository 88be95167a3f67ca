"""The rows of a table of the rules: axes, cells, modifiers, and the exact odds of its results."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from builder.exchange.sqlite.row import Row, alternative_rows, as_json, citation, columns, row, value_columns
from rulesdb import Basis, Table
from rulesdb.tables.axes import Axis, Interval

BASES_BY_CERTAINTY = (Basis.PRINTED, Basis.DERIVED, Basis.READING, Basis.SUPPLEMENT, Basis.HOUSE)
"""The bases, from what the book prints to house values."""


def table_rows(table: Table, map_position: int | None) -> Iterator[Row]:
    """A table with its axes, cells and modifiers."""
    policy = columns(table, "result_name", "result_type", "hit_policy", "beyond")
    yield row("tables", entry_id=table.id, map_position=map_position, **policy)
    for number, axis in enumerate(table.axes, 1):
        yield from _axis_rows(table, axis, number)
    yield from _cell_rows(table)
    for number, modifier in enumerate(table.modifiers, 1):
        id = f"{table.id}/{modifier.id}"
        yield row(
            "modifiers",
            id=id,
            table_id=table.id,
            name=modifier.id,
            position=number,
            condition=modifier.when,
            change=modifier.add,
            axis_id=f"{table.id}#{modifier.to}",
            repeats=int(modifier.repeats),
            **citation(table.entry.game, modifier.provenance),
        )
        yield from alternative_rows(modifier.provenance, table.id, modifier_id=id)


def _axis_rows(table: Table, axis: Axis, position: int) -> Iterator[Row]:
    id = f"{table.id}#{axis.name}"
    yield row(
        "axes",
        id=id,
        table_id=table.id,
        position=position,
        sort="label" if axis.is_label else "dice" if axis.dice else "number",
        dice=axis.dice.text if axis.dice else None,
        **columns(axis, "name", "title", "unit", "accepts"),
    )
    for number, place in enumerate(axis.labels or map(str, axis.bins), 1):
        yield row("axis_places", axis_id=id, position=number, **_place(axis, place))


def _cell_rows(table: Table) -> Iterator[Row]:
    seen: Counter[str] = Counter()
    for number, (at, cell) in enumerate(table.cells(), 1):
        id = table.permalink(at)
        seen[id] += 1
        if seen[id] > 1:
            # Later cells can have the same inputs if the first matching cell gives the result.
            id += f"~{seen[id]}"
        value = cell.value
        yield row(
            "cells",
            id=id,
            table_id=table.id,
            position=number,
            inputs=_in_words(at),
            **value_columns(value),
            number=value if isinstance(value, int) and not isinstance(value, bool) else None,
            **citation(table.entry.game, cell.provenance),
        )
        for axis in table.axes:
            axis_id = f"{table.id}#{axis.name}"
            yield row("cell_inputs", cell_id=id, axis_id=axis_id, **_place(axis, at[axis.name]))
        yield from alternative_rows(cell.provenance, table.id, cell_id=id)


def _place(axis: Axis, place: str) -> dict[str, Any]:
    """A label or range as the columns ``value``, ``low`` and ``high``."""
    if axis.is_label:
        return {"value": place, "low": None, "high": None}
    interval = Interval.parse(place)
    return {"value": place, "low": interval.low, "high": interval.high}


def _in_words(at: Mapping[str, str]) -> str:
    """Inputs as text for people, as in ``force marine, die 5``."""
    return ", ".join(f"{name} {place}" for name, place in at.items())


def odds_rows(table: Table) -> Iterator[Row]:
    """The exact odds for each place of the axes that are not rolled; none for a table without dice."""
    free_axes = [axis for axis in table.axes if axis.dice is None]
    if len(free_axes) == len(table.axes):
        return
    for number, places in enumerate(
        itertools.product(*(places_of_axis(table, axis) for axis in free_axes)), 1
    ):
        chosen = {axis.name: _place(axis, place) for axis, place in zip(free_axes, places, strict=True)}
        at = {name: place["value"] for name, place in chosen.items()}
        inputs = {axis.name: chosen[axis.name]["value" if axis.is_label else "low"] for axis in free_axes}
        id = table.permalink(at) if at else table.id
        chances = table.odds(**inputs)
        yield row(
            "odds_questions",
            id=id,
            table_id=table.id,
            position=number,
            inputs=_in_words(at),
            mean=None if chances.mean is None else str(chances.mean),
            mean_number=None if chances.mean is None else float(chances.mean),
        )
        for name, place in chosen.items():
            yield row("odds_inputs", question_id=id, axis_id=f"{table.id}#{name}", **place)
        bases = _bases(table, inputs)
        for position, (value, chance) in enumerate(chances, 1):
            basis = str(bases[as_json(value)])
            odds = {"chance": str(chance), "probability": float(chance), "basis": basis}
            yield row("odds", question_id=id, position=position, **value_columns(value), **odds)


def places_of_axis(table: Table, axis: Axis) -> list[str]:
    """The places of an axis whose odds can differ; ranges are split where any cell's range begins."""
    if axis.is_label:
        return list(axis.labels)
    ranges = [Interval.parse(at[axis.name]) for at, _ in table.cells()]
    starts = {axis.low, *(range.low for range in ranges)}
    starts |= {range.high + 1 for range in ranges if range.high not in (None, axis.high)}
    cuts = sorted(starts)
    ends = [*(start - 1 for start in cuts[1:]), axis.high]
    return [str(Interval(low, high)) for low, high in zip(cuts, ends, strict=True)]


def _bases(table: Table, inputs: Mapping[str, Any]) -> dict[str, Basis]:
    """The least certain basis among the cells that give each result."""
    dice = {axis.name: range(axis.dice.low, axis.dice.high + 1) for axis in table.axes if axis.dice}
    bases: dict[str, Basis] = {}
    for faces in itertools.product(*dice.values()):
        answer = table.lookup(**{**inputs, **dict(zip(dice, faces, strict=True))})
        result = as_json(answer.result)
        bases[result] = max(
            bases.get(result, Basis.PRINTED), answer.provenance.basis, key=BASES_BY_CERTAINTY.index
        )
    return bases
