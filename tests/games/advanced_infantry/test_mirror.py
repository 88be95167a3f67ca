"""It does not matter from which end of a field a side attacks."""

from __future__ import annotations

from pathlib import Path

import pytest
from soak import times

from builder.games.advanced_infantry.play.infantry_play import InfantryPlay
from builder.playtest.assumptions import choose_assumptions
from builder.playtest.match import play_match
from builder.playtest.players import OfficerPlayer
from builder.playtest.report.intervals import interval
from builder.scenario.load import load_scenario

Z999 = 3.2905


@pytest.mark.soak
def test_the_same_troopers_on_a_field_that_is_its_own_mirror_are_even() -> None:
    scenario = load_scenario(Path(__file__).with_name("mirror.yaml"))
    play, games = InfantryPlay(scenario, choose_assumptions(scenario.ruleset)), times(6, 1000)
    players = {side: OfficerPlayer() for side in play.sides}
    endings = [play_match(play, players, 1, game).ending for game in range(games)]
    first = sum(ending.side == "attacker" for ending in endings)
    second = sum(ending.grade == "win" and ending.side == "defender" for ending in endings)
    low, high = interval(first, first + second, Z999)
    assert first + second > games / 3
    assert low <= 0.5 <= high, (first, second)
