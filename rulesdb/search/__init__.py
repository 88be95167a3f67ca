"""Search over the entries of some games."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from rulesdb.arguments import require, require_each
from rulesdb.search.index import SNIPPET_WIDTH, Comparison, Index, Match, SearchResult
from rulesdb.search.snippet import Snippet
from rulesdb.search.words import words_in

if TYPE_CHECKING:
    from rulesdb.model import Entry
    from rulesdb.ruleset import Ruleset

__all__ = ["SNIPPET_WIDTH", "Comparison", "Hit", "Index", "Match", "SearchResult", "Snippet", "search"]


@dataclass(frozen=True, slots=True)
class Hit:
    """An entry that matches a search, its score, and the matching part of its text."""

    entry: Entry
    score: float
    snippet: Snippet


def search(
    games: Iterable[Ruleset],
    words: Iterable[str],
    kind: str | None = None,
    most: int = 20,
    width: int = SNIPPET_WIDTH,
) -> tuple[Hit, ...]:
    """Entries that contain most of the words, best first; a misspelled word counts as the most similar one.

    ``width`` is the maximum length of a snippet. The index of the games that were searched last is kept in
    memory.

    >>> from rulesdb import open_game
    >>> [hit.entry.slug for hit in search([open_game("bug-hunter")], ["airlok"], kind="rule")][:1]
    ['303.2']

    Without a word, or without an entry of ``kind``, there are no hits.
    """
    from rulesdb.ruleset import Ruleset

    games = require_each("games", games, Ruleset, "open games")
    words = require_each("words", words, str, "words")
    require("kind", kind, (str, type(None)), "a kind of entry, or None")
    require("most", most, int, "a number of entries")
    require("width", width, int, "a number of characters")
    entries = {entry.id: entry for game in games for entry in game.all_entries.values()}
    has_kind = kind is None or any(entry.kind == kind for entry in entries.values())
    if not has_kind or not any(words_in(text) for text in words):
        return ()
    result = _index_of(tuple(map(_Loaded, games))).find(words, kind=kind, most=most, width=width)
    return tuple(Hit(entries[match.id], match.score, match.snippet) for match in result.matches)


@dataclass(frozen=True, slots=True, eq=False)
class _Loaded:
    """A loaded game as a key, compared by identity."""

    game: Ruleset

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Loaded) and other.game is self.game

    def __hash__(self) -> int:
        return id(self.game)


@lru_cache(maxsize=4)
def _index_of(loaded: tuple[_Loaded, ...]) -> Index:
    return Index.of(key.game for key in loaded)
