"""Finished games in a SQLite file."""

from __future__ import annotations

import dataclasses
import sqlite3
from collections.abc import Iterable
from contextlib import closing, suppress
from pathlib import Path

import pytest

from builder.playtest.game_store import GameStore, kept_batch
from builder.playtest.match import Result
from builder.playtest.play import Ending
from builder.playtest.trace import Trace
from rulesdb import BrainbugError, InputError

HEAD = {"scenario": "field", "players": {"human": "officer"}, "seed": 1}
TRACE = Trace(
    {"human": {3: 1}}, {}, {}, {"human": {4: 2}}, [[3, 3], [0, 3]], [0, 2], 1, 0, [0], [1],
    {"handspan:table/wound-chart": {2: 5}}, {"rule/fire": 2}, [(2, 9)],
)  # fmt: skip


def _result(game: int) -> Result:
    trace = TRACE if game < 2 else None
    return Result(game, Ending("human", "great", "condition", "Übrig"), 4, 31, 90, {"losses": game}, trace)


def _write(path: Path, numbers: Iterable[int], games: int = 9) -> None:
    with closing(GameStore(path, HEAD, games)) as store:
        for number in numbers:
            store.add(_result(number))


def _read(path: Path) -> list[Result]:
    with closing(GameStore(path, HEAD, 9)) as store:
        return list(store.results())


def test_games_are_read_as_they_were_kept_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    _write(tmp_path / "sub" / "games", [2, 0, 1])
    assert _read(tmp_path / "sub" / "games") == [_result(0), _result(1), _result(2)]
    assert kept_batch(tmp_path / "sub" / "games") == (HEAD, 9)


def test_a_game_that_is_added_twice_counts_once(tmp_path: Path) -> None:
    _write(tmp_path / "games", [0, 1, 0])
    _write(tmp_path / "games", [1, 2])
    assert [each.game for each in _read(tmp_path / "games")] == [0, 1, 2]


def test_the_same_games_give_the_same_bytes_in_any_order_and_number_of_runs(tmp_path: Path) -> None:
    _write(tmp_path / "one", range(200), 200)
    _write(tmp_path / "other", [*range(0, 200, 2)], 150)
    _write(tmp_path / "other", [*range(199, 0, -2)], 200)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()
    _read(tmp_path / "one")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one", "other"]


def test_games_that_were_not_closed_are_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builder.playtest.game_store._SECONDS_BETWEEN_COMMITS", 0.0)
    store = GameStore(tmp_path / "games", HEAD, 9)
    store.add(_result(0))
    store.add(_result(1))
    monkeypatch.setattr("builder.playtest.game_store._SECONDS_BETWEEN_COMMITS", 60.0)
    store.add(_result(2))
    # As after a kill: SQLite undoes what was not finished.
    store._connection.close()
    assert [each.game for each in _read(tmp_path / "games")] == [0, 1]


def test_a_full_disk_is_one_error_and_keeps_what_was_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builder.playtest.game_store._SECONDS_BETWEEN_COMMITS", 0.0)
    store, added = GameStore(tmp_path / "games", HEAD, 900), []
    pages = store._connection.execute("PRAGMA page_count").fetchone()[0]
    store._connection.execute(f"PRAGMA max_page_count = {pages + 3}")

    def fill() -> None:
        for number in range(900):
            store.add(dataclasses.replace(_result(number), tally={"losses" * 300: number}))
            added.append(number)

    with pytest.raises(BrainbugError, match=r"disk is full; games that are in it already are kept"):
        fill()
    # Closing finds the disk full, too.
    with suppress(BrainbugError):
        store.close()
    assert 2 < len(added) < 900
    assert [each.game for each in _read(tmp_path / "games")] == added


def test_two_programs_cannot_write_the_same_file(tmp_path: Path) -> None:
    with closing(GameStore(tmp_path / "games", HEAD, 9)):
        with pytest.raises(BrainbugError, match="another playtest writes"):
            GameStore(tmp_path / "games", HEAD, 9)
        with pytest.raises(BrainbugError, match="another playtest writes"):
            kept_batch(tmp_path / "games")


def test_games_of_another_batch_are_left_alone(tmp_path: Path) -> None:
    _write(tmp_path / "games", [0])
    before = (tmp_path / "games").read_bytes()
    with pytest.raises(InputError, match="another batch"):
        GameStore(tmp_path / "games", {**HEAD, "seed": 2}, 9)
    assert (tmp_path / "games").read_bytes() == before


@pytest.mark.parametrize("content", [b"no", b"SQLite format 3\0" + bytes(200)])
def test_a_file_of_something_else_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "games"
    path.write_bytes(content)
    for opened in (lambda: kept_batch(path), lambda: GameStore(path, HEAD, 9)):
        with pytest.raises(InputError, match="is not a file of finished games"):
            opened()
    assert path.read_bytes() == content


def test_a_folder_and_nothing_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="does not exist"):
        kept_batch(tmp_path / "games")
    with pytest.raises(InputError, match="folder"):
        GameStore(tmp_path, HEAD, 9)


@pytest.mark.parametrize("change", ["tally = '['", "trace = '{}'", "turns = 'x'", "tally = '[1]'"])
def test_a_damaged_row_is_one_error(tmp_path: Path, change: str) -> None:
    _write(tmp_path / "games", [0, 1])
    with closing(sqlite3.connect(tmp_path / "games", isolation_level=None)) as connection:
        connection.execute(f"UPDATE games SET {change} WHERE game = 1")
    with pytest.raises(InputError, match="damaged"):
        _read(tmp_path / "games")


def test_every_field_of_a_result_is_kept(tmp_path: Path) -> None:
    names = {field.name for field in dataclasses.fields(Result)}
    assert names == {"game", "ending", "turns", "decisions", "choices", "tally", "trace"}
