"""What an index holds of the games, and how it is filled."""

from __future__ import annotations

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
"""What a question is worth that is the whole title, slug or id of an entry."""
OTHER_NAME_WORTH = 50.0
"""The same for an abbreviation or another name."""

_FOR_DRAWING = frozenset({"counter", "copies"})
_FOR_PROGRAMMERS = (">>>", "Args:", "Returns:", "Raises:", "Source:")


def fill_index(connection: sqlite3.Connection, games: Iterable[Ruleset]) -> None:
    """Write the games, their entries and the shared vocabulary into an empty database."""
    connection.executescript(_TABLES.read_text(encoding="utf-8"))
    known: set[str] = set()
    number = 0
    for position, game in enumerate(games):
        connection.execute("INSERT INTO game VALUES (?, ?, ?)", (game.id, game.title, position))
        for entry in game.all_entries.values():
            number += 1
            known.update(_add_entry(connection, number, game, entry))
    for concept in load_vocabulary():
        connection.execute("INSERT INTO concept VALUES (?, ?, ?)", (concept.id, concept.title, concept.text))
        names = _phrases((concept.id, concept.title, *concept.also))
        rows = [(name, concept.id) for name in names]
        connection.executemany("INSERT OR IGNORE INTO concept_name VALUES (?, ?)", rows)
        _add_synonyms(connection, names, "")
        known.update(word for name in names for word in name.split())
    connection.executemany(
        "INSERT INTO vocabulary VALUES (?, ?)", [(word, stem(word)) for word in sorted(known)]
    )
    connection.execute("INSERT INTO words (words) VALUES ('optimize')")
    connection.commit()


@dataclass(frozen=True, slots=True)
class Spoken:
    """What an index holds of one entry, as text.

    ``others`` are its abbreviation and other names, ``facts`` its figures in words, ``told`` the figures
    with the notes, other readings and titles of examples.
    """

    others: tuple[str, ...]
    text: str
    facts: str
    told: str
    places: tuple[str, ...]


def spoken_of(game: Ruleset, entry: Entry) -> Spoken:
    """The texts of an entry that a search looks at, beside its title, slug and section.

    >>> from rulesdb import open_game
    >>> game = open_game("bug-hunter")
    >>> spoken_of(game, game.entry("weapon/machine-pistol")).others
    ('MP',)
    """
    provenance = entry.provenance
    facts = "; ".join(dict.fromkeys(_facts(game, entry)))
    told = (facts, provenance.note, *provenance.alternatives, *(example.title for example in entry.examples))
    return Spoken(
        (*entry.also, *([entry["abbreviation"]] if entry.get("abbreviation") else [])),
        _prose(game.plain_text(entry)),
        facts,
        " · ".join(filter(None, told)),
        (game.title, game.id, entry.kind, provenance.source.document),
    )


def _add_entry(connection: sqlite3.Connection, number: int, game: Ruleset, entry: Entry) -> set[str]:
    """Write one entry; gives the words that it brings."""
    provenance = entry.provenance
    spoken = spoken_of(game, entry)
    row = (
        number,
        entry.id,
        entry.game,
        entry.kind,
        entry.slug,
        entry.title,
        provenance.source.document,
        provenance.source.section,
        str(provenance.basis),
        provenance.note,
        SEPARATOR.join(provenance.alternatives),
        " ".join(_bases_of_parts(game, entry)),
        spoken.text,
        spoken.facts,
    )
    connection.execute(f"INSERT INTO entry VALUES ({', '.join('?' * len(row))})", row)
    columns = [
        indexed(entry.title),
        indexed(" · ".join([entry.slug, *spoken.others])),
        indexed(provenance.source.section),
        indexed(spoken.text),
        indexed(spoken.told),
        indexed(" · ".join(spoken.places)),
    ]
    connection.execute(
        "INSERT INTO words (rowid, title, names, section, text, facts, place) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (number, *columns),
    )
    worth = dict.fromkeys(_phrases(spoken.others), OTHER_NAME_WORTH)
    worth |= dict.fromkeys(_phrases((entry.title, entry.slug, entry.key, entry.id)), TITLE_WORTH)
    connection.executemany(
        "INSERT INTO name VALUES (?, ?, ?, ?)",
        [(name, " ".join(map(stem, name.split())), number, value) for name, value in worth.items()],
    )
    if spoken.others:
        _add_synonyms(connection, _phrases((entry.title, *spoken.others)), entry.game)
    return {word for column in columns for word in column.split()}


def _add_synonyms(connection: sqlite3.Connection, names: tuple[str, ...], game: str) -> None:
    """Each of ``names`` stands for the others in ``game``; an empty game means all of them."""
    pairs = [(name, other, game) for name in names for other in names if other != name]
    connection.executemany("INSERT INTO synonym VALUES (?, ?, ?)", pairs)


def _phrases(names: Iterable[str]) -> tuple[str, ...]:
    """The words of each name, once each, in order."""
    return tuple(dict.fromkeys(phrase for name in names if (phrase := " ".join(words_in(name)))))


def _prose(text: str) -> str:
    """A text without what a procedure's docstring says to programmers."""
    return "\n\n".join(part for part in text.split("\n\n") if not part.lstrip().startswith(_FOR_PROGRAMMERS))


def _facts(game: Ruleset, entry: Entry) -> Iterator[str]:
    """The figures of an entry in words; of a table, its axes, its modifiers and what its cells say."""
    if entry.kind == "table":
        table = game.tables[entry.slug]
        for axis in table.axes:
            yield f"{axis.name}: {axis.accepts}"
        yield table.result_name
        for modifier in table.modifiers:
            yield modifier.when
        shown = (show_value(cell.value) for _, cell in table.cells())
        yield from (value for value in shown if any(letter.isalpha() for letter in value))
    elif entry.kind == "procedure":
        for known in game.procedures[entry.slug].inputs:
            yield known.name.replace("_", " ")
    else:
        for name, value in entry.facts.items():
            if name not in _FOR_DRAWING:
                yield f"{name.replace('_', ' ')}: {show_value(value)}"


def _bases_of_parts(game: Ruleset, entry: Entry) -> list[str]:
    """The other bases among a table's cells and modifiers."""
    if entry.kind != "table":
        return []
    table = game.tables[entry.slug]
    parts = [cell.provenance for _, cell in table.cells()] + [known.provenance for known in table.modifiers]
    return sorted({str(part.basis) for part in parts} - {str(entry.provenance.basis)})
