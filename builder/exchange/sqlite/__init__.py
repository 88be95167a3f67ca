"""The rules database as one SQLite file, for Datasette and everything else that reads SQL."""

from builder.exchange.sqlite.file import write_database

__all__ = ["write_database"]
