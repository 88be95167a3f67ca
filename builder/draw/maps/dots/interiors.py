"""Floors of buildings, and the pale furniture on them, which has no effect on play."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor
from types import MappingProxyType
from typing import TYPE_CHECKING

from builder.boards.dots import Building
from builder.draw.maps.dots.floors.halls import hall_items, is_hall
from builder.draw.maps.dots.furniture import Item
from builder.draw.maps.dots.site import Run, Site
from builder.draw.maps.dots.zones import INSIDE_WALL
from builder.draw.maps.looks import look_of
from builder.draw.surface.canvas import Canvas
from builder.draw.surface.clear_space import Box, ClearSpace
from builder.draw.surface.outlines import area_path, seeded
from builder.geometry.dotlattice import Dot, Lattice

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

KINDS = ("store", "office", "barracks", "works", "shop", "school")
_SLABS, _BOARDS = 8.0, 4.0
_BOARD_LONG = 17.0
_LINE = 0.22
# How deep furniture along a wall is, and what is between the line of a zone along it and the first dots.
_DEEP, _SHALLOW = 3.6, 2.2
_STEP = 4.0
_MAX_ITEMS = 60
_SHARE_OF_WALL = 0.62
# The shares of its length that a piece along a wall can have, also on plans of floors, which have numbers.
_SHARES, _SHARES_UPSTAIRS = (1.0, 0.62), (1.0, 0.62, 0.4)
# What is not short anywhere.
_WHOLE = frozenset({"bunks"})
# The room beside, above and below pieces in rows, on the map and on plans of floors.
_ROOMY, _CLOSE = (2.6, 2.0, 1.6), (0.2, 1.8, 0.2)
# The width of pieces in rows between the numbers of a plan, and how much lower they are, since numbers are
# below their dots.
_NARROWER, _LOWER = 0.88, 0.9


@dataclass(frozen=True, slots=True)
class _Furnishing:
    """The furniture along the walls of a kind of building, with its length, and that in rows inside."""

    along: tuple[tuple[str, float], ...]
    within: str = ""
    size: tuple[float, float] = (10.0, 5.2)
    every: int = 2


_FURNISHINGS: Mapping[str, _Furnishing] = MappingProxyType(
    {
        "": _Furnishing((("shelf", 18.0), ("shelf", 12.0)), "table", (9.0, 5.0), 3),
        "store": _Furnishing((("shelf", 24.0), ("barrels", 12.3), ("boxes", 13.0)), "boxes", (9.0, 4.4)),
        "office": _Furnishing((("shelf", 24.0), ("shelf", 14.0)), "desk", (10.0, 5.2)),
        "barracks": _Furnishing((("bunks", 13.6), ("lockers", 12.0)), "table", (11.0, 5.0), 3),
        "works": _Furnishing((("bench", 18.0), ("pipes", 16.0), ("barrels", 8.2)), "machine", (9.0, 5.6)),
        "shop": _Furnishing((("shelf", 26.0), ("counter", 16.0), ("barrels", 8.2)), "table", (8.0, 5.0)),
        "school": _Furnishing((("shelf", 20.0),), "desk", (9.0, 4.8), 1),
    }
)


def kind_of(building: Building) -> str:
    """The kind of furniture of a building, by its name."""
    return look_of((building.name, building.id), KINDS)


def floor_color(*, is_light: bool) -> str:
    """The color of all floors of a building."""
    return "boards" if is_light else "slabs"


def draw_floor(canvas: Canvas, site: Site, building: Building, *, is_light: bool) -> None:
    """Slabs of stone, or boards in a building that is less tough."""
    area, fill = site.area(building.dots), floor_color(is_light=is_light)
    line = f"{fill}_line"
    canvas.path(area_path(area), fill=fill, fill_rule="evenodd")
    west, north, east, south = area.bounds
    step = (_BOARDS if is_light else _SLABS) * site.unit
    # Between two rows of dots, so that no line goes through a dot.
    rows = [north + step * (number + 0.5) for number in range(ceil((south - north) / step))]
    lines = [((west, y), (east, y)) for y in rows]
    if is_light:
        rng = seeded(building.id, "boards")
        for y in rows:
            joints = floor((east - west) / (_BOARD_LONG * site.unit)) + 1
            first = rng.uniform(3, _BOARD_LONG) * site.unit
            for number in range(joints):
                x = west + first + number * _BOARD_LONG * site.unit
                lines.append(((x, y), (x, min(south, y + step))))
    else:
        columns = [west + step * (number + 0.5) for number in range(ceil((east - west) / step))]
        lines += [((x, north), (x, south)) for x in columns]
    canvas.path(_inside(lines, area), stroke=line, stroke_width=_LINE * site.unit)


def _inside(lines: Sequence[tuple[tuple[float, float], tuple[float, float]]], area: BaseGeometry) -> str:
    """The parts of some lines inside an area, as a path."""
    from shapely import MultiLineString

    from builder.draw.surface.canvas import mm

    inner = MultiLineString([list(line) for line in lines]).intersection(area)
    data = ""
    for part in getattr(inner, "geoms", [inner]):
        if part.geom_type == "LineString":
            (x1, y1), (x2, y2) = part.coords[0], part.coords[-1]
            data += f"M{mm(x1)} {mm(y1)}L{mm(x2)} {mm(y2)}"
    return data


def sweep(area: BaseGeometry, across: float, down: float) -> BaseGeometry:
    """The shadow of something on an area: all that is covered while the area moves by a distance."""
    from shapely import union_all
    from shapely.affinity import translate
    from shapely.geometry import MultiPoint

    parts = [area, translate(area, across, down)]
    for part in getattr(area, "geoms", [area]):
        for ring in (part.exterior, *part.interiors):
            corners = list(ring.coords)
            for (x1, y1), (x2, y2) in pairwise(corners):
                ends = [(x1, y1), (x2, y2), (x2 + across, y2 + down), (x1 + across, y1 + down)]
                parts.append(MultiPoint(ends).convex_hull)
    return union_all([part for part in parts if part.geom_type != "LineString"])


def furnish(
    site: Site,
    space: ClearSpace,
    building: Building,
    walls: Sequence[Run],
    thick: float,
    floor: int = 0,
    lines: BaseGeometry | None = None,
) -> list[Item]:
    """Furniture for a floor of a building, along its walls first, clear of everything that is taken.

    Where one of the ``lines`` of zones runs along a wall, furniture is on the inner side of the line.
    """
    rng = seeded(building.id, "furniture", str(floor)) if floor else seeded(building.id, "furniture")
    furnishing = _FURNISHINGS[kind_of(building)]
    items: list[Item] = []
    inside = set(building.dots)
    for run in walls:
        sides, is_upstairs = _sides(site, run, inside), floor > 0
        near = {side: max(thick / 2, _line_along(site, run, side, lines)) for side in sides}
        items += _along_wall(site, space, run, near, furnishing, rng, is_upstairs=is_upstairs)
        if len(items) > _MAX_ITEMS:
            break
    if is_hall(site, building):
        items += hall_items(site, space, building, kind_of(building), floor, rng)
    else:
        items += _in_rows(site, space, building, furnishing, is_upstairs=floor > 0)
    return items[: 2 * _MAX_ITEMS]


def _line_along(site: Site, run: Run, side: int, lines: BaseGeometry | None) -> float:
    """How far from the middle of a wall the line of a zone along it is taken; 0 if there is none."""
    from shapely import box

    reach = INSIDE_WALL * site.unit
    if lines is None or not lines.intersects(box(*run.box(0.0, run.long, 0.0, side * reach))):
        return 0.0
    return reach


def _sides(site: Site, run: Run, inside: Collection[Dot]) -> list[int]:
    """The side of an outer wall that is inside its building: 1 is south or east."""
    x, y = run.middle
    sides = []
    for side in (1, -1):
        px, py = (x + side * 0.5, y) if run.is_upright else (x, y + side * 0.5)
        if any(_holds(site.plot(dot), px, py) for dot in inside):
            sides.append(side)
    return sides


def _holds(box: Box, x: float, y: float) -> bool:
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]


def _along_wall(
    site: Site,
    space: ClearSpace,
    run: Run,
    taken: Mapping[int, float],
    furnishing: _Furnishing,
    rng: random.Random,
    *,
    is_upstairs: bool,
) -> Iterator[Item]:
    """Pieces along one wall, with gaps between them.

    ``taken`` is how far from the middle of the wall each side on which there are pieces is taken.
    """
    unit = site.unit
    for side, half in taken.items():
        is_lined = half >= INSIDE_WALL * unit
        near, deep = (half, _SHALLOW * unit) if is_lined else (half + 0.35 * unit, _DEEP * unit)
        # In corners, the line of a zone turns.
        end = half if is_lined else 2.2 * unit
        at, used = end, 0.0
        start = rng.randrange(len(furnishing.along))
        number = start
        while at < run.long and used < run.long * _SHARE_OF_WALL:
            kind, long = furnishing.along[number % len(furnishing.along)]
            shares = _SHARES_UPSTAIRS if is_upstairs and kind not in _WHOLE else _SHARES
            for length in (long * share * unit for share in shares):
                box = run.box(at, at + length, side * near, side * (near + deep))
                if at + length < run.long - end and space.is_free(box):
                    space.take(box)
                    yield Item(kind, box)
                    at += length + rng.choice((3.0, 7.0, 12.0)) * unit
                    used += length
                    number += 1
                    break
            else:
                at += _STEP * unit / 2
                # Between the numbers of a plan, another piece may be short enough.
                number += is_upstairs


def _in_rows(
    site: Site, space: ClearSpace, building: Building, furnishing: _Furnishing, *, is_upstairs: bool
) -> Iterator[Item]:
    """Pieces in rows at the corners of plots, where four dots are equally far away."""
    if not furnishing.within:
        return
    inside = set(building.dots)
    wide, tall = (side * site.unit for side in furnishing.size)
    wide *= _NARROWER if is_upstairs else 1.0
    aside, above, below = _CLOSE if is_upstairs else _ROOMY
    every, lower = (1, _LOWER * site.unit) if is_upstairs else (furnishing.every, 0.0)
    lattice = site.lattice
    first = min(building.dots)
    for dot in building.dots:
        across, down = dot.column - first.column, dot.row - first.row
        neighbors = [(dot.column + 1, dot.row), (dot.column, dot.row + 1), (dot.column + 1, dot.row + 1)]
        if across % every or down % 2 or any(other not in inside for other in neighbors):
            continue
        _, _, x, y = site.plot(dot)
        if lattice.kind is Lattice.TRIANGULAR:
            # Midway between the two dots of a column.
            x, y = lattice.at(dot)[0], lattice.at(dot)[1] + lattice.spacing / 2
        y += lower
        room = (x - wide / 2 - aside, y - tall / 2 - above, x + wide / 2 + aside, y + tall / 2 + below)
        if space.is_free(room):
            space.take(room)
            yield Item(furnishing.within, (x - wide / 2, y - tall / 2, x + wide / 2, y + tall / 2))
