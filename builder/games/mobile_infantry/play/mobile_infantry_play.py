"""The play of a scenario of Mobile Infantry."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from builder.games.mobile_infantry.play.counsel.advice import Advice
from builder.games.mobile_infantry.play.counsel.outlook import gain_of_call
from builder.games.mobile_infantry.play.counsel.plans import Plans
from builder.games.mobile_infantry.play.roster import SIDES
from builder.games.mobile_infantry.play.rules.bugs import BUGS_MOVE
from builder.games.mobile_infantry.play.rules.close import CLOSE
from builder.games.mobile_infantry.play.rules.endings import ENDINGS, not_played, tally_of
from builder.games.mobile_infantry.play.rules.firefight import FIREFIGHT
from builder.games.mobile_infantry.play.rules.moving import MOVING
from builder.games.mobile_infantry.play.rules.nukes import NUKES
from builder.games.mobile_infantry.play.rules.presence import PRESENCE
from builder.games.mobile_infantry.play.rules.reactions import REACTIONS
from builder.games.mobile_infantry.play.rules.retrieval import RETRIEVAL
from builder.games.mobile_infantry.play.rules.round import ROUND, start
from builder.games.mobile_infantry.play.rules.spotting import SPOTTING
from builder.games.mobile_infantry.play.setting import Setting
from builder.games.mobile_infantry.play.state import State
from builder.games.mobile_infantry.play.survey import aim_of, pieces_of, stands_of
from builder.games.mobile_infantry.play.view import guessed, seen_by
from builder.games.mobile_infantry.play.wording import words_of
from builder.playtest.agenda import Agenda
from builder.playtest.agenda_play import AgendaPlay
from builder.playtest.play import Action, Decision, Goal, Piece, Stand, View
from builder.scenario.model import Scenario

ALL = Agenda(
    ROUND, MOVING, REACTIONS, BUGS_MOVE, PRESENCE, SPOTTING, FIREFIGHT, NUKES, CLOSE, RETRIEVAL, ENDINGS
)


class MobileInfantryPlay(AgendaPlay[State]):
    """How a scenario of Mobile Infantry is played; see :class:`builder.playtest.play.Play`."""

    sides: Sequence[str] = SIDES
    agenda = ALL
    moves = ("go", "at", "drag", "fly", "land")
    # Bugs that nobody decides for move between decisions, so that each takes long.
    playouts = 4
    setting: Setting

    def __init__(self, scenario: Scenario, assumptions: Mapping[str, str]) -> None:
        self.assumptions = assumptions
        self.setting = Setting(scenario, assumptions)
        self.not_played: Sequence[str] = tuple(not_played(self.setting))
        self.pieces: Sequence[Piece] = pieces_of(self.setting)
        self.spots: Sequence[Any] = self.setting.ground.spots
        self._plans = Plans(self.setting)

    def start(self) -> State:
        """A game before its set-up."""
        return start(self.setting)

    def view(self, state: State, side: str) -> View[State]:
        """The view of a side."""
        return View(side, seen_by(self.setting, state, SIDES.index(side)))

    def guess(self, view: View[State], rng: random.Random) -> State:
        """A whole game that fits what a side sees."""
        return guessed(self.setting, view.state, SIDES.index(view.side), rng)

    def worths(self, view: View[State], decision: Decision, actions: Sequence[Action]) -> list[float]:
        """The immediate worth of each action."""
        return Advice(self.setting, view.state).worths(decision, actions)

    def gains(self, view: View[State], decision: Decision, actions: Sequence[Action]) -> list[float]:
        """The later worth of actions: a call for Craft brings the MI home."""
        if decision.what != "call":
            return [0.0] * len(actions)
        return [gain_of_call(self.setting, view.state, action) for action in actions]

    def goals(self, view: View[State]) -> Sequence[Goal]:
        """Where the side should go."""
        return self._plans.goals(view.state, view.side)

    def words(self, state: State, decision: Decision, action: Action) -> str:
        """An action in words."""
        return words_of(self.setting, state, decision, action)

    def tally(self, state: State) -> Mapping[str, int]:
        """Losses, kills, points, and what was done."""
        return tally_of(self.setting, state)

    def stands(self, state: State) -> Sequence[Stand]:
        """The place and status of each unit."""
        return stands_of(self.setting, state)

    def achieved(self, state: State) -> Sequence[int]:
        """The round in which each objective was carried out; 0 if it was not."""
        return state.done[: len(self.setting.objectives)]

    def aim_of(self, state: State, decision: Decision, action: Action) -> int:
        """The cell that an action attacks; -1 if it is no attack."""
        return aim_of(state, decision, action)

    def touches(self, cell: int, other: int) -> bool:
        """Whether units in two cells are in close combat."""
        return self.setting.ground.distance(cell, other) <= self.setting.figures.contact
