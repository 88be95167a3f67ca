"""Everything that changes during a game."""

from __future__ import annotations

import marshal
import operator
from typing import Any

from builder.playtest.agenda import Task

HEALTHY, WOUNDED, INCAPACITATED, DEAD = range(4)
OFF = -1
UNKNOWN = -1

# What a counter is marked with.
PANICKED = 1 << 0
STUNNED = 1 << 1
PRONE = 1 << 2
SUITED = 1 << 3
FACE_UP = 1 << 4
KNOWN = 1 << 5
EVADING = 1 << 6
ACTED = 1 << 7
READY = 1 << 8
SUBDUED = 1 << 9
NETTED = 1 << 10
CAGED = 1 << 11
ASLEEP = 1 << 12
EMPTY = 1 << 13
DONNING = 1 << 14
DOFFING = 1 << 15
POISONED = 1 << 16
HORRIFIED = 1 << 17
PRIMED = 1 << 18
TRACKED = 1 << 19
ABOARD = 1 << 20
LEFT = 1 << 21
EXPOSED = 1 << 22
MOVED = 1 << 23
FIRED = 1 << 24
FOUGHT = 1 << 25
AWAY = 1 << 26
BUSY = 1 << 27
IDLE = 1 << 28
HELD = SUBDUED | NETTED | CAGED
HELPLESS = PANICKED | STUNNED | ASLEEP | HELD

_LISTS = (
    "at",
    "health",
    "size",
    "flags",
    "keeper",
    "arm",
    "rounds",
    "door",
    "stage",
    "hull",
    "carried",
    "air",
    "cycled",
    "car",
    "car_moved",
    "calls",
    "car_passed",
    "damage",
    "effects",
    "cup",
    "stations",
    "progress",
    "work",
    "acts",
    "started",
    "lost",
    "chits",
    "suits",
    "renewed",
    "agenda",
)
_VALUES = (
    "turn",
    "round",
    "chit",
    "open",
    "held",
    "front",
    "gas",
    "smoke",
    "burning",
    "charges",
    "blasted",
    "dropped",
    "species",
    "shown_powers",
    "panic",
    "mode",
    "sacrifices",
    "destruct",
    "launched",
    "probes",
    "operators",
    "cuts",
    "moves",
    "leader",
    "active",
)

_lists, _values = operator.attrgetter(*_LISTS), operator.attrgetter(*_VALUES)


class State:
    """A game in play: counters, doors, air, lifts, damage, cards, and what is still to be done.

    Lists by counter: ``at`` is the cell, ``health``, ``size`` the creatures on it (0 for a dummy, -1 where
    a side may not know), ``flags``, ``keeper`` the human who controls it, ``arm`` the weapon in hand,
    ``rounds`` those left in it, ``door`` the edge that it holds open, ``stage`` its powers among
    ``species``, ``hull`` the hexes moved outside in this turn, ``carried`` the weapons that it carries.

    By area: ``air``, and ``cycled``, the round in which an airlock was last cycled. By lift: the stop where
    the ``car`` is, the stop to which it was summoned in this round, and the rounds in which it last moved and
    was last entered or left. By compartment:
    ``damage``. By weapon: ``effects``, the card that is drawn for it.
    """

    __slots__ = (*_LISTS, *_VALUES)

    at: list[int]
    health: list[int]
    size: list[int]
    flags: list[int]
    keeper: list[int]
    arm: list[int]
    rounds: list[int]
    door: list[int]
    stage: list[int]
    hull: list[int]
    carried: list[tuple[int, ...]]
    air: list[int]
    cycled: list[int]
    car: list[int]
    car_moved: list[int]
    calls: list[int]
    car_passed: list[int]
    damage: list[int]
    effects: list[int]
    cup: list[int]
    stations: list[int]
    progress: list[int]
    work: list[tuple[int, ...]]
    acts: list[int]
    started: list[int]
    lost: list[int]
    chits: list[int]
    suits: list[int]
    renewed: list[int]
    agenda: list[Task]
    turn: int
    round: int
    chit: int
    open: frozenset[int]
    held: frozenset[int]
    front: frozenset[int]
    gas: frozenset[int]
    smoke: frozenset[int]
    burning: tuple[tuple[int, int], ...]
    charges: tuple[tuple[int, int, int], ...]
    blasted: frozenset[int]
    dropped: tuple[tuple[int, int], ...]
    species: tuple[tuple[str, ...], ...]
    shown_powers: frozenset[str]
    panic: int
    mode: str
    sacrifices: int
    destruct: int
    launched: int
    probes: frozenset[int]
    operators: tuple[tuple[int, int], ...]
    cuts: frozenset[int]
    moves: int
    leader: int
    active: frozenset[int]

    def copy(self) -> State:
        """A state that is equal, but changes separately."""
        other = State.__new__(State)
        for name, items in zip(_LISTS, _lists(self), strict=True):
            setattr(other, name, items[:])
        for name, value in zip(_VALUES, _values(self), strict=True):
            setattr(other, name, value)
        return other

    def key(self) -> bytes:
        """The whole state as bytes."""
        fields = (*_lists(self), *_values(self))
        return marshal.dumps([_plain(field) for field in fields], 2)

    @property
    def now(self) -> tuple[int, int]:
        """The turn and the round."""
        return self.turn, self.round

    def has(self, unit: int, flags: int) -> bool:
        """Whether a counter is marked with any of some flags."""
        return bool(self.flags[unit] & flags)

    def mark(self, unit: int, flags: int) -> None:
        """Mark a counter."""
        self.flags[unit] |= flags

    def clear(self, unit: int, flags: int) -> None:
        """Take marks off a counter."""
        self.flags[unit] &= ~flags

    def push(self, *tasks: Task) -> None:
        """Put tasks on top of the agenda, so that they are done in this order."""
        self.agenda.extend(reversed(tasks))


def _plain(value: Any) -> Any:
    return sorted(value) if isinstance(value, frozenset) else value
