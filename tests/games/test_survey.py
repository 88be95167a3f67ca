"""What every game's play tells records and reports: units, places, attacks and objectives."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import night_shift
import pytest

from builder.playtest.assumptions import choose_assumptions
from builder.playtest.game_play import play_maker, play_of
from builder.playtest.match import play_match
from builder.playtest.play import DOWN, HURT, LEFT, LOST, READY, WAITING, Action, Decision, Play, Roll, Thrown
from builder.playtest.players import RandomPlayer
from builder.playtest.record import coordinates
from builder.playtest.tables import Use
from builder.playtest.trace import Trace, Watch
from builder.scenario.load import load_scenario
from rulesdb import InputError, Library
from rulesdb.shipped import shipped


class Checks(Watch):
    """A watch that checks each state, and that an attack is aimed at a cell."""

    def state(self, play: Play[Any], state: Any) -> None:
        stands = play.stands(state)
        assert len(stands) == len(play.pieces)
        for stand in stands:
            assert stand.status in {READY, HURT, DOWN, LOST, LEFT, WAITING}
            assert -1 <= stand.cell < len(play.spots)
            assert stand.strength >= 0
            assert not (stand.status in (DOWN, LOST) and stand.strength)
            assert bool(coordinates(play, stand.cell)) is (stand.cell >= 0)
        super().state(play, state)

    def decision(
        self, play: Play[Any], state: Any, decision: Decision, actions: Sequence[Action], index: int
    ) -> None:
        assert all(-1 <= play.aim_of(state, decision, action) < len(play.spots) for action in actions)
        super().decision(play, state, decision, actions, index)

    def roll(self, turn: int, roll: Roll, thrown: Thrown, uses: Sequence[Use]) -> None:
        assert roll.step.count("/") == 1
        super().roll(turn, roll, thrown, uses)


GAMES = [game.id for game in Library().open_all() if play_maker(game) is not None]


def _playable(game: str) -> tuple[Path, Play[Any]]:
    """The first scenario of a game that states enough to be played."""
    for path in sorted((shipped("scenarios") / game.replace("-", "_")).glob("*.yaml")):
        scenario = load_scenario(path)
        with suppress(InputError):
            return path, play_of(scenario, choose_assumptions(scenario.ruleset))
    raise AssertionError(f"no scenario of {game} can be played")


@pytest.mark.parametrize("game", [*GAMES, "night-shift"])
def test_a_play_reports_the_place_of_each_unit_and_attacked_cells(game: str) -> None:
    play: Play[Any] = night_shift.library_play("cage-nine")
    scenario = night_shift.scenario_of("cage-nine")
    if game in GAMES:
        path, play = _playable(game)
        scenario = load_scenario(path)
    watch = Checks(play)
    result = play_match(play, {side: RandomPlayer() for side in play.sides}, 3, recorder=watch)
    trace = watch.trace
    assert len(trace.alive) == result.turns + 1
    assert len(trace.objectives) == len(scenario.objectives)
    assert any(trace.moved[side] for side in play.sides)
    assert trace == Trace.of_json(trace.as_json())
    assert play.touches(0, 0)
