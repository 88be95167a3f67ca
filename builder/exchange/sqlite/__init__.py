"""The rules database as one SQLite file, for Datasette and other programs that read SQLite."""

from builder.exchange.sqlite.file import write_database

__all__ = ["write_database"]
