"""The view of a map on a picture, and the marks of zones on a plan of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import dist
from typing import TYPE_CHECKING

from builder.boards.spots import Region
from builder.draw.maps.map_look import MapLook
from builder.draw.maps.zone_tabs import side_of, title_of
from builder.draw.surface.canvas import Point
from builder.scenario.model import Scenario

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

Mark = tuple[Point, str, int]
# What becomes of a step to the right and of a step down, before the picture is fitted to its box.
_RIGHT = (0.90, -0.17)
_DOWN = (0.44, 0.46)


@dataclass(frozen=True, slots=True)
class View:
    """From millimeters of a map to those of its picture: scaled, in perspective, and moved to ``origin``.

    The lower the ``pitch``, the flatter is the picture. A plan ``is_plan``: it shows the map from straight
    above. What is in front of the picture has ``hidden`` an area of it, beside which names stand.
    """

    scale: float
    origin: Point
    pitch: float = 1.0
    is_plan: bool = False
    hidden: BaseGeometry | None = None

    @property
    def axes(self) -> tuple[Point, Point]:
        """A step to the right and a step down, as they are in the picture."""
        (a, b), (c, d) = ((1.0, 0.0), (0.0, 1.0)) if self.is_plan else (_RIGHT, _DOWN)
        return (a, b * self.pitch), (c, d * self.pitch)

    def lifted(self, height: float) -> View:
        """The view of things that are some mm of the picture above the ground."""
        return replace(self, origin=(self.origin[0], self.origin[1] - height))

    def at(self, point: Point) -> Point:
        """The place of a point of the map."""
        (x, y), ((a, b), (c, d)) = point, self.axes
        return (self.origin[0] + (x * a + y * c) * self.scale, self.origin[1] + (x * b + y * d) * self.scale)

    def shape(self, area: BaseGeometry, sunk: float = 0.0) -> BaseGeometry:
        """An area or lines of the map, ``sunk`` mm below its ground."""
        from shapely import affinity

        ((a, b), (c, d)), scale = self.axes, self.scale
        right, below = self.origin
        return affinity.affine_transform(
            area, [a * scale, c * scale, b * scale, d * scale, right, below + sunk]
        )

    def ground_below(self, area: BaseGeometry) -> BaseGeometry:
        """The part of the map's ground that is seen at an area of the picture."""
        from shapely import affinity

        ((a, b), (c, d)), (right, below) = self.axes, self.origin
        whole = (a * d - b * c) * self.scale
        moved = affinity.translate(area, -right, -below)
        return affinity.affine_transform(moved, [d / whole, -c / whole, -b / whole, a / whole, 0.0, 0.0])

    def matrix_at(self, point: Point) -> str:
        """The transformation of a drawing whose origin is at a point of the map."""
        right, down = self.axes
        parts = [*(part * self.scale for part in (*right, *down)), *self.at(point)]
        return f"matrix({' '.join(f'{part:.5f}' for part in parts)})"


def in_one(spots_of: Callable[[Region], Sequence[Point]]) -> Callable[[Region], list[Sequence[Point]]]:
    """The places in a region as those of its only part."""
    return lambda region: [spots_of(region)]


def zone_marks(
    scenario: Scenario, look: MapLook, parts_of: Callable[[Region], Iterable[Sequence[Point]]]
) -> Iterator[Mark]:
    """The middle of each part of a zone, the steps that place somebody in it, and the number of its side.

    ``parts_of`` gives places in each part of a region, in mm of the map.
    """
    for zone in look.zones_of(scenario):
        steps = title_of(scenario, zone).steps
        for spots in parts_of(zone.region) if steps else ():
            if spots:
                x0, y0 = (sum(values) / len(spots) for values in zip(*spots, strict=True))
                middle = min(spots, key=lambda spot: (round(dist(spot, (x0, y0)), 3), spot))
                yield middle, steps, side_of(scenario, zone)
