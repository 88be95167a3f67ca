"""It does not matter on which end of a table the MI land."""

from __future__ import annotations

from math import sqrt

import pytest
from mobile_field import Changes, field_play
from soak import times

from builder.playtest.match import play_match
from builder.playtest.players import OfficerPlayer

# The interval of 99.9 % of a normal distribution.
WIDTH = 3.29
# An odd number of columns, so that a column and its mirror image are offered alike.
WEST: Changes = (("width: 40", "width: 41"),)
EAST: Changes = (
    *WEST,
    ("circle: [30, 5, 3]", "circle: [11, 5, 3]"),
    ("circle: [5, 25, 2]", "circle: [36, 25, 2]"),
    ("rectangle: [18, 20, 4, 4]", "rectangle: [19, 20, 4, 4]"),
    ("rectangle: [1, 1, 4, 3]", "rectangle: [36, 1, 4, 3]"),
    ("line: [[34, 20], [38, 20]]", "line: [[7, 20], [3, 20]]"),
    ("rectangle: [1, 10, 8, 10]", "rectangle: [32, 10, 8, 10]"),
    ("at: [20, 10]", "at: [21, 10]"),
    ("at: [36, 15]", "at: [5, 15]"),
)


def _bloody(changes: Changes, games: int) -> int:
    """In how many games at least three troopers die, with officers on both sides."""
    play = field_play(turns=8, changes=changes)
    players = {side: OfficerPlayer() for side in play.sides}
    return sum(play_match(play, players, 3, game).tally["squad-1 lost"] >= 3 for game in range(games))


@pytest.mark.soak
def test_a_table_and_its_mirror_image_are_alike() -> None:
    games = times(6, 600)
    west, east = _bloody(WEST, games), _bloody(EAST, games)
    share = (west + east) / (2 * games)
    assert 0 < share < 1
    assert abs(west - east) <= WIDTH * sqrt(2 * games * share * (1 - share))
