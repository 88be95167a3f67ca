"""The parts of a description, as data without layout."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulesdb.model import Basis, Example, Provenance


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of text: plain, ``code``, or a link to the entry with the id ``target``.

    A link without words of its own is ``titled``: its text is the title of that entry in lower case, or its
    slug, and a writer may show the title as it is written.
    A value whose provenance is not that of its entry has the ``letter`` of a :class:`Note` and its ``basis``.
    """

    text: str
    code: bool = False
    target: str = ""
    titled: bool = False
    letter: str = ""
    basis: Basis = Basis.PRINTED

    @property
    def lettered(self) -> str:
        """The text with the letter of its note in brackets, as in ``5[a]``."""
        return f"{self.text}[{self.letter}]" if self.letter else self.text


Prose = tuple[Piece, ...]


def plain(prose: Sequence[Piece]) -> str:
    """The text of some pieces, without markup.

    >>> plain((Piece("See "), Piece("airlock", target="bug-hunter:term/airlock"), Piece(".")))
    'See airlock.'
    """
    return "".join(piece.text for piece in prose)


@dataclass(frozen=True, slots=True)
class Place:
    """The text in a row and column, and the numbers of the ``cells`` of the table that it shows."""

    pieces: Prose
    cells: tuple[int, ...] = ()

    @property
    def text(self) -> str:
        return plain(self.pieces)

    @property
    def lettered(self) -> str:
        """The text with the letters of its notes."""
        return "".join(piece.lettered for piece in self.pieces)

    @property
    def basis(self) -> Basis:
        """The basis of the first value."""
        return self.pieces[0].basis if self.pieces else Basis.PRINTED


@dataclass(frozen=True, slots=True)
class Note:
    """The provenance of the values with a ``letter``, or of every value if the letter is empty.

    ``values`` are these values with their places, as in ``force marine, die 5 → 4``.
    """

    letter: str
    provenance: Provenance
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Grid:
    """Rows and columns of one ``basis``.

    The first ``keys`` columns name the row, ``across`` is the title of the others.
    """

    heads: tuple[str, ...]
    rows: tuple[tuple[Place, ...], ...]
    keys: int
    across: str = ""
    notes: tuple[Note, ...] = ()
    basis: Basis = Basis.PRINTED

    def mark(self, place: Place) -> Basis | None:
        """The basis of a house or supplement value, unless the whole grid has it."""
        bases = (piece.basis for piece in place.pieces)
        return next((basis for basis in bases if basis.is_marked and basis is not self.basis), None)


@dataclass(frozen=True, slots=True)
class Fact:
    """A titled figure: one value, several ``items`` that are sentences, or the rows of a ``grid``.

    ``remark`` explains a ``basis`` that differs from the entry's.
    """

    title: str
    prose: Prose = ()
    items: tuple[Prose, ...] = ()
    grid: Grid | None = None
    remark: str = ""
    basis: Basis = Basis.PRINTED


@dataclass(frozen=True, slots=True)
class Link:
    """A link to an entry; ``title`` is empty if its game is not given."""

    id: str
    kind: str
    slug: str
    title: str = ""

    @property
    def key(self) -> str:
        return f"{self.kind}/{self.slug}"


@dataclass(frozen=True, slots=True)
class Figure:
    """The part of a ``table`` about one entry, and the ``provenance`` of that table.

    ``result`` is the name of its results, ``unit`` what they count. The ``grid`` has no column for the entry,
    unless several rows are about it.
    """

    table: Link
    provenance: Provenance
    result: str
    unit: str
    grid: Grid

    @property
    def qualifier(self) -> str:
        """The rest of the table's title: the result or its unit, and what the numbers in a line count.

        >>> from rulesdb import open_game
        >>> from rulesdb.description import describe
        >>> game = open_game("bug-hunter")
        >>> [figure.qualifier for figure in describe(game.entry("weapon/laser-rifle"), game).figures][:2]
        [' (by range)', ' (drawn for)']
        """
        words = self.unit or self.result
        parts = [words] * (words.casefold() not in self.table.title.casefold())
        is_numbered = any(head[:1].isdigit() for head in self.grid.heads)
        parts += [f"by {self.grid.across}"] * bool(self.line and self.grid.across and is_numbered)
        return f" ({', '.join(parts)})" if parts else ""

    @property
    def line(self) -> Prose:
        """The values of a single row; empty if there are several rows.

        >>> from rulesdb import open_game
        >>> from rulesdb.description import describe
        >>> game = open_game("bug-hunter")
        >>> plain(describe(game.entry("weapon/laser-rifle"), game).figures[0].line)
        '0-1: 12 · 2-5: 12 · 6-12: 12 · 13-25: 11 · 26+: 10'
        """
        if self.grid.keys or len(self.grid.rows) != 1:
            return ()
        pieces: list[Piece] = []
        for head, place in zip(self.grid.heads, self.grid.rows[0], strict=True):
            named = [] if head == self.result else [Piece(f"{head}: ")]
            pieces += [Piece(" · "), *named, *place.pieces]
        return tuple(pieces[1:])

    def note_text(self, note: Note) -> str:
        """The basis of the values of a note, their source if it is not the table's, and the note itself."""
        provenance = note.provenance
        source = "" if provenance.source == self.provenance.source else f", {provenance.source}"
        others = [f"Otherwise: {reading}" for reading in provenance.alternatives]
        text = " ".join(filter(None, [provenance.note, *others]))
        return f"{provenance.basis}{source}{f': {text}' if text else ''}"

    @property
    def mark(self) -> str:
        """The basis of the table in brackets, unless it is printed."""
        basis = self.provenance.basis
        return "" if basis is Basis.PRINTED else f"[{basis}]"


@dataclass(frozen=True, slots=True)
class Description:
    """Everything to show of an entry, in this order.

    ``inputs`` are those of a table or procedure, ``remarks`` other facts about it, ``figures`` what tables
    have about it.
    """

    id: str
    kind: str
    title: str
    headline: str
    game: str
    provenance: Provenance
    also: tuple[str, ...]
    paragraphs: tuple[Prose, ...]
    grid: Grid | None
    inputs: tuple[Fact, ...]
    remarks: tuple[Fact, ...]
    modifiers: Grid | None
    facts: tuple[Fact, ...]
    figures: tuple[Figure, ...]
    examples: tuple[Example, ...]
    see: tuple[Link, ...]
    used_by: tuple[Link, ...]
    command: str = ""

    @property
    def see_also(self) -> tuple[Link, ...]:
        """The entries to see, and the tables of the figures."""
        return tuple(dict.fromkeys((*self.see, *(figure.table for figure in self.figures))))
