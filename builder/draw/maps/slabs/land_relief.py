"""Open country on hexes that stands up on a picture of it: levels as steps, with what is on them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import pairwise
from math import dist
from types import MappingProxyType
from typing import TYPE_CHECKING

from builder.boards.land import LandMap
from builder.draw.maps.nature.canopy import has_conifers
from builder.draw.maps.nature.crags import draw_crags
from builder.draw.maps.open.relief import draw_boulders, draw_clefts, draw_raised, draw_wood
from builder.draw.maps.slabs.perspective import Upright
from builder.draw.maps.slabs.picture_view import View
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.color_vision import blend
from builder.draw.surface.outlines import area_path, line_path, lines_shape, seeded
from builder.geometry.hexgrid import Hex
from builder.geometry.hexlayout import HexLayout

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

# The height of a level in mm of the picture, and how much of the color of high ground each one adds.
_STEP, _HIGHER = 3.0, 0.35
# How far inside its hexes an area is, and how round its corners are, in sizes of a hex.
_INSIDE, _ROUND = 0.06, 0.22
_QUARTER = 4
# How high what stands up is at most, in mm of the picture.
_TALL = MappingProxyType({"woods": 7.5, "tree": 7.5, "rocks": 3.0, "mountain": 10.0})
# The width of a crag as a share of that of a hex, and how much higher than on the map it is.
_CRAG, _CRAG_TALL = 0.86, 1.3
# The lines of hexes: how strong and how wide, in mm of the picture. How far apart the strokes of slopes are.
_GRID, _GRID_WIDTH, _STROKES = 0.16, 0.2, 0.8

_TREES = frozenset({"woods", "tree"})
_MOUNTAIN = "mountain"


@dataclass(frozen=True, slots=True)
class _Part:
    """A piece of terrain that stands up on one level, with its hexes."""

    symbol: str
    area: BaseGeometry
    level: int
    hexes: tuple[Hex, ...]


@dataclass(frozen=True)
class LandRelief:
    """The levels of a map with its woods, rocks and mountains; ``seed`` is what their details depend on.

    The lines of hexes are on what is ``shown``. No crag is in the ``clear`` hexes.
    """

    land: LandMap
    seed: str
    shown: BaseGeometry | None = None
    clear: frozenset[Hex] = frozenset()

    def draw(self, canvas: Canvas, view: View, uprights: Sequence[Upright]) -> None:
        """Draw the levels from the lowest, what stands on them from the rear to the front, and ``uprights``.

        A theme that saves ink has the flat map.
        """
        if canvas.theme.saves_ink:
            for upright in uprights:
                upright.draw(canvas, view)
            return
        self._draw_grid(canvas, view, self.shown)
        for level, area in self._levels:
            self._draw_level(canvas, view, level, area)
        drawn = [
            (view.shape(part.area).bounds[3], partial(self._draw_part, canvas, view, number, part))
            for number, part in enumerate(self._standing)
        ]
        for upright in uprights:
            own = view.lifted(self.height_at(upright.at))
            depth = max([view.at(upright.at)[1], *self._front_of(upright.at, view)])
            drawn.append((depth, partial(upright.draw, canvas, own)))
        for _, draw in sorted(drawn, key=lambda each: each[0]):
            draw()

    def _front_of(self, at: Point, view: View) -> Iterator[float]:
        """How far in front the terrain ends that a point is in, which is drawn before what stands there."""
        from shapely import Point as Spot

        spot = Spot(at)
        return (view.shape(part.area).bounds[3] for part in self._standing if part.area.contains(spot))

    def _draw_level(self, canvas: Canvas, view: View, level: int, area: BaseGeometry) -> None:
        """A level with strokes down its side, and the lines of its hexes."""
        theme, low, high = canvas.theme, (level - 1) * _STEP, level * _STEP
        top = blend(theme["hill_top"], theme["hill"], min(1.0, _HIGHER * (level - 1)))
        draw_raised(canvas, view, area, low, high, top, blend(theme["hill_line"], top, 0.72))
        color = blend("#000000", theme["hill_line"], 0.25)
        rng = seeded(self.seed, "slopes", str(level))
        draw_clefts(canvas, view.shape(area, -high), rng, color, tall=high - low, apart=_STROKES)
        self._draw_grid(canvas, view.lifted(high), area)

    def _draw_grid(self, canvas: Canvas, view: View, area: BaseGeometry | None) -> None:
        """The lines of hexes on an area."""
        if area is not None:
            lines = line_path(view.shape(self._sides.intersection(area)))
            canvas.path(lines, stroke="ink", stroke_width=_GRID_WIDTH, stroke_opacity=_GRID)

    def _draw_part(self, canvas: Canvas, view: View, number: int, part: _Part) -> None:
        """Terrain that stands up on its level."""
        own, symbol = view.lifted(part.level * _STEP), part.symbol
        rng = seeded(self.seed, symbol, str(number))
        if part.level or symbol == _MOUNTAIN:
            # The step below it has covered the ground of the map.
            canvas.path(area_path(own.shape(part.area)), fill=symbol, fill_opacity=0.8)
        if symbol in _TREES:
            draw_wood(canvas, own, part.area, rng, are_firs=has_conifers(rng))
            return
        if symbol != _MOUNTAIN:
            draw_boulders(canvas, own, part.area, rng)
            return
        peaks = [own.at(self._layout.center(hex)) for hex in part.hexes if hex not in self.clear]
        size = _CRAG * self.land.hex_size * view.scale
        # As on the map, but seen from lower down.
        with canvas.layer(transform=f"scale(1 {_CRAG_TALL})"):
            draw_crags(canvas, [(x, y / _CRAG_TALL) for x, y in peaks], size, rng, joined=True)

    def height_at(self, point: Point) -> float:
        """The height of the level at a point of the map, in mm of the picture."""
        nearest = min(self.land.grid, key=lambda hex: (dist(self._layout.center(hex), point), hex))
        return max(0, self.land.level(nearest)) * _STEP

    def tops(self) -> Iterator[tuple[BaseGeometry, float]]:
        """The areas that stand up with their heights in mm of the picture."""
        yield from ((area, level * _STEP) for level, area in self._levels)
        yield from ((part.area, part.level * _STEP + _TALL[part.symbol]) for part in self._standing)

    @property
    def _layout(self) -> HexLayout:
        return HexLayout(self.land.grid, self.land.hex_size)

    @cached_property
    def _levels(self) -> list[tuple[int, BaseGeometry]]:
        """Each level with the ground that is as high or higher."""
        highest = max(self.land.elevation.values(), default=0)
        return [
            (level, self._area([hex for hex in self.land.grid if self.land.level(hex) >= level]))
            for level in range(1, highest + 1)
        ]

    @cached_property
    def _sides(self) -> BaseGeometry:
        """The sides of all hexes."""
        sides = set()
        for hex in self.land.grid:
            corners = [(round(x, 3), round(y, 3)) for x, y in self._layout.corners(hex)]
            sides |= {(min(ends), max(ends)) for ends in pairwise([*corners, corners[0]])}
        return lines_shape(sorted(sides))

    @cached_property
    def _standing(self) -> list[_Part]:
        """The parts of the terrain that stands up, each on one level, from the rear to the front."""
        hexes: dict[tuple[str, int], list[Hex]] = {}
        for hex in self.land.grid:
            entry = self.land.ground(hex)
            symbol = str(entry.get("symbol", "")) if entry is not None else ""
            if symbol in _TALL:
                hexes.setdefault((symbol, max(0, self.land.level(hex))), []).append(hex)
        parts = [
            _Part(symbol, area, level, tuple(hex for hex in members if self._is_in(hex, area)))
            for (symbol, level), members in hexes.items()
            for area in self._parts(self._area(members))
        ]
        return sorted(parts, key=lambda part: part.area.bounds[3])

    def _is_in(self, hex: Hex, area: BaseGeometry) -> bool:
        from shapely import Point as Spot

        return bool(area.contains(Spot(self._layout.center(hex))))

    def _area(self, hexes: Sequence[Hex]) -> BaseGeometry:
        """The area of some hexes with round corners, a little inside them."""
        from shapely import Polygon, unary_union

        size = self.land.hex_size
        whole = unary_union([Polygon(self._layout.corners(hex)).buffer(_INSIDE * size) for hex in hexes])
        inner = whole.buffer(-(2 * _INSIDE + _ROUND) * size, _QUARTER)
        return inner.buffer(_ROUND * size, _QUARTER)

    def _parts(self, area: BaseGeometry) -> Iterator[BaseGeometry]:
        yield from (part for part in getattr(area, "geoms", [area]) if not part.is_empty)
