"""The file itself: made beside its place, whole, with the same bytes from the same content."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from builder.exchange.replaced_file import ExportError, replaced_file
from builder.exchange.sqlite.content import Content, rows_of
from builder.exchange.sqlite.entry_relations import ENTRY_RELATIONS
from builder.exchange.sqlite.schema import Relation, key, quoted, text, whole
from builder.exchange.sqlite.table_relations import TABLE_RELATIONS
from builder.exchange.sqlite.views import VIEWS
from rulesdb import __version__

APPLICATION_ID = int.from_bytes(b"BBug", "big")
"""Stands in the head of every file of ours, so that no other is ever overwritten."""
SCHEMA_VERSION = 1
PAGE_SIZE = 4096

_ABOUT = Relation("about", "The file as a whole", (key("name", "What is told"), text("value", "What it is")))
_METADATA = Relation(
    "metadata",
    "What every relation, view and column of this file says",
    (
        key("relation", "Name of the relation, view or index"),
        key("column", "Name of the column; empty for the relation itself"),
        whole("position", "Order of the columns, from 1; 0 for the relation itself"),
        text("sort", "relation, view or index; for a column its type"),
        text("refers", "Relation whose key the column holds", null=True),
        text("says", "What a row or a value means"),
    ),
)
RELATIONS = (*ENTRY_RELATIONS, *TABLE_RELATIONS, _ABOUT, _METADATA)
_SEARCHED = ("title", "slug", "names", "plain_text", "note")
_SEARCH = (
    "entries_fts",
    "Full-text search over entries: SELECT … WHERE entries_fts MATCH 'airlock door' ORDER BY rank",
)


def write_database(path: Path, content: Content, *, force: bool = False) -> dict[str, int]:
    """Write the file and return the number of rows of each relation.

    Raises:
        ExportError: the file cannot be written, or another's file is in its place and ``force`` is not set.
    """
    with replaced_file(path, _is_ours, force=force) as fresh:
        try:
            with closing(sqlite3.connect(fresh, isolation_level=None)) as connection:
                return _fill(connection, content)
        except sqlite3.Error as error:
            raise ExportError(f"SQLite {sqlite3.sqlite_version} cannot make {path}: {error}") from error


def _is_ours(path: Path) -> bool:
    """Whether the head of the file is that of a file of ours."""
    with path.open("rb") as stream:
        head = stream.read(100)
    return head.startswith(b"SQLite format 3\0") and head[68:72] == APPLICATION_ID.to_bytes(4, "big")


def _fill(connection: sqlite3.Connection, content: Content) -> dict[str, int]:
    run = connection.execute
    run(f"PRAGMA page_size = {PAGE_SIZE}")
    run("PRAGMA encoding = 'UTF-8'")
    run(f"PRAGMA application_id = {APPLICATION_ID}")
    run(f"PRAGMA user_version = {SCHEMA_VERSION}")
    run("PRAGMA journal_mode = MEMORY")
    run("BEGIN")
    primary = {relation.name: relation.keys[0] for relation in RELATIONS}
    for relation in RELATIONS:
        run(relation.sql(primary))
    by_name = {relation.name: relation for relation in RELATIONS}
    counts = dict.fromkeys(by_name, 0)
    for name, row in (*_own_rows(), *rows_of(content)):
        _insert(connection, by_name[name], row)
        counts[name] += 1
    for relation in RELATIONS:
        for index in relation.indexes():
            run(index)
    for view in VIEWS:
        run(view.sql())
    _index_text(connection)
    run("COMMIT")
    run("VACUUM")
    return counts


def _insert(connection: sqlite3.Connection, relation: Relation, row: Mapping[str, Any]) -> None:
    names = [column.name for column in relation.columns]
    marks = ", ".join("?" * len(names))
    connection.execute(f"INSERT INTO {quoted(relation.name)} VALUES ({marks})", [row[name] for name in names])


def _index_text(connection: sqlite3.Connection) -> None:
    """The search index over entries, which are numbered in the order written and never renumbered."""
    columns = ", ".join(_SEARCHED)
    connection.execute(
        f'CREATE VIRTUAL TABLE "{_SEARCH[0]}" USING fts5 ({columns}, content="entries", '
        f'tokenize="porter unicode61") -- {_SEARCH[1]}'
    )
    connection.execute(f"INSERT INTO {_SEARCH[0]} ({_SEARCH[0]}) VALUES ('rebuild')")
    connection.execute(f"INSERT INTO {_SEARCH[0]} ({_SEARCH[0]}) VALUES ('optimize')")


def _own_rows() -> Iterator[tuple[str, Mapping[str, Any]]]:
    """What the file tells of itself."""
    about = {
        "made by": f"brainbug {__version__}",
        "schema version": str(SCHEMA_VERSION),
        "how to read it": "The relation metadata says what every relation, view and column means.",
        "basis": "Every datum has a basis; what is house is ours, not the book's. The relation bases "
        "tells what each basis means.",
        "licence": "Facts and figures restated in our own words; the books stay their publishers'.",
    }
    for name, value in about.items():
        yield "about", {"name": name, "value": value}
    for relation in RELATIONS:
        yield _metadata(relation.name, "", 0, "relation", relation.says)
        for number, column in enumerate(relation.columns, 1):
            yield _metadata(relation.name, column.name, number, column.type, column.says, column.refers)
    for view in VIEWS:
        yield _metadata(view.name, "", 0, "view", view.says)
        for number, (name, says) in enumerate(view.columns.items(), 1):
            yield _metadata(view.name, name, number, "", says)
    yield _metadata(_SEARCH[0], "", 0, "index", _SEARCH[1])
    for number, name in enumerate(_SEARCHED, 1):
        yield _metadata(_SEARCH[0], name, number, "TEXT", f"{name} of the entry, as words")


def _metadata(
    relation: str, column: str, position: int, sort: str, says: str, refers: str = ""
) -> tuple[str, Mapping[str, Any]]:
    return (
        "metadata",
        {
            "relation": relation,
            "column": column,
            "position": position,
            "sort": sort,
            "refers": refers or None,
            "says": says,
        },
    )
