"""Everything that changes during a game."""

from __future__ import annotations

from builder.playtest.agenda import Task
from builder.playtest.agenda_state import AgendaState

# The cell of a unit that is not on the map.
WAITING, DEAD, GONE = -1, -2, -3
NOBODY = -1
UNKNOWN = -9

# The flags of a unit.
ACTED, MOVED, FOUGHT, PINNED = 1 << 0, 1 << 1, 1 << 2, 1 << 3

_LISTS = (
    *("cell", "wounds", "flags", "ways", "cards", "hands", "bearer", "lying"),
    *("done", "work", "started", "agenda"),
)
_VALUES = ("turn", "mover", "extra", "played")


class State(AgendaState):
    """A game in play.

    Lists by unit: ``cell`` where it is, ``wounds`` left, ``flags``, and the number of the way by which it
    has left (``ways``). ``cards`` are those that each side holds, ``hands`` the number that all can see. By
    item: its ``bearer`` and the cell where it is ``lying``. ``done``, ``work`` and ``started`` are about
    objectives and events. ``mover`` is the side that activates a unit next; of the active unit, ``extra`` are
    movement points from a card, and ``played`` is 1 if a card has been played.
    """

    __slots__ = (*_LISTS, *_VALUES)
    lists, values = _LISTS, _VALUES

    cell: list[int]
    wounds: list[int]
    flags: list[int]
    ways: list[int]
    cards: list[int]
    hands: list[int]
    bearer: list[int]
    lying: list[int]
    done: list[int]
    work: list[int]
    started: list[int]
    agenda: list[Task]
    turn: int
    mover: int
    extra: int
    played: int
