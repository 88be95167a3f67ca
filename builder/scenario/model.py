"""The frozen model of a scenario. Every part keeps the path of the data that it came from."""

from __future__ import annotations

import functools
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from builder.boards.board import Board
from builder.boards.spots import Region
from builder.scenario.census import take_census
from builder.scenario.forces.model import Captive as Captive
from builder.scenario.forces.model import Force as Force
from builder.scenario.forces.model import LaidCharge as LaidCharge
from builder.scenario.forces.model import Member as Member
from builder.scenario.forces.model import Squad as Squad
from builder.scenario.forces.model import Team as Team
from builder.scenario.logic.conditions import Condition, Moment
from builder.scenario.logic.effects import Effect, Span
from builder.scenario.movement import Reach
from builder.scenario.names import Unread
from builder.scenario.things import Census
from builder.scenario.used import entries_used
from rulesdb import Basis, Entry, Ruleset
from rulesdb.yaml_source import DataPath, YamlSource

if TYPE_CHECKING:
    # A file has one kind of map; the others are not imported for it.
    from builder.boards.deck import HexMap
    from builder.boards.dots import DotsMap
    from builder.boards.land import LandMap
    from builder.boards.table import TableMap


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
class SetupLimit:
    """How many of those who are placed may be in each part of their zone, at least and at most.

    ``each`` is ``building`` or ``floor``. There is no maximum if ``most`` is ``None``.
    """

    each: str
    least: int
    most: int | None
    path: DataPath


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
    limits: tuple[SetupLimit, ...] = ()


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
    """Something that happens at the start of a turn.

    ``text`` is empty if it has to be written from the ``effects``, which apply during ``span``. ``effects``
    are ``None`` if only the text states what happens, and empty if nothing changes.
    """

    turn: int
    title: str
    text: str
    path: DataPath
    effects: tuple[Effect, ...] | None = None
    span: Span = field(default_factory=Span)


@dataclass(frozen=True, slots=True)
class Objective:
    """A place that matters for victory: a region of one spot.

    ``act`` is what has to be done there, if only some people may do it; ``boards`` is the ship that figures
    board there, ``brings`` the force whose captives have to be brought there. ``secret`` objectives are not
    on the maps that all players see. ``done_by`` is the condition under which it is carried out, checked at
    ``done_at``; ``None`` if only the ``text`` states it. ``text`` is empty if it has to be written from
    ``done_by``.
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
    done_by: Condition | None = None
    done_at: Moment = Moment.ONCE


@dataclass(frozen=True, slots=True)
class VictoryCondition:
    """A condition under which a side wins, checked ``at`` a moment.

    ``condition`` is ``None`` if only a sentence, ``when``, states it; ``when`` is empty if it has to be
    written from the condition. ``objectives`` are those that the sentence or the condition names.
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
    condition: Condition | None = None
    at: Moment = Moment.LAST_TURN


@dataclass(frozen=True, slots=True)
class Pot:
    """A pot that players fill with points; ``text`` is what happens when it is full."""

    title: str
    points: int
    text: str


@dataclass(frozen=True, slots=True)
class SpecialRule:
    """A rule of this scenario, which may replace one of the game.

    ``effects`` are ``None`` if only its text states what it does.
    """

    id: str
    title: str
    text: str
    overrides: Entry | None
    path: DataPath
    effects: tuple[Effect, ...] | None = None


@dataclass(frozen=True)
class Scenario:
    """A scenario in which every name is resolved.

    ``license`` is that of the scenario and its kit; ``budgets`` are the points that sides can spend.
    ``optional_rules`` are those in use; ``None`` if the file leaves the choice to the players. ``pots`` are
    those of the game that players can fill; ``None`` if the file does not list them.
    """

    id: str
    title: str
    version: str
    authors: tuple[str, ...]
    players: int
    length: str
    tagline: str
    summary: str
    first_turn: tuple[str, ...]
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
    license: str = ""

    @functools.cached_property
    def unused_rules(self) -> tuple[Entry, ...]:
        """The optional rules of the game that are not in use; none if the players choose."""
        if self.optional_rules is None:
            return ()
        return tuple(rule for rule in self.ruleset.optional_rules if rule not in self.optional_rules)

    @functools.cached_property
    def reach(self) -> Reach:
        """The places that the forces can reach, and when."""
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

    @functools.cached_property
    def hex_map(self) -> HexMap:
        """The map, which must have decks."""
        from builder.boards.deck import HexMap

        return HexMap.of(self.map)

    @functools.cached_property
    def land_map(self) -> LandMap:
        """The map, which must be open country on hexes."""
        from builder.boards.land import LandMap

        return LandMap.of(self.map)

    @functools.cached_property
    def table_map(self) -> TableMap:
        """The map, which must be an open table."""
        from builder.boards.table import TableMap

        return TableMap.of(self.map)

    @functools.cached_property
    def dots_map(self) -> DotsMap:
        """The map, which must be a lattice of dots."""
        from builder.boards.dots import DotsMap

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
