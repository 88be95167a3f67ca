"""Search over the entries of some games."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from rulesdb.model import Entry
from rulesdb.nearest import nearest
from rulesdb.ruleset import Ruleset

_WORD = re.compile(r"[a-z0-9]+(?:\.[0-9]+[a-z]?)?")


@dataclass(frozen=True, slots=True)
class Hit:
    """An entry that answers a search, and how well."""

    entry: Entry
    score: int


def search(
    games: Iterable[Ruleset], words: Iterable[str], kind: str | None = None, most: int = 20
) -> tuple[Hit, ...]:
    """Entries that hold every word, best first; a word that occurs nowhere counts as its nearest one.

    A whole word in a title, slug, abbreviation or other name counts most, then its beginning, then
    the text.

    >>> from rulesdb import open_game
    >>> [hit.entry.slug for hit in search([open_game("bug-hunter")], ["airlok"], kind="rule")][:1]
    ['303.2']
    """
    entries = [entry for game in games for entry in game.all_entries.values() if kind in (None, entry.kind)]
    names = {entry.id: _names(entry) for entry in entries}
    texts = {entry.id: set(_WORD.findall(entry.text.casefold())) for entry in entries}
    vocabulary = set().union(*names.values(), *texts.values()) if entries else set()
    wanted = [word for given in words for word in _WORD.findall(given.casefold())]
    meant = [_meant(word, vocabulary) for word in wanted]
    hits = []
    for entry in entries:
        scores = [_score(word, names[entry.id], texts[entry.id]) for word in meant]
        if scores and all(scores):
            hits.append(Hit(entry, sum(scores)))
    hits.sort(key=lambda hit: (-hit.score, len(names[hit.entry.id])))
    return tuple(hits[:most])


def _names(entry: Entry) -> set[str]:
    said = " ".join([entry.title, entry.slug.replace("-", " "), *entry.also, entry.get("abbreviation", "")])
    return set(_WORD.findall(said.casefold()))


def _meant(word: str, vocabulary: set[str]) -> str:
    if any(known.startswith(word) for known in vocabulary):
        return word
    close = nearest(word, sorted(vocabulary), 1)
    return close[0] if close else word


def _score(word: str, names: set[str], text: set[str]) -> int:
    if word in names:
        return 100
    if any(name.startswith(word) for name in names):
        return 40
    if word in text:
        return 10
    return 4 if any(known.startswith(word) for known in text) else 0
