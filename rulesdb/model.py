"""The frozen models of what the database holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from rulesdb.constraints import Constraint
from rulesdb.problem import Span

NOTHING: Mapping[str, Any] = MappingProxyType({})


class Basis(StrEnum):
    """How a datum relates to the book."""

    PRINTED = "printed"
    DERIVED = "derived"
    READING = "reading"
    HOUSE = "house"
    SUPPLEMENT = "supplement"

    def __str__(self) -> str:
        return self.value

    @property
    def is_marked(self) -> bool:
        """Whether sheets mark the value, as it is not what the book prints."""
        return self in (Basis.HOUSE, Basis.SUPPLEMENT)


BASIS_MEANING: Mapping[Basis, str] = MappingProxyType(
    {
        Basis.PRINTED: "as printed in the book",
        Basis.DERIVED: "follows from the printed rules",
        Basis.READING: "one reading of a passage that is ambiguous or damaged",
        Basis.HOUSE: "not in the book; brainbug's own value",
        Basis.SUPPLEMENT: "from a supplement added to the database",
    }
)


@dataclass(frozen=True, slots=True)
class Citation:
    """A place in a source document.

    >>> str(Citation("bug-hunter", "304.1"))
    'bug-hunter 304.1'
    """

    document: str
    section: str

    def __str__(self) -> str:
        return f"{self.document} {self.section}"

    def as_json(self) -> dict[str, str]:
        return {"document": self.document, "section": self.section}


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a datum comes from and how sure it is."""

    source: Citation
    basis: Basis
    note: str = ""
    alternatives: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        found: dict[str, Any] = {"source": self.source.as_json(), "basis": str(self.basis)}
        if self.note:
            found["note"] = self.note
        if self.alternatives:
            found["alternatives"] = list(self.alternatives)
        return found


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example: what it shows, and a doctest that runs it on the engine."""

    title: str
    doctest: str


@dataclass(frozen=True, slots=True)
class Entry:
    """Anything with an id: a rule, a weapon, a power, a term …

    ``facts`` holds the figures that only this kind has, as the schema of the kind names them;
    ``text`` is own-word prose, in which ``[[kind/slug]]`` links to another entry.
    """

    game: str
    kind: str
    slug: str
    title: str
    text: str
    provenance: Provenance
    facts: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    also: tuple[str, ...] = ()
    see: tuple[str, ...] = ()
    examples: tuple[Example, ...] = ()
    constrains: tuple[Constraint, ...] = ()
    span: Span | None = field(default=None, compare=False)

    @property
    def id(self) -> str:
        """The full id, as in ``bug-hunter:rule/304.2``."""
        return f"{self.game}:{self.kind}/{self.slug}"

    @property
    def key(self) -> str:
        """The id inside its game, as in ``rule/304.2``."""
        return f"{self.kind}/{self.slug}"

    @property
    def headline(self) -> str:
        """The title; that of a numbered rule begins with its number."""
        numbered = self.kind == "rule" and self.slug[0].isdigit()
        return f"{self.slug} {self.title}" if numbered else self.title

    def __getitem__(self, name: str) -> Any:
        return self.facts[name]

    def get(self, name: str, default: Any = None) -> Any:
        """A fact, or ``default`` where this entry does not state it."""
        return self.facts.get(name, default)

    def _repr_html_(self) -> str:
        """The entry in a notebook."""
        from rulesdb.notebook import entry_html

        return entry_html(self)


@dataclass(frozen=True, slots=True)
class Document:
    """A source document of a game."""

    id: str
    title: str
    year: int | None = None
    publisher: str = ""
    authors: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Acts:
    """Acts that only some people may do, and the procedure that says who.

    Attributes:
        procedure: slug of the procedure, which takes a position, an act, a force and a place.
        names: pairs of a table and the name of its axis whose labels are acts.
        nobody: the position of somebody who has none.
        sites: the kinds of site that are tried if a map does not say which it is.
        leader: the act that somebody in each force on a roster has to be allowed; may be empty.
    """

    procedure: str
    names: tuple[tuple[str, str], ...]
    nobody: str
    sites: tuple[str, ...]
    leader: str = ""


@dataclass(frozen=True, slots=True)
class Side:
    """A side that a force can play for."""

    id: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Layer:
    """A supplement that is laid over a game: its title, its file, and the SHA-256 of what the file holds."""

    title: str
    path: str
    sha256: str
