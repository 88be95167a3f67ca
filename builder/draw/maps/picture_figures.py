"""The view of a map on a picture, the figures of its sides there, and the marks of zones on a plan of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import dist
from typing import TYPE_CHECKING

from builder.boards.spots import Region
from builder.draw.maps.map_look import MapLook
from builder.draw.maps.zone_tabs import side_number, side_of, title_of, zone_color
from builder.draw.surface.canvas import Canvas, Point, mm
from builder.scenario.model import Force, Scenario

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

Mark = tuple[Point, str, int]
# What becomes of a step to the right and of a step down, before the picture is fitted to its box.
_RIGHT = (0.90, -0.17)
_DOWN = (0.44, 0.46)
# The height of a figure, its rim, and the half axes of the shadow at its feet.
_FIGURE, _FIGURE_RIM, _FEET = 8.4, 0.5, (2.9, 1.0)
# How much worse it is to cover a flag than a piece, and how many places in a zone are tried.
_FLAG, _MAX_SPOTS = 10.0, 40
# No figure need be further than this from a flag, as a share of the width of the map.
_AWAY = 0.09


@dataclass(frozen=True, slots=True)
class View:
    """From millimeters of a map to those of its picture: scaled, in perspective, and moved to ``origin``.

    The lower the ``pitch``, the flatter is the picture. A plan ``is_plan``: it shows the map from straight
    above.
    """

    scale: float
    origin: Point
    pitch: float = 1.0
    is_plan: bool = False

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


@dataclass(frozen=True, slots=True)
class Figure:
    """A unit that stands on a map in the color of its side, with its icon or that of a person.

    ``spots`` are the places where it can stand, the best first.
    """

    spots: tuple[Point, ...]
    icon: str
    person: str
    color: str

    @property
    def at(self) -> Point:
        """The point where it stands."""
        return self.spots[0]

    def draw(self, canvas: Canvas, view: View) -> None:
        """The unit, upright, with a shadow at its feet."""
        (x, y), (across, down) = view.at(self.at), _FEET
        ends = f"a{mm(across)} {mm(down)} 0 1 0"
        shadow = f"M{mm(x - across)} {mm(y)}{ends} {mm(2 * across)} 0{ends} {mm(-2 * across)} 0Z"
        canvas.path(shadow, fill="ink", fill_opacity=0.45)
        left, top = x - _FIGURE / 2, y - _FIGURE + down * 0.6
        draw, name = (canvas.figure, self.person) if self.person else (canvas.icon, self.icon)
        draw(name, left, top, _FIGURE, self.color, rim="paper", rim_width=_FIGURE_RIM)

    def area(self, view: View, at: Point) -> BaseGeometry:
        """The area of the picture that it covers at a place."""
        from shapely import box

        (x, y), half = view.at(at), _FIGURE / 2 + _FIGURE_RIM
        return box(x - half, y - _FIGURE, x + half, y + _FEET[1] + _FIGURE_RIM)


def standing(
    figures: Sequence[Figure],
    view: View,
    flags: Sequence[BaseGeometry],
    solid: Sequence[BaseGeometry] = (),
    height_at: Callable[[Point], float] = lambda point: 0.0,
) -> list[Figure]:
    """Figures where they cover neither each other nor flags, and as little as possible of what is ``solid``.

    ``flags`` and ``solid`` are areas of the picture.
    """
    from shapely import unary_union

    placed: list[Figure] = []
    taken, ground = unary_union(flags), unary_union(solid)
    for figure in figures:
        covered = []
        for rank, spot in enumerate(figure.spots):
            area = figure.area(view.lifted(height_at(spot)), spot)
            over = area.intersection(taken).area * _FLAG + area.intersection(ground).area
            covered.append((round(over, 1), rank))
            if not over:
                break
        spot = figure.spots[min(covered)[1]]
        placed.append(replace(figure, spots=(spot,)))
        taken = taken.union(figure.area(view.lifted(height_at(spot)), spot))
    return placed


def figures_of(
    scenario: Scenario,
    look: MapLook,
    spots_of: Callable[[Region], Sequence[Point]],
    keep_off: Sequence[Point],
    width: float,
    elsewhere: Sequence[Point] = (),
) -> tuple[Figure, ...]:
    """A figure of each side in the largest zone in which it starts, away from the points to ``keep_off``.

    If it has no room there, it is in another of its zones.

    ``spots_of`` gives places for a figure in a region, in mm of the map, which is ``width`` mm wide; none if
    it is not on it. A side that comes later has its figure as far as possible from the others, ``elsewhere``.
    """
    away = _AWAY * width
    zones: dict[str, list[tuple[Force, Sequence[Point]]]] = {}
    figures: dict[str, tuple[Force, list[Point]]] = {}
    visible = {zone.id: zone for zone in look.zones_of(scenario)}
    for placement in scenario.placements:
        force, zone = scenario.force(placement.force), visible.get(placement.zone)
        if force is None or zone is None:
            continue
        counter, spots = force.unit.get("counter", {}), spots_of(zone.region)
        if "icon" in counter and spots:
            zones.setdefault(force.side, []).append((force, spots))
    for side, starts in zones.items():
        for force, spots in sorted(starts, key=lambda start: -len(start[1])):
            x0, y0 = (sum(values) / len(spots) for values in zip(*spots, strict=True))

            def worth(spot: Point, middle: Point = (x0, y0)) -> tuple[float, float, Point]:
                near = min((dist(spot, other) for other in keep_off), default=away)
                return -min(near, away), round(dist(spot, middle), 3), spot

            figures.setdefault(side, (force, []))[1].extend(sorted(spots, key=worth)[:_MAX_SPOTS])
    for force in scenario.forces:
        if elsewhere and force.arrival and force.side not in figures and "icon" in force.unit["counter"]:
            others = [*keep_off, *(spots[0] for _, spots in figures.values())]
            nearest = {spot: min((dist(spot, other) for other in others), default=0.0) for spot in elsewhere}
            far = sorted(elsewhere, key=lambda spot: -nearest[spot])
            figures[force.side] = force, far
    return tuple(_figure(scenario, force, spots) for force, spots in figures.values())


def _figure(scenario: Scenario, force: Force, spots: Sequence[Point]) -> Figure:
    """The figure of a force: a person, or the icon of its counters."""
    counter, color = force.unit["counter"], zone_color(side_number(scenario, force.side))
    return Figure(tuple(spots), counter["icon"], counter.get("figure", ""), color)


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
