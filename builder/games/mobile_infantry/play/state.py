"""Everything that changes during a game."""

from __future__ import annotations

from builder.playtest.agenda import Task
from builder.playtest.agenda_state import AgendaState

# Where a unit is that is not on the table.
WAITING, DEAD, GONE = -1, -2, -3
NOBODY = -1

# What a unit is marked with.
WOUNDED = 1 << 0
TOSSED = 1 << 1
GETTING_UP = 1 << 2
RELOADING = 1 << 3
FRENZIED = 1 << 4
BUSY = 1 << 5
LANDED = 1 << 6
JAMMED = 1 << 7
SPENT = 1 << 8

# How a team is by its last reaction test.
ORDERS, NO_ADVANCE, FALL_BACK, GUNG_HO, ROUT = range(5)
MOODS = ("orders", "no-advance", "fall-back", "gung-ho", "rout")

_LISTS = (
    "cell",
    "hits",
    "flags",
    "rounds",
    "reload",
    "pinned",
    "inches",
    "origin",
    "group",
    "exit",
    "experience",
    "mood",
    "since",
    "heading",
    "casualties",
    "past",
    "tested",
    "near",
    "places",
    "kinds",
    "follows",
    "appeared",
    "known_since",
    "kills",
    "ready",
    "done",
    "started",
    "agenda",
)
_VALUES = ("turn", "engaged", "engaged_before", "due", "calling", "burnt", "met")


class State(AgendaState):
    """A game in play.

    Lists by unit: ``cell`` where it is, ``hits`` taken, ``flags``, ``rounds`` in the magazine, rounds of
    ``reload`` left, the bug by which it is ``pinned``, ``inches`` that a bug has left in this round, the
    ``origin`` of its move, its ``group``, and the objective at which it left, as ``exit``.

    By team: ``experience``, ``mood`` and the round ``since`` which it has it, the ``heading`` as a cell,
    ``casualties`` in this round and in the ``past`` one, whether it has ``tested``, and whether bugs are
    ``near``.

    By group of bugs: their ``places`` and ``kinds``, whether more ``follows``, and the round in which they
    ``appeared``; ``known_since``, by group and squad, is the round since which a squad knows of them.

    ``kills`` by kind of bug; the round in which each Craft is ``ready``; ``done`` and ``started`` are about
    objectives and events. ``due`` is the round in which Craft land that were called, ``calling`` whether the
    fort has called, ``burnt`` the bugs above ground when the last Craft left, and ``met`` whether the MI have
    come to the survivors or to the rendezvous, after which they may leave or call.
    """

    __slots__ = (*_LISTS, *_VALUES)
    lists, values = _LISTS, _VALUES

    cell: list[int]
    hits: list[int]
    flags: list[int]
    rounds: list[int]
    reload: list[int]
    pinned: list[int]
    inches: list[int]
    origin: list[int]
    group: list[int]
    exit: list[int]
    experience: list[int]
    mood: list[int]
    since: list[int]
    heading: list[int]
    casualties: list[int]
    past: list[int]
    tested: list[int]
    near: list[int]
    places: list[int]
    kinds: list[int]
    follows: list[int]
    appeared: list[int]
    known_since: list[int]
    kills: list[int]
    ready: list[int]
    done: list[int]
    started: list[int]
    agenda: list[Task]
    turn: int
    engaged: int
    engaged_before: int
    due: int
    calling: int
    burnt: int
    met: int
