"""Doors, windows and gaps in walls, and the sides to which doors open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import cos, dist, pi, sin
from typing import Any

from builder.boards.dots import Building
from builder.draw.maps.dots.site import Run, Site
from builder.draw.maps.dots.walls import Look, line_color, thickness
from builder.draw.surface.canvas import Canvas, Point, mm
from builder.draw.surface.clear_space import Box, joined
from builder.geometry.dotlattice import Dot, Edge

# Half the length of an opening, and the lengths that a door tries to stay clear of dots.
_HALF = {"window": 4.4, "gap": 4.8}
_DOOR_HALVES = (4.8, 5.3, 4.4, 4.0)
_PAIR_HALF = 11.0
_LEAF = 1.15
_PANE = 1.24
_MULLION = 0.7
_ARC_STEPS = 12
# The room of the ring of an objective around its dot.
_RING = 3.4
# How far before an opening, on both sides of its wall, furniture would be in the way.
_APPROACH = 4.2


@dataclass(frozen=True, slots=True)
class Leaf:
    """An open leaf of a door: its hinge and its length along the wall, negative toward the wall's start."""

    hinge: float
    long: float


@dataclass(frozen=True, slots=True)
class WayThrough:
    """An opening on paper: ``half`` its length to each side of ``middle`` along the run.

    ``thick`` is the thickness of its wall; ``side`` is 1 if a door opens to the south or east, else -1.
    """

    kind: str
    edges: tuple[Edge, ...]
    run: Run
    half: float
    thick: float
    is_indoors: bool
    side: int = 1
    leaves: tuple[Leaf, ...] = ()

    @property
    def middle(self) -> float:
        return self.run.long / 2

    @property
    def hole(self) -> Box:
        """The box of the hole in the wall."""
        half = self.thick / 2
        return self.run.box(self.middle - self.half, self.middle + self.half, -half, half)

    @property
    def box(self) -> Box:
        """The box of the hole and of the leaves of a door."""
        west, north, east, south = self.hole
        for leaf in self.leaves:
            reach = self.side * (self.thick / 2 + abs(leaf.long))
            x1, y1, x2, y2 = self.run.box(self.middle - self.half, self.middle + self.half, 0, reach)
            west, north, east, south = joined((west, north, east, south), (x1, y1, x2, y2))
        return west, north, east, south

    def room(self, unit: float) -> Box:
        """The box of an opening with what is before it on both sides, where nobody puts furniture."""
        reach = self.thick / 2 + _APPROACH * unit
        before = self.run.box(self.middle - self.half, self.middle + self.half, -reach, reach)
        return joined(self.box, before)


def ways_through(
    site: Site, looks: Mapping[Edge, Look], ringed: frozenset[Dot] = frozenset()
) -> list[WayThrough]:
    """The openings of a map; two doors side by side are one opening.

    Doors open away from the ``ringed`` dots if possible, whose rings they would cross.
    """
    dots = site.dots
    ways = []
    single = {edge: door.kind for edge, door in dots.doors.items() if door.kind != "door"}
    doors = {edge for edge, door in dots.doors.items() if door.kind == "door"}
    for edge, kind in single.items():
        half = _HALF[kind] * site.unit
        ways.append(WayThrough(kind, (edge,), site.run(edge), half, *_wall(site, looks, edge)))
    for edges in _pairs(site, sorted(doors), looks):
        ways.append(_door(site, edges, ringed, *_wall(site, looks, edges[0])))
    return sorted(ways, key=lambda way: way.edges)


def _wall(site: Site, looks: Mapping[Edge, Look], edge: Edge) -> tuple[float, bool]:
    """The thickness of the wall at an edge, and whether both its sides are in one building."""
    look = looks.get(edge, Look.INNER)
    one, other = (site.dots.building_at.get(dot) for dot in edge)
    return thickness(look) * site.unit, one is not None and one is other


def _pairs(site: Site, doors: Sequence[Edge], looks: Mapping[Edge, Look]) -> Iterator[tuple[Edge, ...]]:
    """Doors by twos, if they are side by side in one wall."""
    left = dict.fromkeys(doors)
    while left:
        edge = next(iter(left))
        del left[edge]
        end = site.run(edge).end
        after = next(
            (
                other
                for other in left
                if site.run(other).is_upright == site.run(edge).is_upright
                and dist(site.run(other).start, end) < 1e-3
                and looks.get(other) == looks.get(edge)
            ),
            None,
        )
        if after is None:
            yield (edge,)
        else:
            del left[after]
            yield edge, after


def _door(
    site: Site, edges: tuple[Edge, ...], ringed: frozenset[Dot], thick: float, is_indoors: bool
) -> WayThrough:
    """A door with leaves that are clear of dots, and open inward if possible."""
    [run] = site.runs(edges)
    inward = _inward(site, edges[0])
    halves = [_PAIR_HALF] if len(edges) == 2 else _DOOR_HALVES
    best, most = None, -1.0
    for side, half, hinge in product((inward, -inward), halves, (-1, 1)):
        half *= site.unit
        leaves: tuple[Leaf, ...] = (Leaf(hinge * half, -hinge * 2 * half),)
        if len(edges) == 2:
            leaves = (Leaf(-half, half), Leaf(half, -half))
        way = WayThrough("door", edges, run, half, thick, is_indoors, side, leaves)
        clear = min(site.clear + 0.1, _clearance(site, way, ringed))
        if clear > most + 1e-6:
            best, most = way, clear
    assert best is not None
    return best


def _inward(site: Site, edge: Edge) -> int:
    """The side of a wall on which its building is; of two buildings, the smaller one."""
    sides: list[Building | None] = [site.dots.building_at.get(dot) for dot in edge]
    sizes = [len(side.dots) if side is not None else 1_000_000 for side in sides]
    return -1 if sizes[0] < sizes[1] else 1


def _clearance(site: Site, way: WayThrough, ringed: frozenset[Dot]) -> float:
    """The distance from the leaves and their arcs to the nearest dot, less what a ring around it takes."""
    nearest, ring = 99.0, _RING * site.unit
    points = [(at, 0.0) for at in site.points_near(way.box, 2 * site.clear)]
    points += [(site.lattice.at(dot), ring - site.clear) for dot in ringed]
    for leaf in way.leaves:
        for point in _traced(way, leaf):
            nearest = min([nearest, *(dist(point, other) - less for other, less in points)])
    return nearest


def _traced(way: WayThrough, leaf: Leaf) -> Iterator[Point]:
    """Points along an open leaf and along the arc of its end."""
    face = way.thick / 2 + 0.2
    long = abs(leaf.long)
    for step in range(_ARC_STEPS + 1):
        share = step / _ARC_STEPS
        for aside in (0.0, _LEAF if leaf.long > 0 else -_LEAF):
            yield way.run.at(way.middle + leaf.hinge + aside, way.side * (face + long * share))
        turn = share * pi / 2
        yield way.run.at(
            way.middle + leaf.hinge + leaf.long * cos(turn), way.side * (face + long * sin(turn))
        )


def draw_way_through(
    canvas: Canvas, way: WayThrough, unit: float, floor: str, *, is_small: bool = False
) -> None:
    """An opening over its wall; the color of the ``floor`` shows through a gap.

    If it ``is_small``, a window is only a pane: its frame would be a black lump.
    """
    if way.kind == "window" and is_small:
        pane = way.thick / 2
        edge = {"stroke": "hull", "stroke_width": 0.3 * unit}
        _rect(canvas, way, (-way.half, way.half), (-pane, pane), fill="window", **edge)
    elif way.kind == "window":
        _draw_window(canvas, way, unit)
    elif way.kind == "gap":
        _draw_gap(canvas, way, unit, floor)
    else:
        _draw_door(canvas, way, unit)


def _rect(canvas: Canvas, way: WayThrough, span: tuple[float, float], aside: tuple[float, float],
          **style: Any) -> None:  # fmt: skip
    """A rectangle by its ends along the wall, from the middle of the opening, and aside."""
    west, north, east, south = way.run.box(way.middle + span[0], way.middle + span[1], *aside)
    canvas.rect(west, north, east - west, south - north, **style)


def _draw_window(canvas: Canvas, way: WayThrough, unit: float) -> None:
    """A white frame with a pane between three mullions."""
    half, deep = way.half, way.thick / 2 - 0.1 * unit
    line = {"stroke": "hull", "stroke_width": 0.35 * unit}
    _rect(canvas, way, (-half, half), (-deep, deep), fill="paper", **line)
    pane = _PANE / 2 * unit
    _rect(canvas, way, (-half, half), (-pane, pane), fill="window", stroke="hull", stroke_width=0.28 * unit)
    for at in (-half, 0.0, half):
        mullion = _MULLION / 2 * unit
        _rect(canvas, way, (at - mullion, at + mullion), (-deep, deep), fill="hull")


def _draw_gap(canvas: Canvas, way: WayThrough, unit: float, floor: str) -> None:
    """The floor between two jambs."""
    half, deep = way.half, way.thick / 2 + 0.6 * unit
    _rect(canvas, way, (-half, half), (-deep, deep), fill=floor)
    for side in (-1, 1):
        ends = sorted((side * (half - 0.3 * unit), side * (half + 0.5 * unit)))
        _rect(canvas, way, (ends[0], ends[1]), (-deep, deep), fill="hull")


def _draw_door(canvas: Canvas, way: WayThrough, unit: float) -> None:
    """A white threshold, open leaves, and the arcs of their ends."""
    half, deep = way.half, way.thick / 2 - 0.1 * unit
    _rect(canvas, way, (-half, half), (-deep, deep), fill="paper", stroke="hull", stroke_width=0.4 * unit)
    for leaf in way.leaves:
        face, long = way.side * (deep + 0.2 * unit), abs(leaf.long)
        closed = way.run.at(way.middle + leaf.hinge + leaf.long, face)
        opened = way.run.at(way.middle + leaf.hinge, face + way.side * long)
        hinge = way.run.at(way.middle + leaf.hinge, face)
        canvas.path(
            f"M{mm(closed[0])} {mm(closed[1])}A{mm(long)} {mm(long)} 0 0 {_sweep(hinge, closed, opened)} "
            f"{mm(opened[0])} {mm(opened[1])}",
            stroke="muted",
            stroke_width=0.28 * unit,
            stroke_dasharray=f"{mm(1.3 * unit)} {mm(0.9 * unit)}",
        )
        inner = leaf.hinge + (_LEAF if leaf.long > 0 else -_LEAF) * unit
        ends = sorted((leaf.hinge, inner))
        aside = sorted((face, face + way.side * long))
        _rect(canvas, way, (ends[0], ends[1]), (aside[0], aside[1]), fill="door_leaf",
              stroke=line_color(canvas, "door_leaf"), stroke_width=0.35 * unit)  # fmt: skip


def _sweep(middle: Point, start: Point, end: Point) -> int:
    """The sweep flag of the shorter arc around a point from one point to another."""
    cross = (start[0] - middle[0]) * (end[1] - middle[1]) - (start[1] - middle[1]) * (end[0] - middle[0])
    return 1 if cross > 0 else 0
