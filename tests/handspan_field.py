"""A small scenario of Handspan for tests of its play, and players who follow a script."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from builder.games.handspan.play import make_play
from builder.games.handspan.play.handspan_play import HandspanPlay
from builder.games.handspan.play.state import Flag, Stage, State
from builder.playtest.assumptions import choose_assumptions
from builder.playtest.match import Result, play_match
from builder.playtest.play import Action, Decision, Play, Roll, Thrown, View
from builder.scenario.load import load_scenario

FIELD = (Path(__file__).parent / "games" / "handspan" / "field.yaml").read_text(encoding="utf-8")
ONE, TWO, THREE, FOUR, FIVE, SIX = range(6)
WARRIOR, MINITANK, FLYER = 6, 10, 11
Choose = Callable[[State, Decision, Sequence[Action]], int]


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


class Scripted:
    """A player who follows a function."""

    def __init__(self, choose: Choose) -> None:
        self._choose = choose

    def begin(self, side: str, play: Play[Any], rng: random.Random) -> None: ...

    def saw(self, roll: Roll, thrown: Thrown) -> None: ...

    def choose(self, view: View[State], decision: Decision, actions: Sequence[Action]) -> int:
        return self._choose(view.state, decision, actions)


def first(state: State, decision: Decision, actions: Sequence[Action]) -> int:
    """Stay, hold fire and spend nothing, which is always the first action; but board."""
    return 0


def prefer(*names: str) -> Choose:
    """The first action with one of some names; else the first of all."""

    def choose(state: State, decision: Decision, actions: Sequence[Action]) -> int:
        return next((index for index, action in enumerate(actions) if action[0] in names), 0)

    return choose


def results(
    play: HandspanPlay, start: Callable[[], State], human: Choose, bug: Choose, games: int
) -> list[tuple[Result, State]]:
    """The games from a state, each with its last state."""
    played = []
    for game in range(games):
        state = start()
        players = {"human": Scripted(human), "bug": Scripted(bug)}
        played.append((play_match(play, players, 3, game, state=state), state))
    return played
