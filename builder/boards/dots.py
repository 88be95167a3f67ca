"""A lattice of dots: terrain on dots, walls between them, buildings and tunnels."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import dist
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar

from builder.boards.board import Board, Named, NamedRegion, Overlap, View
from builder.boards.dot_flight import DotFlight
from builder.boards.dot_moves import DotMoves, DotSteps
from builder.boards.moves import Mover
from builder.boards.parts import Part
from builder.boards.spots import TUNNEL, DotPlace, Region
from builder.geometry.dotlattice import Dot, DotLattice, Edge
from builder.geometry.sight import DotSight
from rulesdb import Entry, InputError, Ruleset
from rulesdb.conditions import Trait
from rulesdb.yaml_source import DataPath

if TYPE_CHECKING:
    from builder.boards.cells.cells import Cells


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
    """A wall, fence or similar obstacle at an edge; ``text`` is its key in the file.

    ``toughness`` is a row of the game's table of that name, if it is not that of the terrain.
    """

    edge: Edge
    terrain: Entry
    text: str
    path: DataPath
    toughness: str = ""


@dataclass(frozen=True, slots=True)
class StartingMarker:
    """A marker of the game that is on some dots when the game begins; ``text`` is the list in the file."""

    entry: Entry
    dots: tuple[Dot, ...]
    text: str
    path: DataPath


@dataclass(frozen=True, slots=True)
class Opening:
    """A way through a wall: a ``door``, ``window`` or ``gap``."""

    edge: Edge
    kind: str
    text: str
    path: DataPath


@dataclass(frozen=True, slots=True)
class Building:
    """A building: its dots, floors and stairs.

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
    """A tunnel with all its branches: the dots above it, and those where it opens."""

    id: str
    name: str
    mouths: tuple[Dot, ...]
    dots: tuple[Dot, ...]
    text: str
    path: DataPath


@dataclass(frozen=True, slots=True)
class Barrier:
    """An obstacle or the outer wall of a building, with the door in it.

    ``building`` is ``None`` for an obstacle. ``terrain`` has the effects of the barrier.
    """

    edge: Edge
    terrain: Entry | None
    building: Building | None
    door: Opening | None

    @property
    def hides(self) -> bool:
        """Whether it blocks sight: windows and gaps do not, and doors are assumed to be shut."""
        if self.door is not None and self.door.kind != "door":
            return False
        return bool(self.terrain and self.terrain.get("blocks_sight"))


@dataclass(frozen=True, slots=True)
class Fault:
    """A contradiction in the file.

    ``kind`` is ``terrain twice`` (on a dot), ``wall twice`` or ``door twice`` (at an edge), or ``no edge``
    (a wall or door between dots that are not side by side). ``other`` is the path of the first of two.
    """

    kind: str
    message: str
    path: DataPath
    other: DataPath = ()


@dataclass(frozen=True)
class DotsMap(Board[DotPlace]):
    """A map of numbered dots."""

    kind: ClassVar[str] = "dots"
    spot_name: ClassVar[tuple[str, str]] = ("dot", "dots")
    spot_key: ClassVar[str] = "dot"
    counted_in: ClassVar[str] = "turns"
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
    doors: Mapping[Edge, Opening]
    tunnels: tuple[Tunnel, ...]
    labels: Mapping[str, Dot]
    markers: tuple[StartingMarker, ...]
    faults: tuple[Fault, ...]

    @property
    def traits(self) -> Mapping[str, Trait]:
        """The sizes in dots, the longer of them, and the highest elevation."""
        highest = max(self.elevation.values(), default=0)
        columns, rows = self.lattice.columns, self.lattice.rows
        return {"columns": columns, "rows": rows, "longest": max(columns, rows), "highest": highest}

    def parts(self) -> Iterator[Part]:
        for piece in self.pieces:
            traits = {**piece.terrain.traits, "dots": len(piece.dots)}
            yield Part("terrain", f"piece `{piece.id}`", piece.path, traits)
        for obstacle in self.obstacles.values():
            strength = {"toughness": (obstacle.toughness,)} if obstacle.toughness else {}
            traits = {**obstacle.terrain.traits, **strength}
            yield Part("obstacle", obstacle.text, obstacle.path, traits)
        for marker in self.markers:
            for dot in marker.dots:
                name = f"marker `{marker.entry.slug}` at {self.lattice.label(dot)}"
                blocked = ("yes" if self.blocks(dot) else "no",)
                traits = {"is": (marker.entry.slug,), "blocked": blocked}
                yield Part("marker", name, marker.path, traits)
        for building in self.buildings:
            name, path = f"building `{building.id}`", (*building.path, "id")
            yield Part("building", name, path, self._building_traits(building))
        for opening in self.doors.values():
            yield Part("opening", f"{opening.kind} {opening.text}", opening.path, {"is": (opening.kind,)})
        for tunnel in self.tunnels:
            sizes: dict[str, Trait] = {"dots": len(tunnel.dots), "mouths": len(tunnel.mouths)}
            yield Part("tunnel", f"tunnel `{tunnel.id}`", tunnel.path, sizes)

    def _building_traits(self, building: Building) -> dict[str, Trait]:
        return {
            "floors": building.levels,
            "toughness": (building.toughness,),
            "stairs": len(building.stairs),
            "dots": len(building.dots),
        }

    @functools.cached_property
    def barriers(self) -> Mapping[Edge, Barrier]:
        """The barrier at each edge that has one; an obstacle replaces the wall of a building."""
        barriers: dict[Edge, Barrier] = {}
        for building in self.buildings:
            for dot in building.dots:
                for edge, neighbor in self.lattice.edges_around(dot):
                    if self.building_at.get(neighbor) is not building:
                        barriers[edge] = Barrier(edge, self.building_terrain, building, self.doors.get(edge))
        for edge, obstacle in self.obstacles.items():
            barriers[edge] = Barrier(edge, obstacle.terrain, None, self.doors.get(edge))
        return MappingProxyType(barriers)

    def ground(self, dot: Dot) -> Entry | None:
        """The terrain of a dot; ``None`` if the game has no open ground."""
        return self.terrain.get(dot, self.open_ground)

    def part_of(self, place: DotPlace, each: str) -> str:
        """The ``building`` that a place is in, by its id, or the ``floor``; empty if it is in no building."""
        building = self.building_at.get(place.dot)
        if building is None:
            return ""
        return str(place.floor) if each == "floor" else building.id

    def level(self, dot: Dot) -> int:
        """The elevation of a dot; 0 is the ground."""
        return self.elevation.get(dot, 0)

    def has_floor(self, dot: Dot, floor: int) -> bool:
        """Whether a dot has a floor; the one above the last is the roof, one below the ground a tunnel."""
        if floor == TUNNEL:
            return any(dot in tunnel.dots for tunnel in self.tunnels)
        building = self.building_at.get(dot)
        return floor == 0 or (building is not None and 0 < floor <= building.levels)

    def blocks(self, dot: Dot) -> bool:
        """Whether the terrain of a dot cannot be entered."""
        terrain: Entry | None = self.terrain.get(dot)
        return bool(terrain and terrain.get("impassable"))

    def region_of(self, dots: Iterable[Dot]) -> Region:
        """The region of some dots, on all the floors of the buildings there."""
        return Region(
            tuple(
                DotPlace(dot, floor)
                for dot in dots
                for floor in range(self.building_at[dot].levels if dot in self.building_at else 1)
            )
        )

    @property
    def facings(self) -> Sequence[str]:
        return self.lattice.arcs

    @property
    def extent(self) -> str:
        lattice = self.lattice
        last = lattice.label(Dot(lattice.columns, lattice.rows))
        return f"the map runs from {lattice.label(Dot(1, 1))} to {last}"

    def describe(self, spot: DotPlace) -> str:
        """A dot in words, as in ``dot 0405, floor 2``; the ground floor is not mentioned."""
        number = f"dot {self.lattice.label(spot.dot)}"
        if spot.floor == TUNNEL:
            return f"{number}, in the tunnel"
        return f"{number}, floor {spot.floor}" if spot.floor else number

    def has_ground(self, spot: DotPlace) -> bool:
        """Whether the floor exists and can be entered, and all stairs of its building are inside."""
        building = self.building_at.get(spot.dot)
        if spot.floor == TUNNEL:
            return self.has_floor(*spot)
        return (
            not self.blocks(spot.dot)
            and self.has_floor(spot.dot, spot.floor)
            and (building is None or set(building.stairs) <= set(building.dots))
        )

    def room(self, region: Region) -> Sequence[DotPlace]:
        """One spot for each floor of each dot that can be entered; tunnels run below everything."""
        return [spot for spot in region.spots if spot.floor == TUNNEL or not self.blocks(spot.dot)]

    def traits_of(self, region: Region) -> Mapping[str, Trait]:
        """Every kind of terrain on the dots of the place, and whether it is indoors, with a way out.

        ``whole_terrain`` is the kind that covers all of it, if one does.
        """
        kinds = {entry.slug if entry else "": None for entry in map(self.terrain.get, region.dots)}
        doors = (edge for edge, barrier in self.barriers.items() if barrier.building and barrier.door)
        is_indoors = all(spot.dot in self.building_at or spot.floor == TUNNEL for spot in region.spots)
        on = set(region.dots)
        has_way_out = any(not on.isdisjoint(edge) for edge in doors)
        return {
            "terrain": tuple(filter(None, kinds)),
            "whole_terrain": tuple(filter(None, kinds)) if len(kinds) == 1 else (),
            "indoors": ("yes" if is_indoors else "no",),
            "way_out": ("yes" if has_way_out else "no",),
        }

    def gap(self, one: Region, other: Region) -> float:
        """Dots between two regions; floors do not count."""
        return min(self.lattice.distance(a.dot, b.dot) for a in one.spots for b in other.spots)

    def sight(self, game: Ruleset) -> Callable[[DotPlace, DotPlace], bool]:
        """Straight lines on the ground; walls and terrain that block sight stop them.

        Height does not count: its effects are in chapters of the game that the database does not have.
        """
        walls = [edge for edge, barrier in self.barriers.items() if barrier.hides]
        screens = [dot for dot, terrain in self.terrain.items() if terrain.get("blocks_sight")]
        sight = DotSight(self.lattice, walls, screens)
        return lambda eye, target: sight.sees(eye.dot, target.dot)

    def view(self, region: Region) -> View:
        """All dots of the map, on the ground."""
        eyes = [DotPlace(dot) for dot in dict.fromkeys(spot.dot for spot in region.spots)]
        return View(eyes, [DotPlace(dot) for dot in self.lattice], "dots")

    def nearest_first(self, eyes: Sequence[DotPlace], target: DotPlace) -> Sequence[DotPlace]:
        goal = self.lattice.at(target.dot)
        return sorted(eyes, key=lambda eye: dist(self.lattice.at(eye.dot), goal))

    def moves(self, game: Ruleset, mover: Mover) -> DotMoves | None:
        movement = game.movement
        if movement is None:
            return None
        if game.id not in self._steps_by_game:
            self._steps_by_game[game.id] = DotSteps(movement, self)
        flight = None
        if mover.flies and movement.flight is not None:
            flight = DotFlight(game, movement.flight, self)
        return DotMoves(self._steps_by_game[game.id], flight, mover.allowance)

    def cells(self, game: Ruleset) -> Cells:
        # Not needed to read, check or print a map.
        from builder.boards.cells.dot_cells import dot_cells

        if game.movement is None:
            raise InputError(f"{game.title} has no movement costs for dots")
        return dot_cells(self, game.movement)

    @functools.cached_property
    def _steps_by_game(self) -> dict[str, DotSteps]:
        return {}

    def terrain_entries(self) -> Iterable[Entry]:
        entries = [self.open_ground, *self.terrain.values()]
        entries += (obstacle.terrain for obstacle in self.obstacles.values())
        entries += [self.building_terrain if self.buildings else None]
        entries += [self.tunnel_terrain if self.tunnels else None]
        return {entry.id: entry for entry in entries if entry is not None}.values()

    @property
    def starting_markers(self) -> Sequence[tuple[Entry, str]]:
        return [(marker.entry, marker.text) for marker in self.markers]

    def named_things(self) -> Iterator[tuple[str, Iterable[Named]]]:
        yield "piece", self.pieces
        yield "building", self.buildings
        yield "tunnel", self.tunnels

    def door_names(self, level: str = "") -> Sequence[str]:
        return tuple(door.text for door in self.doors.values())

    @property
    def named_regions(self) -> Mapping[str, NamedRegion]:
        """The pieces of terrain, buildings and tunnels."""
        on_top = {
            item.id: NamedRegion(kind, item.name, self.region_of(item.dots))
            for kind, items in (("piece", self.pieces), ("building", self.buildings))
            for item in items
        }
        below = ((item, Region(tuple(DotPlace(dot, TUNNEL) for dot in item.dots))) for item in self.tunnels)
        return on_top | {item.id: NamedRegion("tunnel", item.name, region) for item, region in below}

    def overlaps(self) -> Iterator[Overlap]:
        """Dots with two pieces of terrain, or a piece and a building."""
        for fault in self.faults:
            if fault.kind == "terrain twice":
                yield Overlap(fault.message, fault.path, fault.other, "the other list is here")
