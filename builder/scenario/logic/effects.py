"""Effects of events and special rules as frozen data."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from builder.scenario.logic.conditions import Condition, Where, Who
from rulesdb import Entry


@dataclass(frozen=True, slots=True)
class Movement:
    """Units move farther or less far: their allowance ``times`` a fraction, plus ``plus``, up to ``at_most``.

    The effect applies everywhere, or only to units in a place.
    """

    who: Who
    times: Fraction = Fraction(1)
    plus: int = 0
    at_most: int | None = None
    where: Where | None = None


@dataclass(frozen=True, slots=True)
class Cost:
    """The number in a cell of a table, given by a label of its first axis, changes by ``plus`` for units."""

    table: Entry
    label: str
    who: Who
    plus: int


@dataclass(frozen=True, slots=True)
class Modifier:
    """A modifier of a table applies ``times`` times: one by its id, or a row of a table of modifiers.

    If they are given, it applies only to attacks ``over`` a terrain, ``toward`` a direction or ``beyond`` a
    range.
    """

    table: Entry
    id: str
    who: Who
    times: int = 1
    where: Where | None = None
    over: Entry | None = None
    toward: str = ""
    beyond: int = 0


@dataclass(frozen=True, slots=True)
class DiceChange:
    """Units roll more or fewer dice for what an entry describes."""

    entry: Entry
    who: Who
    plus: int
    where: Where | None = None
    beyond: int = 0


@dataclass(frozen=True, slots=True)
class Check:
    """Each unit makes the check that an entry describes."""

    entry: Entry
    who: Who


@dataclass(frozen=True, slots=True)
class Arrival:
    """Units of a force come on the map: ``count`` of them, or all if it is 0, by an edge or in a place."""

    force: str
    count: int = 0
    edge: str = ""
    where: Where | None = None
    every_turn: bool = False
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Ban:
    """Units may not use some entries of the game."""

    entries: tuple[Entry, ...]
    who: Who


@dataclass(frozen=True, slots=True)
class LocalBan:
    """Units may not use some entries of the game in a place, or take them there."""

    entries: tuple[Entry, ...]
    who: Who
    where: Where


@dataclass(frozen=True, slots=True)
class Leave:
    """Units may leave by a way that was closed to them until now: the map by an edge, or a place."""

    who: Who
    edge: str = ""
    where: Where | None = None


@dataclass(frozen=True, slots=True)
class Doors:
    """Doors, as the file names them, stay open or closed."""

    level: str
    doors: tuple[str, ...]
    stay: str


@dataclass(frozen=True, slots=True)
class BarredDoors:
    """Doors that open from inside, and that somebody can force open from outside for ``plus`` points."""

    doors: tuple[str, ...]
    plus: int


@dataclass(frozen=True, slots=True)
class Opening:
    """Objectives that can be carried out from now on, and not before; or, if ``closes``, no longer."""

    objectives: tuple[str, ...]
    closes: bool = False


@dataclass(frozen=True, slots=True)
class Item:
    """A thing that units can carry.

    At the start, one unit of the force ``carried_by`` carries it, or it is in a place. Its carrier's movement
    changes by ``plus``; picking it up costs ``pick_up`` points. Its marker has a ``word`` and an ``icon``,
    or else those of all such things.
    """

    id: str
    title: str
    carried_by: str = ""
    where: Where | None = None
    plus: int = 0
    pick_up: int = 0
    word: str = ""
    icon: str = ""


@dataclass(frozen=True, slots=True)
class PickUp:
    """Units in a place leave the map; it counts as having left by that place."""

    who: Who
    where: Where


Effect = (
    Movement
    | Cost
    | Modifier
    | DiceChange
    | Check
    | Arrival
    | Ban
    | LocalBan
    | Leave
    | Doors
    | BarredDoors
    | Opening
    | Item
    | PickUp
)


@dataclass(frozen=True, slots=True)
class Span:
    """When the effects of an event apply.

    It happens only if ``condition`` is met at its turn, and not if ``unless`` is. Its effects last ``turns``
    turns, or until ``until`` is met, or for the rest of the game if neither is given.
    """

    condition: Condition | None = None
    unless: Condition | None = None
    until: Condition | None = None
    turns: int = 0
