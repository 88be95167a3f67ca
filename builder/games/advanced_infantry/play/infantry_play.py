"""The play of a scenario of Advanced Infantry."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from builder.games.advanced_infantry.play.counsel.advice import Advisor
from builder.games.advanced_infantry.play.counsel.chances import Chances
from builder.games.advanced_infantry.play.counsel.plans import Plans
from builder.games.advanced_infantry.play.roster import SIDES
from builder.games.advanced_infantry.play.rules.blasts import BLASTS
from builder.games.advanced_infantry.play.rules.endings import ENDINGS, not_played, tally_of
from builder.games.advanced_infantry.play.rules.fire import FIRE
from builder.games.advanced_infantry.play.rules.harm import HARM
from builder.games.advanced_infantry.play.rules.moving import MOVING
from builder.games.advanced_infantry.play.rules.turn import TURN, start
from builder.games.advanced_infantry.play.setting import Setting
from builder.games.advanced_infantry.play.state import State
from builder.games.advanced_infantry.play.survey import aim_of, pieces_of, stands_of
from builder.games.advanced_infantry.play.view import guessed, seen_by
from builder.games.advanced_infantry.play.wording import words_of
from builder.playtest.agenda import Agenda
from builder.playtest.agenda_play import AgendaPlay
from builder.playtest.play import Action, Decision, Goal, Piece, Stand, View
from builder.scenario.model import Scenario

ALL = Agenda(TURN, MOVING, FIRE, BLASTS, HARM, ENDINGS)


class InfantryPlay(AgendaPlay[State]):
    """How a scenario of Advanced Infantry is played; see :class:`builder.playtest.play.Play`."""

    sides: Sequence[str] = SIDES
    agenda = ALL
    moves = ("go", "at", "fly")
    setting: Setting

    def __init__(self, scenario: Scenario, assumptions: Mapping[str, str]) -> None:
        self.assumptions = assumptions
        self.setting = Setting(scenario, assumptions)
        self.not_played: Sequence[str] = tuple(not_played(scenario))
        self.pieces: Sequence[Piece] = pieces_of(self.setting)
        self.spots: Sequence[Any] = self.setting.ground.spots
        self._plans = Plans(self.setting)
        chances = Chances(self.setting)
        self._advisors = tuple(Advisor(self.setting, chances) for _ in SIDES)

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
        side = SIDES.index(view.side)
        return self._advisors[side].worths(view.state, side, decision, actions)

    def goals(self, view: View[State]) -> Sequence[Goal]:
        """Where the side should go."""
        return self._plans.goals(view.state, SIDES.index(view.side))

    def words(self, state: State, decision: Decision, action: Action) -> str:
        """An action in words."""
        return words_of(self.setting, state, decision, action)

    def tally(self, state: State) -> Mapping[str, int]:
        """The losses of each force, and what was done."""
        return tally_of(self.setting, state)

    def stands(self, state: State) -> Sequence[Stand]:
        """Where each trooper is and how he is."""
        return stands_of(self.setting, state)

    def achieved(self, state: State) -> Sequence[int]:
        """The turn in which each objective was carried out; 0 if it was not."""
        return state.done

    def aim_of(self, state: State, decision: Decision, action: Action) -> int:
        """The cell that an action attacks; -1 if it is no attack."""
        return aim_of(self.setting, state, decision, action)

    def touches(self, cell: int, other: int) -> bool:
        """Whether troopers in two cells are next to each other, or in the same cell."""
        floor = self.setting.ground.floor
        return self.setting.distance(cell, other) <= 1 and floor[cell] == floor[other]
