"""The parts of a description: plain data, without any layout."""

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
    """What stands in a row under a heading, and the numbers of the ``cells`` of the table that it shows."""

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
        """The basis of the values; that of the first where they differ."""
        return self.pieces[0].basis if self.pieces else Basis.PRINTED


@dataclass(frozen=True, slots=True)
class Note:
    """The provenance of the values with a ``letter``, or of every value if the letter is empty.

    ``values`` are the places of these values and what stands there, as in ``force marine, die 5 → 4``.
    """

    letter: str
    provenance: Provenance
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Grid:
    """Rows and columns; the first ``keys`` columns name the row, ``across`` names what the others are.

    ``basis`` is that of the whole.
    """

    heads: tuple[str, ...]
    rows: tuple[tuple[Place, ...], ...]
    keys: int
    across: str = ""
    notes: tuple[Note, ...] = ()
    basis: Basis = Basis.PRINTED

    def mark(self, place: Place) -> Basis | None:
        """The basis of a house value or one of a supplement, unless the whole grid has it."""
        bases = (piece.basis for piece in place.pieces)
        return next((basis for basis in bases if basis.is_marked and basis is not self.basis), None)


@dataclass(frozen=True, slots=True)
class Fact:
    """A titled figure: one value, several ``items`` that are sentences, or the rows of a ``grid``.

    ``remark`` is about a figure that is less certain than its entry or comes from a supplement: its basis and
    why.
    """

    title: str
    prose: Prose = ()
    items: tuple[Prose, ...] = ()
    grid: Grid | None = None
    remark: str = ""
    basis: Basis = Basis.PRINTED


@dataclass(frozen=True, slots=True)
class Link:
    """An entry that another one points at; ``title`` is empty if its game is not at hand."""

    id: str
    kind: str
    slug: str
    title: str = ""

    @property
    def key(self) -> str:
        return f"{self.kind}/{self.slug}"


@dataclass(frozen=True, slots=True)
class Description:
    """Everything that is shown of an entry, in this order.

    ``inputs`` are what a table or procedure asks for, ``remarks`` what else holds for it.
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
