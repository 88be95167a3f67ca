"""The columns of an aid's page end at one height."""

from __future__ import annotations

import pytest

from builder.draw.sheets.aid.pages.spacing import Placed, columns_block, foot_of, spaced
from builder.draw.surface.flow import Block

APART = 3.0
STEP = 60.0


def block(height: float) -> Block:
    return Block(height, lambda canvas, x, y: None)


def column(number: int, *heights: float) -> list[Placed]:
    """Blocks below each other in a column."""
    placed, y = [], 0.0
    for height in heights:
        placed.append(Placed(0, number, 1, y, block(height), STEP))
        y += height + APART
    return placed


def ends(placed: list[Placed]) -> list[float]:
    """Where each column ends, in mm."""
    columns = sorted({each.first for each in placed})
    return [round(foot_of([each for each in placed if each.first == at]), 3) for at in columns]


def test_a_shorter_column_ends_where_the_longest_does() -> None:
    placed = [*column(0, 40.0, 40.0, 40.0), *column(1, 30.0, 40.0, 40.0)]
    assert ends(spaced(placed, APART, foot_of(placed), 10.0)) == [126.0, 126.0]


def test_blocks_stay_near_each_other_in_a_column_with_few_of_them() -> None:
    placed = [*column(0, 100.0), *column(1, 20.0, 20.0)]
    assert ends(spaced(placed, APART, 100.0, 5.0)) == [100.0, 43.0 + 10.0]


def test_parts_of_a_block_are_moved_half_as_far_apart_as_blocks() -> None:
    parts = columns_block(column(0, 10.0, 10.0), APART)
    placed = [Placed(0, 0, 1, 0.0, parts, STEP), Placed(0, 0, 1, 26.0, block(10.0), STEP)]
    first, second = spaced(placed, APART, 42.0, 10.0)
    assert first.block.height == pytest.approx(23.0 + 2.0)
    assert second.y == pytest.approx(25.0 + APART + 4.0)


def test_a_block_across_two_columns_stays_below_both() -> None:
    wide = Placed(0, 0, 2, 33.0, block(20.0), STEP)
    moved = spaced([*column(0, 30.0), *column(1, 10.0), wide], APART, 60.0, 10.0)
    assert moved[-1].y == pytest.approx(40.0)
    assert foot_of(moved) == pytest.approx(60.0)


def test_parts_of_a_block_that_is_made_higher_end_at_one_height() -> None:
    parts = columns_block([*column(0, 20.0, 20.0), *column(1, 18.0, 20.0)], APART)
    assert parts.of_height(50.0).height == pytest.approx(50.0)


def test_parts_can_be_moved_apart_after_they_have_been_set_close() -> None:
    parts = columns_block(column(0, 20.0, 30.0), APART)
    assert parts.of_height(parts.height).of_height(60.0).height == pytest.approx(60.0)
