"""Pieces of a table that stand up on a picture of it: hills in steps, trees, boulders, walls and buildings.

All lengths are mm of the picture, unless they are said to be of the map.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from math import dist, pi
from types import MappingProxyType
from typing import TYPE_CHECKING

from builder.draw.maps.nature.kinds import draw_area, draw_way
from builder.draw.maps.nature.plot import Plot, is_bare
from builder.draw.maps.open.table_plan import Place
from builder.draw.maps.slabs.perspective import Upright
from builder.draw.maps.slabs.picture_view import View
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.color_vision import blend
from builder.draw.surface.outlines import area_path, hull_of, rings, scattered, seeded

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

# How high a step of a hill, a wall and buildings are.
_STEP, _WALL = 3.4, 2.8
_BUILT = {"tower": 13.0, "bunker": 4.6, "building": 7.0}
_RIDGE, _CLIFF = 3.4, 7.0
# The share of its height that a building keeps that would hide the foot of a flag.
_LOWERED = 0.4
_STEPS = 3
# The share of the radius of a hill from one step to the next.
_INWARD = 0.24
# How far apart trees, boulders, crags and the clefts of a cliff are.
_TREES, _STONES, _CRAGS, _CLEFTS = 3.9, 3.9, 6.2, 1.5
_EDGE = 0.15

_Raise = Callable[[Canvas, View, Place, random.Random], None]


@dataclass(frozen=True, slots=True)
class TableRelief:
    """The pieces of a table that are higher than the ground; ``seed`` is what their details depend on."""

    places: Sequence[Place]
    seed: str

    def draw(self, canvas: Canvas, view: View, uprights: Sequence[Upright]) -> None:
        """Draw the pieces from the rear to the front, all that is on a hill, and ``uprights`` among them.

        A theme that saves ink has the flat pieces of the map.
        """
        from shapely import Point as Spot

        if is_bare(canvas.theme):
            for upright in uprights:
                upright.draw(canvas, view)
            return
        feet = [(Spot(upright.at), Spot(view.at(upright.at))) for upright in uprights]
        hills: list[tuple[Place, float]] = []
        drawn: list[tuple[float, float, int, Callable[[], None]]] = []
        standing: list[tuple[Place, float]] = []
        for number, place in enumerate(self.places):
            front = view.shape(place.area).bounds[3]
            lift, below = 0.0, 0.0
            for hill, depth in hills:
                steps = _steps_below(hill.area, place.area)
                if steps:
                    lift, below = max(lift, steps * _STEP), max(below, depth)
            way = _way_of(place) or (_flat if lift else None)
            if way is not None:
                # What is on a hill is drawn after it.
                own = view.lifted(lift)
                rng = seeded(self.seed, place.piece.id, "relief")
                if way is _building:
                    way = partial(_building, tall=_tall(own, place, feet))
                drawn.append(
                    (max(front, below), front if lift else 0.0, number, partial(way, canvas, own, place, rng))
                )
                standing.append((place, max(front, below)))
            if place.symbol == "hill":
                hills.append((place, max(front, below)))
        for number, upright in enumerate(uprights, len(drawn)):
            # What is on a piece, or in it, is drawn after it.
            spot, depth = Spot(upright.at), view.at(upright.at)[1]
            depth = max([depth, *(front for place, front in standing if place.area.contains(spot))])
            own = view.lifted(self.height_at(upright.at))
            drawn.append((depth, depth, number, partial(upright.draw, canvas, own)))
        for *_, draw in sorted(drawn, key=lambda each: each[:3]):
            draw()

    def tops(self) -> Iterator[tuple[BaseGeometry, float]]:
        """The pieces that are higher than the ground, with their heights."""
        yield from ((place.area, _high_of(place)) for place in self.places if _high_of(place))

    def height_at(self, point: Point) -> float:
        """How high the ground of a picture is at a point of the map, in mm of the picture."""
        from shapely import Point as Spot

        spot = Spot(point).buffer(0.1)
        steps = [_steps_below(place.area, spot) for place in self.places if place.symbol == "hill"]
        return max(steps, default=0) * _STEP


def _high_of(place: Place) -> float:
    """How high a piece is at most, in mm of the picture."""
    own = {"hill": _STEPS * _STEP, "cliff": _CLIFF, "woods": 7.5, "tree": 7.5, "mountain": 10.0}
    return own.get(place.symbol, _BUILT.get(place.symbol, 0.0) + (_RIDGE if place.symbol in _BUILT else 0.0))


def _body(view: View, place: Place, tall: float) -> BaseGeometry:
    """The area of the picture that a piece covers."""
    from shapely import unary_union

    steps = (view.shape(place.area, -tall * share) for share in (0.0, 0.5, 1.0))
    return unary_union(list(steps)).convex_hull


def _tall(view: View, place: Place, feet: Sequence[tuple[BaseGeometry, BaseGeometry]]) -> float:
    """The height of the walls of a building: low ones if it would hide the foot of a flag behind it."""
    tall = _BUILT[place.symbol]
    body = _body(view, place, tall + _RIDGE)
    hides = any(body.contains(foot) and not place.area.contains(spot) for spot, foot in feet)
    return tall * _LOWERED if hides else tall


def _steps_below(hill: BaseGeometry, area: BaseGeometry) -> int:
    """On how many steps of a hill a piece stands."""
    middle, inward = area.representative_point(), _inward(hill)
    return sum(hill.buffer(-number * inward).contains(middle) for number in range(_STEPS))


def _inward(hill: BaseGeometry) -> float:
    """How far inside the edge of a step the next one begins, in mm of the map."""
    return float(_INWARD * (hill.area / pi) ** 0.5)


def _way_of(place: Place) -> _Raise | None:
    """The way to draw a piece; ``None`` if it is as low as the ground."""
    if place.line:
        return _wall if "wall" in place.symbol else None
    return _WAYS.get(place.symbol)


def _flat(canvas: Canvas, view: View, place: Place, rng: random.Random) -> None:
    """A low piece as on the map, on the hill that it is on."""
    with canvas.layer(transform=view.matrix_at((0.0, 0.0))):
        if place.line:
            draw_way(canvas, place.symbol, place.line, rng, thick=place.thick)
        else:
            draw_area(canvas, place.symbol, Plot(place.area, rng))


def _hill(canvas: Canvas, view: View, place: Place, rng: random.Random) -> None:
    """Three steps, each lighter than its side."""
    theme, area = canvas.theme, place.area
    inward = _inward(area)
    for number in range(_STEPS):
        if area.is_empty:
            return
        top = blend(theme["hill_top"], theme["hill"], number / (_STEPS - 1))
        side = blend(theme["hill_line"], top, 0.62)
        draw_raised(canvas, view, area, number * _STEP, (number + 1) * _STEP, top, side)
        area = area.buffer(-inward)


def draw_raised(
    canvas: Canvas, view: View, area: BaseGeometry, low: float, high: float, top: str, side: str
) -> None:
    """An area lifted from one height to another, with its side below it."""
    lifted = view.shape(area, -high)
    body = swept(lifted, (0.0, high - low))
    edge = {"stroke": blend("#000000", side, 0.35), "stroke_width": _EDGE}
    canvas.path(area_path(body), fill=side, fill_rule="evenodd", **edge)
    canvas.path(area_path(lifted), fill=top, fill_rule="evenodd", **edge)


def swept(area: BaseGeometry, move: Point) -> BaseGeometry:
    """What an area of a picture covers while it is moved."""
    from shapely import affinity, unary_union

    right, down = move
    sides = [
        hull_of([(x1, y1), (x2, y2), (x2 + right, y2 + down), (x1 + right, y1 + down)])
        for ring in rings(area)
        for (x1, y1), (x2, y2) in pairwise([*ring, ring[0]])
    ]
    return unary_union([area, affinity.translate(area, right, down), *sides])


def _trees(canvas: Canvas, view: View, place: Place, rng: random.Random) -> None:
    """The trees of a wood."""
    draw_wood(canvas, view, place.area, rng)


def draw_wood(canvas: Canvas, view: View, area: BaseGeometry, rng: random.Random) -> None:
    """Trees of one kind all over an area of the map."""
    are_firs = rng.random() < 0.4
    draw_trees(canvas, _spots(view, area, _TREES, rng), rng, are_firs=are_firs)


def draw_trees(
    canvas: Canvas, spots: Iterable[Point], rng: random.Random, scale: float = 1.0, *, are_firs: bool = False
) -> None:
    """Trees with round crowns, or firs, with their feet at some points of a picture."""
    theme = canvas.theme
    greens = [theme["woods_line"], blend(theme["woods_line"], theme["woods"], 0.35), theme["woods"]]
    for x, y in spots:
        size = rng.uniform(1.2, 1.75) * scale
        dark, light = greens[0], blend(greens[2], rng.choice(greens[1:]), 0.5)
        canvas.line((x, y), (x, y - 1.6 * size), stroke=theme["hill_line"], stroke_width=0.5 * size)
        if are_firs:
            for foot, wide, tall in ((1.0, 1.5, 2.6), (2.4, 1.1, 2.4)):
                points = [(x - wide * size, y - foot * size), (x + wide * size, y - foot * size)]
                peak = (x, y - (foot + tall) * size)
                canvas.polygon([*points, peak], fill=blend(dark, light, 0.4), stroke=dark, stroke_width=_EDGE)
                canvas.polygon([points[0], (x - 0.1, points[0][1]), peak], fill=light)
        else:
            middle = y - 3.0 * size
            canvas.circle(
                x, middle, 1.7 * size, fill=blend(dark, light, 0.5), stroke=dark, stroke_width=_EDGE
            )
            canvas.circle(x - 0.45 * size, middle - 0.5 * size, 0.95 * size, fill=light)


def _stones(canvas: Canvas, view: View, place: Place, rng: random.Random) -> None:
    """The boulders of a piece."""
    draw_boulders(canvas, view, place.area, rng)


def draw_boulders(canvas: Canvas, view: View, area: BaseGeometry, rng: random.Random) -> None:
    """Boulders with a light and a dark face all over an area of the map."""
    _peaks(canvas, view, area, rng, _STONES, (1.7, 3.0), ("rocks", "rocks_line"))


def _crags(canvas: Canvas, view: View, place: Place, rng: random.Random) -> None:
    """The peaks of a piece."""
    draw_crags(canvas, view, place.area, rng)


def draw_crags(canvas: Canvas, view: View, area: BaseGeometry, rng: random.Random) -> None:
    """Peaks with a light and a dark face all over an area of the map."""
    _peaks(canvas, view, area, rng, _CRAGS, (6.0, 10.0), ("hill", "hill_line"))


def _cliff(canvas: Canvas, view: View, place: Place, rng: random.Random) -> None:
    """Level ground above a face of rock with clefts."""
    from shapely import LinearRing
    from shapely import Point as Spot

    theme = canvas.theme
    draw_raised(canvas, view, place.area, 0.0, _CLIFF, theme["cliff"], theme["mountain_shade"])
    above = view.shape(place.area, -_CLIFF)
    clefts = []
    for ring in rings(above):
        edge = LinearRing(ring)
        for number in range(int(edge.length / _CLEFTS)):
            spot = edge.interpolate(number * _CLEFTS + rng.uniform(-0.3, 0.3))
            # Only where the ground above ends in front is the face to be seen.
            if not above.contains(Spot(spot.x, spot.y + _EDGE)):
                clefts.append(((spot.x, spot.y), (spot.x, spot.y + rng.uniform(0.35, 0.95) * _CLIFF)))
    canvas.segments(clefts, stroke="mountain_line", stroke_width=_EDGE)


def _peaks(
    canvas: Canvas,
    view: View,
    area: BaseGeometry,
    rng: random.Random,
    spacing: float,
    heights: tuple[float, float],
    colors: tuple[str, str],
) -> None:
    light, line = (canvas.theme[color] for color in colors)
    dark, light = blend(line, light, 0.55), blend("#ffffff", light, 0.35)
    for x, y in _spots(view, area, spacing, rng):
        tall = rng.uniform(*heights)
        wide, lean = tall * rng.uniform(0.5, 0.7), rng.uniform(-0.2, 0.2) * tall
        foot = (x + lean * 0.4, y + 0.25 * tall**0.5)
        peak = (x + lean, y - tall)
        edge = {"stroke": line, "stroke_width": _EDGE, "stroke_linejoin": "round"}
        canvas.polygon([(x - wide, y), peak, foot], fill=light, **edge)
        canvas.polygon([(x + wide, y), peak, foot], fill=dark, **edge)


def _spots(view: View, area: BaseGeometry, spacing: float, rng: random.Random) -> Sequence[Point]:
    """Points of an area, ``spacing`` apart, from the rear to the front; its middle if it is small."""
    apart = spacing / view.scale
    points = scattered(area.buffer(-0.35 * apart), apart, rng)
    middle = area.centroid
    return sorted(map(view.at, points or [(middle.x, middle.y)]), key=lambda point: point[1])


def _wall(canvas: Canvas, view: View, place: Place, rng: random.Random) -> None:
    """A low wall along its line."""
    from shapely import LineString

    line = LineString(place.line).buffer(max(place.thick / 2, 0.6 / view.scale), cap_style="flat")
    stone = canvas.theme["rocks"]
    draw_raised(canvas, view, line, 0.0, _WALL, stone, blend(canvas.theme["rocks_line"], stone, 0.45))


def _building(canvas: Canvas, view: View, place: Place, rng: random.Random, tall: float = 0.0) -> None:
    """Walls ``tall`` mm high below a hipped or a flat roof."""
    theme, is_flat = canvas.theme, place.symbol != "building"
    ridge = _RIDGE * tall / _BUILT[place.symbol]
    roof = theme["rocks_line"] if is_flat else theme["building"]
    wall = blend("#ffffff", roof, 0.75) if is_flat else theme["rocks"]
    corners = next(rings(place.area.minimum_rotated_rectangle))
    ground = [view.at(corner) for corner in corners]
    for (x1, y1), (x2, y2) in _by_depth(ground):
        points = [(x1, y1), (x2, y2), (x2, y2 - tall), (x1, y1 - tall)]
        _face(canvas, points, blend("#000000", wall, _shade((x1, y1), (x2, y2))))
    eaves = [(x, y - tall) for x, y in ground]
    if is_flat:
        _face(canvas, eaves, blend("#ffffff", roof, 0.35))
        return
    first, second = _ridge(corners)
    ends = [(x, y - tall - ridge) for x, y in map(view.at, (first, second))]
    for one, other in _by_depth(eaves):
        near = sorted(ends, key=lambda end: (end[0] - one[0]) ** 2 + (end[1] - one[1]) ** 2)
        far = sorted(ends, key=lambda end: (end[0] - other[0]) ** 2 + (end[1] - other[1]) ** 2)
        points = [one, other, far[0]] + ([near[0]] if near[0] != far[0] else [])
        _face(canvas, points, blend("#000000", roof, _shade(one, other) - 0.05))


def _ridge(corners: Sequence[Point]) -> tuple[Point, Point]:
    """The ends of the ridge of a hipped roof over a rectangle."""
    a, b, c, d = corners
    long, short = dist(a, b), dist(b, c)
    if long < short:
        a, b, c, d, long, short = b, c, d, a, short, long
    share = short / 2 / long
    start, end = ((a[0] + d[0]) / 2, (a[1] + d[1]) / 2), ((b[0] + c[0]) / 2, (b[1] + c[1]) / 2)
    way = end[0] - start[0], end[1] - start[1]
    first = start[0] + way[0] * share, start[1] + way[1] * share
    return first, (end[0] - way[0] * share, end[1] - way[1] * share)


def _by_depth(corners: Sequence[Point]) -> list[tuple[Point, Point]]:
    """The sides between corners, those at the rear first, each from its west end."""
    sides = [(min(one, other), max(one, other)) for one, other in pairwise([*corners, corners[0]])]
    return sorted(sides, key=lambda side: side[0][1] + side[1][1])


def _shade(west: Point, east: Point) -> float:
    """How dark a side is: one that falls to the east faces away from the light."""
    return 0.42 if east[1] > west[1] else 0.18


def _face(canvas: Canvas, points: Sequence[Point], fill: str) -> None:
    canvas.polygon(points, fill=fill, stroke="ink", stroke_width=_EDGE, stroke_linejoin="round")


_WAYS: Mapping[str, _Raise] = MappingProxyType(
    {
        "hill": _hill,
        "woods": _trees,
        "tree": _trees,
        "rocks": _stones,
        "mountain": _crags,
        "cliff": _cliff,
        **dict.fromkeys(_BUILT, _building),
    }
)
