"""Buildings whose roof is cut away, because an objective is inside: floor, walls and doors from above."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, hypot, radians, sin
from typing import TYPE_CHECKING

from builder.draw.maps.nature.buildings import draw_moved, draw_roof, rectangle_of
from builder.draw.maps.nature.plot import Plot, mixed, shadow
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.clear_space import Box, grown
from builder.draw.surface.outlines import area_path

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

OPEN = "open-building"
"""The symbol of a building whose roof is cut away."""
# The thickness of walls and half the width of a door, at most, in mm and in shares of the shorter side.
_THICK, _SHARE = 1.5, 0.09
_HALF_DOOR, _SHARE_OF_DOOR = 2.3, 0.15
# How far a leaf stands open, in degrees, and how thick it is.
_OPENED, _LEAF = 62.0, 0.85
# From board to board, and how wide the shadows of walls on the floor are.
_BOARD, _SHADE = 1.9, 0.9


def leaves_of(area: BaseGeometry) -> Iterator[Box]:
    """The boxes of the leaves that stand open outside a building."""
    rectangle = rectangle_of(area)
    for _, (x1, y1), (x2, y2) in _doors(rectangle) if rectangle is not None else ():
        yield grown((min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)), _LEAF / 2)


def draw_open_building(canvas: Canvas, plot: Plot) -> None:
    """The floor of a rectangle with a door in each wall; a roof over any other shape."""
    area = plot.visible
    rectangle = rectangle_of(area)
    if rectangle is None:
        draw_roof(canvas, plot)
        return
    theme = canvas.theme
    _, long, short = rectangle
    thick, doors = _thickness(short), list(_doors(rectangle))
    dark = shadow(theme, "ground", 0.4)
    if dark != "none":
        draw_moved(canvas, area, dark, (0.8, 1.1))
    canvas.path(area_path(area), fill="boards")
    canvas.segments(list(_boards(area, long)), stroke="boards_line", stroke_width=0.2)
    inner = area.buffer(-thick, join_style="mitre")
    walls = area.difference(inner)
    for opening, _, _ in doors:
        walls = walls.difference(opening)
    _draw_shade(canvas, walls, inner)
    weight = theme.weight("terrain")
    canvas.path(area_path(walls), fill="tower", fill_rule="evenodd", stroke="ink", stroke_width=weight * 1.6)
    for _, hinge, tip in doors:
        for width, color in ((_LEAF, "ink"), (_LEAF - 0.35, "crate")):
            canvas.line(hinge, tip, stroke=color, stroke_width=width)


def _boards(area: BaseGeometry, long: Point) -> Iterator[tuple[Point, Point]]:
    """The joints between the boards of a floor, along the longer side."""
    from shapely import LineString

    west, north, east, south = area.bounds
    run = hypot(*long)
    (a, b), reach = (long[0] / run, long[1] / run), hypot(east - west, south - north)
    x0, y0 = (west + east) / 2, (north + south) / 2
    count = int(reach / _BOARD)
    for number in range(-count, count + 1):
        x, y = x0 - b * (number + 0.5) * _BOARD, y0 + a * (number + 0.5) * _BOARD
        line = LineString([(x - a * reach, y - b * reach), (x + a * reach, y + b * reach)]).intersection(area)
        if line.geom_type == "LineString" and not line.is_empty:
            (x1, y1), (x2, y2) = line.coords[0], line.coords[-1]
            yield (x1, y1), (x2, y2)


def _thickness(short: Point) -> float:
    """The thickness of the walls of a building by its shorter side."""
    return min(_THICK, _SHARE * hypot(*short))


def _doors(rectangle: tuple[Point, Point, Point]) -> Iterator[tuple[BaseGeometry, Point, Point]]:
    """The opening in the middle of each wall, and the hinge and the tip of its leaf, which opens outward."""
    from shapely import LineString

    (x, y), (a, b), (c, d) = rectangle
    half, thick = min(_HALF_DOOR, _SHARE_OF_DOOR * hypot(c, d)), _thickness((c, d))
    corners = [(x, y), (x + a, y + b), (x + a + c, y + b + d), (x + c, y + d)]
    middle = x + (a + c) / 2, y + (b + d) / 2
    for one, other in zip(corners, [*corners[1:], corners[0]], strict=True):
        run = hypot(other[0] - one[0], other[1] - one[1])
        along = (other[0] - one[0]) / run, (other[1] - one[1]) / run
        at = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
        jambs = [(at[0] + side * half * along[0], at[1] + side * half * along[1]) for side in (-1, 1)]
        opening = LineString(jambs).buffer(thick * 1.2, cap_style="flat")
        away = at[0] - middle[0], at[1] - middle[1]
        far = hypot(*away)
        turn, hinge = radians(_OPENED), jambs[0]
        way = [along[i] * cos(turn) + away[i] / far * sin(turn) for i in (0, 1)]
        yield opening, hinge, (hinge[0] + 2 * half * way[0], hinge[1] + 2 * half * way[1])


def _draw_shade(canvas: Canvas, walls: BaseGeometry, inner: BaseGeometry) -> None:
    """The shadows of walls on the floor."""
    from shapely.affinity import translate

    if shadow(canvas.theme, "boards") == "none":
        return
    shade = translate(walls, _SHADE * 0.75, _SHADE).intersection(inner)
    canvas.path(area_path(shade), fill=mixed(canvas.theme, "shade", "boards", 0.3), fill_rule="evenodd")
