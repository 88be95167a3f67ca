"""The command ``brainbug export``."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from processes import brainbug

SUPPLEMENT = """\
kind: supplement
game: bug-hunter
title: My charts
changes:
  - target: "table/firepower#weapon=MP&range=2-5"
    expect: 4
    value: 5
    reason: Charts card
"""


def query_rows(path: Path, query: str) -> list[Any]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(query).fetchall()


def test_the_whole_database_becomes_one_file(tmp_path: Path) -> None:
    done = brainbug("export", "--to", "sqlite", "rules.db", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    (counts,) = query_rows(tmp_path / "rules.db", "SELECT count(*) FROM entries")
    assert f"{counts[0]} entries" in done.stdout
    assert [path.name for path in tmp_path.iterdir()] == ["rules.db"]


def test_a_supplement_is_listed(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(SUPPLEMENT, encoding="utf-8")
    done = brainbug(
        "export", "--to", "sqlite", "--game", "bug-hunter", "--supplement", "mine.yaml", "x.db", cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr
    assert "supplement to bug-hunter: My charts" in done.stdout
    assert query_rows(tmp_path / "x.db", "SELECT title FROM layers") == [("My charts",)]
    assert query_rows(tmp_path / "x.db", "SELECT text FROM cells WHERE basis = 'supplement'") == [("5",)]


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["export", "rules.db"], "Missing option '--to'"),
        (["export", "--to", "csv", "rules.db"], "sqlite"),
        (["export", "--to", "sqlite", "--game", "handspam", "rules.db"], "did you mean handspan"),
        (["export", "--to", "sqlite", "diary.txt"], "--force"),
        (["export", "--to", "sqlite", "."], "is a folder"),
        (["export", "--to", "sqlite", "diary.txt/rules.db"], "cannot"),
        (
            ["export", "--to", "sqlite", "--game", "bugged", "--supplement", "mine.yaml", "rules.db"],
            "the supplement is for bug-hunter, not for bugged",
        ),
        (["export", "--to", "sqlite", "--supplement", "none.yaml", "rules.db"], "cannot read the file"),
    ],
)
def test_a_failed_export_exits_2_and_writes_nothing(args: list[str], message: str, tmp_path: Path) -> None:
    (tmp_path / "diary.txt").write_text("mine", encoding="utf-8")
    (tmp_path / "mine.yaml").write_text(SUPPLEMENT, encoding="utf-8")
    done = brainbug(*args, cwd=tmp_path)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["diary.txt", "mine.yaml"]
    assert (tmp_path / "diary.txt").read_text(encoding="utf-8") == "mine"
