"""The frozen model of a scenario. Every part keeps the path of the data that it came from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

from builder.geometry.dotlattice import Dot
from builder.geometry.hexgrid import Hex, HexGrid, Hexside
from builder.geometry.shapes import Point, Shape
from builder.scenario.dots_map import DotsMap
from builder.scenario.land_map import LandMap
from builder.scenario.table_map import TableMap
from rulesdb import Entry, Ruleset
from rulesdb.yaml_source import DataPath, YamlSource


class Place(NamedTuple):
    """A hex on a level; ``level`` counts from 0 at the top."""

    level: int
    hex: Hex


@dataclass(frozen=True, slots=True)
class Area:
    """A room, corridor, airlock, bay or lift shaft."""

    id: str
    name: str
    kind: str
    atmosphere: str
    places: tuple[Place, ...]
    path: DataPath


@dataclass(frozen=True, slots=True)
class Door:
    """What stands in a wall at a hexside: ``interior``, ``airtight`` or ``open``."""

    level: int
    side: Hexside
    kind: str
    text: str
    path: DataPath


@dataclass(frozen=True, slots=True)
class Hatch:
    """A vertical hatch between two levels."""

    hex: Hex
    levels: tuple[int, int]
    path: DataPath


@dataclass(frozen=True, slots=True)
class Lift:
    """A lift; its shaft is an area of the same id."""

    id: str
    name: str
    hex: Hex
    levels: tuple[int, ...]
    starts: int
    path: DataPath


@dataclass(frozen=True, slots=True)
class Feature:
    """Something in a hex: machinery, a locker or a console."""

    kind: str
    name: str
    place: Place
    path: DataPath


@dataclass(frozen=True, slots=True)
class Level:
    """A deck or floor."""

    id: str
    title: str
    path: DataPath


@dataclass(frozen=True, slots=True)
class HexMap:
    """A map of numbered hexes on one or more levels.

    ``site`` is ``ship`` or ``base``, where the file says it. ``worked_out`` keeps what follows from the rest
    and is asked for again and again, such as its walls.
    """

    kind: ClassVar[str] = "hex"
    title: str
    grid: HexGrid
    hex_size: float
    outside: str
    inside: str
    levels: tuple[Level, ...]
    areas: Mapping[str, Area]
    doors: Mapping[tuple[int, Hexside], Door]
    hatches: tuple[Hatch, ...]
    lifts: tuple[Lift, ...]
    features: tuple[Feature, ...]
    area_at: Mapping[Place, str]
    overlaps: tuple[tuple[Place, str, str], ...]
    site: str = ""
    worked_out: dict[str, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def areas_on(self, level: int) -> tuple[Area, ...]:
        """The areas with a hex on a level, in the file's order."""
        return tuple(area for area in self.areas.values() if any(p.level == level for p in area.places))

    def describe(self, place: Place) -> str:
        """A place in words, as in ``hex 0405 on Deck A``; the level only where there are several."""
        number = f"hex {self.grid.label(place.hex)}"
        return f"{number} on {self.levels[place.level].title}" if len(self.levels) > 1 else number


@dataclass(frozen=True, slots=True)
class Member:
    """A human of a force, with the ratings of the roster's row.

    In a force of teams ``unit`` is what the figure is; else it is what the force is made of. Figures that a
    team lists have an experience and gear of their own; ``usual`` is in words what they have in hand where
    ``weapon`` is nothing. Whoever is ``wounded`` is so from the start.
    """

    row: int
    id: str
    name: str
    position: Entry | None
    activation: int
    panic: int
    abilities: Mapping[str, str]
    weapon: Entry | None
    carries: tuple[Entry, ...]
    path: DataPath
    unit: Entry | None = None
    experience: str = ""
    gear: tuple[str, ...] = ()
    leads: bool = False
    usual: str = ""
    wounded: bool = False


@dataclass(frozen=True, slots=True)
class Team:
    """A team of a force: the members it is made of, and their experience.

    ``experience`` is ``rolled`` where it is diced for, and empty where the rules settle it. ``made_of`` is
    empty where the file lists the figures.
    """

    id: str
    title: str
    made_of: str
    experience: str
    members: tuple[Member, ...]
    path: DataPath


@dataclass(frozen=True, slots=True)
class Force:
    """One force: humans by name or in teams, or creatures by number.

    ``arrival`` says how it comes into play where it is not placed at the start. ``has_unread_team`` is true
    where a team names what there is not, and so is not among its ``teams``.
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

    @property
    def points(self) -> int:
        """What the force and its cards cost, where the game gives its units points."""
        cards = sum(int(card.get("points", 0)) * number for card, number in self.cards.values())
        return int(self.unit.get("points", 0)) * self.count + cards


@dataclass(frozen=True, slots=True)
class Location:
    """Where something stands, in the terms of its kind of map; nowhere yet where all is empty."""

    place: Place | None = None
    at: Point | None = None
    dot: Dot | None = None
    floor: int = 0


@dataclass(frozen=True, slots=True)
class Vehicle:
    """A vehicle of a force; ``crew`` are the members who run it at the start.

    ``location`` is empty for one that is not on the map yet.
    """

    id: str
    title: str
    kind: Entry
    force: str
    crew: tuple[Member, ...]
    location: Location
    text: str
    path: DataPath


@dataclass(frozen=True, slots=True)
class Zone:
    """A named part of the map: areas of a hex map, hexes of open country, dots, or a shape on a table.

    A ``secret`` one is left off the maps that every player sees.
    """

    id: str
    title: str
    areas: tuple[str, ...]
    path: DataPath
    shape: Shape | None = None
    hexes: tuple[Hex, ...] = ()
    dots: tuple[Dot, ...] = ()
    secret: bool = False


@dataclass(frozen=True, slots=True)
class Placement:
    """One step of the set-up; ``members`` are those of the named ``teams`` too."""

    force: str
    zone: str
    members: tuple[str, ...]
    text: str
    path: DataPath
    teams: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happens at the start of a turn."""

    turn: int
    title: str
    text: str
    path: DataPath


@dataclass(frozen=True, slots=True)
class Objective:
    """A place that matters for victory: a hex, a dot on a floor, or a point of a table.

    ``act`` is what has to be done there, where only some may do it. A ``secret`` one is left off the maps
    that every player sees.
    """

    id: str
    title: str
    side: str
    place: Place | None
    text: str
    path: DataPath
    at: Point | None = None
    dot: Dot | None = None
    floor: int = 0
    act: str = ""
    secret: bool = False


@dataclass(frozen=True, slots=True)
class VictoryCondition:
    """What a side wins by."""

    side: str
    grade: str
    when: str
    objectives: tuple[str, ...]
    path: DataPath


@dataclass(frozen=True, slots=True)
class SpecialRule:
    """A rule of this scenario, which may replace one of the game."""

    id: str
    title: str
    text: str
    overrides: Entry | None
    path: DataPath


@dataclass(frozen=True, slots=True)
class Unread:
    """A name in the file that means nothing: a hex off the map, an unknown weapon or zone.

    ``kind`` says what it should have named; ``known`` lists what it could have named, or, where it is
    ambiguous, what it may mean.
    """

    kind: str
    text: str
    path: DataPath
    known: tuple[str, ...] = ()
    in_database: bool = False
    is_key: bool = False
    is_ambiguous: bool = False


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario with everything that its names mean.

    ``worked_out`` keeps what follows from the rest and is asked for again and again, such as ways to walk.
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
    budget: int | None
    map: HexMap | LandMap | TableMap | DotsMap
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
    worked_out: dict[Any, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def hex_map(self) -> HexMap:
        """The map, where it is known to be one of hexes."""
        if not isinstance(self.map, HexMap):
            raise TypeError(f"{self.id} has a map of kind {self.map.kind}")
        return self.map

    @property
    def land_map(self) -> LandMap:
        """The map, where it is known to be open country on hexes."""
        if not isinstance(self.map, LandMap):
            raise TypeError(f"{self.id} has a map of kind {self.map.kind}")
        return self.map

    @property
    def table_map(self) -> TableMap:
        """The map, where it is known to be an open table."""
        if not isinstance(self.map, TableMap):
            raise TypeError(f"{self.id} has a map of kind {self.map.kind}")
        return self.map

    @property
    def dots_map(self) -> DotsMap:
        """The map, where it is known to be a lattice of dots."""
        if not isinstance(self.map, DotsMap):
            raise TypeError(f"{self.id} has a map of kind {self.map.kind}")
        return self.map

    def where(self, thing: Objective | Location) -> str:
        """The place of an objective or vehicle in words; nothing where it has none."""
        if isinstance(self.map, DotsMap):
            return self.map.describe(thing.dot, thing.floor) if thing.dot is not None else ""
        if isinstance(self.map, HexMap):
            return self.map.describe(thing.place) if thing.place is not None else ""
        if isinstance(self.map, LandMap):
            return self.map.describe(thing.place.hex) if thing.place is not None else ""
        return self.map.describe(thing.at) if thing.at is not None else ""

    def force(self, id: str) -> Force | None:
        """The force with this id."""
        return next((force for force in self.forces if force.id == id), None)

    def zone(self, id: str) -> Zone | None:
        """The zone with this id."""
        return next((zone for zone in self.zones if zone.id == id), None)

    def side_title(self, side: str) -> str:
        """A side's name as the game gives it."""
        return next((known.title for known in self.ruleset.sides if known.id == side), side)

    def zone_places(self, zone: Zone) -> tuple[Place, ...]:
        """Every hex of a zone, in order."""
        return tuple(sorted(place for area in zone.areas for place in self.hex_map.areas[area].places))
