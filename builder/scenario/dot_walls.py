"""What follows from a dots map: what stands at each edge, and what one sees from where."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from builder.geometry.dotlattice import Dot, Edge
from builder.geometry.dotsight import dot_sees
from builder.scenario.dots_map import Building, Door, DotsMap
from rulesdb import Entry


@dataclass(frozen=True, slots=True)
class Barrier:
    """An obstacle or the outer wall of a building, with the door in it.

    ``building`` is nothing for an obstacle. ``terrain`` says what the barrier does.
    """

    edge: Edge
    terrain: Entry | None
    building: Building | None
    door: Door | None

    @property
    def hides(self) -> bool:
        """Whether one cannot see past it: a window and a gap can be seen through, a door is taken as shut."""
        if self.door is not None and self.door.kind != "door":
            return False
        return bool(self.terrain and self.terrain.get("blocks_sight"))


def barriers(dots: DotsMap) -> Mapping[Edge, Barrier]:
    """Everything that stands at an edge, each edge once; an obstacle hides a building's wall behind it."""
    question = "barriers"
    if question not in dots.worked_out:
        dots.worked_out[question] = MappingProxyType(_barriers(dots))
    found: Mapping[Edge, Barrier] = dots.worked_out[question]
    return found


def _barriers(dots: DotsMap) -> dict[Edge, Barrier]:
    found: dict[Edge, Barrier] = {}
    for building in dots.buildings:
        for dot in building.dots:
            for edge, beyond in dots.lattice.edges_around(dot):
                if dots.building_at.get(beyond) is not building:
                    found[edge] = Barrier(edge, dots.building_terrain, building, dots.doors.get(edge))
    for edge, obstacle in dots.obstacles.items():
        found[edge] = Barrier(edge, obstacle.terrain, None, dots.doors.get(edge))
    return found


def sees(dots: DotsMap, eye: Dot, target: Dot) -> bool:
    """Whether one standing on a dot sees another, on the ground; the same both ways.

    Walls and terrain that block sight count. Height does not: what it does is in the basic chapters of the
    game, which the database does not have.
    """
    return dot_sees(dots.lattice, eye, target, *hidden_by(dots))


def hidden_by(dots: DotsMap) -> tuple[list[Edge], list[Dot]]:
    """What stops lines of sight: edges with a wall, and dots whose ground cannot be seen through."""
    walls = [edge for edge, barrier in barriers(dots).items() if barrier.hides]
    return walls, [dot for dot, terrain in dots.terrain.items() if terrain.get("blocks_sight")]
