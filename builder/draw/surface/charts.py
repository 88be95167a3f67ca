"""Tables of the database as blocks of a sheet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from string import ascii_lowercase

from builder.draw.sentences.entry_text import cited, spelled
from builder.draw.surface.flow import NOTE, Block, Writer
from builder.draw.surface.type import CONDENSED, Type
from builder.draw.surface.wording import Words
from rulesdb import Basis, Entry, Table
from rulesdb.description import Grid, Note, Place, table_grid
from rulesdb.description.grids import modifier_grid, modifier_groups
from rulesdb.tables import Cell, show_value

_MODIFIERS = Type(CONDENSED, 2.8)
# What marks notes, in order; more of them have letters.
_SIGNS = "*†‡"


def table_blocks(table: Table, writer: Writer, *, in_play: bool = False) -> list[Block]:
    """A table with its modifiers, its citation, and the notes on its cells.

    On a sheet that is used ``in_play``, it has only the notes that players need.
    """
    words = writer.words
    grid, modifiers = table_grid(table), modifier_grid(table)
    notes: Sequence[Note] = notes_in_play(grid) if in_play else grid.notes
    heads, rows = chart_rows(grid, words, notes, table.entry.key)
    keys = grid.keys or 1
    shares = [2.2] * keys + [1.0] * (len(heads) - keys)
    if table.result_type == "record":
        shares = [1.6] + [2.2] * (len(heads) - 1)
    blocks = [writer.table(heads, rows, shares), *_notes(notes, table, writer)]
    if modifiers is not None:
        conditions = {row[modifiers.keys - 1].text: row[-2].lettered for row in modifiers.rows}
        listed = "; ".join(
            " / ".join(
                f"{modifier.add:+d} {words.term(modifier.when if in_play else conditions[modifier.id])}"
                for modifier in group
            )
            for group in modifier_groups(table)
        )
        under = () if in_play else modifiers.notes
        blocks += [writer.paragraph(f"{listed}.", _MODIFIERS), *_notes(under, table, writer)]
    return [*blocks, *_notes([Note("", table.entry.provenance)], table, writer)]


def _notes(notes: Iterable[Note], table: Table, writer: Writer) -> list[Block]:
    return [
        writer.paragraph(
            note_text(note, table.entry, writer.words),
            NOTE,
            color="house" if note.provenance.basis.is_marked else "muted",
        )
        for note in notes
    ]


def notes_in_play(grid: Grid) -> list[Note]:
    """The notes that limit a printed figure, marked in order; how figures were derived is left out."""
    notes = (note for note in grid.notes if note.letter and note.provenance.note)
    printed = [note for note in notes if note.provenance.basis is Basis.PRINTED]
    signs = _SIGNS if len(printed) <= len(_SIGNS) else ascii_lowercase
    return [replace(note, letter=letter) for note, letter in zip(printed, signs, strict=False)]


def chart_rows(
    grid: Grid, words: Words, notes: Sequence[Note] | None = None, table: str = ""
) -> tuple[Sequence[str], list[list[str]]]:
    """Headings and rows of a grid, with the marks of house values and the letters of its notes.

    If ``notes`` are given, only these have letters, which may differ from those of the grid. ``table`` is the
    key of the grid's table, for its terms.
    """
    own = {note.provenance: note.letter for note in (grid.notes if notes is None else notes)}
    letters = {note.letter: own[note.provenance] for note in grid.notes if note.provenance in own}

    def text(place: Place) -> str:
        pieces = (
            f"{spelled(piece.text, words, table)}{note_mark(letters.get(piece.letter, ''))}"
            for piece in place.pieces
        )
        basis = grid.mark(place)
        return "".join(pieces) + (words.mark(basis) if basis else "")

    return [spelled(head, words, table) for head in grid.heads], [
        [text(place) for place in row] for row in grid.rows
    ]


def cell_text(table: Table, cell: Cell, words: Words, letter: str = "") -> str:
    """A result with the letter of its note, and the mark of its basis if that is not the table's."""
    basis = cell.provenance.basis
    mark = words.mark(basis) if basis is not table.entry.provenance.basis else ""
    return f"{spelled(show_value(cell.value), words, table.entry.key)}{note_mark(letter)}{mark}"


def note_mark(letter: str) -> str:
    """What refers to a note in a cell, and stands before the note: a sign, or a letter in brackets.

    >>> note_mark("a"), note_mark("*"), note_mark("")
    ('[a]', '*', '')
    """
    return f"[{letter}]" if letter.isalpha() else letter


def note_text(note: Note, entry: Entry, words: Words) -> str:
    """A letter, the citation with the basis, the note and the other readings."""
    provenance = note.provenance
    text = cited(entry, provenance.source)
    if provenance.basis is not Basis.PRINTED:
        text = words("chart.value", source=text, basis=words.of("basis", provenance.basis))
    if provenance.note:
        text = f"{text}: {words.term(provenance.note)}"
    readings = [words("chart.otherwise", reading=words.term(reading)) for reading in provenance.alternatives]
    return " ".join([*filter(None, [note_mark(note.letter)]), text, *readings])
