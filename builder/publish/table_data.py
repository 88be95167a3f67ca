"""The data that the script of a table page needs to look up, roll and compute odds, as JSON.

Cells keep the order of :meth:`rulesdb.tables.table.Table.cells`; each has its place on every axis.
"""

from __future__ import annotations

import html
import json
from typing import Any

from builder.publish.markdown import basis_mark
from builder.reading.as_json import modifier_json
from rulesdb import Basis, Table
from rulesdb.description import Grid, Place, table_grid
from rulesdb.tables import NO_EFFECT, show_value
from rulesdb.tables.axes import Axis, Interval


def table_data(table: Table) -> dict[str, Any]:
    """The table in the format of the script."""
    return {
        "id": table.id,
        "result": table.result_name,
        "beyond": table.beyond,
        "policy": table.hit_policy,
        "noEffect": NO_EFFECT,
        "axes": [_axis(axis) for axis in table.axes],
        "modifiers": [modifier_json(table, modifier) for modifier in table.modifiers],
        "cells": [
            {
                "at": [_place(axis, at[axis.name]) for axis in table.axes],
                "shown": show_value(cell.value),
                "basis": str(cell.provenance.basis),
                "source": str(cell.provenance.source),
            }
            for at, cell in table.cells()
        ],
    }


def table_block(table: Table) -> str:
    """The element in which the script makes the table interactive; hidden without JavaScript."""
    data = html.escape(json.dumps(table_data(table), ensure_ascii=False, separators=(",", ":")), quote=True)
    house = " bb-house" if table.entry.provenance.basis is Basis.HOUSE else ""
    return f'<div class="bb-play{house}" data-table="{data}" hidden></div>'


def table_html(table: Table) -> str:
    """The table as HTML; each place lists its cells, so that the script can highlight them."""
    grid = table_grid(table)
    lines = [
        '<div class="bb-table" role="region" tabindex="0" aria-label="Table"><table class="docutils">',
        "<thead><tr>",
        *(f'<th scope="col">{html.escape(head)}</th>' for head in grid.heads),
        "</tr></thead>",
        "<tbody>",
    ]
    for row in grid.rows:
        keys = "".join(f'<th scope="row">{html.escape(place.text)}</th>' for place in row[: grid.keys])
        lines.append(f"<tr>{keys}{''.join(_html_place(grid, place) for place in row[grid.keys :])}</tr>")
    return "\n".join([*lines, "</tbody></table></div>"])


def _html_place(grid: Grid, place: Place) -> str:
    text = html.escape(place.text + basis_mark(grid, place))
    return f'<td data-cells="{" ".join(map(str, place.cells))}">{text}</td>'


def _axis(axis: Axis) -> dict[str, Any]:
    data: dict[str, Any] = {"name": axis.name, "title": axis.title}
    if axis.is_label:
        return {**data, "labels": list(axis.labels)}
    data |= {"low": axis.low, "high": axis.high}
    if axis.dice is not None:
        faces = axis.dice.distribution()
        data |= {
            "dice": axis.dice.text,
            "faces": [[int(total), chance.numerator, chance.denominator] for total, chance in faces],
        }
    return data


def _place(axis: Axis, place: str) -> str | list[int | None]:
    """A label, or the ends of a range."""
    if axis.is_label:
        return place
    span = Interval.parse(place)
    return [span.low, span.high]
