"""The finished games of a batch in a SQLite file, so that a batch that was stopped can be resumed.

Whatever ends the program, the file has whole games, each at most once. When it is closed, it is rewritten in
the order of the games, so that the same games give the same bytes.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from builder.playtest.match import Result
from builder.playtest.play import Ending
from builder.playtest.trace import Trace
from rulesdb import InputError
from rulesdb.files.beside import make_folders
from rulesdb.files.reading import require_file
from rulesdb.files.writing import OutputError, replaced_file

STORE_VERSION = 1
_APPLICATION_ID = int.from_bytes(b"BBpt", "big")
_SECONDS_BETWEEN_COMMITS = 1.0
_SCHEMA = f"""
PRAGMA application_id = {_APPLICATION_ID};
PRAGMA user_version = {STORE_VERSION};
CREATE TABLE batch (head TEXT NOT NULL, games INTEGER NOT NULL);
CREATE TABLE games (
  game INTEGER PRIMARY KEY, side TEXT NOT NULL, grade TEXT NOT NULL, how TEXT NOT NULL, why TEXT NOT NULL,
  turns INTEGER NOT NULL, decisions INTEGER NOT NULL, choices INTEGER NOT NULL,
  tally TEXT NOT NULL, trace TEXT
);
"""
_COLUMNS = "game, side, grade, how, why, turns, decisions, choices, tally, trace"
_INSERT = f"INSERT OR IGNORE INTO games ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"


class GameStore:
    """The finished games of one batch.

    Nobody else can open the file meanwhile. A game that is added again is the same game, and ignored.
    """

    def __init__(self, path: Path, head: Mapping[str, Any], games: int) -> None:
        """Open the file, or create it with its folder.

        Args:
            path: the file.
            head: the batch, as in :attr:`Prepared.head`.
            games: how many games the batch is to have.

        Raises:
            InputError: the file is something else, or has games of another batch.
            OutputError: it cannot be written, or another program has it open.
        """
        self._path = path
        # A program that is killed right after the start leaves an empty file.
        is_new = not path.exists() or (path.is_file() and not path.stat().st_size)
        make_folders(path.parent)
        self._connection = _connect(path, is_new=is_new)
        try:
            self._begin(head, games, is_new=is_new)
        except BaseException:
            self._connection.close()
            raise
        self._committed = time.monotonic()

    def results(self) -> Iterator[Result]:
        """The finished games, in the order of their numbers.

        Raises:
            InputError: the file is damaged.
        """
        try:
            for row in self._connection.execute(f"SELECT {_COLUMNS} FROM games ORDER BY game"):
                yield _result(row)
        except _DAMAGED as error:
            raise InputError(_not_a_store(self._path)) from error

    def add(self, result: Result) -> None:
        """Store a finished game; it is on the disk within a second.

        Raises:
            OutputError: it cannot be written, for example because the disk is full.
        """
        self._run(_INSERT, _row(result))
        if time.monotonic() - self._committed > _SECONDS_BETWEEN_COMMITS:
            self._run("COMMIT")
            self._run("BEGIN IMMEDIATE")
            self._committed = time.monotonic()

    def close(self) -> None:
        """Write what is not on the disk yet, and close the file.

        Raises:
            OutputError: it cannot be written.
        """
        try:
            if not self._connection.in_transaction:
                return
            self._run("COMMIT")
            self._rewrite()
        finally:
            self._connection.close()

    def _begin(self, head: Mapping[str, Any], games: int, *, is_new: bool) -> None:
        text = json.dumps(head, ensure_ascii=False)
        self._run("BEGIN IMMEDIATE")
        if is_new:
            for statement in filter(str.strip, _SCHEMA.split(";")):
                self._run(statement)
            self._run("INSERT INTO batch (head, games) VALUES (?, ?)", (text, games))
            self._run("COMMIT")
            self._run("BEGIN IMMEDIATE")
            return
        kept, kept_games = _batch(self._connection, self._path)
        if kept != json.loads(text):
            raise InputError(f"{self._path} has games of another batch; choose another folder, or delete it")
        if kept_games != games:
            self._run("UPDATE batch SET games = ?", (games,))

    def _run(self, statement: str, values: tuple[Any, ...] = ()) -> None:
        try:
            self._connection.execute(statement, values)
        except sqlite3.Error as error:
            raise OutputError(_cannot_write(self._path, error)) from error

    def _rewrite(self) -> None:
        """Replace the file by one whose bytes do not depend on when and in which order games ended."""
        with replaced_file(self._path, force=True) as fresh:
            # SQLite counts how often a file was rewritten.
            self._run("PRAGMA schema_version = 1")
            self._run("VACUUM INTO ?", (str(fresh),))
            # Some systems do not replace a file that is open.
            self._connection.close()


def kept_batch(path: Path) -> tuple[Mapping[str, Any], int]:
    """The batch of a file, as in :attr:`Prepared.head`, and the number of games that it is to have.

    Raises:
        InputError: there is no such file, or it is something else.
        OutputError: another program has it open.
    """
    if not path.exists():
        raise InputError(f"there are no games to go on with: {path} does not exist")
    connection = _connect(path, is_new=False)
    try:
        return _batch(connection, path)
    finally:
        connection.close()


def _connect(path: Path, *, is_new: bool) -> sqlite3.Connection:
    if not is_new:
        require_file(path)
    try:
        connection = sqlite3.connect(path, timeout=0, isolation_level=None)
    except sqlite3.Error as error:
        raise OutputError(_cannot_write(path, error)) from error
    try:
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        (id,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
    except sqlite3.OperationalError as error:
        connection.close()
        raise OutputError(_cannot_write(path, error)) from error
    except sqlite3.DatabaseError as error:
        connection.close()
        raise InputError(_not_a_store(path)) from error
    if not is_new and (id, version) != (_APPLICATION_ID, STORE_VERSION):
        connection.close()
        raise InputError(_not_a_store(path))
    return connection


def _batch(connection: sqlite3.Connection, path: Path) -> tuple[Mapping[str, Any], int]:
    try:
        text, games = connection.execute("SELECT head, games FROM batch").fetchone()
        head = json.loads(text)
        if not isinstance(head, dict):
            raise TypeError("the head of a batch has names")
        return head, int(games)
    except _DAMAGED as error:
        raise InputError(_not_a_store(path)) from error


_DAMAGED = (sqlite3.Error, ValueError, TypeError, KeyError, AttributeError, RecursionError)


def _not_a_store(path: Path) -> str:
    return f"{path} is not a file of finished games, or it is damaged; choose another folder, or delete it"


def _cannot_write(path: Path, error: sqlite3.Error) -> str:
    if getattr(error, "sqlite_errorcode", 0) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return f"another playtest writes {path} now; wait for it, or choose another folder"
    return f"cannot keep finished games in {path}: {error}; games that are in it already are kept"


def _row(result: Result) -> tuple[Any, ...]:
    trace = None if result.trace is None else json.dumps(result.trace.as_json(), ensure_ascii=False)
    tally = json.dumps(dict(result.tally), ensure_ascii=False)
    return (result.game, *result.ending, result.turns, result.decisions, result.choices, tally, trace)


def _result(row: tuple[Any, ...]) -> Result:
    game, side, grade, how, why, turns, decisions, choices, tally, trace = row
    return Result(
        int(game),
        Ending(str(side), str(grade), str(how), str(why)),
        int(turns),
        int(decisions),
        int(choices),
        {str(key): int(value) for key, value in json.loads(tally).items()},
        None if trace is None else Trace.of_json(json.loads(trace)),
    )
