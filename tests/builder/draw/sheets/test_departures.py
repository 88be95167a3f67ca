"""Where victory asks how many have left, players can count them."""

from __future__ import annotations

import pytest
from kits import scenario_of

from builder.draw.sheets.tracks.departures import counted_departures, presence_rows
from builder.draw.surface.wording import load_words


@pytest.mark.parametrize(("name", "count", "needed"), [("last-lift", 9, (4, 7)), ("cold-ford", 9, (5,))])
def test_there_is_a_box_for_each_figure_and_a_mark_where_victory_asks_for_a_number(
    name: str, count: int, needed: tuple[int, ...]
) -> None:
    [departure] = counted_departures(scenario_of(name))
    assert (departure.count, tuple(departure.needed)) == (count, needed)


@pytest.mark.parametrize("name", ["eagle-six", "ninth-hour", "candle"])
def test_nobody_counts_where_one_is_enough_or_all_leave_at_once(name: str) -> None:
    assert counted_departures(scenario_of(name)) == []


def test_those_at_a_place_in_time_have_a_box_each() -> None:
    [row] = presence_rows(scenario_of("cold-ford"), load_words())
    assert (row["label"], row["count"], row["marks"]) == ("Far bank, turn 10", 14, [{"number": 6}])


def test_nobody_counts_at_a_place_without_a_turn() -> None:
    assert presence_rows(scenario_of("relief"), load_words()) == []
