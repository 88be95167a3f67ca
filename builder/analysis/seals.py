"""Which rooms share their air, and how many barriers must break before they lose it.

A compartment is a set of areas between which air passes freely: open gaps and interior doors do not hold it;
airtight doors, hatches and walls do. Each hexside of wall, each airtight door and each hatch is one barrier.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from builder.boards.deck import HexMap
from builder.boards.deck_structure import OUTSIDE
from builder.geometry.paths import connected_groups


@dataclass(frozen=True, slots=True)
class Barrier:
    """A wall, airtight door or hatch (``kind``) that holds air between two areas, and its place."""

    kind: str
    here: str
    there: str
    where: str


@dataclass(frozen=True, slots=True)
class Seal:
    """A compartment, and the fewest barriers whose loss opens it to the outside, from the inside out.

    ``hexes`` is its size. ``breach`` is empty if it is already open.
    """

    areas: tuple[str, ...]
    hexes: int
    breach: tuple[Barrier, ...]

    @property
    def strength(self) -> int:
        """The number of barriers that must break."""
        return len(self.breach)


@dataclass(frozen=True, slots=True)
class DoorState:
    """An open airtight door or hatch, and the resulting compartment."""

    door: Barrier
    joined: Seal


def seals(ship: HexMap, opened: Iterable[Barrier] = ()) -> tuple[Seal, ...]:
    """Every compartment of a ship with the smallest set of barriers between it and the outside.

    ``opened`` are doors and hatches that are open.
    """
    passing = list(_passing(ship)) + [(barrier.here, barrier.there) for barrier in opened]
    joined = _joined(ship, passing)
    holding = _barriers(ship, joined)
    compartments = []
    for root in dict.fromkeys(joined[id] for id in ship.areas):
        areas = tuple(id for id in ship.areas if joined[id] == root)
        hexes = sum(len(ship.areas[id].places) for id in areas)
        compartments.append(Seal(areas, hexes, _weakest(root, joined[OUTSIDE], holding)))
    return tuple(compartments)


def door_states(ship: HexMap) -> tuple[DoorState, ...]:
    """For each airtight door and hatch, the compartment that results while it is open."""
    states = []
    for barrier in _doors(ship):
        for seal in seals(ship, [barrier]):
            if barrier.here in seal.areas or barrier.there in seal.areas:
                states.append(DoorState(barrier, seal))
                break
    return tuple(states)


def _passing(ship: HexMap) -> Iterator[tuple[str, str]]:
    return ((link.here, link.there) for link in ship.links if not link.holds_air)


def _doors(ship: HexMap) -> Iterator[Barrier]:
    for link in ship.links:
        if link.holds_air:
            yield Barrier(link.kind, link.here, link.there, ship.describe(link.places[0]))


def _joined(ship: HexMap, passing: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The compartment of each area and of the outside, each named after its first area."""
    neighbors: dict[str, list[str]] = {id: [] for id in (*ship.areas, OUTSIDE)}
    for here, there in passing:
        neighbors[here].append(there)
        neighbors[there].append(here)
    groups = connected_groups(neighbors, neighbors.__getitem__)
    return {id: group[0] for group in groups for id in group}


def _barriers(ship: HexMap, joined: Mapping[str, str]) -> dict[str, list[tuple[str, Barrier]]]:
    """For each compartment, the barriers around it, with the compartment on the other side."""
    barriers: dict[str, list[tuple[str, Barrier]]] = {}

    def add(barrier: Barrier) -> None:
        one, two = joined[barrier.here], joined[barrier.there]
        if one != two:
            barriers.setdefault(one, []).append((two, barrier))
            barriers.setdefault(two, []).append((one, barrier))

    for boundary in ship.boundaries:
        if boundary.door is None:
            side = f"{ship.grid.label(boundary.side.hex)}/{boundary.side.direction}"
            level = f" on {ship.levels[boundary.level].title}" if len(ship.levels) > 1 else ""
            add(Barrier("wall", boundary.here, boundary.there, f"hexside {side}{level}"))
    for barrier in _doors(ship):
        add(barrier)
    return barriers


def _weakest(start: str, goal: str, holding: Mapping[str, list[tuple[str, Barrier]]]) -> tuple[Barrier, ...]:
    """The smallest set of barriers whose loss opens a compartment to the outside."""
    ways: dict[str, tuple[Barrier, ...]] = {start: ()}
    reached = [start]
    for here in reached:
        for there, barrier in holding.get(here, ()):
            if there not in ways:
                ways[there] = (*ways[here], barrier)
                reached.append(there)
    return ways.get(goal, ())
