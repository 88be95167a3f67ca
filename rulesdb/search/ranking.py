"""Ranking the entries that match a question."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rulesdb.search.question import Form, Question, Term
from rulesdb.search.words import stem

COLUMN_WORTH: Mapping[str, float] = MappingProxyType(
    {"title": 40, "names": 36, "section": 12, "text": 10, "facts": 6, "place": 1}
)
"""The score of a word in each column; a word counts once, in the column with the highest score."""

FORM_WORTH: Mapping[Form, float] = MappingProxyType(
    {Form.EXACT: 1, Form.INFLECTED: 0.95, Form.BEGINNING: 0.5, Form.SYNONYM: 0.4, Form.SCATTERED: 0.3}
)
"""The share of the score for each form of a word."""

KIND_WORTH: Mapping[str, float] = MappingProxyType(
    {"rule": 8, "term": 3, "table": 3, "effect": 0, "marker": -5, "concept": -20}
)
"""A bonus by kind, so that a rule comes before the counter of the same name.

A concept only summarizes other entries of its game, so it comes last.
"""

OTHER_KIND_WORTH = 2.0
INFLECTED_NAME_SHARE = 0.98
PHRASE_SHARE = 0.25
# bm25 only orders entries with equal scores, so its share is small.
_BM25_SHARE = 0.25
_BM25_WEIGHTS = "10, 8, 3, 2, 1, 0.5"


@dataclass(frozen=True, slots=True)
class Ranked:
    """The numbers of entries with their scores, best first; ``complete`` if each contains every term."""

    scores: tuple[tuple[int, float], ...]
    complete: bool


def rank_entries(
    connection: sqlite3.Connection, question: Question, game: str | None, kind: str | None
) -> Ranked:
    """Score the entries that contain every term, or if there are none, those that contain some.

    A score is the sum of the scores of the terms in their best columns, of the whole question as the name of
    an entry or as a phrase, a bonus by kind, and a share of bm25.
    """
    scores = _candidates(connection, " AND ", question, game, kind)
    complete = bool(scores)
    if not complete:
        scores = _candidates(connection, " OR ", question, game, kind)
    mentioned: set[int] = set()
    for term in question.terms:
        for number, worth in _term_worth(connection, term).items():
            if number in scores:
                scores[number] += worth
                if worth > COLUMN_WORTH["place"]:
                    mentioned.add(number)
    for number, worth in (*_whole_names(connection, question), *_phrases(connection, question)):
        if number in scores:
            scores[number] += worth
    # "bug" means every entry of Bug Hunter only if no entry mentions bugs.
    kept = [(number, score) for number, score in scores.items() if number in (mentioned or scores)]
    return Ranked(tuple(sorted(kept, key=lambda scored: (-scored[1], scored[0]))), complete)


def _term_worth(connection: sqlite3.Connection, term: Term) -> dict[int, float]:
    """The score of a term in each entry that contains it."""
    best: dict[int, float] = {}
    for form, expression in term.forms.items():
        for column, worth in COLUMN_WORTH.items():
            for number in _holders(connection, column, expression):
                best[number] = max(best.get(number, 0), worth * FORM_WORTH[form])
    return best


def _candidates(
    connection: sqlite3.Connection, operator: str, question: Question, game: str | None, kind: str | None
) -> dict[int, float]:
    """The entries that contain all terms or some, with the bonus of their kind and their share of bm25."""
    expression = operator.join(term.any_form for term in question.terms)
    rows = connection.execute(
        f"SELECT entry.number, entry.kind, bm25(words, {_BM25_WEIGHTS}) FROM words"
        " JOIN entry ON entry.number = words.rowid"
        " WHERE words MATCH ? AND (? IS NULL OR entry.game = ?) AND (? IS NULL OR entry.kind = ?)",
        (expression, game, game, kind, kind),
    )
    return {
        number: KIND_WORTH.get(kind_of_entry, OTHER_KIND_WORTH) - _BM25_SHARE * bm25
        for number, kind_of_entry, bm25 in rows
    }


def _holders(connection: sqlite3.Connection, column: str, expression: str) -> list[int]:
    rows = connection.execute("SELECT rowid FROM words WHERE words MATCH ?", (f"{column}: ({expression})",))
    return [number for (number,) in rows]


def _whole_names(connection: sqlite3.Connection, question: Question) -> list[tuple[int, float]]:
    """Entries with the whole question as a name, in any inflection."""
    words = " ".join(question.words)
    stems = " ".join(map(stem, question.words))
    rows = connection.execute(
        "SELECT entry, max(worth * CASE WHEN words = ? THEN 1 ELSE ? END) FROM name"
        " WHERE stems = ? GROUP BY entry",
        (words, INFLECTED_NAME_SHARE, stems),
    )
    return list(rows)


def _phrases(connection: sqlite3.Connection, question: Question) -> list[tuple[int, float]]:
    """Entries that contain the whole question as a phrase."""
    if len(question.terms) == 1:
        return []
    best: dict[int, float] = {}
    for column, worth in COLUMN_WORTH.items():
        for number in _holders(connection, column, f'"{" ".join(question.words)}"'):
            best[number] = max(best.get(number, 0), worth * PHRASE_SHARE)
    return list(best.items())
