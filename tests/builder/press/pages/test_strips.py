"""Rows of pieces on sheets: no piece is alone in the last row of its group, and headings have air."""

from __future__ import annotations

from itertools import pairwise

import pytest
from kits import SCENARIOS, scenario_of

from builder.draw.pieces.counters import CounterArtist
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme
from builder.press.pages.grid import Grid
from builder.press.pages.strips import Strip, heading_lines, strips_for
from builder.press.services.sheet_file import load_paper


@pytest.mark.parametrize("name", SCENARIOS)
def test_no_counter_is_alone_in_the_last_row_of_a_group_of_several(name: str) -> None:
    scenario = scenario_of(name)
    context = DrawingContext.of(scenario.ruleset, load_theme())
    pieces = CounterArtist(context).pieces(scenario)
    for sheet in strips_for(pieces, 8, (15.875, 15.875), 240.0, context.metrics):
        for above, strip in pairwise(sheet):
            assert strip.count > 1 or strip.gap > 0 or above.count == 1


@pytest.mark.parametrize(("name", "rows"), [("cold-ford", [4, 5, 7, 7]), ("kite-season", [7, 6, 5])])
def test_each_team_starts_a_row_if_that_takes_no_more_rows(name: str, rows: list[int]) -> None:
    scenario = scenario_of(name)
    context = DrawingContext.of(scenario.ruleset, load_theme())
    pieces = CounterArtist(context).pieces(scenario)
    [sheet] = strips_for(pieces, 8, (15.875, 15.875), 240.0, context.metrics)
    assert [strip.count for strip in sheet[: len(rows)]] == rows


@pytest.mark.parametrize(("name", "rows"), [("relief", [9, 6]), ("ninth-hour", [12, 1])])
def test_rows_that_end_where_a_name_does_have_headings_of_their_own(name: str, rows: list[int]) -> None:
    scenario = scenario_of(name)
    context = DrawingContext.of(scenario.ruleset, load_theme())
    pieces = CounterArtist(context).pieces(scenario)
    [sheet] = strips_for(pieces, 12, (15.875, 15.875), 400.0, context.metrics)
    assert [strip.count for strip in sheet[:2]] == rows
    assert all(strip.heading and not strip.is_list for strip in sheet[:2])


def test_headings_have_air_as_far_as_the_page_has_room() -> None:
    strips = (Strip(8, 5.6, "A"), Strip(4), Strip(8, 5.6, "B"), Strip(8, 5.6, "C"))
    grid = Grid(load_paper("a4"), 8, 4, 15.875, 15.875, 0.0, 1.0, 210.0, strips, top=40.0)
    low = grid.origin[1] + grid.size[1]
    empty, roomy, full = (grid.airy(low + each, is_alone=False) for each in (60.0, 20.0, 3.0))
    assert [strip.gap for strip in roomy.strips] == pytest.approx([5.6, 0.0, 9.0, 9.0])
    # A sheet that is far from full has more.
    assert [strip.gap for strip in empty.strips] == pytest.approx([5.6, 0.0, 12.8, 12.8])
    assert full.origin[1] + full.size[1] == pytest.approx(low + 3.0)
    assert grid.airy(low - 1.0, is_alone=False) is grid


def test_counters_alone_on_a_sheet_are_spread_over_it() -> None:
    strips = (Strip(8, 5.6, "A"), Strip(8, 5.6, "B"), Strip(8, 5.6, "C"))
    grid = Grid(load_paper("a4"), 8, 3, 15.875, 15.875, 0.0, 1.0, 210.0, strips, top=40.0)
    low = grid.origin[1] + grid.size[1]
    some, much = (grid.airy(low + each, is_alone=True) for each in (15.0, 300.0))
    assert [strip.gap for strip in some.strips] == pytest.approx([5.6, 10.6, 10.6])
    assert [strip.gap for strip in much.strips] == pytest.approx([5.6, 15.6, 15.6])


def test_the_markers_of_a_sheet_stand_in_columns_without_dots() -> None:
    metrics = DrawingContext.of(scenario_of("dead-air").ruleset, load_theme()).metrics
    names = [f"{number}\u00a0Wounded,\u00a0back\u00a0Killed" for number in range(2, 12)]
    lines = heading_lines(Strip(8, 5.6, "\u00a0· ".join(names), is_list=True), 150.0, metrics)
    assert len(lines) > 1
    assert {len(line) for line in lines[:-1]} == {len(lines[0])}
    assert [name for line in lines for name in line] == [name.replace("\u00a0", " ") for name in names]
