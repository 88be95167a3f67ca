"""The surroundings of decks: space with stars, or the ground around a base, and the hull or outer wall."""

from __future__ import annotations

from collections.abc import Container, Iterable
from itertools import pairwise
from math import cos, dist, radians, sin, sqrt
from typing import TYPE_CHECKING

from builder.draw.maps.decks.plan import DeckPlan
from builder.draw.surface.canvas import Canvas, Point, Rectangle, mm
from builder.draw.surface.clear_space import Box
from builder.draw.surface.color_vision import blend, contrast
from builder.draw.surface.drawing import Hexes
from builder.draw.surface.outlines import area_path, line_path, lines_shape, seeded
from builder.geometry.hexgrid import OFFSETS, Direction, Hex

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

_SHADOW = (1.1, 1.5)
_RIM = 0.9
# The square mm for each star, the maximum number of stars, and their radii.
_STAR_ROOM, _MAX_STARS = 320.0, 400
_STARS = (0.12, 0.18, 0.28)
_NEAR = 5.0
# The line around a map, and of hexes at its edge what is hidden, in mm.
_FRAME, _STUBS = 0.5, 1.6
# What is as good as level or upright, in mm.
_FLAT = 1e-9
_DARK = 4.5
_HATCH = 1.2


def draw_sky(
    canvas: Canvas, plan: DeckPlan, window: Rectangle, name: str, texts: Iterable[tuple[str, float, float]]
) -> None:
    """Stars around a ship, or stones around a base, the same on each drawing; none on white paper.

    ``texts`` are the numbers outside, with their middles and baselines; no star is near one.
    """
    _scatter(canvas, plan.ground, window, (name, str(plan.level)), texts)


def draw_beyond(
    canvas: Canvas, ground: str, window: Rectangle, name: str, *, own: float, hexes: Hexes | None
) -> None:
    """What is around a map, from its edge in the east to the margin of its sheet, with the line around both.

    ``ground`` is the name of its color; ``name`` makes it the same on each drawing. The map is ``own`` mm
    wide there. Its ``hexes``, if any, go on to the edge, without numbers: nothing takes place there.
    """
    x, y, wide, tall = window
    east, south = x + wide, y + tall
    # It covers the line at the edge of the map, and the stubs of hexes that would go on beyond it.
    canvas.rect(x - _STUBS, y, wide + _STUBS, tall, fill=ground)
    _scatter(canvas, ground, (x + 1, y + 1, max(0.0, wide - 2), tall - 2), (name, "beyond"), ())
    if hexes is not None:
        sides = outer_sides(hexes, (x - _STUBS, y, east, south))
        canvas.segments(sides, stroke=f"{ground}_grid", stroke_width="grid")
    # One line around both; of two that meet, the one that is clipped at the map's edge would look heavier.
    corners = ((x - own, y), (east, y), (east, south), (x - own, south))
    canvas.segments(list(pairwise(corners)), stroke="ink", stroke_width=_FRAME, stroke_linecap="square")


def outer_sides(hexes: Hexes, box: Box, without: Container[Hex] = frozenset()) -> list[tuple[Point, Point]]:
    """The sides, in a box, of hexes that go on beyond a grid in all directions, ``without`` those of some.

    ``box`` is west, north, east and south, in the same mm as the corner of the grid. Each side comes once.
    """
    (left, top), size = hexes.corner, hexes.size
    west, north, east, south = box
    radius = size / sqrt(3)
    columns = range(int((west - left) // (1.5 * radius)) - 1, int((east - left) // (1.5 * radius)) + 3)
    rows = range(int((north - top) // size) - 1, int((south - top) // size) + 3)
    half, up = radius / 2, size / 2
    # Each hex has three of its sides; the other three are its neighbors'.
    upper = {
        Direction.NW: ((-radius, 0.0), (-half, -up)),
        Direction.N: ((-half, -up), (half, -up)),
        Direction.NE: ((half, -up), (radius, 0.0)),
    }
    sides = []
    for column in columns:
        steps = [(upper[way], across, down) for way, across, down in OFFSETS[column % 2] if way in upper]
        for row in rows:
            if Hex(column, row) in without:
                continue
            x = left + radius * (1.5 * (column - 1) + 1)
            y = top + size * (row - (0.5 if column % 2 else 0.0))
            for ((x1, y1), (x2, y2)), across, down in steps:
                if Hex(column + across, row + down) not in without:
                    cut = _inside(((x + x1, y + y1), (x + x2, y + y2)), box)
                    sides += [] if cut is None else [cut]
    return sides


def _inside(ends: tuple[Point, Point], box: Box) -> tuple[Point, Point] | None:
    """The part of a line in a box of west, north, east and south, if any."""
    (x1, y1), (x2, y2) = ends
    first, last = 0.0, 1.0
    for at, by, low, high in ((x1, x2 - x1, box[0], box[2]), (y1, y2 - y1, box[1], box[3])):
        if abs(by) < _FLAT:
            if not low <= at <= high:
                return None
            continue
        enter, leave = sorted(((low - at) / by, (high - at) / by))
        first, last = max(first, enter), min(last, leave)
    if first >= last:
        return None
    return (x1 + first * (x2 - x1), y1 + first * (y2 - y1)), (x1 + last * (x2 - x1), y1 + last * (y2 - y1))


def _scatter(
    canvas: Canvas,
    name: str,
    window: Rectangle,
    seed: tuple[str, str],
    texts: Iterable[tuple[str, float, float]],
) -> None:
    """Stars or stones on a ground of some name."""
    x, y, wide, tall = window
    ground = canvas.theme[name]
    if contrast(ground, "#ffffff") < _DARK:
        return
    is_space, rng = name == "space", seeded(*seed)
    count = min(_MAX_STARS, int(wide * tall / _STAR_ROOM))
    by_radius: dict[float, list[str]] = {radius: [] for radius in _STARS}
    near: dict[tuple[int, int], list[Point]] = {}
    for _, middle, baseline in texts:
        near.setdefault((int(middle // _NEAR), int(baseline // _NEAR)), []).append((middle, baseline))
    for _ in range(count):
        radius = rng.choice((*_STARS, _STARS[0]))
        at = rng.uniform(x, x + wide), rng.uniform(y, y + tall)
        column, row = int(at[0] // _NEAR), int(at[1] // _NEAR)
        around = [(column + right, row + down) for right in (-1, 0, 1) for down in (-1, 0, 1)]
        if not any(dist(at, other) < _NEAR * 0.7 for cell in around for other in near.get(cell, ())):
            grain = "h.01" if is_space else f"l{mm(rng.uniform(-1, 1))} {mm(rng.uniform(-0.6, 0.6))}"
            by_radius[radius].append(f"M{mm(at[0])} {mm(at[1])}{grain}")
    for radius, points in by_radius.items():
        bright = blend("#ffffff", ground, 0.4 + radius if is_space else radius)
        canvas.path("".join(points), stroke=bright, stroke_width=2 * radius, stroke_linecap="round")


def draw_hull(canvas: Canvas, plan: DeckPlan, window: Rectangle) -> None:
    """The hull around all floors, with frames and gaps for outer doors, and its shadow."""
    from shapely import affinity, box

    x, y, wide, tall = window
    frame = box(x, y, x + wide, y + tall)
    theme, scale = canvas.theme, plan.scale
    skin = cut_for_doors(plan, plan.skin).intersection(frame)
    if theme.saves_ink:
        _draw_hatched(canvas, plan, skin)
        return
    shadow = affinity.translate(skin, *(move * scale for move in _SHADOW)).intersection(frame)
    dark = blend("#000000", theme[plan.ground], 0.45)
    canvas.path(area_path(shadow), fill=dark, fill_rule="evenodd")
    canvas.path(area_path(skin), fill="plate", fill_rule="evenodd", stroke="hull", stroke_width=_RIM * scale)
    band = skin.buffer(-_RIM * scale, join_style="mitre").difference(plan.inside)
    _draw_frames(canvas, plan, band)
    if not band.is_empty:
        inner = skin.buffer(-_RIM * scale, join_style="mitre")
        canvas.path(area_path(inner), stroke="rib", stroke_width=0.25 * scale)


def cut_for_doors(plan: DeckPlan, skin: BaseGeometry) -> BaseGeometry:
    """The hull with a gap outside each door in it."""
    from shapely import unary_union

    gaps = [_gap(plan, number) for number, door in enumerate(plan.doorways) if door.is_exterior]
    return skin.difference(unary_union(gaps).difference(plan.inside)) if gaps else skin


def _gap(plan: DeckPlan, number: int) -> BaseGeometry:
    from shapely import Polygon

    place = plan.door_place(plan.doorways[number])
    half, deep = min(plan.door_length, place.room) / 2, plan.hull * 1.6
    right, down = cos(radians(place.angle)), sin(radians(place.angle))
    x, y = place.middle

    def at(along: float, across: float) -> Point:
        return x + right * along - down * across, y + down * along + right * across

    return Polygon([at(-half, -deep), at(half, -deep), at(half, deep), at(-half, deep)])


def _draw_frames(canvas: Canvas, plan: DeckPlan, band: BaseGeometry) -> None:
    """The frames of the hull, at every quarter of a column, and the hexes under it."""
    from shapely import prepare

    if band.is_empty:
        return
    west, north, east, south = band.bounds
    step = 1.5 * plan.layout.radius / 4
    prepare(band)
    for heavy, color, weight in (
        (False, blend(canvas.theme["rib"], canvas.theme["plate"], 0.45), 0.18),
        (True, blend(canvas.theme["hull"], canvas.theme["plate"], 0.55), 0.5),
    ):
        first, last = int(west / step), int(east / step) + 1
        lines = [
            ((at * step, north), (at * step, south))
            for at in range(first, last + 1)
            if (at % 4 == 0) == heavy
        ]
        cut = lines_shape(lines).intersection(band)
        canvas.path(line_path(cut), stroke=color, stroke_width=weight * plan.scale)


def _draw_hatched(canvas: Canvas, plan: DeckPlan, skin: BaseGeometry) -> None:
    """The hull as a hatch between two outlines, which takes little ink."""
    band = skin.difference(plan.inside)
    west, north, east, south = band.bounds
    step, tall = _HATCH * plan.scale * 2**0.5, south - north
    count = int((east - west + tall) / step) + 1
    lines = [((west - tall + at * step, south), (west + at * step, north)) for at in range(1, count + 1)]
    canvas.path(line_path(lines_shape(lines).intersection(band)), stroke="rib", stroke_width=0.2)
    canvas.path(area_path(skin), stroke="hull", stroke_width=0.5 * plan.scale)


def draw_outer_hexes(canvas: Canvas, plan: DeckPlan) -> None:
    """The sides of outside hexes where the hull covers them."""
    sides = {plan.layout.grid.hexside(hex, way) for hex in plan.outer for way in Direction}
    lines = [plan.layout.side(side) for side in sorted(sides)]
    if lines and not canvas.theme.saves_ink:
        band = plan.skin.buffer(-_RIM * plan.scale, join_style="mitre").difference(plan.inside)
        color = blend(canvas.theme["plate_number"], canvas.theme["plate"], 0.55)
        data = line_path(lines_shape(lines).intersection(band))
        canvas.path(data, stroke=color, stroke_width=0.2 * plan.scale)
