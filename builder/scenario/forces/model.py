"""The frozen model of forces: who takes part, with what."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from builder.boards.spots import Region
from rulesdb import Entry
from rulesdb.dice import Dice
from rulesdb.yaml_source import DataPath


@dataclass(frozen=True, slots=True)
class Member:
    """A figure of a force, with the ratings of its row of the roster or its own.

    ``row`` is 0 if it has no row; ``own`` are the keys of its ratings that the file gives. ``load`` and
    ``rounds`` are those of the weapon in hand at the start, empty and ``None`` if the file does not give
    them; ``loader`` is the id of the member who loads it. ``leadership`` is that of a leader; ``None`` if it
    is the standard one. ``unit`` is the figure's own unit in a team; ``None`` if it is that of the force.
    Figures that a team lists have their own experience and gear; ``usual`` describes what they carry if
    ``weapon`` is ``None``. ``crew`` has the ids of those who help with its crewed weapon.
    ``wounded`` is true if it starts wounded.
    """

    row: int
    id: str
    name: str
    path: DataPath
    position: Entry | None = None
    activation: int = 0
    panic: int = 0
    abilities: Mapping[str, str] = field(default_factory=dict)
    weapon: Entry | None = None
    carries: tuple[Entry, ...] = ()
    unit: Entry | None = None
    experience: str = ""
    gear: tuple[str, ...] = ()
    leads: bool = False
    leadership: int | None = None
    crew: tuple[str, ...] = ()
    usual: str = ""
    wounded: bool = False
    suited: bool = False
    own: frozenset[str] = frozenset()
    load: tuple[Entry, ...] = ()
    rounds: int | None = None
    loader: str = ""

    @property
    def weapon_path(self) -> DataPath:
        """The path of the figure's weapon in the file: in a list of its team if that is organized."""
        return (*self.path, "weapon") if self.unit is None else (*self.path, "weapons", str(self.row))


@dataclass(frozen=True, slots=True)
class Team:
    """A team of a force: the members it is made of, and their experience.

    ``experience`` is ``rolled`` if players roll for it, and empty if the rules set it. ``made_of`` is its row
    in the table of organization, or empty; ``is_listed`` is true if the file lists the figures.
    """

    id: str
    title: str
    made_of: str
    is_listed: bool
    experience: str
    members: tuple[Member, ...]
    path: DataPath


@dataclass(frozen=True, slots=True)
class LaidCharge:
    """A charge that is laid before the game, and the member who can set it off."""

    charge: Entry
    detonator: Member
    region: Region
    path: DataPath


@dataclass(frozen=True, slots=True)
class Captive:
    """Creatures that are held at the start ``by`` a device.

    ``keeper`` is the force and the id of the member who controls them; both are empty if nobody does.
    """

    by: Entry
    count: int
    keeper: tuple[str, str]
    region: Region
    path: DataPath


@dataclass(frozen=True, slots=True)
class Squad:
    """A squad of a force that has several.

    ``grenades`` is the number of its hand grenades, ``rolled`` if players roll for it, or ``None`` if the
    file does not give it.
    """

    id: str
    title: str
    members: tuple[Member, ...]
    grenades: int | str | None
    path: DataPath


@dataclass(frozen=True, slots=True)
class Force:
    """One force: humans by name or in teams, or creatures by number.

    ``arrival`` describes how it arrives if it is not placed at the start. ``has_unread_team`` is true if a
    team with an unknown name is missing from ``teams``. ``lists_powers`` is true if the file lists its
    powers, ``draws_powers`` if they are drawn before the game; ``native`` creatures can breathe outside.
    ``dice`` has the dice that players roll for numbers, by key; ``count`` and ``dummies`` are then the
    highest possible. A force without ``squads`` is one squad, with the ``grenades`` of a squad. ``formation``
    is its printed organization. ``faults`` has the paths of people and powers that could not be generated,
    with the reason. ``swarms`` are their sizes at the start, if players do not choose them. ``preservation``
    has the force's own ``chits`` and ``limit``, and is empty if it has those of the game. ``orders`` are the
    classes of weapons that it may carry, if not all. ``rides_in`` is the force in whose units it starts;
    ``wounds`` are those that each unit has left, if not all. ``supplies`` are weapons, with their number,
    that no figure carries yet.
    """

    id: str
    title: str
    side: str
    unit: Entry
    roster: Entry | None
    members: tuple[Member, ...]
    species: str | None
    species_title: str
    powers: tuple[Entry, ...]
    count: int
    dummies: int | None
    panic: int | str | None
    text: str
    path: DataPath
    teams: tuple[Team, ...] = ()
    arrival: str = ""
    cards: Mapping[str, tuple[Entry, int]] = field(default_factory=dict)
    color: str = ""
    has_unread_team: bool = False
    draws_powers: bool = False
    lists_powers: bool = False
    native: bool = False
    suited: bool = False
    rides_in: str = ""
    wounds: int | None = None
    supplies: Mapping[str, tuple[Entry, int]] = field(default_factory=dict)
    dice: Mapping[str, Dice] = field(default_factory=dict)
    radiocom: bool = False
    swarms: tuple[int, ...] = ()
    preservation: Mapping[str, int] = field(default_factory=dict)
    orders: tuple[str, ...] = ()
    charges: tuple[LaidCharge, ...] = ()
    captives: tuple[Captive, ...] = ()
    squads: tuple[Squad, ...] = ()
    formation: str = ""
    grenades: int | str | None = None
    faults: Mapping[DataPath, str] = field(default_factory=dict)

    @property
    def groups(self) -> tuple[Team | Squad, ...]:
        """Its teams and squads, which placements can name."""
        return (*self.teams, *self.squads)

    def squad_of(self, member: Member) -> str:
        """The id of a member's squad; empty if it is in none."""
        return next((squad.id for squad in self.squads if member in squad.members), "")

    @property
    def counters(self) -> int:
        """Counters that set up, without captives: individuals, swarms of the greatest size, and dummies."""
        free = self.count - sum(captive.count for captive in self.captives)
        swarms = len(self.swarms) - len(self.captives)
        counters = swarms if self.swarms else -(-free // int(self.unit.get("most", 1)))
        return max(0, counters) + (self.dummies or 0)

    @property
    def one_of_species(self) -> str:
        """The name of one creature of its species; empty without a species."""
        species = self.roster.get("species", ()) if self.roster is not None else ()
        named = (each.get("one") for each in species if each["id"] == self.species)
        return str(next(named, None) or self.species_title)

    @property
    def icon(self) -> str:
        """The icon of its counters: that of its species, or else of its unit; empty if it has none."""
        species = self.roster.get("species", ()) if self.roster is not None else ()
        own = (each.get("icon") for each in species if each["id"] == self.species)
        return str(next(own, None) or self.unit.get("counter", {}).get("icon", ""))

    @property
    def is_hidden(self) -> bool:
        """Whether its counters show the other players only their backs."""
        return "back" not in self.unit["counter"]

    def amount(self, key: str) -> int | str:
        """The ``count`` or the number of ``dummies``, or the dice that decide it at the table."""
        if key in self.dice:
            return self.dice[key].text
        return self.count if key == "count" else self.dummies or 0

    @property
    def is_lone(self) -> bool:
        """Whether it is a single unit, which no dice decide."""
        return self.count == 1 and "count" not in self.dice and len(self.members) < 2

    @property
    def room(self) -> int:
        """The number of other units that its units can carry."""
        return int(self.unit.get("scores", {}).get("carries", 0)) * self.count

    @property
    def points(self) -> int:
        """The cost of the force and its cards, if the game gives its units points."""
        cards = sum(int(card.get("points", 0)) * number for card, number in self.cards.values())
        return int(self.unit.get("points", 0)) * self.count + cards
