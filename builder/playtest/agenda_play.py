"""The base class of the plays of games whose turns are an agenda of tasks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Generic, TypeVar

from builder.playtest.agenda import Agenda
from builder.playtest.agenda_state import AgendaState
from builder.playtest.play import Action, Decision, Ending, Prospect, Roll, Thrown, View
from builder.playtest.tables import Use

S = TypeVar("S", bound=AgendaState)


class AgendaPlay(Generic[S]):
    """The methods of :class:`builder.playtest.play.Play` that an agenda determines.

    Attributes:
        agenda: the code of all tasks of the game.
        moves: the names of actions that take their subject to the cell that they name.
        setting: what stays the same in all games of a scenario, as the tasks expect it.
    """

    agenda: ClassVar[Agenda]
    moves: ClassVar[tuple[str, ...]]
    setting: Any

    def copy(self, state: S) -> S:
        """A state that is equal, but changes separately."""
        return state.copy()

    def key(self, state: S) -> bytes:
        """The whole state as bytes."""
        return state.key()

    def turn(self, state: S) -> int:
        """The number of the current turn; 0 during the set-up."""
        return state.turn

    def next(self, state: S) -> Decision | Roll | Ending:
        """Carry out what is forced, up to the next decision or roll."""
        request = self.agenda.next(self.setting, state)
        assert request is not None, "a game ends with a verdict"
        return request

    def actions(self, state: S, decision: Decision) -> Sequence[Action]:
        """The legal actions."""
        return self.agenda.actions(self.setting, state)

    def apply(self, state: S, decision: Decision, action: Action) -> None:
        """Carry out an action."""
        self.agenda.give(self.setting, state, action)

    def thrown(self, state: S, roll: Roll, thrown: Thrown) -> Sequence[Use]:
        """Carry out a roll."""
        return self.agenda.give(self.setting, state, thrown)

    def steps_of(
        self, view: View[S], decision: Decision, actions: Sequence[Action]
    ) -> Sequence[tuple[int, int] | None]:
        """The cells from which and to which each action takes its subject."""
        if not decision.subject:
            return [None] * len(actions)
        here, moves = view.state.cell[decision.subject[0]], self.moves
        return [(here, int(action[1])) if action[0] in moves else None for action in actions]

    def worths(self, view: View[S], decision: Decision, actions: Sequence[Action]) -> list[float]:
        """The immediate worth of each action."""
        raise NotImplementedError

    def prospects(self, view: View[S], decision: Decision, action: Action) -> Sequence[Prospect]:
        """What an action leads to at once: its worth, for certain."""
        (worth,) = self.worths(view, decision, [action])
        return (Prospect(1.0, str(action[0]), worth),) if worth else ()
