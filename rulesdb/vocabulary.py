"""The concepts that games share, and how each game treats them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from rulesdb.arguments import require, require_each
from rulesdb.errors import DataError, UnknownEntry
from rulesdb.model import Entry
from rulesdb.nearest import nearest
from rulesdb.ruleset import Ruleset
from rulesdb.schemas import SchemaSet
from rulesdb.shipped import games_folder
from rulesdb.yaml_source import load_yaml

KIND = "concept"


@dataclass(frozen=True, slots=True)
class Concept:
    """A concept of the shared vocabulary; ``also`` are its other names."""

    id: str
    title: str
    text: str
    also: tuple[str, ...]

    def is_called(self, words: str) -> bool:
        """Whether ``words`` are its name or one of its other names."""
        names = {name.casefold().replace("-", " ") for name in (self.id, self.title, *self.also)}
        return " ".join(words.casefold().replace("-", " ").split()) in names


@dataclass(frozen=True, slots=True)
class PlainWords:
    """Words that players use, and words of the texts that mean the ``same`` or are ``related``."""

    asked: tuple[str, ...]
    same: tuple[str, ...]
    related: tuple[str, ...]


@lru_cache(maxsize=1)
def load_vocabulary() -> tuple[Concept, ...]:
    """Every shared concept, in the order of comparison.

    Raises:
        DataError: the file of the vocabulary has defects.
    """
    return tuple(
        Concept(item["id"], item["title"], item["text"], tuple(item.get("also", ())))
        for item in _load_file()["concepts"]
    )


@lru_cache(maxsize=1)
def load_plain_words() -> tuple[PlainWords, ...]:
    """Everyday words of players, with the terms in the texts of all games.

    >>> next(words.same for words in load_plain_words() if "elevator" in words.asked)
    ('lift',)

    Raises:
        DataError: the file of the vocabulary has defects.
    """
    return tuple(
        PlainWords(tuple(item["asked"]), tuple(item.get("same", ())), tuple(item.get("related", ())))
        for item in _load_file().get("plain_words", ())
    )


@lru_cache(maxsize=1)
def _load_file() -> dict[str, Any]:
    path = games_folder() / "vocabulary.yaml"
    source = load_yaml(path, shown_as=path.name)
    checked = SchemaSet().check(source, "vocabulary")
    if checked.problems:
        raise DataError(checked.problems)
    data: dict[str, Any] = source.data
    return data


def find_concept(words: str) -> Concept:
    """The concept that ``words`` name.

    >>> find_concept("hand-to-hand").title, find_concept("Grenades").id
    ('Close combat', 'grenade')

    Raises:
        UnknownEntry: with the nearest concepts.
    """
    require("words", words, str, "the name of a concept")
    concepts = load_vocabulary()
    for concept in concepts:
        if concept.is_called(words):
            return concept
    names = [name for concept in concepts for name in (concept.id, *concept.also)]
    raise UnknownEntry(words, nearest(words, names), KIND)


def compare(games: Iterable[Ruleset], concept: Concept) -> tuple[tuple[Ruleset, Entry], ...]:
    """The entry of the concept in each game that has one.

    >>> from rulesdb import open_game
    >>> [(game, entry)] = compare([open_game("handspan")], find_concept("movement"))
    >>> entry.id
    'handspan:concept/movement'
    """
    from rulesdb.ruleset import Ruleset

    games = require_each("games", games, Ruleset, "open games")
    require("concept", concept, Concept, "a concept; find_concept returns one")
    key = f"{KIND}/{concept.id}"
    return tuple((game, game.entries[key]) for game in games if key in game.entries)
