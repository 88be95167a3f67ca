"""Tables as they are drawn in a terminal."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import click
import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.reading.entry_text import entry_text
from builder.reading.table_view import TableView, cell_lines, view_of
from builder.reading.text_grid import draw_grid, rules_for_output
from rulesdb import Basis, Citation, Entry, Provenance, Table, game_folders, open_game
from rulesdb.tables.compiler import compile_table

TABLES = [table for game in game_folders() for table in open_game(game).tables.values()]


def table(axes: list[dict[str, Any]], cells: Any, result: str = "integer", **more: Any) -> Table:
    """A table of no game."""
    printed = Provenance(Citation("book", "1.1"), Basis.PRINTED)
    data = {"axes": axes, "cells": cells, "result": {"name": "value", "type": result}, **more}
    return compile_table(Entry("game", "table", "test", "Test", "", printed), data)


def drawn(found: Table, width: int = 80) -> list[str] | None:
    view = view_of(found)
    return draw_grid(view.heads, view.body, len(view.down), width, across=view.across)


FORCE = {"name": "force", "labels": ["crew", "marine"]}
DIE = {"name": "die", "roll": "1d6"}


def test_outer_axes_go_down_and_the_innermost_goes_across() -> None:
    found = table([FORCE, {"name": "side", "labels": ["left", "right"]}], {"crew": [1, 2], "marine": [3, 4]})
    assert drawn(found) == [
        "       │ side",
        "force  │ left  right",
        "───────┼────────────",
        "crew   │ 1     2",
        "marine │ 3     4",
    ]


def test_faces_with_the_same_result_in_every_row_are_one_column() -> None:
    found = table([FORCE, DIE], {"crew": [1, 1, 1, 2, 2, 3], "marine": [5, 5, 5, 5, 5, 6]})
    assert view_of(found).columns == ("1-3", "4-5", "6")


def test_rows_that_are_cut_differently_share_the_finest_columns() -> None:
    cells = {"crew": {"0-4": 1, "5+": 0}, "marine": {"0-9": 1, "10+": 0}}
    distance = {"name": "distance", "ranges": ["0+"]}
    assert view_of(table([FORCE, distance], cells)).columns == ("0-4", "5-9", "10+")


def test_a_table_of_one_axis_is_read_down() -> None:
    found = table([DIE], [1, 1, 2, 2, 2, 3])
    assert drawn(found) == ["die │ value", "────┼──────", "1-2 │ 1", "3-5 │ 2", "6   │ 3"]


def test_records_have_a_column_for_each_field() -> None:
    found = table([FORCE], {"crew": {"hexes": 1}, "marine": {"hexes": 2, "note": "slow"}}, "record")
    assert drawn(found) == [
        "force  │ hexes  note",
        "───────┼────────────",
        "crew   │ 1      –",
        "marine │ 2      slow",
    ]


def test_a_label_that_repeats_is_left_out() -> None:
    sides = {"name": "side", "labels": ["left", "right"]}
    cells = {force: {side: [1, 1, 1, 1, 1, 2] for side in sides["labels"]} for force in FORCE["labels"]}
    assert [row[:2] for row in view_of(table([FORCE, sides, DIE], cells)).body] == [
        ["crew", "left"], ["", "right"], ["marine", "left"], ["", "right"],
    ]  # fmt: skip


def test_a_cell_that_is_not_printed_has_a_letter_and_a_footnote() -> None:
    ours: Mapping[str, Any] = {"value": 9, "basis": "house", "note": "Ours."}
    read = {"value": 8, "basis": "reading", "note": "Smudged.", "alternatives": ["It is 3."]}
    view = view_of(table([FORCE, DIE], {"crew": [1, 1, 1, 1, 1, ours], "marine": [1, 1, 1, 1, 1, read]}))
    assert [str(place) for _, places in view.rows for place in places] == ["1", "9[a]", "1", "8[b]"]
    assert [(note.letter, note.provenance.basis, note.everywhere) for note in view.footnotes] == [
        ("a", Basis.HOUSE, False),
        ("b", Basis.READING, False),
    ]


def test_faces_with_the_same_result_on_another_basis_are_not_merged() -> None:
    ours = {"value": 1, "basis": "house", "note": "Ours."}
    assert view_of(table([DIE], [1, 1, 1, 1, 1, ours])).rows[-1][0] == ("6",)


def test_what_holds_for_every_cell_is_said_once() -> None:
    game = open_game("bug-hunter")
    view = view_of(game.table("combat-results"))
    assert [note.everywhere for note in view.footnotes] == [True]
    lines = entry_text(game, game.entry("table/combat-results"), 80, rules_for_output(), {})
    assert sum("house:" in line for line in map(click.unstyle, lines)) == 1


def test_footnotes_give_note_and_other_readings() -> None:
    game = open_game("mobile-infantry")
    lines = entry_text(game, game.entry("table/mi-movement"), 80, rules_for_output(), {})
    text = " ".join(" ".join(map(click.unstyle, lines)).split())
    assert "[a] reading: the print is ambiguous or damaged; this is one reading of it" in text
    assert "note: " in text
    assert "otherwise: " in text


def test_words_are_broken_where_there_is_little_room() -> None:
    found = table([FORCE], {"crew": "one two three", "marine": "four"}, "text")
    assert drawn(found, 20) == [
        "force  │ value",
        "───────┼────────",
        "crew   │ one two",
        "       │ three",
        "marine │ four",
    ]


def test_where_there_is_no_room_each_cell_has_its_line() -> None:
    game = open_game("bug-hunter")
    lines = entry_text(game, game.entry("table/random-panic"), 20, rules_for_output(), {})
    assert "force marine, die 5: 4" in " ".join(" ".join(lines).split())


def test_modifiers_stand_with_their_condition_and_citation() -> None:
    game = open_game("mobile-infantry")
    lines = entry_text(game, game.entry("table/reaction"), 200, rules_for_output(), {})
    line = next(line for line in map(click.unstyle, lines) if line.startswith("casualty"))
    assert re.search(r"-1 to die .*as often as it counts .*mobile-infantry Reaction Tests · printed", line)


@pytest.mark.parametrize("found", TABLES, ids=lambda found: found.id)
def test_the_view_of_a_table_says_what_the_table_says(found: Table) -> None:
    """Each place of the view, looked up in the table, is the same; and no place is left out."""
    view = view_of(found)
    assert sum(len(places) for _, places in view.rows) >= len({str(cell) for _, cell in found.cells()})
    for labels, places in view.rows:
        at = dict(zip(view.down, labels, strict=True))
        for column, place in zip(view.columns, places, strict=True):
            inputs = at | ({view.across: column} if view.across else {})
            numbers = {
                name: value if axis.is_label else int(re.split(r"[-+]", value)[0])
                for axis in found.axes
                for name, value in inputs.items()
                if axis.name == name
            }
            answer = found.lookup(**numbers)
            if isinstance(answer.result, dict):
                continue
            shown = "yes" if answer.result is True else "no" if answer.result is False else str(answer.result)
            assert place.text == shown
            assert place.basis is answer.provenance.basis


@pytest.mark.parametrize("found", TABLES, ids=lambda found: found.id)
@pytest.mark.parametrize("width", [40, 80, 132])
def test_a_drawn_table_fits_the_terminal(found: Table, width: int) -> None:
    lines = drawn(found, width)
    if lines is None:
        listed, _ = cell_lines(found)
        assert len(listed) == len(list(found.cells()))
    else:
        assert max(map(len, lines)) <= width


@given(
    st.lists(st.lists(st.text("ab -", max_size=12), min_size=2, max_size=5), min_size=1, max_size=5),
    st.integers(10, 60),
)
def test_no_drawn_line_is_wider_than_allowed(rows: list[list[str]], width: int) -> None:
    count = min(map(len, rows))
    lines = draw_grid([f"h{number}" for number in range(count)], [row[:count] for row in rows], 1, width)
    assert lines is None or max(map(len, lines)) <= width


def test_a_view_is_plain_data() -> None:
    view = view_of(table([FORCE], {"crew": 1, "marine": 2}))
    assert isinstance(view, TableView)
    assert view.heads == ["force", "value"]
