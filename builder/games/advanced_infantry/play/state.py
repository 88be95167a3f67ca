"""Everything that changes during a game."""

from __future__ import annotations

from builder.playtest.agenda import Task
from builder.playtest.agenda_state import AgendaState

# Where a trooper is that is not on the map.
WAITING, DEAD, LEFT = -1, -2, -3
NOBODY = -1
UNKNOWN = -9
# A crewed weapon that is carried in parts, and an arc that is not set up.
NO_ARC = -1

# What a trooper is marked with.
ACTED = 1 << 0
PRONE = 1 << 1
ENTANGLED = 1 << 2
FLOWN = 1 << 3
FLYING = 1 << 4
COWERS = 1 << 5
MOVED = 1 << 6
FIRED = 1 << 7
WEARS_PACK = 1 << 8
ONE_WEAPON = 1 << 9
# What lasts longer than a turn.
LASTING = PRONE | ENTANGLED | WEARS_PACK | ONE_WEAPON

_LISTS = (
    "cell",
    "damage",
    "left",
    "moved",
    "flags",
    "arc",
    "shots",
    "gun",
    "part",
    "rounds",
    "gunner",
    "place",
    "aim",
    "packs",
    "fires",
    "clouds",
    "cracks",
    "holes",
    "forced",
    "bearer",
    "lying",
    "squad_dead",
    "squad_checked",
    "done",
    "work",
    "started",
    "agenda",
)
_VALUES = ("turn", "first", "side")


class State(AgendaState):
    """A game in play.

    Lists by trooper: ``cell`` where he is; ``damage`` taken; action points ``left`` in this turn, and those
    ``moved`` with; ``flags``; the ``arc`` that his rifle covers; the enemies at whom he has fired as they
    moved, as bits of ``shots``; the crewed weapon that is his ``gun``; and the one of which he carries a
    ``part``. ``rounds`` are those of each of his arms, one after the other for all troopers; -1 if nobody
    counts them.

    By crewed weapon: its ``gunner``, the ``place`` where it is without one or is set up, and its ``aim``, the
    direction of the arc; -1 if it is not set up. ``packs`` are the cells of jet packs that nobody wears.

    ``fires`` are pairs of a cell and the last turn in which it burns; ``clouds`` are a cell, the turns since
    the burst, the side that threw the grenade, and the turn in which it did. ``cracks`` is the damage to each
    part of a structure, ``holes`` the numbers of those that are breached, ``forced`` the doors that have been
    opened.

    By thing to carry: its ``bearer`` and the cell where it is ``lying``; both are -1 if it is destroyed. By
    squad: its dead, and how many were dead at its last check of morale. ``done``, ``work`` and ``started``
    are about objectives and events. ``first`` is the side that goes first in this turn, ``side`` the one
    whose part of it this is.
    """

    __slots__ = (*_LISTS, *_VALUES)
    lists, values = _LISTS, _VALUES

    cell: list[int]
    damage: list[int]
    left: list[int]
    moved: list[int]
    flags: list[int]
    arc: list[int]
    shots: list[int]
    gun: list[int]
    part: list[int]
    rounds: list[int]
    gunner: list[int]
    place: list[int]
    aim: list[int]
    packs: list[int]
    fires: list[tuple[int, int]]
    clouds: list[tuple[int, int, int, int]]
    cracks: list[int]
    holes: list[int]
    forced: list[int]
    bearer: list[int]
    lying: list[int]
    squad_dead: list[int]
    squad_checked: list[int]
    done: list[int]
    work: list[int]
    started: list[int]
    agenda: list[Task]
    turn: int
    first: int
    side: int
