"""What a relation, a view and an index of the file are, and the SQL that makes them.

A *relation* is a table of the SQL kind; the word ``table`` is kept for the tables of the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its SQL type, what it says, and the relation whose key it holds, if any."""

    name: str
    type: str
    says: str
    key: bool = False
    null: bool = False
    refers: str = ""


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation: one row is what ``says`` names."""

    name: str
    says: str
    columns: tuple[Column, ...]

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(column.name for column in self.columns if column.key)

    def sql(self, primary: Mapping[str, str]) -> str:
        """``CREATE TABLE``, with what each column says as a comment.

        ``primary`` has the key of each relation that others refer to.
        """
        lines = []
        keys = self.keys
        last = f"  PRIMARY KEY ({', '.join(quoted(name) for name in keys)})" if len(keys) > 1 else ""
        for number, column in enumerate(self.columns, 1):
            words = [f"  {quoted(column.name)} {column.type}"]
            if not column.null:
                words.append("NOT NULL")
            if column.key and len(keys) == 1:
                words.append("PRIMARY KEY")
            if column.refers:
                words.append(f"REFERENCES {quoted(column.refers)} ({quoted(primary[column.refers])})")
            comma = "," if last or number < len(self.columns) else ""
            lines.append(f"{' '.join(words)}{comma} -- {column.says}")
        body = "\n".join([*lines, last] if last else lines)
        return f"CREATE TABLE {quoted(self.name)} ( -- {self.says}\n{body}\n)"

    def indexes(self) -> list[str]:
        """An index for each reference that the primary key does not begin with."""
        return [
            f"CREATE INDEX {quoted(f'{self.name}_{column.name}_index')} "
            f"ON {quoted(self.name)} ({quoted(column.name)})"
            for column in self.columns
            if column.refers and self.keys[:1] != (column.name,)
        ]


@dataclass(frozen=True, slots=True)
class View:
    """A stored query; ``columns`` has what each of its columns says, in order."""

    name: str
    says: str
    columns: Mapping[str, str]
    select: str

    def sql(self) -> str:
        names = ", ".join(quoted(name) for name in self.columns)
        return f"CREATE VIEW {quoted(self.name)} ({names}) AS -- {self.says}\n{self.select.strip()}"


def quoted(name: str) -> str:
    """A name as SQL takes it, whatever it is.

    >>> quoted("order")
    '"order"'
    """
    return f'"{name}"'


def text(name: str, says: str, *, null: bool = False) -> Column:
    """A column of text."""
    return Column(name, "TEXT", says, null=null)


def whole(name: str, says: str, *, null: bool = False) -> Column:
    """A column of whole numbers."""
    return Column(name, "INTEGER", says, null=null)


def real(name: str, says: str, *, null: bool = False) -> Column:
    """A column of floating-point numbers."""
    return Column(name, "REAL", says, null=null)


def key(name: str, says: str, type: str = "TEXT") -> Column:
    """A column of the primary key."""
    return Column(name, type, says, key=True)


def link(name: str, refers: str, says: str, *, null: bool = False, key: bool = False) -> Column:
    """A column that holds the key of another relation."""
    return Column(name, "TEXT", says, key=key, null=null, refers=refers)


def position(says: str = "Place in the book's order, from 1", *, key: bool = False) -> Column:
    """The place in an order."""
    return Column("position", "INTEGER", says, key=key)
