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
class Description:
    """Everything to show of an entry, in this order.

    ``inputs`` are those of a table or procedure, ``remarks`` other facts about it.
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
    examples: tuple[Example, ...]
    see: tuple[Link, ...]
    used_by: tuple[Link, ...]
    command: str = ""
