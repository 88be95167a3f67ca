"""The frozen model of a scenario. Every part keeps the path of the data that it came from."""

from __future__ import annotations

import functools
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from builder.boards.board import Board
from builder.boards.deck import HexMap
from builder.boards.dots import DotsMap
from builder.boards.land import LandMap
from builder.boards.spots import Region
from builder.boards.table import TableMap
from builder.scenario.census import take_census
from builder.scenario.movement import Reach
from builder.scenario.names import Unread
from builder.scenario.things import Census
from builder.scenario.used import entries_used
from rulesdb import Basis, Entry, Ruleset
from rulesdb.dice import Dice
from rulesdb.yaml_source import DataPath, YamlSource


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

    def amount(self, key: str) -> int | str:
        """The ``count`` or the number of ``dummies``, or the dice that decide it at the table."""
        if key in self.dice:
            return self.dice[key].text
        return self.count if key == "count" else self.dummies or 0

    @property
    def room(self) -> int:
        """The number of other units that its units can carry."""
        return int(self.unit.get("scores", {}).get("carries", 0)) * self.count

    @property
    def points(self) -> int:
        """The cost of the force and its cards, if the game gives its units points."""
        cards = sum(int(card.get("points", 0)) * number for card, number in self.cards.values())
        return int(self.unit.get("points", 0)) * self.count + cards


@dataclass(frozen=True, slots=True)
class Vehicle:
    """A vehicle of a force; ``crew`` are the members who run it at the start, ``passengers`` others in it.

    ``region`` is empty if it is not on the map at the start; ``facing`` is the hexside that its front faces,
    if the file gives it.
    """

    id: str
    title: str
    kind: Entry
    force: str
    crew: tuple[Member, ...]
    region: Region
    text: str
    path: DataPath
    facing: str = ""
    passengers: tuple[Member, ...] = ()

    @property
    def people(self) -> tuple[Member, ...]:
        """Everybody who starts in it."""
        return (*self.crew, *self.passengers)


@dataclass(frozen=True, slots=True)
class Zone:
    """A named part of the map. ``secret`` zones are not on the maps that all players see."""

    id: str
    title: str
    region: Region
    path: DataPath
    secret: bool = False


@dataclass(frozen=True, slots=True)
class Placement:
    """One step of the set-up; ``members`` includes those of the named ``groups``: teams and squads.

    ``posture`` and ``facing`` are empty if players choose them.
    """

    force: str
    zone: str
    members: tuple[str, ...]
    text: str
    path: DataPath
    groups: tuple[str, ...] = ()
    posture: str = ""
    facing: str = ""


@dataclass(frozen=True, slots=True)
class Emplacement:
    """A crewed weapon that is set up when the game begins.

    ``region`` and ``facing`` are empty if its player chooses them.
    """

    force: Force
    gunner: Member
    region: Region
    facing: str
    path: DataPath

    @property
    def crew(self) -> tuple[Member, ...]:
        """The figures who help."""
        return tuple(member for member in self.force.members if member.id in self.gunner.crew)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happens at the start of a turn."""

    turn: int
    title: str
    text: str
    path: DataPath


@dataclass(frozen=True, slots=True)
class Objective:
    """A place that matters for victory: a region of one spot.

    ``act`` is what has to be done there, if only some people may do it; ``boards`` is the ship that figures
    board there, ``brings`` the force whose captives have to be brought there. ``secret`` objectives are not
    on the maps that all players see.
    """

    id: str
    title: str
    side: str
    region: Region
    text: str
    path: DataPath
    act: str = ""
    secret: bool = False
    boards: str = ""
    brings: str = ""


@dataclass(frozen=True, slots=True)
class VictoryCondition:
    """A condition under which a side wins.

    ``survivors`` is the id of a force and the number of its units that must be left, if it names one;
    ``structural_damage`` the points of damage to decks at which the condition is met, 0 if it names none.
    """

    side: str
    grade: str
    when: str
    objectives: tuple[str, ...]
    path: DataPath
    survivors: tuple[str, int] | None = None
    structural_damage: int = 0


@dataclass(frozen=True, slots=True)
class Pot:
    """A pot that players fill with points; ``text`` is what happens when it is full."""

    title: str
    points: int
    text: str


@dataclass(frozen=True, slots=True)
class SpecialRule:
    """A rule of this scenario, which may replace one of the game."""

    id: str
    title: str
    text: str
    overrides: Entry | None
    path: DataPath


@dataclass(frozen=True)
class Scenario:
    """A scenario in which every name is resolved.

    ``budgets`` are the points that sides can spend. ``optional_rules`` are those in use; ``None`` if the file
    leaves the choice to the players. ``pots`` are those of the game that players can fill; ``None`` if the
    file does not list them.
    """

    id: str
    title: str
    version: str
    authors: tuple[str, ...]
    players: int
    length: str
    summary: str
    notes: str
    ruleset: Ruleset
    mission: Entry | None
    budgets: Mapping[str, int]
    map: Board[Any]
    forces: tuple[Force, ...]
    zones: tuple[Zone, ...]
    placements: tuple[Placement, ...]
    turns: int
    events: tuple[Event, ...]
    objectives: tuple[Objective, ...]
    victory: tuple[VictoryCondition, ...]
    special_rules: tuple[SpecialRule, ...]
    unread: tuple[Unread, ...]
    source: YamlSource
    vehicles: tuple[Vehicle, ...] = ()
    command_post: str = ""
    optional_rules: tuple[Entry, ...] | None = None
    pots: Mapping[str, Pot] | None = None
    emplacements: tuple[Emplacement, ...] = ()

    @functools.cached_property
    def unused_rules(self) -> tuple[Entry, ...]:
        """The optional rules of the game that are not in use; none if the players choose."""
        if self.optional_rules is None:
            return ()
        return tuple(rule for rule in self.ruleset.optional_rules if rule not in self.optional_rules)

    @functools.cached_property
    def reach(self) -> Reach:
        """Where the forces can be, and when."""
        return Reach(self)

    @functools.cached_property
    def census(self) -> Census:
        """Everything that constraints of the rules can select, by kind, in the order of the file."""
        return take_census(self)

    @functools.cached_property
    def entries(self) -> tuple[Entry, ...]:
        """Every entry that the scenario names or its sheets print, once, in order of appearance."""
        return entries_used(self)

    @property
    def house_entries(self) -> tuple[Entry, ...]:
        """The :attr:`entries` with house values, which are not in the book."""
        return tuple(entry for entry in self.entries if entry.provenance.basis is Basis.HOUSE)

    @property
    def hex_map(self) -> HexMap:
        """The map, which must have decks."""
        return HexMap.of(self.map)

    @property
    def land_map(self) -> LandMap:
        """The map, which must be open country on hexes."""
        return LandMap.of(self.map)

    @property
    def table_map(self) -> TableMap:
        """The map, which must be an open table."""
        return TableMap.of(self.map)

    @property
    def dots_map(self) -> DotsMap:
        """The map, which must be a lattice of dots."""
        return DotsMap.of(self.map)

    def where(self, thing: Objective | Vehicle | LaidCharge | Captive) -> str:
        """The place of a thing in words; empty if it has none."""
        return self.map.describe(thing.region.spot) if thing.region else ""

    def placements_of(self, force: Force, ids: Collection[str] = ()) -> tuple[Placement, ...]:
        """The placements of a force that apply to some members, by name or as the rest; all without ids."""
        placements, named = self._placements.get(force.id, ((), frozenset()))
        if not ids:
            return placements
        rest = not named.issuperset(ids)
        return tuple(
            item for item in placements if (not set(item.members).isdisjoint(ids) if item.members else rest)
        )

    @functools.cached_property
    def _placements(self) -> Mapping[str, tuple[tuple[Placement, ...], frozenset[str]]]:
        """The placements of each force by its id, and the members whom they name."""
        by_force: dict[str, list[Placement]] = {}
        for item in self.placements:
            by_force.setdefault(item.force, []).append(item)
        return {
            id: (tuple(items), frozenset(member for item in items for member in item.members))
            for id, items in by_force.items()
        }

    def riders_of(self, force: Force) -> tuple[Force, ...]:
        """The forces that start in the units of a force."""
        return tuple(rider for rider in self.forces if rider.rides_in == force.id)

    def starts_of(self, force: Force, ids: Collection[str] = ()) -> tuple[Placement, ...]:
        """The placements of a force, as :meth:`placements_of`, or of the force in whose units it rides."""
        placements = self.placements_of(force, ids)
        carrier = self.force(force.rides_in)
        return placements if placements or carrier is None else self.placements_of(carrier)

    def forces_of(self, side: str) -> tuple[Force, ...]:
        """The forces of a side, in the file's order."""
        return tuple(force for force in self.forces if force.side == side)

    def force(self, id: str) -> Force | None:
        """The force with this id."""
        return next((force for force in self.forces if force.id == id), None)

    def keeper(self, captive: Captive) -> Member | None:
        """The member who controls a captive."""
        force = self.force(captive.keeper[0])
        members = force.members if force is not None else ()
        return next((member for member in members if member.id == captive.keeper[1]), None)

    def zone(self, id: str) -> Zone | None:
        """The zone with this id."""
        return next((zone for zone in self.zones if zone.id == id), None)

    def seated(self, force: Force) -> set[str]:
        """The members who start in a vehicle of their force."""
        vehicles = [vehicle for vehicle in self.vehicles if vehicle.force == force.id]
        return {member.id for vehicle in vehicles for member in vehicle.people}

    def side_title(self, side: str) -> str:
        """A side's name as the game gives it."""
        return next((item.title for item in self.ruleset.sides if item.id == side), side)
