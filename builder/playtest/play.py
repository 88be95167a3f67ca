"""The interface between a game's play, the match that drives it, and the players who decide."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar, runtime_checkable

from builder.playtest.tables import Use

S = TypeVar("S")

Action: TypeAlias = tuple[str | int, ...]
"""A legal choice as plain data: a word, and the numbers of units and cells, as in ``("fire", 3, 7)``."""


class Decision(NamedTuple):
    """Something that a ``side`` has to decide now, one thing at a time.

    ``what`` is decided is a word, as in ``move``; ``step`` is the key of the rule, phase or table that is
    carried out, and ``subject`` has the numbers of the units that it is about.
    """

    side: str
    what: str
    step: str
    subject: tuple[int, ...] = ()


class Roll(NamedTuple):
    """Dice that have to be thrown now; the match throws them, never the play.

    ``dice`` is their notation, as in ``3d6``, and ``owner`` the side that throws them, or empty. ``purpose``
    is what they decide, in a word: each owner has one stream of dice for each purpose. ``step`` is the key
    of the rule, phase or table that is carried out.
    """

    dice: str
    owner: str
    purpose: str
    step: str


class Thrown(NamedTuple):
    """The result of a roll: its total, and the face of each die."""

    total: int
    faces: tuple[int, ...]


class Ending(NamedTuple):
    """The end of a game: the ``side`` that wins, or empty, and the ``grade`` of its victory.

    ``how`` it ended is ``condition``, ``decided`` if no better ending can be reached, ``frozen`` if nothing
    changes any more, or ``undecided`` at a cap; ``why`` is the reason in words.
    """

    side: str
    grade: str
    how: str
    why: str


class Prospect(NamedTuple):
    """A possible result of an action: its exact chance, its name, and its worth to the side.

    A typical unit is worth 1, so that players can compare different actions.
    """

    chance: float
    result: str
    worth: float


class Piece(NamedTuple):
    """A unit in records and reports: its name, its side, and the ids of its force and of it as a member."""

    name: str
    side: str
    force: str
    member: str = ""


READY, HURT, DOWN, LOST, LEFT, WAITING = "ready", "hurt", "down", "lost", "left", "waiting"
"""The status of a unit: able to act; hurt; out of action in place; dead; off the map alive; not arrived."""


class Stand(NamedTuple):
    """The place and status of a unit.

    ``cell`` is -1 if it is not on the board. ``strength`` is the number of its figures or creatures that are
    not out of action. ``status`` is one of the words above.
    """

    cell: int
    strength: int
    status: str


def expected_worth(prospects: Sequence[Prospect]) -> float:
    """The mean of the worths of prospects.

    It is added up in order and not with ``sum``, which rounds differently in later versions of Python.
    """
    worth = 0.0
    for prospect in prospects:
        worth += prospect.chance * prospect.worth
    return worth


@dataclass(frozen=True, slots=True)
class Goal:
    """A goal of some units of a side.

    Attributes:
        title: what it is, in words.
        field: for each cell of the board, how far it is from the goal; less is better.
        subjects: the units that it concerns.
        worth: the worth of one step toward it.
        deadline: the last turn in which it counts.
    """

    title: str
    field: Sequence[float]
    subjects: frozenset[int]
    worth: float
    deadline: int


@dataclass(frozen=True, slots=True)
class View(Generic[S]):
    """The view of a side: a state without everything that is hidden from it."""

    side: str
    state: S


class Play(Protocol[S]):
    """How a game is played. It is immutable, and all games of a worker share it.

    A state holds everything that changes during a game, so that a copy of it plays like the original.

    Attributes:
        sides: the ids of the sides, in the order of the ruleset.
        assumptions: the choice that play follows for each assumption, by id.
        not_played: what the scenario states but play omits, in words.
        pieces: all units by their numbers, as in :attr:`Decision.subject`.
        spots: the spot of each cell of the board.
    """

    @property
    def sides(self) -> Sequence[str]: ...
    @property
    def assumptions(self) -> Mapping[str, str]: ...
    @property
    def not_played(self) -> Sequence[str]: ...
    @property
    def pieces(self) -> Sequence[Piece]: ...
    @property
    def spots(self) -> Sequence[Any]: ...

    def start(self) -> S:
        """A game before its set-up."""
        ...

    def copy(self, state: S) -> S:
        """A state that is equal, but changes separately."""
        ...

    def key(self, state: S) -> bytes:
        """The whole state as bytes; two states with equal keys play alike."""
        ...

    def turn(self, state: S) -> int:
        """The number of the current turn, from 1; 0 during the set-up."""
        ...

    def next(self, state: S) -> Decision | Roll | Ending:
        """Carry out what is forced, up to the next decision or roll. Only this ends a game."""
        ...

    def actions(self, state: S, decision: Decision) -> Sequence[Action]:
        """The legal actions, at least one, always in the same order."""
        ...

    def apply(self, state: S, decision: Decision, action: Action) -> None:
        """Carry out an action."""
        ...

    def thrown(self, state: S, roll: Roll, thrown: Thrown) -> Sequence[Use]:
        """Carry out a roll; returns the cells of tables that were used."""
        ...

    def view(self, state: S, side: str) -> View[S]:
        """The view of a side."""
        ...

    def prospects(self, view: View[S], decision: Decision, action: Action) -> Sequence[Prospect]:
        """The immediate results of an action by the exact odds of the tables; empty if they are unknown."""
        ...

    def goals(self, view: View[S]) -> Sequence[Goal]:
        """The goals of the side, from the victory conditions."""
        ...

    def steps_of(
        self, view: View[S], decision: Decision, actions: Sequence[Action]
    ) -> Sequence[tuple[int, int] | None]:
        """The cells from which and to which each action takes its subject; ``None`` if it stays."""
        ...

    def words(self, state: S, decision: Decision, action: Action) -> str:
        """An action in words, for records."""
        ...

    def tally(self, state: S) -> Mapping[str, int]:
        """Numbers for reports, such as the losses of each force, by name."""
        ...

    def stands(self, state: S) -> Sequence[Stand]:
        """The place and status of each unit, in the order of the pieces, including hidden ones."""
        ...

    def achieved(self, state: S) -> Sequence[int]:
        """For each objective of the scenario, the turn in which it was carried out; 0 if it was not."""
        ...

    def aim_of(self, state: S, decision: Decision, action: Action) -> int:
        """The cell that an action attacks; -1 if it is no attack."""
        ...

    def touches(self, cell: int, other: int) -> bool:
        """Whether units in two cells are next to each other, or in the same cell."""
        ...


@runtime_checkable
class Appraiser(Protocol[S]):
    """A play that values all actions of a decision at once, because that is faster."""

    def worths(self, view: View[S], decision: Decision, actions: Sequence[Action]) -> list[float]:
        """The immediate worth of each action: the expected worth of its :meth:`Play.prospects`."""
        ...


@runtime_checkable
class Planner(Protocol[S]):
    """A play that estimates the later worth of actions, for players who plan."""

    def gains(self, view: View[S], decision: Decision, actions: Sequence[Action]) -> list[float]:
        """The worth of each action besides its :meth:`Play.prospects` and progress toward goals."""
        ...


@runtime_checkable
class Guesser(Protocol[S]):
    """A play that can complete the view of a side to a whole game, for players who try actions out.

    A play whose games have very many decisions can have ``playouts``, the games that are tried for each.
    """

    def guess(self, view: View[S], rng: random.Random) -> S:
        """A whole state that fits the view, and changes separately; what is hidden is chosen by chance."""
        ...


class Player(Protocol):
    """Decides for a side."""

    def begin(self, side: str, play: Play[Any], rng: random.Random) -> None:
        """A new game begins; ``rng`` is the only source of chance that a player may use."""
        ...

    def saw(self, roll: Roll, thrown: Thrown) -> None:
        """Dice were thrown in the open; a player who wants to remember the result has to store it."""
        ...

    def choose(self, view: View[Any], decision: Decision, actions: Sequence[Action]) -> int:
        """The index of one of the actions."""
        ...
