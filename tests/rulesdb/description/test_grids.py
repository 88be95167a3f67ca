"""The rows and columns of tables and records."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import night_shift
import pytest

from rulesdb import Basis, Citation, Entry, Provenance, Table, game_folders, open_game
from rulesdb.description import Grid, table_grid
from rulesdb.tables import show_value
from rulesdb.tables.compiler import compile_table

TABLES = [table for game in game_folders() for table in open_game(game).tables.values()]
TABLES += night_shift.ruleset().tables.values()
FORCE = {"name": "force", "labels": ["crew", "marine"]}
SIDE = {"name": "side", "labels": ["own-hex", "next"]}
DIE = {"name": "die", "roll": "1d6"}
HOUSE: Mapping[str, Any] = {"value": 9, "basis": "house", "note": "Ours."}


def table(axes: list[dict[str, Any]], cells: Any, result: str = "integer", **more: Any) -> Table:
    """A table that belongs to no game."""
    printed = Provenance(Citation("book", "1.1"), Basis.PRINTED)
    data = {"axes": axes, "cells": cells, "result": {"name": "value", "type": result}, **more}
    return compile_table(Entry("game", "table", "test", "Test", "", printed), data)


def rows(grid: Grid) -> list[list[str]]:
    return [list(grid.heads), *([place.lettered for place in row] for row in grid.rows)]


def test_the_last_axis_runs_across_and_slugs_become_words() -> None:
    grid = table_grid(table([FORCE, SIDE], {"crew": [1, 2], "marine": [3, 4]}))
    assert rows(grid) == [["force", "own hex", "next"], ["crew", "1", "2"], ["marine", "3", "4"]]
    assert (grid.keys, grid.across) == (1, "side")


def test_a_table_of_one_axis_has_a_row_for_each_cell() -> None:
    assert rows(table_grid(table([FORCE], {"crew": 1, "marine": 2}))) == [
        ["force", "value"], ["crew", "1"], ["marine", "2"],
    ]  # fmt: skip


def test_records_have_a_column_for_each_field() -> None:
    records = table([FORCE], {"crew": {"hexes": 1}, "marine": {"hexes": 2, "note": "slow"}}, "record")
    assert rows(table_grid(records)) == [
        ["force", "hexes", "note"], ["crew", "1", "–"], ["marine", "2", "slow"],
    ]  # fmt: skip


def test_ranges_that_differ_between_rows_are_below_their_results() -> None:
    cells = {"crew": {"0-4": 1, "5+": 0}, "marine": {"0-9": 1, "10-19": 0, "20+": 1}}
    grid = table_grid(table([FORCE, {"name": "distance", "ranges": ["0+"]}], cells))
    assert rows(grid) == [["force", "1", "0"], ["crew", "0-4", "5+"], ["marine", "0-9, 20+", "10-19"]]
    assert [place.cells for place in grid.rows[1]] == [(), (2, 4), (3,)]


def test_several_results_in_one_place_get_a_row_each() -> None:
    cells = {"crew": {"1-6": 1, "4-6": 2}, "marine": {"1-6": 1}}
    grid = table_grid(table([FORCE, DIE], cells, hit_policy="collect"))
    assert rows(grid)[1:] == [["crew", "1-6", "1"], ["crew", "4-6", "2"], ["marine", "1-6", "1"]]


def test_a_cell_with_its_own_provenance_has_a_letter_and_a_note() -> None:
    cell = {"value": 8, "basis": "reading", "note": "Smudged.", "alternatives": ["It is 3."]}
    only = {"value": 7, "note": "Indoors."}
    grid = table_grid(table([FORCE, SIDE], {"crew": [only, HOUSE], "marine": [cell, HOUSE]}))
    assert rows(grid)[1:] == [["crew", "7[a]", "9[b]"], ["marine", "8[c]", "9[b]"]]
    assert [(note.letter, note.provenance.basis, note.provenance.note) for note in grid.notes] == [
        ("a", Basis.PRINTED, "Indoors."),
        ("b", Basis.HOUSE, "Ours."),
        ("c", Basis.READING, "Smudged."),
    ]
    assert grid.notes[1].values == ("force crew, side next → 9", "force marine, side next → 9")


def test_a_note_about_every_cell_has_no_letter() -> None:
    grid = table_grid(table([FORCE], {"crew": HOUSE, "marine": HOUSE}))
    assert rows(grid)[1:] == [["crew", "9"], ["marine", "9"]]
    assert [note.letter for note in grid.notes] == [""]


def test_the_provenance_of_the_table_itself_has_no_note() -> None:
    assert table_grid(open_game("bug-hunter").table("combat-results")).notes == ()


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.id)
def test_a_grid_shows_every_cell_of_its_table_in_its_place(table: Table) -> None:
    grid = table_grid(table)
    cells = list(table.cells())
    assert {number for row in grid.rows for place in row for number in place.cells} == set(range(len(cells)))
    for row in grid.rows:
        keys = [place.text for place in row[: grid.keys]]
        for head, place in zip(grid.heads[grid.keys :], row[grid.keys :], strict=True):
            for piece, number in zip(
                (piece for piece in place.pieces if piece.text != ", "), place.cells, strict=False
            ):
                at, cell = cells[number]
                labels = [re.sub("[-_]", " ", label) for label in at.values()]
                words = [re.sub("[-_]", " ", text) for text in (*keys, head, piece.text)]
                value = (
                    cell.value.get(head.replace(" ", "_"), "") if isinstance(cell.value, dict) else cell.value
                )
                assert all(label in words for label in labels)
                assert re.sub("[-_]", " ", show_value(value)) in words or isinstance(cell.value, dict)
                assert piece.basis is cell.provenance.basis
