"""Everything that changes during a game."""

from __future__ import annotations

from builder.playtest.agenda import Task
from builder.playtest.agenda_state import AgendaState

# Where a unit is that is not on the map.
WAITING, DEAD = -1, -2
NOBODY = -1
UNKNOWN = -9

# What a unit is marked with.
ACTED = 1 << 0
MOVED = 1 << 1
SHOT = 1 << 2
STRUCK = 1 << 3
HALTED = 1 << 4
FIRED_ON = 1 << 5
CONTROLLED = 1 << 6
TRANSFORMED = 1 << 7
# What lasts until the end of the next turn.
LONGER = 1 << 8

_LISTS = (
    "cell",
    "wounds",
    "kind",
    "facing",
    "flags",
    "owner",
    "aboard",
    "cards",
    "hands",
    "bearer",
    "lying",
    "scores",
    "done",
    "work",
    "started",
    "agenda",
)
_VALUES = ("turn", "first", "mover", "active", "left", "hexes")


class State(AgendaState):
    """A game in play.

    Lists by unit: ``cell`` where it is, ``wounds`` left, the number of its ``kind``, its ``facing``,
    ``flags``, the side that is its ``owner`` at the moment, and the vehicle that it is ``aboard``.

    ``cards`` are those that each side holds, ``hands`` the number that both can see. By item: its ``bearer``
    and the cell where it is ``lying``. ``scores`` are victory points by side; ``done``, ``work`` and
    ``started`` are about objectives and events. ``first`` is the side that goes first this turn, ``mover``
    the side that activates a unit next. Of the ``active`` unit: the movement points ``left`` and the
    ``hexes`` it has moved.
    """

    __slots__ = (*_LISTS, *_VALUES)
    lists, values = _LISTS, _VALUES

    cell: list[int]
    wounds: list[int]
    kind: list[int]
    facing: list[int]
    flags: list[int]
    owner: list[int]
    aboard: list[int]
    cards: list[int]
    hands: list[int]
    bearer: list[int]
    lying: list[int]
    scores: list[int]
    done: list[int]
    work: list[int]
    started: list[int]
    agenda: list[Task]
    turn: int
    first: int
    mover: int
    active: int
    left: int
    hexes: int
