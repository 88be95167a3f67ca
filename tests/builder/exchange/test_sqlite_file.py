"""The file itself: valid, documented, searchable, reproducible; it never replaces a foreign file."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from builder.exchange.sqlite import write_database
from builder.exchange.sqlite.table_rows import odds_rows, table_rows
from rulesdb import Basis, Citation, Entry, Provenance, Ruleset, Table, open_game
from rulesdb.files.writing import OutputError
from rulesdb.schemas import SchemaSet
from rulesdb.supplement import read_supplement
from rulesdb.tables.compiler import compile_table

Games = dict[str, Ruleset]
SUPPLEMENT = """\
kind: supplement
game: bug-hunter
title: My charts
changes:
  - target: "table/firepower#weapon=MP&range=2-5"
    expect: 4
    value: 5
    reason: Charts card
  - target: weapon/machine-pistol
    facts: {rounds: 30}
    reason: Card
"""


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def made_table(data: dict[str, object]) -> Table:
    entry = Entry("game", "table", "made", "Made", "", Provenance(Citation("book", "1"), Basis.PRINTED))
    return compile_table(entry, data)


def test_every_foreign_key_has_a_target(sql: sqlite3.Connection) -> None:
    assert sql.execute("PRAGMA foreign_key_check").fetchall() == []
    assert sql.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    referring = sql.execute(
        "SELECT count(*) FROM metadata WHERE refers IS NOT NULL AND refers <> ''"
    ).fetchone()[0]
    declared = sum(
        len(sql.execute(f'PRAGMA foreign_key_list("{name}")').fetchall())
        for (name,) in sql.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    )
    assert declared == referring > 30


def test_every_foreign_key_is_indexed(sql: sqlite3.Connection) -> None:
    for (name,) in sql.execute("SELECT relation FROM metadata WHERE sort = 'relation'").fetchall():
        references = {row[3] for row in sql.execute(f'PRAGMA foreign_key_list("{name}")')}
        indexes = [row[1] for row in sql.execute(f'PRAGMA index_list("{name}")')]
        heads = {sql.execute(f'PRAGMA index_info("{index}")').fetchone()[2] for index in indexes}
        assert references <= heads, name


def test_every_relation_has_a_primary_key(sql: sqlite3.Connection) -> None:
    for (name,) in sql.execute(
        "SELECT relation FROM metadata WHERE sort = 'relation' AND position = 0"
    ).fetchall():
        assert any(column[5] for column in sql.execute(f'PRAGMA table_info("{name}")')), name


def test_metadata_documents_every_relation_view_and_column(sql: sqlite3.Connection) -> None:
    there = [
        name
        for (name,) in sql.execute(
            "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT GLOB 'entries_fts_*'"
        )
    ]
    columns = [
        (name, column[1])
        for name in there
        for column in sql.execute(f'PRAGMA table_info("{name}")').fetchall()
    ]
    documented = sql.execute('SELECT relation, "column" FROM metadata').fetchall()
    assert sorted(documented) == sorted([*columns, *((name, "") for name in there)])
    assert all(text for (text,) in sql.execute("SELECT says FROM metadata"))


def test_the_schema_that_sqlite_prints_explains_each_column(sql: sqlite3.Connection) -> None:
    (statement,) = sql.execute("SELECT sql FROM sqlite_master WHERE name = 'cells'").fetchone()
    for (text,) in sql.execute("SELECT says FROM metadata WHERE relation = 'cells'"):
        assert f"-- {text}" in statement


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("airlock", "bug-hunter:term/airlock"),
        ('"304.2"', "bug-hunter:rule/304.2"),
        ("decompressing", "bug-hunter:rule/304.1"),
        ("MP", "bug-hunter:weapon/machine-pistol"),
    ],
)
def test_search_finds_words_numbers_other_forms_and_abbreviations(
    sql: sqlite3.Connection, words: str, expected: str
) -> None:
    rows = sql.execute(
        "SELECT id FROM entries JOIN entries_fts ON entries_fts.rowid = entries.rowid "
        "WHERE entries_fts MATCH ?",
        (words,),
    ).fetchall()
    assert (expected,) in rows


def test_the_search_index_agrees_with_the_entries(rules_db: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    copy.write_bytes(rules_db.read_bytes())
    with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
        connection.execute("INSERT INTO entries_fts (entries_fts, rank) VALUES ('integrity-check', 1)")
        connection.execute("VACUUM")
        connection.execute("INSERT INTO entries_fts (entries_fts, rank) VALUES ('integrity-check', 1)")


def test_the_same_database_gives_the_same_bytes(rules_db: Path, games: Games, tmp_path: Path) -> None:
    again = tmp_path / "elsewhere" / "again.db"
    write_database(again, games.values())
    assert again.read_bytes() == rules_db.read_bytes()
    assert names(again.parent) == ["again.db"]


def test_the_file_has_a_moderate_size(rules_db: Path, sql: sqlite3.Connection) -> None:
    (cells,) = sql.execute("SELECT count(*) FROM cells").fetchone()
    assert rules_db.stat().st_size < 4096 * cells
    assert sql.execute("PRAGMA page_size").fetchone() == (4096,)
    assert sql.execute("PRAGMA freelist_count").fetchone() == (0,)


def test_exporting_one_game_omits_the_others(games: Games, tmp_path: Path) -> None:
    path = tmp_path / "handspan.db"
    counts = write_database(path, [games["handspan"]])
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT id FROM games").fetchall() == [("handspan",)]
        assert connection.execute("SELECT DISTINCT game_id FROM entries").fetchall() == [("handspan",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        for relation, count in counts.items():
            assert connection.execute(f'SELECT count(*) FROM "{relation}"').fetchone() == (count,)


def test_supplements_and_their_changes_are_in_the_file(tmp_path: Path) -> None:
    supplement = tmp_path / "mine.yaml"
    supplement.write_text(SUPPLEMENT, encoding="utf-8")
    game = open_game("bug-hunter", supplements=[supplement])
    path = tmp_path / "rules.db"
    write_database(path, [game], [read_supplement(supplement, SchemaSet())])
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        assert connection.execute("SELECT game_id, title, file FROM layers").fetchall() == [
            ("bug-hunter", "My charts", "mine.yaml")
        ]
        assert connection.execute(
            "SELECT target_id, cell, expected, value, reason FROM layer_changes ORDER BY position"
        ).fetchall() == [
            ("bug-hunter:table/firepower", '{"weapon": "MP", "range": "2-5"}', "4", "5", "Charts card"),
            ("bug-hunter:weapon/machine-pistol", None, None, '{"rounds": 30}', "Card"),
        ]
        changed = connection.execute(
            "SELECT result, basis, note FROM cells_readable WHERE basis = 'supplement'"
        ).fetchall()
        assert changed == [("5", "supplement", "My charts: Charts card")]


def test_odds_are_stored_for_every_range_of_a_row() -> None:
    table = made_table(
        {
            "axes": [{"name": "die", "roll": "1d2"}, {"name": "range", "ranges": ["0-9", "10+"]}],
            "result": {"name": "result", "type": "integer"},
            "cells": {"1": {"0-4": 1, "5+": 2}, "2": {"0-9": 3, "10+": 4}},
        }
    )
    questions = [row for name, row in odds_rows(table) if name == "odds_questions"]
    assert [row["inputs"] for row in questions] == ["range 0-4", "range 5-9", "range 10+"]
    assert [row["mean"] for row in questions] == ["2", "5/2", "3"]


def test_cells_at_the_same_place_have_different_ids() -> None:
    table = made_table(
        {
            "axes": [{"name": "die", "roll": "1d4"}],
            "result": {"name": "result", "type": "integer"},
            "hit_policy": "first",
            "cells": {"1-4": 1, "1 - 4": 2},
        }
    )
    ids = [row["id"] for name, row in table_rows(table, None) if name == "cells"]
    assert ids == ["game:table/made#die=1-4", "game:table/made#die=1-4~2"]


def test_an_earlier_export_is_replaced(rules_db: Path, games: Games, tmp_path: Path) -> None:
    path = tmp_path / "rules.db"
    path.write_bytes(rules_db.read_bytes())
    write_database(path, [games["handspan"]])
    assert path.stat().st_size < rules_db.stat().st_size
    assert names(tmp_path) == ["rules.db"]


@pytest.mark.parametrize("kind", ["text", "empty", "another database"])
def test_a_foreign_file_is_not_replaced_without_force(games: Games, tmp_path: Path, kind: str) -> None:
    path = tmp_path / "rules.db"
    if kind == "another database":
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("CREATE TABLE diary (day)")
    else:
        path.write_text("mine" if kind == "text" else "", encoding="utf-8")
    before = path.read_bytes()
    selected = [games["handspan"]]
    with pytest.raises(OutputError, match="was not made by brainbug"):
        write_database(path, selected)
    assert path.read_bytes() == before
    assert names(tmp_path) == ["rules.db"]
    write_database(path, selected, force=True)
    assert path.read_bytes().startswith(b"SQLite format 3")


def test_a_folder_is_never_replaced(games: Games, tmp_path: Path) -> None:
    (tmp_path / "root").symlink_to("/")
    for path in (tmp_path, tmp_path / "root", Path("/")):
        with pytest.raises(OutputError, match="is a folder"):
            write_database(path, [games["handspan"]], force=True)


def test_a_symlink_stays_and_its_target_is_replaced(games: Games, tmp_path: Path) -> None:
    link = tmp_path / "rules.db"
    link.symlink_to(tmp_path / "real.db")
    write_database(link, [games["handspan"]])
    assert link.is_symlink()
    assert (tmp_path / "real.db").read_bytes().startswith(b"SQLite format 3")


def test_an_interrupted_export_leaves_the_old_file_intact(
    rules_db: Path, games: Games, tmp_path: Path
) -> None:
    path = tmp_path / "rules.db"
    path.write_bytes(rules_db.read_bytes())
    selected = [games["handspan"], games["handspan"]]
    with pytest.raises(OutputError, match="UNIQUE"):
        write_database(path, selected)
    assert path.read_bytes() == rules_db.read_bytes()
    assert names(tmp_path) == ["rules.db"]


def test_an_export_that_somebody_changed_is_not_replaced_without_force(
    rules_db: Path, games: Games, tmp_path: Path
) -> None:
    path = tmp_path / "rules.db"
    path.write_bytes(rules_db.read_bytes())
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("CREATE TABLE diary (day)")
    with pytest.raises(OutputError, match="was changed since brainbug made it"):
        write_database(path, [games["handspan"]])
    write_database(path, [games["handspan"]], force=True)
    write_database(path, [games["handspan"]])


@pytest.mark.parametrize("end", ["wal", "journal"])
@pytest.mark.parametrize("is_there", [True, False])
def test_rows_of_another_program_never_enter_a_new_export(
    games: Games, tmp_path: Path, end: str, is_there: bool
) -> None:
    """They would if the database were replaced, but not the changes next to it."""
    path, other = tmp_path / "rules.db", tmp_path / "other"
    other.mkdir()
    with closing(sqlite3.connect(other / "rules.db", isolation_level=None)) as connection:
        connection.execute(f"PRAGMA journal_mode = {'WAL' if end == 'wal' else 'DELETE'}")
        connection.execute("CREATE TABLE diary (day)")
        connection.execute("BEGIN")
        connection.execute("INSERT INTO diary VALUES ('mine')")
        if end == "wal":
            connection.execute("COMMIT")
        for file in other.iterdir():
            if is_there or file.name != "rules.db":
                (tmp_path / file.name).write_bytes(file.read_bytes())
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir() if file.is_file()}
    assert f"rules.db-{end}" in before
    with pytest.raises(OutputError, match=f"has left changes of .* in rules.db-{end}; close that program"):
        write_database(path, [games["handspan"]])
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir() if file.is_file()} == before
    write_database(path, [games["handspan"]], force=True)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("SELECT id FROM games").fetchall() == [("handspan",)]
    assert names(tmp_path) == ["other", "rules.db"]


def test_an_export_can_have_a_name_of_any_length(games: Games, tmp_path: Path) -> None:
    path = tmp_path / ("x" * 255)
    for _ in range(2):
        write_database(path, [games["handspan"]])
    assert names(tmp_path) == [path.name]
