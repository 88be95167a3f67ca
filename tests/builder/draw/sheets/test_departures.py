"""Where victory asks how many have left, players can count them."""

from __future__ import annotations

import pytest
from kits import scenario_of

from builder.draw.sheets.tracks.departures import counted_departures


@pytest.mark.parametrize(("name", "count", "needed"), [("last-lift", 9, (4, 7)), ("cold-ford", 9, (5,))])
def test_there_is_a_box_for_each_figure_and_a_mark_where_victory_asks_for_a_number(
    name: str, count: int, needed: tuple[int, ...]
) -> None:
    [departure] = counted_departures(scenario_of(name))
    assert (departure.count, tuple(departure.needed)) == (count, needed)


@pytest.mark.parametrize("name", ["eagle-six", "ninth-hour", "candle"])
def test_nobody_counts_where_one_is_enough_or_all_leave_at_once(name: str) -> None:
    assert counted_departures(scenario_of(name)) == []
