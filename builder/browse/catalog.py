"""The open games: their entries by id, and the search."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from rulesdb import Answer, Basis, Entry, Ruleset, UnknownEntry
from rulesdb.nearest import nearest
from rulesdb.search import SNIPPET_WIDTH, Snippet, search
from rulesdb.tables import show_value
from rulesdb.vocabulary import KIND, compare, load_vocabulary

MAX_HITS = 200
MARKS: Mapping[Basis, str] = MappingProxyType(
    {Basis.HOUSE: "*", Basis.DERIVED: "°", Basis.READING: "?", Basis.SUPPLEMENT: "^"}
)
"""The mark after an entry in the results; printed ones have none."""


@dataclass(frozen=True)
class Catalog:
    """Some games, with their supplements applied."""

    games: tuple[Ruleset, ...]

    @cached_property
    def _entries(self) -> dict[str, tuple[Ruleset, Entry]]:
        return {entry.id: (game, entry) for game in self.games for entry in game.all_entries.values()}

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """Every kind of entry in any of the games, in alphabetical order."""
        return tuple(sorted({entry.kind for _, entry in self._entries.values()}))

    def find(self, id: str) -> tuple[Ruleset, Entry]:
        """The entry with a full id, and its game.

        Raises:
            UnknownEntry: with the nearest ids.
        """
        if id not in self._entries:
            raise UnknownEntry(id, nearest(id, self._entries))
        return self._entries[id]

    def search(
        self, text: str, game: str | None = None, kind: str | None = None, width: int = SNIPPET_WIDTH
    ) -> tuple[tuple[Entry, Snippet], ...]:
        """The entries that match ``text``, best first, each with the sentence or row that answers.

        Without words, all entries in the order of the books, with empty snippets.

        >>> from rulesdb import open_game
        >>> catalog = Catalog((open_game("bug-hunter"),))
        >>> entry, snippet = catalog.search("doff spacesuit")[0]
        >>> entry.slug, snippet.plain
        ('spacesuit', 'Doff: not yet 1-3, done 4-6')
        """
        games = [owner for owner in self.games if game in (None, owner.id)]
        words = text.split()
        if words:
            hits = search(games, words, kind, MAX_HITS, width)
            return tuple((hit.entry, hit.snippet) for hit in hits)
        entries = (entry for owner in games for entry in owner.all_entries.values())
        return tuple((entry, Snippet(())) for entry in entries if kind in (None, entry.kind))

    def elsewhere(self, entry: Entry) -> tuple[tuple[Ruleset, Entry], ...]:
        """How the other games treat a shared concept; empty for any other kind of entry."""
        concept = next((concept for concept in load_vocabulary() if concept.id == entry.slug), None)
        if entry.kind != KIND or concept is None:
            return ()
        return compare([game for game in self.games if game.id != entry.game], concept)


def citation_text(game: Ruleset, entry: Entry, answer: Answer | None = None, permalink: str = "") -> str:
    """One line to paste into notes: document, section, title, link, and the basis unless it is printed.

    With an ``answer`` of the entry, it cites the cell of the answer, by its ``permalink``.

    >>> from rulesdb import open_game
    >>> game = open_game("bug-hunter")
    >>> print(citation_text(game, game.entry("table/random-panic")))
    Bug Hunter Special Rules, 309.2: Random panic ratings <bug-hunter:table/random-panic>
    >>> citation_text(game, game.entry("table/firepower"))[-14:]
    ' (house value)'
    """
    provenance = entry.provenance if answer is None else answer.provenance
    source = provenance.source
    document = next((other.title for other in game.documents if other.id == source.document), game.title)
    result = "" if answer is None else f": {show_value(answer.result)}"
    remark = "" if provenance.basis is Basis.PRINTED else f" ({provenance.basis} value)"
    return f"{document}, {source.section}: {entry.title}{result} <{permalink or entry.id}>{remark}"
