"""The whole of a game in play."""

from __future__ import annotations

from enum import IntEnum

# Where units are that are not in a cell of the table.
WAITING = -1
DEAD = -2
GONE = -3

Task = tuple[str | int, ...]
"""Something that is due at once: its name, and numbers."""


class Stage(IntEnum):
    """The steps of a game and of a turn, in their order."""

    SETUP = 0
    COMMAND = 1
    SPEND = 2
    MOVE_HUMANS = 3
    BOARD = 4
    MOVE_BUGS = 5
    SHOCK = 6
    ARRIVE = 7
    FIRE = 8
    STRIKE = 9
    CLOSE = 10
    END = 11


class Flag:
    """The states of a unit, as bits; plain numbers are faster than an enumeration of flags."""

    WOUNDED = 1
    RELOADED = 2
    SLOWED = 4
    STOPPED = 8
    MOVED = 16
    RAN = 32
    FIRED = 64
    FOUGHT = 128
    BONUS = 256
    DELAYED = 512
    FRESH = 1024
    HELPED = 2048
    LOADED = 4096


# What stays at the end of a turn.
KEPT = Flag.WOUNDED | Flag.SLOWED | Flag.STOPPED | Flag.LOADED


class State:
    """A game in play: numbers and lists of numbers, which are copied fast.

    Attributes:
        turn: the number of the turn; 0 during the set-up.
        stage: the step of the turn.
        cursor: how far the step is.
        cell: where each unit is.
        flags: the states of each unit.
        weapon: the number of each unit's weapon.
        grenades: the grenades of each unit.
        facing: the cell that a unit faces that has been jumped; -1 if it faces where it likes.
        warheads: the warheads left for each unit to load.
        points: the command points of each unit.
        allowed: the points that each commander may still put into pots.
        pots: the points in each pot.
        boarding: the dice or places left for boarding in this turn.
        launched: the missiles launched in this turn.
        thrown: the grenades thrown in this turn, by team.
        work: the work done at each objective, in the game and in a row.
        done: the turn in which each objective was carried out; 0 if it was not.
        aboard: the objective by which each unit left; -1 if it has not left.
        arrived: the units that have come on, by event.
        todo: what is due at once, the first first.
    """

    __slots__ = (
        "aboard",
        "allowed",
        "arrived",
        "boarding",
        "cell",
        "cursor",
        "done",
        "facing",
        "flags",
        "grenades",
        "launched",
        "points",
        "pots",
        "stage",
        "thrown",
        "todo",
        "turn",
        "warheads",
        "weapon",
        "work",
    )

    turn: int
    stage: int
    cursor: int
    boarding: int
    launched: int
    cell: list[int]
    flags: list[int]
    weapon: list[int]
    grenades: list[int]
    facing: list[int]
    warheads: list[int]
    points: list[int]
    allowed: list[int]
    pots: list[int]
    thrown: list[int]
    work: list[int]
    done: list[int]
    aboard: list[int]
    arrived: list[int]
    todo: list[Task]

    def copy(self) -> State:
        """An equal state that changes separately."""
        other = State.__new__(State)
        for name in State.__slots__:
            value = getattr(self, name)
            setattr(other, name, value.copy() if isinstance(value, list) else value)
        return other

    @property
    def key(self) -> bytes:
        """Everything in it as bytes."""
        return repr([getattr(self, name) for name in State.__slots__]).encode("ascii")
