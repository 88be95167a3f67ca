"""The lines of one level as they are drawn: straight walls, floors, the hull around them, and doors."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import cached_property, partial
from typing import TYPE_CHECKING

from builder.boards.deck import HexMap
from builder.boards.deck_structure import Boundary
from builder.boards.spots import Place
from builder.draw.surface.canvas import Point
from builder.draw.surface.memo import Memo
from builder.draw.surface.theme import Theme
from builder.geometry.hexgrid import Hex
from builder.geometry.hexlayout import HexLayout
from builder.geometry.straight_walls import DoorPlace, StraightWalls
from builder.geometry.wall_tracks import TrackedSides

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

UNIT = 18.0
"""The size of hexes, in mm, for which measures of decks are stated; others are drawn in proportion."""
DOOR_LENGTH = 10.0
DOOR_DEPTH = 3.8
# Notches of the hull that are narrower than two of these are closed, and how far its corners are cut.
_CLOSED = 15.0
_CHAMFER = 3.0
_MAX_HULL = 0.28
_MAX_WALL = 0.08
_TINY = 0.01
# Between a wall and a symbol, and how far a symbol may reach out of its hex, in hexes.
_CLEAR = 0.45
_LEAVE = 0.03
_TRIES = 24


class DeckPlan:
    """The geometry of one level in mm, from the grid's top left corner; ``memo`` keeps what takes long."""

    def __init__(self, hex_map: HexMap, level: int, theme: Theme, memo: Memo | None = None) -> None:
        self.memo = memo or Memo()
        self.map = hex_map
        self.level = level
        self.layout = HexLayout(hex_map.grid, hex_map.hex_size)
        self.size = hex_map.hex_size
        self.scale = self.size / UNIT
        self.boundaries = [boundary for boundary in hex_map.boundaries if boundary.level == level]
        self.wall = min(theme.weight("interior_weight"), _MAX_WALL * self.size)
        self.hull = min(theme.weight("exterior_weight"), _MAX_HULL * self.size)
        sides = {boundary.side: (boundary.here, boundary.there) for boundary in self.boundaries}
        doors = tuple(boundary.side for boundary in self.doorways)
        self.walls = self.memo.get(
            ("walls", self.layout, tuple(sides.items()), doors),
            lambda: StraightWalls(
                self.layout, sides, doors, door_length=self.door_length, tracked=self._tracked
            ),
        )

    @property
    def _tracked(self) -> TrackedSides:
        return self.memo.get(("tracked", self.layout), lambda: TrackedSides(self.layout))

    @cached_property
    def doorways(self) -> list[Boundary]:
        """The boundaries with a door or an opening."""
        return [boundary for boundary in self.boundaries if boundary.door is not None]

    @property
    def ground(self) -> str:
        """The name of the color outside: space around a ship, the soil around a base."""
        return "soil" if self.map.site == "base" else "space"

    @property
    def door_length(self) -> float:
        """The length of the longest doors in mm."""
        return DOOR_LENGTH * self.scale

    @cached_property
    def hexes(self) -> Mapping[str, list[Hex]]:
        """The hexes of each area."""
        return {
            area.id: [place.hex for place in area.places if place.level == self.level]
            for area in self.map.areas_on(self.level)
        }

    @cached_property
    def inner(self) -> frozenset[Hex]:
        """The hexes of all areas."""
        return frozenset(hex for hexes in self.hexes.values() for hex in hexes)

    @cached_property
    def floors(self) -> Mapping[str, BaseGeometry]:
        """The floor of each area."""
        return {
            id: self.memo.get(("floor", self.outlines[id]), partial(self._shape, rings))
            for id, rings in self.rings.items()
        }

    @cached_property
    def outlines(self) -> Mapping[str, tuple[tuple[Point, ...], ...]]:
        """The lines around each area, as a key of what depends on them."""
        return {id: tuple(map(tuple, rings)) for id, rings in self.rings.items()}

    @cached_property
    def shape_key(self) -> Hashable:
        """A key of everything that the shapes of the inside and of the hull depend on."""
        return self.layout, tuple(self.outlines.values()), tuple(sorted(self.outside_doors))

    @cached_property
    def rings(self) -> Mapping[str, list[list[Point]]]:
        """The lines around each area."""
        return {id: self.walls.loops(hexes) for id, hexes in self.hexes.items()}

    @cached_property
    def inside(self) -> BaseGeometry:
        """All floors together."""
        return self.memo.get(("inside", self.shape_key), self._find_inside)

    def _find_inside(self) -> BaseGeometry:
        from shapely import unary_union

        # The walls of neighbors are the same lines but for rounding, so that they must overlap to join.
        grown = [floor.buffer(_TINY, join_style="mitre") for floor in self.floors.values()]
        return unary_union(grown).buffer(-_TINY, join_style="mitre")

    @cached_property
    def skin(self) -> BaseGeometry:
        """The floors with the hull around them: narrow notches are closed, but none in front of a door."""
        return self.memo.get(("skin", self.shape_key), self._find_skin)

    def _find_skin(self) -> BaseGeometry:
        from shapely import Polygon, unary_union

        closed, chamfer = _CLOSED * self.scale, min(_CHAMFER * self.scale, self.hull * 0.65)
        filled: BaseGeometry = self.inside.buffer(closed, join_style="mitre").buffer(
            -closed, join_style="mitre"
        )
        ways = [Polygon(self.layout.corners(hex)) for hex in sorted(self.outside_doors)]
        if ways:
            filled = unary_union([filled.difference(unary_union(ways)), self.inside])
        skin = filled.buffer(self.hull, join_style="mitre", mitre_limit=2.0)
        return skin.buffer(-chamfer, join_style="bevel").buffer(chamfer, join_style="bevel")

    def is_outer(self, hex: Hex) -> bool:
        """Whether a hex is outside, next to the hull or under it."""
        return hex in self.outer

    @cached_property
    def outer(self) -> frozenset[Hex]:
        """The outside hexes that the hull can cover: those within two hexes of an area."""
        grid, area_at, level = self.layout.grid, self.map.area_at, self.level
        sides = (boundary.side for boundary in self.boundaries if boundary.is_exterior)
        near = {hex for side in sides for hex in (side.hex, grid.across(side)) if hex in grid}
        near |= {other for hex in near for other in grid.neighbors(hex)}
        return frozenset(hex for hex in near if Place(level, hex) not in area_at)

    def covers(self, x: float, y: float) -> bool:
        """Whether the hull or a floor covers a place."""
        from shapely import contains_xy

        return bool(self.hexes) and bool(contains_xy(self._prepared_skin, x, y))

    def has_floor(self, x: float, y: float) -> bool:
        """Whether a place is on the floor of an area."""
        from shapely import contains_xy

        return bool(self.hexes) and bool(contains_xy(self.inside, x, y))

    @cached_property
    def _prepared_skin(self) -> BaseGeometry:
        from shapely import prepare

        prepare(self.skin)
        return self.skin

    def door_place(self, boundary: Boundary) -> DoorPlace:
        """The place of a boundary's door on its wall."""
        return self.walls.door_place(boundary.side)

    def stand(self, hex: Hex, half_wide: float, half_tall: float, below: float) -> tuple[Point, float]:
        """A place in a hex for a box and ``below`` mm above or below it, clear of walls, and how large it is.

        The place is the middle of both together, as near the middle of the hex as possible.
        """
        x, y = self.layout.center(hex)
        lines = self.walls.lines_at(hex)
        doors = [self.door_place(door).middle for door in self.doorways if self._is_at(hex, door)]
        deep = [
            DOOR_DEPTH / 2 * self.scale
            if any(abs(line.side_of(door)) < _TINY for door in doors)
            else self.wall / 2
            for line in lines
        ]
        share = 1.0
        for _ in range(_TRIES):
            wide, tall = half_wide * share, half_tall * share + below / 2
            needs = [
                abs(line.a) * wide + abs(line.b) * tall + half + _CLEAR * self.scale
                for line, half in zip(lines, deep, strict=True)
            ]
            for line, need in zip(lines, needs, strict=True):
                side = 1.0 if line.side_of(self.layout.center(hex)) > 0 else -1.0
                short = need - side * line.side_of((x, y))
                if short > 0:
                    x, y = x + side * line.a * short, y + side * line.b * short
            across = self.size / 2 - tall
            is_clear = all(
                abs(line.side_of((x, y))) >= need - 1e-6 for line, need in zip(lines, needs, strict=True)
            )
            if is_clear and abs(y - self.layout.center(hex)[1]) <= max(across, 0.0) + _LEAVE * self.size:
                break
            share *= 0.97
        return (x, y), share

    def _is_at(self, hex: Hex, door: Boundary) -> bool:
        """Whether a door is in a side of a hex."""
        return hex in (door.side.hex, self.layout.grid.across(door.side))

    @cached_property
    def outside_doors(self) -> frozenset[Hex]:
        """The hexes outside that a door leads to."""
        return frozenset(
            place.hex
            for boundary in self.doorways
            if boundary.is_exterior
            for place in self.map.ends(self.level, boundary.side)
            if place not in self.map.area_at
        )

    def _shape(self, loops: list[list[Point]]) -> BaseGeometry:
        """The area inside some loops, with holes where loops run the other way."""
        from shapely import Polygon

        if len(loops) == 1:
            return Polygon(loops[0])
        shape: BaseGeometry = Polygon()
        for loop in loops:
            # An outline and its holes do not cross, nor do the outlines of parts.
            shape = shape.symmetric_difference(Polygon(loop))
        return shape
