"""Reading a question: its terms, and the forms of each that texts may contain."""

from __future__ import annotations

import difflib
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from rulesdb.errors import InputError
from rulesdb.nearest import nearest
from rulesdb.search.snippet import Wanted
from rulesdb.search.words import STOP, WORD, chains_in, fold, stem, words_in

_MAX_TERMS = 60
MAX_NAME_WORDS = 4
MIN_BEGINNING = 3
MIN_CORRECTED = 4
MIN_LIKENESS = 0.75
MAX_ABBREVIATION = 3


class Form(StrEnum):
    """How the words of a text match a term, best first."""

    EXACT = "exact"
    INFLECTED = "inflected"
    BEGINNING = "beginning"
    SYNONYM = "synonym"
    SCATTERED = "scattered"


@dataclass(frozen=True, slots=True)
class Term:
    """A word, or words that belong together; ``forms`` are expressions of SQLite's full-text search."""

    words: tuple[str, ...]
    forms: dict[Form, str]
    wanted: Wanted

    @property
    def any_form(self) -> str:
        return "(" + " OR ".join(f"({form})" for form in self.forms.values()) + ")"


@dataclass(frozen=True, slots=True)
class Question:
    """The words and terms of a question, its corrected words, and words unlike any in the index."""

    words: tuple[str, ...]
    terms: tuple[Term, ...]
    corrected: tuple[tuple[str, str], ...]
    unknown: tuple[str, ...]

    def is_answered_by(self, title: str) -> bool:
        """Whether ``title`` contains every term in some form."""
        words = words_in(title)
        return all(any(map(term.wanted.holds, words)) for term in self.terms)

    @property
    def wanted(self) -> Wanted:
        """The hits of all terms."""
        words = frozenset().union(*(term.wanted.words for term in self.terms))
        return Wanted(words, tuple(start for term in self.terms for start in term.wanted.beginnings))


def read_question(
    connection: sqlite3.Connection, texts: Iterable[str], game: str | None = None, apart: bool = False
) -> Question:
    """The terms of a question; punctuation counts as a space.

    Names of several words are one term, and so are words with hyphens, unless ``apart``. A word that is not
    in the index, even as a beginning, is replaced by the nearest one.

    Raises:
        InputError: there is no word, or more than SQLite accepts.
    """
    texts = tuple(texts)
    typed = [chain for text in texts for chain in chains_in(text)]
    if not typed:
        text = " ".join(texts)
        raise InputError(
            f"{text!r} has no word to search for; use words, numbers such as 304.2, or abbreviations"
        )
    meant = {word: _meant(connection, word) for chain in typed for word in chain}
    corrected = [tuple(read for word in chain if (read := meant[word])) for chain in typed]
    # Unknown words must not hide the results of the others.
    chains = [chain for chain in corrected if chain] or typed
    terms = [(word,) for chain in chains for word in chain] if apart else _join_names(connection, chains)
    significant = [term for term in terms if len(term) > 1 or term[0] not in STOP]
    capitals = {fold(word) for text in texts for word in WORD.findall(text) if word.isupper()}
    distinct = list(dict.fromkeys(significant or terms))
    if len(distinct) > _MAX_TERMS:
        raise InputError(f"{len(distinct)} words are too many; search for at most {_MAX_TERMS}")
    return Question(
        tuple(word for chain in chains for word in chain),
        tuple(_term(connection, words, game, set(words) <= capitals) for words in distinct),
        tuple((word, read) for word, read in meant.items() if read not in (None, word)),
        tuple(word for word, read in meant.items() if read is None),
    )


def near_words(connection: sqlite3.Connection, word: str, count: int = 3) -> tuple[str, ...]:
    """The words of the index that are most similar to ``word``."""
    slack = 1 if len(word) <= MIN_CORRECTED else 2
    near = connection.execute(
        "SELECT word FROM vocabulary WHERE length(word) BETWEEN ? AND ?",
        (len(word) - slack, len(word) + slack),
    )
    return nearest(word, [other for (other,) in near], count)


def _meant(connection: sqlite3.Connection, word: str) -> str | None:
    """The word itself if the index has it, else the nearest one, if any."""
    rows = connection.execute(
        "SELECT 1 FROM vocabulary WHERE word >= ? AND word < ?"
        " UNION ALL SELECT 1 FROM vocabulary WHERE stem = ?",
        (word, word + "\U0010ffff", stem(word)),
    )
    if rows.fetchone():
        return word
    if len(word) < MIN_CORRECTED or not word.isalpha():
        return None
    for near in near_words(connection, word, 1):
        if difflib.SequenceMatcher(None, word, near).ratio() >= MIN_LIKENESS:
            return near
    return None


def _join_names(connection: sqlite3.Connection, chains: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Join words that are a name with synonyms, as in ``line of sight``, to one term."""
    terms = []
    at = 0
    while at < len(chains):
        for count in range(min(MAX_NAME_WORDS, len(chains) - at), 0, -1):
            together = tuple(word for chain in chains[at : at + count] for word in chain)
            if count == 1 or _synonyms(connection, together, None):
                terms.append(together)
                at += count
                break
    return terms


def _synonyms(connection: sqlite3.Connection, words: tuple[str, ...], game: str | None) -> list[str]:
    rows = connection.execute(
        "SELECT DISTINCT other FROM synonym WHERE words = ? AND (? IS NULL OR game IN ('', ?))"
        " ORDER BY other",
        (" ".join(words), game, game),
    )
    return [other for (other,) in rows]


def _term(
    connection: sqlite3.Connection, words: tuple[str, ...], game: str | None, in_capitals: bool
) -> Term:
    last = words[-1]
    exact = [" ".join(words)] if len(words) == 1 else [" ".join(words), "".join(words)]
    forms = {Form.EXACT: _any_of(exact)}
    hits = {*words, *exact}
    others = _synonyms(connection, words, game)
    # LOS means line of sight and no losses, while "pan" may be the beginning of panic.
    is_short_name = others and in_capitals and len(words) == 1 and len(last) <= MAX_ABBREVIATION
    if len(words) > 1:
        telling = [word for word in words if word not in STOP] or [last]
        hits -= STOP - set(telling)
        forms[Form.SCATTERED] = " AND ".join(map(_phrase, telling))
    elif not is_short_name and (alike := _inflected(connection, last)):
        forms[Form.INFLECTED] = _any_of(alike)
        hits.update(alike)
    beginnings: tuple[str, ...] = ()
    if len(last) >= MIN_BEGINNING and last not in STOP and not is_short_name:
        forms[Form.BEGINNING] = f"{_phrase(' '.join(words))} *"
        beginnings = (last,)
    if others:
        others += [form for other in others for form in _inflected(connection, other)]
        forms[Form.SYNONYM] = _any_of(others)
        hits.update(word for other in others for word in other.split() if word not in STOP)
    return Term(words, forms, Wanted(frozenset(hits), beginnings))


def _inflected(connection: sqlite3.Connection, word: str) -> list[str]:
    rows = connection.execute(
        "SELECT word FROM vocabulary WHERE stem = ? AND word <> ? ORDER BY word", (stem(word), word)
    )
    return [other for (other,) in rows]


def _any_of(phrases: Sequence[str]) -> str:
    return " OR ".join(_phrase(phrase) for phrase in phrases)


def _phrase(words: str) -> str:
    """Words in this order; quotation marks keep SQLite from reading operators."""
    return f'"{words}"'
