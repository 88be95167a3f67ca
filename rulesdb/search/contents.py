"""The contents of an index, and filling it."""

from __future__ import annotations

import itertools
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rulesdb.description.facts import SILENT, facts_of
from rulesdb.description.figures import figures_of
from rulesdb.description.grids import ABSENT, table_grid, when_it_applies
from rulesdb.description.model import plain
from rulesdb.links import section_above
from rulesdb.search.index import SEPARATOR
from rulesdb.search.ranking import COLUMN_WORTH
from rulesdb.search.snippet import sentences_in
from rulesdb.search.words import STOP, indexed, question_words, stem, words_in
from rulesdb.tables import show_value
from rulesdb.vocabulary import PlainWords, load_plain_words, load_vocabulary

if TYPE_CHECKING:
    from rulesdb.model import Entry
    from rulesdb.ruleset import Ruleset

_TABLES = Path(__file__).with_name("index.sql")

TITLE_WORTH = 8.0
"""The share of its highest possible score that an entry gets if the question is its title, slug or id."""
OTHER_NAME_WORTH = 6.5
"""The same for an abbreviation or another name."""
SAME_WORTH = 0.8
"""The share of a word's score for another word of the text with the same meaning."""
RELATED_WORTH = 0.45
CONCEPT_WORTH = 0.3

MAX_ROW = 100
"""The maximum length of a row that is shown on one line."""
_FOR_DRAWING = frozenset(
    {"counter", "copies", "icon", "key", "person", "portrait", "scene", "short", "turned", "word"}
)
_FOR_PROGRAMMERS = (">>>", "Args:", "Returns:", "Raises:", "Source:")


def fill_index(connection: sqlite3.Connection, games: Iterable[Ruleset]) -> None:
    """Write the games, their entries and the shared vocabulary into an empty database."""
    connection.executescript(_TABLES.read_text(encoding="utf-8"))
    counts: Counter[str] = Counter()
    numbers = itertools.count(1)
    for position, game in enumerate(games):
        _insert(connection, "game", game.id, game.title, position)
        numbered = {entry.key: next(numbers) for entry in game.all_entries.values()}
        for entry in game.all_entries.values():
            counts.update(_add_entry(connection, numbered, game, entry))
    for concept in load_vocabulary():
        _insert(connection, "concept", concept.id, concept.title, concept.text)
        names = _phrases((concept.id, concept.title, *concept.also))
        rows = [(name, concept.id) for name in names]
        connection.executemany("INSERT OR IGNORE INTO concept_name VALUES (?, ?)", rows)
        _add_synonyms(connection, names, "", CONCEPT_WORTH)
        counts.update(dict.fromkeys((word for name in names for word in name.split()), 0))
    synonyms = plain_synonyms(load_plain_words())
    connection.executemany("INSERT INTO synonym VALUES (?, ?, '', ?)", synonyms)
    counts.update(dict.fromkeys((word for words, *_ in synonyms for word in words.split()), 0))
    vocabulary = [(word, stem(word), count) for word, count in sorted(counts.items())]
    connection.executemany("INSERT INTO vocabulary VALUES (?, ?, ?)", vocabulary)
    connection.execute("INSERT INTO words (words) VALUES ('optimize')")
    connection.commit()


def plain_synonyms(plain_words: Iterable[PlainWords]) -> list[tuple[str, str, float]]:
    """The stems of each everyday word or name, with a word of the texts and its worth."""
    worths: dict[tuple[str, str], float] = {}
    for row in plain_words:
        targets = {**dict.fromkeys(row.related, RELATED_WORTH), **dict.fromkeys(row.same, SAME_WORTH)}
        for asked, (other, worth) in itertools.product(row.asked, targets.items()):
            if asked != other:
                pair = (stems_of(asked.split()), other)
                worths[pair] = max(worth, worths.get(pair, 0))
    return [(words, other, worth) for (words, other), worth in worths.items()]


@dataclass(frozen=True, slots=True)
class SearchableText:
    """The texts of an entry that are searched, besides its title, slug and section.

    ``other_names`` include its abbreviation; ``prose`` is its text without references to other entries; their
    titles are in ``notes``, with the note, other readings and titles of examples; ``facts`` are its figures
    in words. ``questions`` are the words of what players ask that it answers. ``passages`` are lines to show:
    the sentences, then the rows of a table, or the facts and figures.
    """

    other_names: tuple[str, ...]
    prose: str
    facts: str
    notes: str
    places: tuple[str, ...]
    questions: tuple[str, ...]
    passages: tuple[str, ...]

    @property
    def length(self) -> int:
        """The number of words by which the score of a word is divided."""
        return len(indexed(self.prose).split()) + len(indexed(self.facts).split())


def searchable_text(game: Ruleset, entry: Entry) -> SearchableText:
    """The texts of an entry.

    >>> from rulesdb import open_game
    >>> game = open_game("bug-hunter")
    >>> searchable_text(game, game.entry("weapon/machine-pistol")).other_names
    ('MP',)
    >>> searchable_text(game, game.entry("table/spacesuit")).passages[-1]
    'Doff: not yet 1-3, done 4-6'
    """
    provenance = entry.provenance
    facts = tuple(dict.fromkeys(_facts(game, entry)))
    whole, prose = (_prose(game.plain_text(entry, pointers=pointers)) for pointers in (True, False))
    references = [target.title for target in game.links_from(entry)] if prose != whole else []
    examples = (example.title for example in entry.examples)
    return SearchableText(
        (*entry.also, *([entry["abbreviation"]] if entry.get("abbreviation") else [])),
        prose,
        "; ".join(facts),
        " · ".join(filter(None, (provenance.note, *provenance.alternatives, *examples, *references))),
        (game.title, game.id, entry.kind, provenance.source.document),
        tuple(map(question_words, game.questions.get(entry.key, ()))),
        (
            *sentences_in(prose),
            *(_rows(game, entry) if entry.kind == "table" else (*facts, *_figures(game, entry))),
        ),
    )


def recommending(game: Ruleset, entry: Entry) -> Iterator[Entry]:
    """The entries that refer to ``entry``, without the cases of a rule, which answer better than it."""
    section = entry.provenance.source.section
    for other in game.links_to(entry):
        if section_above(other.provenance.source.section) != section:
            yield other


def stems_of(words: Iterable[str]) -> str:
    """The stems of words, with spaces between."""
    return " ".join(map(stem, words))


def significant_words(title: str) -> int:
    """The number of significant words of a title, at least one."""
    return max(1, sum(word not in STOP for word in words_in(title)))


def _add_entry(
    connection: sqlite3.Connection, numbers: Mapping[str, int], game: Ruleset, entry: Entry
) -> set[str]:
    """Write one entry; returns its words."""
    provenance = entry.provenance
    source = provenance.source
    text = searchable_text(game, entry)
    number = numbers[entry.key]
    incoming = sorted(numbers[other.key] for other in recommending(game, entry))
    _insert(
        connection, "entry", number, entry.id, entry.game, entry.kind, entry.slug, entry.title,
        source.document, source.section, str(provenance.basis), provenance.note,
        SEPARATOR.join(provenance.alternatives), " ".join(_bases_of_parts(game, entry)),
        _prose(game.plain_text(entry)), text.facts, SEPARATOR.join(text.passages), text.length,
        significant_words(entry.title), " ".join(map(str, incoming)),
        " ".join(str(len(words.split())) for words in text.questions),
    )  # fmt: skip
    names, places = " · ".join([entry.slug, *text.other_names]), " · ".join(text.places)
    texts = (entry.title, names, source.section, text.prose, text.facts, text.notes, places)
    columns = [*map(indexed, texts), " ".join(text.questions)]
    _insert(connection, f"words (rowid, {', '.join(COLUMN_WORTH)})", number, *columns)
    worth = dict.fromkeys(_phrases(text.other_names), OTHER_NAME_WORTH)
    worth |= dict.fromkeys(_phrases((entry.title, entry.slug, entry.key, entry.id)), TITLE_WORTH)
    for name, value in worth.items():
        _insert(connection, "name", name, stems_of(name.split()), number, value)
    if text.other_names:
        _add_synonyms(connection, _phrases((entry.title, *text.other_names)), entry.game, SAME_WORTH)
    return {word for column in columns for word in column.split()}


def _insert(connection: sqlite3.Connection, table: str, *values: str | float) -> None:
    connection.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(values))})", values)


def _add_synonyms(connection: sqlite3.Connection, names: tuple[str, ...], game: str, worth: float) -> None:
    """Make ``names`` synonyms of each other in ``game``, or in all games if it is empty."""
    pairs = [
        (stems_of(name.split()), other, game, worth) for name in names for other in names if other != name
    ]
    connection.executemany("INSERT INTO synonym VALUES (?, ?, ?, ?)", pairs)


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
        yield from dict.fromkeys((*table_grid(table).heads, table.result_name))
        for modifier in table.modifiers:
            yield modifier.when
        results = (show_value(cell.value) for _, cell in table.cells())
        yield from (value for value in results if any(letter.isalpha() for letter in value))
    elif entry.kind == "procedure":
        for given in game.procedures[entry.slug].inputs:
            yield given.name.replace("_", " ")
    else:
        for name, value in facts_of(entry).items():
            if name == SILENT:
                for item in value:
                    yield f"Not in the book: {item['question']} Suggestion (house): {item['suggestion']}"
            elif name not in _FOR_DRAWING:
                yield f"{name.replace('_', ' ')}: {show_value(value)}"


def _figures(game: Ruleset, entry: Entry) -> Iterator[str]:
    """The figures of an entry in tables, a line for each table."""
    for figure in figures_of(entry, game):
        if figure.line:
            yield f"{figure.table.title}{figure.qualifier}: {plain(figure.line)}"


def _rows(game: Ruleset, entry: Entry) -> Iterator[str]:
    """The rows of a table as lines, with the heads of its columns, and its modifiers.

    A row that is too long for a line is a line for each of its cells. Abbreviations are written out.
    """
    table = game.tables[entry.slug]
    titles = _titles_of_labels(game, entry)
    grid = table_grid(table)
    for row in grid.rows:
        cells = [plain(place.pieces) for place in row]
        cells[: grid.keys] = [titles.get(cell, cell) for cell in cells[: grid.keys]]
        keys = ", ".join(cells[: grid.keys])
        keys = keys[:1].upper() + keys[1:]
        pairs = [*zip(grid.heads[grid.keys :], cells[grid.keys :], strict=True)]
        pairs = [(head, cell) for head, cell in pairs if cell != ABSENT]
        line = ": ".join(filter(None, (keys, ", ".join(f"{head} {cell}" for head, cell in pairs))))
        if len(line) <= MAX_ROW or len(pairs) == 1:
            yield line
        else:
            yield from (f"{', '.join(filter(None, (keys, head)))}: {cell}" for head, cell in pairs)
    for modifier in table.modifiers:
        yield f"{modifier.add:+d} to {modifier.to}: {when_it_applies(modifier)}"


def _titles_of_labels(game: Ruleset, entry: Entry) -> Mapping[str, str]:
    """The labels of a table that abbreviate the name of an entry, with that name before them."""
    return {
        rows.labels[0]: f"{game.entries[key].title} ({rows.labels[0]})"
        for key, labeled in game.label_rows.items()
        for rows in labeled
        if rows.table == entry.slug and len(rows.labels) == 1 and rows.labels[0].isupper()
    }


def _bases_of_parts(game: Ruleset, entry: Entry) -> list[str]:
    """The other bases among a table's cells and modifiers."""
    if entry.kind != "table":
        return []
    table = game.tables[entry.slug]
    parts = [cell.provenance for _, cell in table.cells()] + [
        modifier.provenance for modifier in table.modifiers
    ]
    return sorted({str(part.basis) for part in parts} - {str(entry.provenance.basis)})
