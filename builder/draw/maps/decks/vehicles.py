"""Vehicles on decks: over all their hexes at scale, with arrows at the front, or a symbol in one hex."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import dist

from builder.boards.deck import HexMap
from builder.boards.deck_fronts import front_hexes
from builder.draw.maps.symbols import draw_symbol
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.clear_space import Box, ClearSpace
from builder.draw.surface.hex_paths import HexPaths
from builder.draw.surface.type import CONDENSED_BOLD, Type
from builder.geometry.hexgrid import Direction, Hex
from builder.geometry.hexlayout import HexLayout
from builder.scenario.model import Vehicle

_INSET, _PANEL, _PANEL_LINE = 0.09, 0.19, 0.3
_SYMBOL = 0.8
_LINE = 2.6
# An arrow leaves room for the number of its hex in front, and for a title behind it.
_TIP, _NOTCH, _BACK, _HALF = 0.4, 0.13, 0.02, 0.15


def draw_vehicle(canvas: Canvas, decks: HexMap, vehicle: Vehicle, level: int, *, titled: bool) -> None:
    """One vehicle on one level, from the grid's top left corner, with its title in the middle or the rear."""
    layout = HexLayout(decks.grid, decks.hex_size)
    hexes = vehicle.region.hexes(level)
    if not hexes:
        return
    facing = Direction(vehicle.facing) if vehicle.facing else None
    front = _front(decks, vehicle)
    x, y = _place_of_title(layout, [hex for hex in hexes if hex not in front] or hexes, hexes)
    if len(hexes) > 1:
        paths = HexPaths(layout)
        outline, panel = (paths.inset(hexes, layout.size * inset) for inset in (_INSET, _PANEL))
        canvas.path(outline, fill="vehicle", stroke="wall", stroke_width="interior_weight")
        canvas.path(panel, stroke="vehicle_line", stroke_width=_PANEL_LINE)
    else:
        draw_symbol(canvas, "vehicle", (x, y - layout.size * 0.07), layout.size * _SYMBOL)
    if facing is not None:
        for hex in sorted(front):
            _arrow(canvas, layout, hex, facing)
    if not titled:
        return
    wide, type = layout.radius * 1.3, Type(CONDENSED_BOLD, 2.5)
    top = y + layout.size * (0.23 if len(hexes) == 1 else 0.08)
    for index, line in enumerate(canvas.metrics.wrap(vehicle.title, type, wide)[:2]):
        canvas.text(line, x, top + index * _LINE, type, anchor="middle")


def vehicle_boxes(decks: HexMap, vehicle: Vehicle, level: int) -> Iterator[Box]:
    """The boxes of a vehicle's outline, its arrows and its title, between which hex numbers can stand."""
    layout = HexLayout(decks.grid, decks.hex_size)
    hexes = vehicle.region.hexes(level)
    if not hexes:
        return
    size, space = layout.size, ClearSpace()
    outline = HexPaths(layout).inset_loops(hexes, size * _INSET)
    for ring in outline:
        for start, end in pairwise([*ring, ring[0]]):
            space.take_line(start, end, 1.2)
    yield from space.boxes()
    front = _front(decks, vehicle)
    x, y = _place_of_title(layout, [hex for hex in hexes if hex not in front] or hexes, hexes)
    half = layout.radius * 0.65
    yield x - half, y - size * (0.1 if len(hexes) > 1 else 0.24), x + half, y + size * 0.36
    if vehicle.facing:
        for hex in sorted(front):
            corners = _arrow_corners(layout, hex, Direction(vehicle.facing))
            xs, ys = [x for x, _ in corners], [y for _, y in corners]
            yield min(xs), min(ys), max(xs), max(ys)


def _front(decks: HexMap, vehicle: Vehicle) -> set[Hex]:
    """The hexes at the front of a vehicle; none if it faces nowhere."""
    if not vehicle.facing:
        return set()
    return {place.hex for place in front_hexes(decks, vehicle.region, Direction(vehicle.facing))}


def _arrow(canvas: Canvas, layout: HexLayout, hex: Hex, facing: Direction) -> None:
    """An arrowhead in a hex that points to the hexside in front."""
    canvas.polygon(_arrow_corners(layout, hex, facing), fill="wall")


def _arrow_corners(layout: HexLayout, hex: Hex, facing: Direction) -> tuple[Point, ...]:
    (x1, y1), (x2, y2) = layout.corners(hex)[_index(facing)], layout.corners(hex)[(_index(facing) + 1) % 6]
    x, y = layout.center(hex)
    right, down = (x1 + x2) / 2 - x, (y1 + y2) / 2 - y
    tip, notch, back = ((x + right * share, y + down * share) for share in (_TIP, _NOTCH, _BACK))
    half = (x2 - x1) * _HALF, (y2 - y1) * _HALF
    return tip, (back[0] + half[0], back[1] + half[1]), notch, (back[0] - half[0], back[1] - half[1])


def _index(facing: Direction) -> int:
    return tuple(Direction).index(facing)


def _place_of_title(layout: HexLayout, room: Iterable[Hex], hexes: Iterable[Hex]) -> Point:
    """The middle of the hex that is nearest to the middle of all hexes, among those with room."""
    centers = [layout.center(hex) for hex in hexes]
    x, y = (sum(along) / len(centers) for along in zip(*centers, strict=True))
    return min(map(layout.center, room), key=lambda center: (round(dist(center, (x, y)), 6), center))


def draw_vehicle_sample(canvas: Canvas, at: Point) -> None:
    """A vehicle with the arrow at its front, for the key."""
    x, y = at
    canvas.rect(x - 5.0, y - 3.0, 10.0, 6.0, radius=1.2, fill="vehicle", stroke="wall", stroke_width=0.8)
    canvas.rect(x - 4.0, y - 2.0, 8.0, 4.0, radius=0.8, stroke="vehicle_line", stroke_width=_PANEL_LINE)
    canvas.polygon([(x + 3.2, y), (x + 0.4, y - 1.6), (x + 1.2, y), (x + 0.4, y + 1.6)], fill="wall")
