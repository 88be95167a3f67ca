"""The contents of an index, and filling it."""

from __future__ import annotations

import itertools
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rulesdb.search.index import SEPARATOR
from rulesdb.search.words import indexed, stem, words_in
from rulesdb.tables import show_value
from rulesdb.vocabulary import load_vocabulary

if TYPE_CHECKING:
    from rulesdb.model import Entry
    from rulesdb.ruleset import Ruleset

_TABLES = Path(__file__).with_name("index.sql")

TITLE_WORTH = 60.0
"""The score of a question that is the whole title, slug or id of an entry."""
OTHER_NAME_WORTH = 50.0
"""The same for an abbreviation or another name."""

_FOR_DRAWING = frozenset({"counter", "copies"})
_FOR_PROGRAMMERS = (">>>", "Args:", "Returns:", "Raises:", "Source:")


def fill_index(connection: sqlite3.Connection, games: Iterable[Ruleset]) -> None:
    """Write the games, their entries and the shared vocabulary into an empty database."""
    connection.executescript(_TABLES.read_text(encoding="utf-8"))
    words: set[str] = set()
    numbers = itertools.count(1)
    for position, game in enumerate(games):
        _insert(connection, "game", game.id, game.title, position)
        for entry in game.all_entries.values():
            words |= _add_entry(connection, next(numbers), game, entry)
    for concept in load_vocabulary():
        _insert(connection, "concept", concept.id, concept.title, concept.text)
        names = _phrases((concept.id, concept.title, *concept.also))
        rows = [(name, concept.id) for name in names]
        connection.executemany("INSERT OR IGNORE INTO concept_name VALUES (?, ?)", rows)
        _add_synonyms(connection, names, "")
        words.update(word for name in names for word in name.split())
    for word in sorted(words):
        _insert(connection, "vocabulary", word, stem(word))
    connection.execute("INSERT INTO words (words) VALUES ('optimize')")
    connection.commit()


@dataclass(frozen=True, slots=True)
class SearchableText:
    """The texts of an entry that a search looks at, besides its title, slug and section.

    ``other_names`` include its abbreviation; ``facts`` are its figures in words, ``details`` the same with
    the notes, other readings and titles of examples.
    """

    other_names: tuple[str, ...]
    prose: str
    facts: str
    details: str
    places: tuple[str, ...]


def searchable_text(game: Ruleset, entry: Entry) -> SearchableText:
    """The texts of an entry.

    >>> from rulesdb import open_game
    >>> game = open_game("bug-hunter")
    >>> searchable_text(game, game.entry("weapon/machine-pistol")).other_names
    ('MP',)
    """
    provenance = entry.provenance
    facts = "; ".join(dict.fromkeys(_facts(game, entry)))
    examples = (example.title for example in entry.examples)
    return SearchableText(
        (*entry.also, *([entry["abbreviation"]] if entry.get("abbreviation") else [])),
        _prose(game.plain_text(entry)),
        facts,
        " · ".join(filter(None, (facts, provenance.note, *provenance.alternatives, *examples))),
        (game.title, game.id, entry.kind, provenance.source.document),
    )


def _add_entry(connection: sqlite3.Connection, number: int, game: Ruleset, entry: Entry) -> set[str]:
    """Write one entry; returns its words."""
    provenance = entry.provenance
    source = provenance.source
    text = searchable_text(game, entry)
    _insert(
        connection, "entry", number, entry.id, entry.game, entry.kind, entry.slug, entry.title,
        source.document, source.section, str(provenance.basis), provenance.note,
        SEPARATOR.join(provenance.alternatives), " ".join(_bases_of_parts(game, entry)),
        text.prose, text.facts,
    )  # fmt: skip
    names, places = " · ".join([entry.slug, *text.other_names]), " · ".join(text.places)
    columns = list(map(indexed, (entry.title, names, source.section, text.prose, text.details, places)))
    _insert(connection, "words (rowid, title, names, section, text, facts, place)", number, *columns)
    worth = dict.fromkeys(_phrases(text.other_names), OTHER_NAME_WORTH)
    worth |= dict.fromkeys(_phrases((entry.title, entry.slug, entry.key, entry.id)), TITLE_WORTH)
    for name, value in worth.items():
        _insert(connection, "name", name, " ".join(map(stem, name.split())), number, value)
    if text.other_names:
        _add_synonyms(connection, _phrases((entry.title, *text.other_names)), entry.game)
    return {word for column in columns for word in column.split()}


def _insert(connection: sqlite3.Connection, table: str, *values: str | float) -> None:
    connection.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(values))})", values)


def _add_synonyms(connection: sqlite3.Connection, names: tuple[str, ...], game: str) -> None:
    """Make ``names`` synonyms of each other in ``game``, or in all games if it is empty."""
    pairs = [(name, other, game) for name in names for other in names if other != name]
    connection.executemany("INSERT INTO synonym VALUES (?, ?, ?)", pairs)


def _phrases(names: Iterable[str]) -> tuple[str, ...]:
    """The words of each name, once each, in order."""
    return tuple(dict.fromkeys(phrase for name in names if (phrase := " ".join(words_in(name)))))


def _prose(text: str) -> str:
    """A text without the parts of a procedure's docstring that are for programmers."""
    return "\n\n".join(part for part in text.split("\n\n") if not part.lstrip().startswith(_FOR_PROGRAMMERS))


def _facts(game: Ruleset, entry: Entry) -> Iterator[str]:
    """The figures of an entry in words; for a table its axes, modifiers and results."""
    if entry.kind == "table":
        table = game.tables[entry.slug]
        for axis in table.axes:
            yield f"{axis.name}: {axis.accepts}"
        yield table.result_name
        for modifier in table.modifiers:
            yield modifier.when
        results = (show_value(cell.value) for _, cell in table.cells())
        yield from (value for value in results if any(letter.isalpha() for letter in value))
    elif entry.kind == "procedure":
        for given in game.procedures[entry.slug].inputs:
            yield given.name.replace("_", " ")
    else:
        for name, value in entry.facts.items():
            if name not in _FOR_DRAWING:
                yield f"{name.replace('_', ' ')}: {show_value(value)}"


def _bases_of_parts(game: Ruleset, entry: Entry) -> list[str]:
    """The other bases among a table's cells and modifiers."""
    if entry.kind != "table":
        return []
    table = game.tables[entry.slug]
    parts = [cell.provenance for _, cell in table.cells()] + [
        modifier.provenance for modifier in table.modifiers
    ]
    return sorted({str(part.basis) for part in parts} - {str(entry.provenance.basis)})
