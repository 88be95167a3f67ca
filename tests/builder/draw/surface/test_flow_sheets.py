"""Sheets that begin with a drawing, and go on below it."""

from __future__ import annotations

from dataclasses import replace

from builder.draw.surface.canvas import Canvas
from builder.draw.surface.columns import set_in_columns
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import Block, Flow, Writer
from builder.draw.surface.flow_sheets import FlowSheets, fitted_sheets
from builder.draw.surface.theme import load_theme
from builder.draw.surface.type import REGULAR, Type

CONTEXT = DrawingContext(load_theme())


def test_nothing_is_set_over_a_map_that_goes_further_down_than_its_texts() -> None:
    canvas = Canvas(190, 260, CONTEXT)
    canvas.text("Sawtooth Pass", 0, 10, Type(REGULAR, 4.0))
    titled, sheets = canvas.drawing("overview", "Overview"), FlowSheets((190, 260), CONTEXT)
    sheets.begin(titled)
    room = sheets.room
    canvas.keep_whole(0, 20, 120, 200)
    sheets.begin(canvas.drawing("overview", "Overview"))
    assert sheets.room < 60 < room


def steps(*heights: float) -> list[Block]:
    """A heading and as many blocks as there are heights in mm."""
    heading = Block(6.0, lambda canvas, x, y: None, keep_with_next=True, starts=True)
    return [heading, *(Block(height, lambda canvas, x, y: None) for height in heights)]


def columns_of(blocks: list[Block], height: float) -> list[list[int]]:
    """The numbers of the blocks in each of two columns of the only sheet."""
    [sheet] = set_in_columns(blocks, 2, height)
    columns: list[list[int]] = [[], []]
    for number, (column, _, _) in enumerate(sheet):
        columns[column].append(number)
    return columns


def test_what_can_be_anywhere_is_below_the_shorter_of_two_columns() -> None:
    notes = [replace(block, anywhere=True) for block in steps(14.0)]
    blocks = [*steps(80.0), *steps(104.0), *notes]
    [sheet] = set_in_columns(blocks, 2, 200.0)
    ends = [max(y + block.height for at, y, block in sheet if at == column) for column in (0, 1)]
    assert max(ends) == 110.0
    assert [column for column, _, block in sheet if block.anywhere] == [0, 0]
    fixed = [*steps(80.0), *steps(104.0), *steps(14.0)]
    assert [column for column, _, _ in set_in_columns(fixed, 2, 200.0)[0]][-2:] == [1, 1]


def test_neither_the_first_nor_the_last_step_of_a_section_is_alone_in_a_column() -> None:
    # A column that ends after the first step, or before the last one, would be shorter.
    assert columns_of(steps(40.0, 10.0, 15.0, 15.0), 200.0) == [[0, 1, 2], [3, 4]]
    assert columns_of(steps(15.0, 15.0, 10.0, 40.0), 200.0) == [[0, 1, 2], [3, 4]]


def test_a_section_of_three_steps_stays_in_one_column() -> None:
    short, other = steps(8.0, 8.0, 8.0), steps(20.0, 20.0, 20.0, 20.0)
    first, second = columns_of([*short, *other], 200.0)
    assert {0, 1, 2, 3} <= {*first}
    assert len(second) >= 2


def test_steps_are_parted_rather_than_take_another_sheet() -> None:
    assert len(set_in_columns(steps(30.0, 30.0), 2, 40.0)) == 1


def test_two_sheets_are_about_as_full_if_the_second_would_be_rather_empty() -> None:
    def blocks(writer: Writer) -> list[Block]:
        return [Block(10.0, lambda canvas, x, y: None) for _ in range(33)]

    sheets = fitted_sheets([Flow("list", "List", "", blocks, columns=1)], (190.0, 277.0), CONTEXT)
    assert sheets.count == 2
    assert sheets.room < 277.0 / 2
