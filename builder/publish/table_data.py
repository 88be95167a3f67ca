"""A table as HTML, and the data that the script of its page needs to look up, roll and compute odds, as JSON.

Cells keep the order of :meth:`rulesdb.tables.table.Table.cells`; each has its place on every axis.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from builder.publish.markdown import basis_mark
from builder.reading.as_json import modifier_json
from rulesdb import Basis, Table
from rulesdb.description import Grid, Place, table_grid
from rulesdb.description.grids import words_of
from rulesdb.description.results import result_order, result_ranks
from rulesdb.tables import NO_EFFECT, show_value
from rulesdb.tables.axes import Axis, Interval

# A table without dice, numbers and modifiers is looked up faster by eye unless it is as large as this.
_MANY_CELLS = 30
_MAX_TOTALS = 16
_MAX_RESULT_LENGTH = 8
_NO_MEANINGS: Mapping[str, str] = MappingProxyType({})
# A range or a ratio, which must stay on one line.
_UNBROKEN = re.compile(r"([\d+:×/–\-−]{2,})")


def table_data(table: Table, meanings: Mapping[str, str] = _NO_MEANINGS) -> dict[str, Any]:
    """The table in the format of the script; ``meanings`` say what its results mean."""
    return {
        "id": table.id,
        "result": table.result_name,
        "beyond": table.beyond,
        "policy": table.hit_policy,
        "noEffect": NO_EFFECT,
        "order": list(map(show_value, result_order(table))),
        "meanings": dict(meanings),
        "axes": [_axis(axis) for axis in table.axes],
        "modifiers": [
            {**modifier_json(table, modifier), "source": modifier.provenance.source.section}
            for modifier in table.modifiers
        ],
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


def is_played(table: Table) -> bool:
    """Whether looking it up by machine saves anything: it has dice, numbers or modifiers, or many cells."""
    return (
        any(not axis.is_label for axis in table.axes)
        or bool(table.modifiers)
        or (len(table.axes) > 1 and len(list(table.cells())) > _MANY_CELLS)
    )


def table_block(table: Table, meanings: Mapping[str, str] = _NO_MEANINGS) -> str:
    """The element in which the script makes the table interactive; hidden without JavaScript."""
    text = json.dumps(table_data(table, meanings), ensure_ascii=False, separators=(",", ":"))
    data = html.escape(text, quote=True)
    house = " bb-house" if table.entry.provenance.basis is Basis.HOUSE else ""
    return f'<div class="bb-play{house}" data-table="{data}" hidden></div>'


def table_html(table: Table) -> str:
    """The table as HTML; each place lists its cells, so that the script can highlight them."""
    grid = table_grid(table)
    heads = [f'<th scope="col">{_unbroken(head)}</th>' for head in grid.heads]
    across = ""
    if grid.across and grid.keys and len(grid.heads) - grid.keys > 1:
        # The name of the axis that runs across stands above its places.
        columns = len(grid.heads) - grid.keys
        name = f'<th scope="colgroup" colspan="{columns}">{html.escape(grid.across)}</th>'
        across = f'<tr class="bb-across"><td colspan="{grid.keys}"></td>{name}</tr>'
    rows = [
        [*(f'<th scope="row">{_unbroken(place.text)}</th>' for place in row[: grid.keys]),
         *(_html_place(grid, place) for place in row[grid.keys :])]
        for row in grid.rows
    ]  # fmt: skip
    return _region("Table", f"{across}<tr>{''.join(heads)}</tr>", rows)


def totals_html(table: Table) -> str:
    """A table of a label and dice whose columns are results, with a column for each total instead.

    It is empty for other tables, and for those that would be too wide.

    A deeper color stands for a greater result, if the results have an order.
    """
    *down, last = table.axes
    if (
        len(down) != 1
        or last.dice is None
        or not down[0].is_label
        or table_grid(table).across == words_of(last.name)
    ):
        return ""
    totals = range(last.low, (last.high or last.low) + 1)
    cells = list(table.cells())
    results = [show_value(cell.value) for _, cell in cells]
    if len(totals) > _MAX_TOTALS or max(map(len, results)) > _MAX_RESULT_LENGTH:
        return ""
    ranks = result_ranks(table)
    spans = [(at[down[0].name], Interval.parse(at[last.name])) for at, _ in cells]
    rows = []
    for label in down[0].labels:
        row = [f'<th scope="row">{html.escape(label)}</th>']
        for total in totals:
            number = next(
                number for number, (name, span) in enumerate(spans)
                if name == label and span.low <= total <= (span.high or total)
            )  # fmt: skip
            rank = f' class="bb-rank-{ranks[results[number]]}"' if results[number] in ranks else ""
            value = "·" if results[number] == "none" else html.escape(results[number])
            read = f'<span class="bb-only-read">{results[number]}</span>' if value == "·" else ""
            hidden = ' aria-hidden="true"' if read else ""
            row.append(
                f'<td{rank} data-cell="{number}" data-total="{total}"><span{hidden}>{value}</span>{read}</td>'
            )
        rows.append(row)
    title = html.escape(f"{down[0].title} down, {last.title} across".capitalize())
    heads = [html.escape(down[0].title), *map(str, totals)]
    head = "".join(f'<th scope="col">{text}</th>' for text in heads)
    return _region(title, f"<tr>{head}</tr>", rows, " bb-totals")


def _region(name: str, head: str, rows: Sequence[Sequence[str]], kind: str = "") -> str:
    lines = [
        f'<div class="bb-table{kind}" role="region" tabindex="0" aria-label="{name}"><table>',
        f"<thead>{head}</thead>",
        "<tbody>",
        *(f"<tr>{''.join(row)}</tr>" for row in rows),
        "</tbody></table></div>",
    ]
    return "\n".join(lines)


def _html_place(grid: Grid, place: Place) -> str:
    text = _unbroken(place.text + basis_mark(grid, place))
    return f'<td data-cells="{" ".join(map(str, place.cells))}">{text}</td>'


def _unbroken(text: str) -> str:
    """Text as HTML, in which ranges and ratios stay on one line.

    >>> _unbroken("hex 10-11")
    'hex <span class="bb-range">10-11</span>'
    """
    parts = (html.escape(part) for part in _UNBROKEN.split(text))
    return "".join(
        f'<span class="bb-range">{part}</span>' if at % 2 else part for at, part in enumerate(parts)
    )


def _axis(axis: Axis) -> dict[str, Any]:
    data: dict[str, Any] = {"name": axis.name, "title": axis.title}
    if axis.is_label:
        return {**data, "labels": list(axis.labels)}
    data |= {"low": axis.low, "high": axis.high, "bins": [str(span) for span in axis.bins]}
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
