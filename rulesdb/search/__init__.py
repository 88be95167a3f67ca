"""Search over the entries of some games."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from rulesdb.search.index import Comparison, Found, Index, Match
from rulesdb.search.snippet import Snippet
from rulesdb.search.words import words_in

if TYPE_CHECKING:
    from rulesdb.model import Entry
    from rulesdb.ruleset import Ruleset

__all__ = ["Comparison", "Found", "Hit", "Index", "Match", "Snippet", "search"]


@dataclass(frozen=True, slots=True)
class Hit:
    """An entry that answers a search, how well, and the part of its text that does."""

    entry: Entry
    score: float
    snippet: Snippet


def search(
    games: Iterable[Ruleset], words: Iterable[str], kind: str | None = None, most: int = 20
) -> tuple[Hit, ...]:
    """Entries that hold every word, best first; a word that occurs nowhere counts as its nearest one.

    The index of the games that were searched last is kept in memory.

    >>> from rulesdb import open_game
    >>> [hit.entry.slug for hit in search([open_game("bug-hunter")], ["airlok"], kind="rule")][:1]
    ['303.2']

    Without a word to look for, or an entry of ``kind``, nothing is found.
    """
    games, words = tuple(games), tuple(words)
    entries = {entry.id: entry for game in games for entry in game.all_entries.values()}
    has_kind = kind is None or any(entry.kind == kind for entry in entries.values())
    if not has_kind or not any(words_in(text) for text in words):
        return ()
    found = _index_of(tuple(map(_Loaded, games))).find(words, kind=kind, most=most)
    return tuple(Hit(entries[match.id], match.score, match.snippet) for match in found.matches)


@dataclass(frozen=True, slots=True, eq=False)
class _Loaded:
    """A loaded game as a key: it never changes, and to compare all that it holds would be slow."""

    game: Ruleset

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Loaded) and other.game is self.game

    def __hash__(self) -> int:
        return id(self.game)


@lru_cache(maxsize=4)
def _index_of(loaded: tuple[_Loaded, ...]) -> Index:
    return Index.of(known.game for known in loaded)
