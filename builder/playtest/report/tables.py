"""The tables of a playtest, as CSV and as Parquet."""

from __future__ import annotations

import csv
import importlib.util
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from builder.playtest.match import Result

Cell = str | int | float


@dataclass(frozen=True, slots=True)
class ReportTable:
    """A table with a name for its files, the names of its columns, and rows of equal length."""

    name: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Cell]]

    @property
    def as_csv(self) -> str:
        """The table as CSV, with a line of column names."""
        stream = io.StringIO()
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(self.columns)
        writer.writerows(self.rows)
        return stream.getvalue()

    @property
    def as_parquet(self) -> bytes:
        """The table as a Parquet file, in which columns have types.

        Raises:
            ImportError: pyarrow is not installed; see :func:`has_parquet`.
        """
        import pyarrow
        from pyarrow import parquet

        columns = [[row[number] for row in self.rows] for number in range(len(self.columns))]
        types = {str: pyarrow.string(), int: pyarrow.int64(), float: pyarrow.float64()}
        arrays = [pyarrow.array(cells, types[_type_of(cells)]) for cells in columns]
        buffer = io.BytesIO()
        parquet.write_table(pyarrow.table(arrays, names=list(self.columns)), buffer)
        return buffer.getvalue()


def has_parquet() -> bool:
    """Whether the package that writes Parquet is installed."""
    return importlib.util.find_spec("pyarrow") is not None


def tables_of(results: Sequence[Result], measures: Mapping[str, Any]) -> Sequence[ReportTable]:
    """All tables: games, events in each place, and decisions in each turn."""
    return games_table(results), places_table(measures), decisions_table(results)


def games_table(results: Sequence[Result]) -> ReportTable:
    """A row for each game, with its ending and the counts of the play."""
    names = list(dict.fromkeys(name for each in results for name in each.tally))
    columns = ["game", "side", "grade", "how", "turns", "decisions", "choices", *names]
    rows: list[tuple[Cell, ...]] = [
        (
            *(each.game, each.ending.side, each.ending.grade, each.ending.how),
            *(each.turns, each.decisions, each.choices),
            *(each.tally.get(name, 0) for name in names),
        )
        for each in results
    ]
    return ReportTable("games", columns, rows)


def places_table(measures: Mapping[str, Any]) -> ReportTable:
    """A row for each place, side and kind of event, with how often it happened in a game."""
    rows = [
        (event, side, str(row["place"]), float(row["a_game"]))
        for event, by_side in measures.get("places", {}).items()
        for side, places in by_side.items()
        for row in places
    ]
    return ReportTable("places", ["event", "side", "place", "a_game"], rows)


def decisions_table(results: Sequence[Result]) -> ReportTable:
    """A row for each turn of each watched game, with its decisions that had a choice, and their choices."""
    rows = [
        (each.game, turn, decisions, choices)
        for each in results
        if each.trace is not None
        for turn, (decisions, choices) in enumerate(each.trace.decisions)
        if decisions
    ]
    return ReportTable("decisions", ["game", "turn", "decisions", "choices"], rows)


def _type_of(cells: Sequence[Cell]) -> type:
    """The type of a column; whole numbers may be among others."""
    kinds = {type(cell) for cell in cells}
    return str if str in kinds or not kinds else float if float in kinds else int
