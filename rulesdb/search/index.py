"""An index of some games that answers questions without loading the games."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulesdb.arguments import require, require_each
from rulesdb.errors import BrainbugError, UnknownEntry
from rulesdb.model import Basis, Citation, Provenance
from rulesdb.nearest import nearest
from rulesdb.search.question import Question, near_words, read_question
from rulesdb.search.ranking import rank_entries
from rulesdb.search.snippet import Snippet, best_passage, cut_snippet, mark_hits
from rulesdb.search.words import words_in

if TYPE_CHECKING:
    from rulesdb.ruleset import Ruleset

SNIPPET_WIDTH = 110
SEPARATOR = "\x1f"
"""Separates the texts of a list in one column; no text contains it."""


@dataclass(frozen=True, slots=True)
class Match:
    """An entry that matches a question, with the hits in its title and in a snippet of its text.

    ``parts`` are the other bases among the cells of a table.
    """

    id: str
    game: str
    kind: str
    title: Snippet
    provenance: Provenance
    parts: tuple[Basis, ...]
    snippet: Snippet
    score: float

    def as_json(self) -> dict[str, Any]:
        """The format of ``brainbug lookup --json``; every key is always present."""
        provenance = self.provenance
        return {
            "id": self.id,
            "title": self.title.plain,
            "game": self.game,
            "kind": self.kind,
            "score": self.score,
            "snippet": self.snippet.marked(),
            "source": provenance.source.as_json(),
            "basis": str(provenance.basis),
            "basis_of_parts": [str(part) for part in self.parts],
            "note": provenance.note,
            "alternatives": list(provenance.alternatives),
        }


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The best matches of a question, of ``total``.

    ``complete`` is false if no match contains every word. ``corrected`` are the mistyped words
    with their corrections, ``unknown`` are words that are not similar to any in the index.
    """

    matches: tuple[Match, ...]
    total: int
    complete: bool
    corrected: tuple[tuple[str, str], ...]
    unknown: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Treatment:
    """How one game treats a concept."""

    id: str
    game_title: str
    text: str
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class Comparison:
    """A concept of the shared vocabulary, and how each game treats it."""

    title: str
    text: str
    treatments: tuple[Treatment, ...]


class Index:
    """Every entry of some games, in a SQLite database.

    >>> from rulesdb import open_game
    >>> index = Index.of([open_game("bug-hunter")])
    >>> [match.id for match in index.find(["airlok"], kind="rule", most=1).matches]
    ['bug-hunter:rule/303.2']
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection

    @classmethod
    def of(cls, games: Iterable[Ruleset]) -> Index:
        """An index in memory.

        Raises:
            BrainbugError: this Python's SQLite has no full-text search.
        """
        # Filling an index imports YAML; searching a cached one should not wait for that.
        from rulesdb.ruleset import Ruleset
        from rulesdb.search.contents import fill_index

        games = require_each("games", games, Ruleset, "open games")
        # One thread may fill an index and another read it; nothing is written later.
        connection = sqlite3.connect(":memory:", check_same_thread=False)
        try:
            fill_index(connection, games)
        except sqlite3.OperationalError as error:
            raise BrainbugError(
                f"SQLite {sqlite3.sqlite_version} of this Python has no full-text search: {error}"
            ) from error
        return cls(connection)

    def find(
        self,
        texts: Iterable[str],
        game: str | None = None,
        kind: str | None = None,
        most: int = 20,
        width: int = SNIPPET_WIDTH,
    ) -> SearchResult:
        """The entries that contain most of the words, best first; rare words count more than common ones.

        Args:
            texts: words, numbers such as ``304.2`` and abbreviations, in any order.
            game: search this game only.
            kind: only entries of this kind.
            most: maximum number of matches.
            width: maximum length of a snippet.

        Raises:
            InputError: ``texts`` contain no word, or too many.
            UnknownEntry: the game or kind does not exist; with the most similar ones.
        """
        texts = require_each("texts", texts, str, "words")
        require("game", game, (str, type(None)), "the id of a game, or None")
        require("kind", kind, (str, type(None)), "a kind of entry, or None")
        require("most", most, int, "a number of entries")
        require("width", width, int, "a number of letters")
        self._check("game", game, "SELECT id FROM game ORDER BY position")
        self._check("kind", kind, "SELECT DISTINCT kind FROM entry ORDER BY kind")
        question = read_question(self.connection, texts, game)
        ranked = rank_entries(self.connection, question, game, kind)
        complete = ranked.complete and not question.unknown
        matches = tuple(
            self._match(*scored, question, ranked.weights, width) for scored in ranked.scores[: max(most, 0)]
        )
        return SearchResult(matches, len(ranked.scores), complete, question.corrected, question.unknown)

    def near(self, texts: Iterable[str]) -> tuple[str, ...]:
        """Up to three similar words of the index for each word of ``texts``, best first."""
        texts = require_each("texts", texts, str, "words")
        words = [word for text in texts for word in words_in(text)]
        return tuple(dict.fromkeys(near for word in words for near in near_words(self.connection, word)))

    def compare(self, texts: Iterable[str]) -> Comparison | None:
        """The concept that ``texts`` name, even if misspelled, and how each game treats it."""
        texts = require_each("texts", texts, str, "words")
        words = " ".join(read_question(self.connection, texts).words)
        row = self.connection.execute(
            "SELECT concept.id, title, text FROM concept_name JOIN concept ON concept.id = concept"
            " WHERE words = ?",
            (words,),
        ).fetchone()
        if row is None:
            return None
        concept, title, text = row
        rows = self.connection.execute(
            f"SELECT entry.id, game.title, text, {_PROVENANCE} FROM entry JOIN game ON game.id = game"
            " WHERE kind = 'concept' AND slug = ? ORDER BY position",
            (concept,),
        )
        treatments = (
            Treatment(id, game_title, " ".join(own.split()), _provenance(*rest))
            for id, game_title, own, *rest in rows
        )
        return Comparison(title, text, tuple(treatments))

    def _match(
        self, number: int, score: float, question: Question, weights: Sequence[float], width: int
    ) -> Match:
        id, game, kind, title, parts, text, passages, *rest = self.connection.execute(
            f"SELECT id, game, kind, title, parts, text, passages, {_PROVENANCE} FROM entry WHERE number = ?",
            (number,),
        ).fetchone()
        provenance = _provenance(*rest)
        lines = [*passages.split(SEPARATOR), provenance.note, *provenance.alternatives, text]
        wanted = question.wanted
        answer = best_passage(lines, [term.forms for term in question.terms], weights)
        return Match(
            id,
            game,
            kind,
            mark_hits(title, wanted),
            provenance,
            tuple(Basis(part) for part in parts.split()),
            cut_snippet(answer, wanted, width),
            round(score, 2),
        )

    def _check(self, what: str, wanted: str | None, listing: str) -> None:
        names = [name for (name,) in self.connection.execute(listing)]
        if wanted is not None and wanted not in names:
            raise UnknownEntry(wanted, nearest(wanted, names) or names, what)


_PROVENANCE = "document, section, basis, note, alternatives"


def _provenance(document: str, section: str, basis: str, note: str, alternatives: str) -> Provenance:
    return Provenance(
        Citation(document, section),
        Basis(basis),
        note,
        tuple(alternatives.split(SEPARATOR)) if alternatives else (),
    )
