"""An open table: terrain, and the tunnels below it. Distances are in the map's unit."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar

from builder.boards.board import Board, Named, NamedRegion, Overlap, View
from builder.boards.moves import Mover, StraightMoves
from builder.boards.parts import Part
from builder.boards.spots import Region
from builder.geometry.shapes import Point, Shape, circle, length, rectangle
from rulesdb import Entry, Ruleset
from rulesdb.conditions import Trait
from rulesdb.yaml_source import DataPath

if TYPE_CHECKING:
    from builder.boards.cells.cells import Cells

# Symbols of terrain that cannot overlap.
_SOLID = frozenset({"building", "ruins", "bunker", "tower", "wreck"})
# The distance between the points that dead ground is computed for, by the table's unit.
SIGHT_STEPS: Mapping[str, float] = MappingProxyType({"inch": 2.0, "centimetre": 5.0})
_SLIGHTLY_SMALLER = 1 - 1e-6
UNITS: Mapping[str, tuple[str, float]] = MappingProxyType({"inch": ("″", 25.4), "centimetre": (" cm", 10.0)})


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of terrain. ``places`` is the number of figures that it takes aboard, if the file states it."""

    id: str
    name: str
    terrain: Entry
    shape: Shape
    height: float
    text: str
    path: DataPath
    places: int | None = None


@dataclass(frozen=True, slots=True)
class Node:
    """A place where tunnels end: an entrance, a chamber (which has a diameter) or a junction.

    An entrance is ``used`` if the side that goes down uses it according to the file.
    """

    id: str
    name: str
    kind: str
    at: Point
    diameter: float
    text: str
    path: DataPath
    used: bool = False

    @property
    def shape(self) -> Shape:
        """The place as a circle."""
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
        """From end to end, without the parts inside chambers."""
        return length(self.points) - sum(end.diameter / 2 for end in self.ends)


@dataclass(frozen=True, slots=True)
class TunnelPlan:
    """The tunnels below a table."""

    nodes: Mapping[str, Node]
    tunnels: tuple[Tunnel, ...]
    path: DataPath

    def of_kind(self, kind: str) -> tuple[Node, ...]:
        """The nodes of a kind, in the file's order."""
        return tuple(node for node in self.nodes.values() if node.kind == kind)


@dataclass(frozen=True)
class TableMap(Board[Point]):
    """An open table; ``x`` runs from its west edge, ``y`` from its north edge."""

    kind: ClassVar[str] = "table"
    spot_name: ClassVar[tuple[str, str]] = ("point", "points")
    spot_key: ClassVar[str] = "at"
    title: str
    width: float
    depth: float
    unit: str
    pieces: tuple[Piece, ...]
    labels: Mapping[str, Point]
    plan: TunnelPlan | None

    @property
    def table(self) -> TableMap:
        """This map."""
        return self

    @property
    def sign(self) -> str:
        """The sign of the unit, as written after a figure."""
        return UNITS[self.unit][0]

    @property
    def unit_mm(self) -> float:
        """One unit on the table, in mm."""
        return UNITS[self.unit][1]

    @property
    def shape(self) -> Shape:
        """The whole table."""
        return rectangle(0, 0, self.width, self.depth)

    @property
    def distance_unit(self) -> str:
        """``inch`` or ``centimetre``."""
        return self.unit

    @property
    def distance_sign(self) -> str:
        return self.sign

    @property
    def extent(self) -> str:
        return f"keep it inside {self.width:g}{self.sign} × {self.depth:g}{self.sign}"

    def describe(self, spot: Point) -> str:
        """A place in words, as in ``10″ from the west, 6″ from the north``."""
        x, y = spot
        across = (x, "west") if x <= self.width / 2 else (self.width - x, "east")
        along = (y, "north") if y <= self.depth / 2 else (self.depth - y, "south")
        return ", ".join(f"{way:g}{self.sign} from the {edge}" for way, edge in (across, along))

    def has_ground(self, spot: Point) -> bool:
        """Whether the point is on the table."""
        return 0 <= spot[0] <= self.width and 0 <= spot[1] <= self.depth

    @property
    def traits(self) -> Mapping[str, Trait]:
        """Width and depth in the map's unit."""
        return {"unit": (self.unit,), "width": self.width, "depth": self.depth}

    def parts(self) -> Iterator[Part]:
        for piece in self.pieces:
            core = _core(piece)
            # A block of wall is as long as its longer side.
            west, north, east, south = core.bounds
            long = max(east - west, south - north) if core.encloses else length(core.points)
            sizes = {"height": piece.height, "inches": long * self.in_inches}
            traits = {**piece.terrain.traits, **sizes, "places": piece.places or ()}
            path = (*piece.path, "id")
            yield Part("terrain", f"piece `{piece.id}`", path, traits, functools.partial(Region, shape=core))
        for node in self.plan.nodes.values() if self.plan else ():
            tunnels = sum(node in tunnel.ends for tunnel in self.plan.tunnels) if self.plan else 0
            used = ("yes" if node.used else "no",)
            traits = {"diameter": node.diameter, "tunnels": tunnels, "used": used}
            yield Part(node.kind, f"{node.kind} `{node.id}`", (*node.path, "id"), traits)
        for tunnel in self.plan.tunnels if self.plan else ():
            traits = {"length": tunnel.length, "width": tunnel.width}
            yield Part("tunnel", " to ".join(end.id for end in tunnel.ends), tunnel.path, traits)

    def contains(self, region: Region, spot: Point) -> bool:
        return region.shape is not None and region.shape.contains(spot)

    def covers(self, outer: Region, inner: Region) -> bool:
        return outer.shape is not None and inner.shape is not None and outer.shape.covers(inner.shape)

    def traits_of(self, region: Region) -> Mapping[str, Trait]:
        """The terrain of every piece that completely contains the place, and how it lies to tunnels.

        ``entrances`` is the number of entrances in it, ``in_chamber`` whether it is completely in a chamber.
        """
        pieces = (piece for piece in self.pieces if self.covers(Region(shape=piece.shape), region))
        traits: dict[str, Trait] = {"terrain": tuple(dict.fromkeys(piece.terrain.slug for piece in pieces))}
        if self.plan is not None and region.shape is not None:
            entrances, shape = self.plan.of_kind("entrance"), region.shape
            chambers = (Region(shape=node.shape) for node in self.plan.of_kind("chamber"))
            traits["entrances"] = sum(shape.contains(node.at) for node in entrances)
            traits["in_chamber"] = (
                ("yes",) if any(self.covers(room, region) for room in chambers) else ("no",)
            )
        return traits

    def traits_toward(self, region: Region, id: str) -> Mapping[str, Trait]:
        piece = next((piece for piece in self.pieces if piece.id == id), None)
        if piece is None:
            return {}
        gap = self.inches_between(region, Region(shape=piece.shape))
        places = piece.places or ()
        return {"boards": (piece.terrain.slug,), "inches_to_boarded": gap, "places": places}

    def inches_between(self, one: Region, other: Region) -> float:
        return self.gap(one, other) * self.in_inches

    def inches_around_entrance(self, region: Region) -> float | None:
        if region.shape is None or self.plan is None:
            return None
        shape, entrances = region.shape, self.plan.of_kind("entrance")
        radii = [
            max(math.dist(node.at, point) for point in shape.points) + shape.radius for node in entrances
        ]
        return min(radii) * self.in_inches if radii else None

    @property
    def in_inches(self) -> float:
        """Inches in one unit."""
        return self.unit_mm / UNITS["inch"][1]

    def shared(self, one: Region, other: Region) -> str:
        """See :meth:`Board.shared`; regions that only touch have nothing in common."""
        is_shared = one.shape is not None and other.shape is not None and _overlap(one.shape, other.shape)
        return "part of the table" if is_shared else ""

    def room(self, region: Region) -> None:
        """``None``: figures can be placed anywhere."""

    def gap(self, one: Region, other: Region) -> float:
        """The straight distance between two regions, in the table's unit."""
        if one.shape is None or other.shape is None:
            return math.inf
        return one.shape.distance(other.shape)

    def overhang(self, region: Region) -> float:
        if region.shape is None:
            return 0.0
        west, north, east, south = region.shape.bounds
        over = max(-west, -north, east - self.width, south - self.depth)
        return over if over > 1e-9 else 0.0

    def sight(self, game: Ruleset) -> Callable[[Point, Point], bool]:
        """Straight lines; pieces whose terrain blocks sight stop them, except pieces that either point is in.

        Figures in a wood or on a hill can see out of it and be seen. How far figures see into a piece
        is left to the players.

        Source: mobile-infantry Spotting Bugs; handspan Terrain (a reading of both)
        """
        screens = [piece.shape for piece in self.pieces if piece.terrain.get("blocks_sight")]

        def sees_from(eye: Point, target: Point) -> bool:
            return not any(
                shape.distance(Shape((eye, target))) == 0.0
                for shape in screens
                if not shape.contains(eye) and not shape.contains(target)
            )

        return sees_from

    def view(self, region: Region) -> View:
        """Points of the whole table, two inches or five centimeters apart."""
        step = SIGHT_STEPS[self.unit]
        points = [
            ((column + 0.5) * step, (row + 0.5) * step)
            for row in range(int(self.depth // step))
            for column in range(int(self.width // step))
        ]
        shape = region.shape
        eyes = [point for point in points if shape is not None and shape.contains(point)]
        if shape is not None and not eyes:
            eyes = [shape.center]
        return View(eyes, points, "points of the table")

    def nearest_first(self, eyes: Sequence[Point], target: Point) -> Sequence[Point]:
        return eyes

    def moves(self, game: Ruleset, mover: Mover) -> StraightMoves | None:
        """Straight moves; the allowance is in inches."""
        if not mover.allowance:
            return None
        inch = UNITS["inch"][1] / self.unit_mm
        bad_going = [piece.shape for piece in self.pieces if mover.slow and piece.terrain.get("bad_going")]
        return StraightMoves(mover.allowance * inch, mover.slow * inch, bad_going)

    def cells(self, game: Ruleset) -> Cells:
        from builder.boards.cells.table_cells import table_cells

        return table_cells(self)

    def terrain_entries(self) -> Iterable[Entry]:
        return {piece.terrain.id: piece.terrain for piece in self.pieces}.values()

    def named_things(self) -> Iterator[tuple[str, Iterable[Named]]]:
        yield "piece", self.pieces

    @property
    def named_regions(self) -> Mapping[str, NamedRegion]:
        """The pieces of terrain."""
        return {item.id: NamedRegion("piece", item.name, Region(shape=item.shape)) for item in self.pieces}

    def placed_parts(self) -> Iterator[tuple[str, Region, DataPath]]:
        """Pieces, labels, tunnels; lines without their thickness, as a river may end at the edge."""
        for piece in self.pieces:
            yield f"piece `{piece.id}`", Region(shape=_core(piece)), (*piece.path, "id")
        for name, at in self.labels.items():
            yield f"label `{name}`", Region((at,), circle(at, 0.0)), ("map", "labels", name)
        for node in self.plan.nodes.values() if self.plan else ():
            yield f"{node.kind} `{node.id}`", Region(shape=node.shape), (*node.path, "at")

    def overlaps(self) -> Iterator[Overlap]:
        """Solid pieces on the same ground."""
        solid = [piece for piece in self.pieces if piece.terrain.get("symbol", "building") in _SOLID]
        for index, piece in enumerate(solid):
            for other in solid[:index]:
                if _overlap(piece.shape, other.shape):
                    yield Overlap(
                        f"`{piece.id}` overlaps `{other.id}`",
                        (*piece.path, "id"),
                        (*other.path, "id"),
                        is_impossible=False,
                    )


def _core(piece: Piece) -> Shape:
    """The shape of a piece; a line without its thickness."""
    shape = piece.shape
    return Shape(shape.points) if not shape.encloses and len(shape.points) > 1 else shape


def _overlap(one: Shape, other: Shape) -> bool:
    """Whether two shapes do more than touch at an edge or corner.

    Each is tried slightly smaller, because a shape with an inner corner also touches what is in that corner.
    """
    if not one.overlaps(other):
        return False
    return one.overlaps(_slightly_smaller(other)) and other.overlaps(_slightly_smaller(one))


def _slightly_smaller(shape: Shape) -> Shape:
    x, y = shape.center
    points = tuple(
        (x + (a - x) * _SLIGHTLY_SMALLER, y + (b - y) * _SLIGHTLY_SMALLER) for a, b in shape.points
    )
    return replace(shape, points=points, radius=shape.radius * _SLIGHTLY_SMALLER)
