"""Ranking the entries that match a question.

The score of a word follows the BM25F formula: its frequency in an entry, weighted by column, relative to the
length of the entry and the number of entries that contain it. SQLite's own ``bm25`` ignores synonyms and the
distance between words, so SQLite only provides the positions of words.
"""

from __future__ import annotations

import math
import re
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from rulesdb.search.question import Question, Term
from rulesdb.search.words import stem

COLUMN_WORTH: Mapping[str, float] = MappingProxyType(
    {
        "title": 2.5,
        "names": 2.2,
        "section": 1.5,
        "text": 1.0,
        "facts": 0.6,
        "notes": 0.4,
        "place": 0.05,
        "questions": 0.5,
    }
)
"""The weight of a word in each column."""

TOGETHER = frozenset({"title", "names", "text", "facts"})
"""The columns in which words count more if they are close together."""

KIND_WORTH: Mapping[str, float] = MappingProxyType(
    {
        "rule": 1.12,
        "table": 1.12,
        "mission": 1.3,
        "term": 1.0,
        "vehicle": 1.0,
        "effect": 0.95,
        "task": 0.95,
        "unit": 0.95,
        "phase": 0.85,
        "procedure": 0.8,
        "assumption": 0.8,
        "concept": 0.75,
        "marker": 0.75,
    }
)
"""The factor of a kind, so that a rule comes before a procedure, assumption or counter with the same word."""

OTHER_KIND_WORTH = 0.9


@dataclass(frozen=True, slots=True)
class Aim:
    """The factors of kinds for questions that match ``pattern``."""

    pattern: str
    kinds: Mapping[str, float]


AIMS = (
    Aim(
        r"\b(how (many|far|fast|much|long|big|high|close|strong|hot|good|tall|often)|range|cost|dice|score"
        r"|rolls?|modifiers?|bonus|penalty|table|points|speed|distance|size|number|chances?|odds|damage|movement|ap)\b",
        MappingProxyType({"table": 1.25, "weapon": 0.9, "marker": 0.9, "unit": 0.9}),
    ),
    Aim(
        r"^what (is|are|an?)\b|\b(mean|stand for|definition)\b",
        MappingProxyType({"term": 1.2, "table": 0.95}),
    ),
    Aim(
        r"^(can|may|could|does|do|is|are|if|when|what (happens|if)|how (do|does|can)|where|who|am|must)\b"
        r"|\b(can|may) (i|we|you|my|they|he|a|an|the|someone|somebody)\b",
        MappingProxyType({"rule": 1.12, "procedure": 0.85}),
    ),
)
"""Regular expressions that mean the same in Python and JavaScript, for questions in lower case."""

SATURATION = 1.8
LENGTH_SHARE = 0.2
MIN_WORTH_COUNTED = 0.6
"""The minimum worth of a form that counts in the number of entries that contain a term."""
COVER_SHARE = 1.2
NEAR_SHARE = 1.0
NEAR_WORDS = 14
ADJACENT_SHARE = 0.8
TITLE_SHARE = 2.5
LIKENESS_SHARE = 4.0
"""The share of a question's score for the most similar of the questions that an entry answers."""
LINK_SHARE = 0.12
"""The share of the best score among the entries that link to an entry."""
INFLECTED_NAME_SHARE = 0.98
MIN_COVER = 0.29
"""The share of the best cover below which a match is omitted."""

_Spot = tuple[int, int, int, float]
"""A hit: the column, the position in it, the number of the term, and the worth of the form."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """The numbers of entries with their scores, best first; ``complete`` if one contains every term."""

    scores: tuple[tuple[int, float], ...]
    complete: bool
    weights: tuple[float, ...]
    """The weight of each term; rare ones have a higher weight than common ones."""


@dataclass(frozen=True, slots=True)
class _Scope:
    """The entries of the games searched: the kind, length and number of significant title words of each."""

    kinds: dict[int, str]
    lengths: dict[int, int]
    title_words: dict[int, int]
    questions: dict[int, str]
    average_length: float


@dataclass(slots=True)
class _Hits:
    """The hits of an entry: each term's frequency and the worth of its best form; and the positions."""

    frequency: dict[int, float] = field(default_factory=dict)
    best: dict[int, float] = field(default_factory=dict)
    spots: list[_Spot] = field(default_factory=list)


def rank_entries(
    connection: sqlite3.Connection, question: Question, game: str | None, kind: str | None
) -> Ranked:
    """Score the entries that contain most of the question."""
    scope = _scope(connection, game)
    hits, weights = _collect(connection, question.terms, scope)
    whole = sum(weights) or 1.0
    covers = {
        number: sum(weights[term] * best for term, best in entry.best.items()) / whole
        for number, entry in hits.items()
    }
    patterns = [aim.kinds for aim in AIMS if re.search(aim.pattern, " ".join(question.words))]
    own = {
        number: _score(entry, weights, covers[number], scope, number)
        * _kind_worth(scope.kinds[number], patterns)
        for number, entry in hits.items()
    }
    scores = {
        number: score + LINK_SHARE * max((own.get(other, 0.0) for other in incoming), default=0.0)
        for number, score, incoming in _with_incoming(connection, own)
    }
    for number, worth in _whole_names(connection, question):
        if number in scores:
            scores[number] += worth * whole
    kept = [number for number in scores if kind in (None, scope.kinds[number])]
    least = MIN_COVER * max((covers[number] for number in kept), default=0.0)
    # "bug" matches every entry of Bug Hunter only if no entry mentions bugs.
    mentioned = {number for number in kept if any(spot[0] != _PLACE for spot in hits[number].spots)}
    ranked = [
        (number, scores[number])
        for number in kept
        if covers[number] >= least and number in (mentioned or scores)
    ]
    complete = any(len(hits[number].best) == len(question.terms) for number in kept)
    return Ranked(tuple(sorted(ranked, key=lambda scored: (-scored[1], scored[0]))), complete, weights)


_COLUMNS = tuple(COLUMN_WORTH)
_COLUMN_AT = {column: at for at, column in enumerate(_COLUMNS)}
_WORTHS = tuple(COLUMN_WORTH.values())
_TITLE, _PLACE, _QUESTIONS = _COLUMN_AT["title"], _COLUMN_AT["place"], _COLUMN_AT["questions"]
_TOGETHER = frozenset(_COLUMN_AT[column] for column in TOGETHER)


def _scope(connection: sqlite3.Connection, game: str | None) -> _Scope:
    rows = connection.execute(
        "SELECT number, kind, length, title_words, questions FROM entry WHERE ? IS NULL OR game = ?",
        (game, game),
    ).fetchall()
    lengths = {number: length for number, _, length, _, _ in rows}
    return _Scope(
        {number: kind for number, kind, *_ in rows},
        lengths,
        {number: words for number, _, _, words, _ in rows},
        {number: questions for number, *_, questions in rows},
        sum(lengths.values()) / max(1, len(rows)) or 1.0,
    )


def _collect(
    connection: sqlite3.Connection, terms: Sequence[Term], scope: _Scope
) -> tuple[dict[int, _Hits], tuple[float, ...]]:
    """The hits of each entry, and the weight of each term: its inverse document frequency."""
    hits: defaultdict[int, _Hits] = defaultdict(_Hits)
    weights = []
    for at, term in enumerate(terms):
        spots: dict[tuple[int, int, int], float] = {}
        for form, worth in term.forms.items():
            for spot in _spots(connection, form):
                if spot[0] in scope.kinds and spots.get(spot, 0.0) < worth:
                    spots[spot] = worth
        holders = set()
        for (number, column, offset), worth in spots.items():
            entry = hits[number]
            entry.frequency[at] = entry.frequency.get(at, 0.0) + worth * _WORTHS[column]
            entry.best[at] = max(entry.best.get(at, 0.0), worth)
            entry.spots.append((column, offset, at, worth))
            if worth >= MIN_WORTH_COUNTED and column != _PLACE:
                holders.add(number)
        count, others = max(len(holders), 1), len(scope.kinds)
        weights.append(math.log(1 + (others - count + 0.5) / (count + 0.5)))
    return dict(hits), tuple(weights)


def _spots(connection: sqlite3.Connection, phrase: str) -> Iterator[tuple[int, int, int]]:
    """The places where a phrase starts: the number of the entry, the column, and the position in it."""
    words = phrase.split()
    first, *others = ([*_places(connection, word)] for word in words)
    later = [set(places) for places in others]
    for number, column, offset in first:
        if all((number, column, offset + step) in places for step, places in enumerate(later, 1)):
            yield number, column, offset


def _places(connection: sqlite3.Connection, word: str) -> Iterator[tuple[int, int, int]]:
    rows = connection.execute("SELECT doc, col, offset FROM word_at WHERE term = ?", (word,))
    return ((number, _COLUMN_AT[column], offset) for number, column, offset in rows)


def _score(hits: _Hits, weights: Sequence[float], cover: float, scope: _Scope, number: int) -> float:
    length = 1 - LENGTH_SHARE + LENGTH_SHARE * scope.lengths[number] / scope.average_length
    words = sum(
        weights[term] * frequency * (SATURATION + 1) / (frequency + SATURATION * length)
        for term, frequency in hits.frequency.items()
    )
    spots = sorted(spot for spot in hits.spots if spot[0] in _TOGETHER)
    in_title = {spot[1]: spot for spot in spots if spot[0] == _TITLE}
    share = min(1.0, len(in_title) / scope.title_words[number])
    title = sum(weights[term] * worth for _, _, term, worth in in_title.values())
    return (
        words * (1 + COVER_SHARE * cover)
        + NEAR_SHARE * _nearness(spots, weights)
        + ADJACENT_SHARE * _adjacency(spots, weights)
        + TITLE_SHARE * title * share * share
        + LIKENESS_SHARE * _likeness(hits.spots, scope.questions[number], weights)
    )


def _likeness(spots: Iterable[_Spot], lengths: str, weights: Sequence[float]) -> float:
    """The weight of the terms in the most similar question, less for terms that one of the two lacks.

    ``lengths`` are the numbers of words of the entry's questions.
    """
    asked = sorted((offset, term, worth) for column, offset, term, worth in spots if column == _QUESTIONS)
    if not asked:
        return 0.0
    whole, greatest, start, at = sum(weights), 0.0, 0, 0
    for length in map(int, lengths.split()):
        best: dict[int, float] = {}
        offsets = set()
        while at < len(asked) and asked[at][0] < start + length:
            offset, term, worth = asked[at]
            best[term] = max(best.get(term, 0.0), worth)
            offsets.add(offset)
            at += 1
        start += length
        if best:
            covered = sum(weights[term] * worth for term, worth in best.items())
            share = min(1.0, len(offsets) / length)
            greatest = max(greatest, covered * covered / whole * share)
    return greatest


def _nearness(spots: Sequence[_Spot], weights: Sequence[float]) -> float:
    """The greatest weight of several terms within a few consecutive words."""
    greatest = 0.0
    for start, (column, offset, *_) in enumerate(spots):
        best: dict[int, float] = {}
        for at in range(start, len(spots)):
            other, place, term, worth = spots[at]
            if other != column or place - offset >= NEAR_WORDS:
                break
            best[term] = max(best.get(term, 0.0), worth)
        if len(best) > 1:
            greatest = max(greatest, sum(weights[term] * worth for term, worth in best.items()))
    return greatest


def _adjacency(spots: Iterable[_Spot], weights: Sequence[float]) -> float:
    """The weight of adjacent terms of the question that are also adjacent in a text."""
    places: defaultdict[int, set[tuple[int, int]]] = defaultdict(set)
    for column, offset, term, _ in spots:
        places[term].add((column, offset))
    return sum(
        min(weights[term], weights[term + 1])
        for term in range(len(weights) - 1)
        if any((column, offset + 1) in places[term + 1] for column, offset in places[term])
    )


def _kind_worth(kind: str, aims: Iterable[Mapping[str, float]]) -> float:
    return math.prod((KIND_WORTH.get(kind, OTHER_KIND_WORTH), *(aim.get(kind, 1.0) for aim in aims)))


def _with_incoming(
    connection: sqlite3.Connection, scores: Mapping[int, float]
) -> Iterator[tuple[int, float, list[int]]]:
    for number, incoming in connection.execute("SELECT number, incoming FROM entry"):
        if number in scores:
            yield number, scores[number], [int(other) for other in incoming.split()]


def _whole_names(connection: sqlite3.Connection, question: Question) -> list[tuple[int, float]]:
    """Entries whose name is the whole question, in any inflection."""
    words = " ".join(question.words)
    stems = " ".join(map(stem, question.words))
    rows = connection.execute(
        "SELECT entry, max(worth * CASE WHEN words = ? THEN 1 ELSE ? END) FROM name"
        " WHERE stems = ? GROUP BY entry",
        (words, INFLECTED_NAME_SHARE, stems),
    )
    return list(rows)
