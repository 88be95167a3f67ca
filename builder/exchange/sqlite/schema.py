"""The SQL that creates the file's relations, indexes and views, and the documentation in its comments."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from builder.exchange.sqlite.row import Row, row

_HEAD = re.compile(r'^CREATE (TABLE|VIEW|VIRTUAL TABLE) "(\w+)".* -- (.*)$', re.MULTILINE)
_COLUMN = re.compile(
    r'^  "(?P<name>\w+)" (?P<type>\w+)[A-Z ]*(?:REFERENCES "(?P<refers>\w+)" .*?)?,? -- (?P<says>.*)$'
    r"|^-- (?P<view_column>\w+): (?P<view_says>.*)$",
    re.MULTILINE,
)
_SORTS = {"TABLE": ("relation", ""), "VIEW": ("view", ""), "VIRTUAL TABLE": ("index", "TEXT")}


def schema_sql() -> str:
    """The statements, in the order in which SQLite runs them."""
    folder = Path(__file__).parent
    return "\n".join((folder / name).read_text(encoding="utf-8") for name in ("relations.sql", "views.sql"))


def metadata_rows() -> Iterator[Row]:
    """What each relation, view, index and column means, as the comments of the SQL state it."""
    for statement in schema_sql().split("\n\n"):
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
