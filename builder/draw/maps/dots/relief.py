"""The buildings and trees of a map of dots that stand up on a picture of it, as high as they have floors."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import pairwise
from math import dist
from typing import TYPE_CHECKING

from builder.draw.maps.dots.site import Site
from builder.draw.maps.open.relief import draw_raised, draw_trees, swept
from builder.draw.maps.slabs.perspective import Upright
from builder.draw.maps.slabs.picture_view import View
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.color_vision import blend
from builder.draw.surface.outlines import area_path, seeded

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

# The room of a window, its sides as shares of that, its sill and lintel as shares of the height of a floor.
_BAY, _WINDOW, _SILL, _LINTEL = 3.4, (0.3, 0.7), 0.28, 0.74
# How far a shadow falls for each mm of height, and how dark it is.
_SHADOW, _SHADE = (0.62, 0.12), 0.34
# How far points of an outline may be from its straight walls, in mm.
_EXACT = 0.01
# How large trees are against those of a table.
_TREE_SCALE = 1.25
# The height of a floor, of the parapet of a roof, and how far that is from the walls, in mm of the picture.
_FLOOR, _PARAPET, _INSIDE = 3.2, 0.5, 1.1


@dataclass(frozen=True)
class DotRelief:
    """The buildings of a site, whose roofs are drawn in place of their floors, and its trees."""

    site: Site

    def draw(self, canvas: Canvas, view: View, uprights: Sequence[Upright]) -> None:
        """Draw the buildings from the rear to the front, and ``uprights`` on and among them.

        A theme that saves ink has the plans of the map.
        """
        drawn: list[tuple[float, int, Callable[[], None]]] = []
        buildings = () if canvas.theme.saves_ink else self._buildings
        for area, tall in buildings:
            _draw_shadow(canvas, view, area, tall)
            front = view.shape(area).bounds[3]
            drawn.append((front, 0, partial(_draw_building, canvas, view, area, tall)))
        for name, at in () if canvas.theme.saves_ink else self._trees:
            spot = view.at(at)
            drawn.append((spot[1], 0, partial(draw_trees, canvas, [spot], seeded(name), _TREE_SCALE)))
        for upright in uprights:
            front = max((view.shape(area).bounds[3] for area in self._below(upright.at)), default=0.0)
            own = view if canvas.theme.saves_ink else view.lifted(self.height_at(upright.at))
            depth = max(front, view.at(upright.at)[1])
            drawn.append((depth, 1, partial(upright.draw, canvas, own)))
        for *_, draw in sorted(drawn, key=lambda each: each[:2]):
            draw()

    def height_at(self, point: Point) -> float:
        """The height of the roof at a point of the map, in mm of the picture; 0 beside buildings."""
        from shapely import Point as Spot

        spot = Spot(point)
        return max((tall for area, tall in self._buildings if area.contains(spot)), default=0.0)

    def tops(self) -> Iterator[tuple[BaseGeometry, float]]:
        """The buildings with their heights in mm of the picture."""
        yield from self._buildings

    def _below(self, point: Point) -> Iterator[BaseGeometry]:
        """The buildings at a point."""
        from shapely import Point as Spot

        spot = Spot(point)
        return (area for area, _ in self._buildings if area.contains(spot))

    @cached_property
    def _trees(self) -> list[tuple[str, Point]]:
        """The trunk of each tree, in mm of the map, with its name."""
        return [
            (piece.id, self.site.lattice.at(dot))
            for piece in self.site.dots.pieces
            if piece.terrain.get("symbol") == "tree"
            for dot in piece.dots
        ]

    @cached_property
    def _buildings(self) -> list[tuple[BaseGeometry, float]]:
        """The area of each building in mm of the map, and its height in mm of the picture."""
        return [
            (self.site.area(building.dots), building.levels * _FLOOR)
            for building in self.site.dots.buildings
            if building.dots
        ]


def _draw_shadow(canvas: Canvas, view: View, area: BaseGeometry, tall: float) -> None:
    """The shadow of a building on the ground, away from the light in the north-west."""
    right, down = _SHADOW
    ground = view.shape(area)
    shadow = swept(ground, (right * tall, down * tall)).difference(ground)
    canvas.path(area_path(shadow), fill="#10161c", fill_opacity=_SHADE, fill_rule="evenodd")


def _draw_building(canvas: Canvas, view: View, area: BaseGeometry, tall: float) -> None:
    """Walls with rows of windows, and a flat roof behind a parapet."""
    theme = canvas.theme
    wall = blend(theme["rocks_line"], theme["rocks"], 0.35)
    roof = blend("#ffffff", theme["rocks"], 0.35)
    draw_raised(canvas, view, area, 0.0, tall, roof, wall)
    for start, end in _fronts(view.shape(area.simplify(_EXACT))):
        _draw_front(canvas, start, end, tall, wall)
    inner = area.buffer(-_INSIDE / view.scale, join_style="mitre")
    draw_raised(canvas, view, inner, tall - _PARAPET, tall - _PARAPET, blend(wall, roof, 0.3), wall)


def _fronts(ground: BaseGeometry) -> Iterator[tuple[Point, Point]]:
    """The feet of the walls that are seen, each from its left to its right end."""
    from shapely import Polygon
    from shapely.geometry.polygon import orient

    for part in getattr(ground, "geoms", [ground]):
        ring = list(orient(Polygon(part.exterior)).exterior.coords)
        yield from (((x2, y2), (x1, y1)) for (x1, y1), (x2, y2) in pairwise(ring) if x2 < x1)


def _draw_front(canvas: Canvas, start: Point, end: Point, tall: float, wall: str) -> None:
    """A wall between two points of the picture, darker if it is turned from the light, with windows."""
    (x1, y1), (x2, y2) = start, end
    long, is_south = dist(start, end), y2 < y1
    fill = blend("#10161c", wall, 0.3) if is_south else blend("#ffffff", wall, 0.08)
    canvas.polygon([start, end, (x2, y2 - tall), (x1, y1 - tall)], fill=fill)
    count, floors = int(long / _BAY), round(tall / _FLOOR)
    glass, lit = blend("#10161c", fill, 0.62), canvas.theme["airtight_door"]
    for floor in range(floors):
        foot, head = (floor + _SILL) * _FLOOR, (floor + _LINTEL) * _FLOOR
        for bay in range(count):
            left, right = ((bay + side) / count for side in _WINDOW)
            ends = [(x1 + (x2 - x1) * at, y1 + (y2 - y1) * at) for at in (left, right)]
            corners = [(x, y - foot) for x, y in ends] + [(x, y - head) for x, y in reversed(ends)]
            # Some rooms have light, the same ones each time.
            is_lit = (bay * 5 + floor * 3 + count) % 7 == 0
            canvas.polygon(corners, fill=lit if is_lit else glass)
