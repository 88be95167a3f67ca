"""Which entries answer a question, best first."""

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
"""What a word is worth where it stands; a word counts once, where it is worth most."""

FORM_WORTH: Mapping[Form, float] = MappingProxyType(
    {Form.EXACT: 1, Form.INFLECTED: 0.95, Form.BEGINNING: 0.5, Form.SYNONYM: 0.4, Form.SCATTERED: 0.3}
)
"""The share of that worth which each form of a word brings."""

KIND_WORTH: Mapping[str, float] = MappingProxyType(
    {"rule": 8, "term": 3, "table": 3, "effect": 0, "marker": -5, "concept": -20}
)
"""A nudge between entries that answer alike: the rule before the counter of the same name.

A concept only sums up what other entries of its game say.
"""

OTHER_KIND_WORTH = 2.0
INFLECTED_NAME_SHARE = 0.98
PHRASE_SHARE = 0.25
# bm25 orders what the worths leave level, so it must stay small beside them.
_BM25_SHARE = 0.25
_BM25_WEIGHTS = "10, 8, 3, 2, 1, 0.5"


@dataclass(frozen=True, slots=True)
class Ranked:
    """The numbers of entries with their scores, best first; ``complete`` when each holds every term."""

    scores: tuple[tuple[int, float], ...]
    complete: bool


def rank_entries(
    connection: sqlite3.Connection, question: Question, game: str | None, kind: str | None
) -> Ranked:
    """Score the entries that hold every term, or where there are none, those that hold some.

    A score is what the words of the question are worth where they stand, what the whole question is worth
    as the name of an entry, a nudge by kind, and a little of bm25.
    """
    scores = _candidates(connection, " AND ", question, game, kind)
    complete = bool(scores)
    if not complete:
        scores = _candidates(connection, " OR ", question, game, kind)
    spoken_of: set[int] = set()
    for term in question.terms:
        for number, worth in _term_worth(connection, term).items():
            if number in scores:
                scores[number] += worth
                if worth > COLUMN_WORTH["place"]:
                    spoken_of.add(number)
    for number, worth in (*_whole_names(connection, question), *_phrases(connection, question)):
        if number in scores:
            scores[number] += worth
    # "bug" means every entry of Bug Hunter only where no entry speaks of bugs.
    kept = spoken_of or scores.keys()
    ranked = sorted(
        ((number, score) for number, score in scores.items() if number in kept),
        key=lambda scored: (-scored[1], scored[0]),
    )
    return Ranked(tuple(ranked), complete)


def _term_worth(connection: sqlite3.Connection, term: Term) -> dict[int, float]:
    """What a term is worth in each entry that holds it."""
    best: dict[int, float] = {}
    for form, expression in term.forms.items():
        for column, worth in COLUMN_WORTH.items():
            for number in _holders(connection, column, expression):
                best[number] = max(best.get(number, 0), worth * FORM_WORTH[form])
    return best


def _candidates(
    connection: sqlite3.Connection, operator: str, question: Question, game: str | None, kind: str | None
) -> dict[int, float]:
    """The entries that hold all terms or some, each with its share of bm25 and the nudge of its kind."""
    expression = operator.join(term.any_form for term in question.terms)
    rows = connection.execute(
        f"SELECT entry.number, entry.kind, bm25(words, {_BM25_WEIGHTS}) FROM words"
        " JOIN entry ON entry.number = words.rowid"
        " WHERE words MATCH ? AND (? IS NULL OR entry.game = ?) AND (? IS NULL OR entry.kind = ?)",
        (expression, game, game, kind, kind),
    )
    return {
        number: KIND_WORTH.get(found_kind, OTHER_KIND_WORTH) - _BM25_SHARE * bm25
        for number, found_kind, bm25 in rows
    }


def _holders(connection: sqlite3.Connection, column: str, expression: str) -> list[int]:
    rows = connection.execute("SELECT rowid FROM words WHERE words MATCH ?", (f"{column}: ({expression})",))
    return [number for (number,) in rows]


def _whole_names(connection: sqlite3.Connection, question: Question) -> list[tuple[int, float]]:
    """Entries that the whole question names, up to the form of its words."""
    words = " ".join(question.words)
    stems = " ".join(map(stem, question.words))
    rows = connection.execute(
        "SELECT entry, max(worth * CASE WHEN words = ? THEN 1 ELSE ? END) FROM name"
        " WHERE stems = ? GROUP BY entry",
        (words, INFLECTED_NAME_SHARE, stems),
    )
    return list(rows)


def _phrases(connection: sqlite3.Connection, question: Question) -> list[tuple[int, float]]:
    """Entries in which several terms stand together in the order asked."""
    if len(question.terms) == 1:
        return []
    found: dict[int, float] = {}
    for column, worth in COLUMN_WORTH.items():
        for number in _holders(connection, column, f'"{" ".join(question.words)}"'):
            found[number] = max(found.get(number, 0), worth * PHRASE_SHARE)
    return list(found.items())
