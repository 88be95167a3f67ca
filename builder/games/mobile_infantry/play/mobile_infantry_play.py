"""The play of a scenario of Mobile Infantry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from builder.games.mobile_infantry.play.counsel.advice import Advice
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
from builder.games.mobile_infantry.play.view import seen_by
from builder.games.mobile_infantry.play.wording import words_of
from builder.playtest.agenda import Agenda
from builder.playtest.play import Action, Decision, Ending, Goal, Piece, Prospect, Roll, Stand, Thrown, View
from builder.playtest.tables import Use
from builder.scenario.model import Scenario

ALL = Agenda(
    ROUND, MOVING, REACTIONS, BUGS_MOVE, PRESENCE, SPOTTING, FIREFIGHT, NUKES, CLOSE, RETRIEVAL, ENDINGS
)
_GOES = ("go", "at", "drag", "fly", "land")


class MobileInfantryPlay:
    """How a scenario of Mobile Infantry is played; see :class:`builder.playtest.play.Play`."""

    sides: Sequence[str] = SIDES

    def __init__(self, scenario: Scenario, assumptions: Mapping[str, str]) -> None:
        self.assumptions = assumptions
        self.setting = Setting(scenario, assumptions)
        self.not_played: Sequence[str] = tuple(not_played(self.setting))
        self.pieces: Sequence[Piece] = pieces_of(self.setting)
        self.spots: Sequence[Any] = self.setting.ground.spots
        self._plans = Plans(self.setting)
        # The advice for the last view; it is asked about each action.
        self._advice: Advice | None = None

    def start(self) -> State:
        """A game before its set-up."""
        return start(self.setting)

    def copy(self, state: State) -> State:
        """A state that is equal, but changes separately."""
        return state.copy()

    def key(self, state: State) -> bytes:
        """The whole state as bytes."""
        return state.key()

    def turn(self, state: State) -> int:
        """The number of the current round; 0 during the set-up."""
        return state.turn

    def next(self, state: State) -> Decision | Roll | Ending:
        """Carry out what is forced, up to the next decision or roll."""
        request = ALL.next(self.setting, state)
        assert request is not None, "a game ends with a verdict"
        return request

    def actions(self, state: State, decision: Decision) -> Sequence[Action]:
        """The legal actions."""
        return ALL.actions(self.setting, state)

    def apply(self, state: State, decision: Decision, action: Action) -> None:
        """Carry out an action."""
        ALL.give(self.setting, state, action)

    def thrown(self, state: State, roll: Roll, thrown: Thrown) -> Sequence[Use]:
        """Carry out a roll."""
        return ALL.give(self.setting, state, thrown)

    def view(self, state: State, side: str) -> View[State]:
        """What a side may see."""
        return View(side, seen_by(self.setting, state, SIDES.index(side)))

    def prospects(self, view: View[State], decision: Decision, action: Action) -> Sequence[Prospect]:
        """What an action leads to at once."""
        if self._advice is None or self._advice.state is not view.state:
            self._advice = Advice(self.setting, view.state)
        return self._advice.prospects(decision, action)

    def goals(self, view: View[State]) -> Sequence[Goal]:
        """Where the side should go."""
        return self._plans.goals(view.state, view.side)

    def step_of(self, view: View[State], decision: Decision, action: Action) -> tuple[int, int] | None:
        """The cells from which and to which an action takes its subject."""
        if not decision.subject or action[0] not in _GOES:
            return None
        return view.state.cell[decision.subject[0]], int(action[1])

    def words(self, state: State, decision: Decision, action: Action) -> str:
        """An action in words."""
        return words_of(self.setting, state, decision, action)

    def tally(self, state: State) -> Mapping[str, int]:
        """Losses, kills, points, and what was done."""
        return tally_of(self.setting, state)

    def stands(self, state: State) -> Sequence[Stand]:
        """Where each unit is and how it is."""
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
