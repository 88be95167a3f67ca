"""Tables of the database as blocks of a sheet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from builder.draw.surface.entry_text import spaced
from builder.draw.surface.flow import NOTE, Block, Writer
from builder.draw.surface.type import CONDENSED, Type
from rulesdb import Basis, Table
from rulesdb.tables import Cell, show_value

Mark = Callable[[Basis], str]

_MODIFIERS = Type(CONDENSED, 2.8)


def table_blocks(table: Table, writer: Writer) -> list[Block]:
    """A table with its citation under it.

    The last axis runs across; the others are read down. Records get a column for each field. Modifiers
    stand below.
    """
    heads, rows = chart_rows(table, writer.words.mark)
    shares = [2.2] * (len(table.axes) - 1 or 1) + [1.0] * (len(heads) - (len(table.axes) - 1 or 1))
    if table.result_type == "record":
        shares = [1.6] + [2.2] * (len(heads) - 1)
    provenance = table.entry.provenance
    words = writer.words
    said = str(provenance.source)
    if provenance.basis is not Basis.PRINTED:
        said = words("chart.value", source=said, basis=words.of("basis", provenance.basis))
    color = "house" if provenance.basis.is_marked else "muted"
    blocks = [writer.table(heads, rows, shares)]
    if table.modifiers:
        listed = "; ".join(f"{modifier.add:+d} {modifier.when}" for modifier in table.modifiers)
        blocks.append(writer.paragraph(f"{listed}.", _MODIFIERS))
    return [*blocks, writer.paragraph(said, NOTE, color=color)]


@dataclass(frozen=True, slots=True)
class ChartCell:
    """What stands in a place of a chart, and the cells of the table that it shows, by their number.

    ``is_key`` marks the places that say which row it is.
    """

    text: str
    cells: tuple[int, ...] = ()
    is_key: bool = False


def chart_rows(table: Table, mark: Mark) -> tuple[Sequence[str], list[list[str]]]:
    """Headings and rows of a table as printed on a chart; ``mark`` gives the mark of a cell."""
    heads, rows = chart_layout(table, mark)
    return heads, [[cell.text for cell in row] for row in rows]


def chart_layout(table: Table, mark: Mark) -> tuple[Sequence[str], list[list[ChartCell]]]:
    """Headings and rows of a chart, each place with the numbers of its cells in ``table.cells()``.

    ``mark`` gives the mark of a cell whose basis is not that of its table.
    """
    names = [axis.name for axis in table.axes]
    if table.result_type == "record" or len(names) == 1:
        return _one_row_a_cell(table, names, mark)
    if _rows_differ(table):
        return _ranges_by_result(table, mark)
    across: list[str] = []
    lines: dict[tuple[str, ...], dict[str, ChartCell]] = {}
    for number, (at, cell) in enumerate(table.cells()):
        *down, last = (at[name] for name in names)
        if last not in across:
            across.append(last)
        lines.setdefault(tuple(down), {})[last] = ChartCell(shown_cell(table, cell, mark), (number,))
    heads = [*(spaced(name) for name in names[:-1]), *(spaced(label) for label in across)]
    return heads, [
        [
            *(ChartCell(spaced(key), is_key=True) for key in down),
            *(line.get(label, ChartCell("–")) for label in across),
        ]
        for down, line in lines.items()
    ]


def _one_row_a_cell(
    table: Table, names: list[str], mark: Mark
) -> tuple[Sequence[str], list[list[ChartCell]]]:
    fields: list[str] = []
    for _, cell in table.cells():
        if isinstance(cell.value, dict):
            fields += [name for name in cell.value if name not in fields]
    heads = [*(spaced(name) for name in names), *(spaced(name) for name in fields or [table.result_name])]
    rows = []
    for number, (at, cell) in enumerate(table.cells()):
        values = [show_value(cell.value.get(name, "–")) for name in fields] or [show_value(cell.value)]
        values[-1] += _mark_of(table, cell, mark)
        rows.append(
            [
                *(ChartCell(spaced(at[name]), is_key=True) for name in names),
                *(ChartCell(value, (number,)) for value in values),
            ]
        )
    return heads, rows


def _rows_differ(table: Table) -> bool:
    """Whether the last axis has other ranges in one row than in another."""
    *down, last = (axis.name for axis in table.axes)
    rows: dict[tuple[str, ...], list[str]] = {}
    for at, _ in table.cells():
        rows.setdefault(tuple(at[name] for name in down), []).append(at[last])
    return len({tuple(ranges) for ranges in rows.values()}) > 1


def _ranges_by_result(table: Table, mark: Mark) -> tuple[Sequence[str], list[list[ChartCell]]]:
    """A column for each result, with the ranges that give it."""
    *down, last = (axis.name for axis in table.axes)
    results: list[str] = []
    rows: dict[tuple[str, ...], dict[str, list[tuple[str, int]]]] = {}
    for number, (at, cell) in enumerate(table.cells()):
        shown = shown_cell(table, cell, mark)
        if shown not in results:
            results.append(shown)
        rows.setdefault(tuple(at[name] for name in down), {}).setdefault(shown, []).append((at[last], number))
    heads = [*(spaced(name) for name in down), *results]

    def joined(found: list[tuple[str, int]]) -> ChartCell:
        return ChartCell(", ".join(range for range, _ in found) or "–", tuple(number for _, number in found))

    return heads, [
        [
            *(ChartCell(spaced(key), is_key=True) for key in keys),
            *(joined(row.get(result, [])) for result in results),
        ]
        for keys, row in rows.items()
    ]


def shown_cell(table: Table, cell: Cell, mark: Mark) -> str:
    """A result, with the mark of its basis if that is not the basis of the table."""
    return show_value(cell.value) + _mark_of(table, cell, mark)


def _mark_of(table: Table, cell: Cell, mark: Mark) -> str:
    basis = cell.provenance.basis
    return mark(basis) if basis is not table.entry.provenance.basis else ""
