"""The frozen model of an open table: terrain, and the tunnels below it. Distances are in the map's unit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar

from builder.geometry.shapes import Point, Shape, circle, length, rectangle
from rulesdb import Entry
from rulesdb.yaml_source import DataPath

UNITS: Mapping[str, tuple[str, float]] = MappingProxyType({"inch": ("″", 25.4), "centimetre": (" cm", 10.0)})


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of terrain."""

    id: str
    name: str
    terrain: Entry
    shape: Shape
    height: float
    text: str
    path: DataPath


@dataclass(frozen=True, slots=True)
class Node:
    """A place where tunnels end: an entrance, a chamber (which has a diameter) or a junction."""

    id: str
    name: str
    kind: str
    at: Point
    diameter: float
    text: str
    path: DataPath

    @property
    def shape(self) -> Shape:
        """The place as a shape."""
        return circle(self.at, self.diameter / 2)


@dataclass(frozen=True, slots=True)
class Tunnel:
    """A tunnel between two nodes, with bends on the way."""

    ends: tuple[Node, Node]
    points: tuple[Point, ...]
    width: float
    path: DataPath

    @property
    def length(self) -> float:
        """From end to end, less what lies inside a chamber."""
        return length(self.points) - sum(end.diameter / 2 for end in self.ends)


@dataclass(frozen=True, slots=True)
class TunnelPlan:
    """What lies below the table."""

    nodes: Mapping[str, Node]
    tunnels: tuple[Tunnel, ...]
    path: DataPath

    def of_kind(self, kind: str) -> tuple[Node, ...]:
        """The nodes of a kind, in the file's order."""
        return tuple(node for node in self.nodes.values() if node.kind == kind)


@dataclass(frozen=True, slots=True)
class TableMap:
    """An open table; ``x`` runs from its west edge, ``y`` from its north edge."""

    kind: ClassVar[str] = "table"
    title: str
    width: float
    depth: float
    unit: str
    pieces: tuple[Piece, ...]
    plan: TunnelPlan | None

    @property
    def sign(self) -> str:
        """What stands after a figure in this unit."""
        return UNITS[self.unit][0]

    @property
    def unit_mm(self) -> float:
        """Millimetres of one unit on the table."""
        return UNITS[self.unit][1]

    @property
    def shape(self) -> Shape:
        """The whole table."""
        return rectangle(0, 0, self.width, self.depth)

    def edge_distance(self, shape: Shape) -> float:
        """The way from a shape to the nearest edge; negative where it hangs over."""
        west, north, east, south = shape.bounds
        return min(west, north, self.width - east, self.depth - south)

    def describe(self, point: Point) -> str:
        """A place in words, as in ``10″ from the west, 6″ from the north``."""
        x, y = point
        across = (x, "west") if x <= self.width / 2 else (self.width - x, "east")
        along = (y, "north") if y <= self.depth / 2 else (self.depth - y, "south")
        return ", ".join(f"{way:g}{self.sign} from the {edge}" for way, edge in (across, along))
