"""The SQLite file: complete or absent, with the same bytes from the same content."""

from __future__ import annotations

import os
import re
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from builder.exchange.sqlite.game_rows import game_rows, supplement_rows
from builder.exchange.sqlite.row import Row, row
from builder.exchange.sqlite.table_rows import BASES_BY_CERTAINTY, odds_rows, table_rows
from rulesdb import Ruleset, __version__
from rulesdb.arguments import as_path, require_each
from rulesdb.files.folders import real_path
from rulesdb.files.writing import OutputError, replaced_file
from rulesdb.model import BASIS_MEANING
from rulesdb.schemas import NOT_ENTRIES, SchemaSet
from rulesdb.supplement import Supplement
from rulesdb.vocabulary import load_vocabulary

APPLICATION_ID = int.from_bytes(b"BBug", "big")
"""Stored in the header of every file that brainbug writes, so that it never overwrites another's."""
SCHEMA_VERSION = 1
_HEADER_SIZE = 100
# How many changes SQLite counts in the header of a new export.
_CHANGES = 4
# Files next to a database with changes that are not in it yet, or that may have to be undone.
_CHANGED = ("-wal", "-journal")
_ABOUT = {
    "made by": f"brainbug {__version__}",
    "schema version": str(SCHEMA_VERSION),
    "how to read it": "The relation metadata explains every relation, view and column.",
    "basis": "Every datum has a basis; house values are brainbug's own, not the book's. The relation bases "
    "explains each basis.",
    "license": "Facts and figures restated in other words; the books belong to their publishers.",
}
_HEAD = re.compile(r'^CREATE (TABLE|VIEW|VIRTUAL TABLE) "(\w+)".* -- (.*)$', re.MULTILINE)
_COLUMN = re.compile(
    r'^  "(?P<name>\w+)" (?P<type>\w+)[A-Z ]*(?:REFERENCES "(?P<refers>\w+)" .*?)?,? -- (?P<says>.*)$'
    r"|^-- (?P<view_column>\w+): (?P<view_says>.*)$",
    re.MULTILINE,
)
_SORTS = {"TABLE": ("relation", ""), "VIEW": ("view", ""), "VIRTUAL TABLE": ("index", "TEXT")}


def write_database(
    path: Path, games: Iterable[Ruleset], supplements: Iterable[Supplement] = (), *, force: bool = False
) -> dict[str, int]:
    """Write games to a SQLite file and return the number of rows of each relation.

    Args:
        path: the file to write.
        games: the games, with ``supplements`` already applied.
        supplements: the supplements that the games were opened with.
        force: replace the file even if brainbug did not write it, or another program changed it.

    Raises:
        OutputError: the file cannot be written; or it was not made by brainbug or has been changed, and
            ``force`` is not set.
    """
    path = as_path("path", path)
    games = require_each("games", games, Ruleset, "open games")
    supplements = require_each("supplements", supplements, Supplement, "supplements that were read")
    if not force:
        _require_no_leftovers(path)
    with replaced_file(path, _objection, force=force) as fresh:
        rows: dict[str, list[dict[str, Any]]] = defaultdict(list)
        for relation, values in _rows(games, supplements):
            rows[relation].append(values)
        try:
            with closing(sqlite3.connect(fresh, isolation_level=None)) as connection:
                counts = _fill(connection, rows)
        except sqlite3.Error as error:
            raise OutputError(f"SQLite {sqlite3.sqlite_version} cannot make {path}: {error}") from error
        if not force:
            _require_no_leftovers(path)
        for leftover in _leftovers(path):
            leftover.unlink()
        return counts


def _objection(path: Path) -> str:
    """Why a file must not be replaced, judging by its header; empty if it is an unchanged export."""
    with path.open("rb") as stream:
        head = stream.read(_HEADER_SIZE)
    if not head.startswith(b"SQLite format 3\0") or head[68:72] != APPLICATION_ID.to_bytes(4, "big"):
        return "was not made by brainbug"
    return "" if head[24:28] == _CHANGES.to_bytes(4, "big") else "was changed since brainbug made it"


def _require_no_leftovers(path: Path) -> None:
    """Refuse a file with changes of another program next to it: SQLite would apply them to the new file."""
    for leftover in _leftovers(path):
        if leftover.name.endswith(_CHANGED) and leftover.stat().st_size:
            raise OutputError(
                f"another program has left changes of {path} in {leftover.name}; "
                "close that program, or use --force to delete them"
            )


def _leftovers(path: Path) -> list[Path]:
    """The files of SQLite next to a database that somebody has open, or had open when it was killed."""
    place = real_path(path)
    files = (Path(f"{place}{end}") for end in (*_CHANGED, "-shm"))
    # Unlike `Path.is_file`, this does not fail for a name that is too long for a file.
    return [file for file in files if os.path.isfile(file)]  # noqa: PTH113


def _fill(connection: sqlite3.Connection, rows: dict[str, list[dict[str, Any]]]) -> dict[str, int]:
    connection.executescript(
        f"PRAGMA page_size = 4096; PRAGMA encoding = 'UTF-8'; PRAGMA application_id = {APPLICATION_ID};"
        f"PRAGMA user_version = {SCHEMA_VERSION}; PRAGMA journal_mode = MEMORY; BEGIN; {_schema_sql()}"
    )
    for relation, values in rows.items():
        columns = ", ".join(f'"{name}"' for name in values[0])
        marks = ", ".join(f":{name}" for name in values[0])
        connection.executemany(f'INSERT INTO "{relation}" ({columns}) VALUES ({marks})', values)
    connection.execute("INSERT INTO entries_fts (entries_fts) VALUES ('rebuild')")
    connection.execute("INSERT INTO entries_fts (entries_fts) VALUES ('optimize')")
    connection.execute("COMMIT")
    connection.execute("VACUUM")
    relations = [values["relation"] for values in rows["metadata"] if values["sort"] == "relation"]
    return {relation: len(rows[relation]) for relation in relations}


def _rows(games: Iterable[Ruleset], supplements: Iterable[Supplement]) -> Iterator[Row]:
    """Every row; rows of one relation are in the order of the file."""
    for name, value in _ABOUT.items():
        yield row("about", name=name, value=value)
    yield from metadata_rows()
    for number, basis in enumerate(BASES_BY_CERTAINTY, 1):
        yield row("bases", id=str(basis), position=number, meaning=BASIS_MEANING[basis])
    schemas = SchemaSet()
    for kind in schemas.names():
        if kind not in NOT_ENTRIES:
            entry = schemas.load(kind)["$defs"]["entry"]
            yield row("kinds", id=kind, title=entry["title"], meaning=entry["description"])
    yield row("kinds", id="procedure", title="Procedure", meaning="A function that implements a rule.")
    for number, concept in enumerate(load_vocabulary(), 1):
        text = concept.text.strip()
        yield row("concepts", id=concept.id, position=number, title=concept.title, text=text)
        for place, name in enumerate(concept.also, 1):
            yield row("concept_names", concept_id=concept.id, position=place, name=name)
    for number, game in enumerate(games, 1):
        yield from game_rows(game, number)
        for slug, table in game.tables.items():
            yield from table_rows(table, game.map_tables.index(slug) + 1 if slug in game.map_tables else None)
            yield from odds_rows(table)
    counts: Counter[str] = Counter()
    for supplement in supplements:
        counts[supplement.game] += 1
        yield from supplement_rows(supplement, counts[supplement.game])


def _schema_sql() -> str:
    """The statements, in the order in which SQLite runs them."""
    folder = Path(__file__).parent
    return "\n".join((folder / name).read_text(encoding="utf-8") for name in ("relations.sql", "views.sql"))


def metadata_rows() -> Iterator[Row]:
    """The meaning of each relation, view, index and column, from the comments in the SQL."""
    for statement in _schema_sql().split("\n\n"):
        head = _HEAD.search(statement)
        if head is None:
            continue
        (sort, column_type), name = _SORTS[head[1]], head[2]
        yield row("metadata", relation=name, column="", position=0, sort=sort, refers=None, says=head[3])
        for number, column in enumerate(_COLUMN.finditer(statement), 1):
            yield row(
                "metadata",
                relation=name,
                column=column["name"] or column["view_column"],
                position=number,
                sort=column["type"] or column_type,
                refers=column["refers"],
                says=column["says"] or column["view_says"],
            )
