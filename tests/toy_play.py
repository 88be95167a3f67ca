"""A tiny game for tests: two sides take turns to roll or to pass; three successes win."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from builder.playtest.play import (
    READY,
    Action,
    Decision,
    Ending,
    Goal,
    Piece,
    Prospect,
    Roll,
    Stand,
    Thrown,
    View,
)
from builder.playtest.tables import Tables, Use
from rulesdb import open_game

STEP = "rule/turn-sequence"
State = list[int]


class ToyPlay:
    """A state has the side to move, the points of both sides, whether dice are due, and the turn."""

    sides: Sequence[str] = ("human", "bug")
    not_played: Sequence[str] = ()
    pieces: Sequence[Piece] = (Piece("Ada", "human", "crew"), Piece("Bug", "bug", "brood"))
    spots: Sequence[Any] = ((0.0, 0.0), (1.0, 0.0))

    def __init__(self) -> None:
        self.assumptions: Mapping[str, str] = {}
        self._tables = Tables(open_game("handspan"))

    def start(self) -> State:
        return [0, 0, 0, 0, 1]

    def copy(self, state: State) -> State:
        return state.copy()

    def key(self, state: State) -> bytes:
        return bytes(state)

    def turn(self, state: State) -> int:
        return state[4]

    def next(self, state: State) -> Decision | Roll | Ending:
        for number, side in enumerate(self.sides):
            if state[1 + number] >= 3:
                return Ending(side, "great", "condition", "three successes")
        side = self.sides[state[0]]
        return Roll("1d6", side, "wound", STEP) if state[3] else Decision(side, "act", STEP)

    def actions(self, state: State, decision: Decision) -> Sequence[Action]:
        return [("pass",), ("roll",)]

    def apply(self, state: State, decision: Decision, action: Action) -> None:
        if action == ("roll",):
            state[3] = 1
        else:
            self._end(state)

    def thrown(self, state: State, roll: Roll, thrown: Thrown) -> Sequence[Use]:
        use = self._tables["wound-chart"].use(thrown.total)
        state[1 + state[0]] += use.table.results[use.cell] == "killed"
        state[3] = 0
        self._end(state)
        return [use]

    def _end(self, state: State) -> None:
        state[0] = 1 - state[0]
        state[4] += state[0] == 0

    def view(self, state: State, side: str) -> View[State]:
        return View(side, state)

    def prospects(self, view: View[State], decision: Decision, action: Action) -> Sequence[Prospect]:
        return [Prospect(2 / 3, "killed", 1.0)] if action == ("roll",) else []

    def goals(self, view: View[State]) -> Sequence[Goal]:
        return ()

    def steps_of(self, view: View[State], decision: Decision, actions: Sequence[Action]) -> list[None]:
        return [None] * len(actions)

    def words(self, state: State, decision: Decision, action: Action) -> str:
        return str(action[0])

    def tally(self, state: State) -> Mapping[str, int]:
        return {"human": state[1], "bug": state[2]}

    def stands(self, state: State) -> Sequence[Stand]:
        return [Stand(0, 3 - state[2], READY), Stand(1, 3 - state[1], READY)]

    def achieved(self, state: State) -> Sequence[int]:
        return ()

    def aim_of(self, state: State, decision: Decision, action: Action) -> int:
        return 1 - self.sides.index(decision.side) if action == ("roll",) else -1

    def touches(self, cell: int, other: int) -> bool:
        return True
