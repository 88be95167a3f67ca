"""The tables of a playtest as CSV and Parquet."""

from __future__ import annotations

import io

import pytest

from builder.playtest.match import Result
from builder.playtest.play import Ending
from builder.playtest.report.tables import ReportTable, decisions_table, games_table, places_table
from builder.playtest.trace import Trace

NO_PARQUET = "no pyarrow here: pip install 'brainbug[parquet]'"
TRACE = Trace({}, {}, {}, {}, [], [], 0, 0, [], [], {}, {}, [(0, 0), (2, 9), (1, 4)])
RESULTS = [
    Result(0, Ending("human", "great", "condition", ""), 4, 3, 13, {"lost": 1}, TRACE),
    Result(1, Ending("", "", "undecided", ""), 9, 3, 13, {"lost": 0, "left": 2}),
]
PLACES = {"places": {"moved": {"human": [{"place": "0101", "a_game": 1.5}]}}}


def test_games_have_every_count_of_any_game() -> None:
    assert games_table(RESULTS).as_csv == (
        "game,side,grade,how,turns,decisions,choices,lost,left\n"
        "0,human,great,condition,4,3,13,1,0\n"
        "1,,,undecided,9,3,13,0,2\n"
    )


def test_decisions_are_those_of_turns_with_a_choice_in_watched_games() -> None:
    assert decisions_table(RESULTS).rows == [(0, 1, 2, 9), (0, 2, 1, 4)]


def test_places_have_the_number_a_game() -> None:
    assert places_table(PLACES).as_csv == "event,side,place,a_game\nmoved,human,0101,1.5\n"
    assert places_table({}).rows == []


@pytest.mark.parametrize(
    "table",
    [games_table(RESULTS), games_table([]), places_table(PLACES), ReportTable("x", ["a"], [[1], [0.5]])],
)
def test_parquet_has_the_same_cells_with_types_and_the_same_bytes_each_time(table: ReportTable) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason=NO_PARQUET)
    content = table.as_parquet
    read = parquet.read_table(io.BytesIO(content))
    assert read.column_names == list(table.columns)
    assert [list(row.values()) for row in read.to_pylist()] == [list(row) for row in table.rows]
    assert table.as_parquet == content
