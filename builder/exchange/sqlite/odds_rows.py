"""The exact odds of a table: a question for each place of the axes that are not rolled."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import Any

from builder.exchange.sqlite.citation import Row, as_json
from builder.exchange.sqlite.table_rows import axis_id, in_words, place_values
from rulesdb import Basis, Table
from rulesdb.tables import show_value
from rulesdb.tables.axes import Axis, Interval

SURENESS = (Basis.PRINTED, Basis.DERIVED, Basis.READING, Basis.SUPPLEMENT, Basis.HOUSE)
"""The bases from what the book prints to what is ours."""


def odds_rows(table: Table) -> Iterator[Row]:
    """The questions of a table with their answers; nothing for a table without dice."""
    asked = [axis for axis in table.axes if axis.dice is None]
    if len(asked) == len(table.axes):
        return
    choices = [_places(table, axis) for axis in asked]
    for number, chosen in enumerate(itertools.product(*choices), 1):
        at = {axis.name: place for axis, place in zip(asked, chosen, strict=True)}
        yield from _question_rows(table, asked, at, number)


def _question_rows(table: Table, asked: list[Axis], at: Mapping[str, str], number: int) -> Iterator[Row]:
    inputs: dict[str, Any] = {
        axis.name: at[axis.name] if axis.is_label else Interval.parse(at[axis.name]).low for axis in asked
    }
    chances = table.odds(**inputs)
    bases = _bases(table, inputs)
    id = table.permalink(at) if at else table.id
    yield (
        "odds_questions",
        {
            "id": id,
            "table_id": table.id,
            "position": number,
            "inputs": in_words(at),
            "mean": None if chances.mean is None else str(chances.mean),
            "mean_number": None if chances.mean is None else float(chances.mean),
        },
    )
    for axis in asked:
        yield (
            "odds_inputs",
            {"question_id": id, "axis_id": axis_id(table, axis.name), **place_values(axis, at[axis.name])},
        )
    for place, (value, chance) in enumerate(chances, 1):
        yield (
            "odds",
            {
                "question_id": id,
                "position": place,
                "value": as_json(value),
                "text": show_value(value),
                "chance": str(chance),
                "probability": float(chance),
                "basis": str(bases[as_json(value)]),
            },
        )


def _places(table: Table, axis: Axis) -> list[str]:
    """The places of an axis that can differ in their odds; ranges are cut where any cell's range begins."""
    if axis.is_label:
        return list(axis.labels)
    starts = {axis.low}
    for at, _ in table.cells():
        interval = Interval.parse(at[axis.name])
        starts.add(interval.low)
        if interval.high is not None:
            starts.add(interval.high + 1)
    if axis.high is not None:
        starts.discard(axis.high + 1)
    cuts = sorted(starts)
    ends = [*(start - 1 for start in cuts[1:]), axis.high]
    return [str(Interval(low, high)) for low, high in zip(cuts, ends, strict=True)]


def _bases(table: Table, inputs: Mapping[str, Any]) -> dict[str, Basis]:
    """The least sure basis among the cells that give each result."""
    rolled = [axis for axis in table.axes if axis.dice is not None]
    faces = [range(axis.dice.low, axis.dice.high + 1) for axis in rolled if axis.dice is not None]
    found: dict[str, Basis] = {}
    for thrown in itertools.product(*faces):
        dice: dict[str, Any] = {axis.name: face for axis, face in zip(rolled, thrown, strict=True)}
        answer = table.lookup(**inputs, **dice)
        result = as_json(answer.result)
        found[result] = max(found.get(result, Basis.PRINTED), answer.provenance.basis, key=SURENESS.index)
    return found
