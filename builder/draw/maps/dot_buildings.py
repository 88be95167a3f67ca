"""Walls with their thickness, buildings, doors, windows and stairs between dots."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType

from builder.boards.dots import Building, DotsMap
from builder.draw.maps.decks.doors import draw_door
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.type import BOLD, Metrics, Type
from builder.geometry.dotlattice import Dot, DotLattice, Edge
from builder.geometry.outlines import rings
from builder.geometry.straight_walls import DoorPlace

Segment = tuple[Point, Point]
_WEIGHT: Mapping[str, float] = MappingProxyType({"wall": 1.3, "high-wall": 2.2, "fence": 0.5})
_OUTER = 2.0
# Half the side of a badge.
BADGE = 2.3


def draw_floors(canvas: Canvas, dots: DotsMap) -> None:
    """The floors of buildings, which are drawn under the dots."""
    for building in dots.buildings:
        for ring in rings(_plot(dots.lattice, dot) for dot in building.dots):
            canvas.polygon([dots.lattice.on_paper(corner) for corner in ring], fill="room")


def draw_walls(canvas: Canvas, dots: DotsMap, grow: float = 1.0) -> None:
    """Obstacles and the outer walls of buildings, then stairs, and the doors in the walls."""
    standing = dots.barriers
    by_look: dict[str, list[Segment]] = {}
    for edge, barrier in standing.items():
        symbol = "building" if barrier.building else str(barrier.terrain and barrier.terrain.get("symbol"))
        by_look.setdefault(symbol, []).append(edge_on_paper(dots.lattice, edge))
    for symbol, ends in sorted(by_look.items()):
        draw_barrier(canvas, symbol, ends, grow)
    for building in dots.buildings:
        for dot in building.stairs:
            draw_stairs(canvas, stairs_at(dots.lattice, dot), dots.lattice.spacing)
    for edge, door in dots.doors.items():
        weight = _OUTER if edge in standing and standing[edge].building else _WEIGHT["wall"]
        indoors = all(dot in dots.building_at for dot in edge)
        ground = "room" if indoors else "ground"
        draw_way_through(canvas, door.kind, edge_on_paper(dots.lattice, edge), weight, grow, ground)


def draw_barrier(canvas: Canvas, symbol: str, ends: list[Segment], grow: float = 1.0) -> None:
    """Walls of one look; a fence has posts."""
    color = "hull" if symbol == "building" else symbol if symbol in canvas.theme.map else "wall"
    weight = _OUTER if symbol == "building" else _WEIGHT.get(symbol, _WEIGHT["wall"])
    canvas.segments(ends, stroke=color, stroke_width=weight * grow, stroke_linecap="square")
    if symbol == "fence":
        posts = [
            (x1 + (x2 - x1) * share, y1 + (y2 - y1) * share)
            for (x1, y1), (x2, y2) in ends
            for share in (0.0, 0.5, 1.0)
        ]
        for x, y in dict.fromkeys((round(x, 3), round(y, 3)) for x, y in posts):
            canvas.circle(x, y, 0.7 * grow, fill=color)
    if symbol == "wall":
        canvas.segments(
            ends, stroke="paper", stroke_width=0.3 * grow, stroke_dasharray=f"{2 * grow:g} {1.2 * grow:g}"
        )


def draw_way_through(
    canvas: Canvas, kind: str, ends: Segment, weight: float, grow: float = 1.0, ground: str = "#ffffff"
) -> None:
    """A door, window or gap in a wall ``weight`` mm thick; the ``ground`` shows through a gap."""
    (x1, y1), (x2, y2) = ends
    long = math.dist(*ends)
    if kind == "door":
        place = DoorPlace(((x1 + x2) / 2, (y1 + y2) / 2), math.degrees(math.atan2(y2 - y1, x2 - x1)), long)
        draw_door(canvas, place, "interior", scale=grow**0.5, ground=ground)
        return
    angle = math.degrees(math.atan2(y2 - y1, x2 - x1))
    middle = ((x1 + x2) / 2, (y1 + y2) / 2)
    half, thick = long * (0.42 if kind == "gap" else 0.3), weight * grow + 0.3
    with canvas.layer(transform=f"translate({middle[0]:.3f} {middle[1]:.3f}) rotate({angle:.3f})"):
        if kind == "gap":
            canvas.rect(-half, -thick / 2, 2 * half, thick, fill=ground)
            return
        canvas.rect(-half, -thick / 2, 2 * half, thick, fill="shallow", stroke="hull", stroke_width=0.3)
        canvas.line((-half, 0), (half, 0), stroke="hull", stroke_width=0.25)


def draw_stairs(canvas: Canvas, at: Point, size: float) -> None:
    """Steps seen from above, with an arrow up."""
    x, y = at
    wide, tall = size * 0.2, size * 0.24
    canvas.rect(x - wide / 2, y - tall / 2, wide, tall, fill="paper", stroke="muted", stroke_width=0.25)
    steps = [
        ((x - wide / 2, y - tall / 2 + tall * index / 5), (x + wide / 2, y - tall / 2 + tall * index / 5))
        for index in range(1, 5)
    ]
    canvas.segments(steps, stroke="muted", stroke_width=0.25)


def draw_badge(canvas: Canvas, at: Point, levels: int, grow: float = 1.0) -> None:
    """The number of floors of a building."""
    x, y = at
    half = BADGE * grow
    canvas.rect(x - half, y - half, 2 * half, 2 * half, radius=0.5 * grow, fill="hull")
    type = Type(BOLD, 3.2 * grow)
    drop = Metrics.CAP_HEIGHT * type.size / 2
    room = (x - half, y - half, 2 * half, 2 * half)
    canvas.text(str(levels), x, y + drop, type, anchor="middle", fill="paper", within=room)


def badge_at(lattice: DotLattice, building: Building, grow: float = 1.0) -> Point:
    """The place of a building's number of floors: the north-west corner of its first plot."""
    left, top = lattice.on_paper(_plot(lattice, min(building.dots))[0])
    inset = _OUTER * grow / 2 + BADGE * grow + 0.5
    return left + inset, top + inset


def stairs_at(lattice: DotLattice, dot: Dot) -> Point:
    """The place where the stairs of a dot are drawn: in the south-west of its plot."""
    left, top = lattice.on_paper(_plot(lattice, dot)[0])
    right, bottom = lattice.on_paper(_plot(lattice, dot)[2])
    return left + (right - left) * 0.24, top + (bottom - top) * 0.74


def edge_on_paper(lattice: DotLattice, edge: Edge) -> Segment:
    """The two ends of an edge in mm."""
    start, end = lattice.edge_ends(edge)
    return lattice.on_paper(start), lattice.on_paper(end)


def _plot(lattice: DotLattice, dot: Dot) -> tuple[tuple[int, int], ...]:
    """Corners of a dot's plot, clockwise from the north-west."""
    east = lattice.edge_ends(Edge(dot, Dot(dot.column + 1, dot.row)))
    west = lattice.edge_ends(Edge(Dot(dot.column - 1, dot.row), dot))
    return west[0], east[0], east[1], west[1]
