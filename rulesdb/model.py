"""The frozen models of the contents of the database."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType
from typing import Any

from rulesdb.conditions import Trait
from rulesdb.constraints import Constraint
from rulesdb.problem import Span

_NO_FACTS: Mapping[str, Any] = MappingProxyType({})


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
    """The source of a datum and how certain it is."""

    source: Citation
    basis: Basis
    note: str = ""
    alternatives: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {"source": self.source.as_json(), "basis": str(self.basis)}
        if self.note:
            data["note"] = self.note
        if self.alternatives:
            data["alternatives"] = list(self.alternatives)
        return data


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example: its title, and a doctest that runs it on the engine."""

    title: str
    doctest: str


@dataclass(frozen=True)
class Entry:
    """Anything with an id: a rule, a weapon, a power, a term …

    ``facts`` has the values that only this kind has, by the keys of its schema; ``text`` is prose in
    brainbug's own words, in which ``[[kind/slug]]`` links to another entry.
    """

    game: str
    kind: str
    slug: str
    title: str
    text: str
    provenance: Provenance
    facts: Mapping[str, Any] = field(default_factory=lambda: _NO_FACTS)
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
        """The title, preceded by the number if a rule has one."""
        numbered = self.kind == "rule" and self.slug[0].isdigit()
        return f"{self.slug} {self.title}" if numbered else self.title

    @cached_property
    def traits(self) -> Mapping[str, Trait]:
        """The traits for conditions: its slug as ``is``, and its simple facts.

        A figure in a group of figures is named by both, as in ``scores.dodge``.
        """
        traits: dict[str, Trait] = {"is": (self.slug,)}
        for name, value in self.facts.items():
            if isinstance(value, bool):
                traits[name] = ("yes" if value else "no",)
            elif isinstance(value, int | float):
                traits[name] = value
            elif isinstance(value, str):
                traits[name] = (value,)
            elif isinstance(value, Mapping):
                figures = {f"{name}.{key}": figure for key, figure in value.items()}
                traits |= {key: figure for key, figure in figures.items() if isinstance(figure, int | float)}
        return MappingProxyType(traits)

    def __getitem__(self, name: str) -> Any:
        return self.facts[name]

    def get(self, name: str, default: Any = None) -> Any:
        """A fact, or ``default`` if this entry does not have it."""
        return self.facts.get(name, default)

    def _repr_html_(self) -> str:
        """The entry in a notebook."""
        from rulesdb.notebook import entry_html

        return entry_html(self)


@dataclass(frozen=True, slots=True)
class LabelRows:
    """The rows of a ``table`` for one entry: those of some ``labels`` of an ``axis``."""

    table: str
    axis: str
    labels: tuple[str, ...]


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
    """Acts that only some people may do, and the procedure that decides who.

    Attributes:
        procedure: slug of the procedure, which takes a position, an act, a force and a place.
        names: pairs of a table and the name of its axis whose labels are acts.
        nobody: the position of somebody who has none.
        sites: the kinds of site that are tried if a map does not state its kind.
        leader: the act that somebody in each force on a roster has to be allowed; may be empty.
    """

    procedure: str
    names: tuple[tuple[str, str], ...]
    nobody: str
    sites: tuple[str, ...]
    leader: str = ""


@dataclass(frozen=True, slots=True)
class Coverage:
    """How machines play a rule, and why that differs from the book.

    ``how`` is ``played``, ``simply``, ``not_played``, or ``no_effect`` if the rule cannot change how a game
    ends.
    """

    how: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Side:
    """A side that a force can play for; ``player`` is its only player, if it always has one."""

    id: str
    title: str
    text: str
    player: str = ""


@dataclass(frozen=True, slots=True)
class Layer:
    """A supplement of a game: its title, its file, and the SHA-256 digest of the file."""

    title: str
    path: str
    sha256: str
