"""The parts of decks: levels, areas, doors, hatches, lifts and features."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from builder.boards.spots import Place
from builder.geometry.hexgrid import Hex, Hexside
from rulesdb import Entry
from rulesdb.yaml_source import DataPath


@dataclass(frozen=True, slots=True)
class Area:
    """A room, corridor, airlock, bay or lift shaft.

    ``terrain`` is the kind of room, if the game has rules for it: a holding cell, for example.
    ``damage`` is the structural damage at the start, in points; ``gas`` is true if it starts full of gas.
    """

    id: str
    name: str
    kind: str
    atmosphere: str
    places: tuple[Place, ...]
    path: DataPath
    terrain: Entry | None = None
    damage: int = 0
    gas: bool = False

    def holds(self, side: str) -> bool:
        """Whether units of a side cannot get out of it."""
        return self.terrain is not None and self.terrain.get("holds") == side


class Passage(Enum):
    """How a door is passed: at once, after a cycle of its airlock or bay, or never, as the air differs.

    An exit is passed after its deck has been emptied of air, which takes somebody inside.
    """

    FREE = "free"
    CYCLE = "cycle"
    EXIT = "exit"
    SHUT = "shut"


@dataclass(frozen=True, slots=True)
class Door:
    """A door or opening in a wall: ``kind`` is ``interior``, ``airtight``, ``open`` or ``breach``.

    A door ``starts`` ``closed``, ``open`` if somebody holds it, or ``broken``.
    """

    level: int
    side: Hexside
    kind: str
    text: str
    path: DataPath
    starts: str = "closed"

    @property
    def is_gap(self) -> bool:
        """Whether there is no door that could be closed."""
        return self.kind in ("open", "breach") or self.starts == "broken"

    @property
    def is_open(self) -> bool:
        """Whether one can see through it when the game starts."""
        return self.is_gap or self.starts == "open"

    @property
    def is_sealed(self) -> bool:
        """Whether it holds air when the game starts."""
        return self.kind == "airtight" and not self.is_open


@dataclass(frozen=True, slots=True)
class Hatch:
    """A way between two levels: ``kind`` is ``hatch``, which holds air, or ``stairs``."""

    hex: Hex
    levels: tuple[int, int]
    path: DataPath
    kind: str = "hatch"


@dataclass(frozen=True, slots=True)
class Berth:
    """A berth for sleepers along a hexside of a room, which units have to climb over."""

    level: int
    side: Hexside
    text: str
    path: DataPath


@dataclass(frozen=True, slots=True)
class Lift:
    """A lift; its shaft is an area of the same id. ``controls`` is the console of a cargo lift."""

    id: str
    name: str
    hexes: tuple[Hex, ...]
    levels: tuple[int, ...]
    starts: int
    path: DataPath
    controls: str = ""

    @property
    def hex(self) -> Hex:
        """Its hex, or the first of several."""
        return self.hexes[0]


@dataclass(frozen=True, slots=True)
class Feature:
    """Something in a hex: machinery, a locker or a console; ``damaged-machinery`` marks machinery there.

    A locker has unlimited ``suits`` if that is ``None``; ``holds`` and ``text`` are its other contents.
    """

    kind: str
    name: str
    place: Place
    path: DataPath
    suits: int | None = None
    holds: tuple[Entry, ...] = ()
    text: str = ""

    @property
    def has_suits(self) -> bool:
        """Whether units can put on suits there."""
        return self.kind == "locker" and self.suits != 0


@dataclass(frozen=True, slots=True)
class Level:
    """A deck or floor."""

    id: str
    title: str
    path: DataPath
