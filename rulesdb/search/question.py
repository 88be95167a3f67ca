"""Parses a question into terms, with the forms of each term that texts may contain."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from rulesdb.errors import InputError
from rulesdb.nearest import nearest, slips_apart
from rulesdb.search.snippet import Wanted
from rulesdb.search.words import STOP, WORD, chains_in, fold, spelled_out, stem

_MAX_TERMS = 60
_ID = re.compile(r"\b[a-z-]+/[\w.-]+")
MAX_NAME_WORDS = 4
MIN_BEGINNING = 3
MIN_CORRECTED = 4
MIN_TWO_SLIPS = 9
"""The minimum length of a word to be corrected if two letters are wrong."""
MIN_ENTRIES = 2
"""The minimum number of entries that contain a word for it to replace a misspelled one."""
MAX_ABBREVIATION = 3
FORM_WORTH: Mapping[str, float] = MappingProxyType({"inflected": 0.97, "beginning": 0.35, "scattered": 0.5})
"""The share of a word's score for its other forms, or of a name's score for each of its words."""


@dataclass(frozen=True, slots=True)
class Term:
    """A word, or words that belong together; ``forms`` are phrases of texts with their worth."""

    words: tuple[str, ...]
    forms: Mapping[str, float]
    wanted: Wanted


@dataclass(frozen=True, slots=True)
class Question:
    """The words and terms of a question, its corrected words, and words unlike any in the index."""

    words: tuple[str, ...]
    terms: tuple[Term, ...]
    corrected: tuple[tuple[str, str], ...]
    unknown: tuple[str, ...]

    @property
    def wanted(self) -> Wanted:
        """The hits of all terms."""
        words = frozenset().union(*(term.wanted.words for term in self.terms))
        return Wanted(words, tuple(start for term in self.terms for start in term.wanted.beginnings))


def read_question(connection: sqlite3.Connection, texts: Iterable[str], game: str | None = None) -> Question:
    """The terms of a question; punctuation counts as a space.

    Names of several words are one term, and so are words with hyphens. If no word of the index
    starts with a word, it is replaced by the most similar one.

    Raises:
        InputError: there is no word, or more than SQLite accepts.
    """
    texts = tuple(map(spelled_out, texts))
    typed = [chain for text in texts for chain in chains_in(text)]
    if not typed:
        text = " ".join(texts)
        raise InputError(
            f"{text!r} has no word to search for; use words, numbers such as 304.2, or abbreviations"
        )
    meant = {word: _meant(connection, word) for chain in typed for word in chain}
    corrected = [tuple(read for word in chain if (read := meant[word])) for chain in typed]
    # Unknown words must not hide results for the other words.
    chains = [chain for chain in corrected if chain] or typed
    terms = _join_names(connection, chains)
    in_ids = {fold(word) for text in texts for id in _ID.findall(text) for word in WORD.findall(id)}
    significant = [term for term in terms if len(term) > 1 or term[0] not in STOP or term[0] in in_ids]
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
    """The word itself if it is in the index, otherwise the most frequent of the most similar ones."""
    rows = connection.execute(
        "SELECT 1 FROM vocabulary WHERE word >= ? AND word < ?"
        " UNION ALL SELECT 1 FROM vocabulary WHERE stem = ?",
        (word, word + "\U0010ffff", stem(word)),
    )
    if word in STOP or rows.fetchone():
        return word
    if len(word) < MIN_CORRECTED or not word.isalpha():
        return None
    slips = 2 if len(word) >= MIN_TWO_SLIPS else 1
    # The first letters of a mistyped word are usually right; without them, "leak" and "clip" would be
    # corrected.
    near = connection.execute(
        "SELECT word, entries FROM vocabulary WHERE word >= ? AND word < ? AND entries >= ?"
        " AND length(word) BETWEEN ? AND ?",
        (word[0], word[0] + "\U0010ffff", MIN_ENTRIES, len(word) - slips, len(word) + slips),
    )
    best = min(
        (
            (apart, -entries, other)
            for other, entries in near
            if (apart := slips_apart(word, other)) <= slips and not _is_other_short_word(word, other)
        ),
        default=None,
    )
    return best[-1] if best else None


def _is_other_short_word(word: str, other: str) -> bool:
    """Whether short words differ by one letter, such as "leak" and "lead": both may be intended."""
    return len(word) == len(other) == MIN_CORRECTED and sorted(word) != sorted(other)


def _join_names(connection: sqlite3.Connection, chains: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Join the words of a name that has synonyms, such as ``line of sight``, into one term."""
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


def _synonyms(connection: sqlite3.Connection, words: tuple[str, ...], game: str | None) -> dict[str, float]:
    rows = connection.execute(
        "SELECT other, max(worth) FROM synonym WHERE words = ? AND (? IS NULL OR game IN ('', ?))"
        " GROUP BY other ORDER BY other",
        (" ".join(map(stem, words)), game, game),
    )
    return dict(rows)


def _term(
    connection: sqlite3.Connection, words: tuple[str, ...], game: str | None, in_capitals: bool
) -> Term:
    last = words[-1]
    together = " ".join(words)
    forms: dict[str, float] = {}
    others = _synonyms(connection, words, game)
    # LOS means line of sight, not losses, but "pan" may be the beginning of panic.
    is_short_name = others and in_capitals and len(words) == 1 and len(last) <= MAX_ABBREVIATION
    for other, worth in others.items():
        forms[other] = max(forms.get(other, 0), worth)
        if " " not in other:
            for form in _inflected(connection, other):
                forms[form] = max(forms.get(form, 0), worth * FORM_WORTH["inflected"])
    hits = {word for form in forms for word in form.split() if word not in STOP}
    if len(words) > 1:
        forms["".join(words)] = 1
        for word in [word for word in words if word not in STOP] or [last]:
            for form in _inflected(connection, word):
                forms[form] = max(forms.get(form, 0), FORM_WORTH["scattered"])
                hits.add(form)
    elif not is_short_name:
        if len(last) >= MIN_BEGINNING and last not in STOP:
            for form in _beginning_with(connection, last):
                forms[form] = max(forms.get(form, 0), FORM_WORTH["beginning"])
        for form in _inflected(connection, last):
            forms[form] = max(forms.get(form, 0), FORM_WORTH["inflected"])
            hits.add(form)
    forms[together] = 1
    beginnings = () if is_short_name or len(last) < MIN_BEGINNING or last in STOP else (last,)
    return Term(words, forms, Wanted(frozenset(hits | {together, "".join(words)}), beginnings))


def _inflected(connection: sqlite3.Connection, word: str) -> list[str]:
    """The words of the index with the same stem."""
    return [
        other for (other,) in connection.execute("SELECT word FROM vocabulary WHERE stem = ?", (stem(word),))
    ]


def _beginning_with(connection: sqlite3.Connection, start: str) -> list[str]:
    rows = connection.execute(
        "SELECT word FROM vocabulary WHERE word >= ? AND word < ?", (start, start + "\U0010ffff")
    )
    return [word for (word,) in rows]
