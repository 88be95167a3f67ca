"""The play of a scenario of Bugged!."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from builder.games.bugged.play.counsel.advice import Advice
from builder.games.bugged.play.counsel.chances import Chances
from builder.games.bugged.play.counsel.plans import Plans
from builder.games.bugged.play.roster import SIDES
from builder.games.bugged.play.rules.attacks import ATTACKS
from builder.games.bugged.play.rules.cards import CARDS
from builder.games.bugged.play.rules.endings import ENDINGS, not_played, tally_of
from builder.games.bugged.play.rules.moving import MOVING
from builder.games.bugged.play.rules.turn import TURN, start
from builder.games.bugged.play.setting import Setting
from builder.games.bugged.play.state import State
from builder.games.bugged.play.survey import aim_of, pieces_of, stands_of
from builder.games.bugged.play.view import guessed, seen_by
from builder.games.bugged.play.wording import words_of
from builder.playtest.agenda import Agenda
from builder.playtest.agenda_play import AgendaPlay
from builder.playtest.play import Action, Decision, Goal, Piece, Stand, View
from builder.scenario.model import Scenario

ALL = Agenda(TURN, MOVING, ATTACKS, CARDS, ENDINGS)


class BuggedPlay(AgendaPlay[State]):
    """How a scenario of Bugged! is played; see :class:`builder.playtest.play.Play`."""

    sides: Sequence[str] = SIDES
    agenda = ALL
    moves = ("go", "at", "to")
    setting: Setting

    def __init__(self, scenario: Scenario, assumptions: Mapping[str, str]) -> None:
        self.assumptions = assumptions
        self.setting = Setting(scenario, assumptions)
        self.not_played: Sequence[str] = tuple(not_played(self.setting))
        self.pieces: Sequence[Piece] = pieces_of(self.setting)
        self.spots: Sequence[Any] = self.setting.ground.board.spots
        self._chances = Chances(self.setting)
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
        advice = Advice(self.setting, self._chances, view.state, SIDES.index(view.side))
        return advice.worths(decision, actions)

    def goals(self, view: View[State]) -> Sequence[Goal]:
        """Where the side should go."""
        return self._plans.goals(view.state, SIDES.index(view.side))

    def steps_of(
        self, view: View[State], decision: Decision, actions: Sequence[Action]
    ) -> Sequence[tuple[int, int] | None]:
        """The cells from which and to which each action takes its subject; aiming takes nobody anywhere."""
        return [None] * len(actions) if decision.what == "aim" else super().steps_of(view, decision, actions)

    def words(self, state: State, decision: Decision, action: Action) -> str:
        """An action in words."""
        return words_of(self.setting, state, decision, action)

    def tally(self, state: State) -> Mapping[str, int]:
        """The losses of each force, victory points, cards left, and what was done."""
        return tally_of(self.setting, state)

    def stands(self, state: State) -> Sequence[Stand]:
        """The place and status of each unit."""
        return stands_of(self.setting, state)

    def achieved(self, state: State) -> Sequence[int]:
        """The turn in which each objective was carried out; 0 if it was not."""
        return state.done

    def aim_of(self, state: State, decision: Decision, action: Action) -> int:
        """The cell that an action attacks; -1 if it is no attack."""
        return aim_of(state, decision, action)

    def touches(self, cell: int, other: int) -> bool:
        """Whether units in two cells are next to each other, or in the same cell."""
        return self.setting.ground.distance[cell][other] <= 1
