"""Open country on hexes that stands up on a picture of it: levels as steps, with what is on them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import dist
from types import MappingProxyType
from typing import TYPE_CHECKING

from builder.boards.land import LandMap
from builder.draw.maps.nature.plot import is_bare
from builder.draw.maps.open.relief import draw_boulders, draw_crags, draw_raised, draw_wood
from builder.draw.maps.slabs.perspective import Upright
from builder.draw.maps.slabs.picture_view import View
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.color_vision import blend
from builder.draw.surface.outlines import area_path, seeded
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

_Stand = Callable[[Canvas, View, "BaseGeometry", random.Random], None]
_STANDING: Mapping[str, _Stand] = MappingProxyType(
    {"woods": draw_wood, "tree": draw_wood, "rocks": draw_boulders, "mountain": draw_crags}
)


@dataclass(frozen=True)
class LandRelief:
    """The levels of a map with its woods, rocks and mountains; ``seed`` is what their details depend on."""

    land: LandMap
    seed: str

    def draw(self, canvas: Canvas, view: View, uprights: Sequence[Upright]) -> None:
        """Draw the levels from the lowest, what stands on them from the rear to the front, and ``uprights``.

        A theme that saves ink has the flat map.
        """
        bare, theme = is_bare(canvas.theme), canvas.theme
        for level, area in () if bare else self._levels:
            top = blend(theme["hill_top"], theme["hill"], min(1.0, _HIGHER * (level - 1)))
            draw_raised(canvas, view, area, (level - 1) * _STEP, level * _STEP, top, theme["hill_line"])
        standing = () if bare else self._standing
        for number, (symbol, area, level) in enumerate(standing):
            own = view.lifted(level * _STEP)
            if level:
                # The step below it has covered the ground of the map.
                canvas.path(area_path(own.shape(area)), fill=symbol, fill_opacity=0.8)
            _STANDING[symbol](canvas, own, area, seeded(self.seed, symbol, str(number)))
        for upright in uprights:
            upright.draw(canvas, view if bare else view.lifted(self.height_at(upright.at)))

    def height_at(self, point: Point) -> float:
        """The height of the level at a point of the map, in mm of the picture."""
        nearest = min(self.land.grid, key=lambda hex: (dist(self._layout.center(hex), point), hex))
        return max(0, self.land.level(nearest)) * _STEP

    def tops(self) -> Iterator[tuple[BaseGeometry, float]]:
        """The areas that stand up with their heights in mm of the picture."""
        yield from ((area, level * _STEP) for level, area in self._levels)
        yield from ((area, level * _STEP + _TALL[symbol]) for symbol, area, level in self._standing)

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
    def _standing(self) -> list[tuple[str, BaseGeometry, int]]:
        """The parts of the terrain that stands up, each on one level, from the rear to the front."""
        hexes: dict[tuple[str, int], list[Hex]] = {}
        for hex in self.land.grid:
            entry = self.land.ground(hex)
            symbol = str(entry.get("symbol", "")) if entry is not None else ""
            if symbol in _STANDING:
                hexes.setdefault((symbol, max(0, self.land.level(hex))), []).append(hex)
        parts = [
            (symbol, part, level)
            for (symbol, level), members in hexes.items()
            for part in self._parts(self._area(members))
        ]
        return sorted(parts, key=lambda part: part[1].bounds[3])

    def _area(self, hexes: Sequence[Hex]) -> BaseGeometry:
        """The area of some hexes with round corners, a little inside them."""
        from shapely import Polygon, unary_union

        size = self.land.hex_size
        whole = unary_union([Polygon(self._layout.corners(hex)).buffer(_INSIDE * size) for hex in hexes])
        inner = whole.buffer(-(2 * _INSIDE + _ROUND) * size, _QUARTER)
        return inner.buffer(_ROUND * size, _QUARTER)

    def _parts(self, area: BaseGeometry) -> Iterator[BaseGeometry]:
        yield from (part for part in getattr(area, "geoms", [area]) if not part.is_empty)
