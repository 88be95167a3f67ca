"""The buildings of a map of dots that stand up on a picture of it, as high as they have floors."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING

from builder.draw.maps.dots.site import Site
from builder.draw.maps.nature.plot import is_bare
from builder.draw.maps.open.relief import draw_raised
from builder.draw.maps.perspective import Upright
from builder.draw.maps.picture_view import View
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.color_vision import blend

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

# The height of a floor, of the parapet of a roof, and how far that is from the walls, in mm of the picture.
_FLOOR, _PARAPET, _INSIDE = 3.2, 0.5, 1.1


@dataclass(frozen=True)
class DotRelief:
    """The buildings of a site, whose roofs are drawn in place of their floors."""

    site: Site

    def draw(self, canvas: Canvas, view: View, uprights: Sequence[Upright]) -> None:
        """Draw the buildings from the rear to the front, and ``uprights`` on and among them.

        A theme that saves ink has the plans of the map.
        """
        drawn: list[tuple[float, int, Callable[[], None]]] = []
        for area, tall in () if is_bare(canvas.theme) else self._buildings:
            front = view.shape(area).bounds[3]
            drawn.append((front, 0, partial(_draw_building, canvas, view, area, tall)))
        for upright in uprights:
            front = max((view.shape(area).bounds[3] for area in self._below(upright.at)), default=0.0)
            own = view if is_bare(canvas.theme) else view.lifted(self.height_at(upright.at))
            depth = max(front, view.at(upright.at)[1])
            drawn.append((depth, 1, partial(upright.draw, canvas, own)))
        for *_, draw in sorted(drawn, key=lambda each: each[:2]):
            draw()

    def height_at(self, point: Point) -> float:
        """The height of the roof at a point of the map, in mm of the picture; 0 beside buildings."""
        from shapely import Point as Spot

        spot = Spot(point)
        return max((tall for area, tall in self._buildings if area.contains(spot)), default=0.0)

    def _below(self, point: Point) -> Iterator[BaseGeometry]:
        """The buildings at a point."""
        from shapely import Point as Spot

        spot = Spot(point)
        return (area for area, _ in self._buildings if area.contains(spot))

    @cached_property
    def _buildings(self) -> list[tuple[BaseGeometry, float]]:
        """The area of each building in mm of the map, and its height in mm of the picture."""
        return [
            (self.site.area(building.dots), building.levels * _FLOOR)
            for building in self.site.dots.buildings
            if building.dots
        ]


def _draw_building(canvas: Canvas, view: View, area: BaseGeometry, tall: float) -> None:
    """Walls, and a flat roof behind a parapet."""
    theme = canvas.theme
    wall = blend(theme["rocks_line"], theme["rocks"], 0.35)
    roof = blend("#ffffff", theme["rocks"], 0.35)
    draw_raised(canvas, view, area, 0.0, tall, roof, wall)
    inner = area.buffer(-_INSIDE / view.scale, join_style="mitre")
    draw_raised(canvas, view, inner, tall - _PARAPET, tall - _PARAPET, blend(wall, roof, 0.22), wall)
