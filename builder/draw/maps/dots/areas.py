"""The areas of pieces of terrain and of levels on paper, and the color of the ground at any point."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from builder.boards.dots import Piece
from builder.draw.maps.dots.natural_edges import NaturalEdges
from builder.draw.maps.dots.site import Site
from builder.draw.maps.dots.walls import light_buildings
from builder.draw.maps.looks import look_of
from builder.draw.maps.nature.plot import tint
from builder.draw.surface.canvas import Point
from builder.draw.surface.color_vision import blend
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import Theme
from builder.geometry.dotlattice import Dot
from builder.scenario.model import Scenario

if TYPE_CHECKING:
    from shapely import MultiPolygon, Polygon
    from shapely.geometry.base import BaseGeometry

# Along lines of dots rather than over an area, or on single dots.
LINES = frozenset({"trench", "wire"})
# The radius of round corners, as a share of the smallest side of a plot.
_ROUND = 0.4
_BEYOND = 70.0
# The widest pocket between the edge of a level and a wall, in spacings of dots, and how far below the floor
# behind the wall the edge is then, in mm.
_POCKET, _BELOW_FLOOR = 0.4, 1.5
_TINY = 1e-3
WATERS = frozenset({"water", "shallow"})


@dataclass(frozen=True, slots=True)
class Water:
    """A water with its shallow and its deep part."""

    whole: BaseGeometry
    shallow: BaseGeometry | None
    deep: BaseGeometry | None
    is_built: bool


@dataclass(frozen=True)
class Areas:
    """The areas of one map; ``scenario`` is the id that is the seed of their edges.

    ``light`` are the ids of the buildings that are less tough than usual.
    """

    site: Site
    theme: Theme
    scenario: str
    light: frozenset[str]

    @classmethod
    def of_map(cls, scenario: Scenario, context: DrawingContext) -> Areas:
        """The areas of the map of a scenario."""
        light = frozenset(light_buildings(scenario))
        return cls(Site(scenario.dots_map, context.memo), context.theme, scenario.id, light)

    def of(self, piece: Piece, dots: Sequence[Dot]) -> BaseGeometry:
        """The ground of some dots of a piece, beyond the edges of the map too."""
        symbol, memo, lattice, spots = symbol_of(piece), self.site.memo, self.site.lattice, tuple(dots)
        if symbol in LINES or symbol == "tree":
            return memo.get(("spots", lattice, spots), lambda: self._around(spots))
        if symbol in WATERS:
            whole = next(water.whole for water in self.waters if water.whole.intersects(self.site.area(dots)))
            return memo.get(("water-part", lattice, spots, whole.wkb), lambda: self._part_of(whole, spots))
        if self.is_straight(piece):
            return memo.get(("straight", lattice, spots), lambda: self._straight(spots))
        return self._natural(dots)

    def _around(self, dots: Sequence[Dot]) -> BaseGeometry:
        from shapely import MultiPoint

        points = MultiPoint([self.site.lattice.at(dot) for dot in dots])
        return points.buffer(3.6 * self.site.unit, quad_segs=2)

    def _part_of(self, whole: BaseGeometry, dots: Sequence[Dot]) -> BaseGeometry:
        return self._natural(dots).intersection(whole)

    def _straight(self, dots: Sequence[Dot]) -> BaseGeometry:
        bend = _ROUND * min(self.site.pitch[0], self.site.lattice.spacing) / 2
        return self.site.area(dots, _BEYOND).buffer(-bend - self.site.unit).buffer(bend, quad_segs=6)

    @staticmethod
    def is_straight(piece: Piece) -> bool:
        """Whether the edges of a piece are straight, as of a quay or a planter."""
        symbol = symbol_of(piece)
        looks = {"rocks": "crates", "brush": "planters", "water": "basin", "shallow": "basin"}
        if symbol in looks:
            return bool(look_of((piece.name, piece.id), (looks[symbol],)))
        return symbol in ("pad", "ruins", "bunker", "tower", "building")

    def _natural(self, dots: Sequence[Dot]) -> MultiPolygon:
        """The ground of some dots with natural edges, each connected part by itself."""
        key = ("natural parts", self.scenario, self.site.lattice, tuple(dots))
        return self.site.memo.get(key, lambda: self._naturals(dots))

    def _naturals(self, dots: Sequence[Dot]) -> MultiPolygon:
        from shapely import MultiPolygon

        parts = self.site.parts(dots)
        return MultiPolygon([area for part in parts for area in self._natural_part(part)])

    def _natural_part(self, dots: Sequence[Dot]) -> Sequence[Polygon]:
        key = ("natural", self.scenario, self.site.lattice, dots)
        area = self.site.memo.get(key, lambda: self._edges.around(dots))
        return [part for part in getattr(area, "geoms", [area]) if not part.is_empty]

    @cached_property
    def _edges(self) -> NaturalEdges:
        return NaturalEdges(self.site, self.scenario)

    def levels(self) -> Iterator[tuple[int, list[Dot]]]:
        """Each level with the dots on it, or beyond it, from the lowest step up and from the ground down."""
        elevation = self.site.dots.elevation
        up = range(1, max(elevation.values(), default=0) + 1)
        down = range(-1, min(elevation.values(), default=0) - 1, -1)
        for level in (*down, *up):
            dots = [dot for dot, at in elevation.items() if (at >= level if level > 0 else at <= level)]
            if dots:
                yield level, sorted(dots)

    @cached_property
    def contours(self) -> Sequence[tuple[int, MultiPolygon]]:
        """The area of each level.

        Where one nearly reaches the walls of a building, it ends at them, and so it does where it would come
        out a little below a building or a basin that stands on it.
        """
        grown = [(level, self._up_to_walls(dots, self._natural(dots))) for level, dots in self.levels()]
        return [(level, self._back_to_walls(area)) for level, area in grown]

    def _back_to_walls(self, area: MultiPolygon) -> MultiPolygon:
        """The area of a level without the strips between its edge and the walls beside it."""
        from shapely import MultiPoint, MultiPolygon, get_parts, union_all

        gap = _POCKET * self.site.lattice.spacing
        built = [self.site.area(building.dots) for building in self.site.dots.buildings if building.dots]
        built += [water.whole for water in self.waters if water.is_built]
        dots = MultiPoint([self.site.lattice.at(dot) for dot in self.site.lattice])
        strips = []
        for inside in built:
            if not area.boundary.dwithin(inside, gap):
                continue
            outside = area.difference(inside)
            wide = outside.buffer(-gap / 2, quad_segs=6).buffer(gap / 2, quad_segs=6)
            for strip in get_parts(outside.difference(wide)):
                if strip.dwithin(inside, _TINY) and strip.area > _TINY and not strip.intersects(dots):
                    below = strip.buffer(_BELOW_FLOOR * self.site.unit).intersection(inside)
                    strips += [strip, below]
        if not strips:
            return area
        left = area.difference(union_all(strips))
        return MultiPolygon([part for part in get_parts(left) if part.area > _TINY])

    def _up_to_walls(self, dots: Sequence[Dot], area: MultiPolygon) -> MultiPolygon:
        """The area of a level with the pockets between its edge and the walls beside it."""
        from shapely import MultiPoint, MultiPolygon, get_parts, union_all

        lattice = self.site.lattice
        members, gap = set(dots), _POCKET * lattice.spacing
        pockets = []
        for building in self.site.dots.buildings:
            inside = self.site.area(building.dots)
            if not building.dots or members.issuperset(building.dots) or not inside.dwithin(area, gap):
                continue
            joined = area.union(inside)
            filled = joined.buffer(gap / 2, quad_segs=6).buffer(-gap / 2, quad_segs=6)
            others = MultiPoint(
                [self.site.lattice.at(dot) for dot in self.site.lattice if dot not in members]
            )
            for pocket in get_parts(filled.difference(joined)):
                if pocket.dwithin(inside, _TINY) and pocket.area > _TINY and not pocket.intersects(others):
                    # The edge is below the floor, where it does not show.
                    pockets.append(pocket.buffer(_BELOW_FLOOR * self.site.unit).intersection(filled))
        if not pockets:
            return area
        return MultiPolygon([part for part in get_parts(union_all([area, *pockets])) if part.area > _TINY])

    @cached_property
    def pieces(self) -> Mapping[str, BaseGeometry]:
        """The area of each piece, by its id."""
        return {piece.id: self.of(piece, piece.dots) for piece in self.site.dots.pieces if piece.dots}

    @cached_property
    def waters(self) -> Sequence[Water]:
        """Each water of the map; deep and shallow pieces that meet are one."""
        pieces = {dot: piece for piece in self.site.dots.pieces if symbol_of(piece) in WATERS
                  for dot in piece.dots}  # fmt: skip
        about = tuple((dot, piece.id, piece.name, symbol_of(piece)) for dot, piece in pieces.items())
        key = "waters", self.scenario, self.site.lattice, about
        return self.site.memo.get(
            key, lambda: [self._water(part, pieces) for part in self.site.lattice.parts(pieces)]
        )

    def _water(self, dots: Sequence[Dot], pieces: Mapping[Dot, Piece]) -> Water:
        """One water, whose shore is straight if any of its pieces is built."""
        is_built = any(self.is_straight(pieces[dot]) for dot in dots)
        whole = self.site.area(dots, _BEYOND) if is_built else self._natural(dots)
        shallow = [dot for dot in dots if symbol_of(pieces[dot]) == "shallow"]
        deep = [dot for dot in dots if symbol_of(pieces[dot]) == "water"]
        if not deep or not shallow:
            return Water(whole, whole if shallow else None, whole if deep else None, is_built)
        # With the banks beside it, so that the edge of the shallow part goes straight on to the shore.
        banks = {bank for dot in shallow for bank in self.site.lattice.neighbors(dot)} - pieces.keys()
        part = self._natural(sorted({*shallow, *banks})).intersection(whole)
        return Water(whole, _only_areas(part), _only_areas(whole.difference(part)), is_built)

    def level_color(self, level: int, highest: int) -> str:
        """The color of a level; each step up or down is darker."""
        if self.theme.saves_ink:
            return self.theme["hill"]
        if level < 0:
            return tint(self.theme, "ground", "earth", 0.16 * -level)
        return blend(self.theme["hill_top"], self.theme["hill"], (level - 1) / max(2, highest - 1))

    def outlined(self) -> Iterator[BaseGeometry]:
        """The areas whose edges are drawn."""
        for _, area in self.contours:
            yield from area.geoms
        yield from self.pieces.values()

    def color_at(self, point: Point) -> str:
        """The color of the ground at a point, for the halo of a text there."""
        from shapely import Point as Spot

        spot = Spot(point)
        color = self.theme["ground"]
        for tone, area in self._tones:
            if area.contains(spot):
                color = tone
        return color

    @cached_property
    def _tones(self) -> list[tuple[str, BaseGeometry]]:
        from shapely import prepare

        highest = max((level for level, _ in self.contours), default=1)
        tones: list[tuple[str, BaseGeometry]]
        tones = [(self.level_color(level, highest), area) for level, area in self.contours]
        for piece in self.site.dots.pieces:
            symbol = symbol_of(piece)
            if piece.dots and symbol not in LINES and symbol != "tree":
                tones.append((self.theme[symbol], self.pieces[piece.id]))
        for building in self.site.dots.buildings:
            color = "boards" if building.id in self.light else "slabs"
            tones.append((self.theme[color], self.site.area(building.dots)))
        for _, area in tones:
            prepare(area)
        return tones


def symbol_of(piece: Piece) -> str:
    """How a piece is drawn."""
    return str(piece.terrain.get("symbol", "ground"))


def _only_areas(area: BaseGeometry) -> BaseGeometry:
    """A geometry without the lines and points that are left where areas touch."""
    from shapely import MultiPolygon

    parts = getattr(area, "geoms", [area])
    return MultiPolygon([part for part in parts if part.geom_type == "Polygon" and part.area > 1e-3])
