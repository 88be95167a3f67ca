"""It does not matter on which end of a table the ship stands."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Mapping
from math import sqrt
from pathlib import Path

import pytest
from handspan_field import FIELD
from soak import times

from builder.games.handspan.play import make_play
from builder.playtest.assumptions import choose_assumptions
from builder.playtest.match import play_match
from builder.playtest.players import OfficerPlayer
from builder.scenario.load import load_scenario

# The interval of 99.9 % of a normal distribution.
WIDTH = 3.29
# An odd number of columns, so that a column and its mirror image are offered alike as goals of long moves.
COLUMNS, STEP = 25, 2.5
EAST: Mapping[str, str] = {
    "width: 60": f"width: {COLUMNS * STEP}",
    "[20, 20, 20, 20]": "[2.5, 20, 20, 20]",
    "at_least: 3": "at_least: 6",
    "turns: 4": "turns: 5",
}
WEST: Mapping[str, str] = {
    **EAST,
    "[20, 20, 20, 20]": "[40, 20, 20, 20]",
    "[53, 30, 4]": "[9.5, 30, 4]",
    "[10, 45, 8, 8]": "[44.5, 45, 8, 8]",
    "[45, 52, 5]": "[17.5, 52, 5]",
    "[12, 12, 6]": "[50.5, 12, 6]",
    "[49, 30]": "[13.5, 30]",
}


def endings(changes: Mapping[str, str], games: int) -> Counter[str]:
    """How often each side wins on the field with some changes, with officers on both sides."""
    text = FIELD
    for old, new in changes.items():
        assert old in text, old
        text = text.replace(old, new)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "field.yaml"
        path.write_text(text, encoding="utf-8")
        scenario = load_scenario(path)
    play = make_play(scenario, choose_assumptions(scenario.ruleset, ()))
    players = {side: OfficerPlayer() for side in play.sides}
    return Counter(play_match(play, players, 3, game).ending.side for game in range(games))


@pytest.mark.soak
def test_a_table_and_its_mirror_image_are_won_alike() -> None:
    games = times(8, 2000)
    east, west = endings(EAST, games), endings(WEST, games)
    share = (east["human"] + west["human"]) / (2 * games)
    assert 0 < share < 1
    assert abs(east["human"] - west["human"]) <= WIDTH * sqrt(2 * games * share * (1 - share))
