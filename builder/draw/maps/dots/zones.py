"""Set-up zones: a line inside the edge of each, and its tab between the line and the first row of dots."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise, product
from typing import TYPE_CHECKING

from builder.draw.maps.dots.site import Run, Site
from builder.draw.maps.map_look import MapLook
from builder.draw.maps.zone_tabs import (
    MAX_AWAY,
    Tab,
    ZoneTitle,
    boxes_around,
    draw_tab,
    is_astray,
    leader_to,
    short_title,
    side_of,
    tab_size,
    tab_type,
    title_of,
    zone_color,
)
from builder.draw.surface.canvas import Canvas
from builder.draw.surface.clear_space import ClearSpace
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.outlines import area_path, rings
from builder.geometry.dotlattice import Dot, Edge
from builder.scenario.model import Scenario, Zone

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

_INSET, _WALL_INSET = 1.3, 2.6
# Further inside where a contour winds about an edge of the zone.
_SLOPE_INSET = 2.5
_LINE, _CASING = 0.62, 1.5
INSIDE_WALL = _WALL_INSET + _CASING / 2 + 0.3
"""From the middle of a wall to what is clear of the line of a zone along it, in mm for a spacing of 16 mm."""
# The room of the ring of an objective, and where a line is that would touch it.
_RING, _INSET_AT_RING = 4.1, 0.1
# The room of a line, which names do not touch.
_ROOM = 3.4
# A part of a line near a wall that is no longer crosses the wall.
_CROSSING = 8.0
_CORNER = 1.2
# The sizes of tabs, largest first.
_GROWTHS = 1.2, 1.08, 0.95
_MIN_TYPE = 2.47
# Along a wall, a tab begins beside the thickest one, because the line is further inside.
_FROM_WALL = 2.05
_PAD, _STEP = 1.5, 1.0
# From the middle of a wall to its outer side, with some air; the share of a tab on a wall that may cover
# other things.
_OUTER_WALL, _SLIGHT = 2.2, 0.08
# How far above it a tab is, in mm, so that windows are seen.
_ABOVE_WALL = 0.5
# What a mm beyond the zone counts, in square mm of what a tab covers.
_BEYOND = 4.0
_TINY = 1e-6


@dataclass(frozen=True, slots=True)
class ZoneSign:
    """A part of a zone: the area inside its line, and its tab."""

    zone: Zone
    area: BaseGeometry
    tab: Tab
    grow: float


class ZoneSigns:
    """The zones of one map; ``smallest`` is the least size of their names in mm."""

    def __init__(
        self,
        site: Site,
        scenario: Scenario,
        look: MapLook,
        walls: Collection[Edge],
        context: DrawingContext,
        smallest: float,
    ) -> None:
        self.site = site
        self.scenario = scenario
        self.context = context
        self.smallest = smallest
        self.signs: list[ZoneSign] = []
        # The line of each zone, on which its own tabs can be.
        self._own: dict[str, ClearSpace] = {}
        self.areas = [
            (zone, self.area_of([spot.dot for spot in zone.region.spots], walls))
            for zone in look.zones_of(scenario)
        ]

    def area_of(self, dots: Sequence[Dot], walls: Collection[Edge]) -> BaseGeometry:
        """The area inside the line of a zone, which is further out if it would touch a ring."""
        from shapely import MultiPoint

        site = self.site
        ringed = {objective.region.spot.dot for objective in self.scenario.objectives}.intersection(dots)
        inset = _SLOPE_INSET if any(self._slopes(dots)) else _INSET
        area = zone_area(site, dots, walls, inset)
        rings = MultiPoint([site.lattice.at(dot) for dot in sorted(ringed)])
        if ringed and area.boundary.dwithin(rings, _RING * site.unit):
            return zone_area(site, dots, walls, _INSET_AT_RING)
        return area

    def _slopes(self, dots: Sequence[Dot]) -> Iterator[bool]:
        """Whether a contour runs along each edge of a zone."""
        members, level = set(dots), self.site.dots.elevation
        for dot in dots:
            for _, other in self.site.lattice.edges_around(dot):
                yield other not in members and level.get(dot, 0) != level.get(other, 0)

    def take_lines(self, space: ClearSpace, near_walls: BaseGeometry) -> None:
        """Keep the lines clear, but not along walls, where furniture may be below them; only across these."""
        for zone, area in self.areas:
            own = self._own[zone.id] = ClearSpace()
            clear = area.boundary.difference(near_walls)
            for line in getattr(clear, "geoms", [clear]):
                for start, end in pairwise(line.coords):
                    own.take_line(start, end, _ROOM * self.site.unit)
            near = area.boundary.intersection(near_walls)
            for line in getattr(near, "geoms", [near]):
                if line.length < _CROSSING * self.site.unit:
                    for start, end in pairwise(line.coords):
                        own.take_line(start, end, _CASING * self.site.unit)
            space.take_all(own)

    @property
    def casings(self) -> BaseGeometry:
        """The ground below the lines with their casings."""
        from shapely import union_all

        half = _CASING / 2 * self.site.unit
        return union_all([area.boundary.buffer(half, join_style="mitre") for _, area in self.areas])

    def place_tabs(self, space: ClearSpace, walls: BaseGeometry) -> None:
        """A tab for each part of each zone, clear of dots, openings and signs if possible."""
        from shapely import box

        parts = [(zone, part) for zone, area in self.areas for part in getattr(area, "geoms", [area])]
        for zone, part in parts:
            title = title_of(self.scenario, zone, self.bearing(zone))
            growths = tuple(self._growths())
            west, north, east, south = part.bounds
            if self.smallest:
                title = short_title(title, east - west - 2 * _PAD, self.context, min(growths))
            wide, tall = tab_size(title, self.context, max(growths))
            wide, tall = wide + MAX_AWAY * max(growths), 2 * tall + MAX_AWAY * max(growths)
            reach = (west - wide, north - tall, east + wide, south + tall)
            near = space.near(reach)
            others = [other for _, other in parts if other is not part and other.intersects(box(*reach))]
            around = tuple(other.wkb for other in others)
            key = ("tab", self.site.lattice, title, part.wkb, walls.wkb, growths, self.smallest, around, near)
            find = partial(self._place, title, part, space, self._own[zone.id], walls, others)
            tab, grow = self.context.memo.get(key, find)
            space.take(tab.box)
            if tab.leader is not None:
                space.take_line(*tab.leader, _CASING * grow)
            self.signs.append(ZoneSign(zone, part, tab, grow))

    def _place(
        self,
        title: ZoneTitle,
        area: BaseGeometry,
        space: ClearSpace,
        own: ClearSpace,
        walls: BaseGeometry,
        others: Sequence[BaseGeometry],
    ) -> tuple[Tab, float]:
        """The tab on the longest level stretch of the line that is free, or away from it with a leader.

        If no place is free, it is where it covers least. With the factor by which it is larger than usual.
        """
        # A tab across the walls around a zone would hide them; the steps alone say which zone it is.
        short = replace(title, text="") if self.smallest and title.steps else title
        if self.smallest and (standing := self._on_wall(title, area, space)) is not None:
            return standing
        least: tuple[float, tuple[Tab, float]] | None = None
        wide: tuple[Tab, float] | None = None
        for is_outside, grow in product((False, True), list(self._growths())):
            for tab in self._tabs(title, area, walls, grow, is_outside=is_outside):
                covered = space.overlap(tab.box) - own.overlap(tab.box)
                over = max(0.0, tab.box[2] - area.bounds[2])
                if covered < _TINY and not over:
                    return tab, grow
                wide = wide or ((tab, grow) if covered < _TINY else None)
                if least is None or covered + _BEYOND * over < least[0] - _TINY:
                    least = (covered + _BEYOND * over, (tab, grow))
        assert least is not None
        # On a small map, a tab that is wider than its zone would seem to be for more than that.
        led = self._led(title, area, space, others) if self.smallest or wide is None else None
        if (found := led or wide) is not None:
            return found
        for grow in self._growths() if short is not title else ():
            for tab in self._tabs(short, area, walls, grow, is_outside=False):
                covered = space.overlap(tab.box) - own.overlap(tab.box)
                if covered < least[0] - _TINY:
                    least = (covered, (tab, grow))
        return least[1]

    def _on_wall(self, title: ZoneTitle, area: BaseGeometry, space: ClearSpace) -> tuple[Tab, float] | None:
        """A tab on the north wall of the building around a zone, so that all of them are easily found.

        None if the zone is in no building, or without enough room there.
        """
        around = (self.site.area(each.dots) for each in self.site.dots.buildings if each.dots)
        building = next((each for each in around if each.covers(area)), None)
        if building is None:
            return None
        (west, north, east, _), middle = building.bounds, area.centroid.x
        for grow in self._growths():
            wide, tall = tab_size(title, self.context, grow)
            south = north - _OUTER_WALL * self.site.unit - _ABOVE_WALL
            for step in range(int((east - west) / 2 / _STEP)):
                for left in (middle - wide / 2 - step * _STEP, middle - wide / 2 + step * _STEP):
                    box = (left, south - tall, left + wide, south)
                    is_on_map = left >= _PAD and box[1] >= _PAD and box[2] <= self.site.width - _PAD
                    if is_on_map and space.overlap(box) <= _SLIGHT * wide * tall:
                        return Tab(title, box, hangs=True, leader=leader_to(area, box, grow)), grow
        return None

    def _led(
        self, title: ZoneTitle, area: BaseGeometry, space: ClearSpace, others: Sequence[BaseGeometry]
    ) -> tuple[Tab, float] | None:
        """A tab with a leader in a free place around a zone, but not in another one; None without a place."""
        for grow in self._growths():
            size = tab_size(title, self.context, grow)
            for _, box in boxes_around(area.bounds, size, grow):
                is_on_map = min(box[:2]) >= _PAD and box[2] <= self.site.width - _PAD
                if is_on_map and box[3] <= self.site.height - _PAD and space.is_free(box):
                    tab = Tab(title, box, hangs=True, leader=leader_to(area, box, grow))
                    if not is_astray(tab, area, others):
                        return tab, grow
        return None

    def _growths(self) -> Iterable[float]:
        least = max(self.smallest, _MIN_TYPE) / tab_type(self.context).size
        return dict.fromkeys(max(least, grow * self.site.unit) for grow in _GROWTHS)

    def _tabs(
        self, title: ZoneTitle, area: BaseGeometry, walls: BaseGeometry, grow: float, *, is_outside: bool
    ) -> Iterator[Tab]:
        """The places for a tab: along level stretches, from the middle of each to its ends.

        A tab that is outside stands on the line, or hangs from it, on its other side.
        """
        from shapely import Point as Spot

        wide, tall = tab_size(title, self.context, grow)
        for run, hangs in _level_sides(area):
            (x1, y), (x2, _) = run.start, run.end
            inward = 1 if hangs else -1
            if is_outside:
                hangs = not hangs
            elif walls.dwithin(Spot(run.middle[0], y - inward * _WALL_INSET * self.site.unit), 0.5):
                y -= inward * (_WALL_INSET - _FROM_WALL) * self.site.unit
            room = max(0.0, x2 - x1 - 2 * _PAD - wide)
            # A tab that is wider than its zone begins with it.
            middle = min(x1 + _PAD + room / 2, self.site.width - wide)
            for step in range(int(room / 2 / _STEP) + 1):
                for left in (middle - step * _STEP, middle + step * _STEP):
                    top = y if hangs else y - tall
                    if is_outside and (top < _PAD or top + tall > self.site.height - _PAD):
                        continue
                    yield Tab(title, (left, top, left + wide, top + tall), hangs)

    @property
    def grow(self) -> float:
        """The size of the largest tabs."""
        return max(self._growths())

    def draw_casings(self, canvas: Canvas) -> None:
        """The white casing below the line of each zone."""
        for _, area in self.areas:
            self.draw_casing(canvas, area, self._grown)

    def draw_lines(self, canvas: Canvas) -> None:
        """The line of each zone, thicker on a small map."""
        for zone, area in self.areas:
            self.draw_line(canvas, area, self._color(zone), self._grown)

    def draw_casing(self, canvas: Canvas, area: BaseGeometry, grown: float = 1.0) -> None:
        """The white casing below the line of a part of a zone."""
        self._stroke(canvas, area, "paper", _CASING * grown)

    def draw_line(self, canvas: Canvas, area: BaseGeometry, color: str, grown: float = 1.0) -> None:
        """The line of a part of a zone without its casing."""
        self._stroke(canvas, area, color, _LINE * grown)

    def _stroke(self, canvas: Canvas, area: BaseGeometry, color: str, width: float) -> None:
        unit = self.site.unit
        rounded = area.buffer(-_CORNER * unit, join_style="mitre").buffer(_CORNER * unit, quad_segs=4)
        data = area_path(area if rounded.is_empty else rounded)
        canvas.path(data, stroke=color, stroke_width=width * unit)

    @property
    def _grown(self) -> float:
        """How much thicker lines are than at the true size of the map."""
        return float(max(1.0, self.smallest / _MIN_TYPE) ** 0.8)

    def draw_tabs(self, canvas: Canvas) -> None:
        """The tab of each part of a zone, with an arrow if everybody who starts there faces one way."""
        for sign in self.signs:
            draw_tab(canvas, sign.tab, grow=sign.grow)

    def _color(self, zone: Zone) -> str:
        return zone_color(side_of(self.scenario, zone))

    def bearing(self, zone: Zone) -> float | None:
        """The direction in degrees that everybody who starts in a zone faces, if there is one."""
        facings = {item.facing for item in self.scenario.placements if item.zone == zone.id}
        facing = facings.pop() if len(facings) == 1 else ""
        return self.site.lattice.bearing(facing) if facing else None


def zone_area(site: Site, dots: Iterable[Dot], walls: Collection[Edge], inset: float) -> BaseGeometry:
    """The area inside the line of a zone, ``inset`` mm from its edge, and further inside along walls."""
    from shapely import MultiLineString, MultiPolygon

    members = set(dots)
    inner: BaseGeometry = site.area(members).buffer(-inset * site.unit, join_style="mitre")
    around = [
        edge
        for dot in members
        for edge, other in site.lattice.edges_around(dot)
        if other not in members and edge in walls
    ]
    runs = site.runs(around)
    if runs:
        away = _WALL_INSET * site.unit
        lines = MultiLineString([[run.start, run.end] for run in runs])
        inner = inner.difference(lines.buffer(away, cap_style="square", join_style="mitre"))
    # Slivers between walls are no part of it.
    return MultiPolygon([part for part in getattr(inner, "geoms", [inner]) if part.area > 1.0])


def _level_sides(area: BaseGeometry) -> list[tuple[Run, bool]]:
    """The level stretches of a zone's line, longest first; True for those with the zone to the south."""
    from shapely import Point as Spot

    sides = []
    for ring in rings(area):
        for (x1, y1), (x2, y2) in pairwise([*ring, ring[0]]):
            if abs(y1 - y2) < 1e-6 and x1 != x2:
                run = Run((min(x1, x2), y1), (max(x1, x2), y1))
                sides.append((run, area.contains(Spot(run.middle[0], y1 + 0.05))))
    return sorted(sides, key=lambda side: (-round(side[0].long), not side[1], *reversed(side[0].start)))
