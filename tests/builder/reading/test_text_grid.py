"""Grids drawn in a terminal."""

from __future__ import annotations

import re

import click
import night_shift
import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.reading.text import text_lines
from builder.reading.text_grid import grid_lines, rules_for_output
from rulesdb import game_folders, open_game
from rulesdb.description import Grid, Piece, Place, describe, table_grid

TABLES = [table for game in game_folders() for table in open_game(game).tables.values()]
TABLES += night_shift.ruleset().tables.values()


def grid(heads: list[str], *rows: list[str], keys: int = 1, across: str = "") -> Grid:
    places = tuple(tuple(Place((Piece(text),)) for text in row) for row in rows)
    return Grid(tuple(heads), places, keys, across)


def entry_lines(id: str, width: int) -> list[str]:
    game = open_game(id.partition(":")[0])
    return [
        click.unstyle(line) for line in text_lines(describe(game.entry(id), game), width, rules_for_output())
    ]


def test_keys_are_left_of_a_rule_and_the_axis_is_above_the_columns() -> None:
    lines_of = grid(["force", "left", "right"], ["crew", "1", "2"], ["marine", "3", "4"], across="side")
    assert grid_lines(lines_of, 80) == [
        "       │ side",
        "force  │ left  right",
        "───────┼────────────",
        "crew   │ 1     2",
        "marine │ 3     4",
    ]


def test_a_key_that_repeats_is_left_out() -> None:
    lines_of = grid(["force", "side", "1"], ["crew", "left", "a"], ["crew", "right", "b"], keys=2)
    assert grid_lines(lines_of, 80)[2:] == ["crew   left  │ a", "       right │ b"]


def test_without_keys_there_is_no_upright_rule() -> None:
    assert grid_lines(grid(["name"], ["one"], ["two"], keys=0), 80) == ["name", "─────", "one", "two"]


def test_long_words_are_broken_in_narrow_columns() -> None:
    lines_of = grid(["force", "value"], ["crew", "one two three"], ["marine", "four"])
    assert grid_lines(lines_of, 20) == [
        "force  │ value",
        "───────┼────────",
        "crew   │ one two",
        "       │ three",
        "marine │ four",
    ]


def test_a_grid_that_is_too_wide_is_drawn_in_parts_with_its_keys_again() -> None:
    lines_of = grid(["force", "alpha", "bravo", "tango"], ["crew", "1", "2", "3"])
    assert grid_lines(lines_of, 21) == [
        "force │ alpha  bravo",
        "──────┼─────────────",
        "crew  │ 1      2",
        "",
        "force │ tango",
        "──────┼──────",
        "crew  │ 3",
    ]


def test_a_cell_has_its_own_line_if_there_is_no_room_for_a_column() -> None:
    lines_of = grid(["the-longest-of-all-heads".replace("-", ""), "five"], ["crew", "4"], across="die")
    assert grid_lines(lines_of, 20) == ["thelongestofallheads", "  crew, die five: 4"]


def test_capabilities_of_positions_are_a_grid_on_80_columns() -> None:
    lines = entry_lines("bug-hunter:table/capabilities", 80)
    assert len([line for line in lines if line.startswith("captain ")]) == 2
    assert len(lines) < 100


def test_a_note_limits_the_printed_figure_that_it_is_about() -> None:
    lines = entry_lines("bug-hunter:table/ammunition", 80)
    assert "ACR            │ 1[a]" in lines
    assert "    note: In automatic fire." in lines


def test_notes_give_the_reason_and_the_other_readings() -> None:
    text = " ".join(" ".join(entry_lines("mobile-infantry:table/mi-movement", 80)).split())
    assert "[a] reading: one reading of a passage that is ambiguous or damaged" in text
    assert "note: " in text
    assert "otherwise: " in text


def test_modifiers_have_their_condition_and_citation() -> None:
    lines = entry_lines("mobile-infantry:table/reaction", 200)
    line = next(line for line in lines if line.partition("│")[0].rstrip().endswith("casualty"))
    assert re.search(r"-1 to die .*as often as it counts .*mobile-infantry Reaction Tests · printed", line)


@pytest.mark.parametrize("width", [40, 80, 132])
def test_a_drawn_table_fits_the_terminal(width: int) -> None:
    widths = {table.id: max(map(len, grid_lines(table_grid(table), width))) for table in TABLES}
    assert {id: width_drawn for id, width_drawn in widths.items() if width_drawn > width} == {}


@given(
    st.lists(st.lists(st.text("ab -", max_size=12), min_size=2, max_size=5), min_size=1, max_size=5),
    st.integers(10, 60),
)
def test_no_drawn_line_is_wider_than_allowed_unless_a_word_is(rows: list[list[str]], width: int) -> None:
    count = min(map(len, rows))
    lines_of = grid([f"h{number}" for number in range(count)], *(row[:count] for row in rows))
    longest = max(len(word) for row in rows for text in row for word in [*text.split(), ""])
    assert max(map(len, grid_lines(lines_of, width))) <= max(width, longest + len("  ,"))
