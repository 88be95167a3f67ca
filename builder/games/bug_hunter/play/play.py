"""The play of a scenario of Bug Hunter."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from builder.games.bug_hunter.play.cast import HUMAN, PRED
from builder.games.bug_hunter.play.counsel.advice import goals_of, prospects_of, worths_of
from builder.games.bug_hunter.play.counsel.hunts import gains_of
from builder.games.bug_hunter.play.rules.air import AIR
from builder.games.bug_hunter.play.rules.blasts import BLASTS
from builder.games.bug_hunter.play.rules.burdens import BURDENS
from builder.games.bug_hunter.play.rules.close import CLOSE
from builder.games.bug_hunter.play.rules.deeds import DEEDS
from builder.games.bug_hunter.play.rules.destruct import DESTRUCT
from builder.games.bug_hunter.play.rules.endings import ENDINGS, tally_of
from builder.games.bug_hunter.play.rules.fire import FIRE
from builder.games.bug_hunter.play.rules.harm import HARM
from builder.games.bug_hunter.play.rules.interphase import INTERPHASE
from builder.games.bug_hunter.play.rules.setup import SETUP, start
from builder.games.bug_hunter.play.rules.tasks import TASKS
from builder.games.bug_hunter.play.rules.turn import TURN
from builder.games.bug_hunter.play.rules.vehicles import VEHICLES
from builder.games.bug_hunter.play.rules.walk import WALK
from builder.games.bug_hunter.play.stage import Stage
from builder.games.bug_hunter.play.state import State
from builder.games.bug_hunter.play.survey import aim_of, pieces_of, stands_of
from builder.games.bug_hunter.play.view import guessed, seen_by
from builder.games.bug_hunter.play.wording import words_of
from builder.playtest.agenda import Agenda
from builder.playtest.play import Action, Decision, Ending, Goal, Piece, Prospect, Roll, Stand, Thrown, View
from builder.playtest.tables import Use
from builder.scenario.model import Scenario

ALL = Agenda(
    AIR,
    BLASTS,
    BURDENS,
    DESTRUCT,
    VEHICLES,
    CLOSE,
    DEEDS,
    ENDINGS,
    FIRE,
    HARM,
    INTERPHASE,
    SETUP,
    TASKS,
    TURN,
    WALK,
)
_UNDECIDED = "undecided"


class BugHunterPlay:
    """How a scenario of Bug Hunter is played; see :class:`builder.playtest.play.Play`."""

    sides: Sequence[str] = (HUMAN, PRED)
    # A game has a thousand decisions and more.
    playouts = 4

    def __init__(self, scenario: Scenario, assumptions: Mapping[str, str]) -> None:
        self.assumptions = assumptions
        self.stage = Stage(scenario, assumptions)
        self.not_played: Sequence[str] = self.stage.not_played
        self.pieces: Sequence[Piece] = pieces_of(self.stage)
        self.spots: Sequence[Any] = self.stage.ground.places

    def start(self) -> State:
        """A game before its set-up."""
        return start(self.stage)

    def copy(self, state: State) -> State:
        """A state that is equal, but changes separately."""
        return state.copy()

    def key(self, state: State) -> bytes:
        """The whole state as bytes."""
        return state.key()

    def turn(self, state: State) -> int:
        """The number of the current turn; 0 during the set-up."""
        return min(state.turn, self.stage.scenario.turns)

    def next(self, state: State) -> Decision | Roll | Ending:
        """Carry out what is forced, up to the next decision or roll."""
        request = ALL.next(self.stage, state)
        return Ending("", "", _UNDECIDED, "nothing is left to do") if request is None else request

    def actions(self, state: State, decision: Decision) -> Sequence[Action]:
        """The legal actions."""
        return ALL.actions(self.stage, state)

    def apply(self, state: State, decision: Decision, action: Action) -> None:
        """Carry out an action."""
        ALL.give(self.stage, state, action)

    def thrown(self, state: State, roll: Roll, thrown: Thrown) -> Sequence[Use]:
        """Carry out a roll."""
        return ALL.give(self.stage, state, thrown)

    def view(self, state: State, side: str) -> View[State]:
        """The view of a side."""
        return View(side, seen_by(self.stage, state, side))

    def guess(self, view: View[State], rng: random.Random) -> State:
        """A whole game that fits what a side sees."""
        return guessed(self.stage, view.state, view.side, rng)

    def prospects(self, view: View[State], decision: Decision, action: Action) -> Sequence[Prospect]:
        """The immediate results of an action."""
        return prospects_of(self.stage, view.state, view.side, decision, action)

    def worths(self, view: View[State], decision: Decision, actions: Sequence[Action]) -> list[float]:
        """The immediate worth of each action."""
        return worths_of(self.stage, view.state, view.side, decision, actions)

    def gains(self, view: View[State], decision: Decision, actions: Sequence[Action]) -> list[float]:
        """The later worth of each action, for a side that plans."""
        return gains_of(self.stage, view.state, view.side, decision, actions)

    def goals(self, view: View[State]) -> Sequence[Goal]:
        """Where the side should go."""
        return goals_of(self.stage, view.state, view.side)

    def steps_of(
        self, view: View[State], decision: Decision, actions: Sequence[Action]
    ) -> Sequence[tuple[int, int] | None]:
        """The cells from which and to which each action takes its subject."""
        if decision.what not in ("move", "rush", "herd", "follow") or not decision.subject:
            return [None] * len(actions)
        unit = decision.subject[1] if decision.what == "herd" else decision.subject[0]
        here = view.state.at[unit]
        return [(here, int(action[1]) if action[0] == "to" else here) for action in actions]

    def words(self, state: State, decision: Decision, action: Action) -> str:
        """An action in words."""
        return words_of(self.stage, state, decision, action)

    def tally(self, state: State) -> Mapping[str, int]:
        """The losses of each force, and what was done."""
        return tally_of(self.stage, state)

    def stands(self, state: State) -> Sequence[Stand]:
        """The place and status of each counter."""
        return stands_of(self.stage, state)

    def achieved(self, state: State) -> Sequence[int]:
        """The turns in which objectives were carried out."""
        return state.progress

    def aim_of(self, state: State, decision: Decision, action: Action) -> int:
        """The cell that an action attacks; -1 if it is no attack."""
        return aim_of(state, decision, action)

    def touches(self, cell: int, other: int) -> bool:
        """Whether two cells are the same or next to each other on one level."""
        ground = self.stage.ground
        return ground.level[cell] == ground.level[other] and ground.far[cell][other] <= 1


def make_play(scenario: Scenario, assumptions: Mapping[str, str]) -> BugHunterPlay:
    """The play of a scenario.

    Raises:
        InputError: the map has no decks.
    """
    return BugHunterPlay(scenario, assumptions)
