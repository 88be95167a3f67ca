"""How the forces of a scenario move: parties, their starts, and the places that they can reach."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from builder.boards.moves import Mover, Moves, Starts
from builder.boards.spots import Region
from rulesdb import Entry
from rulesdb.movement import Movement

if TYPE_CHECKING:
    from builder.scenario.model import Force, Member, Scenario, Vehicle


@dataclass(frozen=True, slots=True)
class Party:
    """Units that move alike, and the zones where they may start."""

    moves: Moves
    starts: Starts


class Reach:
    """The places that the forces of one scenario can reach, and when. Results are cached."""

    def __init__(self, scenario: Scenario) -> None:
        self._scenario = scenario
        self._moves: dict[Mover, Moves | None] = {}
        self._parties: dict[tuple[str, ...], tuple[Party, ...]] = {}

    def parties(self, *forces: Force) -> tuple[Party, ...]:
        """The parties of some forces. Units that move alike are one party with all their zones.

        Forces without a known movement or without a zone are in no party.
        """
        ids = tuple(force.id for force in forces)
        if ids not in self._parties:
            starts: dict[Moves, dict[Region, None]] = {}
            for force in forces:
                for moves, zones in self._movers(force):
                    starts.setdefault(moves, {}).update(dict.fromkeys(zones))
            self._parties[ids] = tuple(Party(moves, tuple(zones)) for moves, zones in starts.items())
        return self._parties[ids]

    def first_moves(self, force: Force) -> Mapping[Any, int]:
        """The first move in which some unit of a force can be at each spot; empty on maps without spots."""
        return _least(party.moves.reach(party.starts) for party in self.parties(force))

    def spent(self, force: Force) -> Mapping[Any, int]:
        """The fewest points in which some unit of a force can be at each spot."""
        return _least(party.moves.spent(party.starts) for party in self.parties(force))

    def takes_suits(self, forces: Sequence[Force], goal: Region) -> bool:
        """Whether some unit of the forces could be at a goal if it started in a suit."""
        return any(
            goal in moves.first_moves(zones, (goal,))
            for force in forces
            for moves, zones in self._movers(force, suited=True)
        )

    @property
    def rule_of_suits(self) -> str:
        """The rule about suits, as ``kind/slug``; empty if the game names none."""
        movement = self._scenario.ruleset.movement
        air = movement.air if movement is not None else None
        return f"rule/{air.rule}" if air is not None and air.rule else ""

    def may_drive(self, forces: Sequence[Force], goal: Region) -> bool:
        """Whether the forces have a vehicle that may drive to a goal outside, at an unknown speed."""
        is_outside = not self._scenario.map.has_ground(goal.spot)
        return is_outside and any(not each.kind.get("on_hull") for each in self._vehicles(forces))

    def may_breach(self, forces: Sequence[Force]) -> bool:
        """Whether the forces can breach walls to places that nobody else can reach.

        Source: bug-hunter 316.1
        """
        vehicles = (vehicle.kind for vehicle in self._vehicles(forces))
        members = [member for force in forces for member in force.members]
        weapons = (weapon for member in members for weapon in (member.weapon, *member.carries) if weapon)
        return any("breach" in entry.facts for entry in (*vehicles, *weapons))

    def first_move(self, forces: Sequence[Force], goal: Region, *, start: Region | None = None) -> int | None:
        """The first move in which some unit of the forces can be at a goal; ``None`` if none can.

        They start in their zones, or at ``start``.
        """
        firsts = []
        for moves, starts in self._groups(forces, start):
            reached = moves.first_moves(starts, (goal,))
            if goal in reached:
                firsts.append(reached[goal])
        return min(firsts, default=None)

    def first_carried(self, forces: Sequence[Force], start: Region, goal: Region, load: int) -> int | None:
        """The fewest moves in which some unit of the forces can carry something from a start to a goal.

        It adds ``load`` points to every hex. The unit may have put on a suit on its way to the start.
        ``None`` if no way leads there.
        """
        firsts = []
        for force, suited in itertools.product(forces, (False, True)):
            for moves, _ in self._movers(force, suited=suited, load=load):
                reached = moves.first_moves((start,), (goal,))
                if goal in reached:
                    firsts.append(reached[goal])
        return min(firsts, default=None)

    def goes_anywhere(self, forces: Sequence[Force]) -> bool:
        """Whether the forces have a card that takes a unit to any place on the map."""
        movement = self._scenario.ruleset.movement
        cards = {card.slug for force in forces for card, _ in force.cards.values()}
        return movement is not None and not cards.isdisjoint(movement.anywhere)

    def may_reach(
        self, forces: Sequence[Force], goal: Region, moves: int, *, start: Region | None = None
    ) -> bool:
        """Whether some unit of the forces can be at a goal by the end of a number of moves.

        They start in their zones, or at ``start``. With a card that takes a unit to any place, it can be
        anywhere.
        """
        return self.goes_anywhere(forces) or any(
            group.may_reach(starts, goal, moves) for group, starts in self._groups(forces, start)
        )

    def hindrance(self, forces: Sequence[Force], goal: Region) -> str:
        """The only reason why no unit of the forces can reach a goal in the game.

        See :meth:`builder.boards.moves.Moves.hindrance`.
        """
        groups = self._groups(forces, None)
        hindrances = {moves.hindrance(starts, goal, self.moves_in_game) for moves, starts in groups}
        return hindrances.pop() if len(hindrances) == 1 else ""

    def way(self, force: Force, goal: Any) -> tuple[Any, ...]:
        """The spots of a fastest path of a force to ``goal``; empty if there is none."""
        ways = (party.moves.way(party.starts, goal) for party in self.parties(force))
        return min(filter(None, ways), key=len, default=())

    @property
    def moves_in_game(self) -> int:
        """How often a unit can move in the whole game.

        Source: bug-hunter 313.1 (house)
        """
        movement = self._scenario.ruleset.movement
        return self._scenario.turns * (movement.moves if movement is not None else 1)

    def _vehicles(self, forces: Sequence[Force]) -> Iterator[Vehicle]:
        ids = {force.id for force in forces}
        return (vehicle for vehicle in self._scenario.vehicles if vehicle.force in ids)

    def _groups(self, forces: Sequence[Force], start: Region | None) -> Iterator[tuple[Moves, Starts]]:
        """How some forces move, each with where it starts: in its zones, or all people at ``start``.

        Vehicles that crawl over a hull are separate groups from the start of the game.
        """
        for party in self.parties(*forces):
            yield party.moves, party.starts if start is None else (start,)
        for vehicle in self._vehicles(forces) if start is None else ():
            moves = self._moves_of(Mover(0, on_hull=True)) if vehicle.kind.get("on_hull") else None
            if moves is not None and vehicle.region:
                yield moves, (vehicle.region,)

    def _movers(
        self, force: Force, *, suited: bool = False, load: int = 0
    ) -> Iterator[tuple[Moves, tuple[Region, ...]]]:
        """The units of a force that move alike: how they move, and the zones where they may start.

        If ``suited``, all units that can wear suits do; otherwise only those that start in suits. What they
        carry adds ``load`` points to every hex.
        """
        movement = self._scenario.ruleset.movement
        if movement is None:
            return
        powers = self._powers(force)
        for (flies, in_suits, has_suits), members in _alike(movement, force).items():
            zones = tuple(self._zones(force, {member.id for member in members}))
            allowance = self._allowance(movement, force, members, powers, flies=flies) if zones else 0
            if not allowance:
                continue
            breathes = self._breathes(movement, force, powers)
            wears = breathes is not None and movement.air is not None and force.side in movement.air.wearers
            mover = Mover(
                allowance,
                flies,
                cycles=_cycles(movement, force, powers),
                rides=not movement.riders or force.side in movement.riders,
                breathes=breathes,
                wears=wears,
                suited=wears and (suited or in_suits),
                has_suit=wears and has_suits,
                suit_cost=movement.air.suit if wears and movement.air is not None else 0,
                side=force.side,
                load=load,
                slow=movement.slow.get(force.unit.slug, 0),
            )
            moves = self._moves_of(mover)
            if moves is not None:
                yield moves, zones

    def _powers(self, force: Force) -> Mapping[str, Entry]:
        """The powers that a force has or, if it draws them, can have."""
        if force.draws_powers:
            return {entry.slug: entry for entry in self._scenario.ruleset.of_kind("power")}
        return {power.slug: power for power in force.powers}

    def _breathes(self, movement: Movement, force: Force, powers: Collection[str]) -> frozenset[str] | None:
        """The atmospheres that do not harm a force; ``None`` if none does."""
        air, decks = movement.air, self._scenario.map.decks
        if air is None or decks is None or air.power in powers:
            return None
        return frozenset((*air.breathed, decks.outside) if force.native else air.breathed)

    def _allowance(
        self,
        movement: Movement,
        force: Force,
        members: Collection[Member],
        powers: Mapping[str, Entry],
        *,
        flies: bool,
    ) -> int:
        """The points of a move, the highest of any member; 0 if the game does not give them."""
        source = movement.allowance
        if source.procedure:
            points = self._scenario.ruleset.procedure(source.procedure)
            kinds = dict.fromkeys(member.experience or source.experience for member in members)
            return max((int(points(kind, flies)[1]) for kind in kinds), default=0)
        own = max(_points(entry, source.fact) for entry in (force.unit, *powers.values()))
        return own or movement.farthest.get(force.unit.slug, 0)

    def _moves_of(self, mover: Mover) -> Moves | None:
        """The moves of a unit, shared by all forces whose units move like it."""
        if mover not in self._moves:
            self._moves[mover] = self._scenario.map.moves(self._scenario.ruleset, mover)
        return self._moves[mover]

    def _zones(self, force: Force, ids: Collection[str]) -> Iterator[Region]:
        """The zones where some members of a force may start."""
        for vehicle in self._scenario.vehicles:
            if vehicle.force == force.id and any(member.id in ids for member in vehicle.passengers):
                yield vehicle.region
        for placement in self._scenario.starts_of(force, ids):
            zone = self._scenario.zone(placement.zone)
            if zone is not None:
                yield zone.region


def _least(counts: Iterable[Mapping[Any, int]]) -> dict[Any, int]:
    """The smallest number of any of the counts for each spot."""
    least: dict[Any, int] = {}
    for count in counts:
        for spot, number in count.items():
            least[spot] = min(number, least.get(spot, number))
    return least


def _points(entry: Entry, fact: Sequence[str]) -> int:
    """The points that an entry gives under some keys; 0 if it does not."""
    value: Any = entry.facts if fact else 0
    for key in fact:
        value = value.get(key, {})
    return int(value or 0)


def _cycles(movement: Movement, force: Force, powers: Collection[str]) -> bool:
    """Whether a force can cycle airlocks: creatures with powers need the one that the game names.

    Source: bug-hunter 325.1
    """
    needed = movement.airlock_power
    return not needed or "powers" not in force.unit.facts or needed in powers


def _alike(movement: Movement, force: Force) -> Mapping[tuple[bool, bool, bool], Sequence[Member]]:
    """The members of a force by whether they fly, wear suits at the start, and carry suits."""
    wings = movement.flight.gear if movement.flight is not None else None
    suit = movement.air.gear if movement.air is not None else ""
    alike: dict[tuple[bool, bool, bool], list[Member]] = (
        {} if force.members else {(False, force.suited, False): []}
    )
    for member in force.members:
        has_suit = any(entry.slug == suit for entry in member.carries)
        alike.setdefault((wings in member.gear, member.suited, has_suit), []).append(member)
    return alike
