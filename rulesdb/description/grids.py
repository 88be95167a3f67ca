"""Tables, their modifiers and lists of records as rows and columns: the one place that lays them out."""

from __future__ import annotations

import itertools
import string
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from rulesdb.description.model import Grid, Note, Piece, Place, Prose
from rulesdb.model import Provenance
from rulesdb.tables import Cell, Modifier, Table, show_value

ABSENT = "–"
Located = tuple[dict[str, str], Cell]


def table_grid(table: Table) -> Grid:
    """The rows and columns of a table, chosen by its shape.

    A table of one axis has a row for each cell, and so has one whose results are records, with a column for
    each field. Otherwise the last axis runs across. If its ranges differ from row to row, there is a column
    for each result instead, with the ranges that give it.
    """
    cells = list(table.cells())
    met = [cell.provenance for _, cell in cells]
    letters = _Letters(table.entry.provenance, met, everywhere=len(set(met)) == 1)
    names = [axis.name for axis in table.axes]
    if table.result_type == "record" or len(names) == 1 or table.hit_policy != "unique":
        heads, rows, across = *_row_for_each_cell(table, cells, names, letters), ""
    elif _ranges_differ(cells, names):
        heads, rows, across = *_column_for_each_result(cells, names, letters), table.result_name
    else:
        heads, rows, across = *_last_axis_across(cells, names, letters), names[-1]
    keys = len(names) - bool(across)
    notes = letters.notes(map(_value_at, cells))
    return Grid(tuple(heads), tuple(rows), keys, words_of(across), notes, table.entry.provenance.basis)


def modifier_grid(table: Table) -> Grid | None:
    """The modifiers of a table with what they change, when, and their source; ``None`` if there are none."""
    if not table.modifiers:
        return None
    found = [modifier.provenance for modifier in table.modifiers]
    # The source is in a column of its own, so that a note is only for what has more to say.
    letters = _Letters(table.entry.provenance, [part for part in found if part.note or part.alternatives])
    rows = [
        (
            _key(modifier.id, words=False),
            Place((Piece(f"{modifier.add:+d} to {modifier.to}"),)),
            Place((letters.marked(when_it_applies(modifier), modifier.provenance),)),
            Place((Piece(f"{modifier.provenance.source} · {modifier.provenance.basis}"),)),
        )
        for modifier in table.modifiers
    ]
    ids = (f"modifier {modifier.id}" for modifier in table.modifiers if modifier.provenance in letters.met)
    return Grid(("modifier", "changes", "when", "source"), tuple(rows), 1, notes=letters.notes(ids))


def record_grid(rows: Sequence[Mapping[str, Any]], shown: Callable[[Any], Prose]) -> Grid:
    """Records with a column for each field; ``shown`` gives the pieces of a value."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    places = [
        tuple(Place(shown(row[name]) if name in row else (Piece(ABSENT),)) for name in names) for row in rows
    ]
    return Grid(tuple(name.replace("_", " ") for name in names), tuple(places), min(1, len(names) - 1))


def when_it_applies(modifier: Modifier) -> str:
    """The condition of a modifier, how often it counts, and the modifiers that it excludes."""
    often = ", as often as it counts" if modifier.repeats else ""
    apart = f", not with {' or '.join(modifier.excludes)}" if modifier.excludes else ""
    return f"{modifier.when}{often}{apart}"


def words_of(slug: str) -> str:
    """A slug in words; numbers and ranges stay as they are.

    >>> words_of("own-hex"), words_of("2-5")
    ('own hex', '2-5')
    """
    return slug if slug[:1].isdigit() else slug.replace("_", " ").replace("-", " ")


class _Letters:
    """A letter for each provenance that is not the table's own, in the order met; none for ``everywhere``."""

    def __init__(self, own: Provenance, met: Sequence[Provenance], *, everywhere: bool = False) -> None:
        self.met = met
        others = [provenance for provenance in dict.fromkeys(met) if provenance != own]
        self._letters = {
            provenance: "" if everywhere else letter
            for provenance, letter in zip(others, _alphabet(), strict=False)
        }

    def marked(self, text: str, provenance: Provenance, target: str = "") -> Piece:
        letter = self._letters.get(provenance, "")
        return Piece(text, target=target, letter=letter, basis=provenance.basis)

    def notes(self, values: Iterable[str]) -> tuple[Note, ...]:
        """The notes, each with its own among the ``values``, which go with the provenances met."""
        listed: dict[Provenance, list[str]] = {}
        for provenance, value in zip(self.met, values, strict=True):
            listed.setdefault(provenance, []).append(value)
        return tuple(
            Note(letter, provenance, tuple(listed[provenance]))
            for provenance, letter in self._letters.items()
        )


def _alphabet() -> Iterator[str]:
    for size in itertools.count(1):
        yield from map("".join, itertools.product(string.ascii_lowercase, repeat=size))


def _row_for_each_cell(
    table: Table, cells: Sequence[Located], names: Sequence[str], letters: _Letters
) -> tuple[list[str], list[tuple[Place, ...]]]:
    fields = list(
        dict.fromkeys(name for _, cell in cells if isinstance(cell.value, Mapping) for name in cell.value)
    )
    rows = []
    for number, (at, cell) in enumerate(cells):
        values = [cell.value.get(name, ABSENT) for name in fields] or [cell.value]
        pieces = [letters.marked(show_value(value), cell.provenance) for value in values]
        rows.append((*(_key(at[name]) for name in names), *(Place((piece,), (number,)) for piece in pieces)))
    return [words_of(name) for name in (*names, *(fields or [table.result_name]))], rows


def _last_axis_across(
    cells: Sequence[Located], names: Sequence[str], letters: _Letters
) -> tuple[list[str], list[tuple[Place, ...]]]:
    *down, last = names
    across = list(dict.fromkeys(at[last] for at, _ in cells))
    lines: dict[tuple[str, ...], dict[str, Place]] = {}
    for number, (at, cell) in enumerate(cells):
        piece = letters.marked(show_value(cell.value), cell.provenance)
        lines.setdefault(tuple(at[name] for name in down), {})[at[last]] = Place((piece,), (number,))
    absent = Place((Piece(ABSENT),))
    return [words_of(name) for name in (*down, *across)], [
        (*map(_key, keys), *(line.get(label, absent) for label in across)) for keys, line in lines.items()
    ]


def _ranges_differ(cells: Sequence[Located], names: Sequence[str]) -> bool:
    """Whether the last axis has other ranges in one row than in another."""
    *down, last = names
    rows: dict[tuple[str, ...], list[str]] = {}
    for at, _ in cells:
        rows.setdefault(tuple(at[name] for name in down), []).append(at[last])
    return len({tuple(ranges) for ranges in rows.values()}) > 1


def _column_for_each_result(
    cells: Sequence[Located], names: Sequence[str], letters: _Letters
) -> tuple[list[str], list[tuple[Place, ...]]]:
    *down, last = names
    results = list(dict.fromkeys(show_value(cell.value) for _, cell in cells))
    rows: dict[tuple[str, ...], dict[str, list[tuple[Piece, int]]]] = {}
    for number, (at, cell) in enumerate(cells):
        row = rows.setdefault(tuple(at[name] for name in down), {})
        piece = letters.marked(at[last], cell.provenance)
        row.setdefault(show_value(cell.value), []).append((piece, number))

    def joined(ranges: Sequence[tuple[Piece, int]]) -> Place:
        pieces = [part for piece, _ in ranges for part in (Piece(", "), piece)][1:]
        return Place(tuple(pieces) or (Piece(ABSENT),), tuple(number for _, number in ranges))

    return [*(words_of(name) for name in down), *results], [
        (*map(_key, keys), *(joined(row.get(result, ())) for result in results)) for keys, row in rows.items()
    ]


def _key(label: str, *, words: bool = True) -> Place:
    return Place((Piece(words_of(label) if words else label),))


def _value_at(located: Located) -> str:
    at, cell = located
    return f"{', '.join(f'{name} {place}' for name, place in at.items())} → {show_value(cell.value)}"
