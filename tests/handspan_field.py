"""A small scenario of Handspan for tests of its play."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path

from builder.games.handspan.play import make_play
from builder.games.handspan.play.handspan_play import HandspanPlay
from builder.games.handspan.play.state import Flag, Stage, State
from builder.playtest.assumptions import choose_assumptions
from builder.scenario.load import load_scenario

FIELD = (Path(__file__).parent / "games" / "handspan" / "field.yaml").read_text(encoding="utf-8")
ONE, TWO, THREE, FOUR, FIVE, SIX = range(6)
WARRIOR, MINITANK, FLYER = 6, 10, 11


def field_play(*swaps: str, turns: int = 4) -> HandspanPlay:
    """The play of the field."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "field.yaml"
        path.write_text(FIELD.replace("turns: 4", f"turns: {turns}"), encoding="utf-8")
        scenario = load_scenario(path)
    return make_play(scenario, choose_assumptions(scenario.ruleset, swaps))


def stand(
    play: HandspanPlay, places: Mapping[int, tuple[float, float]], stage: Stage = Stage.COMMAND
) -> State:
    """A state in turn 1 with some units at points of the table, and nobody else on it or still to come."""
    state = play.start()
    state.turn, state.stage = 1, stage
    for number in range(len(state.cell)):
        state.cell[number] = -2
        state.flags[number] &= Flag.LOADED
    for number, point in places.items():
        state.cell[number] = play.setting.ground.board.nearest(point)
    return state
