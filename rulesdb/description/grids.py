"""Tables, their modifiers and lists of records as rows and columns."""

from __future__ import annotations

import itertools
import re
import string
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from rulesdb.description.model import Grid, Note, Piece, Place, Prose
from rulesdb.model import Provenance
from rulesdb.tables import Cell, Modifier, Table, show_value

ABSENT = "–"
_ABSENT = Place((Piece(ABSENT),))
Located = tuple[dict[str, str], Cell]
# Words that keep their hyphens when an id is spelled out.
_COMPOUND = re.compile(
    r"\b(?:anti tank|armor piercing|hand to hand|long range|mini gun|non lethal|self destruct|semi \w+|"
    r"short range|shut down(?= area)|slug thrower)"
)
_HYPHEN = re.compile(r"_|(?<=[^\W\d])-")
_Rows = dict[tuple[str, ...], list[tuple[str, int, Cell]]]


def table_grid(table: Table) -> Grid:
    """The rows and columns of a table, chosen by its shape.

    A table of one axis has a row for each cell, and so has one whose results are records, with a column for
    each field. Otherwise the last axis runs across. If its ranges differ from row to row, there is a column
    for each result instead, with the ranges that give it.
    """
    return _grid(table, list(table.cells()), [axis.name for axis in table.axes], is_one_row=False)


def figure_grid(table: Table, cells: Sequence[Located], names: Sequence[str]) -> Grid:
    """Some cells of a table along the axes with these ``names``, on which alone they differ.

    Along a single axis, all are in one row, unless they are records. Every note has a letter.
    """
    return _grid(table, cells, names, is_one_row=True)


def _grid(table: Table, cells: Sequence[Located], names: Sequence[str], *, is_one_row: bool) -> Grid:
    """The cells along a single axis are one row if ``is_one_row``, or else one column."""
    met = [cell.provenance for _, cell in cells]
    is_everywhere = len(set(met)) == 1 and not is_one_row
    letters = _Letters(table.entry.provenance, met, everywhere=is_everywhere)
    rows = _rows_by_key(cells, names) if names else {}
    ranges = {tuple(place for place, *_ in row) for row in rows.values()}
    is_list = len(names) == 1 and not is_one_row
    if table.result_type == "record" or not names or is_list or table.hit_policy != "unique":
        heads, lines, across = *_row_for_each_cell(table, cells, names, letters), ""
    elif len(ranges) > 1:
        heads, lines, across = *_column_for_each_result(rows, letters), table.result_name
    else:
        heads, lines, across = *_last_axis_across(rows, letters), names[-1]
    keys = len(names) - bool(across)
    notes = letters.notes(map(_value_at, cells))
    heads = [*map(words_of, names[:keys]), *heads]
    return Grid(tuple(heads), tuple(lines), keys, words_of(across), notes, table.entry.provenance.basis)


def modifier_grid(table: Table) -> Grid | None:
    """The modifiers of a table with what they change, when, and their source; ``None`` if there are none.

    Modifiers of one choice follow each other, with the choice before them.
    """
    if not table.modifiers:
        return None
    modifiers = [modifier for group in modifier_groups(table) for modifier in group]
    has_choices = any(modifier.choice for modifier in modifiers)
    sources = [modifier.provenance for modifier in modifiers]
    # The source has a column of its own, so that only modifiers with a note need a letter.
    letters = _Letters(table.entry.provenance, [part for part in sources if part.note or part.alternatives])
    rows = [
        (
            *([_key(modifier.choice or ABSENT, words=False)] if has_choices else []),
            _key(modifier.id, words=False),
            Place((Piece(f"{modifier.add:+d} to {modifier.to}"),)),
            Place((letters.marked(_when(modifier), modifier.provenance),)),
            Place((Piece(f"{modifier.provenance.source} · {modifier.provenance.basis}"),)),
        )
        for modifier in modifiers
    ]
    ids = (f"modifier {modifier.id}" for modifier in modifiers if modifier.provenance in letters.met)
    keys = ("one of", "modifier") if has_choices else ("modifier",)
    return Grid((*keys, "changes", "when", "source"), tuple(rows), len(keys), notes=letters.notes(ids))


def modifier_groups(table: Table) -> list[list[Modifier]]:
    """The modifiers of each choice, where its first one is, and every other modifier alone.

    >>> from rulesdb import open_game
    >>> table = open_game("mobile-infantry").table("warrior-attack")
    >>> [[modifier.id for modifier in group] for group in modifier_groups(table)]
    [['greenhorn', 'veteran'], ['routing'], ['hard-cover']]
    """
    groups: dict[str, list[Modifier]] = {}
    for modifier in table.modifiers:
        groups.setdefault(modifier.choice or f"modifier {modifier.id}", []).append(modifier)
    return list(groups.values())


def record_grid(rows: Sequence[Mapping[str, Any]], render: Callable[[Any], Prose]) -> Grid:
    """Records with a column for each field; ``render`` returns the pieces of a value."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    places = [
        tuple(Place(render(row[name]) if name in row else (Piece(ABSENT),)) for name in names) for row in rows
    ]
    return Grid(tuple(name.replace("_", " ") for name in names), tuple(places), min(1, len(names) - 1))


def when_it_applies(modifier: Modifier) -> str:
    """The condition of a modifier, how often it counts, and the modifiers or the choice that exclude it."""
    choice = f", only one {modifier.choice}" if modifier.choice else ""
    return f"{_when(modifier)}{choice}"


def _when(modifier: Modifier) -> str:
    often = ", as often as it counts" if modifier.repeats else ""
    apart = f", not with {' or '.join(modifier.excludes)}" if modifier.excludes else ""
    return f"{modifier.when}{often}{apart}"


def words_of(slug: str) -> str:
    """A slug in words; numbers, ranges and texts of several words stay as they are.

    >>> words_of("own-hex"), words_of("2-5"), words_of("light-anti-tank-weapon")
    ('own hex', '2-5', 'light anti-tank weapon')
    """
    if " " in slug or slug[:1].isdigit():
        return slug
    return _COMPOUND.sub(lambda match: match[0].replace(" ", "-"), _HYPHEN.sub(" ", slug))


class _Letters:
    """Letters for provenances other than the table's own, in order of appearance; none if ``everywhere``."""

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
    return list(map(words_of, fields or [table.result_name])), rows


def _rows_by_key(cells: Sequence[Located], names: Sequence[str]) -> _Rows:
    """For each row, by its places on all axes but the last: the places on the last, with number and cell."""
    *down, last = names
    rows: _Rows = {}
    for number, (at, cell) in enumerate(cells):
        rows.setdefault(tuple(at[name] for name in down), []).append((at[last], number, cell))
    return rows


def _last_axis_across(rows: _Rows, letters: _Letters) -> tuple[list[str], list[tuple[Place, ...]]]:
    labels = list(dict.fromkeys(place for row in rows.values() for place, *_ in row))
    lines = []
    for keys, row in rows.items():
        places = {
            label: Place((letters.marked(show_value(cell.value), cell.provenance),), (number,))
            for label, number, cell in row
        }
        lines.append((*map(_key, keys), *(places.get(label, _ABSENT) for label in labels)))
    return list(map(words_of, labels)), lines


def _column_for_each_result(rows: _Rows, letters: _Letters) -> tuple[list[str], list[tuple[Place, ...]]]:
    results = list(dict.fromkeys(show_value(cell.value) for row in rows.values() for *_, cell in row))
    lines = []
    for keys, row in rows.items():
        places = []
        for result in results:
            cells = [part for part in row if show_value(part[2].value) == result]
            pieces = [
                piece
                for place, _, cell in cells
                for piece in (Piece(", "), letters.marked(place, cell.provenance))
            ]
            numbers = tuple(number for _, number, _ in cells)
            places.append(Place(tuple(pieces[1:]), numbers) if cells else _ABSENT)
        lines.append((*map(_key, keys), *places))
    return results, lines


def _key(label: str, *, words: bool = True) -> Place:
    return Place((Piece(words_of(label) if words else label),))


def _value_at(located: Located) -> str:
    at, cell = located
    return f"{', '.join(f'{name} {place}' for name, place in at.items())} → {show_value(cell.value)}"
