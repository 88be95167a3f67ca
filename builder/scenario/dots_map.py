"""The frozen model of a lattice of dots: terrain on dots, walls between them, buildings and tunnels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from builder.geometry.dotlattice import Dot, DotLattice, Edge
from rulesdb import Entry
from rulesdb.yaml_source import DataPath


@dataclass(frozen=True, slots=True)
class Piece:
    """Terrain on dots; the name may be empty."""

    id: str
    name: str
    terrain: Entry
    dots: tuple[Dot, ...]
    text: str
    path: DataPath


@dataclass(frozen=True, slots=True)
class Obstacle:
    """What stands at an edge; ``text`` is how the file writes it."""

    edge: Edge
    terrain: Entry
    text: str
    path: DataPath


@dataclass(frozen=True, slots=True)
class Door:
    """A way through a wall: a ``door``, ``window`` or ``gap``."""

    edge: Edge
    kind: str
    text: str
    path: DataPath


@dataclass(frozen=True, slots=True)
class Building:
    """A building: its dots, its floors, and where one goes from floor to floor.

    ``toughness`` is a row of the game's table of that name.
    """

    id: str
    name: str
    dots: tuple[Dot, ...]
    levels: int
    toughness: str
    stairs: tuple[Dot, ...]
    text: str
    path: DataPath


@dataclass(frozen=True, slots=True)
class Tunnel:
    """A tunnel with all its branches: the dots below which it runs, and those where it opens."""

    id: str
    name: str
    mouths: tuple[Dot, ...]
    dots: tuple[Dot, ...]
    text: str
    path: DataPath


@dataclass(frozen=True, slots=True)
class Fault:
    """Something in the file that cannot stand as it is written.

    ``kind`` is ``terrain twice`` (of a dot), ``wall twice`` or ``door twice`` (of an edge), or ``no edge``
    (of a wall or door between dots that do not lie side by side). ``other`` is the path of the first.
    """

    kind: str
    message: str
    path: DataPath
    other: DataPath = ()


@dataclass(frozen=True, slots=True)
class DotsMap:
    """A map of numbered dots.

    ``worked_out`` keeps what follows from the rest and is asked for again and again, such as its walls.
    """

    kind: ClassVar[str] = "dots"
    title: str
    lattice: DotLattice
    open_ground: Entry | None
    building_terrain: Entry | None
    tunnel_terrain: Entry | None
    pieces: tuple[Piece, ...]
    terrain: Mapping[Dot, Entry]
    elevation: Mapping[Dot, int]
    obstacles: Mapping[Edge, Obstacle]
    buildings: tuple[Building, ...]
    building_at: Mapping[Dot, Building]
    doors: Mapping[Edge, Door]
    tunnels: tuple[Tunnel, ...]
    labels: Mapping[str, Dot]
    faults: tuple[Fault, ...]
    worked_out: dict[str, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def ground(self, dot: Dot) -> Entry | None:
        """The terrain of a dot; nothing where the game has no open ground."""
        return self.terrain.get(dot, self.open_ground)

    def level(self, dot: Dot) -> int:
        """The elevation of a dot; 0 is the ground."""
        return self.elevation.get(dot, 0)

    def has_floor(self, dot: Dot, floor: int) -> bool:
        """Whether there is such a floor over a dot; the one above the last is the roof."""
        building = self.building_at.get(dot)
        return floor == 0 or (building is not None and 0 < floor <= building.levels)

    def describe(self, dot: Dot, floor: int = 0) -> str:
        """A dot in words, as in ``dot 0405, floor 2``; the ground floor goes without saying."""
        number = f"dot {self.lattice.label(dot)}"
        return f"{number}, floor {floor}" if floor else number
