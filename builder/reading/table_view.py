"""A table of the database as rows and columns, with a letter on each cell that is not simply printed."""

from __future__ import annotations

import itertools
import string
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rulesdb import Basis, Provenance, Table
from rulesdb.tables import Binned, Cell, Labelled, Node, show_value
from rulesdb.tables.axes import Interval


@dataclass(frozen=True, slots=True)
class Footnote:
    """What a letter stands for; ``everywhere`` where it holds for every cell and stands at the head."""

    letter: str
    provenance: Provenance
    everywhere: bool


@dataclass(frozen=True, slots=True)
class Place:
    """One cell of the view: what it says, and the letters of its footnote."""

    text: str
    letter: str = ""
    basis: Basis = Basis.PRINTED

    def __str__(self) -> str:
        return f"{self.text}[{self.letter}]" if self.letter else self.text


@dataclass(frozen=True, slots=True)
class TableView:
    """``down`` names the columns of labels, ``across`` what the other columns are and how they are called."""

    down: tuple[str, ...]
    across: str
    columns: tuple[str, ...]
    rows: tuple[tuple[tuple[str, ...], tuple[Place, ...]], ...]
    footnotes: tuple[Footnote, ...]

    @property
    def heads(self) -> list[str]:
        """What stands above each column."""
        return [*self.down, *self.columns]

    @property
    def body(self) -> list[list[str]]:
        """The rows as text; a label that is that of the row above is left out."""
        lines: list[list[str]] = []
        before: tuple[str, ...] = ()
        for labels, places in self.rows:
            shown = [
                "" if before[: depth + 1] == labels[: depth + 1] and depth < len(labels) - 1 else label
                for depth, label in enumerate(labels)
            ]
            lines.append([*shown, *map(str, places)])
            before = labels
        return lines


def view_of(table: Table) -> TableView:
    """The outer axes down, the innermost across; faces and numbers with like results are one column.

    A table of one axis, and one whose results are records, is read down: a column for each field.
    """
    marks = _Marks(table)
    if table.result_type == "record" or len(table.axes) == 1 or table.hit_policy != "unique":
        return _read_down(table, marks)
    *outer, inner = table.axes
    paths = list(_paths(table.root, len(outer)))
    if inner.is_label:
        columns = list(inner.labels)
        lines = [[_branch(node, label) for label in columns] for _, node in paths]
    else:
        spans = _merged([node for _, node in paths])
        columns = [str(span) for span in spans]
        lines = [[_branch(node, span) for span in spans] for _, node in paths]
    return TableView(
        tuple(axis.name for axis in outer),
        inner.name,
        tuple(columns),
        tuple(
            (labels, tuple(marks.place(cell) for cell in line))
            for (labels, _), line in zip(paths, lines, strict=True)
        ),
        marks.footnotes,
    )


def cell_lines(table: Table) -> tuple[list[tuple[str, Place]], tuple[Footnote, ...]]:
    """One line a cell, where it is and what it says, for where there is no room for a table."""
    marks = _Marks(table)
    lines = [
        (", ".join(f"{name} {value}" for name, value in at.items()), marks.place(cell))
        for at, cell in table.cells()
    ]
    return lines, marks.footnotes


class _Marks:
    """Gives each provenance that is not simply printed a letter, in the order met."""

    def __init__(self, table: Table) -> None:
        met = dict.fromkeys(cell.provenance for _, cell in table.cells())
        self.everywhere = len(met) == 1
        letters = _letters()
        self.letters = {
            provenance: next(letters) for provenance in met if provenance.basis is not Basis.PRINTED
        }

    @property
    def footnotes(self) -> tuple[Footnote, ...]:
        return tuple(
            Footnote(letter, provenance, self.everywhere) for provenance, letter in self.letters.items()
        )

    def place(self, cell: Cell, text: str | None = None) -> Place:
        letter = "" if self.everywhere else self.letters.get(cell.provenance, "")
        return Place(show_value(cell.value) if text is None else text, letter, cell.provenance.basis)


def _letters() -> Iterator[str]:
    for size in itertools.count(1):
        for letters in itertools.product(string.ascii_lowercase, repeat=size):
            yield "".join(letters)


def _read_down(table: Table, marks: _Marks) -> TableView:
    fields: list[str] = []
    for _, cell in table.cells():
        if isinstance(cell.value, dict):
            fields += [name for name in cell.value if name not in fields]
    rows = []
    for at, cell in _runs(table):
        labels = tuple(at[axis.name] for axis in table.axes)
        texts: Sequence[Any] = [cell.value.get(name, "–") for name in fields] if fields else [cell.value]
        rows.append((labels, tuple(marks.place(cell, show_value(text)) for text in texts)))
    heads = tuple(name.replace("_", " ") for name in fields) or (table.result_name,)
    return TableView(tuple(axis.name for axis in table.axes), "", heads, tuple(rows), marks.footnotes)


def _runs(table: Table) -> Iterator[tuple[dict[str, str], Cell]]:
    """The cells; of one axis of numbers, those with like results that follow on each other as one."""
    if len(table.axes) > 1 or not isinstance(table.root, Binned) or table.hit_policy != "unique":
        yield from table.cells()
        return
    for span in _merged([table.root]):
        yield {table.axes[0].name: str(span)}, _branch(table.root, span)


def _paths(node: Node, depth: int) -> Iterator[tuple[tuple[str, ...], Node]]:
    """The nodes ``depth`` axes down, each with the labels that lead there."""
    if depth == 0:
        yield (), node
        return
    assert not isinstance(node, Cell)
    branches = node.branches.items() if isinstance(node, Labelled) else node.bins
    for key, child in branches:
        for labels, found in _paths(child, depth - 1):
            yield (str(key), *labels), found


def _branch(node: Node, key: str | Interval) -> Cell:
    """The cell of the last axis at a label, or at the numbers of a span that all have one result."""
    if isinstance(node, Labelled):
        found = node.branches[str(key)]
    else:
        assert isinstance(node, Binned)
        assert isinstance(key, Interval)
        found = next(child for interval, child in node.bins if key.low in interval)
    assert isinstance(found, Cell)
    return found


def _merged(nodes: Sequence[Node]) -> list[Interval]:
    """The longest spans of numbers within which no row changes."""
    bins = [interval for node in nodes if isinstance(node, Binned) for interval, _ in node.bins]
    last = None if any(interval.high is None for interval in bins) else max(
        interval.high for interval in bins if interval.high is not None
    )  # fmt: skip
    starts = sorted({interval.low for interval in bins})
    spans: list[Interval] = []
    for low, after in itertools.zip_longest(starts, starts[1:]):
        span = Interval(low, last if after is None else after - 1)
        if spans and all(_branch(node, spans[-1]) == _branch(node, span) for node in nodes):
            span = Interval(spans.pop().low, span.high)
        spans.append(span)
    return spans
