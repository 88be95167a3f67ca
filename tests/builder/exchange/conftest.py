"""The database of all games as one file."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from builder.exchange.sqlite import write_database
from rulesdb import Ruleset, game_folders, open_game


@pytest.fixture(scope="session")
def games() -> dict[str, Ruleset]:
    return {name: open_game(name) for name in game_folders()}


@pytest.fixture(scope="session")
def rules_db(games: dict[str, Ruleset], tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("exchange") / "rules.db"
    write_database(path, games.values())
    return path


@pytest.fixture
def sql(rules_db: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(f"{rules_db.as_uri()}?mode=ro", uri=True)) as connection:
        yield connection
