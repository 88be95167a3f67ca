"""Pieces of a table that stand up on a picture of it: hills in steps, trees, boulders, walls and buildings.

All lengths are mm of the picture, unless they are said to be of the map.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import pairwise
from math import cos, pi, sin
from types import MappingProxyType
from typing import TYPE_CHECKING

from builder.draw.maps.nature.canopy import has_conifers
from builder.draw.maps.nature.crags import draw_crags
from builder.draw.maps.nature.hills import hill_steps
from builder.draw.maps.nature.kinds import draw_area, draw_way
from builder.draw.maps.nature.plot import Plot, disc
from builder.draw.maps.nature.rocks import draw_stones
from builder.draw.maps.open.raised_buildings import BUILT, RIDGE, draw_building
from builder.draw.maps.open.table_plan import Place, step_room
from builder.draw.maps.open.walled import gates_of
from builder.draw.maps.slabs.flags import Foot
from builder.draw.maps.slabs.perspective import Upright
from builder.draw.maps.slabs.picture_view import View
from builder.draw.maps.slabs.raised_cliffs import draw_raised_cliff
from builder.draw.maps.slabs.raised_ruins import RUINS_TALL, draw_raised_ruins
from builder.draw.maps.slabs.raised_ship import SHIP_TALL, draw_raised_ship
from builder.draw.maps.slabs.raised_walls import draw_leaf, draw_post, wall_parts
from builder.draw.maps.slabs.raised_wreck import WRECK_HALF, WRECK_TALL, draw_raised_wreck
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.clear_space import Box, overlaps
from builder.draw.surface.color_vision import blend
from builder.draw.surface.outlines import area_path, hull_of, rings, scattered, seeded, smooth_path

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

# How high a step of a hill and a cliff are.
_STEP, _CLIFF = 3.4, 7.0
# The share of its height that a building keeps that would hide the foot of a flag, and those of a hill, which
# has the largest one that is so far from it.
_LOWERED, _LOWER_HILLS = 0.25, (0.85, 0.7, 0.55, 0.4, 0.3)
_CLEAR_OF_HILL = 0.8
# How far apart the strokes down the side of a hill are.
_STROKES = 0.8
# The mouth of a tunnel: half its width and height, and the heap around it.
_MOUTH, _HEAP = (3.0, 1.7), 1.5
# How far apart trees, boulders and crags are.
_TREES, _STONES, _CRAGS = 3.9, 3.3, 6.2
# How wide boulders and crags are.
_STONE, _CRAG = (2.6, 4.2), 9.0
_EDGE = 0.15
# Half the width and the height of a large tree, and how far the ground at the foot of a landmark is seen.
_TREE, _FOOT = (2.9, 8.2), 1.6
# A post of a gate is before the parts of the wall that end in it.
_BEFORE = 1.6

_Raise = Callable[[Canvas, View, Place, random.Random], None]


@dataclass(frozen=True)
class TableRelief:
    """The pieces of a table that are higher than the ground; ``seed`` is what their details depend on.

    ``mouths`` are those of tunnels, in mm of the map.
    """

    places: Sequence[Place]
    seed: str
    mouths: Sequence[Point] = ()

    def draw(self, canvas: Canvas, view: View, uprights: Sequence[Upright]) -> None:
        """Draw the pieces from the rear to the front, all that is on a hill, and ``uprights`` among them.

        A theme that saves ink has the flat pieces of the map.
        """
        from shapely import Point as Spot

        if canvas.theme.saves_ink:
            for upright in uprights:
                upright.draw(canvas, view)
            return
        feet = [(Spot(upright.at), Spot(view.at(upright.at))) for upright in uprights]
        clear = [_kept_clear(view, upright) for upright in uprights]
        hills: list[tuple[Place, float]] = []
        drawn: list[tuple[float, float, int, Callable[[], None]]] = []
        standing: list[tuple[Place, float]] = []

        def add(front: float, lift: float, below: float, draw: Callable[[], None]) -> None:
            drawn.append((max(front, below), front if lift else 0.0, len(drawn), draw))

        for place in self.places:
            front = view.shape(place.area).bounds[3]
            lift, below = self._lift(place, hills)
            own = view.lifted(lift)
            rng = seeded(self.seed, place.piece.id, "relief")
            way = _way_of(place) or (_flat if lift else None)
            if place.symbol == "hill":
                steps = self._steps[place.piece.id]
                step = self._step_of(own, place, feet)
                add(front, lift, below, partial(_hill, canvas, own, steps, step, rng))
                hills.append((place, max(front, below)))
                standing.append((place, max(front, below)))
            elif place.line and "wall" in place.symbol:
                for depth, draw in _wall_draws(canvas, own, place):
                    add(depth + lift, lift, below, draw)
            elif way is not None:
                if place.symbol in BUILT:
                    way = partial(_building, is_low=_hides(own, place, BUILT[place.symbol] + RIDGE, feet))
                elif way is _trees:
                    # The kind of trees of a wood is that on the map.
                    are_firs = place.symbol == "woods" and has_conifers(
                        seeded(self.seed, place.piece.id, "marks")
                    )
                    way = partial(_trees, clear=clear, are_firs=are_firs)
                add(front, lift, below, partial(way, canvas, own, place, rng))
                standing.append((place, max(front, below)))
        for mouth in self.mouths:
            rng = seeded(self.seed, "mouth", *map(str, mouth))
            own = view.lifted(self.height_at(mouth))
            add(view.at(mouth)[1], 0.0, 0.0, partial(_mouth, canvas, own, mouth, rng))
        for upright in uprights:
            # What is on a piece, or in it, is drawn after it.
            spot, depth = Spot(upright.at), view.at(upright.at)[1]
            depth = max([depth, *(front for place, front in standing if place.area.contains(spot))])
            own = view.lifted(self.height_at(upright.at))
            drawn.append((depth, depth, len(drawn), partial(upright.draw, canvas, own)))
        for *_, draw in sorted(drawn, key=lambda each: each[:3]):
            draw()

    @cached_property
    def _steps(self) -> dict[str, list[BaseGeometry]]:
        """The areas of the steps of each hill by its id, from the lowest, as on the map."""
        hills = (place for place in self.places if place.symbol == "hill")
        return {hill.piece.id: hill_steps(hill.area, room=step_room(self.places, hill)) for hill in hills}

    def _step_of(self, view: View, hill: Place, feet: Sequence[tuple[BaseGeometry, BaseGeometry]]) -> float:
        """The height of a step of a hill: low if it would hide the foot of a flag, and nothing is on it."""
        others = (place.area.representative_point() for place in self.places if place is not hill)
        is_bare_hill = not any(map(hill.area.contains, [*others, *(spot for spot, _ in feet)]))
        if not is_bare_hill:
            return _STEP
        behind = [foot for spot, foot in feet if not hill.area.contains(spot)]
        steps = self._steps[hill.piece.id]
        for share in (1.0, *_LOWER_HILLS):
            body = _hill_body(view, steps, _STEP * share)
            if not any(map(body.contains, behind)):
                break
        return _STEP * share

    def _lift(self, place: Place, hills: Sequence[tuple[Place, float]]) -> tuple[float, float]:
        """How high the ground of a piece is, and how far in front the hills are that it is on."""
        lift, below, middle = 0.0, 0.0, place.area.representative_point()
        for hill, depth in hills:
            steps = sum(step.contains(middle) for step in self._steps[hill.piece.id])
            if steps:
                lift, below = max(lift, steps * _STEP), max(below, depth)
        return lift, below

    def tops(self) -> Iterator[tuple[BaseGeometry, float]]:
        """The pieces that are higher than the ground, with their heights."""
        for place in self.places:
            steps = self._steps.get(place.piece.id)
            high = len(steps) * _STEP if steps is not None else _high_of(place)
            if high:
                yield place.area, high

    def height_at(self, point: Point) -> float:
        """How high the ground of a picture is at a point of the map, in mm of the picture."""
        from shapely import Point as Spot

        spot = Spot(point)
        return (
            max((sum(step.contains(spot) for step in steps) for steps in self._steps.values()), default=0)
            * _STEP
        )


def wreck_feet(
    places: Sequence[Place], flags: Iterable[tuple[Point, Point]], tall: float
) -> dict[Point, Foot]:
    """The feet of flags whose objective is in a wreck, on top of its middle, where it is so ``tall``.

    Of each flag, ``flags`` has its place and that of its objective.
    """
    from shapely import Point as Spot

    wrecks = [place.area for place in places if place.symbol == "wreck"]
    feet = {}
    for flag, spot in flags:
        for area in wrecks:
            if area.contains(Spot(spot)):
                middle = area.envelope.centroid
                feet[flag] = Foot((middle.x, middle.y), tall, half=WRECK_HALF)
    return feet


def _high_of(place: Place) -> float:
    """How high a piece is at most, in mm of the picture."""
    own = {
        "cliff": _CLIFF, "woods": 7.5, "tree": 7.5, "mountain": 10.0, "wreck": WRECK_TALL,
        "ruins": RUINS_TALL, "pad": SHIP_TALL if place.has_ship else 0.0,
    }  # fmt: skip
    return own.get(place.symbol, BUILT.get(place.symbol, 0.0) + (RIDGE if place.symbol in BUILT else 0.0))


def _body(view: View, place: Place, tall: float) -> BaseGeometry:
    """The area of the picture that a piece covers."""
    from shapely import unary_union

    steps = (view.shape(place.area, -tall * share) for share in (0.0, 0.5, 1.0))
    return unary_union(list(steps)).convex_hull


def _hill_body(view: View, steps: Sequence[BaseGeometry], tall: float) -> BaseGeometry:
    """The area of the picture that a hill covers whose steps are so ``tall``, with some air."""
    from shapely import unary_union

    sides = ((area, number + up) for number, area in enumerate(steps) for up in (0, 1))
    return unary_union([view.shape(area, -tall * above) for area, above in sides]).buffer(_CLEAR_OF_HILL)


def _hides(view: View, place: Place, tall: float, feet: Sequence[tuple[BaseGeometry, BaseGeometry]]) -> bool:
    """Whether a piece that is so ``tall`` would hide the foot of a flag behind it."""
    body = _body(view, place, tall)
    return any(body.contains(foot) and not place.area.contains(spot) for spot, foot in feet)


def _way_of(place: Place) -> _Raise | None:
    """The way to draw a piece; ``None`` if it is as low as the ground."""
    if place.line:
        return None
    return _ship if place.has_ship else _WAYS.get(place.symbol)


def _flat(canvas: Canvas, view: View, place: Place, rng: random.Random) -> None:
    """A low piece as on the map, on the hill that it is on."""
    with canvas.layer(transform=view.matrix_at((0.0, 0.0))):
        if place.line:
            draw_way(canvas, place.symbol, place.line, rng, thick=place.thick)
        else:
            draw_area(canvas, place.symbol, Plot(place.area, rng))


def _hill(canvas: Canvas, view: View, steps: Sequence[BaseGeometry], tall: float, rng: random.Random) -> None:
    """Its steps, each ``tall`` mm high and lighter than its side, which has strokes down the slope."""
    theme = canvas.theme
    for number, area in enumerate(steps):
        top = blend(theme["hill_top"], theme["hill"], number / max(1, len(steps) - 1))
        side = blend(theme["hill_line"], top, 0.62)
        draw_raised(canvas, view, area, number * tall, (number + 1) * tall, top, side)
        strokes = blend("#000000", theme["hill_line"], 0.25)
        lifted = view.shape(area, -(number + 1) * tall)
        draw_clefts(canvas, lifted, rng, strokes, tall=tall, apart=_STROKES)


def _mouth(canvas: Canvas, view: View, at: Point, rng: random.Random) -> None:
    """The dark mouth of a tunnel in a heap of what was dug out, with some stones of it."""
    theme, (x, y), (wide, high) = canvas.theme, view.at(at), _MOUTH
    heap = []
    for step in range(18):
        turn, out = 2 * pi * step / 18, _HEAP * rng.uniform(0.75, 1.15)
        heap.append((x + cos(turn) * (wide + out), y + sin(turn) * (high + out * 0.7)))
    earth = blend(theme["earth"], theme["tunnel"], 0.45)
    edge = {"stroke": blend("#000000", earth, 0.4), "stroke_width": _EDGE}
    canvas.path(smooth_path([(a + 0.3, b + 0.7) for a, b in heap]), fill=blend("#000000", earth, 0.35))
    canvas.path(smooth_path(heap), fill=earth, **edge)
    canvas.path(disc(x, y - 0.1, wide, high), fill=blend("#000000", earth, 0.45))
    canvas.path(disc(x, y + 0.25, wide * 0.9, high * 0.82), fill=blend("#000000", theme["ink"], 0.5))
    for a, b in heap[::3]:
        size = rng.uniform(0.4, 0.7)
        stone = [(-1.0, 0.0), (-0.2, -0.9), (1.0, -0.1), (0.4, 0.5)]
        corners = [(a + right * size, b + down * size) for right, down in stone]
        canvas.polygon(corners, fill=blend("#ffffff", earth, 0.25), **edge)


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


def _kept_clear(view: View, upright: Upright) -> Box:
    """What no tree may hide: the box of the picture around what stands at a point, and its foot."""
    x, y = view.at(upright.at)
    return x - upright.half, y - upright.tall, x + upright.half, y + _FOOT


def _trees(
    canvas: Canvas,
    view: View,
    place: Place,
    rng: random.Random,
    clear: Sequence[Box] = (),
    *,
    are_firs: bool = False,
) -> None:
    """The trees of a wood."""
    draw_wood(canvas, view, place.area, rng, clear, are_firs=are_firs)


def draw_wood(
    canvas: Canvas,
    view: View,
    area: BaseGeometry,
    rng: random.Random,
    clear: Sequence[Box] = (),
    *,
    are_firs: bool = False,
) -> None:
    """Trees of one kind all over an area of the map, but none in front of boxes that are kept ``clear``."""
    spots = _spots(view, area, _TREES, rng)
    open_spots = [spot for spot in spots if not any(overlaps(_crown(spot), box) for box in clear)]
    draw_trees(canvas, open_spots or spots, rng, are_firs=are_firs)


def _crown(foot: Point) -> Box:
    """What the largest tree covers whose foot is at a point of a picture."""
    (x, y), (half, tall) = foot, _TREE
    return x - half, y - tall, x + half, y


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
    """Boulders all over an area of the map, with facets in the light and in the shade."""
    for spot in _spots(view, area, _STONES, rng):
        draw_stones(canvas, [spot], rng.uniform(*_STONE), rng)


def _wreck(canvas: Canvas, view: View, place: Place, rng: random.Random) -> None:
    """A crashed craft."""
    draw_raised_wreck(canvas, view, place.area, rng)


def _ruins(canvas: Canvas, view: View, place: Place, rng: random.Random) -> None:
    """What is left of the walls of a building."""
    draw_raised_ruins(canvas, view, place.area, rng)


def _ship(canvas: Canvas, view: View, place: Place, rng: random.Random) -> None:
    """A ship on its legs."""
    draw_raised_ship(canvas, view, place.area, is_turned=place.ramp_west)


def _crags(canvas: Canvas, view: View, place: Place, rng: random.Random) -> None:
    """The peaks of a piece, as on the map."""
    draw_crags(canvas, _spots(view, place.area, _CRAGS, rng), _CRAG, rng)


def _cliff(canvas: Canvas, view: View, place: Place, rng: random.Random) -> None:
    """Level ground above a broken face of rock."""
    draw_raised_cliff(canvas, view, place.area, rng, tall=_CLIFF)


def draw_clefts(
    canvas: Canvas, above: BaseGeometry, rng: random.Random, color: str, *, tall: float, apart: float
) -> None:
    """Strokes down the face of what is ``tall`` mm high, below its top in the picture, ``apart`` mm apart."""
    from shapely import LinearRing
    from shapely import Point as Spot

    clefts = []
    for ring in rings(above):
        edge = LinearRing(ring)
        for number in range(int(edge.length / apart)):
            spot = edge.interpolate(number * apart + rng.uniform(-0.3, 0.3))
            # Only where the ground above ends in front is the face to be seen.
            if not above.contains(Spot(spot.x, spot.y + _EDGE)):
                clefts.append(((spot.x, spot.y), (spot.x, spot.y + rng.uniform(0.35, 0.95) * tall)))
    canvas.segments(clefts, stroke=color, stroke_width=_EDGE)


def _spots(view: View, area: BaseGeometry, spacing: float, rng: random.Random) -> Sequence[Point]:
    """Points of an area, ``spacing`` apart, from the rear to the front; its middle if it is small."""
    apart = spacing / view.scale
    points = scattered(area.buffer(-0.35 * apart), apart, rng)
    middle = area.centroid
    return sorted(map(view.at, points or [(middle.x, middle.y)]), key=lambda point: point[1])


def _wall_draws(canvas: Canvas, view: View, place: Place) -> Iterator[tuple[float, Callable[[], None]]]:
    """The parts of a wall and of its gate, each with how far in front it is."""
    for part in wall_parts(place.line, place.thick, view.scale):
        yield max(view.at(corner)[1] for corner in part.corners), partial(part.draw, canvas, view)
    for gate in gates_of([(place.line, place.thick)]):
        for post in gate.posts:
            yield view.at(post)[1] + _BEFORE, partial(draw_post, canvas, view, post)
        middle = (gate.posts[1][0] + gate.tip[0]) / 2, (gate.posts[1][1] + gate.tip[1]) / 2
        yield view.at(middle)[1], partial(draw_leaf, canvas, view, gate)


def _building(canvas: Canvas, view: View, place: Place, rng: random.Random, *, is_low: bool = False) -> None:
    """What people built, on the rectangle around it, with low walls if it ``is_low``."""
    corners = next(rings(place.area.minimum_rotated_rectangle))
    tall = BUILT[place.symbol] * (_LOWERED if is_low else 1.0)
    draw_building(canvas, view, place.symbol, corners, tall)


_WAYS: Mapping[str, _Raise] = MappingProxyType(
    {
        "woods": _trees,
        "tree": _trees,
        "rocks": _stones,
        "mountain": _crags,
        "cliff": _cliff,
        "wreck": _wreck,
        "ruins": _ruins,
        **dict.fromkeys(BUILT, _building),
    }
)
